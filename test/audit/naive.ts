/** Random releases and what they are worth, row by row from the definitions: slow, short, and unrelated to the audit. */
import { listQueries } from '../../src/audit/query-workload.js';
import type { AuditHierarchy, AuditQuasiIdentifier, AuditSpec } from '../../src/audit/spec.js';
import type { ColumnType } from '../../src/table/table.js';

export type Draw = (below: number) => number;

/** Meaning of a label, to the test: its leaves, and its level where it is a node. */
interface Meaning {
  readonly label: string;
  readonly leaves: readonly string[];
  readonly level: number | null;
}

interface NaiveDomain {
  readonly spec: AuditQuasiIdentifier;
  readonly leaves: readonly string[];
  readonly numeric: boolean;
  readonly height: number | null;
  readonly meanings: readonly Meaning[];
}

export interface RandomRelease {
  readonly header: readonly string[];
  readonly types: Readonly<Record<string, ColumnType>>;
  readonly original: readonly (readonly string[])[];
  readonly release: readonly (readonly string[])[];
  readonly spec: AuditSpec;
  readonly expected: NaiveResult;
}

export interface NaiveResult {
  readonly classes: number;
  readonly suppressed: number;
  readonly k: number;
  readonly distinct: number;
  readonly entropyL: number;
  readonly recursive: number;
  readonly recursiveHolds: boolean;
  readonly equal: number;
  readonly ordered: number;
  readonly metrics: Readonly<Record<string, number | null>>;
}

const letterRows = ['a,A,X,*', 'b,A,X,*', 'c,B,X,*', 'd,B,X,*', 'e,C,Y,*', 'f,C,Y,*', 'g,D,Y,*'].map((row) =>
  row.split(','),
);
const numberRows = Array.from({ length: 10 }, (_, i) => [
  String(i - 3),
  `n${Math.floor(i / 3)}`,
  i < 6 ? 'low' : 'high',
  '*',
]);

const hierarchies: Readonly<Record<string, AuditHierarchy | undefined>> = {
  numbers: undefined,
  sorted: undefined,
  order: { type: 'order', values: ['d', 'a', 'c', 'g', 'b', 'f', 'e'] },
  levels: { type: 'levels', rows: letterRows },
  nodes: { type: 'levels', rows: numberRows },
  suppress: { type: 'suppress' },
  intervals: { type: 'intervals', origin: -4, widths: [2, 4] },
};

/** From -4: [-4--3], [-2--1], ... and [-4--1], [0-3], ... */
const intervalRows = (cells: readonly string[]): string[][] =>
  cells.map((cell) => {
    const low = (width: number): number => Math.floor((Number(cell) + 4) / width) * width - 4;
    return [cell, ...[2, 4].map((width) => `[${low(width)}-${low(width) + width - 1}]`), '*'];
  });

function domainOf(kind: string, name: string, cells: readonly string[]): NaiveDomain {
  const numeric = kind === 'numbers' || kind === 'nodes' || kind === 'intervals';
  const hierarchy = hierarchies[kind];
  const seen = [...new Set(cells)];
  const hasMissing = seen.includes('');
  const present = seen.filter((cell) => cell !== '');
  if (numeric) present.sort((a, b) => Number(a) - Number(b));
  else present.sort();
  const rows =
    kind === 'levels'
      ? letterRows
      : kind === 'nodes'
        ? numberRows
        : kind === 'intervals'
          ? intervalRows(present)
          : null;
  const given = rows?.map((row) => row[0]) ?? (hierarchy?.type === 'order' ? [...hierarchy.values] : present);
  // The missing value is the last leaf wherever no list says otherwise.
  const leaves = hasMissing ? [...given, ''] : given;
  const height = rows !== null ? 3 : kind === 'suppress' ? 1 : null;

  const meanings: Meaning[] = leaves.map((leaf) => ({
    label: leaf,
    leaves: [leaf],
    level: height === null ? null : 0,
  }));
  for (let level = 1; rows !== null && level < 3; level++) {
    for (const label of new Set(rows.map((row) => row[level]))) {
      meanings.push({ label, leaves: rows.filter((row) => row[level] === label).map((row) => row[0]), level });
    }
  }
  if (kind !== 'suppress' && kind !== 'levels') {
    const ends = numeric ? leaves.filter((leaf) => leaf !== '') : leaves;
    for (let lo = 0; lo < ends.length; lo++) {
      for (let hi = lo + 1; hi < ends.length; hi++) {
        const label = `[${ends[lo]}-${ends[hi]}]`;
        if (meanings.some((node) => node.label === label)) continue;
        meanings.push({ label, leaves: ends.slice(lo, hi + 1), level: null });
      }
    }
  }
  // `*` claims least: the lowest level above the leaves that has one node for all of them.
  const whole = meanings.find((node) => (node.level ?? 0) > 0 && node.leaves.length === leaves.length);
  const alone = hasMissing && leaves.length === 1 && height !== null ? 1 : height;
  meanings.push({ label: '*', leaves, level: whole?.level ?? alone });
  return { spec: { name, hierarchy }, leaves, numeric, height, meanings };
}

