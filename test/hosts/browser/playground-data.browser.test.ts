import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { readCsv } from '../../../src/index.js';
import { arrowBytes, parquetBytes } from '../../../src/hosts/sources/index.js';
import { exampleOf, fittingFormats, tryKind } from '../../../playground/src/column/read-values.js';
import { refit } from '../../../playground/src/column/refit.js';
import { makeXlsx } from '../../io/row-files/make-xlsx.js';
import { isSkipped, patience, peopleCsv, usePlayground } from './playground-page.js';

const root = resolve(import.meta.dirname, '../../..');

describe('values read as another type', () => {
  it('mean what their format says, and rows that do not fit are named by their numbers', async () => {
    const { columns } = await readCsv('born,n\n03/04/2020,1\n05/04/2020,2\n,3\n05/04/2020,x\n');
    const [born, n] = columns;
    const european = tryKind(born, { type: 'date', format: 'DD/MM/YYYY' });
    expect(european).toEqual({
      examples: [
        { text: '03/04/2020', meaning: '3 April 2020' },
        { text: '05/04/2020', meaning: '5 April 2020' },
      ],
      misfitRows: 0,
      firstMisfits: [],
    });
    expect(tryKind(born, { type: 'date', format: 'MM/DD/YYYY' }).examples[0].meaning).toBe('4 March 2020');
    expect(tryKind(n, { type: 'integer' })).toMatchObject({ misfitRows: 1, firstMisfits: [4] });
    expect(tryKind(born, { type: 'date' })).toMatchObject({ misfitRows: 3, firstMisfits: [1, 2, 4] });
    expect(fittingFormats(born, 'date')).toEqual(['DD/MM/YYYY', 'MM/DD/YYYY']);
    expect(exampleOf({ type: 'date', format: 'DD.MM.YYYY' })).toEqual({ text: '17.03.2024', meaning: '17 March 2024' });
    expect(exampleOf({ type: 'number', format: '0,#' })).toEqual({ text: '1234,5', meaning: 'the number 1,234.5' });
    expect(exampleOf({ type: 'datetime' })).toEqual({ text: '2024-03-17T14:30:00', meaning: '17 March 2024 at 14:30' });
  });

  it('take out the hierarchies that no longer fit, and keep all others', async () => {
    const text = 'age,city,zip\n1,Lyon,01\n2,Bonn,02\n';
    const before = await readCsv(text);
    const now = await readCsv(text, { types: { age: 'string' } });
    const columns = [
      { name: 'age', role: 'quasi-identifier', hierarchy: { type: 'intervals', widths: [5, 10] } },
      { name: 'city', role: 'quasi-identifier', hierarchy: { type: 'levels', rows: [['Lyon', '*'], ['Bonn', '*']] } },
      { name: 'zip', role: 'quasi-identifier', hierarchy: { type: 'mask', keep: 'left' } },
    ] as const; // prettier-ignore
    const after = refit(columns, before, now);
    expect(after.columns).toEqual([{ ...columns[0], hierarchy: undefined }, columns[1], columns[2]]);
    expect(after.takenOut).toEqual([
      {
        name: 'age',
        text: 'The hierarchy of age (intervals) does not fit texts as they are read now. It is taken out.',
      },
    ]);
    expect(refit(columns, before, before)).toEqual({ columns, takenOut: [] });
  });
});

/** People with days in a form that has two readings, codes that seem numbers, and what people write in place of a value. */
const rows = Array.from({ length: 240 }, (_, i) => {
  const day = `0${1 + (i % 9)}/0${1 + (i % 7)}/20${10 + (i % 4)}`;
  return [
    20 + (i % 5),
    day,
    `0${1 + (i % 3)}`,
    i % 40 === 7 ? 'NA' : 100 * (i % 6),
    'flu cold cough'.split(' ')[i % 3],
  ];
});
const peopleOf = (delimiter: string): string =>
  [['age', 'visit', 'ward', 'cost', 'disease'], ...rows].map((row) => row.join(delimiter)).join('\n') + '\n';

