import { InputError, throwIfAborted } from '../../base/errors.js';
import { foreignFormatOf } from '../foreign-format.js';
import { RowCollector } from '../from-rows.js';
import { runToCompletion } from '../../base/steps.js';
import type { ReadCsvOptions } from '../csv/read-csv.js';
import type { Column } from '../../table/table.js';
import { checkTypes } from '../csv/read-options.js';
import { Table } from '../../table/table.js';
import { openArrow } from './arrow.js';
import { openParquet } from './parquet.js';

export type ColumnarFormat = 'parquet' | 'arrow';

/** The columnar format of a file by the ending of its name, or null. */
export function columnarFormatOf(name: string): ColumnarFormat | null {
  if (/\.parquet$/i.test(name)) return 'parquet';
  return /\.(arrow|feather|ipc)$/i.test(name) ? 'arrow' : null;
}

/**
 * Reads a Parquet or Arrow file as `readCsv` reads text: `select`, `types`, `missing` and `onMissing` mean the same, a null
 * is a missing cell. Columns that are not selected are not decoded.
 */
export async function readColumnar(bytes: Uint8Array, format: ColumnarFormat, options: ReadCsvOptions): Promise<Table> {
  const source = options.sourceName ?? 'input';
  const other = foreignFormatOf(bytes);
  if (other !== null && other.columnar !== format) {
    throw new InputError(other.code, `the file is ${other.name}; ${other.cure}`, { source });
  }
  const reader = await (format === 'parquet' ? openParquet : openArrow)(bytes, source);
  options.onColumns?.(reader.columns);
  const names = reader.columns.filter((name) => options.select?.(name) ?? true);
  const { allowEmpty = false } = options;
  if (reader.rows === 0 && !allowEmpty) throw new InputError('INPUT_NO_ROWS', 'the file has no rows', { source });
  const types = Object.fromEntries(Object.entries(options.types ?? {}).filter(([name]) => names.includes(name)));
  const { missing, onMissing, missingMatters, sourceName, decimal, thousands } = options;
  const rules = { types, missing, onMissing, missingMatters, sourceName, decimal, thousands };
  const collector = new RowCollector({ columns: names, ...rules });
  for await (const batch of reader.read(names)) {
    throwIfAborted(options.signal);
    collector.take(batch);
    options.onProgress?.({ bytes: bytes.length, rows: collector.rows });
  }
  if (collector.rows === 0 && allowEmpty) return new Table(0, names.map(emptyColumn(checkTypes(types))));
  return runToCompletion(collector.finishInSteps());
}

/** A column without a row: of a release of which every row is suppressed. */
const emptyColumn =
  (types: ReturnType<typeof checkTypes>) =>
  (name: string): Column => {
    const kind = types.get(name) ?? { type: 'string' };
    const numbers = kind.type === 'string' ? null : new Float64Array(0);
    return {
      name,
      ...kind,
      codes: new Uint8Array(0),
      texts: [],
      numbers,
      missingCode: -1,
      rowsPerCode: new Uint32Array(0),
    };
  };
