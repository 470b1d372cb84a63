import type { CountedSpellings } from '../../table/build-counted.js';
import type { LineEnds } from './line-ends.js';
import type { ReadSettings } from './read-options.js';

/** A part of a file that begins and ends with a line. */
export interface CsvRange {
  readonly from: number;
  readonly to: number;
  /** True when the file ends at `to`. */
  readonly last: boolean;
}

/** Settings of a range, and findings from the beginning of the file. Survives structured cloning. */
export interface RangeSettings extends Pick<
  ReadSettings,
  'trim' | 'missing' | 'onMissing' | 'types' | 'hints' | 'maxField' | 'source'
> {
  readonly delimiter: string;
  /** Names of all columns. */
  readonly columns: readonly string[];
  /** Columns that are kept, and those whose missing values matter. */
  readonly kept: ReadonlySet<string>;
  readonly mattering: ReadonlySet<string>;
  /** Most bytes of entries, and of remembered lines. */
  readonly memory: number;
  readonly memoBytes: number;
}

/** Counts of a range by itself. They hold cells of people, and survive structured cloning. */
export interface CountedRange {
  /** Records, and lines. */
  readonly rows: number;
  readonly lines: number;
  readonly lineEnds: LineEnds;
  /** Cells whose surrounding spaces went before their spelling was taken; blank lines of a single column. */
  readonly trimmedCells: number;
  readonly blankInside: number;
  /** [kept columns] distinct cells as they came, by first appearance in the range. */
  readonly spellings: readonly (readonly string[])[];
  /** Codes are those of `spellings`, first rows count from the first of the range. */
  readonly counted: CountedSpellings;
}