/** Draws a table, a partition of its rows, and labels that cover every class. */
export function drawRelease(draw: Draw): RandomRelease {
  const kinds = Array.from({ length: 1 + draw(3) }, () => Object.keys(hierarchies)[draw(7)]);
  const rows = 1 + draw(30);
  const withMissing = draw(3) === 0;
  const cell = (kind: string): string => {
    if (withMissing && draw(6) === 0) return '';
    return ['numbers', 'nodes', 'intervals'].includes(kind) ? String(draw(10) - 3) : 'abcdefg'[draw(7)];
  };
  const header = [...kinds.map((_, i) => `q${i}`), 'sick', 'label'];
  const types: Record<string, ColumnType> = { sick: draw(2) === 0 ? 'integer' : 'string' };
  kinds.forEach((kind, i) => {
    if (['numbers', 'nodes', 'intervals'].includes(kind)) types[`q${i}`] = 'integer';
  });
  const original = Array.from({ length: rows }, () => [...kinds.map(cell), String(draw(12)), 'yn'[draw(2)]]);
  const domains = kinds.map((kind, i) =>
    domainOf(
      kind,
      `q${i}`,
      original.map((row) => row[i]),
    ),
  );

  const star = draw(2) === 0;
  const groups = 1 + draw(5);
  const suppressedShare = draw(3);
  const groupOf = original.map(() => (suppressedShare > 0 && draw(6) < suppressedShare ? -1 : draw(groups)));
  const chosen: Meaning[][] = [];
  for (let group = 0; group < groups; group++) {
    const members = original.filter((_, row) => groupOf[row] === group);
    chosen.push(
      domains.map((domain, i) => {
        const fitting = domain.meanings.filter((meaning) => members.every((row) => meaning.leaves.includes(row[i])));
        // Now and then any label that fits, mostly the tightest.
        fitting.sort((a, b) => a.leaves.length - b.leaves.length);
        return fitting[draw(4) === 0 ? draw(fitting.length) : 0];
      }),
    );
  }
  const release = original
    .map((row, at) => [
      ...domains.map((_, i) => (groupOf[at] < 0 ? '*' : chosen[groupOf[at]][i].label)),
      ...(groupOf[at] < 0 ? ['', ''] : row.slice(-2)),
    ])
    .filter((_, at) => star || groupOf[at] >= 0);
  const meaningOf = original.map((_, at) => (groupOf[at] < 0 ? null : chosen[groupOf[at]]));
  const suppressed = groupOf.filter((group) => group < 0).length;
  const k = 1 + draw(3);
  const l = 1 + draw(3);
  const spec: AuditSpec = {
    quasiIdentifiers: domains.map((domain) => domain.spec),
    classColumn: draw(2) === 0 ? 'label' : null,
    sensitiveColumn: draw(3) === 0 ? undefined : 'sick',
    levelVector: draw(2) === 0,
    privacy: [
      { model: 'k-anonymity', k },
      { model: 'l-diversity', variant: 'distinct', l, attribute: 'sick' },
      { model: 'l-diversity', variant: 'entropy', l, attribute: 'sick' },
      { model: 'l-diversity', variant: 'recursive', l, c: 1 + draw(3), attribute: 'sick' },
      { model: 't-closeness', t: 0.3, distance: 'equal', attribute: 'sick' },
      { model: 't-closeness', t: 0.2, distance: 'ordered', attribute: 'sick' },
    ],
    suppressed: star ? 'star' : 'drop',
    identifiers: ['name'],
    missing: [''],
    suppressedRows: suppressed,
  };
  const expected = judge(original, domains, meaningOf, types.sick === 'integer', spec, k);
  return { header, types, original, release, spec, expected };
}

