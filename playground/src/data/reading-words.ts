/** Describes the reading of a file in words. */
import { marksOf } from '../parts/page-warnings.js';
import type { InputSpec, Table } from 'kohort/js';
import { fileFormats, spellingOf } from 'kohort/sources';
import type { Opened, Reading } from '../choices.js';
import { listed } from '../parts/listed.js';
import { counted } from '../parts/words.js';

type Encoding = NonNullable<InputSpec['encoding']>;

/** Delimiters and their names for people. */
export const DELIMITERS: readonly (readonly [delimiter: string, name: string])[] = [
  [',', 'commas'],
  [';', 'semicolons'],
  ['\t', 'tabs'],
  ['|', 'vertical bars'],
];

/** Encodings as people know them. */
const ENCODING_NAMES: Partial<Record<Encoding, string>> = {
  'utf-8': 'UTF-8',
  'utf-16le': 'UTF-16',
  'utf-16be': 'UTF-16 (big-endian)',
  'windows-1252': 'Latin-1 (Windows-1252)',
  'iso-8859-1': 'Latin-1 (ISO 8859-1)',
  'iso-8859-15': 'Latin-9 (ISO 8859-15)',
  macintosh: 'Macintosh',
  'windows-1250': 'Central European (Windows-1250)',
  'iso-8859-2': 'Latin-2 (ISO 8859-2)',
  'windows-1251': 'Cyrillic (Windows-1251)',
  'iso-8859-5': 'Cyrillic (ISO 8859-5)',
  'koi8-r': 'Cyrillic (KOI8-R)',
  'koi8-u': 'Cyrillic (KOI8-U)',
  ibm866: 'Cyrillic (DOS)',
  'windows-1253': 'Greek (Windows-1253)',
  'iso-8859-7': 'Greek (ISO 8859-7)',
  'windows-1254': 'Turkish (Windows-1254)',
  'windows-1255': 'Hebrew (Windows-1255)',
  'windows-1256': 'Arabic (Windows-1256)',
  'windows-1257': 'Baltic (Windows-1257)',
  'windows-1258': 'Vietnamese (Windows-1258)',
  shift_jis: 'Japanese (Shift_JIS)',
  'euc-jp': 'Japanese (EUC-JP)',
  gb18030: 'Chinese (GB 18030)',
  gbk: 'Chinese (GBK)',
  big5: 'Chinese (Big5)',
  'euc-kr': 'Korean (EUC-KR)',
};

export const encodingName = (encoding: Encoding): string => ENCODING_NAMES[encoding] ?? encoding;

const delimiterName = (delimiter: string): string => DELIMITERS.find(([each]) => each === delimiter)?.[1] ?? delimiter;

/** The decimal marks of the columns that hold numbers. */
function decimalsOf({ columns }: Table): string | null {
  const numbers = columns.filter(({ type }) => type === 'number');
  if (numbers.length === 0) return null;
  const commas = numbers.filter((column) => spellingOf(column).between === '; ').length;
  if (commas === 0) return 'decimal points';
  return commas === numbers.length
    ? 'decimal commas'
    : `decimal commas in ${counted(commas, 'column')}, points in others`;
}

/** Treatment of rows with a missing cell, where they are not kept. */
const LEFT_OUT = 'Rows with one in a column that is released, or in the key of a person, are left out';

const capitalized = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** Describes the reading of a file, as found or chosen, in one or two sentences. */
export function readingText({ found, table }: Pick<Opened, 'found' | 'table'>, reading: Reading): string {
  const { format, delimiter, encoding, skip = 0, sheets = [] } = found;
  const { title, holds, hasHeader } = fileFormats[format];
  const sheet = sheets[typeof reading.sheet === 'number' ? reading.sheet - 1 : 0];
  const decimals = decimalsOf(table);
  const parts = [
    ...(format === 'csv' ? [] : [title]),
    ...(format === 'csv' && delimiter !== undefined && table.columns.length > 1
      ? [`${delimiterName(delimiter)} between cells`]
      : []),
    ...(sheets.length === 0 ? [] : [`sheet “${typeof reading.sheet === 'string' ? reading.sheet : sheet}”`]),
    ...(holds === 'text' ? [encodingName(encoding ?? 'utf-8')] : []),
    ...(decimals === null ? [] : [decimals]),
    ...(hasHeader ? [reading.header ? 'names of columns in the first line' : 'no names of columns'] : []),
    ...(skip > 0 && hasHeader ? [`${counted(skip, 'line')} above skipped`] : []),
  ];
  const marks = reading.missing.map((mark) => `“${mark}”`);
  const kept = reading.onMissing === 'drop' ? `. ${LEFT_OUT}.` : '.';
  return `${capitalized(parts.join(', '))}. ${capitalized(`${listed(['empty cells', ...marks])} count as missing`)}${kept}`;
}

/** Marks of missing values that were found as values, with the columns that hold them. */
export function foundMarks({ inspection }: Opened): ReadonlyMap<string, readonly string[]> {
  const columnsOf = new Map<string, string[]>();
  for (const { code, attribute, message } of inspection.warnings) {
    if (code !== 'MAYBE_MISSING' || attribute === undefined) continue;
    for (const mark of marksOf({ message })) columnsOf.set(mark, [...(columnsOf.get(mark) ?? []), attribute]);
  }
  return columnsOf;
}
