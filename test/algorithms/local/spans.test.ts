import { describe, expect, it } from 'vitest';
import { runToCompletion } from '../../../src/base/steps.js';
import { boxCost, spansOf, WHOLE, type Span } from '../../../src/algorithms/local/spans.js';
import { seededRandom, type RandomSource } from '../../../src/base/random.js';
import { buildDomain } from '../../../src/hierarchy/build-domain.js';
import { codeDomain } from '../../../src/hierarchy/coding/code-domain.js';
import type { Domain } from '../../../src/hierarchy/domain.js';
import { smallestNodeCovering, treeOf } from '../../../src/hierarchy/tree.js';
import { tableFromRows, type AttributeSpec, type HierarchyTree } from '../../../src/index.js';
import type { SpanMetric } from '../../../src/algorithms/shared-options.js';

const METRICS: readonly SpanMetric[] = ['ncp', 'loss'];

function domainOf(cells: readonly (string | number | null)[], hierarchy?: AttributeSpec['hierarchy'], isFollowed = false): Domain {
  const [column] = tableFromRows(cells.map((cell) => ({ cell }))).columns;
  const { domain } = buildDomain(column, hierarchy);
  return isFollowed ? { ...domain, isFollowed } : domain;
} // prettier-ignore

/** A tree of two levels over texts. */
function drawTree(random: RandomSource, leaves: number): { cells: string[]; tree: HierarchyTree } {
  const cells = Array.from({ length: leaves }, (_, i) => `v${String(i).padStart(4, '0')}`);
  const tree: Record<string, Record<string, string[]>> = {};
  for (const cell of cells) {
    const top = `t${random.below(3)}`;
    const below = `${top}.${random.below(4)}`;
    ((tree[top] ??= {})[below] ??= []).push(cell);
  }
  return { cells, tree: { '*': tree } };
}

/** Cost of a run of leaves by the definition of the metric, from the released value. */
function costByDefinition(domain: Domain, metric: SpanMetric, lo: number, hi: number): number {
  const { size, missingLeaf } = domain;
  const isTree = domain.hierarchy !== null && (domain.order === 'hierarchy' || domain.isFollowed === true);
  let [first, last] = [lo, hi];
  if (isTree) {
    const tree = treeOf(domain.hierarchy!);
    const node = smallestNodeCovering(tree, lo, hi);
    [first, last] = [tree.lo[node], tree.hi[node]];
  }
  const leaves = last - first + 1;
  const numbers = domain.order === 'numeric' ? domain.numbers : null;
  const asNumbers = numbers !== null && (metric === 'ncp' || (!isTree && domain.hierarchy === null));
  if (leaves === 1) return 0;
  if (numbers !== null && last === missingLeaf && !(isTree && metric === 'loss')) return WHOLE;
  if (asNumbers) {
    const top = missingLeaf < 0 ? size - 1 : size - 2;
    return Math.round(((numbers[last] - numbers[first]) / (numbers[top] - numbers[0])) * WHOLE);
  }
  return Math.round((metric === 'ncp' ? leaves / size : (leaves - 1) / (size - 1)) * WHOLE);
}

const random = seededRandom(9);
const numbersOf = (count: number): number[] => Array.from({ length: count }, (_, i) => 3 * i * i + random.below(3));
const small = drawTree(random, 12);
const intervals: AttributeSpec['hierarchy'] = { type: 'intervals', origin: 0, widths: [10, 40] };
const domains: readonly (readonly [string, Domain])[] = [
  ['texts in order', domainOf(['a', 'b', 'c', 'd', 'e'])],
  ['texts with a missing one', domainOf(['a', 'b', null, 'd', 'e'])],
  ['texts in a tree', domainOf(small.cells, { type: 'tree', tree: small.tree })],
  ['numbers', domainOf(numbersOf(9))],
  ['numbers and a missing one', domainOf([...numbersOf(9), null])],
  ['numbers with levels', domainOf(numbersOf(9), intervals)],
  ['numbers with levels that are followed', domainOf(numbersOf(9), intervals, true)],
  ['one number', domainOf([3])],
  ['one text', domainOf(['a'])],
];

/** Numbers that few have: leaves are parts of a grid, of which most have a width of their own. */
const codedOf = (cells: readonly (number | null)[]): Domain =>
  runToCompletion(codeDomain(domainOf(cells), { k: 3, people: new Uint32Array(cells.length).fill(1) }));
const coded: readonly (readonly [string, Domain])[] = [
  ['coded numbers', codedOf(numbersOf(40))],
  ['coded numbers and a missing one', codedOf([...numbersOf(40), null])],
];

/** All runs of a domain, or some of a large one. */
function* runsOf({ size }: Domain): Generator<readonly [number, number]> {
  for (let lo = 0; lo < size; lo++) {
    for (let hi = lo; hi < size; hi++) yield [lo, hi];
    if (size > 100) lo += random.below(40);
  }
}

/** The cost that a kernel computes, from what it is given. */
function costOfKernel({ table, line, tree, size }: Span, lo: number, hi: number): number {
  if (table !== null) return table[lo * size + hi];
  if (line !== null) {
    if (lo === hi) return 0;
    if (hi === line.missing) return line.whole;
    const { positions, offset, range, whole } = line;
    return Math.floor(((positions[hi] - positions[lo] + offset) / range) * whole + 0.5);
  }
  let node = tree!.nodeOf[lo];
  while (tree!.hi[node] < hi) node = tree!.parent[node];
  return tree!.cost[node];
}

