import type { FlatTable } from './flat-table.js';

/** Layout of the cells of a type in buffers (Columnar.rst, "Physical Memory Layout"). */
export type Layout =
  | { readonly kind: 'null' }
  | { readonly kind: 'fixed'; readonly bits: number }
  | { readonly kind: 'bytes'; readonly isWide: boolean }
  | { readonly kind: 'views' }
  | { readonly kind: 'list'; readonly isWide: boolean; readonly child: Layout }
  | { readonly kind: 'fixed-list'; readonly size: number; readonly child: Layout }
  | { readonly kind: 'struct'; readonly children: readonly Layout[] }
  | {
      readonly kind: 'union';
      readonly isDense: boolean;
      readonly ids: readonly number[];
      readonly children: readonly Layout[];
    }
  | { readonly kind: 'dictionary'; readonly id: number; readonly bits: number; readonly isSigned: boolean };

/** The schema of a file, as far as buffers depend on it. */
export interface ArrowLayouts {
  readonly columns: readonly Layout[];
  /** Layouts of the values of dictionaries by their number. */
  readonly dictionaries: ReadonlyMap<number, Layout>;
}

/** Version 5 of the format (1.0), by its number in messages. */
export const VERSION_5 = 4;
/** Version 4 (0.8): buffers before it had the number of a page. */
export const VERSION_4 = 3;

/** `Type` of Schema.fbs. */
const Type = {
  Null: 1,
  Int: 2,
  FloatingPoint: 3,
  Binary: 4,
  Utf8: 5,
  Bool: 6,
  Decimal: 7,
  Date: 8,
  Time: 9,
  Timestamp: 10,
  Interval: 11,
  List: 12,
  Struct: 13,
  Union: 14,
  FixedSizeBinary: 15,
  FixedSizeList: 16,
  Map: 17,
  Duration: 18,
  LargeBinary: 19,
  LargeUtf8: 20,
  LargeList: 21,
  BinaryView: 23,
  Utf8View: 24,
} as const;

const INT_BITS: readonly number[] = [8, 16, 32, 64];
const DECIMAL_BITS: readonly number[] = [32, 64, 128, 256];
/** By unit: year and month, day and time, month and day and nanoseconds. */
const INTERVAL_BITS: readonly number[] = [32, 64, 128];
const FLOAT_BITS: readonly number[] = [16, 32, 64];
/** Seconds, milliseconds, microseconds, nanoseconds. */
const TIME_BITS: readonly number[] = [32, 32, 64, 64];
const LAST_UNION_ID = 127;

/** Reads the schema of a file. Throws Error for one that cannot be, or cannot be read. */
export function readLayouts(schema: FlatTable): ArrowLayouts {
  if (schema.short(0) !== 0) throw new Error('big-endian numbers, which are not supported');
  const dictionaries = new Map<number, Layout>();
  const fields = schema.tables(1);
  const columns = fields.map((field) => layoutOf(field, dictionaries));
  checkMetadata(schema, 2);
  if (fields.some((field) => field.text(0) === null)) throw new Error('a column without a name');
  return { columns, dictionaries };
}

/** Looks at the pairs of texts that tables may carry. */
export function checkMetadata(table: FlatTable, slot: number): void {
  for (const pair of table.tables(slot)) {
    pair.text(0);
    pair.text(1);
  }
}

function layoutOf(field: FlatTable, dictionaries: Map<number, Layout>): Layout {
  field.text(0);
  checkMetadata(field, 6);
  const children = field.tables(5).map((child) => layoutOf(child, dictionaries));
  const values = valuesOf(field, children);
  const encoding = field.table(4);
  if (encoding === null) return values;
  const id = encoding.whole(0);
  if (!dictionaries.has(id)) dictionaries.set(id, values);
  const index = encoding.table(1);
  const bits = index === null ? 32 : known(INT_BITS, index.int(0));
  return { kind: 'dictionary', id, bits, isSigned: index === null || index.byte(1) !== 0 };
}

/** The layout of a field's values, without a dictionary. */
function valuesOf(field: FlatTable, children: readonly Layout[]): Layout {
  switch (field.byte(2)) {
    case Type.Null:
      return { kind: 'null' };
    case Type.Bool:
      return { kind: 'fixed', bits: 1 };
    case Type.Binary:
    case Type.Utf8:
      return { kind: 'bytes', isWide: false };
    case Type.LargeBinary:
    case Type.LargeUtf8:
      return { kind: 'bytes', isWide: true };
    case Type.BinaryView:
    case Type.Utf8View:
      return { kind: 'views' };
    case Type.Struct:
      return { kind: 'struct', children };
    case Type.List:
      return { kind: 'list', isWide: false, child: only(children) };
    case Type.LargeList:
      return { kind: 'list', isWide: true, child: only(children) };
    case Type.Map:
      return { kind: 'list', isWide: false, child: entriesOf(only(children)) };
    default:
      return describedOf(field, children);
  }
}

/** The layout of types that have more to say. */
function describedOf(field: FlatTable, children: readonly Layout[]): Layout {
  const type = field.table(3);
  if (type === null) throw new Error('a type without a description');
  const fixed = (bits: number): Layout => ({ kind: 'fixed', bits });
  switch (field.byte(2)) {
    case Type.Int:
      return fixed(known(INT_BITS, type.int(0)));
    case Type.FloatingPoint:
      return fixed(at(FLOAT_BITS, type.short(0)));
    case Type.Decimal:
      return fixed(known(DECIMAL_BITS, type.int(2, 128)));
    case Type.Date:
      return fixed(at([32, 64], type.short(0, 1)));
    case Type.Time:
      return fixed(known([at(TIME_BITS, type.short(0, 1))], type.int(1, 32)));
    case Type.Timestamp:
      type.text(1);
      at(TIME_BITS, type.short(0));
      return fixed(64);
    case Type.Duration:
      at(TIME_BITS, type.short(0, 1));
      return fixed(64);
    case Type.Interval:
      return fixed(at(INTERVAL_BITS, type.short(0)));
    case Type.FixedSizeBinary:
      return fixed(8 * size(type.int(0)));
    case Type.FixedSizeList:
      return { kind: 'fixed-list', size: size(type.int(0)), child: only(children) };
    case Type.Union:
      return unionOf(type, children);
    default:
      throw new Error('a type that is not read');
  }
}

function unionOf(type: FlatTable, children: readonly Layout[]): Layout {
  const isDense = at([0, 1], type.short(0)) === 1;
  const ids = type.ints(1) ?? children.map((_, i) => i);
  const isPossible = ids.length === children.length && ids.every((id) => id >= 0 && id <= LAST_UNION_ID);
  if (!isPossible) throw new Error('a union with impossible numbers of its types');
  return { kind: 'union', isDense, ids, children };
}

function only(children: readonly Layout[]): Layout {
  if (children.length !== 1) throw new Error('a list of other than one type');
  return children[0];
}

function entriesOf(entries: Layout): Layout {
  if (entries.kind !== 'struct' || entries.children.length !== 2) throw new Error('a map of other than pairs');
  return entries;
}

function known(numbers: readonly number[], number: number): number {
  if (!numbers.includes(number)) throw new Error('a type of an impossible width');
  return number;
}

function at(numbers: readonly number[], index: number): number {
  if (numbers[index] === undefined) throw new Error('a type of an unknown unit');
  return numbers[index];
}

function size(number: number): number {
  if (number < 0) throw new Error('a type of a negative size');
  return number;
}
