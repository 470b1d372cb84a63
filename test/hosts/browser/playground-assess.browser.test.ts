import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { isSkipped, patience, peopleCsv, usePlayground } from './playground-page.js';

const [header, ...people] = peopleCsv
  .trim()
  .split('\n')
  .map((line) => line.split(','));
const valuesOf = (column: string): string[] => people.map((row) => row[header.indexOf(column)]);
const number = (text: string): number => Number(text.replaceAll(/[,+]/g, ''));

/** Text -> how often it stands in a list. */
function tally(texts: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const text of texts) counts.set(text, (counts.get(text) ?? 0) + 1);
  return counts;
}

describe.skipIf(isSkipped)('what the page says of a release, in Chromium', () => {
  const playground = usePlayground();
  const { input, choose, ready, setRole, setK, anonymize, view, checkLooks } = playground;
  let page: Page;

  async function release(options: Parameters<typeof playground.open>[1] = {}): Promise<void> {
    page = await playground.open('plain', options);
    await choose(input);
    await ready();
    await setRole('occupation', 'sensitive');
    await setRole('salary', 'class');
    await setK('5');
    await anonymize();
  }

  /** The cells of a table: label of the row -> texts. */
  const cells = (selector: string): Promise<Record<string, string[]>> =>
    page
      .locator(selector)
      .evaluate((table) =>
        Object.fromEntries(
          Array.from(table.querySelectorAll('tbody tr'), (row) => [
            row.querySelector('th')?.textContent ?? '',
            Array.from(row.querySelectorAll('td.number'), (cell) => cell.textContent ?? ''),
          ]),
        ),
      );

  it('draws every released column before and after, with its counts', async () => {
    await release();
    await view('Utility', 'Columns');
    for (const name of header) {
      for (const when of ['before', 'after']) {
        await page.getByRole('img', { name: `${name} ${when}`, exact: true }).waitFor(patience);
      }
    }
    for (const name of ['occupation', 'sex']) {
      await page.getByRole('rowheader', { name, exact: true }).getByRole('button').click();
      await page.getByRole('region', { name: `Column ${name}` }).waitFor();
      const shown = await cells('.compared');
      for (const [value, rows] of tally(valuesOf(name))) {
        // A value that fewer than k people have is named nowhere.
        expect(value in shown, value).toBe(rows >= 5);
        if (rows < 5) continue;
        expect(number(shown[value][0]), value).toBe(rows);
        // The sensitive column is released as it is.
        if (name === 'occupation') expect(number(shown[value][1]), value).toBe(rows);
      }
    }
    await page.getByRole('rowheader', { name: 'age', exact: true }).getByRole('button').click();
    const ages = valuesOf('age').map(Number);
    const mean = ages.reduce((sum, age) => sum + age, 0) / ages.length;
    const line = await page.locator('.facts-line').textContent();
    const [, before, after] = /mean([\d.]+) → ([\d.]+)/.exec(line ?? '') ?? [];
    expect(Number(before)).toBeCloseTo(mean, 2);
    expect(Math.abs(Number(after) - mean)).toBeLessThan(2);
    const bars = await cells('.compared');
    const sum = (at: number): number => Object.values(bars).reduce((all, row) => all + number(row[at]), 0);
    expect(sum(0)).toBe(people.length);
    expect(Math.abs(sum(1) - people.length)).toBeLessThan(20);
  });

  it('counts two columns together, before and after', async () => {
    await release();
    await view('Utility', 'Pairs');
    await page.getByLabel('Down', { exact: true }).selectOption('sex');
    await page.getByLabel('Across', { exact: true }).selectOption('salary');
    const before = page.getByRole('group', { name: 'Before, rows', exact: true });
    await before.getByRole('rowheader', { name: 'Female' }).waitFor(patience);
    const pairs = tally(people.map((row) => `${row[header.indexOf('sex')]} ${row[header.indexOf('salary')]}`));
    const labels = (await before.getByRole('columnheader').allTextContents()).slice(1);
    const shown = await cells('.heat >> nth=0');
    for (const [sex, counts] of Object.entries(shown)) {
      counts.forEach((text, at) => expect(number(text), sex).toBe(pairs.get(`${sex} ${labels[at]}`)));
    }
    const changes = Object.values(await cells('.heat >> nth=1')).flat();
    await page.getByLabel('Second table').selectOption('after');
    const after = Object.values(await cells('.heat >> nth=1')).flat();
    Object.values(shown)
      .flat()
      .forEach((text, at) => {
        expect(Math.abs(number(after[at]) - number(text) - number(changes[at]))).toBeLessThanOrEqual(1);
      });
    expect(after.reduce((sum, text) => sum + number(text), 0)).toBe(people.length);
  });

  it.each([
    ['light', 1280],
    ['dark', 390],
  ] as const)('is accessible and fits in %s at %d pixels', async (colorScheme, width) => {
    await release({ colorScheme, viewport: { width, height: 800 }, bypassCSP: true });
    for (const [tab, name] of [
      ['Utility', 'Columns'],
      ['Utility', 'Pairs'],
    ] as const) {
      await view(tab, name);
      await page.locator('.asking').waitFor({ state: 'detached', ...patience });
      await checkLooks(`assess ${colorScheme} ${tab} ${name}`);
    }
  });
});