function judge(
  original: readonly (readonly string[])[],
  domains: readonly NaiveDomain[],
  meaningOf: readonly (readonly Meaning[] | null)[],
  numericSick: boolean,
  spec: AuditSpec,
  k: number,
): NaiveResult {
  const n = original.length;
  const sickAt = domains.length;
  const classes = new Map<string, { rows: (readonly string[])[]; meanings: readonly Meaning[] }>();
  let suppressed = 0;
  meaningOf.forEach((meanings, row) => {
    if (meanings === null) return suppressed++;
    const key = JSON.stringify(meanings.map((meaning) => meaning.label));
    if (!classes.has(key)) classes.set(key, { rows: [], meanings });
    classes.get(key)?.rows.push(original[row]);
  });
  const sick = [...new Set(original.map((row) => row[sickAt]))];
  sick.sort(numericSick ? (a, b) => Number(a) - Number(b) : undefined);
  const share = (rows: readonly (readonly string[])[], value: string): number =>
    rows.filter((row) => row[sickAt] === value).length / rows.length;
  const recursiveSpec = spec.privacy[3] as { l: number; c: number };

  const result = { k: Infinity, distinct: Infinity, entropyL: Infinity, recursive: 0, equal: 0, ordered: 0 };
  let recursiveHolds = true;
  let discernibility = n * suppressed;
  let classification = suppressed;
  const penalized = spec.classColumn !== null ? sickAt + 1 : spec.sensitiveColumn === undefined ? null : sickAt;
  let penalties = n * suppressed;
  for (const { rows } of classes.values()) {
    discernibility += rows.length ** 2;
    const yes = rows.filter((row) => row[sickAt + 1] === 'y').length;
    classification += Math.min(yes, rows.length - yes);
    if (penalized !== null) {
      const equal = (value: string): number => rows.filter((row) => row[penalized] === value).length;
      penalties += (rows.length - Math.max(...rows.map((row) => equal(row[penalized])))) * rows.length;
    }
    const p = sick.map((value) => share(rows, value));
    const q = sick.map((value) => share(original, value));
    const counts = p.map((value) => Math.round(value * rows.length)).filter((count) => count > 0);
    counts.sort((a, b) => b - a);
    const tail = counts.slice(recursiveSpec.l - 1).reduce((sum, count) => sum + count, 0);
    if (!(counts[0] < recursiveSpec.c * tail)) recursiveHolds = false;
    let running = 0;
    let ordered = 0;
    p.forEach((_, i) => {
      running += p[i] - q[i];
      ordered += Math.abs(running);
    });
    result.k = Math.min(result.k, rows.length);
    result.distinct = Math.min(result.distinct, counts.length);
    const nats = p.reduce((sum, value) => (value > 0 ? sum - value * Math.log(value) : sum), 0);
    result.entropyL = Math.min(result.entropyL, Math.exp(nats));
    result.recursive = Math.max(result.recursive, counts[0] / tail);
    result.equal = Math.max(result.equal, p.reduce((sum, value, i) => sum + Math.abs(value - q[i]), 0) / 2);
    result.ordered = Math.max(result.ordered, sick.length < 2 ? 0 : ordered / (sick.length - 1));
  }

  const spread = (leaves: readonly string[]): number => {
    const numbers = leaves.filter((leaf) => leaf !== '').map(Number);
    return numbers.length === 0 ? 0 : Math.max(...numbers) - Math.min(...numbers);
  };
  const numberShare = (domain: NaiveDomain, leaves: readonly string[]): number =>
    leaves.length === 1 ? 0 : leaves.includes('') ? 1 : spread(leaves) / spread(domain.leaves);
  const losses = domains.map((domain, i) => {
    const cells = meaningOf.map((meanings): number => {
      if (meanings === null) return 1;
      const { leaves } = meanings[i];
      if (domain.height === null && domain.numeric) return numberShare(domain, leaves);
      return leaves.length === 1 ? 0 : (leaves.length - 1) / (domain.leaves.length - 1);
    });
    return cells.reduce((sum, cell) => sum + cell, 0) / n;
  });
  let penalty = 0;
  let bits = 0;
  domains.forEach((domain, i) => {
    meaningOf.forEach((meanings, row) => {
      const leaves = meanings === null ? domain.leaves : meanings[i].leaves;
      if (meanings === null) penalty += 1;
      else if (domain.numeric) penalty += numberShare(domain, leaves);
      else if (leaves.length > 1) penalty += leaves.length / domain.leaves.length;
      const under = original.filter((other) => leaves.includes(other[i])).length;
      const own = original.filter((other) => other[i] === original[row][i]).length;
      bits += Math.log2((meanings === null ? n : under) / own);
    });
  });
  const values = [...classes.values()].map(({ meanings }) => meanings);
  const allNodes = values.every((meanings) => meanings.every((meaning) => meaning.level !== null));
  const precisions = domains.map((domain, i) => {
    const cells = meaningOf.map((meanings) =>
      meanings === null ? 1 : (meanings[i].level ?? 0) / (domain.height ?? 1),
    );
    return cells.reduce((sum, cell) => sum + cell, 0) / n;
  });
  // The missing value of a hierarchy stands for itself on every level below the root.
  const levelsOf = (domain: NaiveDomain, { label, level }: Meaning): number[] =>
    level === null
      ? []
      : label === ''
        ? Array.from({ length: domain.height ?? 0 }, (_, at) => at)
        : Array.from({ length: label === '*' ? (domain.height ?? 0) - level + 1 : 1 }, (_, at) => level + at);
  const single = domains.map((domain, i) =>
    [0, 1, 2, 3].find((level) => values.every((meanings) => levelsOf(domain, meanings[i]).includes(level))),
  );
  const vectors = [...new Set(original.map((row) => JSON.stringify(row.slice(0, sickAt))))].map(
    (key) => JSON.parse(key) as string[],
  );
  let divergence = 0;
  for (const vector of vectors) {
    const p = original.filter((row) => vector.every((value, i) => row[i] === value)).length / n;
    let q = suppressed / domains.reduce((product, domain) => product * domain.leaves.length, 1);
    for (const { rows, meanings } of classes.values()) {
      if (!meanings.every((meaning, i) => meaning.leaves.includes(vector[i]))) continue;
      q += rows.length / meanings.reduce((product, meaning) => product * meaning.leaves.length, 1);
    }
    divergence += p * Math.log(p / (q / n));
  }
  const average = (list: readonly number[]): number => list.reduce((sum, value) => sum + value, 0) / list.length;
  const finite = (value: number): number => (classes.size === 0 ? 0 : value);
  return {
    ...result,
    k: finite(result.k),
    distinct: finite(result.distinct),
    entropyL: finite(result.entropyL),
    recursiveHolds,
    classes: classes.size,
    suppressed,
    metrics: {
      discernibility,
      classification: spec.classColumn === null ? null : classification,
      classificationPenalty: penalized === null ? null : penalties,
      largestClass: Math.max(0, ...[...classes.values()].map(({ rows }) => rows.length)),
      averageClassSize: n / (classes.size + (suppressed > 0 ? 1 : 0)) / k,
      loss: average(losses),
      lossGeometric: losses.reduce((product, loss) => product * (loss + 1), 1) ** (1 / losses.length) - 1,
      lossSum: lossSum(
        original,
        domains,
        meaningOf,
        spec.levelVector !== true ? null : values.length > 0 ? single : domains.map(() => undefined),
      ),
      ncp: penalty / (n * domains.length),
      informationLoss: average(
        meaningOf.flatMap((meanings) =>
          domains.map((_, i) => (meanings === null ? 1 : 1 - 1 / meanings[i].leaves.length)),
        ),
      ),
      rowInformationLoss: average(
        meaningOf.map((meanings) =>
          meanings === null ? 1 : 1 - 1 / meanings.reduce((product, meaning) => product * meaning.leaves.length, 1),
        ),
      ),
      generalization:
        allNodes && domains.every((domain) => domain.height !== null)
          ? meaningOf.reduce(
              (sum, meanings) =>
                sum +
                domains.reduce(
                  (own, domain, i) => own + ((meanings === null ? domain.height : meanings[i].level) ?? NaN),
                  0,
                ),
              0,
            )
          : null,
      precision: allNodes && domains.every((domain) => domain.height !== null) ? 1 - average(precisions) : null,
      height:
        values.length > 0 && single.every((level) => level !== undefined)
          ? single.reduce<number>((sum, level) => sum + (level ?? 0), 0)
          : null,
      entropy: bits,
      klDivergence: divergence,
      // The slowest definition: of small tables only.
      ...(n > 15
        ? {}
        : queryErrors(
            original,
            domains,
            meaningOf,
            spec.sensitiveColumn === undefined ? null : { at: sickAt, values: sick },
          )),
    },
  };
}

