import type { FileFormat } from '../table/file-formats.js';
import { cardOf, fileFormats, formatNames } from '../table/file-formats.js';

/** A file format that is not CSV, and what to do about it. */
export interface ForeignFormat {
  readonly code: 'COMPRESSED_INPUT' | 'FOREIGN_FORMAT';
  /** With its article, such as "an SPSS file (.sav)". */
  readonly name: string;
  readonly cure: string;
  /** A format that is read on request, where its bytes alone show it. */
  readonly format?: FileFormat;
  readonly isJson?: boolean;
}

/** First bytes that {@link foreignFormatOf} wants to see, as far as there are any. */
export const BEGINNING_BYTES = 4096;

/** A format by the bytes at a place of the file. */
interface Signature {
  /** Bytes as Latin-1 text. */
  readonly bytes: string;
  readonly at?: number;
  /** True where a header of CSV may begin so: then control characters have to follow. */
  readonly isText?: boolean;
  readonly format: ForeignFormat;
}

const foreign = (name: string, cure: string): ForeignFormat => ({ code: 'FOREIGN_FORMAT', name, cure });
const packed = (name: string, cure: string): ForeignFormat => ({ code: 'COMPRESSED_INPUT', name, cure });

/** Marks of the formats that are read. */
const marks = formatNames.flatMap((format) => {
  const { marks: own = [], cure = '' } = cardOf(format);
  return own.map(({ name, ...mark }) => ({ ...mark, format: { ...foreign(name, cure), format } }));
});
const exported = 'export it as CSV (UTF-8) from the program that wrote it';
const asParquet = 'write it as Parquet or CSV first';
const sheet = 'save its sheet as CSV (UTF-8) first';
const stata = foreign('a Stata file (.dta)', 'write it as CSV first ("export delimited" in Stata)');
const spss = foreign('an SPSS file (.sav)', 'write it as CSV first (SAVE TRANSLATE in SPSS)');
const sas = foreign('a SAS file', 'write it as CSV first (PROC EXPORT in SAS)');
const r = foreign('a file of R (.RData)', 'write it as CSV first (write.csv in R)');
const sqlite = foreign(
  'an SQLite database',
  'write a table as CSV first (sqlite3 -header -csv FILE "SELECT * FROM TABLE")',
);
const duckdb = foreign('a DuckDB database', 'name a table of it to the command: duckdb:FILE#TABLE');
const ods = foreign('an OpenDocument spreadsheet (.ods)', sheet);
const zip = packed('a zip archive', 'unpack it first');
const noTable = 'give the file that its values come from, as CSV (UTF-8) or Excel (.xlsx)';
const image = (kind: string): ForeignFormat => ({
  code: 'FOREIGN_FORMAT',
  name: `an image (${kind}), not a table`,
  cure: noTable,
});
const inDocument = 'copy its table into a spreadsheet and save that as CSV (UTF-8)';
const word = foreign('a Word document (.docx), not a table', inDocument);
const slides = foreign('a PowerPoint presentation (.pptx), not a table', inDocument);
const pdf = foreign('a PDF file, not a table', 'its table has to be taken out of it first, as CSV (UTF-8)');

/** The first that fits counts. */
const signatures: readonly Signature[] = [
  { bytes: '\u001f\u008b', format: packed('compressed (gzip)', 'call it .gz for the command, or decompress it first') },
  { bytes: '(\u00b5/\u00fd', format: packed('compressed (zstd)', 'decompress it first') },
  { bytes: '\u00fd7zXZ\0', format: packed('compressed (xz)', 'decompress it first') },
  { bytes: 'BZh', isText: true, format: packed('compressed (bzip2)', 'decompress it first') },
  { bytes: "7z\u00bc\u00af'\u001c", format: packed('a 7z archive', 'unpack it first') },
  { bytes: 'PK\u0005\u0006', format: zip },
  ...marks.filter(({ zipFolder }) => zipFolder === undefined),
  { bytes: 'PARE', isText: true, format: foreign('an encrypted Parquet file', 'write it without encryption first') },
  { bytes: 'FEA1', isText: true, format: foreign('a Feather file of version 1', asParquet) },
  { bytes: 'ORC', isText: true, format: foreign('an ORC file', asParquet) },
  { bytes: 'Obj\u0001', format: foreign('an Avro file', asParquet) },
  { bytes: 'SQLite format 3\0', format: sqlite },
  { bytes: 'DUCK', at: 8, isText: true, format: duckdb },
  { bytes: '\u00d0\u00cf\u0011\u00e0', format: foreign('an old Office file (.xls)', sheet) },
  { bytes: '$FL2@', format: spss },
  { bytes: '$FL3@', format: spss },
  { bytes: '<stata_dta>', format: stata },
  ...['q', 'r', 's'].flatMap((release) =>
    ['\u0001', '\u0002'].map((order): Signature => ({ bytes: `${release}${order}\u0001`, format: stata })),
  ),
  { bytes: '\u00c2\u00ea\u0081\u0060\u00b3\u0014\u0011\u00cf', at: 12, format: sas },
  { bytes: 'HEADER RECORD*******LIBRARY HEADER RECORD', format: sas },
  { bytes: 'RDX2\n', isText: true, format: r },
  { bytes: 'RDX3\n', isText: true, format: r },
  { bytes: '\u0089HDF\r\n', format: foreign('an HDF5 file', exported) },
  { bytes: '%PDF-', isText: true, format: pdf },
  { bytes: '\u0089PNG\r\n\u001a\n', format: image('PNG') },
  { bytes: '\u00ff\u00d8\u00ff', format: image('JPEG') },
  { bytes: 'GIF87a', isText: true, format: image('GIF') },
  { bytes: 'GIF89a', isText: true, format: image('GIF') },
  { bytes: 'WEBP', at: 8, isText: true, format: image('WebP') },
  { bytes: 'II*\0', format: image('TIFF') },
  { bytes: 'MM\0*', format: image('TIFF') },
];
const control = /[\u0000-\u0008\u000e-\u001f]/;

