import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { isSkipped, patience, usePlayground } from './playground-page.js';

describe.skipIf(isSkipped)('promises of the playground in Chromium', () => {
  const { folder, open, button, choose, ready, goTo, setRole, anonymize, download } = usePlayground();

  /** People with a diagnosis of four kinds, one of them frequent. */
  async function openPatients(): Promise<Page> {
    const page = await open('plain');
    const kinds = ['flu', 'flu', 'asthma', 'cancer', 'migraine'];
    const rows = Array.from({ length: 400 }, (_, i) => `${20 + (i % 39)},${i % 2 ? 'f' : 'm'},${kinds[(i * 7) % 5]}`);
    const file = join(folder, 'patients.csv');
    writeFileSync(file, `age,sex,diagnosis\n${rows.join('\n')}\n`);
    await choose(file);
    await ready();
    // Its proposal has a test of its own.
    await setRole('diagnosis', 'insensitive');
    await setRole('diagnosis', 'sensitive');
    await goTo('Privacy');
    return page;
  }

  const cardOf = (page: Page, title: string) =>
    page.locator('.models > li').filter({ has: page.getByRole('heading', { name: title }) });

  it('says what each model promises for this table, and what is reached', async () => {
    const page = await openPatients();
    const groups = cardOf(page, 'Groups that look alike');
    await groups.getByText('a row cannot be distinguished from at least 4 others').waitFor();
    await groups.getByText(/^Reached now: k \d+$/).waitFor(patience);
    await button('Promise more').click();
    await page.getByRole('button', { name: /^Groups, and no value too certain/ }).click();
    const certain = cardOf(page, 'Groups, and no value too certain');
    await certain.getByText('no value of diagnosis has more than 50 % of their group').waitFor();
    await certain.getByRole('slider', { name: 'Largest certainty' }).focus();
    await page.keyboard.press('ArrowLeft');
    await certain.getByText('no value of diagnosis has more than 45 % of their group').waitFor();
    await certain.getByText(/^Reached now: .*alpha 0\.[0-4]/).waitFor(patience);
    await certain.getByLabel('alpha', { exact: true }).fill('0.1');
    // A fifth of the people have each rare value: no group has less.
    await page.locator('.live.error').waitFor(patience);
    await button('Remove alpha-k-anonymity').click();
    await groups.getByText(/^Reached now: k \d+$/).waitFor(patience);
  });

  it('offers what guidelines ask for, with their sources', async () => {
    const page = await openPatients();
    const groups = cardOf(page, 'Groups that look alike');
    await groups.getByRole('button', { name: '11 health data' }).click();
    await groups.getByText(/CMS cell size policy: no cell below 11/).waitFor();
    expect(await groups.getByLabel('k', { exact: true }).inputValue()).toBe('11');
    await groups.getByRole('slider').focus();
    await page.keyboard.press('ArrowRight');
    expect(await groups.getByText(/CMS cell size policy/).count()).toBe(0);
    await groups.getByText('at least 11 others').waitFor();
  });

  it('asks for a sensitive column where a model needs one, and protects it', async () => {
    const page = await openPatients();
    await setRole('diagnosis', 'insensitive');
    await goTo('Privacy');
    await button('Promise more').click();
    const diversity = page.getByRole('button', { name: /^Several sensitive values in every group/ });
    expect(await diversity.isDisabled()).toBe(true);
    await setRole('diagnosis', 'sensitive');
    await diversity.click();
    await page
      .getByText(
        'Rows that look alike have at least 2 different values of diagnosis; missing cells count as one value.',
      )
      .waitFor();
    expect(await page.getByLabel('c', { exact: true }).count()).toBe(0);
    await page.getByLabel('variant', { exact: true }).selectOption('recursive');
    await page.getByLabel('c', { exact: true }).fill('3');
    await page.getByText('has fewer than 3 times the rows').waitFor();
    await anonymize();
    const [held] = await page.locator('.promises li').filter({ hasText: 'fewer than 3 times' }).allTextContents();
    expect(held).toContain('diagnosis');
    await download('Download the release');
  });

  it('proposes roles and a promise for every sensitive column of a file that is opened', async () => {
    const page = await open('plain');
    const rows = Array.from({ length: 300 }, (_, i) =>
      [20 + (i % 40), `p${i}`, 'abc'[i % 3], 'xyz'[(i >> 2) % 3]].join(),
    );
    const file = join(folder, 'two-secrets.csv');
    writeFileSync(file, `age,patient id,diagnosis,religion\n${rows.join('\n')}\n`);
    await choose(file);
    await ready();
    expect(await page.getByLabel('Role of patient id').inputValue()).toBe('identifier');
    await goTo('Privacy');
    // Equal promises of several columns are one card.
    const diverse = cardOf(page, 'Several sensitive values in every group');
    await diverse.getByText(/different values of each of diagnosis and religion/).waitFor();
    const ticked = () =>
      diverse.getByRole('checkbox').evaluateAll((all) => all.map((each) => (each as HTMLInputElement).checked));
    expect(await ticked()).toEqual([true, true]);
    await diverse.getByLabel('religion').uncheck();
    await diverse.getByText(/different values of diagnosis/).waitFor();
    expect(await diverse.getByLabel('diagnosis').isDisabled()).toBe(true);
    // A column that is not sensitive any more needs no promise.
    await setRole('diagnosis', 'drop');
    await expect.poll(() => diverse.count(), patience).toBe(0);
  });

  it('offers by one click what a release leaves to be decided', async () => {
    const openDiagnoses = async (of: (row: number) => string): Promise<Page> => {
      const page = await open('plain');
      const rows = Array.from({ length: 200 }, (_, i) => `${20 + (i % 40)},${of(i)}`);
      const file = join(folder, 'rare.csv');
      writeFileSync(file, `age,diagnosis\n${rows.join('\n')}\n`);
      await choose(file);
      await ready();
      await setRole('diagnosis', 'sensitive');
      await anonymize();
      return page;
    };
    const released = async (): Promise<string> => readFileSync(await download('Download the release'), 'utf8');

    // Rare texts are released as "other" without a click.
    let page = await openDiagnoses((i) => (i % 50 === 0 ? `rare ${i}` : 'abc'[i % 3]));
    await page.getByText('rare values shown: none').waitFor();
    expect(await released()).not.toContain('rare ');

    page = await openDiagnoses((i) => String(i % 50 === 0 ? 1000 + i : i % 3));
    await page.getByText(/^rare values shown: "diagnosis"/).waitFor();
    await button('Release diagnosis in ranges or groups').click();
    expect(await page.getByLabel('Role of diagnosis').inputValue()).toBe('quasi-identifier');
    await anonymize();
    await page.getByText('rare values shown: none').waitFor();
    expect(await released()).not.toMatch(/,1\d\d\d$/m);
  });

  it('warns beside the promises of what they leave open', async () => {
    const page = await openPatients();
    await page.getByRole('list', { name: 'Warnings' }).getByText('diagnosis').waitFor(patience);
    await button('Promise more').click();
    await page.getByRole('button', { name: /^Several sensitive values in every group/ }).click();
    await expect
      .poll(() => page.getByRole('list', { name: 'Warnings' }).getByText('diagnosis').count(), patience)
      .toBe(0);
  });
});