/**
 * The mean over rows of each attribute's loss, summed, plus (attributes / n) for every suppressed row; under a level vector,
 * suppressed rows count in the mean too. Null where the release does not show that vector.
 */
function lossSum(
  original: readonly (readonly string[])[],
  domains: readonly NaiveDomain[],
  meaningOf: readonly (readonly Meaning[] | null)[],
  levels: readonly (number | undefined)[] | null,
): number | null {
  const suppressed = meaningOf.filter((meanings) => meanings === null).length;
  if (levels !== null && suppressed > 0 && levels.includes(undefined)) return null;
  let sum = domains.length * suppressed;
  domains.forEach((domain, i) => {
    const level = levels?.[i];
    meaningOf.forEach((meanings, row) => {
      const cell = original[row][i];
      const isAt = (meaning: Meaning): boolean =>
        meaning.leaves.includes(cell) && (meaning.level === level || (cell === '' && meaning.label === ''));
      if (level !== undefined && level < 3 && level < (domain.height ?? 0)) {
        sum += lossOf(domain, domain.meanings.find(isAt)?.leaves ?? [], level);
      } else if (level !== undefined) sum += lossOf(domain, domain.leaves, level);
      else if (meanings !== null) sum += lossOf(domain, meanings[i].leaves, meanings[i].level ?? undefined);
    });
  });
  return sum / original.length;
}

