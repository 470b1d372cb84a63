import { describe, expect, it } from 'vitest';
import { seededRandom } from '../../src/base/random.js';
import { classesByRows, measureCombinations } from '../../src/audit/combinations.js';
import { CapacityError } from '../../src/base/errors.js';
import { runToCompletion } from '../../src/base/steps.js';
import { anonymize, InfeasibleError, tableFromRows } from '../../src/index.js';
import type { Job } from '../../src/index.js';
import { namesWith } from '../registry.js';
import { casesOf } from '../shared.js';

type Row = Readonly<Record<string, string>>;

/** Sets of 1 to `known` columns. */
function combinationsOf(columns: readonly string[], known: number): string[][] {
  const all: string[][] = [[]];
  for (const column of columns) for (const set of [...all]) if (set.length < known) all.push([...set, column]);
  return all.filter(({ length }) => length > 0);
}

/**
 * By definition: for every set of known columns, every group of equal values has k persons, of whom no value is that of more than the share c.
 *
 * @param matchNothing - whether `*` matches nothing: rows with it are in no group; then all rows are the group of somebody who knows nothing
 */
function achievedBy(
  rows: readonly Row[],
  columns: readonly string[],
  known: number,
  personOf: (row: Row) => string,
  matchNothing = false,
) {
  let k = Infinity;
  let c = 0;
  for (const set of [...(matchNothing ? [[]] : []), ...combinationsOf(columns, known)]) {
    const groups = new Map<string, Row[]>();
    for (const row of rows) {
      if (matchNothing && set.some((column) => row[column] === '*')) continue;
      const key = JSON.stringify(set.map((column) => row[column]));
      groups.set(key, [...(groups.get(key) ?? []), row]);
    }
    for (const own of groups.values()) {
      const persons = new Set(own.map(personOf)).size;
      k = Math.min(k, persons);
      for (const value of new Set(own.map((row) => row.illness))) {
        c = Math.max(c, new Set(own.filter((row) => row.illness === value).map(personOf)).size / persons);
      }
    }
  }
  return { k, c };
}

const tree = { type: 'tree', tree: { '*': { low: ['a', 'b'], high: ['c', 'd'] } } };
/** [level] the label of a leaf. */
const LABELS: readonly ((leaf: string) => string)[] = [
  (leaf) => leaf,
  (leaf) => ('ab'.includes(leaf) ? 'low' : 'high'),
  () => '*',
];

/** @param missing - of how many cells one is missing; 0: none is */
function drawTable(seed: number, missing = 0) {
  const random = seededRandom(seed);
  const columns = ['p', 'q', 'r', 's'].slice(0, 2 + random.below(3));
  const count = 6 + random.below(25);
  const hasPersons = random.below(3) === 0;
  const isConstant = random.below(2) === 0;
  const persons = 3 + random.below(10);
  const draw = (): Record<string, string> => Object.fromEntries(columns.map((name) => [name, 'abcd'[Math.min(random.below(4), random.below(4))]])); // prettier-ignore
  const ofPerson = Array.from({ length: persons }, draw);
  const rows: Row[] = Array.from({ length: count }, (_, i) => {
    const person = random.below(persons);
    const own = hasPersons && isConstant ? ofPerson[person] : draw();
    return {
      ...(missing === 0 ? own : Object.fromEntries(columns.map((name) => [name, random.below(missing) === 0 ? '' : own[name]]))), // prettier-ignore
      illness: ['flu', 'gout', 'cold'][random.below(3)],
      person: hasPersons ? `person ${person}` : `row ${i}`,
    };
  });
  const known = 1 + random.below(3);
  const k = 1 + random.below(5);
  const c = [undefined, 0.5, 0.7, 0.9][random.below(4)];
  const job = {
    attributes: {
      ...Object.fromEntries(columns.map((name) => [name, { role: 'quasi-identifier', hierarchy: tree }])),
      illness: 'sensitive',
      person: hasPersons ? 'person' : 'insensitive',
    },
    ...(hasPersons ? {} : { unit: 'row' }),
    privacy: [{ model: 'lkc-privacy', known, k, ...(c === undefined ? {} : { c, attribute: 'illness' }) }],
    suppression: [{ maxRows: 0 }, { maxFraction: 0.3 }, 'unlimited'][random.below(3)],
    output: { ranges: 'tight', order: 'input' },
  };
  return { rows, columns, hasPersons, known, k, c, job };
}

