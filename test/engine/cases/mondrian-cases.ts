import { isDeepStrictEqual } from 'node:util';
import type { ClassCondition } from '../../../src/engine/engine.js';
import { finish } from '../finish.js';
import { generator } from '../random.js';
import { randomMondrianCase } from '../random-mondrian.js';
import type { Subject } from './kernel-case.js';
import { seededCases } from './kernel-case.js';

/** Mondrian, strict and relaxed; see mondrian-kernel.test.ts for what it must give. */
function prepareMondrian(seed: number): (subject: Subject) => unknown {
  const drawn = randomMondrianCase(seed);
  const columns = drawn.columns.map((codes, i) => ({ codes, size: drawn.sizes[i] }));
  const { attributes, conditions } = drawn;
  return ({ engine }) => {
    const table = engine.load(drawn.rows, columns);
    const set = engine.frequencySet(table);
    const seen = (['strict', 'relaxed'] as const).map((partitioning) => {
      const search = engine.mondrian(set, { attributes, conditions, partitioning });
      const trail: number[] = [];
      for (let i = 0; i < 5 && !search.step(1 + (seed % 30)); i++) trail.push(search.progress());
      return [trail, finish(search, 50)];
    });
    set.dispose();
    table.dispose();
    return seen;
  };
}

/** Codes of every width, of attributes and of sensitive columns. */
function prepareWide(seed: number): (subject: Subject) => unknown {
  const random = generator(seed + 60);
  const rows = 60 + 90 * seed;
  const sizes = [200, 1_000, 70_000, 3, [2, 300, 66_000][seed % 3], [400, 5, 2][seed % 3]];
  const columns = sizes.map((size) => ({
    codes: Uint32Array.from({ length: rows }, () => Math.floor(size * random.unit() ** 2)),
    size,
  }));
  const attributes = sizes.slice(0, 4).map((size) => ({
    positions: Float64Array.from({ length: size }, (_, i) => i),
    range: size - 1,
    rank: random.below(3),
    tree: null,
  }));
  const conditions: ClassCondition[] = [
    { kind: 'size', minimum: 2 + random.below(4) },
    { kind: 'distinct', column: 4, l: 2 },
    { kind: 'entropy', column: 5, l: 1.5 },
  ];
  return ({ engine }) => {
    const set = engine.frequencySetOf(columns, new Uint32Array(rows).fill(1));
    const seen = (['strict', 'relaxed'] as const).map((partitioning) =>
      finish(engine.mondrian(set, { attributes, conditions, partitioning }), 200),
    );
    set.dispose();
    return seen;
  };
}

/** A root and its leaves. */
const flatTree = (size: number) => ({
  lo: Uint32Array.from({ length: size + 1 }, (_, node) => (node === 0 ? 0 : node - 1)),
  hi: Uint32Array.from({ length: size + 1 }, (_, node) => (node === 0 ? size - 1 : node - 1)),
  childStart: Uint32Array.from({ length: size + 2 }, (_, node) => (node === 0 ? 0 : size)),
  children: Uint32Array.from({ length: size }, (_, child) => child + 1),
});

/** Persons, who have several vectors, and pairs of them and values. */
function preparePersons(seed: number): (subject: Subject) => unknown {
  const random = generator(seed + 500);
  const rows = 20 + random.below(seed % 4 === 0 ? 900 : 150);
  const persons = 2 + random.below(rows);
  const values = 1 + random.below(5);
  const sizes = [2 + random.below(300), 2 + random.below(9)];
  const codesBelow = (size: number): Uint32Array => Uint32Array.from({ length: rows }, () => random.below(size));
  const of = codesBelow(persons);
  const keys = codesBelow(values).map((value, row) => of[row] * values + value);
  const known = [...new Set(keys)].sort((a, b) => a - b);
  const personOf = Uint32Array.from(known, (key) => Math.floor(key / values));
  const valueOf = Uint32Array.from(known, (key) => key % values);
  const rowsOf = new Uint32Array(persons);
  for (const person of of) rowsOf[person]++;
  const holders = new Uint32Array(values);
  const weights = new Float64Array(values);
  for (const value of valueOf) holders[value]++;
  for (const key of keys) weights[key % values] += 1 / rowsOf[Math.floor(key / values)];
  const pairs = { personOf, valueOf, values, persons, holders, weights };
  const columns = [
    ...sizes.map((size) => ({ codes: codesBelow(size), size })),
    { codes: of, size: persons },
    { codes: keys.map((key) => known.indexOf(key)), size: known.length },
  ];
  const tree = flatTree(sizes[0]);
  const attributes = sizes.map((size, a) => ({
    positions: Float64Array.from({ length: size }, (_, i) => i),
    range: size - 1,
    rank: random.below(3),
    tree: a === 0 && seed % 2 === 1 ? tree : null,
  }));
  const l = 1 + random.below(seed % 5 === 0 ? rows : 6);
  const global = holders;
  const lower = new Float64Array(values);
  const conditions: ClassCondition[][] = [
    [],
    [{ kind: 'distinct', column: 3, l: 1 + random.below(3), pairs }],
    [
      { kind: 'entropy', column: 3, l: 1 + random.unit(), pairs },
      { kind: 'recursive', column: 3, l: 2, c: 3, pairs },
    ],
    [{ kind: 't-equal', column: 3, t: random.unit(), global, pairs }],
    [{ kind: 't-ordered', column: 3, t: random.unit(), global, pairs }],
    [
      {
        kind: 'shares',
        column: 3,
        minimum: 1,
        lower,
        upper: lower.map(() => 0.5 + random.unit()),
        every: false,
        pairs,
      },
    ],
  ];
  const byPersons: ClassCondition = { kind: 'distinct', column: 2, l, persons: true };
  // Histograms of persons say the same.
  const byHistogram: ClassCondition[] = [
    { kind: 'distinct', column: 2, l },
    { kind: 'size', minimum: l },
  ];
  return ({ engine }) => {
    const set = engine.frequencySetOf(
      columns,
      Uint32Array.from(of, (_, row) => 1 + (row % 3)),
    );
    const search = (own: readonly ClassCondition[], partitioning: 'strict' | 'relaxed') =>
      finish(engine.mondrian(set, { attributes, conditions: own, partitioning }), 200);
    const seen = (['strict', 'relaxed'] as const).map((partitioning) => {
      const plain = search([byPersons], partitioning);
      if (!isDeepStrictEqual(plain, search(byHistogram, partitioning))) throw new Error('lists and histograms differ');
      return conditions.map((own) => search([byPersons, ...own], partitioning));
    });
    set.dispose();
    return seen;
  };
}

export const mondrianCases = [
  ...seededCases('mondrian, persons', 30, preparePersons),
  ...seededCases('mondrian', 120, prepareMondrian),
  ...seededCases('mondrian, wide', 6, prepareWide),
];
