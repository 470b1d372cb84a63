/** Mark of a format at the beginning of a file. */
interface FormatMark {
  /** Bytes as Latin-1 text. */
  readonly bytes: string;
  /** Name of the kind of file, with its article. */
  readonly name: string;
  /** True where a header of CSV may begin so: then control characters have to follow. */
  readonly isText?: boolean;
  /** Folder of a zip archive that only this format has. */
  readonly zipFolder?: string;
}

/** Declaration of a file format; its reader is named in `src/io/row-files/row-readers.ts` or `src/io/columnar/decode-columnar.ts`. */
interface FormatCard {
  /** Name for people. */
  readonly title: string;
  /** Endings of the names of files, without the dot. */
  readonly endings: readonly string[];
  /** Endings of releases in it; none where it is only read. */
  readonly written?: readonly string[];
  /** `text` has an encoding and may be compressed, `sheets` are of a workbook, `columns` stand one after the other. */
  readonly holds: 'text' | 'sheets' | 'columns';
  /** True where lines may stand above the table, and names of columns in its first line. */
  readonly hasHeader: boolean;
  readonly marks?: readonly FormatMark[];
  /** Advice for a reader of another format that finds this one. */
  readonly cure?: string;
  /** Optional packages, and what each is for. */
  readonly packages?: Readonly<Record<string, string>>;
}

const jsonPackages = { 'lossless-json': 'reads .ndjson and .json' };
const called = (endings: string, format: string): string =>
  `the command kohort reads it if it is called ${endings} or "input" says "format": "${format}"`;

/** Formats of files that are read, by their names in a job. */
export const fileFormats = {
  csv: {
    title: 'Text with divided cells (CSV)',
    endings: ['csv', 'tsv', 'txt'],
    written: ['csv'],
    holds: 'text',
    hasHeader: true,
  },
  parquet: {
    title: 'Parquet',
    endings: ['parquet'],
    written: ['parquet'],
    holds: 'columns',
    hasHeader: false,
    marks: [{ bytes: 'PAR1', name: 'a Parquet file', isText: true }],
    cure: called('.parquet', 'parquet'),
    packages: {
      hyparquet: 'reads .parquet',
      'hyparquet-compressors': 'reads compressed .parquet',
      'hyparquet-writer': 'writes .parquet',
    },
  },
  arrow: {
    title: 'Arrow',
    endings: ['arrow', 'feather', 'ipc'],
    written: ['arrow'],
    holds: 'columns',
    hasHeader: false,
    marks: [
      { bytes: 'ARROW1\0', name: 'an Arrow file' },
      { bytes: '\u00ff\u00ff\u00ff\u00ff', name: 'an Arrow stream' },
    ],
    cure: `${called('.arrow', 'arrow')}; in a program, pass its table to readTable (tableFromIPC of apache-arrow)`,
    packages: { 'apache-arrow': 'reads and writes .arrow' },
  },
  xlsx: {
    title: 'Excel workbook',
    endings: ['xlsx'],
    holds: 'sheets',
    hasHeader: true,
    marks: [{ bytes: 'PK\u0003\u0004', zipFolder: 'xl', name: 'an Excel workbook (.xlsx)' }],
    cure: called('.xlsx', 'xlsx'),
    packages: { 'read-excel-file': 'reads .xlsx' },
  },
  ndjson: {
    title: 'Lines of JSON',
    endings: ['ndjson', 'jsonl'],
    written: ['ndjson', 'jsonl'],
    holds: 'text',
    hasHeader: false,
    cure: `${called('.ndjson or .jsonl,', 'ndjson')}; in a program, give readTable the objects of its lines (JSON.parse) and { columns }`,
    packages: jsonPackages,
  },
  json: {
    title: 'JSON',
    endings: ['json'],
    written: ['json'],
    holds: 'text',
    hasHeader: false,
    cure: `the command kohort reads an array of objects if it is called .json, or "input" says "format": "json"; in a program, give tableFromRows the rows (JSON.parse)`,
    packages: jsonPackages,
  },
} as const satisfies Readonly<Record<string, FormatCard>>;

/** Format of a file that is read. */
export type FileFormat = keyof typeof fileFormats;

/** Formats that hold a column after the other. */
export type ColumnarFormat = {
  [Name in FileFormat]: (typeof fileFormats)[Name]['holds'] extends 'columns' ? Name : never;
}[FileFormat];

/** Formats but CSV that hold a row after the other. */
export type RowFormat = Exclude<FileFormat, 'csv' | ColumnarFormat>;

export const formatNames = Object.keys(fileFormats) as readonly FileFormat[];

export const cardOf = (format: FileFormat): FormatCard => fileFormats[format];

/** True for a format whose tables stand in columns. */
export const isColumnar = (format: FileFormat): format is ColumnarFormat => cardOf(format).holds === 'columns';

/** True for a format of text whose rows name the columns, so that these are known at the end of a file. */
export const areColumnsInRows = (format: FileFormat): boolean =>
  cardOf(format).holds === 'text' && !cardOf(format).hasHeader;

const patterns = formatNames.map((name) => {
  const { endings, holds } = fileFormats[name];
  return [name, new RegExp(`\\.(?:${endings.join('|')})${holds === 'text' ? '(?:\\.gz)?' : ''}$`, 'i')] as const;
});

/** The format that the ending of a name says. */
const namedFormat = (name: string): FileFormat | undefined => patterns.find(([, pattern]) => pattern.test(name))?.[0];

/** The format of a file by the ending of its name, or null for CSV and unknown endings. */
export function formatOfName(name: string): Exclude<FileFormat, 'csv'> | null {
  const format = namedFormat(name);
  return format === undefined || format === 'csv' ? null : format;
}

/** The columnar format of a file by the ending of its name, or null. */
export function columnarFormatOf(name: string): ColumnarFormat | null {
  const format = formatOfName(name);
  return format !== null && isColumnar(format) ? format : null;
}

/** The format of an input: what `input` of the job says, else what the ending of its name says. */
export const formatOf = (path: string, input?: { readonly format?: FileFormat }): FileFormat =>
  input?.format ?? namedFormat(path) ?? 'csv';

/** Formats of which several files are read as one. */
export const joinedFormats: readonly FileFormat[] = ['csv', 'ndjson'];

/** The format of an input of one file or several; several are CSV or lines of JSON. */
export const formatOfFiles = (paths: readonly string[], input?: { readonly format?: FileFormat }): FileFormat => {
  const format = formatOf(paths[0], input);
  return paths.length === 1 || joinedFormats.includes(format) ? format : 'csv';
};

/** The format of a table beside the input: what the ending of its name says, else the input's. */
export const formatBeside = (path: string, input?: { readonly format?: FileFormat }): FileFormat | undefined =>
  namedFormat(path) ?? input?.format;
