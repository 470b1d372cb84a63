import { columnarFormatOf } from './columnar/columnar-format.js';
import type { InputSpec } from '../table/input-spec.js';

/** Formats of files that are read. */
export type FileFormat = NonNullable<InputSpec['format']>;

/** The format of a file by the ending of its name, or null. */
export function formatOfName(name: string): Exclude<FileFormat, 'csv'> | null {
  if (/\.xlsx$/i.test(name)) return 'xlsx';
  if (/\.json(\.gz)?$/i.test(name)) return 'json';
  return /\.(ndjson|jsonl)(\.gz)?$/i.test(name) ? 'ndjson' : columnarFormatOf(name);
}

/** The format of an input: what `input` of the job says, else what the ending of its name says. */
export function formatOf(path: string, input?: Pick<InputSpec, 'format'>): FileFormat {
  return input?.format ?? formatOfName(path) ?? 'csv';
}

/** The format of a table beside the input: what the ending of its name says, else the input's. */
export function formatBeside(path: string, input?: Pick<InputSpec, 'format'>): FileFormat | undefined {
  return formatOfName(path) ?? (/\.(csv|tsv|txt)(\.gz)?$/i.test(path) ? 'csv' : input?.format);
}
