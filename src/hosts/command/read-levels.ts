import { InputError, InvalidArgumentError } from '../../base/errors.js';
import { parseLevelsText } from '../../hierarchy/parse-levels.js';
import { decodeText } from '../../io/encoding/decode-text.js';
import type { InputSpec } from '../../index.js';
import type { Warning } from '../../table/table.js';

/** First bytes of objects that Java serialized. */
const SERIALIZED = [0xac, 0xed, 0x00, 0x05];

/** File of a hierarchy, its place in the job, and how it is read. */
interface LevelsFile {
  readonly attribute: string;
  /** Place in the job, for errors. */
  readonly argument: string;
  readonly path: string;
  readonly delimiter: string | undefined;
}

/**
 * Reads the file of a hierarchy, with the repairs of tables: another encoding than UTF-8, a first line `sep=;`, and delimiters at the
 * end of every line.
 *
 * @throws InvalidArgumentError HIERARCHY_UNREADABLE; HierarchyError
 */
export function readLevels(
  bytes: Uint8Array,
  { attribute, argument, path, delimiter }: LevelsFile,
  input: InputSpec = {},
): { readonly rows: string[][]; readonly warnings: readonly Warning[] } {
  const warnings: Warning[] = [];
  const repair = (code: string, message: string): void => {
    if (input.strict === true) {
      throw new InvalidArgumentError(argument, 'a file that needs no repair', message, 'HIERARCHY_UNREADABLE');
    }
    warnings.push({ code, message: `hierarchy of ${JSON.stringify(attribute)}: ${message}`, attribute });
  };
  if (SERIALIZED.every((byte, at) => bytes[at] === byte)) {
    throw new InvalidArgumentError(argument, 'rows of levels as text (ARX writes them by "Export hierarchy")', 'settings of a hierarchy wizard of ARX, serialized by Java', 'HIERARCHY_UNREADABLE'); // prettier-ignore
  }
  const { text, found } = decode(bytes, argument, path, input);
  if (found !== null) repair('ENCODING_FOUND', `the file is not UTF-8: read as ${found}`);
  const separator = /^sep=([,;\t|])(?:\r\n|\r|\n)/i.exec(text);
  if (separator !== null) repair('SEPARATOR_LINE', 'a first line that gives the delimiter and is not a leaf');
  const body = separator === null ? text : text.slice(separator[0].length);
  const rows = parseLevelsText(body, delimiter ?? separator?.[1], attribute);
  const isTrailing = rows.length > 0 && rows.every((row) => row.length > 2 && row[row.length - 1] === '');
  if (!isTrailing) return { rows, warnings };
  repair('TRAILING_DELIMITERS', 'lines end with a delimiter, which makes no level');
  return { rows: rows.map((row) => row.slice(0, -1)), warnings };
}

function decode(bytes: Uint8Array, argument: string, path: string, input: InputSpec): ReturnType<typeof decodeText> {
  try {
    return decodeText(bytes, input, path);
  } catch (error) {
    if (!(error instanceof InputError)) throw error;
    throw new InvalidArgumentError(argument, 'UTF-8 text', error.problem, 'HIERARCHY_UNREADABLE');
  }
}
