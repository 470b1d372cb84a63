/** Random problems of Mondrian for tests of the kernels. */
import type { ClassCondition, MondrianAttribute } from '../../src/engine/engine.js';
import { mulberry32 } from '../random.js';
import { randomSets } from './oracle.js';

export interface MondrianCase {
  readonly rows: number;
  readonly columns: Uint8Array[];
  readonly sizes: number[];
  readonly q: number;
  readonly attributes: MondrianAttribute[];
  readonly conditions: ClassCondition[];
  readonly k: number;
}

export function randomMondrianCase(seed: number): MondrianCase {
  const random = mulberry32(seed);
  const below = (n: number): number => Math.floor(random() * n);
  const rows = 1 + below(below(4) === 0 ? 200 : 40);
  const q = 1 + below(4);
  const sensitive = below(3);
  const sizes = Array.from({ length: q + sensitive }, () => 1 + below(below(3) === 0 ? 40 : 6));
  const columns = sizes.map((size) => {
    const skew = 1 + below(3);
    return Uint8Array.from({ length: rows }, () => Math.floor(Math.pow(random(), skew) * size));
  });
  const attributes = sizes.slice(0, q).map((size): MondrianAttribute => {
    const positions = new Float64Array(size);
    const kind = below(3);
    for (let i = 1; i < size; i++) positions[i] = positions[i - 1] + (kind === 0 ? 1 + below(9) : 1);
    const range = Math.max(1, positions[size - 1]);
    return { positions, range, rank: below(4), tree: kind === 2 ? randomTree(size, below) : null };
  });
  const k = 1 + below(6);
  const conditions: ClassCondition[] = [{ kind: 'size', minimum: k }];
  for (let s = 0; s < sensitive; s++) {
    const column = q + s;
    const global = new Uint32Array(sizes[column]);
    for (const code of columns[column]) global[code]++;
    const kinds: ClassCondition[] = [
      { kind: 'distinct', column, l: 1 + below(3) },
      { kind: 'entropy', column, l: 1 + random() * 2 },
      { kind: 'recursive', column, l: 1 + below(3), c: 0.5 + random() * 4 },
      { kind: 't-equal', column, t: random(), global },
      { kind: 't-ordered', column, t: random(), global },
      {
        kind: 't-hierarchical',
        column,
        t: random(),
        global,
        height: 2,
        nodeOf: Uint32Array.from({ length: 2 * sizes[column] }, (_, i) =>
          i < sizes[column] ? i : Math.floor((i - sizes[column]) / 3),
        ),
        nodes: sizes[column],
      },
      {
        kind: 'shares',
        column,
        minimum: 1 + below(8),
        lower: Float64Array.from(global, () => (below(2) === 0 ? 0 : random() * 0.1)),
        upper: Float64Array.from(global, () => 0.3 + random()),
        every: below(3) === 0,
      },
      {
        kind: 'range',
        column,
        distinct: below(4),
        span: below(4),
        values: Float64Array.from(global, (_, code) => (code === 2 ? NaN : code)),
      },
      randomSets(column, sizes[column], below),
    ];
    conditions.push(kinds[below(kinds.length)]);
  }
  return { rows, columns, sizes, q, attributes, conditions, k };
}

function randomTree(size: number, below: (n: number) => number): MondrianAttribute['tree'] {
  const lo: number[] = [];
  const hi: number[] = [];
  const childrenOf: number[][] = [];
  const add = (from: number, to: number): number => {
    const node = lo.length;
    lo.push(from);
    hi.push(to);
    childrenOf.push([]);
    let at = from;
    while (from !== to && at <= to) {
      let end = at + below(Math.max(1, Math.ceil((to - at + 1) / 1.5)));
      if (at === from && end === to) end = to - 1;
      childrenOf[node].push(add(at, end));
      at = end + 1;
    }
    return node;
  };
  add(0, size - 1);
  const childStart = [0];
  const children: number[] = [];
  for (const list of childrenOf) {
    for (const child of list) children.push(child);
    childStart.push(children.length);
  }
  return {
    lo: Uint32Array.from(lo),
    hi: Uint32Array.from(hi),
    childStart: Uint32Array.from(childStart),
    children: Uint32Array.from(children),
  };
}
