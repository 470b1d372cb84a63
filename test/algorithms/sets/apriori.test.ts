import { expect, it } from 'vitest';
import { AprioriSearch } from '../../../src/algorithms/sets/apriori.js';
import type { ItemTree } from '../../../src/algorithms/sets/item-tree.js';
import { countedRecords } from '../../../src/algorithms/sets/node-lists.js';
import { termListsOf } from '../../../src/algorithms/sets/term-lists.js';
import { runToCompletion } from '../../../src/base/steps.js';
import { seededRandom } from '../../../src/base/random.js';

/** A tree drawn at random: nested arrays, leaves are numbers in their order. */
type Drawn = readonly Drawn[] | number;

function drawTree(below: (n: number) => number, depth: number, next: { leaf: number }): Drawn {
  if (depth === 0 || (depth < 3 && below(4) === 0)) return next.leaf++;
  const children = Array.from({ length: 2 + below(2) }, () => drawTree(below, depth - 1, next));
  return children;
}

/** The tree in pre-order, beside the path of every leaf from itself to the root. */
function treeFrom(drawn: Drawn): { readonly tree: ItemTree; readonly paths: readonly (readonly number[])[] } {
  const parent: number[] = [];
  const end: number[] = [];
  const under: number[] = [];
  const leafNode: number[] = [];
  const visit = (each: Drawn, above: number): number => {
    const node = parent.push(above) - 1;
    under[node] = 0;
    if (typeof each === 'number') {
      leafNode[each] = node;
      under[node] = 1;
    } else for (const child of each) under[node] += under[visit(child, node)];
    end[node] = parent.length;
    return node;
  };
  visit(drawn, 0);
  const leaves = leafNode.length;
  const penalty = Float64Array.from(under, (count) => (leaves > 1 ? (count - 1) / (leaves - 1) : 0));
  const tree = { parent: Uint32Array.from(parent), end: Uint32Array.from(end), penalty, leafNode: Uint32Array.from(leafNode) }; // prettier-ignore
  const paths = leafNode.map((node) => {
    const path = [node];
    for (let at = node; at !== 0;) path.push((at = parent[at]));
    return path;
  });
  return { tree, paths };
}

/** All cuts of a drawn tree: for each the node of every leaf. */
function cutsOf({ tree, paths }: ReturnType<typeof treeFrom>): number[][] {
  const cutsBelow = (node: number): Map<number, number>[] => {
    const whole = new Map(paths.flatMap((path, leaf) => (path.includes(node) ? [[leaf, node] as const] : [])));
    const children = Array.from(tree.parent.keys()).filter((each) => each > 0 && tree.parent[each] === node);
    if (children.length === 0) return [whole];
    let joined: Map<number, number>[] = [new Map()];
    for (const child of children) {
      const own = cutsBelow(child);
      joined = joined.flatMap((before) => own.map((cut) => new Map([...before, ...cut])));
    }
    return [whole, ...joined];
  };
  return cutsBelow(0).map((cut) => paths.map((_, leaf) => cut.get(leaf)!));
}

/** The fewest persons with a set of up to m nodes of one record, from sets of strings. */
function fewestNaive(records: readonly (readonly number[])[], of: readonly number[], m: number): number {
  const holders = new Map<string, Set<number>>();
  records.forEach((record, i) => {
    const nodes = [...new Set(record)].sort((a, b) => a - b);
    for (let mask = 1; mask < 1 << nodes.length; mask++) {
      const set = nodes.filter((_, at) => (mask >> at) & 1);
      if (set.length > m) continue;
      const key = set.join();
      holders.set(key, (holders.get(key) ?? new Set()).add(of[i]));
    }
  });
  return Math.min(...[...holders.values()].map(({ size }) => size), Infinity);
}

const costNaive = (records: readonly (readonly number[])[], cut: readonly number[], { penalty }: ItemTree): number =>
  records.flat().reduce((sum, leaf) => sum + penalty[cut[leaf]], 0);

