import type { AskedRange } from '../../src/audit/query-workload.js';
import { listQueries } from '../../src/audit/query-workload.js';
import type { Domain } from '../../src/hierarchy/domain.js';
import type { Rows } from './released.js';

/** Permutation of rows: bucket of every row (-1: suppressed), and groups of columns, the sensitive one being the last. */
export interface NaivePermutation {
  readonly bucketOf: readonly number[];
  readonly groups: readonly (readonly number[])[];
}

/** Mean and median relative error of the workload, row by row. */
export function queryErrorsNaively(rows: Rows, permutation?: NaivePermutation) {
  const { leaves, domains, sensitive = null } = rows;
  const n = leaves.length;
  const places = domains.map(placesOf);
  const values = sensitive === null ? null : Array.from({ length: Math.max(...sensitive) + 1 }, (_, code) => code);
  const count = (size: number, placeOf: (row: number) => number): Float64Array => {
    const at = new Float64Array(size);
    leaves.forEach((_, row) => at[placeOf(row)]++);
    return at;
  };
  const columns = domains.map(({ size }, a) => ({
    name: `a${a}`,
    rowsAt: count(size, (row) => places[a][leaves[row][a]]),
  }));
  const last =
    sensitive === null ? null : { name: 'sick', rowsAt: count(values?.length ?? 0, (row) => sensitive[row]) };
  const isIn = ({ first, last }: AskedRange, place: number): boolean => place >= first && place <= last;
  const errors: number[] = [];
  for (const query of listQueries(columns, last, n)) {
    const isAsked = (row: number): boolean =>
      query.every((range) =>
        isIn(range, range.column < domains.length ? places[range.column][leaves[row][range.column]] : sensitive![row]),
      );
    const truth = leaves.filter((_, row) => isAsked(row)).length;
    if (truth === 0) continue;
    /** Estimated share of a row of the release for the columns. */
    const worth = (row: number, wanted: readonly number[]): number =>
      query.reduce((product, range) => {
        if (!wanted.includes(range.column)) return product;
        if (range.column === domains.length) return product * (isIn(range, sensitive![row]) ? 1 : 0);
        const value = rows.boxes[rows.classOf[row]][range.column];
        const under = (value.runs ?? [value]).flatMap(({ lo, hi }) =>
          Array.from({ length: hi - lo + 1 }, (_, i) => lo + i),
        );
        return (product * under.filter((leaf) => isIn(range, places[range.column][leaf])).length) / under.length;
      }, 1);
    const all = [...domains.keys(), domains.length];
    let estimate = 0;
    if (permutation === undefined) {
      leaves.forEach((_, row) => (estimate += rows.classOf[row] < 0 ? 0 : worth(row, all)));
    } else {
      const { bucketOf, groups } = permutation;
      for (const bucket of new Set(bucketOf.filter((b) => b >= 0))) {
        const own = [...leaves.keys()].filter((row) => bucketOf[row] === bucket);
        const means = groups.map((group) => own.reduce((sum, row) => sum + worth(row, group), 0) / own.length);
        estimate += means.reduce((product, mean) => product * mean, own.length);
      }
    }
    const hidden = rows.classOf.filter((j) => j < 0).length;
    const widths = query.map(
      ({ column, first, last }) => (last - first + 1) / (domains[column]?.size ?? values!.length),
    );
    estimate += widths.reduce((product, share) => product * share, hidden);
    errors.push(Math.abs(estimate - truth) / truth);
  }
  errors.sort((a, b) => a - b);
  const { length } = errors;
  return length === 0
    ? { queryError: null, queryErrorMedian: null }
    : {
        queryError: errors.reduce((sum, error) => sum + error, 0) / length,
        queryErrorMedian: (errors[Math.ceil(length / 2) - 1] + errors[Math.floor(length / 2)]) / 2,
      };
}

/** Numbers ascending, texts by code point, the missing value last. */
function placesOf({ labels, column, missingLeaf }: Domain): number[] {
  const order = [...labels.keys()].sort((a, b) => {
    if (a === missingLeaf || b === missingLeaf) return a === missingLeaf ? 1 : -1;
    return column.type === 'string' ? (labels[a] < labels[b] ? -1 : 1) : Number(labels[a]) - Number(labels[b]);
  });
  return labels.map((_, leaf) => order.indexOf(leaf));
}
