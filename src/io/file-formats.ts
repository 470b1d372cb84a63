import type { FileFormat } from '../table/file-formats.js';
import { isColumnar } from '../table/file-formats.js';
import type { Table } from '../table/table.js';
import { readColumnar } from './columnar/read-columnar.js';
import type { StartReading } from './columnar/reading-messages.js';
import type { FileCounting } from './csv/count-file.js';
import { countFile } from './csv/count-file.js';
import type { CsvSource } from './csv/csv-source.js';
import type { ReadCsvOptions } from './csv/read-csv.js';
import { readCsv } from './csv/read-csv.js';
import type { ReadBytes } from './row-files/row-readers.js';
import { readWhole, rowReaders } from './row-files/row-readers.js';

/** Reads a table in rows from the bytes of a file; with `counting`, CSV into a counted table. */
export async function readFormat(
  source: CsvSource,
  format: FileFormat,
  options: ReadCsvOptions,
  startReading: StartReading,
  counting: FileCounting | null = null,
): Promise<Table> {
  if (format === 'csv') return counting === null ? readCsv(source, options) : countFile(source, options, counting);
  if (!isColumnar(format)) return rowReaders[format](source, options, startReading);
  const read: ReadBytes = (bytes, settings, start) => readColumnar(bytes, format, settings, start);
  return readWhole(read)(source, options, startReading);
}
