import { describe, expect, it } from 'vitest';
import type {
  ClassCondition,
  Classes,
  ClassSums,
  Engine,
  FrequencySet,
  LevelMap,
  ResidentTable,
} from '../../src/engine/engine.js';
import { casesOf, long } from '../shared.js';
import { allEngines } from './engines.js';
import { judge, mergeRows, sumClasses, type Vectors } from './oracle.js';
import { generator } from './random.js';
import { randomCondition, randomMaps, randomTable } from './random-tables.js';

const TABLES = casesOf(30_000, 120);
/** Milliseconds; generous, since machines are shared. */
const PATIENCE = long ? 3_600_000 : 240_000;

const engines = await allEngines();

const generalize = (rows: readonly number[][], maps: readonly (LevelMap | null)[]): number[][] =>
  rows.map((row) => row.map((code, c) => maps[c]?.map[code] ?? code));

const transpose = (vectors: readonly number[][], columns: number): number[][] =>
  Array.from({ length: columns }, (_, c) => vectors.map((vector) => vector[c]));

function expectSame(actual: ArrayLike<number>, expected: ArrayLike<number>, what: () => string): void {
  let same = actual.length === expected.length;
  for (let i = 0; same && i < expected.length; i++) same = actual[i] === expected[i];
  if (!same) expect(Array.from(actual), what()).toEqual(Array.from(expected));
}

/** Only what differs reaches vitest, whose expectations cost more than the kernels. */
function expectNumber(actual: number, expected: number, what: () => string): void {
  if (actual !== expected) expect(actual, what()).toBe(expected);
}

function expectSet(
  set: {
    length: number;
    rows: number;
    sizes: readonly number[];
    codes(c: number): ArrayLike<number>;
    counts(): Uint32Array;
  },
  expected: { vectors: number[][]; counts: number[]; columns?: number[][] },
  columns: number,
  what: () => string,
): void {
  expectNumber(set.length, expected.vectors.length, what);
  expected.columns ??= transpose(expected.vectors, columns);
  const codes = expected.columns;
  for (let c = 0; c < columns; c++) expectSame(set.codes(c), codes[c], () => `${what()}, column ${c}`);
  expectSame(set.counts(), expected.counts, () => `${what()}, counts`);
  expectNumber(
    set.rows,
    expected.counts.reduce((a, b) => a + b, 0),
    () => `${what()}, rows`,
  );
}

interface Counted {
  readonly engine: Engine;
  readonly table: ResidentTable;
  readonly rows: readonly number[][];
  /** The column that is counted. */
  readonly small: number;
  readonly selected: Vectors;
  readonly weighted: Vectors;
  readonly weightedSet: FrequencySet;
  readonly conditions: readonly ClassCondition[];
  readonly what: (kernel: string) => () => string;
}

/** Histograms of the classes of a selection, the minority in them, and conditions on them. */
function expectCounts({
  engine,
  table,
  rows,
  small,
  selected,
  weighted,
  weightedSet,
  conditions,
  what,
}: Counted): void {
  const size = table.sizes[small];
  const classesBefore: Classes = { count: selected.vectors.length, classOf: Uint32Array.from(selected.vectorOf) };
  const histogram = new Uint32Array(classesBefore.count * size);
  rows.forEach((row, i) => histogram[selected.vectorOf[i] * size + row[small]]++);
  expectSame(engine.histogram(table, classesBefore, small), histogram, what('histogram'));
  const groupOf = Uint32Array.from({ length: weightedSet.length }, (_, i) => i % 3);
  const grouped = new Uint32Array(3 * size);
  weighted.vectors.forEach((vector, i) => (grouped[(i % 3) * size + vector[small]] += weighted.counts[i]));
  expectSame(engine.groupHistogram(weightedSet, groupOf, 3, small), grouped, what('groupHistogram'));
  let minority = 0;
  for (let c = 0; c < classesBefore.count; c++) {
    const counts = histogram.subarray(c * size, (c + 1) * size);
    minority += counts.reduce((a, b) => a + b, 0) - counts.reduce((a, b) => Math.max(a, b), 0);
  }
  expectNumber(engine.minoritySum(histogram, size), minority, what('minoritySum'));
  for (const condition of conditions) {
    const expected = selected.counts.map((_, c) =>
      judge(condition, Array.from(histogram.subarray(c * size, (c + 1) * size))) === true ? 1 : 0,
    );
    const actual = engine.checkCondition(condition, Uint32Array.from(selected.counts), histogram);
    expectSame(actual, expected, what(`checkCondition ${condition.kind}`));
  }
}

