import type { Table } from '../table/table.js';
import type { Grouping } from './grouping.js';
import { groupInSteps } from './grouping.js';

/** Most nodes of a prefix tree that comparisons walk through; 8 bytes each. */
export const nodeLimit = 1 << 26;

/** The distinct vectors of quasi-identifiers of the original, as far as one of its readers needs them. */
export type Vectors = Pick<Grouping, 'count' | 'sizes' | 'depths'>;

type Rows = Pick<Grouping, 'groupOf' | 'count'>;

interface Grouped {
  readonly sizes: Uint32Array;
  readonly vectors: Vectors | null;
  readonly rows: Rows | null;
}

/**
 * The rows of the original by equal quasi-identifiers: grouped when first asked for, and once. A column that the original lacks distinguishes no
 * rows.
 */
export class OriginalVectors {
  readonly #original: Table;
  readonly #names: readonly string[];
  readonly #keepsRows: boolean;
  #grouped: Grouped | null = null;

  /**
   * @param names - quasi-identifiers, in the order of the prefix tree
   * @param options - `keepsRows`: true where the vector of every row is asked for
   */
  constructor(original: Table, names: readonly string[], { keepsRows = false } = {}) {
    this.#original = original;
    this.#names = names;
    this.#keepsRows = keepsRows;
  }

  /** True when every entry is one vector: those of a counted table of nothing but quasi-identifiers. */
  get areEntries(): boolean {
    const { weights, columns } = this.#original;
    const names = new Set(this.#names);
    return weights !== null && names.size === columns.length && columns.every(({ name }) => names.has(name));
  }

  /** Rows of every vector. Yields between stretches of the work. */
  *sizes(): Generator<void, Uint32Array> {
    const { weights } = this.#original;
    return this.areEntries && weights !== null ? weights : (yield* this.#group()).sizes;
  }

  /** The vectors with their prefix tree; null when that has more than {@link nodeLimit} nodes. */
  *vectors(): Generator<void, Vectors | null> {
    return (yield* this.#group()).vectors;
  }

  /** The vector of every entry, and their number. Of {@link OriginalVectors} that keep rows. */
  *rows(): Generator<void, Rows> {
    const { rows } = yield* this.#group();
    if (rows === null) throw new Error('rows were not kept');
    return rows;
  }

  *#group() {
    if (this.#grouped !== null) return this.#grouped;
    const original = this.#original;
    const columns = columnsOf(original, this.#names);
    const { groupOf, count, sizes, depths } = (yield* groupInSteps(original, columns)) as Grouping;
    const nodes = depths.reduce((all, depth) => all + depth.count, 0);
    const vectors = nodes > nodeLimit ? null : { count, sizes, depths };
    return (this.#grouped = { sizes, vectors, rows: this.#keepsRows ? { groupOf, count } : null });
  }
}

/** Columns by which rows are grouped; a column that the table lacks has one code. */
export function columnsOf(table: Table, names: readonly string[]) {
  return names.map((name) => {
    const column = table.column(name);
    return { codes: column?.codes ?? new Uint32Array(table.entries), width: column?.texts.length ?? 1 };
  });
}