type Drawn = ReturnType<typeof drawTable>;

/** True where somebody has rows of different values. */
const areSplit = ({ rows, columns }: Drawn): boolean =>
  new Set(rows.map((row) => [row.person, ...columns.map((name) => row[name])].join())).size >
  new Set(rows.map(({ person }) => person)).size;

/**
 * Levels of the columns -> the rows that stay where the rows of failing groups are taken out again and again. Groups of fewer columns cannot fail
 * alone, but where shares of persons with several vectors are bounded.
 */
function released(drawn: Drawn, levels: readonly number[]): Row[] {
  const { rows, columns, known, k, c = 1 } = drawn;
  const areAllSizes = drawn.c !== undefined && drawn.hasPersons && areSplit(drawn);
  const classOf = (row: Row): string => columns.map((name) => row[name]).join();
  const personsOf = (own: readonly Row[]): number => new Set(own.map(({ person }) => person)).size;
  const isBroken = (own: readonly Row[]): boolean =>
    personsOf(own) < k ||
    own.some(
      ({ illness }) => personsOf(own.filter((row) => row.illness === illness)) / personsOf(own) > c * (1 + 1e-12),
    );
  let kept = rows.map((row): Row => ({
    ...row,
    ...Object.fromEntries(columns.map((name, a) => [name, LABELS[levels[a]](row[name])])),
  }));
  // A column with one value adds nothing to a set: with it the set is one of fewer columns.
  const several = columns.filter((name) => new Set(kept.map((row) => row[name])).size > 1);
  const used = areAllSizes || several.length === 0 ? columns : several;
  const most = Math.min(known, used.length);
  const sets = combinationsOf(used, most).filter(({ length }) => areAllSizes || length === most);
  for (;;) {
    const groups = sets.flatMap((set) => {
      const bySet = new Map<string, Row[]>();
      for (const row of kept) {
        const key = set.map((name) => row[name]).join();
        bySet.set(key, [...(bySet.get(key) ?? []), row]);
      }
      return [...bySet.values()];
    });
    // Classes are taken out whole.
    const failing = new Set(groups.filter(isBroken).flat().map(classOf)); // prettier-ignore
    if (failing.size === 0) return kept;
    kept = kept.filter((row) => !failing.has(classOf(row)));
  }
}

/** The least height of a level vector within the limit; null when none is. */
function leastHeight(drawn: Drawn): number | null {
  const { rows, columns, job } = drawn;
  const { suppression } = job;
  const most =
    suppression === 'unlimited' || typeof suppression === 'string'
      ? rows.length
      : 'maxRows' in suppression!
        ? suppression.maxRows!
        : Math.floor(suppression!.maxFraction! * rows.length + 1e-9);
  let least: number | null = null;
  const visit = (levels: number[]): void => {
    if (levels.length === columns.length) {
      const height = levels.reduce((sum, level) => sum + level, 0);
      if (least !== null && height >= least) return;
      if (rows.length - released(drawn, levels).length <= most) least = height;
      return;
    }
    for (let level = 0; level < 3; level++) visit([...levels, level]);
  };
  visit([]);
  return least;
}

const ALGORITHMS = ['optimal-lattice', 'incognito', 'samarati', 'datafly', 'all-minimal', 'min-gen', 'idistance', 'meyerson-williams', 'mondrian', 'top-down-specialization', 'bottom-up-generalization', 'k-optimize', 'k-member', 'local-recoding', 'local-suppression', 'mu-argus', 'hilbert', 'mdav', 'oka']; // prettier-ignore

