import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { findDifference } from '../../src/table/find-difference.js';
import { csvChunks, readCsv, tableFromRows } from '../../src/index.js';
import { casesOf } from '../shared.js';

const cell = fc.oneof(
  fc.constantFrom(
    '',
    '?',
    ' x ',
    '[1-2]',
    '*',
    '"',
    'a,b',
    'a;b',
    'x\ny',
    '\r',
    '01',
    '1.0',
    '-0',
    '2020-01-01',
    'é',
    '\u0301',
  ),
  fc.string({ unit: 'grapheme', maxLength: 4 }).filter((text) => !text.includes('\0')),
);

describe('a file as written', () => {
  it('has the cells of the table that was written', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.tuple(cell, cell), { minLength: 1, maxLength: 12 }), async (rows) => {
        const types = { a: 'string', b: 'string' } as const;
        const table = tableFromRows(rows, { columns: ['a', 'b'], types });
        const bytes = Buffer.concat([...csvChunks(table)]);
        expect(findDifference(table, await readCsv(bytes, { delimiter: ',', types }))).toBeNull();
      }),
      { seed: 6, numRuns: casesOf(20_000, 500) },
    );
  });

  it('differs by rows, columns, cells and their order, without a cell in the message', () => {
    const of = (rows: string[][], columns = ['a', 'b']) => tableFromRows(rows, { columns });
    const table = of([['x', '1'], ['y', '2']]); // prettier-ignore
    expect(findDifference(table, of([['x', '1']]))).toBe('1 row instead of 2');
    expect(findDifference(table, of([['x', '1'], ['y', '2']], ['b', 'a']))).toBe('other columns'); // prettier-ignore
    expect(findDifference(table, of([['x', '1'], ['z', '2']]))).toBe('column "a", row 2'); // prettier-ignore
    expect(findDifference(table, of([['y', '2'], ['x', '1']]))).toBe('column "a", row 1'); // prettier-ignore
  });
});
