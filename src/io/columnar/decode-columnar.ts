import { InputError } from '../../base/errors.js';
import { runWithEvents } from '../../base/steps.js';
import { Table } from '../../table/table.js';
import type { ReadCsvOptions } from '../csv/read-csv.js';
import { emptyColumn } from '../../table/build-column.js';
import { checkTypes, type DeclaredType } from '../cell-options.js';
import { RowCollector } from '../from-rows.js';
import { checkDeclared } from '../input-limits.js';
import { openArrow } from './arrow.js';
import type { ColumnarFormat } from '../../table/file-formats.js';
import { openParquet } from './parquet.js';

/** Reader options that a message to another thread can hold. */
export type DecodeRules = Pick<
  ReadCsvOptions,
  'missing' | 'onMissing' | 'sourceName' | 'decimal' | 'thousands' | 'allowEmpty' | 'limits'
>;

/** Size and columns that a file declares. */
export interface FoundColumns {
  readonly rows: number;
  readonly columns: readonly string[];
}

/** Columns that are kept, those of them that `onMissing` looks at, and the types that are declared for them. */
export interface ChosenColumns {
  readonly names: readonly string[];
  readonly matter: readonly string[];
  readonly types?: Readonly<Record<string, DeclaredType>>;
}

/** Callbacks of a caller that waits for a table. */
interface DecodeWatch {
  /** Says which columns are decoded. What it throws ends the reading. */
  choose(found: FoundColumns): Promise<ChosenColumns>;
  /** Takes the number of rows so far, after each batch. An error that it throws ends the reading. */
  progress(rows: number): void;
}

const openers = { parquet: openParquet, arrow: openArrow } satisfies Readonly<Record<ColumnarFormat, unknown>>;

/** Decodes a Parquet or Arrow file, on the thread that calls it. Throws what `readColumnar` throws. */
export async function decodeColumnar(
  bytes: Uint8Array,
  format: ColumnarFormat,
  { allowEmpty = false, limits = {}, sourceName: source, ...rules }: DecodeRules,
  watch: DecodeWatch,
): Promise<Table> {
  const reader = await openers[format](bytes, source, limits);
  const { rows, columns, unpackedBytes } = reader;
  checkDeclared({ bytes: bytes.length, rows, columns: columns.length, unpackedBytes }, limits, source);
  if (!columns.some((name) => name !== '')) {
    throw new InputError('INPUT_EMPTY', 'the file has no column with a name', { source });
  }
  const seen = new Set<string>();
  const twice = columns.find((name) => name !== '' && seen.size === seen.add(name).size);
  if (twice !== undefined) {
    const message = `two columns are called ${JSON.stringify(twice)}: give each a name of its own where the file is written`;
    throw new InputError('DUPLICATE_COLUMN', message, { source });
  }
  const { names, matter, types = {} } = await watch.choose({ rows, columns });
  if (names.includes('')) throw new InputError('EMPTY_COLUMN_NAME', 'the file has a column without a name', { source });
  if (rows === 0 && !allowEmpty) throw new InputError('INPUT_NO_ROWS', 'the file has no rows', { source });
  const mattering = new Set(matter);
  const missingMatters = (name: string): boolean => mattering.has(name);
  const collector = new RowCollector({ ...rules, types, columns: names, sourceName: source, missingMatters });
  for await (const batch of reader.read(names)) {
    collector.take(batch);
    watch.progress(collector.rows);
  }
  if (collector.rows === 0 && allowEmpty) return new Table(0, names.map(emptyColumn(checkTypes(types))));
  return runWithEvents(collector.finishInSteps());
}