describe('kernels on random tables', () => {
  it('runs the twin and both builds of the kernels', () => {
    expect(engines.map((engine) => engine.variant)).toEqual(['js', 'wasm', 'wasm-debug']);
    expect(engines.map((engine) => engine.name)).toEqual(['js', 'wasm', 'wasm']);
  });

  it(
    `agree with their definition in every engine, on ${TABLES} tables`,
    () => {
      for (let seed = 1; seed <= TABLES; seed++) {
        const random = generator(seed);
        const { rows, columns, sizes } = randomTable(random);
        const q = columns.length;
        const maps = randomMaps(random, sizes);
        const selection = sizes.map((_, c) => c).filter(() => random.below(3) > 0);
        const weights = Uint32Array.from(rows, () => 1 + random.below(random.pick([1, 5, 1000])));
        const whole = mergeRows(rows);
        const mapped = mergeRows(generalize(rows, maps));
        const selected = mergeRows(rows.map((row) => selection.map((c) => row[c])));
        const selectedMapped = mergeRows(generalize(rows, maps).map((row) => selection.map((c) => row[c])));
        const weighted = mergeRows(rows, Array.from(weights));
        const rolled = mergeRows(generalize(weighted.vectors, maps), weighted.counts);
        const projected = mergeRows(
          weighted.vectors.map((vector) => selection.map((c) => vector[c])),
          weighted.counts,
        );
        const split = q > 0 ? random.below(q) : 0;
        const classesBefore: Classes = { count: selected.vectors.length, classOf: Uint32Array.from(selected.vectorOf) };
        const splitExpected =
          q > 0
            ? mergeRows(rows.map((row, i) => [selected.vectorOf[i], maps[split]?.map[row[split]] ?? row[split]]))
            : null;
        const small = sizes.findIndex((size) => size <= 300);
        const k = random.below(6);
        const conditions =
          small < 0 ? [] : [0, 1, 2].map(() => randomCondition(random, sizes[small], new Uint32Array(sizes[small])));
        if (small >= 0) {
          const global = new Uint32Array(sizes[small]);
          for (const row of rows) global[row[small]]++;
          for (const condition of conditions) if ('global' in condition) condition.global.set(global);
        }

        const sizesOfClasses = Uint32Array.from(weighted.counts);
        const expectedSums = sumClasses(sizesOfClasses, k);
        for (const engine of engines) {
          const what = (kernel: string) => (): string => `seed ${seed}, ${engine.variant}, ${kernel}`;
          const table = engine.load(rows.length, columns);
          const set = engine.frequencySet(table);
          expectSet(set, whole, q, what('frequencySet'));
          expectSame(set.vectorOf(), whole.vectorOf, what('vectorOf'));
          const mappedSet = engine.frequencySet(table, undefined, maps);
          expectSet(mappedSet, mapped, q, what('frequencySet with maps'));
          expectSame(mappedSet.vectorOf(), mapped.vectorOf, what('vectorOf with maps'));
          const selectedSet = engine.frequencySet(
            table,
            selection,
            selection.map((c) => maps[c]),
          );
          expectSet(selectedSet, selectedMapped, selection.length, what('frequencySet of a selection'));

          const weightedSet = engine.frequencySetOf(columns, weights);
          expectSet(weightedSet, weighted, q, what('frequencySetOf'));
          const distinct = columns.map(({ size }, c) => ({ codes: weightedSet.codes(c), size }));
          const sameSet = engine.frequencySetOf(distinct, weightedSet.counts(), true);
          expectSet(sameSet, weighted, q, what('frequencySetOf distinct vectors'));
          sameSet.dispose();
          const rolledSet = engine.rollUp(weightedSet, maps);
          expectSet(rolledSet, rolled, q, what('rollUp'));
          const projectedSet = engine.project(weightedSet, selection);
          expectSet(projectedSet, projected, selection.length, what('project'));

          if (splitExpected !== null) {
            const classes = engine.splitClasses(table, classesBefore, split, maps[split]);
            expectNumber(classes.count, splitExpected.vectors.length, what('splitClasses'));
            expectSame(classes.classOf, splitExpected.vectorOf, what('splitClasses'));
          }
          const sums = engine.classSums(sizesOfClasses, k);
          for (const key of Object.keys(expectedSums) as (keyof ClassSums)[]) {
            if (sums[key] !== expectedSums[key]) expect(sums, what('classSums')()).toEqual(expectedSums);
          }
          if (small >= 0)
            expectCounts({ engine, table, rows, small, selected, weighted, weightedSet, conditions, what });
          for (const part of [set, mappedSet, selectedSet, weightedSet, rolledSet, projectedSet, table]) part.dispose();
        }
      }
    },
    PATIENCE,
  );
});
