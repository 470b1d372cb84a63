import type { CutSets } from '../../engine/engine.js';

/** States of a split. */
export const UNDECIDED = 0;
export const MADE = 1;
export const EXCLUDED = 2;

/** A tree over the leaves of one attribute, node 0 the root, as `Taxonomy` is one. */
export interface SplitTree {
  /** [nodes] first and last leaf. */
  readonly lo: ArrayLike<number>;
  readonly hi: ArrayLike<number>;
  /** Leaves of the attribute. */
  readonly domain: { readonly size: number };
  /** In leaf order; none or at least two. */
  childrenOf(node: number): readonly number[];
}

/**
 * The inner nodes of the trees of all attributes, as splits: a node that is split is released as its children. A solution of the full-subtree
 * scheme is a set of splits that has with every split that of the parent. Splits are numbered in pre-order, attribute by attribute, so the
 * descendants of split s are s + 1 .. end[s] - 1.
 */
export class SplitForest {
  readonly trees: readonly SplitTree[];
  /** [splits] */
  readonly attribute: Uint32Array;
  /** [splits] node of the attribute's tree. */
  readonly node: Uint32Array;
  /** [splits] split of the parent; -1 for a root. */
  readonly parent: Int32Array;
  readonly end: Uint32Array;
  /** [attributes + 1] splits of attribute a are start[a] .. start[a + 1] - 1. */
  readonly start: Uint32Array;
  /** [attributes] leaves before which splits cut, ascending, and whose each is. */
  readonly #cuts: readonly { readonly leaves: Uint32Array; readonly splits: Uint32Array }[];

  constructor(trees: readonly SplitTree[]) {
    this.trees = trees;
    const attribute: number[] = [];
    const nodes: number[] = [];
    const parent: number[] = [];
    const end: number[] = [];
    this.start = new Uint32Array(trees.length + 1);
    this.#cuts = trees.map((tree, a) => {
      const found: { leaf: number; split: number }[] = [];
      const plant = (node: number, above: number): void => {
        const children = tree.childrenOf(node);
        if (children.length === 0) return;
        const split = nodes.push(node) - 1;
        attribute.push(a);
        parent.push(above);
        end.push(0);
        for (const child of children.slice(1)) found.push({ leaf: tree.lo[child], split });
        for (const child of children) plant(child, split);
        end[split] = nodes.length;
      };
      plant(0, -1);
      this.start[a + 1] = nodes.length;
      found.sort((x, y) => x.leaf - y.leaf);
      return {
        leaves: Uint32Array.from(found, ({ leaf }) => leaf),
        splits: Uint32Array.from(found, ({ split }) => split),
      };
    });
    this.attribute = Uint32Array.from(attribute);
    this.node = Uint32Array.from(nodes);
    this.parent = Int32Array.from(parent);
    this.end = Uint32Array.from(end);
  }

  /** Splits of all attributes. */
  get length(): number {
    return this.node.length;
  }

  /** [attributes][size] 1 before the leaves where some split cuts. */
  allowed(): Uint8Array[] {
    return this.trees.map(({ domain }, a) => {
      const allowed = new Uint8Array(domain.size);
      for (const leaf of this.#cuts[a].leaves) allowed[leaf] = 1;
      return allowed;
    });
  }

  /** The cuts of the splits that a function is true for. */
  cutsOf(isSplit: (split: number) => boolean): CutSets {
    return this.#cuts.map(({ leaves, splits }) => leaves.filter((_, i) => isSplit(splits[i])));
  }

  /** Marks a split made, and those of its ancestors, without which it cannot be. */
  make(state: Uint8Array, split: number): void {
    for (let at = split; at >= 0 && state[at] !== MADE; at = this.parent[at]) state[at] = MADE;
  }

  /** Marks a split excluded, and all below it. */
  exclude(state: Uint8Array, split: number): void {
    state.fill(EXCLUDED, split, this.end[split]);
  }

  /** [attributes] the nodes that are released where these splits are made, in leaf order. */
  nodesOf(made: Uint8Array): number[][] {
    return this.trees.map((tree, a) => {
      const list: number[] = [];
      let split = this.start[a];
      const walk = (node: number): void => {
        const children = tree.childrenOf(node);
        if (children.length === 0) return void list.push(node);
        const own = split;
        if (made[own] !== MADE) {
          split = this.end[own];
          return void list.push(node);
        }
        split++;
        for (const child of children) walk(child);
      };
      walk(0);
      return list;
    });
  }
}
