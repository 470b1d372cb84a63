import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { HierarchyError } from '../../src/base/errors.js';
import { buildHierarchy } from '../../src/hierarchy/build-hierarchy.js';
import { smallestNodeCovering, treeOf } from '../../src/hierarchy/tree.js';
import { casesOf } from '../shared.js';
import { columnOf } from './columns.js';

const hierarchyOf = (rows: string[][]) =>
  buildHierarchy({ type: 'levels', rows }, columnOf('a', 'string', [rows[0][0]]));

describe('a hierarchy as a tree', () => {
  it('stands in pre-order, chains collapsed to their lowest level', () => {
    const tree = treeOf(
      hierarchyOf([
        ['x', 'A', 'AA', '*', '**'],
        ['y', 'A', 'AA', '*', '**'],
        ['z', 'B', 'BB', '*', '**'],
      ]),
    );
    expect(tree.labels).toEqual(['*', 'A', 'x', 'y', 'z']);
    expect(Array.from(tree.level)).toEqual([3, 1, 0, 0, 0]);
    expect(Array.from(tree.lo)).toEqual([0, 0, 0, 1, 2]);
    expect(Array.from(tree.hi)).toEqual([2, 1, 0, 1, 2]);
    expect(Array.from(tree.childStart)).toEqual([0, 2, 4, 4, 4, 4]);
    expect(Array.from(tree.children)).toEqual([1, 4, 2, 3]);
  });

  it('is a single node for a single leaf', () => {
    expect(treeOf(hierarchyOf([['x', 'A', '*']]))).toMatchObject({ labels: ['x'] });
    expect(treeOf(hierarchyOf([['x']]))).toMatchObject({ labels: ['x'] });
  });

  it('needs one root', () => {
    expect(() => treeOf(hierarchyOf([['x'], ['y']]))).toThrow(HierarchyError);
  });

  it('finds the smallest node over any run, as a look at every node does', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 24 }),
        fc.array(fc.integer({ min: 1, max: 4 }), { minLength: 0, maxLength: 4 }),
        fc.infiniteStream(fc.nat(23)),
        (leaves, factors, draws) => {
          const rows = Array.from({ length: leaves }, (_, leaf) => {
            let group = leaf;
            return [
              `leaf ${leaf}`,
              ...factors.map((factor, level) => `${level}/${(group = Math.floor(group / factor))}`),
              '*',
            ];
          });
          const tree = treeOf(hierarchyOf(rows));
          for (let node = 0; node < tree.lo.length; node++) {
            const from = tree.childStart[node];
            const to = tree.childStart[node + 1];
            if (from === to) expect(tree.lo[node]).toBe(tree.hi[node]);
            else {
              expect(to - from).toBeGreaterThan(1);
              let next = tree.lo[node];
              for (let i = from; i < to; i++) {
                expect(tree.children[i]).toBeGreaterThan(node);
                expect(tree.lo[tree.children[i]]).toBe(next);
                next = tree.hi[tree.children[i]] + 1;
              }
              expect(next).toBe(tree.hi[node] + 1);
            }
          }
          for (let round = 0; round < 8; round++) {
            const a = draws.next().value % leaves;
            const b = draws.next().value % leaves;
            const [lo, hi] = a < b ? [a, b] : [b, a];
            let best = 0;
            for (let node = 0; node < tree.lo.length; node++) {
              const covers = tree.lo[node] <= lo && tree.hi[node] >= hi;
              if (covers && tree.hi[node] - tree.lo[node] < tree.hi[best] - tree.lo[best]) best = node;
            }
            expect(smallestNodeCovering(tree, lo, hi)).toBe(best);
          }
        },
      ),
      { seed: 14, numRuns: casesOf(20_000, 400) },
    );
  });
});
