import { decodeColumnar } from '../../../src/io/columnar/decode-columnar.js';
import { writeArrow } from '../../../src/io/columnar/arrow.js';
import type { ColumnarFormat } from '../../../src/table/file-formats.js';
import { writeParquet } from '../../../src/io/columnar/parquet.js';
import { readJson } from '../../../src/io/row-files/json.js';
import { readNdjson } from '../../../src/io/row-files/ndjson.js';
import { readCsv, tableFromRows } from '../../../src/index.js';
import type { Table } from '../../../src/index.js';
import type { GivenTable } from '../tables.js';
import { cellsOf, givenTable, requireSame } from '../tables.js';
import type { Target } from '../target.js';
import { bytesOf, codeOf, Find, textOf } from '../target.js';

/** Tables that are written and read in every format. */
const givenBy = (bytes: Uint8Array): GivenTable | null =>
  givenTable(bytes, {
    leastColumns: 1,
    // Names stand in the header, where blanks around them are taken away and a first word "sep=" says the delimiter.
    isName: (name) => name.trim() === name && !/[\n\r\ufeff]|^sep=|^#/i.test(name),
    isCell: (cell) => cell !== '',
    key: (name) => name,
  });

/** A file of CSV as plainly as can be: every cell in quotes, but for missing ones. */
const quoted = ({ names, rows }: GivenTable, delimiter: string, end: string): string =>
  [names, ...rows]
    .map((row) => row.map((cell) => (cell === null ? '""' : `"${cell.replaceAll('"', '""')}"`)).join(delimiter) + end)
    .join('');

const objectsOf = ({ names, rows }: GivenTable): string[] =>
  rows.map((row) => `{${row.map((cell, c) => `${JSON.stringify(names[c])}:${JSON.stringify(cell)}`).join(',')}}`);

/** Reads a file whose columns are all texts: the type of a column that is not declared is found in its cells, and blanks around numbers go. */
async function decoded(
  bytes: Uint8Array,
  format: ColumnarFormat,
  types?: Readonly<Record<string, 'string'>>,
): Promise<Pick<Table, 'entries' | 'columns'>> {
  return decodeColumnar(bytes, format, { sourceName: 'file' }, {
    choose: async ({ columns }) => ({ names: columns, matter: columns, types }),
    progress: () => undefined,
  }); // prettier-ignore
}

export const formats: Target = {
  name: 'formats',
  isJson: true,
  words: ['"names":', '"rows":', '"a"', 'null', '"1"', '"01"', '"1.5"', '"1,5"', '"2020-01-31"', '"31.01.2020"', '" x "', '"\\"', '\\n', '\\r', ',', ';', '\\t', '|', '"=1"', '"é"', '"😀"', '"NA"', '"*"', '"__proto__"', '"\\u00a0"'], // prettier-ignore
  seeds: () =>
    [
      { names: ['age', 'city'], rows: [['31', 'Bonn'], ['32', null], ['033', 'a "b"\n,;']] },
      { names: ['a'], rows: [['1'], [null], ['x']] },
      { names: ['b', '10', '2', '01'], rows: [['1', 'x', null, 'y'], [null, '"2":', '\\', 'z']] },
      { names: ['a', 'b', '__proto__'], rows: [['1.5', '2020-01-31', ' x '], ['-2', '1999-12-31', '\u2028']] },
      { names: ['a;b', 'c,d'], rows: [['1,5', "'=1"], ['2,5', 'null']] },
    ].map((table) => bytesOf(JSON.stringify(table))), // prettier-ignore
  run: async (bytes) => {
    const given = givenBy(bytes);
    if (given === null) return 'no table';
    const expected = await codeOf(() => tableFromRows(given.rows, { columns: given.names }));
    if (typeof expected === 'string') return expected;
    const shape = ({ columns, entries }: Pick<Table, 'entries' | 'columns'>): string =>
      JSON.stringify([columns.map(({ name, type }) => [name, type]), cellsOf({ columns, entries })]);
    // Numbers of JSON have a point: texts such as "1,5" are taken as texts.
    const onlyCells = ({ columns, entries }: Pick<Table, 'entries' | 'columns'>): string =>
      JSON.stringify([columns.map(({ name }) => name), cellsOf({ columns, entries })]);
    const compare = async (
      label: string,
      read: () => Promise<Pick<Table, 'entries' | 'columns'>>,
      see = shape,
    ): Promise<void> => {
      const found = await codeOf(read);
      if (typeof found === 'string') throw new Find(`the table is not read from ${label}`, found);
      requireSame(`the table is read otherwise from ${label}`, see(expected), see(found));
    };
    for (const delimiter of [',', ';', '\t', '|']) {
      for (const end of ['\n', '\r\n', '\r']) {
        const text = bytesOf(quoted(given, delimiter, end));
        await compare('CSV', async () => readCsv(text, { delimiter, skip: 0, encoding: 'utf-8' }));
      }
    }
    const text = bytesOf(quoted(given, ',', '\n'));
    await compare('CSV in UTF-16', async () => readCsv(new Uint8Array(Buffer.from(`\ufeff${textOf(text)}`, 'utf16le')), { delimiter: ',', skip: 0 })); // prettier-ignore
    await compare('lines of JSON', async () => readNdjson(bytesOf(objectsOf(given).join('\n'))), onlyCells);
    await compare('JSON', async () => readJson(bytesOf(`[${objectsOf(given).join(',\n')}]`)), onlyCells);
    // Numbers are released as numbers, whose spelling is that of JavaScript.
    const types = Object.fromEntries(given.names.map((name) => [name, 'string' as const]));
    const texts = tableFromRows(given.rows, { columns: given.names, types });
    const cells = onlyCells(texts);
    requireSame(
      'the cells are read otherwise from Arrow',
      cells,
      onlyCells(await decoded(await writeArrow(texts), 'arrow', types)),
    );
    requireSame(
      'the cells are read otherwise from Parquet',
      cells,
      onlyCells(await decoded(await writeParquet(texts), 'parquet', types)),
    );
    // Without declared types the cells are those of the same rows.
    const found = onlyCells(expected);
    requireSame('Arrow has other values', found, onlyCells(await decoded(await writeArrow(texts), 'arrow')));
    requireSame('Parquet has other values', found, onlyCells(await decoded(await writeParquet(texts), 'parquet')));
    return 'table';
  },
};
