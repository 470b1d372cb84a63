import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { naiveBayes } from '../../../src/assess/accuracy/naive-bayes.js';
import { count, percent } from '../../../src/base/numbers.js';
import { attackDowncoding, attackHomogeneity, attackLinkage, compare, parseJob, readCsv } from '../../../src/index.js';
import { censusCsv } from './census.js';
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
  const { folder, input, button, choose, ready, inspect, setRole, setK, setAlgorithm } = playground;
  const { anonymize, view, download, checkLooks } = playground;
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

  it('compares what programs learn from the release and from the original, as the library does', async () => {
    await release();
    await view('Utility', 'Learning');
    await button('Train and compare').click();
    await button('Cancel').click();
    await page.locator('.asking').waitFor({ state: 'detached' });
    expect(await page.getByRole('region', { name: 'Accuracy' }).count()).toBe(0);
    await button('Train and compare').click();
    await page.getByRole('region', { name: 'Accuracy' }).waitFor(patience);
    const job = parseJob(JSON.parse(readFileSync(await download('Download the job file'), 'utf8')));
    const { runs, accuracy } = await compare(await readCsv(peopleCsv, job.input), job, ['mondrian'], {
      classifier: naiveBayes,
    });
    const shown = await cells('.compared');
    expect(shown['learned from the release']).toEqual([percent(runs[0].accuracy ?? NaN)]);
    expect(shown['learned from the original']).toEqual([percent(accuracy?.original ?? NaN)]);
    await page.getByText(`predicts the salary of ${percent(runs[0].accuracy ?? NaN)} of all rows`).waitFor();
  });

  it('answers a counting query that the user makes', async () => {
    await release();
    await view('Utility', 'Counting queries');
    await page.getByText(/^A count over random conditions is off by [\d.]+ % on average/).waitFor(patience);
    await page.getByLabel('age from').fill('30');
    await page.getByLabel('age to').fill('39');
    await button('And ...').click();
    await page.getByLabel('Column 2', { exact: true }).selectOption('sex');
    await page.getByLabel('Values of sex').selectOption(['Female']);
    const [ages, sexes] = [valuesOf('age').map(Number), valuesOf('sex')];
    const rows = ages.filter((age, at) => age >= 30 && age <= 39 && sexes[at] === 'Female').length;
    const answers = page.locator('.query dd');
    await expect.poll(() => answers.first().textContent(), patience).toBe(count(rows));
    expect(Math.abs(number((await answers.nth(1).textContent()) ?? '') - rows)).toBeLessThan(rows / 4);
    await button('Remove age').click();
    const women = sexes.filter((sex) => sex === 'Female').length;
    await expect.poll(() => answers.first().textContent(), patience).toBe(count(women));
  });

  it('finds where suppressed rows came from, and names no rare value', async () => {
    page = await playground.open('plain');
    await choose(input);
    await ready();
    for (const name of ['race', 'native-country', 'workclass']) {
      await inspect(name);
      await page.getByLabel(`Hierarchy of ${name}`).selectOption('suppress');
    }
    await setK('20');
    await setAlgorithm('optimal-lattice');
    await page.getByLabel('Suppressed rows', { exact: true }).selectOption('percent');
    await page.getByLabel('Most suppressed rows, in percent').fill('10');
    await anonymize();
    const suppressed = number((await playground.card('suppressed rows')) ?? '');
    expect(suppressed).toBeGreaterThan(0);
    await view('Utility', 'Suppressed rows');
    await button('Find where they came from').click();
    await page.getByRole('group', { name: 'Columns by what they lost' }).waitFor(patience);
    for (const name of ['sex', 'native-country']) {
      await page.getByRole('rowheader', { name, exact: true }).getByRole('button').click();
      const region = page.getByRole('region', { name: `Suppressed by ${name}` });
      await region.waitFor();
      const shown = await cells('.compared');
      const lost = Object.values(shown).reduce((sum, [gone]) => sum + number(gone), 0);
      expect(lost).toBe(suppressed);
      for (const [value, rows] of tally(valuesOf(name))) {
        expect(value in shown, value).toBe(rows >= 20);
        if (rows >= 20) expect(number(shown[value][1])).toBe(rows);
      }
    }
  });

  it('shows attackers and thresholds before and after', async () => {
    await release();
    await view('Risk', 'Before and after');
    const threshold = page.getByRole('region', { name: 'Rows above a threshold' });
    await threshold.waitFor(patience);
    await threshold.getByRole('button', { name: '0.2', exact: true }).click();
    await threshold.getByText('In the release no row is.').waitFor();
    await threshold.getByText(/Institute of Medicine/).waitFor();
    await page.getByLabel('Threshold of risk').fill('0.1');
    const [share] = (await cells('.threshold .compared'))['risk above'];
    expect(number(share.replace(' %', ''))).toBeGreaterThan(50);
    await threshold.getByText(/In the release [\d,]+ rows are\./).waitFor();
    // Groups of 11 are what guidelines write as 0.09.
    await threshold.getByRole('button', { name: '0.09', exact: true }).click();
    await threshold.getByText(/Health Canada\): one in 11$/).waitFor();
  });

  it('counts unique rows by sets of columns, and orders them', async () => {
    await release();
    await view('Risk', 'Uniqueness');
    await button('Count unique rows').click();
    await page.getByRole('group', { name: 'Unique rows by sets of columns' }).waitFor(patience);
    const shares = page.getByRole('group', { name: 'What each quasi-identifier contributes to SUDA scores' });
    expect(await shares.getByRole('row').count()).toBeGreaterThan(2);
    const shown = await cells('.unique');
    const [set, [before]] = Object.entries(shown)[0];
    const own = set.split(' + ').map((name) => valuesOf(name));
    const vectors = tally(people.map((_, row) => own.map((column) => column[row]).join('\0')));
    const unique = [...vectors.values()].filter((rows) => rows === 1).length;
    expect(before).toBe(percent(unique / people.length));
    await page.getByRole('button', { name: 'columns', exact: true }).click();
    expect(Object.keys(await cells('.unique'))[0].includes(' + ')).toBe(false);
    expect(await page.locator('.unique th[aria-sort=ascending]').count()).toBe(1);
  });

  it('attacks its own release, with a file of others and with another release', async () => {
    await release();
    await view('Risk', 'Attacks');
    await button('Try it: All of the group have it').click();
    const found = page.locator('.attack-found');
    await found.first().waitFor(patience);
    const table = await readCsv(readFileSync(await download('Download the release')));
    const job = parseJob(JSON.parse(readFileSync(await download('Download the job file'), 'utf8')));
    const [{ folded, ...own }] = attackHomogeneity(table, job).attributes;
    const { largestConfidence, homogeneousRows } = folded ?? own;
    const words = (await found.first().locator('.answer').textContent())?.replaceAll('\u00a0', ' ');
    const unit = job.unit === 'row' ? 'person' : 'row';
    if (homogeneousRows === 0) {
      expect(words).toBe(
        `The occupation of no ${unit} can be learned with more than ${percent(largestConfidence)} certainty.`,
      );
    } else expect(words).toContain(`(${percent(homogeneousRows / people.length)}) is certain`);
    await page.getByText('Needs a file with the people to look for.').waitFor();
    await page.getByText(/^There is one release of this file so far/).waitFor();

    const others = join(folder, 'others.csv');
    writeFileSync(others, censusCsv(9_000, 5).replace('age,', 'years,'));
    await page.getByLabel('File of people: A list with names').setInputFiles(others);
    await page.getByLabel('Column for age').selectOption('years');
    await button('Try it: A list with names').click();
    await page
      .getByText(/^Somebody who has this file finds the row of one of its rows with [\d.]+\s% at most\./)
      .waitFor(patience);

    await setK('12');
    await anonymize();
    await view('Risk', 'Attacks');
    await button('Try it: Two releases of one person').click();
    await page.getByText(/both releases|Both releases/).waitFor(patience);
    for (const occupation of new Set(valuesOf('occupation'))) {
      expect(await page.locator('.attack-found').filter({ hasText: occupation }).count()).toBe(0);
    }
    const second = parseJob(JSON.parse(readFileSync(await download('Download the job file'), 'utf8')));
    const released = await readCsv(readFileSync(await download('Download the release')));
    const original = await readCsv(peopleCsv, second.input);
    const card = page.getByRole('listitem').filter({ hasText: 'What lies below a coarse value' });
    await button('Try it: What lies below a coarse value').click();
    await card.locator('.attack-found').waitFor(patience);
    const known = (await card.locator('.answer').textContent())?.replaceAll('\u00a0', ' ');
    if (second.privacy.some(({ model }) => model !== 'k-anonymity'))
      expect(known).toMatch(/^Does not apply\. .* k-anonymity alone/);
    else {
      const rows = attackDowncoding(released, second).attributes.reduce((sum, each) => sum + each.certainRows, 0);
      expect(/Of |Nothing|No quasi/.exec(known ?? '')?.[0]).toBe(rows > 0 ? 'Of ' : expect.stringMatching(/No/));
    }
    const { prosecutor } = attackLinkage(released, original, second);
    await button('Try it: A list with names').click();
    await page
      .getByText(
        `Somebody who knows that a ${unit} is in the release finds that ${unit} with ${percent(prosecutor.largest)} at most.`,
      )
      .waitFor(patience);
  });

  it('estimates risks in a population from the share that the file has', async () => {
    await release();
    await view('Risk', 'Population');
    const first = page.locator('.attackers > li').first();
    const largest = first.getByRole('row').filter({ hasText: 'largest risk' }).getByRole('cell');
    // p / (1 - p) * log(1 / p), of a row that is alone.
    await expect.poll(() => largest.first().textContent(), patience).toBe(percent((0.1 / 0.9) * Math.log(10)));
    await page.getByLabel('Share of the population in the file').fill('100');
    await expect.poll(() => largest.first().textContent(), patience).toBe('100 %');
  });

  it.each([
    ['light', 1280],
    ['dark', 390],
  ] as const)('is accessible and fits in %s at %d pixels', async (colorScheme, width) => {
    await release({ colorScheme, viewport: { width, height: 800 }, bypassCSP: true });
    for (const [tab, name] of [
      ['Utility', 'Columns'],
      ['Utility', 'Pairs'],
      ['Utility', 'Counting queries'],
      ['Utility', 'Learning'],
      ['Utility', 'Suppressed rows'],
      ['Risk', 'Before and after'],
      ['Risk', 'Class sizes'],
      ['Risk', 'Uniqueness'],
      ['Risk', 'Attacks'],
      ['Risk', 'Population'],
    ] as const) {
      await view(tab, name);
      const start = /Learning/.test(name) ? 'Train and compare' : /Uniq/.test(name) ? 'Count unique rows' : null;
      if (start !== null) await button(start).click();
      for (const each of name === 'Attacks' ? await page.getByRole('button', { name: /^Try it/ }).all() : []) {
        await each.click();
      }
      await expect.poll(() => page.locator('.asking').count(), patience).toBe(0);
      await checkLooks(`assess ${colorScheme} ${tab} ${name}`);
    }
  });
});
