import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { DuckDBInstance } from '@duckdb/node-api';
import {
  DateDay,
  Decimal,
  Dictionary,
  Float32,
  Float64,
  Int32,
  makeData,
  tableToIPC,
  Table as ArrowTable,
  TimeMicrosecond,
  Utf8,
  Vector,
  vectorFromArray,
} from 'apache-arrow';
import { parquetWriteBuffer } from 'hyparquet-writer';
import { describe, expect, it } from 'vitest';
import { makeFolder } from '../hosts/command/run-cli.js';
import { readFileRows } from '../../src/hosts/command/read-table.js';
import { sqlSource } from '../../src/hosts/sources/index.js';
import type { Column, Job, ReadTableOptions, Table } from '../../src/index.js';
import { anonymize, readCsvCounted, readTable } from '../../src/index.js';
import { startReading } from '../../src/hosts/node/reading/start-reading.js';
import type { CsvSource } from '../../src/io/csv/csv-source.js';
import { readFormat as readWith } from '../../src/io/file-formats.js';
import type { FileFormat } from '../../src/table/file-formats.js';
import { expandCounted } from '../../src/table/expand-counted.js';
import { countRowsPerCode } from '../../src/table/table.js';
import { drawing } from '../random.js';
import { long, inTurn } from '../shared.js';
import { makeXlsx } from './row-files/make-xlsx.js';

type Kind = 'text' | 'integer' | 'number' | 'day';
type Value = string | number | null;

/** A table as a program has it; days are texts of ISO 8601. */
interface Drawn {
  readonly names: readonly string[];
  readonly kinds: readonly Kind[];
  readonly rows: readonly (readonly Value[])[];
}

const folder = makeFolder();
const at = (name: string): string => join(folder.path, name);
const DAY = 86_400_000;
const dayNumber = (text: string): number => Date.parse(text) / DAY;
const utf8 = new TextEncoder();

const readFormat = (source: CsvSource, format: FileFormat, options: ReadTableOptions): Promise<Table> =>
  readWith(source, format, options, startReading);

/** A column without nulls, one with some, and others as they are drawn; the first row is complete and names the columns. */
function drawTable(seed: number): Drawn {
  const draw = drawing(seed);
  const kinds: Kind[] = ['integer', 'text', 'text', 'number', 'day'];
  const names = ['age', 'city', 'sick', 'height', 'since'];
  const nulls = kinds.map((_, c) => (c === 0 ? 0 : draw(3)));
  const cellOf = (c: number): Value => {
    if (nulls[c] > 0 && draw(6) === 0) return null;
    if (kinds[c] === 'integer') return 20 + draw(9);
    if (kinds[c] === 'number') return 150.5 + draw(6);
    if (kinds[c] === 'day') return `202${draw(4)}-0${1 + draw(3)}-1${draw(4)}`;
    return c === 1 ? ['Rom', 'Bern', 'Zürich', 'a "b", c'][draw(2 + draw(3))] : ['flu', 'HIV', 'gout', 'NA'][draw(4)];
  };
  const first = names.map((_, c) => [21, 'Rom', 'flu', 151.5, '2020-01-11'][c]);
  const rows = Array.from({ length: 8 + draw(30) }, () => names.map((_, c) => cellOf(c)));
  return { names, kinds, rows: [first, ...rows] };
}

const quoted = (cell: Value): string => (cell === null ? '' : `"${String(cell).replaceAll('"', '""')}"`);
const csvOf = ({ names, rows }: Drawn): string =>
  [names.join(','), ...rows.map((row) => row.map(quoted).join(','))].join('\n');

/** Rows as objects: what is null is left out of every other row but the first. */
const objectsOf = ({ names, rows }: Drawn): Record<string, Value>[] =>
  rows.map((row, r) =>
    Object.fromEntries(names.flatMap((name, c) => (row[c] === null && r % 2 === 1 ? [] : [[name, row[c]]]))),
  );

const columnData = ({ names, kinds, rows }: Drawn) =>
  names.map((name, c) => ({ name, kind: kinds[c], cells: rows.map((row) => row[c]) }));