/** Algorithms that suppress single cells: their `*` matches nothing. */
const SUPPRESSING = namesWith(({ starsMatchNothing }) => starsMatchNothing === true);

describe('a limit of combinations times rows', () => {
  const columns = Array.from({ length: 60 }, (_, a) => `q${a}`);
  const rows = Array.from({ length: 40 }, (_, i) =>
    Object.fromEntries(columns.map((name, a) => [name, (i * (a + 3)) % 7])),
  );

  it('refuses a run with the number of both, before the search', async () => {
    const job = {
      attributes: Object.fromEntries(columns.map((name) => [name, 'quasi-identifier'])),
      unit: 'row',
      privacy: [{ model: 'lkc-privacy', known: 12, k: 2 }],
      algorithm: 'top-down-specialization',
    } as unknown as Job;
    await expect(anonymize(tableFromRows(rows), job)).rejects.toThrow(
      /^privacy\[0\]\.known: combinations of 12 of 60 quasi-identifiers times 40 rows \(.*\): needs \d+, the limit is 1000000000000$/,
    );
  });

  it('refuses an audit', () => {
    const codes = columns.map((_, a) => Uint32Array.from(rows, (_row, i) => (i * (a + 3)) % 7));
    const given = classesByRows({ codes, stars: null }, new Uint32Array(40).fill(1), null);
    expect(() => runToCompletion(measureCombinations(given, 12, 2))).toThrow(CapacityError);
    expect(() => runToCompletion(measureCombinations(given, 1, 2))).not.toThrow();
  });
});

describe.each(['wasm', 'js'] as const)('bounded knowledge: %s', (engine) => {
  it('holds by definition in every release, and is refused where none is', async () => {
    const found = { released: 0, refused: 0 };
    const others = new Map<string, number>();
    for (let seed = 0; seed < casesOf(20_000, 500); seed++) {
      const drawn = drawTable(seed, seed % 3 === 0 ? 8 : 0);
      const { rows, columns, known, k, c, job } = drawn;
      const algorithm = ALGORITHMS[seed % ALGORITHMS.length];
      const chosen = algorithm === 'mu-argus' && seed % 2 === 0 ? { name: algorithm, combinations: 'all' } : algorithm;
      const table = tableFromRows(rows);
      try {
        const { release, result } = await anonymize(table, { ...job, algorithm: chosen, output: { ...job.output, order: 'input', suppressed: 'star' } } as unknown as Job, { engine }); // prettier-ignore
        const shown: Row[] = [...release].map((row, i) => ({ ...(row as unknown as Row), person: rows[i].person }));
        const kept = shown.filter(({ illness }) => (illness as string | null) !== null);
        const own = achievedBy(kept, columns, known, (row) => row.person, SUPPRESSING.includes(algorithm));
        expect({ seed, algorithm, k: own.k >= k }).toEqual({ seed, algorithm, k: true });
        expect({ seed, algorithm, c: own.c <= (c ?? 1) * (1 + 1e-9) }).toEqual({ seed, algorithm, c: true });
        if (kept.length > 0) {
          const [{ achieved }] = result.privacy;
          expect({ seed, algorithm, achieved }).toEqual({ seed, algorithm, achieved: { k: own.k, ...(c === undefined ? {} : { c: own.c }) } }); // prettier-ignore
        }
        found.released++;
      } catch (error) {
        if (!(error instanceof InfeasibleError)) {
          const { code, message } = error as { code?: string; message: string };
          others.set(`${algorithm} ${code ?? message}`, seed);
          if (code === undefined || code === 'AUDIT_FAILED')
            throw new Error(`seed ${seed}, ${algorithm}: ${message}`, { cause: error });
        }
        found.refused++;
      }
    }
    expect(found.released).toBeGreaterThan(found.refused);
  });

  it('gives the lowest level vector that brute force finds', async () => {
    for (let seed = 0; seed < casesOf(1500, 40); seed++) {
      const drawn = drawTable(seed + 100_000);
      const algorithm = { name: ['optimal-lattice', 'samarati', 'min-gen', 'incognito'][seed % 4], metric: 'height' };
      const least = leastHeight(drawn);
      const job = { ...drawn.job, algorithm: algorithm.name === 'samarati' ? 'samarati' : algorithm } as unknown as Job;
      const run = anonymize(tableFromRows(drawn.rows), job, { engine });
      if (least === null) {
        await expect(run, `seed ${seed}`).rejects.toThrow(InfeasibleError);
        continue;
      }
      const { result } = await run;
      expect({ seed, height: result.metrics.height }).toEqual({ seed, height: least });
    }
  });
});

