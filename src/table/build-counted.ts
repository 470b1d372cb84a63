import { appendAll } from '../base/sequences.js';
import type { Steps } from '../base/steps.js';
import type { ColumnRules, Merged } from './build-column.js';
import { appearInOrder, mergeSpellings, usedInOrder } from './build-column.js';
import { kindOf } from './spelling.js';
import { EntryIndex } from './entry-index.js';
import type { Column, ValueKind, Warning } from './table.js';
import { allocateCodes, weighCodes } from './table.js';
import type { LocateCells } from './locate-cells.js';
import { oddMissingWarnings, spellingWarnings, valueWarnings } from './table-warnings.js';

/** Entries between two yields. */
const ENTRIES_AT_ONCE = 1 << 14;
/** Entry of rows that were dropped. */
export const droppedEntry = 0xffffffff;
/** Code of a spelling that only dropped rows have. */
const unused = 0xffffffff;

/** A column whose codes were counted. */
export interface SpelledColumn {
  readonly rules: ColumnRules;
  /** [codes] every distinct cell as it came. */
  readonly spellings: readonly string[];
  /** The spelling that stands for no cell at all; undefined where there is none. */
  readonly nullSpelling?: string;
  /** True when rows whose cell is missing here are dropped. */
  readonly dropsMissing: boolean;
}

/** Counted codes of spellings. */
export interface CountedSpellings {
  /** [entries] rows and first row (from 0) of every entry. */
  readonly rows: Uint32Array;
  readonly firstRows: Uint32Array;
  /** [columns][entries] code of the spelling. */
  readonly codes: readonly Uint32Array[];
}

/** The parts of a counted table. */
interface CountedParts {
  readonly rows: number;
  readonly columns: readonly Column[];
  readonly weights: Uint32Array;
  readonly untrimmedCells: number;
  readonly warnings: readonly Warning[];
  /** [counted entries] entry of the columns, or {@link droppedEntry}; null where they are the same. */
  readonly entryOf: Uint32Array | null;
}

type UnorderedSpellings = Omit<CountedSpellings, 'firstRows'> & { readonly firstRows: Uint32Array | null };

/**
 * Makes the columns of a counted table: spellings of one value become one code, and entries that are equal then become
 * one. The result is what reading all rows and counting them would give, dictionaries in the same order. `firstRows` is null
 * where rows have no order. Yields between stretches of the work.
 */
export function* buildCounted(
  { rows, firstRows, codes: all }: UnorderedSpellings,
  spelled: readonly SpelledColumn[],
  { trimmable = true }: { readonly trimmable?: boolean } = {},
): Steps<CountedParts> {
  const kept = keptEntries(rows.length, all, spelled);
  const warnings: Warning[] = [];
  let untrimmedCells = 0;
  const merged: (Merged & ValueKind & { readonly name: string; readonly remap: Uint32Array | null })[] = [];
  for (const [c, { rules, spellings, nullSpelling }] of spelled.entries()) {
    yield;
    const cells = nullSpelling === undefined ? spellings : spellings.map((each) => (each === nullSpelling ? '' : each));
    const countAmong = (codes: readonly number[]): { cells: number; firstRow: number } =>
      countCells(all[c], spellings.length, rows, firstRows, codes);
    const noticed = spellingWarnings({ spellings: cells, countCells: countAmong }, rules.name, { trimmable });
    untrimmedCells += noticed.untrimmedCells;
    appendAll(warnings, noticed.warnings);
    const counted = { spellings, countCells: countAmong };
    appendAll(warnings, oddMissingWarnings(counted, rules));
    const isWhole = kept === null && appearInOrder([all[c]], spellings.length);
    const order = isWhole ? null : usedInOrder([all[c]], kept, spellings.length);
    const count = order?.length ?? spellings.length;
    const dictionary = yield* mergeSpellings(count, (i) => spellings[order === null ? i : order[i]], rules);
    let remap = dictionary.codes;
    if (order !== null) {
      const codeOf = new Uint32Array(spellings.length).fill(unused);
      order.forEach((spelling, i) => (codeOf[spelling] = dictionary.codes === null ? i : dictionary.codes[i]));
      remap = codeOf;
    }
    merged.push({ ...dictionary, name: rules.name, remap });
  }
  const entries = yield* mergeEntries(
    all,
    rows,
    kept,
    merged.map(({ remap }) => remap),
  );
  let total = 0;
  for (let entry = 0; entry < entries.weights.length; entry++) total += entries.weights[entry];
  const columns = merged.map((own, c): Column => {
    const { name, texts, numbers, missingCode } = own;
    const codes = allocateCodes(entries.weights.length, texts.length);
    codes.set(entries.codes[c]);
    const rowsPerCode = weighCodes(codes, entries.weights, texts.length);
    return { name, ...kindOf(own), codes, texts, numbers, missingCode, rowsPerCode };
  });
  for (const [c, column] of columns.entries()) {
    const locate = locatorAmong(column, { codes: all[c], firstRows, kept, remap: merged[c].remap });
    appendAll(warnings, yield* valueWarnings(column, total, spelled[c].rules, locate));
  }
  return { rows: total, columns, weights: entries.weights, untrimmedCells, warnings, entryOf: entries.entryOf };
}