const PARQUET_TYPES = {
  text: { type: 'BYTE_ARRAY', converted_type: 'UTF8' },
  integer: { type: 'INT32' },
  number: { type: 'DOUBLE' },
  day: { type: 'INT32', converted_type: 'DATE' },
} as const;
const parquetOf = (drawn: Drawn): Uint8Array => {
  const columns = columnData(drawn).map(({ name, kind, cells }) => ({
    name,
    data: kind === 'day' ? cells.map((cell) => (cell === null ? null : new Date(String(cell)))) : cells,
  }));
  const elements = drawn.names.map((name, c) => ({
    name,
    repetition_type: 'OPTIONAL' as const,
    ...PARQUET_TYPES[drawn.kinds[c]],
  }));
  const schema = [{ name: 'root', num_children: columns.length }, ...elements];
  return new Uint8Array(parquetWriteBuffer({ columnData: columns, schema }));
};

/** A dictionary column of Arrow whose dictionary has a value that no row has. */
function withUnusedValue(cells: readonly Value[]): Vector {
  const values = ['nobody', ...new Set(cells.filter((cell) => cell !== null).map(String))];
  const dictionary = vectorFromArray(values, new Utf8());
  const indices = vectorFromArray(
    cells.map((cell) => (cell === null ? null : values.indexOf(String(cell)))),
    new Int32(),
  );
  const { length, nullCount } = indices;
  const { values: data, nullBitmap } = indices.data[0];
  const type = new Dictionary(new Utf8(), new Int32());
  return new Vector([makeData({ type, length, nullCount, data, nullBitmap, dictionary })]);
}

const arrowTable = (drawn: Drawn): ArrowTable =>
  new ArrowTable(
    Object.fromEntries(
      columnData(drawn).map(({ name, kind, cells }) => [
        name,
        kind === 'text'
          ? withUnusedValue(cells)
          : kind === 'day'
            ? vectorFromArray(
                cells.map((cell) => (cell === null ? null : new Date(String(cell)))),
                new DateDay(),
              )
            : vectorFromArray(cells as (number | null)[], kind === 'integer' ? new Int32() : new Float64()),
      ]),
    ) as never,
  );

const xlsxOf = ({ names, kinds, rows }: Drawn): Uint8Array =>
  makeXlsx({
    Sheet1: [
      names,
      ...rows.map((row) =>
        row.map((cell, c) =>
          kinds[c] === 'day' && cell !== null ? { v: String(dayNumber(String(cell)) + 25_569), s: 1 } : cell,
        ),
      ),
    ],
  });

const SQL_TYPES = { text: 'VARCHAR', integer: 'INTEGER', number: 'DOUBLE', day: 'DATE' } as const;
async function duckdbOf({ names, kinds, rows }: Drawn, file: string): Promise<string> {
  const instance = await DuckDBInstance.create(at(file));
  const connection = await instance.connect();
  const cellOf = (cell: Value): string =>
    cell === null ? 'NULL' : typeof cell === 'number' ? String(cell) : `'${cell.replaceAll("'", "''")}'`;
  await connection.run(`CREATE TABLE t (${names.map((name, c) => `"${name}" ${SQL_TYPES[kinds[c]]}`).join(', ')})`);
  await connection.run(`INSERT INTO t VALUES ${rows.map((row) => `(${row.map(cellOf).join(', ')})`).join(', ')}`);
  connection.closeSync();
  instance.closeSync();
  return `duckdb:${at(file)}#t`;
}

type Read = (drawn: Drawn, options: ReadTableOptions) => Promise<Table> | Table;

/** Everything that reads a table in the order of its rows. */
const readers: Readonly<Record<FileFormat, Read>> & Readonly<Record<string, Read>> = {
  csv: (drawn, options) => readTable(csvOf(drawn), options),
  counted: async (drawn, options) => expandCounted(await readCsvCounted(csvOf(drawn), options)),
  gz: (drawn, options) => {
    writeFileSync(at('t.csv.gz'), gzipSync(csvOf(drawn)));
    return readFileRows([at('t.csv.gz')], options);
  },
  ndjson: (drawn, options) => {
    const lines = objectsOf(drawn).map((row) => JSON.stringify(row));
    return readFormat(utf8.encode(lines.join('\n')), 'ndjson', options);
  },
  json: (drawn, options) => readFormat(utf8.encode(JSON.stringify(objectsOf(drawn))), 'json', options),
  xlsx: (drawn, options) => readFormat(xlsxOf(drawn), 'xlsx', options),
  parquet: (drawn, options) => readFormat(parquetOf(drawn), 'parquet', options),
  arrow: (drawn, options) => readFormat(tableToIPC(arrowTable(drawn), 'file'), 'arrow', options),
  'arrow in memory': (drawn, options) => readTable(arrowTable(drawn), options),
  objects: (drawn, options) => readTable(objectsOf(drawn), { ...options, columns: drawn.names }),
  arrays: (drawn, options) => readTable(drawn.rows, { ...options, columns: drawn.names }),
};