const key = String.raw`"(?:[^"\\\n]|\\.)*"\s*:`;
/** Texts that no CSV file begins with: quotes stand where a cell of one could have none. */
const jsonObject = new RegExp(String.raw`^\s*\{\s*(?:${key}|\}\s*\n\s*\{)`);
const jsonArray = new RegExp(String.raw`^\s*\[\s*(?:\{\s*(?:${key}|\})|\[\s*")`);
/** Lists of numbers: between other delimiters than commas, cells may look so. */
const jsonNumbers = /^\s*\[\s*\[\s*-?\d[^;\t|]*$/;
/** A PDF whose beginning is all text. */
const pdfText = /^%PDF-\d\.\d\s+(?:%|\d+ \d+ obj)/;
const markup = /^\s*<(?:!doctype html|html|\?xml)[\s>]/i;

const toLines =
  'make it one object a line first (jq -c ".[]" FILE.json > FILE.ndjson), or read it in a program: tableFromRows takes rows';

/**
 * The format of a file by its first bytes, where it is a well-known one that is not CSV; else null.
 *
 * @param bytes the first {@link BEGINNING_BYTES} of the file, or all
 */
export function foreignFormatOf(bytes: Uint8Array): ForeignFormat | null {
  const text = latin1(bytes.subarray(0, BEGINNING_BYTES));
  const isBinary = control.test(text);
  const found = signatures.find(
    ({ bytes: first, at = 0, isText = false }) => text.startsWith(first, at) && (isBinary || !isText),
  );
  if (found !== undefined) return found.format;
  if (text.startsWith('PK\u0003\u0004')) return zippedFormat(text);
  const body = text.replace(/^\u00ef\u00bb\u00bf/, '');
  if (jsonObject.test(body)) {
    const hasLines = /\}\s*\n\s*\{/.test(body) || /^\s*\{.*\}\s*$/.test(body.split('\n', 1)[0]);
    return {
      ...(hasLines ? foreign('JSON lines (NDJSON)', fileFormats.ndjson.cure) : foreign('JSON', toLines)),
      isJson: true,
    };
  }
  if (/^\s*\[\s*\{/.test(body) && jsonArray.test(body))
    return { ...foreign('JSON', fileFormats.json.cure), isJson: true };
  if (jsonArray.test(body) || jsonNumbers.test(body)) return { ...foreign('JSON', toLines), isJson: true };
  if (pdfText.test(body)) return pdf;
  if (markup.test(body)) return foreign('HTML or XML', exported);
  return null;
}

/** Office files by the folder of a zip archive that only they have. */
const officeFormats: Readonly<Record<string, ForeignFormat>> = {
  word,
  ppt: slides,
  ...Object.fromEntries(
    marks.flatMap(({ zipFolder, format }) => (zipFolder === undefined ? [] : [[zipFolder, format]])),
  ),
};
/** An entry in such a folder: its name follows 26 bytes of sizes and times. */
const officeEntry = new RegExp(
  String.raw`PK\u0003\u0004[^]{26}(${Object.keys(officeFormats).join('|')})/(?:\w+/)*[\w.]+\.(?:xml|rels|bin)`,
);
/** Beginning of Office files of many programs, whatever follows. */
const officeBeginning = /^(?:\[Content_Types\]\.xml|_rels\/\.rels|docProps\/)/;

/** Returns the format inside a zip archive, by the names of its first entries. */
function zippedFormat(text: string): ForeignFormat {
  const entry = officeEntry.exec(text)?.[1];
  if (entry !== undefined) return officeFormats[entry];
  if (text.includes('application/vnd.oasis.opendocument.spreadsheet')) return ods;
  if (text.includes('application/vnd.oasis.opendocument.text'))
    return foreign('an OpenDocument text (.odt), not a table', inDocument);
  const zipped = marks.find(({ zipFolder }) => zipFolder !== undefined && text.includes(`${zipFolder}/`));
  if (zipped !== undefined) return zipped.format;
  return officeBeginning.test(text.slice(30))
    ? foreign('an Office file', 'where it is a spreadsheet, save its sheet as CSV (UTF-8) first')
    : zip;
}

function latin1(bytes: Uint8Array): string {
  let text = '';
  for (const byte of bytes) text += String.fromCharCode(byte);
  return text;
}
