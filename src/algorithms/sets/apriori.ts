import { SetCounter } from './count-sets.js';
import type { ItemTree } from './item-tree.js';
import { type CountedRecords, generalizeLists } from './node-lists.js';
import { pickLists, type TermLists } from './term-lists.js';

/** A cut of the hierarchy of items. */
export interface ListCut {
  /** [leaves] node that is released for each leaf. */
  readonly nodeOf: Uint32Array;
  /** Sum of the penalties of all items of all records. */
  readonly cost: number;
  /** Sets that were counted in records. */
  readonly checked: number;
  /** The fewest persons who have a set of up to m released nodes that a record has; Infinity where no record has an item. */
  readonly fewest: number;
}

/** Most generalizations of one set that are compared. */
const MOST_WAYS = 4096;

/**
 * Apriori anonymization (Terrovitis, Mamoulis, Kalnis 2008, section 4.3): sets of one item, of two, up to m are counted, and for each that fewer than k
 * persons have, the cheapest generalization of its items that k persons have is chosen for the whole table. At the end a node is divided again where its
 * children do as well.
 *
 * The paper counts all generalizations of a record at once, in a tree of counts. Here the sets of a cut are counted, and those of a candidate when it is
 * looked at: each pass goes over the generalized records until it finds no rare set.
 */
export class AprioriSearch {
  readonly #tree: ItemTree;
  readonly #counted: CountedRecords;
  readonly #k: number;
  readonly #m: number;
  /** [leaves] records that have each. */
  readonly #having: TermLists;
  /** [nodes] the node that stands for it. */
  readonly #nodeAt: Uint32Array;
  /** [nodes] leaves below a node are leafFrom[node] .. leafTo[node] - 1. */
  readonly #leafFrom: Uint32Array;
  readonly #leafTo: Uint32Array;
  /** Records that have a leaf below a node, by node, ascending. */
  readonly #recordsOf = new Map<number, Uint32Array>();
  #checked = 0;
  #mostWays = MOST_WAYS;

  /** @param k - the records have items of k persons or of nobody */
  constructor(counted: CountedRecords, tree: ItemTree, k: number, m: number) {
    this.#tree = tree;
    this.#counted = counted;
    this.#k = k;
    this.#m = m;
    const nodes = tree.parent.length;
    this.#nodeAt = Uint32Array.from({ length: nodes }, (_, node) => node);
    [this.#leafFrom, this.#leafTo] = leafRuns(tree);
    this.#having = recordsByLeaf(counted.records, tree.leafNode.length);
  }

  /**
   * Searches. Yields between stretches of the work.
   *
   * @param refine - false leaves out the division at the end
   * @param mostWays - generalizations of one set that are compared; sets with more are generalized step by step
   */
  *run({ refine = true, mostWays = MOST_WAYS } = {}): Generator<void, ListCut> {
    this.#mostWays = mostWays;
    for (let size = 1; size <= this.#m; size++) {
      let isDone = false;
      while (!isDone) isDone = !(yield* this.#raiseRare(size));
    }
    if (refine) yield* this.#divideAgain();
    return {
      nodeOf: this.#nodeOf(),
      cost: this.#costOf(0),
      checked: this.#checked,
      fewest: yield* this.#fewest(),
    };
  }

  /** Generalizes rare sets of a size. Returns true where one was found: sets that hold a raised node are then still to be counted. */
  *#raiseRare(size: number): Generator<void, boolean> {
    const at = this.#nodeAt;
    const lists = this.#lists();
    let isRaised = false;
    yield* new SetCounter(lists, this.#counted.personOf, at.length).visit(size, (set, persons) => {
      this.#checked++;
      if (persons >= this.#k || set.some((node) => at[node] !== node)) return;
      for (const node of this.#cheapest(set)) this.#raise(node);
      isRaised = true;
    });
    return isRaised;
  }

  #lists(): TermLists {
    return generalizeLists(this.#counted.records, this.#nodeOf());
  }

  /** [leaves] the released node of each. */
  #nodeOf(): Uint32Array {
    return this.#tree.leafNode.map((node) => this.#nodeAt[node]);
  }

  /** Lets a node stand for everything below it. */
  #raise(node: number): void {
    this.#nodeAt.fill(node, node, this.#tree.end[node]);
  }