const isNear = (one: number, other: number): boolean => Math.abs(one - other) < 1e-9;
const tables = process.env.KOHORT_LONG === '1' ? 20_000 : 1_500;

it(`apriori anonymization of ${tables} random tables: no rare set, never below the optimum, no node that can be divided`, () => {
  let [optimal, generalized, all] = [0, 0, 0];
  let [total, least] = [0, 0];
  for (let seed = 1; seed <= tables; seed++) {
    const { below } = seededRandom(seed);
    const drawn = treeFrom(drawTree(below, 3, { leaf: 0 }));
    const { tree, paths } = drawn;
    if (paths.length > 12) continue;
    const records = Array.from({ length: 4 + below(120) }, () =>
      [...new Set(Array.from({ length: below(5) }, () => Math.min(below(paths.length), below(paths.length))))].sort((a, b) => a - b)); // prettier-ignore
    const isByPersons = below(2) === 0;
    const of = records.map((_, i) => (isByPersons ? below(12) : i));
    const m = 1 + below(3);
    const k = 1 + below(5);
    const holders = new Set(of.filter((_, i) => records[i].length > 0)).size;
    if (holders < k) continue;
    const persons = { count: Math.max(...of) + 1, of: Uint32Array.from(of) };
    const counted = countedRecords(termListsOf(records), isByPersons ? persons : null);
    const found = runToCompletion(new AprioriSearch(counted, tree, k, m).run());
    const cut = Array.from(found.nodeOf);
    const plain = runToCompletion(new AprioriSearch(counted, tree, k, m).run({ refine: false }));
    const stepwise = runToCompletion(new AprioriSearch(counted, tree, k, m).run({ mostWays: 1 }));
    const under = (own: readonly number[]) => records.map((record) => record.map((leaf) => own[leaf]));
    const place = `seed ${seed}`;
    paths.forEach((path, leaf) => expect(path, place).toContain(cut[leaf]));
    expect(found.fewest, place).toBe(fewestNaive(under(cut), of, m));
    expect(found.fewest, place).toBeGreaterThanOrEqual(k);
    expect(fewestNaive(under(Array.from(plain.nodeOf)), of, m), place).toBeGreaterThanOrEqual(k);
    expect(plain.cost, place).toBeGreaterThanOrEqual(found.cost - 1e-9);
    expect(isNear(found.cost, costNaive(records, cut, tree)), place).toBe(true);
    const valid = cutsOf(drawn).filter((own) => fewestNaive(under(own), of, m) >= k);
    const best = Math.min(...valid.map((own) => costNaive(records, own, tree)));
    expect(found.cost, place).toBeGreaterThanOrEqual(best - 1e-9);
    expect(fewestNaive(under(Array.from(stepwise.nodeOf)), of, m), place).toBeGreaterThanOrEqual(k);
    expect(stepwise.cost, place).toBeGreaterThanOrEqual(best - 1e-9);
    // No valid cut divides one node of the found one into its children and is the same elsewhere.
    const isDivided = valid.some((own) => {
      const changed = paths.flatMap((path, leaf) => (own[leaf] === cut[leaf] ? [] : [{ path, leaf }]));
      return changed.length > 0 && new Set(changed.map(({ leaf }) => cut[leaf])).size === 1
        && changed.every(({ path, leaf }) => path[path.indexOf(own[leaf]) + 1] === cut[leaf])
        && costNaive(records, cut, tree) > costNaive(records, own, tree);
    }); // prettier-ignore
    expect(isDivided, place).toBe(false);
    all++;
    generalized += Number(best > 0);
    optimal += Number(isNear(best, found.cost));
    total += found.cost;
    least += best;
  }
  expect(generalized).toBeGreaterThan(all / 3);
  expect(optimal).toBeGreaterThan(0.7 * all);
  expect(total / least).toBeLessThan(1.2);
});
