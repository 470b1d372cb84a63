/** A node of the search whose solutions are not searched yet. */
export interface OpenNode {
  /** [splits] UNDECIDED, MADE or EXCLUDED. */
  readonly state: Uint8Array;
  /** Lower bound on the costs of its solutions. */
  readonly bound: number;
}

/** Open nodes, the one with the least bound first; of equal ones the one that came last. */
export class NodeQueue {
  readonly #nodes: (OpenNode & { readonly number: number })[] = [];
  #count = 0;

  get length(): number {
    return this.#nodes.length;
  }

  get all(): readonly OpenNode[] {
    return this.#nodes;
  }

  /** Infinity without nodes. */
  get leastBound(): number {
    return this.#nodes[0]?.bound ?? Infinity;
  }

  push(node: OpenNode): void {
    const nodes = this.#nodes;
    let at = nodes.push({ ...node, number: this.#count++ }) - 1;
    while (at > 0 && this.#isBefore(at, (at - 1) >> 1)) {
      this.#swap(at, (at - 1) >> 1);
      at = (at - 1) >> 1;
    }
  }

  pop(): OpenNode | undefined {
    const nodes = this.#nodes;
    if (nodes.length < 2) return nodes.pop();
    this.#swap(0, nodes.length - 1);
    const least = nodes.pop();
    for (let at = 0; ;) {
      let first = at;
      for (const child of [2 * at + 1, 2 * at + 2]) {
        if (child < nodes.length && this.#isBefore(child, first)) first = child;
      }
      if (first === at) return least;
      this.#swap(at, first);
      at = first;
    }
  }

  #isBefore(a: number, b: number): boolean {
    const [x, y] = [this.#nodes[a], this.#nodes[b]];
    return x.bound < y.bound || (x.bound === y.bound && x.number > y.number);
  }

  #swap(a: number, b: number): void {
    const nodes = this.#nodes;
    [nodes[a], nodes[b]] = [nodes[b], nodes[a]];
  }
}
