/** Random tables, generalizations and conditions for tests of the kernels. */
import type { ClassCondition, EngineColumn, LevelMap } from '../../src/engine/engine.js';
import { allocateCodes } from '../../src/table/table.js';
import { randomSets } from './oracle.js';
import type { Generator } from './random.js';

export interface RandomTable {
  readonly rows: number[][];
  readonly columns: EngineColumn[];
  readonly sizes: number[];
}

/** Few or many rows and columns, code spaces from 1 to beyond 2^16, skewed or even, sometimes loaded through a map. */
export function randomTable(random: Generator): RandomTable {
  // 2,048 rows make a chunk of keys: some tables have several.
  const fewRows = random.pick([0, 1, 2, 3, 17, random.below(60), 16 * random.below(8), random.below(60)]);
  const rowCount = random.below(60) === 0 ? 2000 + random.below(4500) : fewRows;
  const columnCount = random.below(40) === 0 ? 40 : random.pick([0, 1, 2, 3, 4, 5, 9]);
  const wide = random.below(30) === 0;
  const sizes = Array.from({ length: columnCount }, () =>
    random.pick(
      wide
        ? [255, 256, 257, 65536, 65537, 1_000_000, 4294967295]
        : [1, 2, 2, 3, 5, 7, 16, 17, 41, 74, 128, 129, 256, 300],
    ),
  );
  const skew = random.pick([1, 1, 3, 8]);
  const code = (size: number): number => Math.floor(size * random.unit() ** skew);
  const resident = sizes.map((size) => Array.from({ length: rowCount }, () => code(size)));
  const columns = resident.map((codes, c): EngineColumn => {
    const size = sizes[c];
    if (size > 70_000 || random.below(3) > 0) {
      const width = random.pick([0, 1, 2]);
      const typed =
        width === 0
          ? allocateCodes(rowCount, size)
          : width === 1 && size <= 65536
            ? new Uint16Array(rowCount)
            : new Uint32Array(rowCount);
      typed.set(codes);
      return { codes: typed, size };
    }
    // A dictionary in another order, one entry longer than the code space.
    const map = new Uint32Array(size + 1);
    for (let i = 0; i <= size; i++) map[i] = (i + 7) % size;
    const inverse = new Uint32Array(size);
    for (let i = 0; i < size; i++) inverse[map[i]] = i;
    const typed = allocateCodes(rowCount, size + 1);
    codes.forEach((value, row) => (typed[row] = inverse[value]));
    return { codes: typed, size, map };
  });
  const rows = Array.from({ length: rowCount }, (_, row) => resident.map((codes) => codes[row]));
  return { rows, columns, sizes };
}

/** A map of random codes for most columns. */
export function randomMaps(random: Generator, sizes: readonly number[]): (LevelMap | null)[] {
  return sizes.map((domain) => {
    if (domain > 70_000 || random.below(3) === 0) return null;
    const size = random.pick([1, 1, 2, 3, Math.ceil(domain / 2), domain, 300]);
    return { map: Uint32Array.from({ length: domain }, () => random.below(size)), size };
  });
}

/** A condition of any kind on classes, over a column of `size` codes. */
export function randomCondition(random: Generator, size: number, global: Uint32Array): ClassCondition {
  const l = random.pick([1, 2, 3, 5]);
  return random.pick<ClassCondition>([
    { kind: 'size', minimum: random.below(10) },
    { kind: 'distinct', column: 0, l },
    { kind: 'entropy', column: 0, l: random.pick([1, 1.5, 2, 3, size]) },
    { kind: 'recursive', column: 0, l, c: random.pick([0.5, 1, 2, 3]) },
    { kind: 't-equal', column: 0, t: random.pick([0, 0.1, 0.2, 0.25, 0.5, 1]), global },
    { kind: 't-ordered', column: 0, t: random.pick([0, 0.1, 0.2, 0.25, 0.5, 1]), global },
    {
      kind: 't-hierarchical',
      column: 0,
      t: random.pick([0, 0.1, 0.2, 0.25, 0.5, 1]),
      global,
      height: 2,
      nodeOf: Uint32Array.from({ length: 2 * size }, (_, i) => (i < size ? i : Math.floor((i - size) / 4))),
      nodes: size,
    },
    {
      kind: 'shares',
      column: 0,
      minimum: random.below(4),
      lower: Float64Array.from({ length: size }, () => random.pick([0, 0.05, 0.5])),
      upper: Float64Array.from({ length: size }, () => random.pick([0.25, 0.5, 1])),
      every: random.pick([true, false]),
    },
    {
      kind: 'range',
      column: 0,
      distinct: l,
      span: random.below(5),
      values: Float64Array.from({ length: size }, () => random.pick([NaN, -1, 0, 2, 7])),
    },
    randomSets(0, size, (n) => random.below(n)),
  ]);
}
