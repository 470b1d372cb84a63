import { InvalidArgumentError } from '../../base/errors.js';
import type { CsvSource } from '../../io/csv/csv-source.js';
import { ReopenableBytes } from '../../table/reopenable-bytes.js';
import { formatOfFiles } from '../../table/file-formats.js';
import type { FileEncoding, InputDescription } from '../../table/input-description.js';
import type { InputSpec } from '../../table/input-spec.js';
import type { Warning } from '../../table/table.js';
import { joinFiles, LinePlaces } from '../../io/csv/join-files.js';
import type { FileParts } from './open-input.js';
import { decodeOwn } from './own-encoding.js';
import { bytesOf, readFrom } from './read-from.js';

/** How files are read, and the description of an earlier reading. */
interface OpenOptions extends Pick<
  InputSpec,
  | 'format'
  | 'encoding'
  | 'strict'
  | 'header'
  | 'skip'
  | 'headerRows'
  | 'delimiter'
  | 'trim'
  | 'badRows'
  | 'baskets'
  | 'escapes'
  | 'limits'
> {
  readonly described?: InputDescription;
}

/** Opens a file, or several of CSV that are read as one, hands the bytes to `read`, and lets go of them whatever happens. */
export async function readFiles<Result>(
  paths: readonly string[],
  options: OpenOptions,
  read: (source: CsvSource, sourceName: string, parts: FileParts | null) => Promise<Result>,
): Promise<Result> {
  if (paths.length === 1) return readFrom(paths[0], read, options.limits);
  const { source, sourceName } = openFiles(paths, options);
  return read(source, sourceName, null);
}

/**
 * A CSV input of one file or several; of several, each may be in another encoding where none is said. Throws InputError INPUT_CHANGED when one is not
 * what `identities` say.
 */
export function openFiles(
  paths: readonly string[],
  {
    format,
    encoding,
    strict = false,
    baskets,
    escapes,
    header: isNamed = true,
    headerRows = 1,
    limits,
    described,
    ...parsing
  }: OpenOptions,
  identities: readonly string[] = [],
): { readonly source: ReopenableBytes; readonly sourceName: string } {
  const header = isNamed && baskets === undefined && formatOfFiles(paths, { format }) === 'csv';
  if (headerRows > 1 && paths.length > 1) {
    const expected = 'one file at a time, since headers of several rows are not joined';
    throw new InvalidArgumentError('input.headerRows', expected, `${paths.length} files`, 'OPTION_UNUSED');
  }
  if (escapes !== undefined && paths.length > 1) {
    const expected = 'one file at a time, since files with escapes are not joined';
    throw new InvalidArgumentError('input.escapes', expected, `${paths.length} files`, 'OPTION_UNUSED');
  }
  const findsEncodings = paths.length > 1 && encoding === undefined && !strict;
  let warnings: (() => readonly Warning[])[] = [];
  const encodings: FileEncoding[] = [];
  async function* decoded(name: string, i: number): AsyncGenerator<Uint8Array> {
    const file = await decodeOwn(name, () => bytesOf(name, identities[i], limits), described?.encodings?.[i]);
    encodings[i] = file.encoding;
    warnings.push(file.warnings);
    yield* file.bytes;
  }
  let places = new LinePlaces();
  const source = new ReopenableBytes(
    (filter) => {
      warnings = [];
      const files = paths.map((name, i) => ({
        name,
        source: findsEncodings ? decoded(name, i) : filter(bytesOf(name, identities[i], limits)),
      }));
      return files.length === 1
        ? files[0].source
        : joinFiles(files, { ...parsing, strict, header, places: (places = new LinePlaces()) });
    },
    () => warnings.flatMap((each) => each()),
    findsEncodings ? () => encodings : null,
    paths.length === 1 ? null : (line) => places.locate(line),
  );
  return { source, sourceName: paths.length === 1 ? paths[0] : `${paths[0]} and ${paths.length - 1} more` };
}
