import { describe, expect, it } from 'vitest';
import { audit } from '../../src/audit/audit.js';
import { listQueries, type AskedRange } from '../../src/audit/query-workload.js';
import type { AuditHierarchy, AuditSpec } from '../../src/audit/spec.js';
import type { ColumnType } from '../../src/table/table.js';
import { seededRandom } from '../../src/base/random.js';
import { casesOf } from '../shared.js';
import { countRows, tableOf } from './tables.js';

const tree: AuditHierarchy = { type: 'tree', tree: { '*': { P: ['p2', 'p1'], Q: ['q1', 'q2'] } } };
const order: AuditHierarchy = { type: 'order', values: ['mid', 'low', 'top'] };
const base: AuditSpec = {
  quasiIdentifiers: [{ name: 'x', hierarchy: tree }, { name: 'n', type: 'integer' }, { name: 'o', hierarchy: order }],
  classColumn: null,
  privacy: [],
  suppressed: 'drop',
  identifiers: [],
  missing: [''],
}; // prettier-ignore
const types: Record<string, ColumnType> = { n: 'integer' };

/** Meaning of a label: values in the order in which queries ask for them. */
interface Asked {
  readonly name: string;
  readonly values: readonly string[];
  readonly meaningOf: (label: string) => readonly string[];
}

/** A table of three known columns and a sensitive one, its release by class or by bucket, some rows dropped. */
function draw(seed: number) {
  const random = seededRandom(seed);
  const below = (bound: number): number => random.below(bound);
  const of = (values: readonly string[]): string => values[below(values.length)];
  const hasMissing = below(2) === 0;
  const isNumeric = below(2) === 0;
  const ages = ['9', '10', '35', '101', ...(hasMissing ? [''] : [])];
  const ills = isNumeric ? ['2', '10', '1'] : ['flu', 'cold', 'gout'];
  const row = (): string[] => [of(['p1', 'p2', 'q1', 'q2']), of(ages), of(['low', 'mid', 'top']), of([...ills, ...(below(3) === 0 ? [''] : [])])];
  const rows = Array.from({ length: 3 + below(20) }, row);
  const numbers = ages.slice(0, 4).filter((age) => rows.some(([, n]) => n === age));
  const level = below(3);
  const recode = ([x, n, o, s]: readonly string[]): string[] => {
    const own = below(2) === 0 ? level : below(3);
    const wide = below(3);
    const at = numbers.indexOf(n);
    const [from, to] = [Math.max(0, at - wide), Math.min(numbers.length - 1, at + wide)];
    return [
      [x, x[0].toUpperCase(), '*'][own],
      wide === 2 ? '*' : n === '' || from === to ? n : `[${numbers[from]}-${numbers[to]}]`,
      below(2) === 0 ? o : o === 'top' ? o : '[mid-low]',
      s,
    ];
  };
  const released = rows.map((each) => (below(8) === 0 ? null : recode(each)));
  const isPermuted = below(2) === 0;
  const groups = [[['x', 'n'], ['o'], ['s']], [['x'], ['n', 's', 'o']], [['x', 'n', 'o', 's']], [['n'], ['s']]][below(4)];
  const columns: Asked[] = [
    { name: 'x', values: ['p1', 'p2', 'q1', 'q2'], meaningOf: (label) => (label === '*' ? ['p1', 'p2', 'q1', 'q2'] : label.length === 1 ? ['p1', 'p2', 'q1', 'q2'].filter((value) => value[0] === label.toLowerCase()) : [label]) },
    {
      name: 'n',
      values: [...numbers, ...(rows.some(([, n]) => n === '') ? [''] : [])],
      meaningOf(label) {
        if (label === '*') return this.values;
        const [, from, to] = /^\[(\d+)-(\d+)\]$/.exec(label) ?? [];
        return from === undefined ? [label] : numbers.filter((n) => Number(n) >= Number(from) && Number(n) <= Number(to));
      },
    },
    { name: 'o', values: ['mid', 'low', 'top'], meaningOf: (label) => (label === '[mid-low]' ? ['mid', 'low'] : [label]) },
  ];
  const present = [...new Set(rows.map(([, , , s]) => s))];
  present.sort((a, b) => (a === '' ? 1 : b === '' ? -1 : isNumeric ? Number(a) - Number(b) : a < b ? -1 : 1));
  const sensitive: Asked = { name: 's', values: present, meaningOf: (label) => [label] };
  return { rows, released, columns, sensitive, isPermuted, groups, isNumeric, buckets: rows.map(() => String(below(3))) };
} // prettier-ignore

