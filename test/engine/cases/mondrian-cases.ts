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

export const mondrianCases = [
  ...seededCases('mondrian', 120, prepareMondrian),
  ...seededCases('mondrian, wide', 6, prepareWide),
];
