import { beforeAll, describe, expect, it } from 'vitest';
import type { Engine, FrequencySet, ResidentTable } from '../../src/engine/engine.js';
import { long, sharedFolder } from '../shared.js';
import { readAdult, readTruth, type AdultColumn, type TruthRow } from './adult.js';
import { allEngines } from './engines.js';

/** Milliseconds; generous, since machines are shared. */
const PATIENCE = 600_000;
const THRESHOLDS = [2, 3, 5, 10, 25, 50, 100, 250, 1000];

const engines = await allEngines();

describe.skipIf(sharedFolder === null)('lattice nodes of Adult', () => {
  let columns: AdultColumn[];
  let rows: number;
  beforeAll(() => {
    ({ rows, columns } = readAdult());
  });

  function expectNode(engine: Engine, set: FrequencySet, truth: TruthRow, occupation: boolean): void {
    let counts = set.counts();
    let minimum = Infinity;
    if (occupation) {
      // Merge the sensitive column away, keep its values per class.
      const q = set.sizes.length - 1;
      const classes = engine.project(
        set,
        Array.from({ length: q }, (_, c) => c),
      );
      const groupOf = classNumbers(set, classes);
      const size = set.sizes[q];
      const histogram = engine.groupHistogram(set, groupOf, classes.length, q);
      for (let c = 0; c < classes.length; c++) {
        let distinct = 0;
        for (let code = 0; code < size; code++) if (histogram[c * size + code] > 0) distinct++;
        if (distinct < minimum) minimum = distinct;
      }
      counts = classes.counts();
      classes.dispose();
    }
    const found: Record<string, number> = {};
    const sums = engine.classSums(counts, 1);
    found.classes = sums.classes;
    found.minClass = sums.minimum;
    found.sumSquares = Number(sums.sumOfSquares);
    for (const k of THRESHOLDS) found[`rowsInClassesBelow${k}`] = engine.classSums(counts, k).below;
    if (occupation) found.minDistinct_occupation = minimum;
    const expected = Object.fromEntries(truth.values);
    if (JSON.stringify(found) !== JSON.stringify(expected)) {
      expect({ node: truth.levels.join(''), engine: engine.variant, ...found }).toEqual({
        node: truth.levels.join(''),
        engine: engine.variant,
        ...expected,
      });
    }
  }

  /** Class of every vector of `set`, found by the codes of the classes' own columns. */
  function classNumbers(set: FrequencySet, classes: FrequencySet): Uint32Array {
    const q = classes.sizes.length;
    // The code spaces of Adult multiply to less than 2^30.
    const keyOf = (codes: ArrayLike<number>[], i: number): number => {
      let key = 0;
      for (let c = 0; c < q; c++) key = key * classes.sizes[c] + codes[c][i];
      return key;
    };
    const classCodes = Array.from({ length: q }, (_, c) => classes.codes(c));
    const setCodes = Array.from({ length: q }, (_, c) => set.codes(c));
    const numbers = new Map<number, number>();
    for (let i = 0; i < classes.length; i++) numbers.set(keyOf(classCodes, i), i);
    return Uint32Array.from({ length: set.length }, (_, i) => numbers.get(keyOf(setCodes, i))!);
  }

  const mapsOf = (truth: TruthRow, chosen: readonly number[]) =>
    chosen.map((column, i) => columns[column].levels[truth.levels[i]] ?? null);

  const cases = [
    { file: 'nodes-adult9.csv', chosen: [0, 1, 2, 3, 4, 5, 6, 7, 8], occupation: false },
    { file: 'nodes-adult8-occupation.csv', chosen: [0, 1, 2, 3, 4, 5, 6, 8], occupation: true },
  ];
  for (const { file, chosen, occupation } of cases) {
    const selection = occupation ? [...chosen, 7] : chosen;

    it(
      `have the counts of ${file} through roll-up`,
      () => {
        const truth = readTruth(file);
        for (const [turn, engine] of engines.entries()) {
          const table = engine.load(rows, columns);
          const base = engine.frequencySet(table, selection);
          // All nodes in the long run; else every eighth node in one engine, fewer with the slow oracle around occupation.
          const step = long ? 1 : engines.length * (occupation ? 20 : 8);
          for (let i = long ? 0 : turn; i < truth.length; i += step) {
            const maps = mapsOf(truth[i], chosen);
            const set = engine.rollUp(base, occupation ? [...maps, null] : maps);
            expectNode(engine, set, truth[i], occupation);
            set.dispose();
          }
          base.dispose();
          table.dispose();
        }
      },
      PATIENCE,
    );

    it(
      `have the counts of ${file} counted from the rows`,
      () => {
        const truth = readTruth(file);
        const tables = new Map<Engine, ResidentTable>(engines.map((engine) => [engine, engine.load(rows, columns)]));
        truth.forEach((row, i) => {
          if (!long && i % 24 !== 0) return;
          // Every node in every engine in the long run; else every engine takes its turn.
          for (const engine of long ? engines : [engines[(i / 24) % engines.length]]) {
            const maps = mapsOf(row, chosen);
            const set = engine.frequencySet(tables.get(engine)!, selection, occupation ? [...maps, null] : maps);
            expect(set.rows).toBe(rows);
            if (!occupation || long || i % 7 < 1) expectNode(engine, set, row, occupation);
            set.dispose();
          }
        });
        for (const table of tables.values()) table.dispose();
      },
      PATIENCE,
    );
  }
});
