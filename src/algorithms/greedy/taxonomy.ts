import type { Domain } from '../../hierarchy/domain.js';
import { treeOf } from '../../hierarchy/tree.js';
import type { ValueGain } from './value-gain.js';

/**
 * The values that one attribute can be released as, node 0 the most general, each a run of leaves.
 *
 * With a hierarchy: its tree over the leaves that occur; a node with only one child that occurs is skipped, since splitting
 * it or merging into it changes nothing for any row. Without one: intervals of the domain's order, each cut in two where the
 * gain is largest (Fung, Wang, Yu 2005, section 2: continuous attributes), grown as they are asked for; an interval that
 * mixes the missing value with numbers, which can only be released as the whole domain, is cut into these two.
 */
export class Taxonomy {
  readonly domain: Domain;
  /** Nodes of the hierarchy, rather than ranges of leaves. */
  readonly hasHierarchy: boolean;
  /** [nodes] first and last leaf. */
  readonly lo: number[] = [];
  readonly hi: number[] = [];
  /** [nodes] -1 for the root. */
  readonly parent: number[] = [];
  readonly #children: (readonly number[] | null)[] = [];
  readonly #gains: number[] = [];
  readonly #gain: ValueGain | null;
  readonly #occurs: Uint8Array;

  /**
   * @param occurs - [domain.size] 1 for the leaves that some row has; at least one
   * @param gain - null: nothing is weighed, and a domain without a hierarchy is a root over its leaves
   */
  constructor(domain: Domain, occurs: Uint8Array, gain: ValueGain | null) {
    this.domain = domain;
    this.hasHierarchy = domain.hierarchy !== null;
    this.#gain = gain;
    this.#occurs = occurs;
    if (domain.hierarchy !== null) this.#plantTree();
    else if (gain === null) this.#plantLeaves();
    else this.#addInterval(0, domain.size - 1, -1);
  }

  /** Nodes grown so far. */
  get length(): number {
    return this.lo.length;
  }

  /** Children in leaf order; none or at least two. */
  childrenOf(node: number): readonly number[] {
    return this.#children[node] ?? this.#grow(node);
  }

  /** Gain of splitting the node into its children; 0 for a node without children. */
  gainOf(node: number): number {
    if (Number.isNaN(this.#gains[node])) {
      const children = this.childrenOf(node);
      const runs = children.map((child) => ({ lo: this.lo[child], hi: this.hi[child] }));
      this.#gains[node] = runs.length === 0 ? 0 : this.#gain!.of(this.lo[node], this.hi[node], runs);
    }
    return this.#gains[node];
  }

  #add(lo: number, hi: number, parent: number): number {
    this.lo.push(lo);
    this.hi.push(hi);
    this.parent.push(parent);
    this.#children.push(null);
    this.#gains.push(NaN);
    return this.lo.length - 1;
  }

  /** Without the leaves at its ends that no row has. */
  #addInterval(from: number, to: number, parent: number): number {
    let lo = from;
    let hi = to;
    while (this.#occurs[lo] === 0) lo++;
    while (this.#occurs[hi] === 0) hi--;
    return this.#add(lo, hi, parent);
  }

  #plantTree(): void {
    const tree = treeOf(this.domain.hierarchy!);
    const seen = new Uint32Array(this.domain.size + 1);
    for (let leaf = 0; leaf < this.domain.size; leaf++) seen[leaf + 1] = seen[leaf] + this.#occurs[leaf];
    const occurring = (node: number): number[] => {
      const list: number[] = [];
      for (let at = tree.childStart[node]; at < tree.childStart[node + 1]; at++) {
        const child = tree.children[at];
        if (seen[tree.hi[child] + 1] > seen[tree.lo[child]]) list.push(child);
      }
      return list;
    };
    const plant = (from: number, parent: number): number => {
      let node = from;
      let below = occurring(node);
      while (below.length === 1) {
        node = below[0];
        below = occurring(node);
      }
      const id = this.#add(tree.lo[node], tree.hi[node], parent);
      this.#children[id] = below.map((child) => plant(child, id));
      return id;
    };
    plant(0, -1);
  }

  #plantLeaves(): void {
    const root = this.#add(0, this.domain.size - 1, -1);
    const leaves = Array.from(this.#occurs.keys()).filter((leaf) => this.#occurs[leaf] !== 0);
    this.#children[root] = leaves.length < 2 ? [] : leaves.map((leaf) => this.#add(leaf, leaf, root));
    for (let node = root + 1; node < this.length; node++) this.#children[node] = [];
  }

  #grow(node: number): readonly number[] {
    const { missingLeaf, order } = this.domain;
    const lo = this.lo[node];
    const hi = this.hi[node];
    const mixes = order === 'numeric' && missingLeaf >= lo && missingLeaf <= hi && lo < hi;
    const cut = mixes ? missingLeaf : this.#gain!.bestCut(lo, hi);
    const children = cut < 0 ? [] : [this.#addInterval(lo, cut - 1, node), this.#addInterval(cut, hi, node)];
    this.#children[node] = children;
    return children;
  }
}
