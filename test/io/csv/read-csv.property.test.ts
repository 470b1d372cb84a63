import { parse } from 'csv-parse/sync';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { KohortError } from '../../../src/base/errors.js';
import { readCsvInPieces } from '../../../src/io/csv/read-csv.js';
import type { ReadCsvOptions } from '../../../src/io/csv/read-csv.js';
import type { Table } from '../../../src/table/table.js';
import { long } from '../../shared.js';
import { cellsOf } from '../../table-texts.js';

const runs = (count: number): { numRuns: number; seed: number } => ({
  numRuns: long ? count * 60 : Math.ceil(count / 2),
  seed: 20,
});
const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text);

/** All cells by row, and what else a reader must not change with the size of its pieces. */
function contents(table: Table): unknown {
  return {
    columns: table.columns.map(({ name, type, texts, numbers, missingCode, codes }) => ({
      name,
      type,
      texts,
      numbers: numbers && [...numbers],
      missingCode,
      codes: [...codes],
      width: codes.BYTES_PER_ELEMENT,
    })),
    warnings: table.warnings,
  };
}

async function outcome(source: Uint8Array | string, options: ReadCsvOptions, pieceLength: number): Promise<unknown> {
  try {
    return contents(await readCsvInPieces(source, options, pieceLength));
  } catch (error) {
    if (error instanceof KohortError) return `${error.code} ${error.message}`;
    throw error;
  }
}

const cell = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom('a', 'b', '1', '17', 'é', '漢字', '😀', '', 'Private', 'x'.repeat(20)) },
  {
    weight: 2,
    arbitrary: fc.constantFrom('a,b', 'say "hi"', 'two\nlines', 'cr\rhere', 'crlf\r\nend', '"', ' padded ', ' '),
  },
  {
    weight: 1,
    arbitrary: fc.string({ unit: fc.constantFrom('a', ',', '"', '\n', '\r', ' ', 'ß', '🙂', ';'), maxLength: 8 }),
  },
);

const file = fc
  .record({
    width: fc.integer({ min: 1, max: 4 }),
    rows: fc.array(fc.array(fc.tuple(cell, fc.boolean()), { minLength: 4, maxLength: 4 }), {
      minLength: 1,
      maxLength: 12,
    }),
    end: fc.constantFrom('\n', '\r\n', '\r'),
    last: fc.boolean(),
    bom: fc.boolean(),
  })
  .map(({ width, rows, end, last, bom }) => {
    const quote = (text: string, always: boolean): string =>
      always || /[",\r\n]/.test(text) || (text === '' && width === 1) ? `"${text.replaceAll('"', '""')}"` : text;
    const lines = rows.map((row) =>
      row
        .slice(0, width)
        .map(([text, always]) => quote(text, always))
        .join(','),
    );
    const names = ['c0', 'c1', 'c2', 'c3'].slice(0, width);
    const text = (bom ? '\ufeff' : '') + [names.join(','), ...lines].join(end) + (last ? end : '');
    return { text, names };
  });

describe('readCsv against csv-parse', () => {
  it('gives the same cells for strict RFC 4180 input cut anywhere', async () => {
    await fc.assert(
      fc.asyncProperty(file, fc.integer({ min: 1, max: 80 }), async ({ text, names }, pieceLength) => {
        const expected: string[][] = parse(text, {
          bom: true,
          relax_column_count: false,
          record_delimiter: ['\r\n', '\n', '\r'],
        });
        const options: ReadCsvOptions = { delimiter: ',', trim: false, missing: [] };
        const table = await readCsvInPieces(bytesOf(text), options, pieceLength);
        expect(table.rows).toBe(expected.length - 1);
        expect(table.columns.map(({ name }) => name)).toEqual(names);
        expect(cellsOf(table)).toEqual(expected.slice(1));
        for (const { codes, texts } of table.columns) {
          expect(new Set(codes).size).toBe(texts.length);
          expect(new Set(texts).size).toBe(texts.length);
          let next = 0;
          for (const code of codes) if (code === next) next++;
          expect(next).toBe(texts.length);
        }
      }),
      runs(750),
    );
  });
});

describe('readCsv of any text', () => {
  const piecesOfText = fc.array(
    fc.constantFrom(
      'a',
      '1',
      '-0',
      ',',
      ',',
      ';',
      '"',
      '""',
      '\n',
      '\n',
      '\r',
      '\r\n',
      ' ',
      'é',
      '😀',
      '\ufeff',
      '\0',
      '\ud83d',
      'word word word word',
    ),
    { maxLength: 40 },
  );

  it('has the same outcome, table or error, whatever the size of the pieces', async () => {
    await fc.assert(
      fc.asyncProperty(
        piecesOfText,
        fc.constantFrom<ReadCsvOptions>(
          {},
          { delimiter: ',' },
          { delimiter: ',', trim: false, missing: [] },
          { header: false, columns: ['p', 'q'], types: { p: 'integer' }, missing: ['a', ''] },
          { delimiter: ',', onMissing: 'drop', types: { a: 'number' } },
          { delimiter: ',', onMissing: 'error', maxFieldBytes: 6 },
          { delimiter: ',', select: (name) => name !== 'a', maxFieldBytes: 6 },
        ),
        fc.integer({ min: 1, max: 30 }),
        fc.integer({ min: -1, max: 60 }),
        async (parts, options, pieceLength, broken) => {
          const bytes = bytesOf(parts.join(''));
          if (broken >= 0 && broken < bytes.length) bytes[broken] |= 0x80;
          expect(await outcome(bytes, options, pieceLength)).toEqual(await outcome(bytes, options, 1 << 20));
        },
      ),
      runs(1500),
    );
  });

  it('reads a string as it reads its bytes', async () => {
    await fc.assert(
      fc.asyncProperty(file, fc.integer({ min: 1, max: 30 }), async ({ text }, pieceLength) => {
        // A line of spaces alone is an empty one, of which a file may have no other.
        expect(await outcome(text, { delimiter: ',' }, pieceLength)).toEqual(
          await outcome(bytesOf(text), { delimiter: ',' }, 1 << 20),
        );
      }),
      { ...runs(150), examples: [[{ text: 'c0\n ', names: ['c0'] }, 1]] },
    );
  });
});
