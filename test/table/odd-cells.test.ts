import { describe, expect, it } from 'vitest';
import { readCsv, tableFromRows } from '../../src/index.js';
import { readCsvCounted } from '../../src/io/csv/read-csv.js';

/** Warnings about the values of a column `a` with these cells, read in rows and counted alike. */
async function warned(cells: readonly string[]): Promise<string[]> {
  const csv = `a,b\n${cells.map((cell, i) => `"${cell.replaceAll('"', '""')}",${i % 2}`).join('\n')}\n`;
  const { warnings } = await readCsv(csv);
  expect((await readCsvCounted(csv)).warnings).toEqual(warnings);
  return warnings.map(({ code, message, attribute }) => {
    expect(attribute).toBe('a');
    return `${code}: ${message}`;
  });
}

const whole = (length: number): string[] => Array.from({ length }, (_, i) => String(20 + ((i * 7) % 61)));
const days = (length: number): string[] =>
  Array.from({ length }, (_, i) => `19${50 + (i % 40)}-0${1 + (i % 9)}-${10 + (i % 19)}`);
const withAt = (cells: readonly string[], at: number, ...odd: readonly string[]): string[] =>
  cells.map((cell, i) => odd[i - at] ?? cell);
const cure = (one: boolean): string =>
  `; correct ${one ? 'it' : 'them'} in the file, or name ${one ? 'it' : 'them'} in --missing (input.missing)`;

describe('a few cells that keep a column from being numbers or days', () => {
  it('are counted, with the first row and what they look like, and never shown', async () => {
    expect(await warned(withAt(whole(2000), 777, 'ca. 40'))).toEqual([
      `ODD_CELLS: 1 of 2,000 cells is not a whole number (row 778) and keeps the column from being read as such: of about a number (as in ca. 40)${cure(true)}`,
    ]);
    expect(await warned(withAt(whole(50), 10, '90+', 'under 5', 'Total'))).toEqual([
      `ODD_CELLS: 1 of 50 cells is not a whole number (row 13) and keeps the column from being read as such: of other text${cure(true)}`,
    ]);
    expect(await warned(withAt(days(50), 3, '1945-00-00', '1944'))).toEqual([
      'FORMAT_MIXED: read as texts, since its values are days written in more than one way; "format": "YYYY-MM-DD [00]" reads them all',
    ]);
    expect(await warned(withAt(days(50), 3, '1'))).toEqual([
      `ODD_CELLS: 1 of 50 cells is not a day (row 4) and keeps the column from being read as such: of other text${cure(true)}`,
    ]);
  });

  it('may be many where all have an open end or an unknown part', async () => {
    const cells = Array.from({ length: 40 }, (_, i) => ['5', '7', '>30', '< 1', '90 and over'][i % 5]);
    expect(await warned(cells)).toMatchObject([expect.stringMatching(/^ODD_CELLS: 24 of 40 cells are not whole/)]);
    const born = days(30).map((day, i) => (i % 3 === 0 ? day : `${day.slice(0, 8)}00`));
    expect(await warned(born)).toMatchObject([
      expect.stringMatching(
        /^FORMAT_FOUND: days written YYYY-MM-DD \[00\], of which 20 cells have no known day or month/,
      ),
    ]);
    const packed = days(60).map((day, i) => (i % 5 === 0 ? `${day.slice(0, 4)}0000` : day.replaceAll('-', '')));
    expect(await warned(packed)).toMatchObject([
      expect.stringMatching(/^FORMAT_FOUND: days written YYYYMMDD \[00\], of which 12 cells have no known day/),
    ]);
  });

  it('may be many where they differ by their minus or their unit', async () => {
    const cells = (odd: (i: number) => string) => whole(40).map((cell, i) => (i % 3 === 0 ? odd(i) : cell));
    expect(await warned(cells((i) => `${i + 1}-`))).toEqual([
      `ODD_CELLS: 14 of 40 cells are not whole numbers (the first in row 1) and keep the column from being read as such: with a typographic minus or a minus after the number (as in −5 or 5-)${cure(false)}`,
    ]);
    expect(await warned(cells((i) => `−${i + 1}`))).toMatchObject([expect.stringMatching(/^ODD_CELLS: 14 of 40/)]);
    expect(await warned(cells((i) => `${i} kg`))).toEqual([
      `ODD_CELLS: 14 of 40 cells are not whole numbers (the first in row 1) and keep the column from being read as such: with another unit or sign (as in 5 kg or $5), or without one${cure(false)}`,
    ]);
    expect(await warned(cells((i) => `$${i}`))).toMatchObject([expect.stringMatching(/^ODD_CELLS: 14 of 40/)]);
  });

  it('are days of eight digits with zeros or nines beside zeros throughout', async () => {
    const packed = days(60).map((day, i) => (i % 5 === 0 ? `${day.slice(0, 4)}9999` : day.replaceAll('-', '')));
    expect(await warned([...packed, '00000000'])).toMatchObject([
      expect.stringMatching(/^ODD_CELLS: 13 of 61 cells are not days .*without a known day/),
    ]);
    expect(await warned(withAt(days(50), 3, '1945-99-99', '1945-99-05'))).toMatchObject([
      expect.stringMatching(/^FORMAT_MIXED: .*"format": "YYYY-MM-DD \[99\]" reads them all/),
    ]);
  });

  it('stand beside marks of missing values', async () => {
    const found = await warned(withAt(days(40), 0, '0000-00-00', '1945-00-00', 'NA'));
    expect(found).toMatchObject([
      expect.stringMatching(/^MAYBE_MISSING: 2 cells "0000-00-00", "NA" keep column "a" from being days/),
    ]);
  });

  it('are not looked for in codes, ranges, words and columns that are half numbers', async () => {
    const columns = [
      withAt(['007', '012', '100', '200', '300', '400', '500', '600', '700', '800', '900', '901'], 3, 'X'),
      ['0-4', '5-9', '10-14', '90+', '0-4', '5-9'],
      ['E11.65', 'I10', 'J45', 'S72', 'E11', 'I21'],
      ['Bonn', 'Ulm', '12', 'Köln'],
      Array.from({ length: 40 }, (_, i) => (i % 4 === 0 ? `${i}a` : String(i))),
      ['1', '2', '3', 'x y'],
      ['12 Main St', '14 Main St', '9 Elm St'],
    ];
    for (const cells of columns) expect(await warned(cells)).toEqual([]);
  });

  it('have the row of the input where others are dropped', async () => {
    const cells = withAt(whole(40), 30, 'forty');
    const csv = `a,b\n${cells.map((cell, i) => `${cell},${i < 10 ? '' : 'x'}`).join('\n')}\n`;
    const options = { onMissing: 'drop', missingMatters: (name: string) => name === 'b' } as const;
    for (const read of [readCsv, readCsvCounted]) {
      const { warnings } = await read(csv, options);
      expect(warnings.find(({ code }) => code === 'ODD_CELLS')?.message).toMatch(/^1 of 30 cells .* \(row 31\)/);
    }
  });

  it('are found in rows of a program too', () => {
    const rows = [...whole(40).map(Number), 'ca. 90'].map((a) => ({ a }));
    expect(tableFromRows(rows).warnings).toMatchObject([{ code: 'ODD_CELLS', attribute: 'a' }]);
  });
});

