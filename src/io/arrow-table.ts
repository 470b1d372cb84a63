import type { ArrowTable } from '../table/to-arrow.js';
import { InputError } from '../base/errors.js';
import { decimalCell, isScale, timeOfDay, wholeOfWords } from '../base/stored-cells.js';
import { shortestOfSingle } from '../base/shortest-of-single.js';

/** Rows of cells as a library gives them. */
export type CellRows = readonly (readonly unknown[])[];

const BATCH_ROWS = 65_536;
/** `Type.Date` and `Type.Timestamp` of the format. */
const timeTypes: readonly number[] = [8, 10];
/** `Type.Float` of the format, and its `Precision.SINGLE`. */
const FLOAT = 3;
const SINGLE = 1;

/** `Type.Decimal` and `Type.Time` of the format. */
const DECIMAL = 7;
const TIME = 9;

interface ArrowType {
  readonly typeId: number;
  readonly precision?: number;
  /** Digits behind the point of a decimal. */
  readonly scale?: number;
  /** Unit of a time: a second, a thousandth, a millionth, a milliardth. */
  readonly unit?: number;
  /** Type of the values of a dictionary. */
  readonly dictionary?: ArrowType;
}

/** Members that are read of an Arrow table, whatever copy of the package made it. */
interface ArrowLike {
  readonly numRows: number;
  readonly schema: {
    readonly fields: readonly { readonly name: string; readonly type: ArrowType }[];
  };
  getChildAt(index: number): { get(row: number): unknown } | null;
}

/** True for a table of the package `apache-arrow`, of whatever copy. */
export function isArrowTable(value: unknown): value is ArrowTable {
  const like = value as Partial<ArrowLike> | null;
  return (
    typeof like === 'object' &&
    like !== null &&
    typeof like.numRows === 'number' &&
    typeof like.getChildAt === 'function' &&
    Array.isArray(like.schema?.fields)
  );
}

/** The batches of a RecordBatchReader or of a list of record batches; null for anything else. */
export function arrowBatches(source: unknown): Iterable<unknown> | AsyncIterable<unknown> | null {
  if (Array.isArray(source)) return source.length > 0 && isArrowTable(source[0]) ? source : null;
  const like = source as Partial<Record<'isSync' | 'isStream', unknown>> | null;
  if (typeof like !== 'object' || typeof like?.isSync !== 'function' || typeof like.isStream !== 'function')
    return null;
  return like as Iterable<unknown>;
}

/** The rows of batches of Arrow, whose columns are those of the first. */
export async function collectBatches(
  batches: Iterable<unknown> | AsyncIterable<unknown>,
): Promise<{ readonly columns: string[]; readonly rows: Iterable<CellRows> } | null> {
  const tables: ArrowTable[] = [];
  for await (const batch of batches) if (isArrowTable(batch)) tables.push(batch);
  if (tables.length === 0) return null;
  const columns = arrowColumns(tables[0]);
  return { columns, rows: joined(tables, columns) };
}

function* joined(tables: readonly ArrowTable[], columns: readonly string[]): Generator<CellRows> {
  for (const table of tables) yield* readArrowRows(table, columns);
}

/** Names of the columns of a table of Arrow. */
export const arrowColumns = (table: ArrowTable): string[] =>
  (table as unknown as ArrowLike).schema.fields.map(({ name }) => name);

/**
 * The cells of some columns of a table of Arrow, in batches: dates and timestamps as Date, times of day as texts, floats of 32 bits in their
 * shortest decimals, decimals in theirs.
 */
export function* readArrowRows(table: ArrowTable, columns: readonly string[]): Generator<CellRows> {
  const { schema, numRows, getChildAt } = table as unknown as ArrowLike;
  const getters = columns.map((name) => {
    const at = schema.fields.findIndex((field) => field.name === name);
    const vector = getChildAt.call(table, at)!;
    const { type } = schema.fields[at];
    const toCell = cellReader(type.dictionary ?? type);
    return (row: number): unknown => {
      const value = vector.get(row);
      return value === null ? null : toCell(value);
    };
  });
  for (let from = 0; from < numRows; from += BATCH_ROWS) {
    const count = Math.min(BATCH_ROWS, numRows - from);
    yield Array.from({ length: count }, (_, i) => getters.map((get) => get(from + i)));
  }
}

/** Makes a cell of a value of the type that is not null. */
function cellReader({ typeId, precision, scale = 0, unit = 0 }: ArrowType): (value: unknown) => unknown {
  if (typeId === FLOAT && precision === SINGLE) return (value) => shortestOfSingle(value as number);
  if (typeId === DECIMAL && !isScale(scale))
    throw new InputError('ARROW_INVALID', 'the table has a decimal of an impossible scale');
  if (typeId === DECIMAL) return (value) => decimalCell(wholeOfWords(value as Uint32Array), scale);
  if (typeId === TIME) return (value) => timeOfDay(value as number | bigint, 3 * unit);
  return timeTypes.includes(typeId) ? (value) => new Date(Number(value)) : (value) => value;
}