/** u8[entries] 1 for entries without a missing value where that matters, or null when all stay. */
function keptEntries(entries: number, codes: readonly Uint32Array[], spelled: readonly SpelledColumn[]) {
  let kept: Uint8Array | null = null;
  spelled.forEach(({ rules, spellings, dropsMissing }, c) => {
    if (!dropsMissing) return;
    const missing = Uint8Array.from(spellings, (spelling) => (rules.interpret(spelling).missing ? 1 : 0));
    if (!missing.includes(1)) return;
    kept ??= new Uint8Array(entries).fill(1);
    for (let entry = 0; entry < entries; entry++) if (missing[codes[c][entry]] === 1) kept[entry] = 0;
  });
  return kept as Uint8Array | null;
}

function countCells(
  codes: Uint32Array,
  spellings: number,
  rows: Uint32Array,
  firstRows: Uint32Array | null,
  wantedCodes: readonly number[],
): { cells: number; firstRow: number } {
  const wanted = new Uint8Array(spellings);
  for (const code of wantedCodes) wanted[code] = 1;
  let cells = 0;
  let firstRow = 0;
  for (let entry = 0; entry < codes.length; entry++) {
    if (wanted[codes[entry]] === 0) continue;
    if (cells === 0 && firstRows !== null) firstRow = firstRows[entry] + 1;
    cells += rows[entry];
  }
  return { cells, firstRow };
}

/** The entries of a column before equal ones were joined. */
interface ColumnEntries {
  /** [entries] code of the spelling. */
  readonly codes: Uint32Array;
  readonly firstRows: Uint32Array | null;
  readonly kept: Uint8Array | null;
  /** [spellings] code of the value; null where they are the same. */
  readonly remap: Uint32Array | null;
}

/** Locates cells in a counted column; entries stand in the order of their first rows. */
function locatorAmong(column: Column, { codes, firstRows, kept, remap }: ColumnEntries): LocateCells {
  return (wanted) => {
    const isWanted = new Uint8Array(column.texts.length);
    for (const code of wanted) isWanted[code] = 1;
    const cells = wanted.reduce((sum, code) => sum + column.rowsPerCode![code], 0);
    if (firstRows === null) return { cells, firstRow: 0 };
    const isFirst = (code: number, entry: number): boolean =>
      (kept === null || kept[entry] === 1) && isWanted[remap === null ? code : remap[code]] === 1;
    const entry = codes.findIndex(isFirst);
    return { cells, firstRow: entry < 0 ? 0 : firstRows[entry] + 1 };
  };
}

/** Entries after the codes were mapped: equal ones joined, in the order of first appearance. */
function* mergeEntries(
  codes: readonly Uint32Array[],
  rows: Uint32Array,
  kept: Uint8Array | null,
  remaps: readonly (Uint32Array | null)[],
): Steps<Pick<CountedParts, 'weights' | 'entryOf'> & { readonly codes: readonly Uint32Array[] }> {
  if (remaps.every((remap) => remap === null)) return { codes, weights: rows, entryOf: null };
  const index = new EntryIndex(codes.length);
  const vector = new Uint32Array(codes.length);
  const entryOf = new Uint32Array(rows.length).fill(droppedEntry);
  for (let entry = 0; entry < rows.length; entry++) {
    if (entry % ENTRIES_AT_ONCE === 0) yield;
    if (kept !== null && kept[entry] === 0) continue;
    for (let c = 0; c < codes.length; c++) {
      const remap = remaps[c];
      vector[c] = remap === null ? codes[c][entry] : remap[codes[c][entry]];
    }
    entryOf[entry] = index.add(vector, 0, rows[entry]);
  }
  return { codes: codes.map((_, c) => index.column(c)), weights: index.rows(), entryOf };
}