describe('days in several formats', () => {
  it('are counted by format, where no format reads them all', async () => {
    expect(await warned(['2024-03-05', '05.03.2024', '2024-03-06', '06.03.2024', '2024-03-05', '07.03.2024'])).toEqual([
      'FORMAT_MIXED: read as texts, since its values are days written in 2 formats: of 6 cells, YYYY-MM-DD reads 3 cells, DD.MM.YYYY reads 3 cells; write them in one',
    ]);
    const american = Array.from({ length: 30 }, (_, i) => `0${1 + (i % 9)}/${10 + (i % 18)}/2020`);
    expect(await warned(withAt(american, 4, '13/05/2020'))).toEqual([
      'FORMAT_MIXED: read as texts, since its values are days written in 2 formats: of 30 cells, MM/DD/YYYY reads 29 cells, DD/MM/YYYY reads 7 cells; write them in one',
    ]);
    const found = await warned(withAt([...days(20), '05.03.1961', '06.03.1961'], 0, 'soon'));
    expect(found).toMatchObject([
      expect.stringMatching(/^FORMAT_MIXED: .* of 22 cells, of which 1 cell fit none, YYYY-MM-DD reads 19 cells/),
      expect.stringMatching(/^ODD_CELLS: 1 of 22 cells is not a day \(row 1\)/),
    ]);
  });
});

describe('times that no type has', () => {
  it.each([
    [['07:37', '19:00', '9:15 am'], 'times of day or lengths of time in several formats'],
    [['1 h 20 min', '45 min'], 'lengths of time in words or several formats'],
    [['14h 05m', '2h'], 'lengths of time in words or several formats'],
  ])('%j are named as %s', async (cells, what) => {
    expect(await warned(cells)).toEqual([
      `TIMES_AS_TEXTS: read as texts, since there is no type for ${what}: releases show single ones, sets of them or none; write them as times such as 07:30, or lengths such as 1:30:00, throughout, to have ranges`,
    ]);
  });

  it.each([
    [['1945-03', '1944-12'], 'months'],
    [['03/1945', '12/1944'], 'months'],
    [['Jan-45', 'März 1967', 'Dec 1950'], 'months'],
    [['1945Q1', '1944Q4'], 'quarters'],
  ])('%j are named as %s', async (cells, what) => {
    expect(await warned(cells)).toMatchObject([
      expect.stringMatching(`^TIMES_AS_TEXTS: .* no type for ${what}: .* write them as days`),
    ]);
  });

  it('are no ratios or chapters', async () => {
    expect(await warned(['16:9', '4:3'])).toEqual([]);
    expect(await warned(['1:75', '2:99'])).toEqual([]);
  });
});

describe('numbers with blanks around them', () => {
  it('are numbers, where they are quoted too', async () => {
    const csv = 'pay,age\n"$2,000 ",30\n$35,31\n" $35","31 "\n"\u00a0$1,500",32\n';
    for (const options of [{}, { types: { pay: { type: 'integer', format: '$#,##0' }, age: 'integer' } }] as const) {
      const { columns } = await readCsv(csv, options);
      expect(columns[0]).toMatchObject({ type: 'integer', format: '$#,##0', texts: ['$2,000', '$35', '$1,500'] });
      expect(columns[1]).toMatchObject({ type: 'integer', texts: ['30', '31', '32'] });
    }
  });

  it('stay as they are among texts', async () => {
    expect((await readCsv('a\n"x "\nx\n')).columns[0].texts).toEqual(['x ', 'x']);
  });
});
