import type { Column } from '../table/table.js';
import { allocateCodes, pickCodes, weighCodes } from '../table/table.js';
import { kindOf } from '../table/spelling.js';
import { suppressedRow } from './pieces.js';

const unseen = 0xffffffff;

/** A released column without its codes. */
export type ColumnSource = Pick<Column, 'name' | 'type' | 'format' | 'texts' | 'numbers' | 'missingCode'>;

/**
 * A column of released entries. Its dictionary holds what these entries use and no others, in the order of first appearance
 * among them: neither withheld values nor the order of the input can be read from it.
 *
 * @param source - the column that the codes belong to
 * @param codes - [released entries] code into the dictionary of `source`; overwritten
 * @param weights - [released entries] rows of each, for a counted table
 */
export function compactColumn(source: ColumnSource, codes: Uint32Array, weights: Uint32Array | null = null): Column {
  const newCode = new Uint32Array(source.texts.length).fill(unseen);
  const used: number[] = [];
  for (let i = 0; i < codes.length; i++) {
    const code = codes[i];
    if (newCode[code] === unseen) {
      newCode[code] = used.length;
      used.push(code);
    }
    codes[i] = newCode[code];
  }
  const narrow = allocateCodes(codes.length, used.length);
  narrow.set(codes);
  const { name, numbers, missingCode } = source;
  const column = {
    name,
    ...kindOf(source),
    codes: narrow,
    texts: used.map((code) => source.texts[code]),
    numbers: numbers === null ? null : Float64Array.from(used, (code) => numbers[code]),
    missingCode: missingCode >= 0 && newCode[missingCode] !== unseen ? newCode[missingCode] : -1,
  };
  return weights === null ? column : { ...column, rowsPerCode: weighCodes(narrow, weights, used.length) };
}

/** Treatment of the cells of suppressed rows that stay in a release. */
interface Blanking {
  /** [released entries] class; `suppressedRow` of those whose cells are blank. */
  readonly classes: Uint32Array;
  /** The text of a blank cell of a column without missing cells: a mark of a missing value. */
  readonly blank: string;
}

/** Chosen entries of a column that is released as it is; suppressed ones have blank cells. */
export function keptColumn(
  column: Column,
  entries: Uint32Array,
  { classes, blank }: Blanking,
  weights: Uint32Array | null = null,
): Column {
  const codes = pickCodes(column.codes, entries);
  return classes.includes(suppressedRow)
    ? compactColumn(...blankCells(column, codes, { classes, blank }), weights)
    : compactColumn(column, codes, weights);
}

/** The column with a missing value, and the codes with that value in suppressed entries. */
function blankCells(column: Column, codes: Uint32Array, { classes, blank }: Blanking): [ColumnSource, Uint32Array] {
  const { texts, numbers, missingCode } = column;
  const code = blankCodeOf(column);
  for (let i = 0; i < codes.length; i++) if (classes[i] === suppressedRow) codes[i] = code;
  if (missingCode >= 0) return [column, codes];
  const extended = numbers === null ? null : new Float64Array(texts.length + 1).fill(NaN);
  extended?.set(numbers ?? []);
  return [{ ...column, texts: [...texts, blank], numbers: extended, missingCode: code }, codes];
}

/** The code of a blank cell: that of missing cells, or the one after the last of the dictionary. */
export const blankCodeOf = ({ missingCode, texts }: Pick<Column, 'missingCode' | 'texts'>): number =>
  missingCode >= 0 ? missingCode : texts.length;

/** The text of a blank cell: empty, or the first mark of a missing value where the job does not list the empty text. */
export const blankText = (missing: readonly string[] = ['']): string =>
  missing.includes('') ? '' : (missing[0] ?? '');

/** The chosen entries of a column, in their order. */
export function selectColumn(column: Column, entries: Uint32Array, weights: Uint32Array | null = null): Column {
  return compactColumn(column, pickCodes(column.codes, entries), weights);
}
