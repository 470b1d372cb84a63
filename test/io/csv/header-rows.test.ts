import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readCsv, readCsvCounted } from '../../../src/index.js';
import { seededRandom } from '../../../src/base/random.js';
import { makeFolder, runInside } from '../../hosts/command/run-cli.js';
import { casesOf } from '../../shared.js';
import { qualtricsSurvey, monkeySurvey } from '../../surveys/draw-surveys.js';

const quote = (cell: string): string => (/[",\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell);
const lineOf = (cells: readonly string[], end: string): string => cells.map(quote).join(',') + end;

/** A file in pieces of one size. */
async function* inPieces(text: string, size: number): AsyncGenerator<Uint8Array> {
  const bytes = new TextEncoder().encode(text);
  for (let at = 0; at < bytes.length; at += size) yield await Promise.resolve(bytes.subarray(at, at + size));
}

describe('header rows', () => {
  it('below the first are left out, in pieces of any size, kept or counted', async () => {
    const odd = ['a question, with "marks"', 'line\nbreak', '{"ImportId":"Q1"}', '', 'é'];
    for (let seed = 0; seed < casesOf(400, 40); seed++) {
      const random = seededRandom(seed);
      const end = ['\n', '\r\n', '\r'][random.below(3)];
      const columns = 2 + random.below(3);
      const headerRows = 1 + random.below(4);
      const names = Array.from({ length: columns }, (_, i) => `Q${i}`);
      const labels = Array.from({ length: headerRows - 1 }, () => names.map((_, i) => (i === 0 ? 'text' : odd[random.below(odd.length)]))); // prettier-ignore
      const rows = Array.from({ length: 1 + random.below(30) }, () => names.map(() => String(random.below(4))));
      const above = random.below(3) === 0 ? ['a title', ''] : [];
      const text = (own: readonly (readonly string[])[]): string =>
        [...above.map((line) => line + end), ...[names, ...own, ...rows].map((cells) => lineOf(cells, end))].join('');
      const asked = { delimiter: ',', skip: above.length } as const;
      const expected = (await readCsv(text([]), asked)).toRows();
      const read = { ...asked, headerRows };
      for (const size of [1 + random.below(9), 1 << 16]) {
        const table = await readCsv(inPieces(text(labels), size), read);
        expect(table.toRows(), `seed ${seed}`).toEqual(expected);
      }
      const counted = await readCsvCounted(text(labels), read);
      expect([counted.rows, counted.columns.map(({ type }) => type)]).toEqual([
        rows.length,
        names.map(() => 'integer'),
      ]);
    }
  });

  it('are 1 to 10, and none of a file without a header', async () => {
    for (const options of [
      { headerRows: 0 },
      { headerRows: 11 },
      { headerRows: 1.5 },
      { headerRows: 2, header: false, columns: ['a'] },
    ]) {
      // prettier-ignore
      await expect(readCsv('a\n1\n', options), JSON.stringify(options)).rejects.toThrow(/input\.headerRows/);
    }
    await expect(readCsv('a,b\nx,y\n', { headerRows: 2 })).rejects.toMatchObject({ code: 'INPUT_NO_ROWS' });
  });
});

describe('kohort init', () => {
  const folder = makeFolder();
  const at = (name: string): string => join(folder.path, name);

  it.each([
    ['three header rows of Qualtrics', qualtricsSurvey(120, 5), 3],
    ['two header rows of SurveyMonkey', monkeySurvey(120, 6), 2],
  ] as const)('leaves out what stands below the names: %s', async (_, file, headerRows) => {
    writeFileSync(at(file.name), file.bytes);
    const made = await runInside(['init', at(file.name), '--yes', '--out', at('job.json')]);
    expect([made.code, made.stderr]).toEqual([0, expect.stringContaining('HEADER_ROWS_LEFT_OUT')]);
    const plan = await runInside(['explain', at(file.name), '--job', at('job.json'), '--json']);
    expect(JSON.parse(plan.stdout)).toMatchObject({ rows: file.rows });
    const ended = await runInside([
      'anonymize',
      at(file.name),
      '--job',
      at('job.json'),
      '--out',
      at('r.csv'),
      '--json',
    ]);
    expect(JSON.parse(ended.stdout), ended.stderr).toMatchObject({ rows: file.rows });
    const short = await runInside(['anonymize', at(file.name), '--k', '5', '--out', at('s.csv'), '--save-job', at('s.json'), '--json']); // prettier-ignore
    expect(JSON.parse(short.stdout), short.stderr).toMatchObject({ rows: file.rows });
    const kept = await runInside(['init', at(file.name), '--yes', '--header-rows', '1', '--out', at('kept.json')]);
    expect([kept.code, kept.stderr]).toEqual([2, expect.stringContaining('[HEADER_ROWS]')]);
    const two = await runInside([
      'anonymize',
      at(file.name),
      at(file.name),
      '--job',
      at('job.json'),
      '--out',
      at('t.csv'),
    ]);
    expect([two.code, two.stderr]).toEqual([2, expect.stringContaining('input.headerRows')]);
    expect(headerRows).toBeGreaterThan(1);
  });
});
