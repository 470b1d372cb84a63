import type { Classes, EngineColumn, FrequencySet } from '../../../src/engine/engine.js';
import { mergeRows } from '../oracle.js';
import { generator } from '../random.js';
import { randomCondition, randomMaps, randomTable } from '../random-tables.js';
import type { Subject } from './kernel-case.js';
import { seededCases } from './kernel-case.js';

/** All that can be read of a set. */
function readSet(set: FrequencySet): unknown[] {
  return [set.length, set.rows, set.counts(), set.sizes.map((_, c) => set.codes(c))];
}

/** Merging, splitting, counting and judging of a random table; see kernels.test.ts for what it must give. */
function prepareTable(seed: number): (subject: Subject) => unknown {
  const random = generator(seed + 1);
  const { rows, columns, sizes } = randomTable(random);
  const maps = randomMaps(random, sizes);
  const selection = sizes.map((_, c) => c).filter(() => random.below(3) > 0);
  const weights = Uint32Array.from(rows, () => 1 + random.below(random.pick([1, 5, 1000])));
  const selected = mergeRows(rows.map((row) => selection.map((c) => row[c])));
  const classes: Classes = { count: selected.vectors.length, classOf: Uint32Array.from(selected.vectorOf) };
  const small = sizes.findIndex((size) => size <= 300);
  const histogram = new Uint32Array(small < 0 ? 0 : classes.count * sizes[small]);
  if (small >= 0) rows.forEach((row, i) => histogram[selected.vectorOf[i] * sizes[small] + row[small]]++);
  const global = new Uint32Array(small < 0 ? 0 : sizes[small]);
  if (small >= 0) for (const row of rows) global[row[small]]++;
  const conditions = small < 0 ? [] : [0, 1, 2].map(() => randomCondition(random, sizes[small], global));
  const k = random.below(6);
  const sizesOfClasses = Uint32Array.from(selected.counts);
  return ({ engine }) => {
    const table = engine.load(rows.length, columns);
    const weighted = engine.frequencySetOf(columns, weights);
    const distinct = columns.map(({ size }, c) => ({ codes: weighted.codes(c), size }));
    const counted = [
      engine.frequencySet(table),
      engine.frequencySet(table, undefined, maps),
      engine.frequencySet(table, selection, selection.map((c) => maps[c])), // prettier-ignore
    ];
    const sets = [
      ...counted,
      weighted,
      engine.frequencySetOf(distinct, weighted.counts(), true),
      engine.rollUp(weighted, maps),
      engine.project(weighted, selection),
    ];
    const seen: unknown[] = [...sets.map(readSet), ...counted.map((set) => set.vectorOf())];
    for (let c = 0; c < columns.length; c++) seen.push(engine.splitClasses(table, classes, c, maps[c]));
    seen.push(engine.classSums(sizesOfClasses, k));
    if (small >= 0) {
      const groupOf = Uint32Array.from({ length: weighted.length }, (_, i) => i % 3);
      seen.push(
        engine.histogram(table, classes, small),
        engine.groupHistogram(weighted, groupOf, 3, small),
        engine.minoritySum(histogram, sizes[small]),
        conditions.map((condition) => engine.checkCondition(condition, sizesOfClasses, histogram)),
      );
    }
    for (const part of [...sets, table]) part.dispose();
    return seen;
  };
}

/** Enough rows with distinct vectors that they are merged by partitions, or that slots must grow. */
function prepareMany(seed: number): (subject: Subject) => unknown {
  const random = generator(seed + 1);
  const { rows, sizes } = [
    { rows: 70_000, sizes: [60_000, 50_000] },
    { rows: 66_001, sizes: [4_294_967_295] },
    { rows: 40_000, sizes: [70_000, 70_000, 3] },
    { rows: 9_000, sizes: [9_000] },
    { rows: 9_000, sizes: [300, 300, 300, 100, 255] },
    { rows: 5_000, sizes: [65_536, 65_537, 9, 65_536] },
  ][seed];
  const columns = sizes.map((size): EngineColumn & { codes: Uint32Array } => ({
    codes: Uint32Array.from({ length: rows }, () => Math.floor(size * random.unit() ** 2)),
    size,
  }));
  const weights = Uint32Array.from({ length: rows }, () => 1 + random.below(9));
  return ({ engine }) => {
    const table = engine.load(rows, columns);
    const counted = engine.frequencySet(table);
    const sets = [counted, engine.frequencySetOf(columns, weights)];
    const seen = [...sets.map(readSet), counted.vectorOf()];
    const split = engine.splitClasses(table, { count: 1, classOf: new Uint32Array(rows) }, 0);
    for (const part of [...sets, table]) part.dispose();
    return [seen, split];
  };
}