/** A column as a whole, its codes in the order of the rows or, `unordered`, its values in the order of their texts. */
function whole(column: Column, isOrdered: boolean): unknown {
  const { name, type, format, codes, texts, numbers, missingCode } = column;
  const counts = Array.from(countRowsPerCode(column));
  const values = texts.map((text, code) => [text, numbers?.[code] ?? null, code === missingCode, counts[code]]);
  if (isOrdered) return { name, type, format, values, codes: Array.from(codes) };
  return { name, type, format, values: values.sort((a, b) => (String(a) < String(b) ? -1 : 1)) };
}

const columnsOf = (table: Table, isOrdered = true): unknown => table.columns.map((column) => whole(column, isOrdered));

const OPTIONS: readonly ReadTableOptions[] = [
  {},
  { missing: ['', 'NA'] },
  { onMissing: 'drop' },
  { onMissing: 'drop', missing: ['', 'NA', 'HIV'], select: (name) => name !== 'height' },
];

describe('one table', () => {
  const seeds = Array.from({ length: long ? 300 : 4 }, (_, seed) => seed);

  it.each(
    inTurn(
      Object.keys(readers).filter((name) => name !== 'csv'),
      3,
    ),
  )('has the columns of CSV by %s', async (format) => {
    for (const seed of long ? seeds : [Object.keys(readers).indexOf(format) % 4]) {
      const drawn = drawTable(seed);
      const options = OPTIONS[seed % OPTIONS.length];
      const expected = await readers.csv(drawn, options);
      const table = await readers[format](drawn, options);
      expect({ seed, columns: columnsOf(table) }).toEqual({ seed, columns: columnsOf(expected) });
      for (const column of table.columns) expect(Math.min(...countRowsPerCode(column))).toBeGreaterThan(0);
    }
  });

  it('has the columns of CSV in DuckDB, in the order of the engine', async () => {
    for (const seed of seeds.slice(0, long ? 60 : 1)) {
      const drawn = drawTable(seed);
      const options = OPTIONS[seed % OPTIONS.length];
      const expected = columnsOf(await readers.csv(drawn, options), false);
      const address = await duckdbOf(drawn, `t${seed}.db`);
      for (const rows of [false, true]) {
        const table = await readTable(sqlSource(address, { rows }), options);
        expect({ seed, rows, columns: columnsOf(table, false) }).toEqual({ seed, rows, columns: expected });
      }
    }
  });

  it('has whole numbers of doubles, those above 2^53 and days of eight digits in DuckDB as in CSV', async () => {
    const rows = Array.from({ length: 40 }, (_, i) => ({
      whole: i % 5 === 0 ? null : 10 * i,
      half: i / 2,
      big: 9_007_199_254_740_993n + BigInt(i),
      packed: 20_200_101 + (i % 28) + 100 * (i % 12),
    }));
    const names = ['whole', 'half', 'big', 'packed'] as const;
    const csv = [names.join(','), ...rows.map((row) => names.map((name) => String(row[name] ?? '')).join(','))];
    const instance = await DuckDBInstance.create(at('wholes.db'));
    const connection = await instance.connect();
    await connection.run('CREATE TABLE t (whole DOUBLE, half DOUBLE, big BIGINT, packed INTEGER)');
    const values = rows.map((row) => `(${names.map((name) => String(row[name])).join(', ')})`);
    await connection.run(`INSERT INTO t VALUES ${values.join(', ')}`);
    connection.closeSync();
    instance.closeSync();
    const expected = await readTable(csv.join('\n'));
    expect(expected.columns.map(({ type }) => type)).toEqual(['integer', 'number', 'string', 'date']);
    for (const isRead of [false, true]) {
      const table = await readTable(sqlSource(`duckdb:${at('wholes.db')}#t`, { rows: isRead }));
      expect(columnsOf(table, false)).toEqual(columnsOf(expected, false));
    }
  });

  it('has floats of 32 bits in their shortest decimals, as CSV and DuckDB have', async () => {
    const heights = ['0.1', '1.7', '-2.5', '20000002', '123456790', '3.4028235e+38', '0', '1e-7', '0.30000004', ''];
    const rows = Array.from({ length: 40 }, (_, i) => heights[i % heights.length]);
    const cells = rows.map((text) => (text === '' ? null : Math.fround(Number(text))));
    const singles = vectorFromArray(cells, new Float32());
    const known = [...new Set(cells.filter((cell) => cell !== null))];
    const type = new Dictionary(new Float32(), new Int32());
    const indices = vectorFromArray(
      cells.map((cell) => (cell === null ? null : known.indexOf(cell))),
      new Int32(),
    );
    const { length, nullCount } = indices;
    const { values: data, nullBitmap } = indices.data[0];
    const dictionary = vectorFromArray(known, new Float32());
    const listed = new Vector([makeData({ type, length, nullCount, data, nullBitmap, dictionary })]);
    const columns = [
      { name: 'n', data: rows.map((_, i) => i) },
      { name: 'height', data: cells },
    ] as const;
    const schema = [
      { name: 'root', num_children: 2 },
      { name: 'n', repetition_type: 'OPTIONAL' as const, type: 'INT32' as const },
      { name: 'height', repetition_type: 'OPTIONAL' as const, type: 'FLOAT' as const },
    ];
    const parquet = new Uint8Array(parquetWriteBuffer({ columnData: columns.map((each) => ({ ...each })), schema }));
    const instance = await DuckDBInstance.create(at('singles.db'));
    const connection = await instance.connect();
    await connection.run('CREATE TABLE t (height FLOAT)');
    await connection.run(`INSERT INTO t VALUES ${rows.map((text) => `(${text === '' ? 'NULL' : text})`).join(', ')}`);
    connection.closeSync();
    instance.closeSync();
    const read = async (table: Table | Promise<Table>) => whole((await table).column('height')!, false);

    const expected = await read(readTable(['height,n', ...rows.map((text, i) => `${text},${i}`)].join('\n')));
    expect(await read(readFormat(parquet, 'parquet', {}))).toEqual(expected);
    expect(await read(readFormat(parquet, 'parquet', { select: (name) => name === 'height' }))).toEqual(expected);
    expect(await read(readTable(new ArrowTable({ height: singles } as never)))).toEqual(expected);
    expect(await read(readTable(new ArrowTable({ height: listed } as never)))).toEqual(expected);
    for (const isRead of [false, true])
      expect(await read(readTable(sqlSource(`duckdb:${at('singles.db')}#t`, { rows: isRead })))).toEqual(expected);
  });

  it('has decimals with their own digits, and times of day, as CSV and DuckDB have', async () => {
    const cents = Array.from({ length: 60 }, (_, i) => (i % 7 === 3 ? null : 115 * (i + 1) * (i % 2 === 0 ? 1 : -1)));
    const long_ = cents.map((cell) => (cell === null ? null : 12_345_678_901_234_567_800n * BigInt(cell)));
    const seconds = cents.map((cell, i) => (cell === null ? null : (7919 * i) % 86_400));
    const written = (units: bigint): string => {
      const digits = String(units < 0n ? -units : units).padStart(3, '0');
      return `${units < 0n ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`;
    };
    const clock = (each: number): string => new Date(1000 * each).toISOString().slice(11, 19);
    const orNull = <Each>(cell: Each | null, write: (each: Each) => string): string =>
      cell === null ? 'NULL' : `'${write(cell)}'`;
    const instance = await DuckDBInstance.create(at('decimals.db'));
    const connection = await instance.connect();
    await connection.run(
      'CREATE TABLE t (n INTEGER, small DECIMAL(8,2), wide DECIMAL(18,2), long DECIMAL(38,2), clock TIME)',
    );
    const values = cents.map((cell, i) => {
      const short = orNull(cell, (each) => written(BigInt(each)));
      return `(${i}, ${short}, ${short}, ${orNull(long_[i], written)}, ${orNull(seconds[i], clock)})`;
    });
    await connection.run(`INSERT INTO t VALUES ${values.join(', ')}`);
    await connection.run(`COPY t TO '${at('decimals.parquet')}'`);
    await connection.run(`COPY t TO '${at('decimals.csv')}' (HEADER)`);
    connection.closeSync();
    instance.closeSync();
    const words = (units: bigint): Uint32Array => {
      const all = BigInt.asUintN(128, units);
      return Uint32Array.from({ length: 4 }, (_, i) => Number((all >> BigInt(32 * i)) & 0xffff_ffffn));
    };
    const decimals = (cells: readonly (bigint | null)[]): Vector =>
      vectorFromArray(
        cells.map((cell) => (cell === null ? null : words(cell))),
        new Decimal(2, 38, 128),
      );
    const units = cents.map((cell) => (cell === null ? null : BigInt(cell)));
    const arrow = new ArrowTable({
      small: decimals(units),
      wide: decimals(units),
      long: decimals(long_),
      clock: vectorFromArray(
        seconds.map((cell) => (cell === null ? null : 1_000_000n * BigInt(cell))),
        new TimeMicrosecond(),
      ),
    } as never);
    // Each row by the values of its cells, since DuckDB gives rows in any order; texts where a column has texts.
    const rowsOf = (table: Table): string[] =>
      Array.from({ length: table.rows }, (_, row) =>
        ['small', 'wide', 'long', 'clock']
          .map((name) => table.column(name)!)
          .map(({ codes, numbers, texts, type }) => `${type} ${numbers?.[codes[row]] ?? texts[codes[row]]}`)
          .join('; '),
      ).sort();
    const expected = rowsOf(await readFileRows([at('decimals.csv')], {}));
    // 115 hundredths times 0.01 are 1.1500000000000001.
    expect(expected).toContain('number 1.15; number 1.15; string 14197530736419752970.00; time 0');
    expect(rowsOf(await readFileRows([at('decimals.parquet')], {}))).toEqual(expected);
    expect(rowsOf(await readTable(arrow))).toEqual(expected);
    expect(rowsOf(await readFormat(tableToIPC(arrow, 'file'), 'arrow', {}))).toEqual(expected);
    expect(rowsOf(await readTable(sqlSource(`duckdb:${at('decimals.db')}#t`, { rows: true })))).toEqual(expected);
  });

  it('gives one release with the same figures, whatever it was read from', async () => {
    const drawn = drawTable(3);
    const known = { role: 'quasi-identifier' } as const;
    const job: Job = {
      attributes: { age: known, height: known, since: known, sick: { role: 'sensitive' }, city: known },
      privacy: [
        { model: 'k-anonymity', k: 4 },
        { model: 't-closeness', t: 0.9, distance: 'ordered', attribute: 'sick' },
        { model: 'l-diversity', variant: 'distinct', l: 2, attribute: 'sick' },
      ],
      algorithm: { name: 'k-optimize', metric: 'loss' },
      output: { ranges: 'tight' },
    };
    const run = async (table: Table): Promise<unknown> => {
      const { result, release } = await anonymize(table, job, { seed: 7 });
      const { privacy, metrics, classes, solution, search } = result;
      const rows = [...release].map((row) => Object.values(row).join('|')).sort();
      return { privacy, metrics, classes, solution, bound: search.lowerBound, rows };
    };
    const expected = await run(await readers.csv(drawn, {}));
    for (const [format, read] of inTurn(Object.entries(readers), 6)) {
      expect([format, await run(await read(drawn, {}))]).toEqual([format, expected]);
    }
    // The engine gives rows in any order, so sums may differ in their last bit.
    const rounded = (value: unknown): unknown =>
      JSON.parse(JSON.stringify(value), (_, each: unknown) =>
        typeof each === 'number' ? Number(each.toPrecision(12)) : each,
      );
    const table = await readTable(sqlSource(await duckdbOf(drawn, 'released.db'), { rows: true }));
    expect(rounded(await run(table))).toEqual(rounded(expected));
  });
});