  /** The nodes to raise so that k persons have what stands for a set then, at the smallest cost; of equal costs the first. */
  #cheapest(set: readonly number[]): readonly number[] {
    const ways = set.reduce((product, node) => product * this.#pathOf(node).length, 1);
    if (ways > this.#mostWays) return this.#stepByStep(set);
    const candidates = this.#generalizations(set).map((nodes) => ({ nodes, cost: this.#addedBy(nodes) }));
    candidates.sort((a, b) => a.cost - b.cost);
    const found = candidates.find(({ nodes }) => this.#countPersons(nodes) >= this.#k);
    // The root stands for all, and the records with an item are of k persons.
    return found?.nodes ?? [0];
  }

  /** Raises one node of a set at a time, that which costs least, until k persons have what stands for the set. */
  #stepByStep(set: readonly number[]): readonly number[] {
    let nodes: readonly number[] = set;
    while (this.#countPersons(nodes) < this.#k && nodes[0] !== 0) {
      const next = nodes.map((node) => topmost(nodes.map((each) => (each === node ? this.#tree.parent[node] : each)), this.#tree)); // prettier-ignore
      nodes = next.reduce((best, each) => (this.#addedBy(each) < this.#addedBy(best) ? each : best));
    }
    return nodes;
  }

  /** Cost that is added where nodes are raised. */
  #addedBy(nodes: readonly number[]): number {
    return nodes.reduce((sum, node) => sum + this.#costOfRaised(node) - this.#costOf(node), 0);
  }

  /** Sets of nodes on the paths from the nodes of a set to the root, none below another; the set itself is left out. */
  #generalizations(set: readonly number[]): number[][] {
    let all: number[][] = [[]];
    for (const node of set) {
      const path = this.#pathOf(node);
      all = all.flatMap((nodes) => path.map((above) => [...nodes, above]));
    }
    const distinct = new Map<string, number[]>();
    for (const nodes of all.slice(1)) {
      const top = topmost(nodes, this.#tree);
      distinct.set(top.join(), top);
    }
    return [...distinct.values()];
  }

  #pathOf(node: number): number[] {
    const path = [node];
    for (let at = node; at !== 0;) path.push((at = this.#tree.parent[at]));
    return path;
  }

  /** Cost of the items below a node as they are released. */
  #costOf(node: number): number {
    const { penalty, leafNode } = this.#tree;
    const { start } = this.#having;
    let cost = 0;
    for (let leaf = this.#leafFrom[node]; leaf < this.#leafTo[node]; leaf++) {
      cost += (start[leaf + 1] - start[leaf]) * penalty[this.#nodeAt[leafNode[leaf]]];
    }
    return cost;
  }

  /** Cost of the items below a node if it is released. */
  #costOfRaised(node: number): number {
    const { start } = this.#having;
    return (start[this.#leafTo[node]] - start[this.#leafFrom[node]]) * this.#tree.penalty[node];
  }

  /** Persons who have something below each of some nodes in one record. */
  #countPersons(nodes: readonly number[]): number {
    const lists = nodes.map((node) => this.#recordsBelow(node)).sort((a, b) => a.length - b.length);
    const cursor = lists.map(() => 0);
    const { personOf } = this.#counted;
    let persons = 0;
    let last = -1;
    for (const record of lists[0]) {
      if (personOf[record] === last) continue;
      const isIn = lists.every((list, i) => {
        let at = cursor[i];
        while (at < list.length && list[at] < record) at++;
        cursor[i] = at;
        return list[at] === record;
      });
      if (!isIn) continue;
      last = personOf[record];
      persons++;
    }
    return persons;
  }

  #recordsBelow(node: number): Uint32Array {
    const known = this.#recordsOf.get(node);
    if (known !== undefined) return known;
    const { start, terms } = this.#having;
    const all = terms.slice(start[this.#leafFrom[node]], start[this.#leafTo[node]]).sort();
    const own = all.filter((record, i) => i === 0 || all[i - 1] !== record);
    this.#recordsOf.set(node, own);
    return own;
  }

  /** Divides released nodes whose children, released in their place, leave no rare set: the dearest first, until none can be divided. */
  *#divideAgain(): Generator<void, void> {
    const { end } = this.#tree;
    const open = new Set(this.#releasedNodes().filter((node) => end[node] > node + 1));
    while (open.size > 0) {
      yield;
      const node = [...open].reduce((best, each) => (this.#costOf(each) > this.#costOf(best) ? each : best));
      open.delete(node);
      if (this.#costOf(node) === 0) continue;
      this.#nodeAt.fill(node, node, end[node]);
      const children: number[] = [];
      for (let child = node + 1; child < end[node]; child = end[child]) children.push(child);
      for (let below = node + 1; below < end[node]; below++) this.#nodeAt[below] = below;
      for (const child of children) this.#raise(child);
      if (yield* this.#hasRare(node)) this.#raise(node);
      else for (const child of children) if (end[child] > child + 1) open.add(child);
    }
  }

  #releasedNodes(): number[] {
    return [...new Set(this.#nodeOf())];
  }

  /** True where a record with something below a node has a rare set of up to m released nodes. */
  *#hasRare(node: number): Generator<void, boolean> {
    const { records, personOf } = this.#counted;
    const below = this.#recordsBelow(node);
    const lists = generalizeLists(pickLists(records, below), this.#nodeOf());
    const counter = new SetCounter(lists, below.map((record) => personOf[record]), this.#nodeAt.length); // prettier-ignore
    const { end } = this.#tree;
    const isChanged = (each: number): boolean => node <= each && each < end[node];
    let isRare = false;
    for (let size = 1; size <= this.#m && !isRare; size++) {
      yield* counter.visit(size, (set, persons) => {
        this.#checked++;
        // Sets without a changed node are in other records too.
        if (persons < this.#k && set.some(isChanged)) isRare = true;
      });
    }
    return isRare;
  }

  *#fewest(): Generator<void, number> {
    const counter = new SetCounter(this.#lists(), this.#counted.personOf, this.#nodeAt.length);
    let fewest = Infinity;
    for (let size = 1; size <= this.#m; size++) {
      yield* counter.visit(size, (_, persons) => (fewest = Math.min(fewest, persons)));
    }
    return fewest;
  }
}

/** The nodes of a list that are below no other, each once, ascending. */
const topmost = (nodes: readonly number[], { end }: ItemTree): number[] =>
  [...new Set(nodes)].filter((node) => !nodes.some((other) => other < node && node < end[other])).sort((a, b) => a - b);

/** [nodes] the first leaf below each node, and the one after the last. */
function leafRuns({ parent, leafNode }: ItemTree): [Uint32Array, Uint32Array] {
  const from = new Uint32Array(parent.length).fill(leafNode.length);
  const to = new Uint32Array(parent.length);
  leafNode.forEach((node, leaf) => {
    from[node] = leaf;
    to[node] = leaf + 1;
  });
  for (let node = parent.length - 1; node > 0; node--) {
    const above = parent[node];
    from[above] = Math.min(from[above], from[node]);
    to[above] = Math.max(to[above], to[node]);
  }
  return [from, to];
}

/** Records by leaf. */
function recordsByLeaf({ start, terms }: TermLists, leaves: number): TermLists {
  const begin = new Uint32Array(leaves + 1);
  for (const leaf of terms) begin[leaf + 1]++;
  for (let leaf = 0; leaf < leaves; leaf++) begin[leaf + 1] += begin[leaf];
  const cursor = begin.slice();
  const having = new Uint32Array(terms.length);
  for (let record = 0; record + 1 < start.length; record++) {
    for (let at = start[record]; at < start[record + 1]; at++) having[cursor[terms[at]]++] = record;
  }
  return { start: begin, terms: having };
}
