/** Entries a segment holds at most; a JavaScript Map ends at 2^24. */
const SEGMENT_LIMIT = 2 ** 23;

/** A map from text to a number that may hold more entries than one JavaScript Map can. Entries are never removed. */
export class SegmentedMap {
  /** The first segment: callers in hot loops look here before they call {@link get}. */
  readonly first = new Map<string, number>();
  readonly #segments: Map<string, number>[] = [this.first];
  #last = this.first;
  #size = 0;

  /** @param limit most entries of a segment, at least 1 */
  constructor(readonly limit = SEGMENT_LIMIT) {}

  /** Number of entries. */
  get size(): number {
    return this.#size;
  }

  /** Number of segments in use, at least 1. */
  get segments(): number {
    return this.#segments.length;
  }

  get(key: string): number | undefined {
    for (const segment of this.#segments) {
      const value = segment.get(key);
      if (value !== undefined) return value;
    }
    return undefined;
  }

  /** Adds an entry; `key` must not be in the map yet. */
  add(key: string, value: number): void {
    if (this.#last.size >= this.limit) {
      this.#last = new Map();
      this.#segments.push(this.#last);
    }
    this.#last.set(key, value);
    this.#size++;
  }
}
