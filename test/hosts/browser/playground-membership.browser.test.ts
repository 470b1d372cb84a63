import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { censusCsv } from './census.js';
import { isSkipped, patience, peopleCsv, usePlayground } from './playground-page.js';

const root = resolve(import.meta.dirname, '../../..');

describe.skipIf(isSkipped)('hiding membership in the playground', () => {
  const playground = usePlayground();
  const { folder, input, open, choose, ready, goTo, anonymize, view, download, checkLooks } = playground;
  let page: Page;
  const everybody = join(folder, 'everybody.csv');
  const goal = () => page.getByRole('radio', { name: 'Membership hidden' });
  async function openBoth(options: Parameters<typeof open>[1] = {}): Promise<void> {
    writeFileSync(everybody, peopleCsv + censusCsv(9_000, 11).split('\n').slice(1).join('\n'));
    page = await open('plain', options);
    await choose(input);
    await ready();
    await goTo('Privacy');
    await page.getByLabel('Table of everybody').setInputFiles(everybody);
    await page.getByText('everybody.csv, 15,000 rows').waitFor(patience);
  }
  const snippet = async (title: string): Promise<string> =>
    (await page.getByRole('region', { name: title }).locator('pre').textContent()) ?? '';

  it('opens a table of everybody, and releases what the command and the program release', async () => {
    await openBoth();
    await goal().check();
    await page.getByText('Algorithm mpalm').waitFor(patience);
    // 6,000 of 15,000: twice that share is too much, so halfway to certainty.
    await page.getByText('the probability to be among these rows is at most 75 %').waitFor(patience);
    await page.locator('.card').filter({ hasText: 'delta-presence' }).getByText('Reached now').waitFor(patience);
    await page.locator('.run summary').click();
    await page.getByLabel('Seed of the order of the rows').fill('7');
    await anonymize();
    await page.getByText('The independent audit confirms every privacy model.').waitFor(patience);
    const saved = readFileSync(await download('Download the release'));
    expect(saved.length).toBeGreaterThan(10_000);
    const job = readFileSync(await download('Download the job file'), 'utf8');
    const { privacy, algorithm } = JSON.parse(job) as { privacy: unknown[]; algorithm: unknown };
    expect(privacy).toContainEqual({ model: 'delta-presence', min: 0, max: 0.75, public: 'everybody.csv', outside: 'judged' }); // prettier-ignore
    expect(algorithm).toEqual({ name: 'mpalm' });
    await view('Take it along');
    const elsewhere = join(folder, 'elsewhere');
    mkdirSync(join(elsewhere, 'node_modules'), { recursive: true });
    symlinkSync(root, join(elsewhere, 'node_modules/kohort'));
    writeFileSync(join(elsewhere, 'job.json'), job);
    for (const name of ['people.csv', 'everybody.csv']) {
      writeFileSync(join(elsewhere, name), readFileSync(join(folder, name)));
    }
    const cli = `${process.execPath} ${join(root, 'dist/cli/main.js')}`;
    const command = (await snippet('By the command line')).trim().replace(/^npx kohort/, cli);
    execFileSync('sh', ['-c', `${command} --quiet`], { cwd: elsewhere, stdio: 'pipe' });
    const release = join(elsewhere, 'people-release.csv');
    expect(readFileSync(release).equals(saved)).toBe(true);
    execFileSync('sh', ['-c', `${command} --certificate c.json --quiet`], { cwd: elsewhere, stdio: 'pipe' });
    const undated = (text: string): string => text.replace(/"date": "[^"]+"/, '"date": ""');
    const certificate = readFileSync(await download('Save the certificate'), 'utf8');
    expect(undated(certificate)).toBe(undated(readFileSync(join(elsewhere, 'c.json'), 'utf8')));
    writeFileSync(release, '');
    writeFileSync(join(elsewhere, 'again.mjs'), await snippet('By a program'));
    execFileSync(process.execPath, ['again.mjs'], { cwd: elsewhere, stdio: 'pipe' });
    expect(readFileSync(release).equals(saved)).toBe(true);
  });

  it('says why a table of everybody will not do, and what the goal lacks', async () => {
    page = await open('plain');
    await choose(input);
    await ready();
    await goTo('Privacy');
    expect(await goal().isDisabled()).toBe(true);
    // People cannot be hidden among themselves.
    await page.getByLabel('Table of everybody').setInputFiles(input);
    await page.getByRole('alert').getByText('a table of people among whom these can hide').waitFor(patience);
    expect(await goal().isDisabled()).toBe(true);
    const strangers = join(folder, 'strangers.csv');
    writeFileSync(strangers, censusCsv(20_000, 3));
    await page.getByLabel('Table of everybody').setInputFiles(strangers);
    await page.getByText('strangers.csv, 20,000 rows').waitFor(patience);
    await goal().check();
    await page
      .locator('.live.error')
      .getByText('a public table with a row for every row of the input')
      .waitFor(patience);
    // A file that is read in another way keeps the table of everybody, read as it is read now.
    await goTo('Data');
    await page.getByText('Read it in another way').click();
    await page.getByLabel('Another word for missing values').fill('Private');
    await page.getByLabel('Another word for missing values').press('Enter');
    await page.getByRole('checkbox', { name: 'Private' }).waitFor(patience);
    await ready();
    await goTo('Privacy');
    await page.getByText('strangers.csv, 20,000 rows').waitFor(patience);
    expect(await goal().isChecked()).toBe(true);
  });

  it.each([
    ['light', 390],
    ['dark', 1280],
  ] as const)('is accessible and fits in %s at %d pixels', async (colorScheme, width) => {
    await openBoth({ colorScheme, viewport: { width, height: 800 }, bypassCSP: true });
    await goal().check();
    await page.getByText('everybody.csv, 15,000 rows').scrollIntoViewIfNeeded();
    await checkLooks(`membership ${colorScheme} ${width}`);
    await page.getByText('the probability to be among these rows').scrollIntoViewIfNeeded();
    await checkLooks(`presence ${colorScheme} ${width}`);
  });
});
