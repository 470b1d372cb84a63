import type { KeyPlan } from '../key-plan.js';
import type { Codes } from '../../table/table.js';

/** Rows whose keys are made at once. */
export const CHUNK_ROWS = 2048;

/** One column of the rows that are counted. */
export interface SourceColumn {
  readonly codes: Codes;
  /** Code space before `map`. */
  readonly domain: number;
  /** Code space after `map`. */
  readonly size: number;
  readonly map: Uint32Array | null;
}

interface Digit {
  readonly codes: Codes;
  readonly word: number;
  readonly stride: number;
  /** Code -> digit times stride, or null: multiply. */
  readonly table: Int32Array | null;
}

/** Largest domain without a map that still gets a table, so that bytes are looked up and not multiplied. */
const TABLE_DOMAIN = 256;

/** Computes keys for runs of rows; the twin of assembly/keys.ts. */
export class KeyMaker {
  /** [words][CHUNK_ROWS] keys of the current run, word major. */
  readonly keys: Int32Array;
  readonly #words: number;
  readonly #digits: Digit[];

  constructor(plan: KeyPlan, columns: readonly SourceColumn[]) {
    this.#words = plan.words;
    this.keys = new Int32Array(plan.words * CHUNK_ROWS);
    this.#digits = plan.digits.map(({ column, word, stride }) => {
      const { codes, domain, map } = columns[column];
      let table: Int32Array | null = null;
      if (map !== null || domain <= TABLE_DOMAIN) {
        table = new Int32Array(domain);
        for (let code = 0; code < domain; code++) table[code] = Math.imul(map === null ? code : map[code], stride);
      }
      return { codes, word, stride: stride | 0, table };
    });
  }

  /** Fills `keys` for rows from .. from + count - 1; count <= CHUNK_ROWS. */
  make(from: number, count: number): void {
    const digits = this.#digits;
    for (let word = 0; word < this.#words; word++) this.keys.fill(0, word * CHUNK_ROWS, word * CHUNK_ROWS + count);
    let d = 0;
    while (d < digits.length) {
      const a = digits[d];
      const b = digits[d + 1];
      const c = digits[d + 2];
      const base = a.word * CHUNK_ROWS;
      if (isByteTable(a) && isByteTable(b) && isByteTable(c) && a.word === b.word && b.word === c.word) {
        addThree(
          this.keys,
          base,
          a.codes as Uint8Array,
          a.table!,
          b.codes as Uint8Array,
          b.table!,
          c.codes as Uint8Array,
          c.table!,
          from,
          count,
        );
        d += 3;
        continue;
      }
      if (a.codes instanceof Uint8Array) addBytes(this.keys, base, a.codes, a.table!, from, count);
      else if (a.codes instanceof Uint16Array) addHalves(this.keys, base, a.codes, a.table, a.stride, from, count);
      else addWords(this.keys, base, a.codes, a.table, a.stride, from, count);
      d++;
    }
  }
}

function isByteTable(digit: Digit | undefined): boolean {
  return digit !== undefined && digit.codes instanceof Uint8Array;
}

// One function per width of the codes, so that each sees one kind of typed array.

function addThree(
  keys: Int32Array,
  base: number,
  codesA: Uint8Array,
  tableA: Int32Array,
  codesB: Uint8Array,
  tableB: Int32Array,
  codesC: Uint8Array,
  tableC: Int32Array,
  from: number,
  count: number,
): void {
  for (let i = 0; i < count; i++) {
    const row = from + i;
    keys[base + i] += tableA[codesA[row]] + tableB[codesB[row]] + tableC[codesC[row]];
  }
}

function addBytes(
  keys: Int32Array,
  base: number,
  codes: Uint8Array,
  table: Int32Array,
  from: number,
  count: number,
): void {
  for (let i = 0; i < count; i++) keys[base + i] += table[codes[from + i]];
}

function addHalves(
  keys: Int32Array,
  base: number,
  codes: Uint16Array,
  table: Int32Array | null,
  stride: number,
  from: number,
  count: number,
): void {
  if (table !== null) for (let i = 0; i < count; i++) keys[base + i] += table[codes[from + i]];
  else for (let i = 0; i < count; i++) keys[base + i] += Math.imul(codes[from + i], stride);
}

function addWords(
  keys: Int32Array,
  base: number,
  codes: Uint32Array,
  table: Int32Array | null,
  stride: number,
  from: number,
  count: number,
): void {
  if (table !== null) for (let i = 0; i < count; i++) keys[base + i] += table[codes[from + i]];
  else for (let i = 0; i < count; i++) keys[base + i] += Math.imul(codes[from + i], stride);
}
