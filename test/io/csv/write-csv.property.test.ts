import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { tableFromRows } from '../../../src/io/from-rows.js';
import { readCsv } from '../../../src/io/csv/read-csv.js';
import type { Table } from '../../../src/table/table.js';
import { csvChunks, writeCsvString } from '../../../src/io/csv/write-csv.js';
import { casesOf } from '../../shared.js';

const rowsOf = (table: Table): (string | null)[][] =>
  Array.from({ length: table.rows }, (_, row) =>
    table.columns.map(({ codes, texts, missingCode }) => (codes[row] === missingCode ? null : texts[codes[row]])),
  );

const value = fc.oneof(
  fc.constantFrom('', '?', '*', '[10,20)', '[16-20]', ' lead', 'trail ', ' ', '"', '""', 'a"b', 'a,b', 'a;b', 'a|b'),
  fc.constantFrom('a\tb', 'l1\nl2', 'l1\r\nl2', '\r', '\n', '\ufeffbom', 'é', '😀', '=1+1', '01', '1.0', '-0', '7'),
  fc.string({ unit: 'grapheme', maxLength: 6 }).filter((text) => !text.includes('\0')),
);

const input = fc.integer({ min: 1, max: 4 }).chain((width) =>
  fc.record({
    names: fc.uniqueArray(
      value.filter((name) => name.trim() !== ''),
      { minLength: width, maxLength: width },
    ),
    rows: fc.array(fc.array(fc.option(value, { freq: 6 }), { minLength: width, maxLength: width }), {
      minLength: 1,
      maxLength: 12,
    }),
    delimiter: fc.constantFrom(',', ';', '\t', '|'),
    missing: fc.constantFrom([''], ['', '?'], ['?'], ['?', '*']),
    stated: fc.boolean(),
  }),
);

describe('a written table', () => {
  it('reads back identical, with the delimiter stated or found', async () => {
    await fc.assert(
      fc.asyncProperty(input, async ({ names, rows, delimiter, missing, stated }) => {
        const table = tableFromRows(rows, { columns: names, missing });
        const text = writeCsvString(table, { delimiter });
        expect(writeCsvString(table, { delimiter, bom: true })).toBe(`\ufeff${text}`);
        const back = await readCsv(text, { missing, ...(stated ? { delimiter } : {}) });
        expect(back.columns.map(({ name }) => name)).toEqual(names);
        expect(rowsOf(back)).toEqual(rowsOf(table));
        expect(back.columns.map(({ type }) => type)).toEqual(table.columns.map(({ type }) => type));
        expect(writeCsvString(back, { delimiter })).toBe(text);
      }),
      { numRuns: casesOf(100_000, 88), seed: 21 },
    );
  });
});

describe('csvChunks', () => {
  it('quotes only cells that need it', () => {
    const table = tableFromRows(
      [
        ['[10,20)', 'a "b"', 'x y'],
        [' x', 'l\nm', 'plain'],
      ],
      { columns: ['a', 'b', 'c'] },
    );
    expect(writeCsvString(table)).toBe('a,b,c\n"[10,20)","a ""b""",x y\n" x","l\nm",plain\n');
  });

  it('writes an empty cell of a single column so that its row is not a blank line', async () => {
    const text = writeCsvString(tableFromRows([['1'], [null], ['2'], [null]], { columns: ['a'] }));
    expect(text).toBe('a\n1\n""\n2\n""\n');
    expect((await readCsv(text)).rows).toBe(4);
  });

  it('keeps chunks near 256 KiB however many rows there are', async () => {
    const rows = Array.from({ length: 12_000 }, (_, i) => [i, 'x'.repeat(i % 250)]);
    const table = tableFromRows(rows, { columns: ['id', 'pad'] });
    const chunks = [...csvChunks(table)];
    expect(chunks.length).toBeGreaterThan(5);
    for (const chunk of chunks) expect(chunk.length).toBeLessThan(300_000);
    const back = await readCsv(new Blob(chunks as BlobPart[]));
    expect(back.columns.map(({ texts }) => texts)).toEqual(table.columns.map(({ texts }) => texts));
    const codesOf = ({ columns }: Table): unknown => columns.map(({ codes }) => codes);
    expect(isDeepStrictEqual(codesOf(back), codesOf(table))).toBe(true);
  });

  it('guards formulas on request, not numbers, and counts the cells (value-25)', () => {
    const rows = [['=1+1'], ['-5'], ['+x'], ['@a'], ['-5'], ['=1+1'], ['\tq'], ['plain']];
    const table = tableFromRows(rows, { columns: ['v'] });
    const chunks = csvChunks(table, { formulaGuard: true });
    const first = chunks.next();
    expect(new TextDecoder().decode(first.value as Uint8Array)).toBe(
      "v\n'=1+1\n-5\n'+x\n'@a\n-5\n'=1+1\n\"'\tq\"\nplain\n",
    );
    expect(chunks.next()).toEqual({ done: true, value: { guardedCells: 5 } });
  });

  it('refuses another delimiter', () => {
    const table = tableFromRows([[1]], { columns: ['a'] });
    expect(() => writeCsvString(table, { delimiter: '"' })).toThrow(/delimiter: expected one of/);
  });
});
