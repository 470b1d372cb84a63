import { typesOfColumns } from '../cell-options.js';
import { throwIfAborted } from '../../base/errors.js';
import { Table } from '../../table/table.js';
import type { ReadCsvOptions } from '../csv/read-csv.js';
import { refuseForeign } from '../refuse-foreign.js';
import { checkBytes, checkLimits } from '../input-limits.js';
import type { ColumnarFormat } from '../../table/file-formats.js';
import type { ChosenColumns, DecodeRules, FoundColumns } from './decode-columnar.js';
import { decodeColumnar } from './decode-columnar.js';
import { decodeInThread } from './decode-in-thread.js';
import type { StartReading } from './reading-messages.js';

/** Options of reading a columnar file. */
export interface ReadColumnarOptions extends ReadCsvOptions {
  /** True hands the buffer of the bytes over to the thread that decodes it instead of copying it; it is empty afterwards. */
  readonly handOver?: boolean;
}

/**
 * Reads a Parquet or Arrow file as `readCsv` reads text: `select`, `types`, `missing` and `onMissing` mean the same, a null
 * is a missing cell. Columns that are not selected are not decoded. The file is decoded in a thread of its own where `startReading`
 * can start one, so that the signal is heard, and within `limits`.
 *
 * @throws InputError PARQUET_INVALID, ARROW_INVALID, INPUT_LIMIT, and what `tableFromRows` throws
 */
export async function readColumnar(
  bytes: Uint8Array,
  format: ColumnarFormat,
  options: ReadColumnarOptions,
  startReading: StartReading,
): Promise<Table> {
  const { sourceName: source = 'input', signal, onDescribed, onProgress, handOver = false } = options;
  const { select = () => true, missingMatters = () => true, limits = {} } = options;
  const { length } = bytes;
  checkLimits(limits);
  refuseForeign(bytes, { sourceName: source, described: options.described }, (found) => found.format === format);
  checkBytes(length, limits, source);
  const { types, missing, onMissing, decimal, thousands, allowEmpty } = options;
  const rules: DecodeRules = { missing, onMissing, decimal, thousands, allowEmpty, limits, sourceName: source };
  const choose = ({ columns }: FoundColumns): ChosenColumns => {
    onDescribed?.({ format, columns });
    const names = columns.filter((name) => select(name));
    const matter = names.filter((name) => missingMatters(name));
    return { names, matter, types: typesOfColumns(types, names) };
  };
  const progress = (rows: number): void => {
    throwIfAborted(signal);
    onProgress?.({ bytes: length, rows });
  };
  const task = { kind: 'columnar', bytes, format, rules } as const;
  const decoded = await decodeInThread(startReading, task, { choose, progress, signal, handOver });
  if (decoded !== null) return new Table(decoded.rows, decoded.columns, decoded.warnings);
  return decodeColumnar(bytes, format, rules, { choose: async (found) => choose(found), progress });
}
