import { finish } from '../finish.js';
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

export const mondrianCases = seededCases('mondrian', 120, prepareMondrian);
