import type { FileFormat } from '../table/file-formats.js';
import { isColumnar } from '../table/file-formats.js';
import type { Table } from '../table/table.js';
import { readColumnar } from './columnar/read-columnar.js';
import type { StartReading } from './columnar/reading-messages.js';
import type { CsvSource } from './csv/csv-source.js';
import type { ReadCsvOptions } from './csv/read-csv.js';
import { readCsv } from './csv/read-csv.js';
import type { ReadBytes } from './row-files/row-readers.js';
import { readWhole, rowReaders } from './row-files/row-readers.js';

/** Reads a table in rows from the bytes of a file. */
export async function readFormat(
  source: CsvSource,
  format: FileFormat,
  options: ReadCsvOptions,
  startReading: StartReading,
): Promise<Table> {
  if (format === 'csv') return readCsv(source, options);
  if (!isColumnar(format)) return rowReaders[format](source, options, startReading);
  const read: ReadBytes = (bytes, settings, start) => readColumnar(bytes, format, settings, start);
  return readWhole(read)(source, options, startReading);
}
