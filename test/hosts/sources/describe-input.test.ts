import { createReadStream, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { tableFromArrays, tableToIPC } from 'apache-arrow';
import { parquetWriteBuffer } from 'hyparquet-writer';
import { describe, expect, it } from 'vitest';
import { describeInput, fileSource } from '../../../src/hosts/sources/index.js';
import { readTable, toJson } from '../../../src/index.js';
import type { InputDescription } from '../../../src/table/input-description.js';
import { encode } from '../../io/csv/encode.js';
import { makeXlsx } from '../../io/row-files/make-xlsx.js';
import { makeFolder } from '../command/run-cli.js';

const folder = makeFolder();
const at = (name: string): string => join(folder.path, name);
const put = (name: string, content: string | Uint8Array): string => {
  writeFileSync(at(name), content);
  return at(name);
};

const columns = ['name', 'age', 'city'];
const rows = [
  ['Zoë', '31', 'Köln'],
  ['Ann', '32', 'Bern'],
  ['René', '33', 'Rom'],
];
const csv = (delimiter: string): string => [columns, ...rows].map((row) => `${row.join(delimiter)}\n`).join('');
const objects = rows.map((row) => Object.fromEntries(row.map((cell, c) => [columns[c], cell])));
const columnData = columns.map((name, c) => ({ name, data: rows.map((row) => row[c]) }));
const plain = { titleLines: 0, hollow: 0, surplus: 0 };
const utf8 = [{ encoding: 'utf-8' }];

const files: readonly (readonly [string, string | Uint8Array, Omit<InputDescription, 'columns'>])[] = [
  ...[',', ';', '\t', '|'].map(
    (delimiter, i) =>
      [
        `d${i}.csv`,
        csv(delimiter),
        { format: 'csv', encodings: [{ encoding: 'utf-8' }], delimiter, skip: 0, ...plain },
      ] as const,
  ),
  [
    'windows.csv',
    encode(csv(';'), 'windows-1252'),
    {
      format: 'csv',
      encodings: [{ encoding: 'windows-1252', sign: 'not UTF-8 (line 2, byte 16)' }],
      delimiter: ';',
      skip: 0,
      ...plain,
    },
  ],
  ...(['utf-16le', 'utf-16be'] as const).flatMap((encoding) =>
    [true, false].map(
      (mark) =>
        [
          `${encoding}-${mark}.csv`,
          encode(csv(','), encoding, { mark }),
          {
            format: 'csv',
            encodings: [{ encoding, sign: `${encoding} by its ${mark ? 'byte order mark' : 'NUL bytes'}` }],
            delimiter: ',',
            skip: 0,
            ...plain,
          },
        ] as const,
    ),
  ),
  [
    'titled.csv',
    `A list of people\n\n${csv(';').replaceAll('\n', ';\n')}`,
    {
      format: 'csv',
      encodings: [{ encoding: 'utf-8' }],
      delimiter: ';',
      skip: 1,
      titleLines: 1,
      hollow: 1,
      surplus: 0,
    },
  ],
  [
    'separator.csv',
    `sep=|\n${csv('|')}`,
    { format: 'csv', encodings: [{ encoding: 'utf-8' }], delimiter: '|', skip: 1, ...plain },
  ],
  [
    'lines.ndjson',
    objects.map((row) => JSON.stringify(row)).join('\n'),
    { format: 'ndjson', encodings: utf8 as never },
  ],
  ['rows.json', JSON.stringify(objects), { format: 'json', encodings: utf8 as never }],
  ['t.parquet', new Uint8Array(parquetWriteBuffer({ columnData })), { format: 'parquet' }],
  [
    't.arrow',
    tableToIPC(tableFromArrays(Object.fromEntries(columnData.map(({ name, data }) => [name, data])))),
    { format: 'arrow' },
  ],
  ['t.xlsx', makeXlsx({ Sheet1: [columns, ...rows] }), { format: 'xlsx', sheets: ['Sheet1'], skip: 0, ...plain }],
];

describe('the description of an input', () => {
  it.each(files)(
    'of %s is plain JSON, and the same by path, packed, in memory and as a stream',
    async (name, content, expected) => {
      const path = put(name, content);
      const described = await describeInput(path);
      expect(described).toStrictEqual({ ...expected, columns });
      expect(JSON.parse(JSON.stringify(described))).toStrictEqual(described);
      const isText = described.encodings !== undefined;
      const { format } = described;
      if (isText) expect(await describeInput(put(`${name}.gz`, gzipSync(content)))).toEqual(described);
      // Nothing but the name says that a text is JSON.
      const options = isText ? { format } : {};
      expect(await describeInput(createReadStream(path), options)).toEqual(described);
      expect(await describeInput(new Blob([content as Uint8Array<ArrayBuffer>]), options)).toEqual(described);
      expect(await describeInput(new Uint8Array(Buffer.from(content)), options)).toEqual(described);
    },
  );

  it.each(files)('of %s gives the same table and warnings without a look at the file', async (name, content) => {
    const path = put(name, content);
    const described = await describeInput(path);
    const expected = await readTable(fileSource(path));
    expect(toJson(await readTable(fileSource(path), { described }))).toBe(toJson(expected));
    const parts: Partial<InputDescription>[] = [];
    await readTable(fileSource(path), { described, onDescribed: (part) => parts.push(part) });
    expect(Object.assign({}, ...parts)).toEqual(described);
  });

  it('of several files has the encoding of each', async () => {
    const paths = [
      put('a.csv', csv(';')),
      put('b.csv', encode(csv(';'), 'windows-1252')),
      put('c.csv.gz', gzipSync(encode(csv(';'), 'utf-16le', { mark: true }))),
    ];
    const described = await describeInput(paths);
    expect(described).toStrictEqual({
      format: 'csv',
      encodings: [
        { encoding: 'utf-8' },
        { encoding: 'windows-1252', sign: 'not UTF-8' },
        { encoding: 'utf-16le', sign: 'not UTF-8' },
      ],
      delimiter: ';',
      skip: 0,
      ...plain,
      columns,
    });
    const expected = await readTable(fileSource(paths));
    expect(expected.rows).toBe(9);
    expect(expected.warnings).toHaveLength(2);
    expect(toJson(await readTable(fileSource(paths), { described }))).toBe(toJson(expected));
  });

  it('is what a reader takes: it looks for neither format nor encoding nor delimiter', async () => {
    const described = await describeInput(put('plain.csv', 'a,b\n1,2\n'));
    const read = async (text: string | Uint8Array, own: InputDescription = described) =>
      readTable(new Uint8Array(Buffer.from(text)), { described: own });
    expect((await read('a;b\n1;2\n')).columns.map(({ name }) => name)).toEqual(['a;b']);
    expect((await read('%PDF-1.4 %,b\n1,2\n')).rows).toBe(1);
    await expect(read(encode('a,b\né,2\n', 'windows-1252'))).rejects.toMatchObject({ code: 'INVALID_UTF8' });
    const western = { ...described, encodings: [{ encoding: 'windows-1252', sign: 'not UTF-8' }] as const };
    expect((await read('a,b\nx,2\n', western)).warnings.map(({ code }) => code)).toEqual(['ENCODING_FOUND']);
  });
});