describe.skipIf(isSkipped)('how a file is read', { timeout: 240_000 }, () => {
  const site = usePlayground();
  const { folder, open, choose, ready, goTo, inspect, setRole, setK, anonymize, view, download, button } = site;
  let page: Page;

  async function openText(name: string, content: string | Uint8Array): Promise<void> {
    writeFileSync(join(folder, name), content);
    await choose(join(folder, name));
    await ready();
  }

  /** A release of the page, and the same by the command line from its job. */
  async function releaseBoth(name: string): Promise<{ page: Buffer; command: Buffer; job: Record<string, unknown> }> {
    await page.locator('.run summary').click();
    await page.getByLabel('Seed of the order of the rows').fill('7');
    await anonymize();
    await view('Take it along');
    const job = readFileSync(await download('Download the job file'));
    writeFileSync(join(folder, 'job.json'), job);
    const release = name.replace(/\.\w+$/, '-release.csv');
    const saved = readFileSync(await download(`Save ${release}`));
    const out = join(folder, 'again.csv');
    execFileSync(process.execPath, [join(root, 'dist/cli/main.js'), 'anonymize', join(folder, name), '--job', join(folder, 'job.json'), '--out', out, '--seed', '7', '--quiet'], { stdio: 'pipe' }); // prettier-ignore
    return { page: saved, command: readFileSync(out), job: JSON.parse(job.toString()) as Record<string, unknown> };
  }

  const types = (): ReturnType<Page['getByText']> => page.locator('.type-choice summary');

  it('lets a column be read as another type: roles and hierarchies stay, and the command line does the same', async () => {
    page = await open('plain');
    await openText('visits.csv', peopleOf(','));
    await setRole('visit', 'quasi-identifier');
    await setRole('disease', 'insensitive');
    await setRole('ward', 'quasi-identifier');
    await setRole('cost', 'drop');
    await inspect('age');
    await page.getByLabel('Hierarchy of age').selectOption('intervals');
    await inspect('visit');
    expect(await types().textContent()).toBe('Read as: text');
    await types().click();
    const read = button('Read the column so');
    expect(await read.isDisabled()).toBe(true);
    await page.getByLabel('Type of visit').selectOption('date');
    // Plain days they are not: rows are named, no cell is.
    const alert = page.locator('.type-choice [role=alert]');
    await expect.poll(() => alert.textContent()).toBe('Rows 1, 2, 3 and 237 others of 240 cannot be read as dates.');
    expect(await read.isDisabled()).toBe(true);
    await page.getByRole('radio', { name: 'DD/MM/YYYY' }).check();
    await page.getByText('02/02/2011 is read as 2 February 2011').waitFor();
    await page.getByRole('radio', { name: 'MM/DD/YYYY' }).check();
    await page.getByText('03/03/2012 is read as 3 March 2012').waitFor();
    await page.getByRole('radio', { name: 'DD/MM/YYYY' }).check();
    await read.click();
    await expect.poll(() => types().textContent(), patience).toBe('Read as: date, written DD/MM/YYYY');
    expect(await page.getByLabel('Hierarchy of visit').locator('option').allTextContents()).toContain('parts of the calendar'); // prettier-ignore
    await page.getByLabel('Hierarchy of visit').selectOption('dates');
    await inspect('age');
    expect(await page.getByLabel('Hierarchy of age').inputValue()).toBe('intervals');
    expect(await page.getByLabel('Role of disease').count()).toBe(0);
    await setK('3');
    const both = await releaseBoth('visits.csv');
    expect(both.job).toMatchObject({
      attributes: {
        visit: { role: 'quasi-identifier', type: 'date', format: 'DD/MM/YYYY', hierarchy: { type: 'dates' } },
        age: { hierarchy: { type: 'intervals' } },
      },
    });
    expect(both.page.length).toBeGreaterThan(1000);
    expect(both.page.equals(both.command)).toBe(true);
  });

  it('says which hierarchy fits no longer, keeps the last of several wishes, and shows no cell of a sensitive column', async () => {
    page = await open('plain');
    await openText('ages.csv', peopleCsv);
    await inspect('age');
    await page.getByLabel('Hierarchy of age').selectOption('intervals');
    await types().click();
    await page.getByLabel('Type of age').selectOption('string');
    await button('Read the column so').click();
    await page.getByText('The hierarchy of age (intervals) does not fit texts as they are read now. It is taken out.').waitFor(patience); // prettier-ignore
    expect(await types().textContent()).toBe('Read as: text');
    expect(await page.getByLabel('Hierarchy of age').inputValue()).toBe('none');
    // One wish after the other, without waiting: the last one counts, and nothing is said of the first.
    await page.evaluate(() => {
      const select = document.querySelector<HTMLSelectElement>('[aria-label="Type of age"]');
      const press = (): void => {
        for (const each of document.querySelectorAll('button')) if (each.textContent === 'Read the column so') each.click(); // prettier-ignore
      };
      const pick = (value: string): Promise<void> => {
        if (select === null) throw new Error('no type');
        select.value = value;
        select.dispatchEvent(new Event('change', { bubbles: true }));
        // The page draws its next picture, as between two wishes of a quick hand.
        return new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => done())));
      };
      return pick('number').then(press).then(() => pick('integer')).then(press); // prettier-ignore
    });
    await expect.poll(() => types().textContent(), patience).toBe('Read as: whole number');
    await page.getByRole('button', { name: 'Cancel' }).waitFor({ state: 'detached', ...patience });
    expect(await page.locator('.type-choice [role=alert]').count()).toBe(0);
    await setRole('age', 'sensitive');
    await page.getByLabel('Type of age').selectOption('number');
    expect(await page.getByRole('list', { name: 'How values are read' }).allTextContents()).toEqual(['1234.5 is read as the number 1,234.5']); // prettier-ignore
  });

  it('says as what a file was read, and reads it in another way, as the command line then does', async () => {
    page = await open('plain');
    const text = `Visits of a year\n${peopleOf(';').replaceAll('flu', 'gripp\u00e9')}`.replaceAll(
      /;(\d00);/g,
      ';$1,5;',
    );
    await openText(
      'odd.csv',
      Uint8Array.from(text, (each) => each.charCodeAt(0)),
    );
    await goTo('Data');
    const words = page.locator('.reading-words');
    await expect
      .poll(() => words.textContent(), patience)
      .toBe('Semicolons between cells, Latin-1 (Windows-1252), names of columns in the first line, 1 line above skipped. Empty cells count as missing.'); // prettier-ignore
    await page.getByLabel('cells “NA” stand for missing values').check();
    await expect
      .poll(() => words.textContent(), patience)
      .toBe('Semicolons between cells, Latin-1 (Windows-1252), decimal commas, names of columns in the first line, 1 line above skipped. Empty cells and “NA” count as missing.'); // prettier-ignore
    await page.getByText('Read it in another way').click();
    expect(await page.getByLabel('Between cells').locator('option:checked').textContent()).toBe('as found: semicolons');
    await page.getByLabel('Characters').selectOption('iso-8859-15');
    await expect.poll(() => words.textContent(), patience).toContain('Latin-9 (ISO 8859-15)');
    await page.getByLabel('Decimal mark').selectOption(',');
    await page.getByLabel('Between cells').selectOption(';');
    await page.getByLabel('Another word for missing values').fill('500,5');
    await button('Add').click();
    await expect.poll(() => words.textContent(), patience).toContain('“NA” and “500,5” count as missing');
    for (const name of ['visit', 'ward']) await setRole(name, 'drop');
    await setRole('cost', 'quasi-identifier');
    await setRole('disease', 'insensitive');
    await setK('2');
    const both = await releaseBoth('odd.csv');
    expect(both.job.input).toEqual({ encoding: 'iso-8859-15', delimiter: ';', decimal: ',', missing: ['', 'NA', '500,5'] }); // prettier-ignore
    expect(both.page.toString()).toContain('grippé');
    expect(both.page.equals(both.command)).toBe(true);
  });

  it('keeps the table where another reading fails, says why, and takes the next one', async () => {
    page = await open('plain');
    await openText('plain.csv', peopleOf(','));
    await goTo('Data');
    await page.getByText('Read it in another way').click();
    await page.getByLabel('Characters').selectOption('utf-16le');
    await page.locator('.error').waitFor(patience);
    expect(await page.locator('.error').textContent()).toContain('the file has a header but no rows');
    expect(await page.getByLabel('Characters').inputValue()).toBe('');
    await page.getByText('240 rows').first().waitFor();
    await page.getByLabel('Lines above the table').fill('1');
    await page.getByLabel('Lines above the table').blur();
    await page.getByText('239 rows').first().waitFor(patience);
    await page.getByRole('checkbox', { name: /first line/ }).uncheck();
    await page.getByText('240 rows').first().waitFor(patience);
    await page.getByRole('button', { name: 'column 1', exact: true }).waitFor();
  });

  it.each(['parquet', 'arrow'] as const)(
    'opens a file of %s, and says what is wrong with a broken one',
    async (format) => {
      page = await open('plain');
      const table = await readCsv(peopleCsv);
      const bytes = await (format === 'parquet' ? parquetBytes : arrowBytes)(table);
      await openText(`broken.csv`, peopleOf(','));
      writeFileSync(join(folder, `broken.${format}`), bytes.slice(0, 900));
      await goTo('Data');
      await choose(join(folder, `broken.${format}`));
      await page.locator('.error').waitFor(patience);
      expect(await page.locator('.error').textContent()).toMatch(new RegExp(`^broken\\.${format}: .*${format}`, 'i'));
      await openText(`people.${format}`, bytes);
      await page.getByText('6,000 rows').first().waitFor(patience);
      await goTo('Data');
      await expect
        .poll(() => page.locator('.reading-words').textContent(), patience)
        .toBe(`${format === 'parquet' ? 'Parquet' : 'Arrow'}. Empty cells count as missing.`);
      expect(await page.getByRole('checkbox', { name: /first line/ }).count()).toBe(0);
      await setK('5');
      const both = await releaseBoth(`people.${format}`);
      expect(both.page.length).toBeGreaterThan(1000);
      expect(both.page.equals(both.command)).toBe(true);
    },
  );

  it('opens an Excel workbook, reads a sheet that is chosen as the command line does, and says what is wrong with a broken one', async () => {
    page = await open('plain');
    const head = ['age', 'ward', 'disease'];
    const staff = Array.from({ length: 120 }, (_, i) => [
      30 + ((i * i) % 7),
      `w${i % 3}`,
      'flu cold'.split(' ')[i % 2],
    ]);
    const bytes = makeXlsx({ 'About <this>': [['year'], [2024], [2025]], Staff: [head, ...staff] });
    await openText('plain.csv', peopleOf(','));
    await goTo('Data');
    writeFileSync(join(folder, 'broken.xlsx'), bytes.slice(0, bytes.length >> 1));
    await choose(join(folder, 'broken.xlsx'));
    await page.locator('.error').waitFor(patience);
    expect(await page.locator('.error').textContent()).toMatch(/^broken\.xlsx: .*(workbook|ZIP)/i);
    await page.getByText('240 rows').first().waitFor();
    await openText('staff.xlsx', bytes);
    await page.getByText('2 rows').first().waitFor(patience);
    await goTo('Data');
    const words = page.locator('.reading-words');
    const readAs = (sheet: string): string =>
      `Excel workbook, sheet “${sheet}”, names of columns in the first line. Empty cells count as missing.`;
    await expect.poll(() => words.textContent(), patience).toBe(readAs('About <this>'));
    await page.getByText('Read it in another way').click();
    await page.getByLabel('Sheet').selectOption('Staff');
    await page.getByText('120 rows').first().waitFor(patience);
    await expect.poll(() => words.textContent(), patience).toBe(readAs('Staff'));
    expect(await page.getByLabel('Sheet').inputValue()).toBe('Staff');
    for (const name of ['age', 'ward']) await setRole(name, 'quasi-identifier');
    await setRole('disease', 'insensitive');
    await setK('3');
    const both = await releaseBoth('staff.xlsx');
    expect(both.job.input).toEqual({ sheet: 'Staff' });
    expect(both.page.toString().split('\n')[0]).toBe('age,ward,disease');
    expect(both.page.equals(both.command)).toBe(true);
  });

  it.each(['xlsx', 'parquet', 'arrow'] as const)(
    'finds a file of %s by its bytes where its name says something else, and its job says so to the command line',
    async (format) => {
      const staff = Array.from({ length: 120 }, (_, i) => [30 + ((i * i) % 7), `w${i % 3}`]);
      const table = await readCsv(`age,ward\n${staff.map((cells) => cells.join()).join('\n')}\n`);
      const bytes = {
        xlsx: () => makeXlsx({ Staff: [['age', 'ward'], ...staff] }),
        parquet: () => parquetBytes(table),
        arrow: () => arrowBytes(table),
      }[format];
      page = await open('plain');
      await openText('staff.dat', await bytes());
      await page.getByText('120 rows').first().waitFor(patience);
      for (const column of ['age', 'ward']) await setRole(column, 'quasi-identifier');
      await setK('3');
      const both = await releaseBoth('staff.dat');
      expect(both.job.input).toEqual({ format });
      expect(both.page.length).toBeGreaterThan(500);
      expect(both.page.equals(both.command)).toBe(true);
    },
  );

  it.each([
    ['light', 390],
    ['dark', 1280],
  ] as const)('is accessible and fits in %s at %d pixels', async (colorScheme, width) => {
    page = await open('plain', { colorScheme, viewport: { width, height: 800 }, bypassCSP: true });
    await openText('visits.csv', peopleOf(';'));
    await goTo('Data');
    await page.getByText('Read it in another way').click();
    await page.getByLabel('Decimal mark').scrollIntoViewIfNeeded();
    await site.checkLooks(`reading ${colorScheme} ${width}`);
    await goTo('Columns');
    await inspect('visit');
    await types().click();
    await page.getByLabel('Type of visit').selectOption('date');
    await page.locator('.type-choice [role=alert]').waitFor();
    await types().scrollIntoViewIfNeeded();
    await site.checkLooks(`read as ${colorScheme} ${width}`);
    await page.getByRole('radio', { name: 'DD/MM/YYYY' }).check();
    await page.getByText('is read as').first().waitFor();
    await site.checkLooks(`read as a day ${colorScheme} ${width}`);
  });

  it('has the chosen column in sight when a file is opened', async () => {
    page = await open('plain');
    const names = Array.from({ length: 40 }, (_, i) => `id${i}`);
    const lines = Array.from({ length: 200 }, (_, i) => [...names.map((_, c) => `${c}-${i}-${(i * 7919 + c) % 100_003}`), 20 + (i % 7)].join(',')); // prettier-ignore
    await openText('wide.csv', [[...names, 'age'].join(','), ...lines].join('\n'));
    await page.getByRole('heading', { name: 'age', exact: true }).waitFor(patience);
    const box = await page.getByRole('columnheader').filter({ hasText: /^age/ }).boundingBox();
    const grid = await page.locator('.grid').boundingBox();
    if (box === null || grid === null) throw new Error('not drawn');
    expect(box.x).toBeGreaterThanOrEqual(grid.x);
    expect(box.x + box.width).toBeLessThanOrEqual(grid.x + grid.width + 1);
  });
});
