import { EngineError } from '../../base/errors.js';
import { allocateCodes, type Codes } from '../../table/table.js';
import type { EngineColumn, FrequencySetWithRows, ResidentTable } from '../engine.js';
import { codeOutOfRange } from '../validate.js';
import type { Grouping } from './grouping.js';
import type { SourceColumn } from './keys.js';

/** Columns of the smallest width, mapped while loading. */
export class JsTable implements ResidentTable {
  readonly sizes: readonly number[];
  #columns: Codes[] | null;

  constructor(
    readonly rows: number,
    columns: readonly EngineColumn[],
  ) {
    this.sizes = columns.map((column) => column.size);
    this.#columns = columns.map((column, index) => loadColumn(column, `columns[${index}].codes`));
  }

  column(index: number): Codes {
    if (this.#columns === null) throw new EngineError(0, 'table: was disposed of');
    return this.#columns[index];
  }

  dispose(): void {
    for (const codes of this.#columns ?? []) codes.fill(0);
    this.#columns = null;
  }
}

/** Copies a column into the smallest width for its code space, through its map. Throws when a code does not fit. */
export function loadColumn(column: EngineColumn, argument: string): Codes {
  const { codes, size, map } = column;
  const loaded = allocateCodes(codes.length, size);
  const limit = map === undefined ? size : map.length;
  let largest = 0;
  if (map === undefined) {
    for (let i = 0; i < codes.length; i++) {
      const code = codes[i];
      if (code > largest) largest = code;
      loaded[i] = code;
    }
  } else {
    for (let i = 0; i < codes.length; i++) {
      const code = codes[i];
      if (code > largest) largest = code;
      loaded[i] = map[code];
    }
  }
  if (codes.length > 0 && largest >= limit) throw codeOutOfRange(argument, limit);
  return loaded;
}

/** A frequency set of the twin. */
export class JsFrequencySet implements FrequencySetWithRows {
  readonly length: number;
  readonly sizes: readonly number[];
  #columns: Codes[] | null;
  #counts: Uint32Array;
  #vectorOf: Uint32Array | null;

  constructor(
    grouping: Grouping,
    columns: readonly SourceColumn[],
    readonly rows: number,
    vectorOf: Uint32Array | null,
  ) {
    this.length = grouping.length;
    this.sizes = columns.map((column) => column.size);
    this.#columns = columns.map((column) => gather(column, grouping));
    this.#counts = grouping.counts.slice(0, grouping.length);
    this.#vectorOf = vectorOf;
  }

  /** Codes of a column, not copied: read only. */
  column(index: number): Codes {
    if (this.#columns === null) throw new EngineError(0, 'frequency set: was disposed of');
    return this.#columns[index];
  }

  /** Counts, not copied: read only. */
  weights(): Uint32Array {
    if (this.#columns === null) throw new EngineError(0, 'frequency set: was disposed of');
    return this.#counts;
  }

  codes(column: number): Codes {
    return this.column(column).slice();
  }

  counts(): Uint32Array {
    return this.weights().slice();
  }

  vectorOf(): Uint32Array {
    if (this.#columns === null || this.#vectorOf === null) {
      throw new EngineError(0, 'frequency set: was disposed of or knows no rows');
    }
    return this.#vectorOf.slice();
  }

  dispose(): void {
    for (const codes of this.#columns ?? []) codes.fill(0);
    this.#counts.fill(0);
    this.#vectorOf?.fill(0);
    this.#columns = null;
    this.#vectorOf = null;
  }
}

/** The generalized code of every distinct vector, taken from its first row. */
function gather(column: SourceColumn, { first, length }: Grouping): Codes {
  const { codes, map, size } = column;
  const gathered = allocateCodes(length, size);
  if (size === 1) return gathered;
  if (map === null) for (let id = 0; id < length; id++) gathered[id] = codes[first[id]];
  else for (let id = 0; id < length; id++) gathered[id] = map[codes[first[id]]];
  return gathered;
}
