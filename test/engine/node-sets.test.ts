import { describe, expect, it } from 'vitest';
import type { NodeSums } from '../../src/engine/engine.js';
import { casesOf } from '../shared.js';
import { drawNodeSets, type NodeSetsCase } from './cases/node-set-cases.js';
import { bothEngines, ENGINES } from './engines.js';

const engines = await bothEngines();

/** A class of a node by definition: its rows, its histograms, and the node of each attribute. */
interface NodeClass {
  rows: number;
  readonly nodes: readonly number[];
  readonly histograms: number[][];
}

function classesOf({ vectors, counts, spec, sizes }: NodeSetsCase, levels: readonly number[]): NodeClass[] {
  const classes = new Map<string, NodeClass>();
  vectors.forEach((vector, v) => {
    const nodes = spec.attributes.map(({ column, levels: own }, a) => own[levels[a]].map[vector[column]]);
    const found = classes.get(nodes.join()) ?? {
      rows: 0,
      nodes,
      histograms: spec.histograms.map((column) => new Array<number>(sizes[column]).fill(0)),
    };
    classes.set(nodes.join(), found);
    found.rows += counts[v];
    spec.histograms.forEach((column, h) => (found.histograms[h][vector[column]] += counts[v]));
  });
  return [...classes.values()];
}

/** The sums of a node by definition; those of weights are not summed in the same order. */
function sumsOf({ spec }: NodeSetsCase, levels: readonly number[], classes: readonly NodeClass[], minimum: number) {
  const failing = classes.filter(({ rows }) => rows < minimum);
  const squares = (list: readonly NodeClass[]): number => list.reduce((sum, { rows }) => sum + rows ** 2, 0);
  const cells = spec.weights?.map((weights, a) =>
    failing.reduce((sum, { rows, nodes }) => sum + rows * weights[levels[a]][nodes[a]], 0),
  );
  return {
    total: classes.length,
    classes: classes.length - failing.length,
    suppressed: failing.reduce((sum, { rows }) => sum + rows, 0),
    squares: squares(classes) - squares(failing),
    allSquares: squares(classes),
    cells: cells ?? null,
  };
}

function expectSums(found: NodeSums, expected: ReturnType<typeof sumsOf>, what: string): void {
  const { cells, ...others } = found;
  const { cells: weighed, ...plain } = expected;
  expect(others, what).toEqual(plain);
  expect(cells === null, what).toBe(weighed === null);
  weighed?.forEach((sum, a) => expect(cells![a], what).toBeCloseTo(sum, 6));
}

const cases = casesOf(400, 11);

describe.each(ENGINES)('frequency sets of lattice nodes in %s', (name) => {
  it('take more than 2^26 rows where no squares are asked for, and refuse them where they are', () => {
    const columns = [{ codes: Uint32Array.of(0, 1, 2), size: 3 }];
    const set = engines[name].frequencySetOf(columns, Uint32Array.of(2 ** 27, 2 ** 26, 5));
    const levels = [
      { map: Uint32Array.of(0, 1, 2), size: 3 },
      { map: Uint32Array.of(0, 0, 1), size: 2 },
    ];
    const spec = { attributes: [{ column: 0, levels }], histograms: [], weights: [[[0, 0, 0], [0.5, 0.25]].map((own) => Float64Array.from(own))] }; // prettier-ignore
    expect(() => engines[name].nodeSets(set, spec)).toThrow(/rows whose discernibility is counted exactly/);
    const sets = engines[name].nodeSets(set, { ...spec, squares: false });
    const id = sets.rollUp(sets.base, [1]);
    expect(sets.sum(id, 10)).toEqual({
      total: 2,
      classes: 1,
      suppressed: 5,
      squares: NaN,
      allSquares: NaN,
      cells: Float64Array.of(1.25),
    });
    expect([...sets.sizes(id)]).toEqual([2 ** 27 + 2 ** 26, 5]);
    sets.dispose?.();
    set.dispose();
  });

  it('count the memory that they take, and give back what is released, but for the base', () => {
    for (let seed = 0; seed < 10; seed++) {
      const { sizes, vectors, counts, spec, rollUps } = drawNodeSets(seed);
      if (vectors.length === 0) continue;
      const columns = sizes.map((size, c) => ({ codes: Uint32Array.from(vectors, (vector) => vector[c]), size }));
      const set = engines[name].frequencySetOf(columns, counts);
      const sets = engines[name].nodeSets(set, spec);
      const atFirst = sets.bytes;
      expect(atFirst).toBeGreaterThan(0);
      const first = rollUps.find(({ from }) => from === 0);
      if (first !== undefined) {
        const id = sets.rollUp(sets.base, first.levels);
        const taken = sets.bytes - atFirst;
        expect(taken).toBeGreaterThan(0);
        expect(taken).toBeLessThanOrEqual(atFirst);
        sets.release(id);
        expect(sets.bytes).toBe(atFirst);
        sets.release(id);
        expect(sets.bytes).toBe(atFirst);
      }
      sets.release(sets.base);
      expect(sets.bytes).toBe(atFirst);
      expect(sets.length(sets.base)).toBeGreaterThan(0);
      sets.dispose?.();
      set.dispose();
    }
  });

  it(`have the classes, sums and histograms of their definition, in ${cases} lattices`, () => {
    const engine = engines[name];
    for (let seed = 0; seed < cases; seed++) {
      const drawn = drawNodeSets(seed);
      const { sizes, vectors, counts, spec, rollUps, minimum } = drawn;
      const columns = sizes.map((size, c) => ({ codes: Uint32Array.from(vectors, (vector) => vector[c]), size }));
      const set = engine.frequencySetOf(columns, counts);
      const sets = engine.nodeSets(set, spec);
      const base = spec.attributes.map(() => 0);
      const ids = [sets.base];
      const check = (id: number, levels: readonly number[]): void => {
        const what = `seed ${seed}, levels ${levels.join()}`;
        const classes = classesOf(drawn, levels);
        expectSums(sets.sum(id, minimum), sumsOf(drawn, levels, classes, minimum), what);
        const histograms = spec.histograms.map((_, h) => sets.histogram(id, h));
        const rowOf = (h: number, c: number): string => {
          const size = sizes[spec.histograms[h]];
          return histograms[h].subarray(c * size, (c + 1) * size).join();
        };
        const read = Array.from(sets.sizes(id), (rows, c) =>
          [rows, ...histograms.map((_, h) => rowOf(h, c))].join(' '),
        );
        const expected = classes.map(({ rows, histograms }) =>
          [rows, ...histograms.map((own) => own.join())].join(' '),
        );
        expect(read.sort(), what).toEqual(expected.sort());
      };
      check(sets.base, base);
      for (const { from, levels } of rollUps.slice(0, 4)) {
        ids.push(sets.rollUp(ids[from], levels));
        check(ids.at(-1)!, levels);
      }
      const top = Math.min(spec.attributes[0].levels.length - 1, 3);
      sets.chain(sets.base, base, 0, 0, top, minimum).forEach((sums, level) => {
        const levels = base.map((own, a) => (a === 0 ? level : own));
        expectSums(sums, sumsOf(drawn, levels, classesOf(drawn, levels), minimum), `seed ${seed}, chain ${level}`);
      });
      sets.dispose();
      set.dispose();
    }
  });
});
