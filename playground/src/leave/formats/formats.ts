/** The forms in which a release leaves the page, as data: what each is for, and how the command line and a program write the same. */

/** Form of a written file. */
export interface FileForm {
  readonly format: FormatName;
  /** CSV alone: what separates cells, whether a byte order mark comes first, whether formulas are made harmless. */
  readonly delimiter: ',' | ';' | '\t' | '|';
  readonly bom: boolean;
  readonly formulaGuard: boolean;
  /** Text alone: compressed by gzip. */
  readonly gzip: boolean;
}

export interface Format {
  readonly title: string;
  readonly ending: string;
  readonly purpose: string;
  readonly type: string;
}

export type FormatName = 'csv' | 'ndjson' | 'json' | 'parquet' | 'arrow';

export const formats: Readonly<Record<FormatName, Format>> = {
  csv: {
    title: 'CSV',
    ending: 'csv',
    purpose: 'Text with a line a row. Every program reads it.',
    type: 'text/csv',
  },
  parquet: {
    title: 'Parquet',
    ending: 'parquet',
    purpose: 'Small files for DuckDB, Spark, pandas and R. Numbers stay numbers. Without statistics or indexes.',
    type: 'application/vnd.apache.parquet',
  },
  arrow: {
    title: 'Arrow',
    ending: 'arrow',
    purpose: 'Read without parsing by pandas, R and other programs that know Arrow.',
    type: 'application/vnd.apache.arrow.file',
  },
  ndjson: {
    title: 'Lines of JSON',
    ending: 'ndjson',
    purpose: 'An object a line, for logs and document databases.',
    type: 'application/x-ndjson',
  },
  json: {
    title: 'JSON',
    ending: 'json',
    purpose: 'One list of objects, for programs of web pages.',
    type: 'application/json',
  },
};

export const initialForm: FileForm = {
  ...{ format: 'csv', delimiter: ',', bom: false, formulaGuard: false, gzip: false },
};

export const isText = ({ format }: FileForm): boolean => format !== 'parquet' && format !== 'arrow';

/** Name of a file of this form. */
export const nameOf = (base: string, form: FileForm): string =>
  `${base}.${formats[form.format].ending}${form.gzip && isText(form) ? '.gz' : ''}`;

/** Options of the command line that write a release in CSV like this; other forms are known by the name of the file. */
export function flagsOf({ format, delimiter, bom, formulaGuard }: FileForm): string {
  if (format !== 'csv') return '';
  const separator = { ',': '', ';': " --out-delimiter ';'", '\t': ' --out-delimiter tab', '|': " --out-delimiter '|'" };
  const guard = formulaGuard ? ' --formula-guard' : bom ? ' --no-formula-guard' : '';
  return `${separator[delimiter]}${bom ? ' --bom' : ''}${guard}`;
}