/** A table whose columns are even but for one combination of `size` columns that two rows have; every smaller one has many. */
function plantRare(size: number) {
  const columns = ['p', 'q', 'r', 's', 't'];
  const rows: Row[] = [];
  const visit = (values: string[]): void => {
    if (values.length < columns.length) for (const value of ['a', 'b', 'c', 'd']) visit([...values, value]);
    else rows.push(Object.fromEntries(columns.map((name, a) => [name, values[a]])));
  };
  visit([]);
  // Keeps two rows that have d in each of the first columns.
  let planted = 0;
  const isPlanted = (row: Row): boolean => columns.slice(0, size).every((name) => row[name] === 'd');
  return { columns, rows: rows.filter((row) => !isPlanted(row) || planted++ < 2) };
}

const BY_GROUPS = namesWith(({ judgesGroups = false }) => judgesGroups !== false);

describe.each(['wasm', 'js'] as const)('a planted rare combination: %s', (engine) => {
  const known = 2;
  const k = 5;
  const jobOf = (columns: readonly string[], algorithm: string) =>
    ({
      attributes: Object.fromEntries(columns.map((name) => [name, { role: 'quasi-identifier', hierarchy: tree }])),
      unit: 'row',
      privacy: [{ model: 'lkc-privacy', known, k }],
      algorithm: algorithm === 'mu-argus' ? { name: algorithm, combinations: 'all' } : algorithm,
      output: { ranges: 'tight', order: 'input' },
    }) as unknown as Job;
  const columnsOf = (release: Iterable<object>): Row[] => [...release].map((row) => ({ ...row }) as Row);

  it.each(BY_GROUPS)('of known + 1 columns is released as it is by %s', async (algorithm) => {
    const { columns, rows } = plantRare(known + 1);
    const { release, result } = await anonymize(tableFromRows(rows), jobOf(columns, algorithm), { engine });
    expect(result.metrics.loss).toBe(0);
    const shown = columnsOf(release);
    expect(achievedBy(shown, columns, known, (row) => JSON.stringify(row)).k).toBeGreaterThanOrEqual(k);
    expect(achievedBy(shown, columns, known + 1, (row) => JSON.stringify(row)).k).toBe(2);
  });

  it.each(ALGORITHMS)(
    'of known columns is never released by %s, which warns where it requires k of all columns',
    async (algorithm) => {
      const { columns, rows } = plantRare(known);
      const own = new Map(rows.map((row, i) => [row, `${i}`]));
      expect(achievedBy(rows, columns, known, (row) => own.get(row)!).k).toBe(2);
      const { release, result } = await anonymize(tableFromRows(rows), jobOf(columns, algorithm), { engine });
      const isWarned = result.warnings.some(({ code }) => code === 'JUDGED_BY_CLASSES');
      expect(isWarned).toBe(!BY_GROUPS.includes(algorithm));
      const shown = columnsOf(release);
      const numbers = new Map(shown.map((row, i) => [row, `${i}`]));
      const isLeftOut = SUPPRESSING.includes(algorithm);
      expect(achievedBy(shown, columns, known, (row) => numbers.get(row)!, isLeftOut).k).toBeGreaterThanOrEqual(k);
    },
  );
});
