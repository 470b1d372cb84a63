/** Rows of groups by the code of a column, or by the codes that occur alone. */
interface CountedCodes {
  /** [groups * codes] */
  readonly histogram: Uint32Array;
  /** The codes of the histogram, ascending; null for all. */
  readonly codes: Uint32Array | null;
}

/** Counts the codes of a group to which vectors are added and removed. */
export class GroupCounts {
  /** Distinct codes in the group, of those that count. */
  distinct = 0;
  /** [vectors] */
  readonly codeOf: ArrayLike<number>;
  /** Codes of the column. */
  readonly size: number;
  readonly #histogram: Uint32Array;
  /** Codes that were added since the last reset. */
  readonly #added: number[] = [];
  readonly #isSparse: boolean;
  readonly #known: number;

  /**
   * @param isSparse - true for a column of pairs, of which a group has few: then counts are of the codes that occur
   * @param known - codes from which on none counts as distinct
   */
  constructor(
    codeOf: ArrayLike<number>,
    size: number,
    { isSparse, known }: { readonly isSparse: boolean; readonly known: number },
  ) {
    this.codeOf = codeOf;
    this.size = size;
    this.#known = known;
    this.#histogram = new Uint32Array(size);
    this.#isSparse = isSparse;
  }

  reset(): void {
    for (const code of this.#added) this.#histogram[code] = 0;
    this.#added.length = 0;
    this.distinct = 0;
  }

  /** Adds rows of a vector; a negative number removes them. */
  add(vector: number, count: number): void {
    const histogram = this.#histogram;
    const code = this.codeOf[vector];
    const before = histogram[code];
    histogram[code] = before + count;
    const own = code < this.#known ? 1 : 0;
    if (before === 0 && count !== 0) {
      this.distinct += own;
      this.#added.push(code);
    } else if (before !== 0 && histogram[code] === 0) {
      this.distinct -= own;
    }
  }

  /** The counts of the group; not to be kept. */
  counted(): CountedCodes {
    const histogram = this.#histogram;
    if (!this.#isSparse) return { histogram, codes: null };
    const codes = ascending(this.#added.filter((code) => histogram[code] > 0));
    return { histogram: codes.map((code) => histogram[code]), codes };
  }

  /** The number of these vectors, from the first on, before which they have `least` distinct codes; all where they have fewer. */
  vectorsUntil(vectors: Uint32Array, least: number): number {
    const seen = new Set<number>();
    for (let i = 0; i < vectors.length; i++) {
      const code = this.codeOf[vectors[i]];
      if (code < this.#known) seen.add(code);
      if (seen.size >= least) return i;
    }
    return vectors.length;
  }

  /** The counts of the groups of the first 1, 2, ... of some vectors, one row of each. */
  prefixes(vectors: Uint32Array): CountedCodes {
    const own = vectors.map((vector) => this.codeOf[vector]);
    const codes = this.#isSparse ? ascending(own) : null;
    const placeOf = codes === null ? null : new Map(Array.from(codes, (code, place) => [code, place]));
    const size = codes?.length ?? this.size;
    const histogram = new Uint32Array(own.length * size);
    own.forEach((code, i) => {
      if (i > 0) histogram.copyWithin(i * size, (i - 1) * size, i * size);
      histogram[i * size + (placeOf?.get(code) ?? code)]++;
    });
    return { histogram, codes };
  }
}

const ascending = (codes: Iterable<number>): Uint32Array => Uint32Array.from(new Set(codes)).sort();
