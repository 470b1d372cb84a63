import { describe, expect, it } from 'vitest';
import { readCsv, readCsvCounted, readCsvInPieces } from '../../../src/io/csv/read-csv.js';
import { openFiles } from '../../../src/hosts/node/open-files.js';
import { seededRandom } from '../../../src/base/random.js';
import { casesOf } from '../../shared.js';

const escapes = 'backslash';
const MARKS = ['\t', ',', ';'] as const;

describe('backslash escapes', () => {
  it('are read as MySQL and PostgreSQL write them, in pieces of any size', async () => {
    const cells = [
      '1',
      'a b',
      'tab\there',
      'line\nbreak',
      'back\\slash',
      'say "hi"',
      'a,b',
      'a;b',
      null,
      '',
      'N',
      '\\N',
      'é',
      "'",
    ];
    for (let seed = 0; seed < casesOf(2000, 300); seed++) {
      const random = seededRandom(seed);
      const mark = MARKS[random.below(3)];
      const dialect = random.below(3);
      const rows = Array.from({ length: 1 + random.below(6) }, () =>
        Array.from({ length: 3 }, () => cells[random.below(cells.length)]),
      );
      // 0: INTO OUTFILE, 1: with OPTIONALLY ENCLOSED BY '"', 2: COPY of PostgreSQL.
      const write = (cell: string | null): string => {
        if (cell === null) return '\\N';
        if (dialect === 1) return `"${cell.replaceAll('\\', '\\\\').replaceAll('"', '\\"')}"`;
        const own = cell
          .replaceAll('\\', '\\\\')
          .replaceAll(mark, mark === '\t' && dialect === 2 ? '\\t' : `\\${mark}`);
        const lines = own.replaceAll('\n', dialect === 2 ? '\\n' : '\\\n');
        return lines.startsWith('"') ? `\\${lines}` : lines;
      };
      const end = ['\n', '\r\n'][random.below(2)];
      const text = ['x', 'y', 'z'].join(mark) + end + rows.map((row) => row.map(write).join(mark) + end).join('');
      const asked = {
        escapes,
        delimiter: mark,
        missing: ['NULL!'],
        types: { x: 'string', y: 'string', z: 'string' },
        trim: false,
      } as const;
      for (const read of [readCsv, readCsvCounted]) {
        const table = await read(text, asked);
        expect(table.rows, `seed ${seed}`).toBe(rows.length);
      }
      const table = await readCsvInPieces(text, asked, 1 + random.below(9));
      const found = Array.from({ length: table.rows }, (_, r) =>
        table.columns.map(({ codes, texts, missingCode }) => (codes[r] === missingCode ? null : texts[codes[r]])),
      );
      expect(found, `seed ${seed}: ${JSON.stringify(text)}`).toEqual(rows);
    }
  });

  it('have a found delimiter, and are refused where quotes are out of place', async () => {
    const table = await readCsv('\ufeffid\tname\tnote\n1\tAnn\t\\N\n2\tC\\\tD\tx\n', { escapes });
    expect(table.toRows()).toEqual([
      { id: 1, name: 'Ann', note: null },
      { id: 2, name: 'C\tD', note: 'x' },
    ]);
    await expect(readCsv('a,b\n1,"x" y\n', { escapes })).rejects.toMatchObject({ code: 'QUOTE_THEN_TEXT', where: { line: 2 } }); // prettier-ignore
    await expect(readCsv('a,b\n1,"x\n', { escapes })).rejects.toMatchObject({ code: 'QUOTE_NOT_CLOSED' });
    await expect(readCsv('a,b\n1,2\n', { escapes: 'c' as 'backslash' })).rejects.toThrow(/input\.escapes/);
    expect(() => openFiles(['a.csv', 'b.csv'], { escapes })).toThrow(/input\.escapes/);
    await expect(readCsv('a,b\n1,"x \\"y\\""\n')).rejects.toThrow(/text after the quote.*--escapes backslash/);
    expect((await readCsv('a,b\n1,C:\\new\n')).toRows()).toEqual([{ a: 1, b: 'C:\\new' }]);
  });
});