/** Mean and median relative error of the workload of docs/metrics.md, row by row. */
function errorsOf({ rows, released, columns, sensitive, isPermuted, groups, buckets }: ReturnType<typeof draw>) {
  const all = [...columns, sensitive];
  const ordered = all.map(({ name, values }, c) => ({
    name,
    rowsAt: Float64Array.from(values, (value) => rows.filter((row) => row[c] === value).length),
  }));
  const isIn = ({ column, first, last }: AskedRange, value: string): boolean => {
    const place = all[column].values.indexOf(value);
    return place >= first && place <= last;
  };
  const shareOf = (range: AskedRange, row: readonly string[]): number => {
    const meaning = all[range.column].meaningOf(row[range.column]);
    return meaning.filter((value) => isIn(range, value)).length / meaning.length;
  };
  const errors = listQueries(ordered.slice(0, 3), ordered[3], rows.length).flatMap((query) => {
    const count = rows.filter((row) => query.every((range) => isIn(range, row[range.column]))).length;
    if (count === 0) return [];
    const kept = released.flatMap((row, at) => (row === null ? [] : [{ row, bucket: buckets[at] }]));
    const dropped = rows.length - kept.length;
    let expected = query.reduce((product, { column, first, last }) => (product * (last - first + 1)) / all[column].values.length, dropped);
    const product = (row: readonly string[], names: readonly string[]): number =>
      query.filter(({ column }) => names.includes(all[column].name)).reduce((p, range) => p * shareOf(range, row), 1);
    if (!isPermuted) for (const { row } of kept) expected += product(row, ['x', 'n', 'o', 's']);
    const lists = [...groups, ...all.filter(({ name }) => !groups.flat().includes(name)).map(({ name }) => [name])];
    for (const bucket of isPermuted ? new Set(kept.map((one) => one.bucket)) : []) {
      const own = kept.filter((one) => one.bucket === bucket);
      expected += lists.reduce((p, names) => (p * own.reduce((sum, { row }) => sum + product(row, names), 0)) / own.length, own.length);
    }
    return [Math.abs(expected - count) / count];
  });
  errors.sort((a, b) => a - b);
  const { length } = errors;
  return [errors.reduce((sum, error) => sum + error, 0) / length, (errors[Math.ceil(length / 2) - 1] + errors[Math.floor(length / 2)]) / 2];
} // prettier-ignore

describe('the query error that the audit reports', () => {
  it.each([0, 1, 2, 3, 4, 5])(
    'is that of the queries of docs/metrics.md, row by row, of classes and of buckets (part %i)',
    (part) => {
      let compared = 0;
      for (let seed = part; seed < casesOf(6000, 120); seed += 6) {
        const drawn = draw(seed);
        const { rows, released, isPermuted, groups, buckets, isNumeric } = drawn;
        const kept = released.flatMap((row, at) => (row === null ? [] : [isPermuted ? [...row, buckets[at]] : row]));
        if (kept.length === 0) continue;
        const names = ['x', 'n', 'o', 's'];
        const spec: AuditSpec = {
          ...base,
          sensitiveColumn: 's',
          ...(isPermuted ? { permutation: { bucketColumn: 'bucket', groups } } : {}),
        };
        const original = tableOf(names, rows, { ...types, s: isNumeric ? 'integer' : 'string' });
        const release = tableOf([...names, ...(isPermuted ? ['bucket'] : [])], kept);
        const report = audit(release, spec, original);
        expect({ seed, problems: report.problems }).toEqual({ seed, problems: [] });
        const expected = errorsOf(drawn).map((error) => expect.closeTo(error, 9) as number);
        const found = ({ metrics }: typeof report) => [metrics.queryError, metrics.queryErrorMedian];
        expect({ seed, found: found(report) }).toEqual({ seed, found: expected });
        if (!isPermuted) expect(found(audit(countRows(release), spec, countRows(original)))).toEqual(expected);
        compared++;
      }
      expect(compared).toBeGreaterThan(15);
    },
  );

  it('is 0 of a release that changes nothing, however many rows there are', () => {
    const rows = Array.from({ length: 20_001 }, (_, row) => [
      ['p1', 'p2', 'q1', 'q2'][row % 4],
      String(row % 50),
      'low',
      `s${row % 7}`,
    ]);
    const names = ['x', 'n', 'o', 's'];
    const table = tableOf(names, rows, types);
    const report = audit(table, { ...base, sensitiveColumn: 's' }, table);
    expect(report.metrics).toMatchObject({ queryError: 0, queryErrorMedian: 0 });
    // Buckets of one row each hide nothing, either.
    const buckets = tableOf([...names, 'bucket'], rows.map((row, at) => [...row, String(at)])); // prettier-ignore
    const permutation = { bucketColumn: 'bucket', groups: [['x', 'n'], ['o', 's']] };
    expect(audit(buckets, { ...base, sensitiveColumn: 's', permutation }, table).metrics).toMatchObject({ queryError: 0 });
  }); // prettier-ignore

  it('spreads suppressed rows over the domain and takes rows of a class of * at their values', () => {
    const one: AuditSpec = { ...base, quasiIdentifiers: [{ name: 'x', hierarchy: tree }], suppressed: 'star', suppressedRows: 1 };
    const original = tableOf(['x', 's'], [['p1', 'flu'], ['p2', 'flu'], ['q1', 'cold']]);
    const mixed = audit(tableOf(['x', 's'], [['*', 'flu'], ['*', 'flu'], ['*', '']]), { ...one, sensitiveColumn: 's' }, original);
    expect(mixed).toMatchObject({ problems: [], suppressed: 1, released: 2, warnings: [] });
    expect(mixed.metrics.queryError).toBeGreaterThan(0);
    expect(mixed.metrics.classificationPenalty).toBe(3);
  }); // prettier-ignore
});