function lossOf(domain: NaiveDomain, leaves: readonly string[], level: number | undefined): number {
  const all = domain.leaves.length;
  if (all === 1) return 0;
  const numbers = (of: readonly string[]): number[] => of.filter((leaf) => leaf !== '').map(Number);
  const range = (of: readonly string[]): number => Math.max(...numbers(of)) - Math.min(...numbers(of));
  const isInterval = domain.spec.hierarchy?.type === 'intervals';
  const byRange = leaves.length === 1 ? 0 : leaves.includes('') ? 1 : range(leaves) / range(domain.leaves);
  if (!isInterval) return domain.numeric && domain.height === null ? byRange : (leaves.length - 1) / (all - 1);
  if (leaves.length === 1 && (leaves[0] === '' || level === undefined)) return 0;
  const nodes = domain.meanings.filter((node) => node.level !== null && String(node.leaves) === String(leaves));
  const at = level ?? Math.min(...nodes.map((node) => node.level ?? Infinity));
  if (at === Infinity) return byRange;
  const place = (number: number): number => Math.floor((number + 4) / 4);
  const present = numbers(domain.leaves);
  const span = 4 * (place(Math.max(...present)) - place(Math.min(...present)) + 1);
  return [0, 2 / span, 4 / span, 1][at];
}

/** Mean and median relative error of the workload (its queries by the audit; what they count, row by row). */
function queryErrors(
  original: readonly (readonly string[])[],
  domains: readonly NaiveDomain[],
  meaningOf: readonly (readonly Meaning[] | null)[],
  sensitive: { readonly at: number; readonly values: readonly string[] } | null,
) {
  const places = domains.map((domain) => orderOf(domain));
  const values = [...places, ...(sensitive === null ? [] : [sensitive.values])];
  const cell = (row: readonly string[], column: number): string =>
    row[column < domains.length ? column : sensitive!.at];
  const columns = values.map((order, column) => ({
    name: column < domains.length ? `q${column}` : 'sick',
    rowsAt: Float64Array.from(order, (value) => original.filter((row) => cell(row, column) === value).length),
  }));
  const last = sensitive === null ? null : columns[domains.length];
  const errors = listQueries(columns.slice(0, domains.length), last, original.length).flatMap((query) => {
    const asked = query.map(({ column, first, last: to }) => ({ column, values: values[column].slice(first, to + 1) }));
    const truth = original.filter((row) =>
      asked.every((range) => range.values.includes(cell(row, range.column))),
    ).length;
    const estimate = original.reduce((sum, row, at) => {
      const meanings = meaningOf[at];
      const shares = asked.map((range) => {
        const isSensitive = range.column === domains.length;
        if (meanings !== null && isSensitive) return range.values.includes(cell(row, range.column)) ? 1 : 0;
        const under = meanings === null ? values[range.column] : meanings[range.column].leaves;
        return under.filter((leaf) => range.values.includes(leaf)).length / under.length;
      });
      return sum + shares.reduce((product, share) => product * share, 1);
    }, 0);
    return truth === 0 ? [] : [Math.abs(estimate - truth) / truth];
  });
  errors.sort((a, b) => a - b);
  const { length } = errors;
  if (length === 0) return { queryError: null, queryErrorMedian: null };
  return {
    queryError: errors.reduce((sum, error) => sum + error, 0) / length,
    queryErrorMedian: (errors[Math.ceil(length / 2) - 1] + errors[Math.floor(length / 2)]) / 2,
  };
}

/** The values of a domain in the order of queries: as listed, else numbers ascending or texts by code point; missing last. */
function orderOf({ spec, leaves, numeric }: NaiveDomain): readonly string[] {
  if (spec.hierarchy?.type === 'order') return leaves;
  return [...leaves].sort((a, b) => {
    if (a === '' || b === '') return a === '' ? 1 : -1;
    return numeric ? Number(a) - Number(b) : a < b ? -1 : 1;
  });
}
