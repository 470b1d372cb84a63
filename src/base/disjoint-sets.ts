/** Sets of the numbers in [0, count) without a common member, which are joined two at a time (Tarjan, J. ACM 22(2), 1975). */
export class DisjointSets {
  readonly #parent: Int32Array;

  /** Begins with each number in a set of its own. */
  constructor(count: number) {
    this.#parent = Int32Array.from({ length: count }, (_, member) => member);
  }

  /** Joins the sets of two members; the joined set has the representative of the other one. */
  join(member: number, other: number): void {
    this.#parent[this.find(member)] = this.find(other);
  }

  /** The member that stands for the set of this one. */
  find(member: number): number {
    const parent = this.#parent;
    let root = member;
    while (parent[root] !== root) root = parent[root];
    for (let at = member; parent[at] !== root;) [at, parent[at]] = [parent[at], root];
    return root;
  }
}
