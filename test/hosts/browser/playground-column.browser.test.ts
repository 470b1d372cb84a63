import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { anonymize, buildHierarchy, readCsv } from '../../../src/index.js';
import type { Column, HierarchySpec } from '../../../src/index.js';
import { levelsText, readLevels, rowsOfLevels } from '../../../examples/playground/src/column/levels-file.js';
import { figuresOf } from '../../../examples/playground/src/column/level-figures.js';
import { isSkipped, patience, usePlayground } from './playground-page.js';

const columnOf = async (csv: string, name: string): Promise<Column> => (await readCsv(csv)).column(name)!;

describe('files of hierarchies', () => {
  const odd = [
    'a;b',
    'c,d',
    'say "no"',
    '<b>bold</b>',
    ' spaced ',
    'tab\there',
    'two\nlines',
    'dos\r\nlines',
    "it's",
    '*x',
    '\ufeffmark',
  ];

  it('are read again as they were, whatever their values hold', () => {
    const rows = odd.map((value, at) => [value, `group ${at % 3}; "${at % 3}"`, '*']);
    expect(readLevels(levelsText(rows), 'odd')).toEqual(rows);
    for (const value of odd)
      expect(
        readLevels(
          levelsText([
            [value, '*'],
            ['z', '*'],
          ]),
          'odd',
        )[0],
      ).toEqual([value, '*']);
  });

  it('give the same hierarchy as before, with the missing value in its place', async () => {
    const city = await columnOf('city,n\nLyon,1\nNice,2\n,3\nBonn,4\nLyon,5\n', 'city');
    const spec: HierarchySpec = { type: 'tree', tree: { '*': { France: ['Lyon', 'Nice'], Germany: ['Bonn'] } } };
    const before = buildHierarchy(spec, city);
    const rows = readLevels(levelsText(rowsOfLevels(before)), 'city');
    expect(buildHierarchy({ type: 'levels', rows }, city)).toEqual(before);
  });

  it.each([';', ',', '\t'])('are read with the delimiter %j that their lines have', (delimiter) => {
    const text = ['a', 'b'].map((value) => [value, 'x', '*'].join(delimiter)).join('\n');
    expect(readLevels(text, 'any')).toEqual([
      ['a', 'x', '*'],
      ['b', 'x', '*'],
    ]);
  });
});

describe('figures of levels', () => {
  it('have the loss that a release of the whole column at that level has', async () => {
    const csv = `age\n${Array.from({ length: 200 }, (_, i) => 20 + ((i * i) % 47)).join('\n')}\n`;
    const table = await readCsv(csv);
    const age = table.column('age')!;
    const hierarchy: HierarchySpec = { type: 'intervals', origin: 20, widths: [5, 10, 20] };
    const figures = figuresOf(buildHierarchy(hierarchy, age), age);
    expect(figures[4]).toEqual({ values: 1, fewest: 200, loss: 1 });
    const seen = new Set<number>();
    for (const k of [3, 10, 20, 60, 150]) {
      const { result } = await anonymize(table, {
        attributes: { age: { role: 'quasi-identifier', hierarchy } },
        privacy: [{ model: 'k-anonymity', k }],
        algorithm: 'samarati',
      });
      const level = result.solution.kind === 'levels' ? result.solution.levels.age : -1;
      seen.add(level);
      expect(result.metrics.loss).toBeCloseTo(figures[level].loss, 9);
      expect(figures[level].fewest).toBeGreaterThanOrEqual(k);
    }
    expect(seen.size).toBeGreaterThanOrEqual(2);
  });
});

