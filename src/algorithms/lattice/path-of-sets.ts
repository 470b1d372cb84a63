import type { NodeSets } from '../../engine/engine.js';

/**
 * Sets along the path to a vector: in the j-th the first j attributes stand at the vector's levels and the others at the
 * source's. The next vector in lexicographic order shares the first of them.
 */
export class PathOfSets {
  readonly #sets: NodeSets;
  readonly #source: number;
  readonly #lowest: readonly number[];
  readonly #vectorOf: (levels: readonly number[]) => number[];
  readonly #memory: number;
  /** [places] level and set; a set that is the one before it is not its own. */
  readonly #path: { readonly level: number; readonly id: number; readonly isOwn: boolean }[] = [];
  #apart = -1;
  /** Roll-ups from the set of all leaves. */
  scans = 0;

  /** @param lowest - levels of the source */
  constructor(
    sets: NodeSets,
    source: number,
    lowest: readonly number[],
    vectorOf: (levels: readonly number[]) => number[],
    memory: number,
  ) {
    this.#sets = sets;
    this.#source = source;
    this.#lowest = lowest;
    this.#vectorOf = vectorOf;
    this.#memory = memory;
  }

  /** The set of a vector, none before it in lexicographic order; until the next call. */
  setAt(levels: readonly number[]): number {
    this.#dropApart();
    const path = this.#path;
    let shared = 0;
    while (shared < path.length && path[shared].level === levels[shared]) shared++;
    while (path.length > shared + 1) this.#drop(path.pop()!);
    // The set that differs in the last attribute alone is below the new one.
    const lower = path.length > shared ? path.pop()! : null;
    for (let place = shared; place < levels.length; place++) {
      const before = place === 0 ? this.#source : path[place - 1].id;
      const level = levels[place];
      if (level === this.#lowest[place]) {
        path.push({ level, id: before, isOwn: false });
        continue;
      }
      const from = place === shared && lower !== null ? lower.id : before;
      if (this.#sets.bytes >= this.#memory) {
        this.#apart = this.#rollUp(from, levels);
        break;
      }
      const target = levels.map((wanted, other) => (other <= place ? wanted : this.#lowest[other]));
      path.push({ level, id: this.#rollUp(from, target), isOwn: true });
    }
    if (lower !== null) this.#drop(lower);
    return this.#apart >= 0 ? this.#apart : path.length === 0 ? this.#source : path[path.length - 1].id;
  }

  dispose(): void {
    this.#dropApart();
    for (const one of this.#path) this.#drop(one);
    this.#path.length = 0;
  }

  #rollUp(from: number, levels: readonly number[]): number {
    if (from === this.#sets.base) this.scans++;
    return this.#sets.rollUp(from, this.#vectorOf(levels));
  }

  #dropApart(): void {
    if (this.#apart >= 0) this.#sets.release(this.#apart);
    this.#apart = -1;
  }

  #drop({ id, isOwn }: { readonly id: number; readonly isOwn: boolean }): void {
    if (isOwn) this.#sets.release(id);
  }
}