describe.each(METRICS)('the cost of a run by %s', (metric) => {
  it.each(domains)('is that of what is released: %s', (_, domain) => {
    const [span] = spansOf([domain], metric);
    for (const [lo, hi] of runsOf(domain)) {
      expect(span.cost(lo, hi), `${lo}..${hi}`).toBe(costByDefinition(domain, metric, lo, hi));
      expect([span.table![lo * span.size + hi], span.table![hi * span.size + lo]]).toEqual([span.cost(lo, hi), span.cost(lo, hi)]);
    }
  }); // prettier-ignore

  it.each([...domains, ...coded])('grows by no less than its bound, with a leaf more: %s', (_, domain) => {
    const [span] = spansOf([domain], metric);
    const { size } = span;
    for (const [lo, hi] of runsOf(domain)) {
      const [first, last] = span.released?.(lo, hi) ?? [lo, hi];
      for (let leaf = 0; leaf < size; leaf++) {
        if (leaf >= first && leaf <= last) continue;
        const grown = span.cost(Math.min(first, leaf), Math.max(last, leaf)) - span.cost(first, last);
        // Wherever its end is, or would be if it were nearer.
        const nearest = leaf < first ? first : last;
        const step = leaf < first ? -1 : 1;
        for (let edge = nearest; edge !== leaf; edge += step) {
          expect(span.growth(leaf, edge), `${first}..${last} and ${leaf} from ${edge}`).toBeLessThanOrEqual(
            metric === 'ncp' && first === last && !domain.hierarchy ? Math.max(grown, 0) : grown,
          );
          expect(span.growths![leaf * size + edge]).toBe(span.growth(leaf, edge));
        }
      }
    }
    for (let leaf = 0; leaf < size; leaf++) expect(span.growths![leaf * size + leaf]).toBe(0);
  });

  it.each(coded)('grows by what lies beyond the widths that leaves have of their own: %s', (_, domain) => {
    const { size, missingLeaf } = domain;
    const [span] = spansOf([domain], 'ncp');
    const last = missingLeaf < 0 ? size - 1 : size - 2;
    const wide = Array.from({ length: last }, (_leaf, edge) => edge).filter((edge) => span.cost(edge, edge) > 0);
    expect(wide.length).toBeGreaterThan(3);
    for (const edge of wide) {
      expect(span.growth(last, edge)).toBe(span.cost(edge, last) - span.cost(edge, edge) - 2);
    }
  }); // prettier-ignore

  it('returns the least growth of a node exactly, by all nodes that a leaf is not under', () => {
    for (let seed = 0; seed < 20; seed++) {
      const drawn = drawTree(seededRandom(seed), 4 + (seed % 12));
      const domain = domainOf(drawn.cells, { type: 'tree', tree: drawn.tree });
      const [span] = spansOf([domain], metric);
      const tree = treeOf(domain.hierarchy!);
      for (let leaf = 0; leaf < domain.size; leaf++) {
        const growths = Array.from(tree.lo.keys())
          .filter((node) => leaf < tree.lo[node] || leaf > tree.hi[node])
          .map((node) => {
            const [lo, hi] = [Math.min(leaf, tree.lo[node]), Math.max(leaf, tree.hi[node])];
            return span.cost(lo, hi) - span.cost(tree.lo[node], tree.hi[node]);
          });
        expect(span.growth(leaf, leaf === 0 ? 1 : 0), `seed ${seed}, leaf ${leaf}`).toBe(Math.max(0, Math.min(...growths)));
      }
    }
  }); // prettier-ignore

  it.each([511, 512, 513, 600])('is what kernels compute of a domain of %i leaves', (size) => {
    const large = drawTree(random, size);
    const texts = large.cells;
    const many: readonly Domain[] = [
      domainOf(texts),
      domainOf([...texts.slice(1), null]),
      domainOf(texts, { type: 'tree', tree: large.tree }),
      domainOf(numbersOf(size)),
      domainOf([...numbersOf(size - 1), null]),
      domainOf(numbersOf(size), { type: 'intervals', origin: 0, widths: [1000, 100_000] }),
    ];
    for (const [i, span] of spansOf(many, metric).entries()) {
      expect(span.size, `${i}`).toBe(size);
      expect(span.table === null, `${i}`).toBe(size > 512);
      expect(span.growths === null, `${i}`).toBe(size > 512);
      expect([span.table, span.line, span.tree].filter((each) => each !== null).length).toBe(1);
      for (const [lo, hi] of runsOf(many[i])) {
        const cost = costOfKernel(span, lo, hi);
        if (cost !== span.cost(lo, hi)) expect(cost, `${i}: ${lo}..${hi}`).toBe(span.cost(lo, hi));
      }
    }
  });
});

describe('the cost of a box', () => {
  it('is the sum over its attributes', () => {
    const [texts, numbers] = spansOf([domains[0][1], domains[3][1]], 'ncp');
    expect(boxCost([texts, numbers], [0, 2], [3, 8])).toBe(texts.cost(0, 3) + numbers.cost(2, 8));
    expect(boxCost([], [], [])).toBe(0);
  });
});