/** Few vectors at first, then enough to make the table of keys grow while earlier ones come again. */
function prepareGrowing(seed: number): (subject: Subject) => unknown {
  const random = generator(seed + 9);
  const sizes = [
    [60_000, 50_000],
    [70_000, 70_000],
  ][seed];
  const vectors = Array.from({ length: 25_000 }, () => sizes.map((size) => random.below(size)));
  const drawn = Uint32Array.from({ length: 50_000 }, (_, i) => random.below(i < 20_000 ? 5_000 : vectors.length));
  const columns = sizes.map((size, c) => ({ codes: drawn.map((v) => vectors[v][c]), size }));
  return ({ engine }) => {
    const table = engine.load(drawn.length, columns);
    const set = engine.frequencySet(table);
    const seen = [readSet(set), set.vectorOf()];
    for (const part of [set, table]) part.dispose();
    return seen;
  };
}

/** Keys of several words that hash alike (assembly/hash.ts): they are distinguished word by word. */
function prepareColliding(): (subject: Subject) => unknown {
  const random = generator(77);
  const word = (): number => random.below(4_000_000_000);
  const mix = (hash: number, next: number): number => {
    const mixed = Math.imul(hash ^ next, 0x85ebca6b);
    return (mixed << 13) | (mixed >>> 19);
  };
  const alike = (begin: readonly number[]): number => ([0x2545f491, ...begin].reduce(mix) ^ 0x12345678) >>> 0;
  const vectors = Array.from({ length: 60 }, (_, i) => {
    const begin = [7, word(), 9];
    return i % 2 === 0 ? [...begin, alike(begin)] : [7, begin[1], 9, 11];
  }).filter((codes) => codes.every((code) => code < 4_294_967_295));
  const rows = [...vectors, ...vectors.slice().reverse()];
  const columns = [0, 1, 2, 3].map((c) => ({
    codes: Uint32Array.from(rows, (codes) => codes[c]),
    size: 4_294_967_295,
  }));
  return ({ engine }) => {
    const table = engine.load(rows.length, columns);
    const set = engine.frequencySet(table);
    if (set.length !== vectors.length) throw new Error(`${set.length} vectors, not ${vectors.length}`);
    const seen = [readSet(set), set.vectorOf()];
    for (const part of [set, table]) part.dispose();
    return seen;
  };
}

/** The key of one word whose hash is given (assembly/hash.ts). */
function keyOfHash(hash: number): number {
  // The inverse of the factor of the hash, by Newton's rule.
  let inverse = 1;
  for (let i = 0; i < 6; i++) inverse = Math.imul(inverse, 2 - Math.imul(0x9e3779b1, inverse));
  const mixed = hash ^ (hash >>> 15) ^ (hash >>> 30);
  const word = Math.imul(mixed, inverse);
  return (word ^ (word >>> 16)) >>> 0;
}

/** Keys of one word that share a slot, as many as make tables grow, or rows be dealt out to partitions. */
function prepareSlots(seed: number): (subject: Subject) => unknown {
  const random = generator(seed + 21);
  const size = 4_294_967_295;
  const [crowd, spread, rows] = [
    [900, 0, 3_000],
    [300, 40_000, 70_000],
  ][seed];
  const alike = Array.from({ length: crowd }, (_, i) => keyOfHash(5 + i * 0x40000)).filter((key) => key < size);
  const keys = [...alike, ...Array.from({ length: spread }, () => random.below(size))];
  const codes = Uint32Array.from({ length: rows }, (_, i) => (i % 3 === 0 ? alike[random.below(alike.length)] : keys[random.below(keys.length)])); // prettier-ignore
  return ({ engine }) => {
    const table = engine.load(rows, [{ codes, size }]);
    const set = engine.frequencySet(table);
    if (set.length !== new Set(codes).size) throw new Error('keys that share a slot were taken for one another');
    const seen = [readSet(set), set.vectorOf()];
    for (const part of [set, table]) part.dispose();
    return seen;
  };
}

export const tableCases = [
  ...seededCases('table', 120, prepareTable),
  ...seededCases('many vectors', 6, prepareMany),
  ...seededCases('growing', 2, prepareGrowing),
  ...seededCases('colliding keys', 1, prepareColliding),
  ...seededCases('shared slots', 2, prepareSlots),
];