describe.skipIf(isSkipped)('the inspector of a column in Chromium', () => {
  const playground = usePlayground();
  const { folder, button, choose, ready, inspect, find, goTo, download, checkLooks, picture } = playground;
  let page: Page;

  async function openSample(): Promise<void> {
    page = await playground.openSample();
  }

  const levels = async (): Promise<number[]> =>
    (await page.locator('.levels td.number').allTextContents()).map((cell) => Number(cell.replaceAll(',', '')));

  it('says what a column is in words, with the ends of its numbers and its most frequent texts', async () => {
    await openSample();
    await inspect('age');
    const facts = page.locator('.inspector .column-facts');
    expect(await facts.textContent()).toMatch(/^whole number\d+ distinct values/);
    const ends = await page.locator('.histogram figcaption span').allTextContents();
    expect(ends.map(Number)[0]).toBeLessThan(ends.map(Number)[1]);
    await page.getByText(/^It tells people .* apart \(\d\.\d bits\)/).waitFor();
    await picture('column numbers');
    await inspect('workclass');
    expect(await facts.textContent()).toMatch(/^text7 distinct values/);
    const frequent = page.getByRole('table', { name: 'Most frequent values of workclass' });
    const shares = await frequent.locator('.figure').allTextContents();
    expect(shares.map(parseFloat).reduce((sum, share) => sum + share, 0)).toBeCloseTo(100, 0);
    await frequent.getByRole('rowheader', { name: 'Private', exact: true }).waitFor();
    await picture('column texts');
  });

  it('shows no value of a sensitive column or an identifier', async () => {
    await openSample();
    await inspect('workclass');
    for (const role of ['sensitive', 'identifier']) {
      await page.getByLabel('Role of workclass', { exact: true }).selectOption(role);
      await page.getByRole('rowheader', { name: 'value 1' }).waitFor();
      expect(await page.locator('.inspector .frequent').textContent()).not.toContain('Private');
    }
  });

  it('gives a role by a card that says what it means, with the keyboard too', async () => {
    await openSample();
    await inspect('race');
    await page.locator('.role-card summary').click();
    await picture('column roles');
    await page.getByRole('radio', { name: 'sensitive', exact: true }).click();
    const role = page.getByLabel('Role of race', { exact: true });
    await expect.poll(() => role.inputValue()).toBe('sensitive');
    await page.locator('.role-card:not([open])').waitFor();
    await page.getByText('Suggested is “quasi-identifier”, because').waitFor();
    await page.keyboard.press('Enter');
    await page.getByRole('radio', { name: 'sensitive', exact: true }).focus();
    await page.keyboard.press('ArrowDown');
    await expect.poll(() => role.inputValue()).toBe('class');
    await page.keyboard.press('Escape');
    await page.locator('.role-card:not([open])').waitFor();
  });

  it('draws the borders of intervals over the values, and follows width, origin and levels', async () => {
    await openSample();
    await inspect('age');
    await page.getByLabel('Hierarchy of age').selectOption('intervals');
    const borders = page.locator('.histogram .border');
    const before = await borders.count();
    await page.getByLabel('Levels of intervals of age').press('ArrowRight');
    await expect.poll(() => borders.count()).toBe(before + 1);
    await expect.poll(async () => (await levels()).length).toBe(before + 3);
    await page.getByLabel('Origin of intervals of age').fill('3');
    await page.getByLabel('Origin of intervals of age').press('Enter');
    await page.locator('.bands .band').first().waitFor();
    await page.getByLabel('Widths of intervals of age, level by level').fill('5, 7');
    await page.getByLabel('Widths of intervals of age, level by level').press('Enter');
    await page.getByRole('alert').getByText('multiple').first().waitFor();
    await page.getByLabel('Widths of intervals of age, level by level').fill('5, 15');
    await page.getByLabel('Widths of intervals of age, level by level').press('Enter');
    await expect.poll(() => page.locator('.inspector').getByRole('alert').count()).toBe(0);
    expect(await page.locator('.bands .band').first().textContent()).toMatch(/^\[\d+-\d+\]$/);
    await picture('column intervals');
  });

  it('offers the parts of the calendar, and ends the list with weeks', async () => {
    const rows = Array.from(
      { length: 400 },
      (_, i) => `20${10 + (i % 14)}-${String(1 + (i % 12)).padStart(2, '0')}-1${i % 10},${i}`,
    );
    const file = join(folder, 'days.csv');
    writeFileSync(file, `day,n\n${rows.join('\n')}\n`);
    page = await playground.open();
    await choose(file);
    await ready();
    await inspect('day');
    expect(await page.locator('.inspector .column-facts').textContent()).toMatch(/^date/);
    await page.getByLabel('Hierarchy of day').selectOption('dates');
    const box = (name: string) => page.getByRole('checkbox', { name, exact: true });
    await box('week').check();
    expect(await box('month').isChecked()).toBe(false);
    await expect.poll(async () => (await levels()).length).toBe(3);
    await box('year').check();
    expect(await box('week').isChecked()).toBe(false);
    await page.locator('.bands').getByText('2010', { exact: true }).waitFor();
    await picture('column dates');
  });

  it('loads groups from a file and saves them so that they can be loaded again', async () => {
    await openSample();
    await inspect('sex');
    const file = join(folder, 'sex.csv');
    writeFileSync(file, 'Male,"person, any",*\nFemale,"person, any",*\n');
    await page.getByLabel('Hierarchy file of sex').setInputFiles(file);
    await expect.poll(levels).toEqual([2, 1, 1]);
    const saved = readFileSync(await download('Save to a file'), 'utf8');
    expect(saved).toBe('Male;"person, any";*\nFemale;"person, any";*\n');
    expect(readLevels(saved, 'sex')).toHaveLength(2);
  });

  it.each([
    ['light', 360],
    ['dark', 1280],
  ] as const)('is accessible and fits in %s at %d pixels', async (colorScheme, width) => {
    page = await playground.open('plain', { colorScheme, viewport: { width, height: 800 }, bypassCSP: true });
    await button('Try sample data').click();
    await ready();
    await goTo('Columns');
    for (const [name, kind] of [
      ['age', 'intervals'],
      ['education-num', 'mask'],
      ['occupation', 'levels'],
    ]) {
      await inspect(name);
      await page.getByLabel(`Hierarchy of ${name}`).selectOption(kind);
      await page.locator('.levels').waitFor(patience);
      await page.evaluate(() => document.querySelectorAll('details').forEach((each) => (each.open = true)));
      await page.locator('.side').evaluate((side) => side.scrollIntoView());
      await checkLooks(`column ${colorScheme} ${width} ${name}`);
    }
    await find('');
  });
});
