import type { FileFormat } from './file-formats.js';
import type { Encoding } from './input-spec.js';

/** Encoding of one file of text. */
export interface FileEncoding {
  /** The encoding that was given, or found. */
  readonly encoding: Encoding;
  /** Sign by which it was found, such as "not UTF-8 (line 2, byte 14)"; absent where it was given, and for UTF-8. */
  readonly sign?: string;
}

/**
 * Description of an input: what its first reading was given or found. It is plain data that JSON holds. A reader that gets it as `described` looks
 * for nothing of it again, and gives the same table and warnings.
 */
export interface InputDescription {
  /** Format of the files. */
  readonly format: FileFormat;
  /** Encodings of the files in their order, or one that all have; absent for formats that are no text, and for a text in memory. */
  readonly encodings?: readonly FileEncoding[];
  /** Delimiter of cells in CSV. */
  readonly delimiter?: string;
  /** Lines of CSV, or rows of a sheet, above the header or the first row: those that were passed over. */
  readonly skip?: number;
  /** Lines among `skip` that were found as titles or comments, not given. */
  readonly titleLines?: number;
  /** Cells at the end of each row that have neither a name nor a value, and are left out. */
  readonly hollow?: number;
  /** Empty cells of the header behind the last column, which are left out. */
  readonly surplus?: number;
  /** Names of the sheets of an Excel workbook. */
  readonly sheets?: readonly string[];
  /** Names of all columns in the order of the file. */
  readonly columns: readonly string[];
}

/** Collects the parts of a description. */
export class DescriptionParts {
  #parts: Partial<InputDescription> = {};

  /** Takes a part; `onDescribed` of a reader. */
  readonly take = (part: Partial<InputDescription>): void => {
    this.#parts = { ...this.#parts, ...part };
  };

  /** The description so far; undefined of what is no file. */
  get whole(): InputDescription | undefined {
    const { format, columns = [], ...others } = this.#parts;
    return format === undefined ? undefined : { format, ...others, columns };
  }
}

/** Ends a reading of which enough is known. */
class Enough extends Error {}

/**
 * Describes what `read` reads, as far as `isEnough` wants to know; a reading that is never enough goes to its end.
 *
 * @throws what `read` throws
 */
export async function describeReading(
  read: (onDescribed: DescriptionParts['take']) => Promise<unknown>,
  isEnough: (known: InputDescription) => boolean,
): Promise<InputDescription | undefined> {
  const parts = new DescriptionParts();
  const take = (part: Partial<InputDescription>): void => {
    parts.take(part);
    if (part.columns !== undefined && parts.whole !== undefined && isEnough(parts.whole)) throw new Enough();
  };
  try {
    await read(take);
  } catch (error) {
    if (!(error instanceof Enough)) throw error;
  }
  return parts.whole;
}
