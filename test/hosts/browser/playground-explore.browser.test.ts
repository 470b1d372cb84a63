import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { parseJob } from '../../../src/index.js';
import type { Job } from '../../../src/index.js';
import { isSkipped, patience, usePlayground } from './playground-page.js';

describe.skipIf(isSkipped)('choosing an algorithm in the playground', () => {
  const playground = usePlayground();
  const { openSample, open, choose, ready, input, goTo, setRole, setAlgorithm, anonymize, download, checkLooks } =
    playground;
  let page: Page;
  const readJob = async (): Promise<Job> =>
    parseJob(JSON.parse(readFileSync(await download('Download the job file'), 'utf8')));
  const options = async (name: string): Promise<void> => {
    const form = page.locator('details').filter({ has: page.getByText(`Options of ${name}`) });
    if ((await form.getAttribute('open')) === null) await page.getByText(`Options of ${name}`).click();
  };

  it('offers goals, says what each lacks, and finds any algorithm by typing', async () => {
    page = await openSample();
    await goTo('Privacy');
    const goals = page.getByRole('group', { name: 'What matters most' });
    expect(await goals.getByRole('radio').count()).toBe(7);
    expect(await goals.getByRole('radio', { name: 'Fastest' }).isChecked()).toBe(true);
    expect(await goals.getByRole('radio', { name: 'Membership hidden' }).isDisabled()).toBe(true);
    await goals.getByText('By the command').click();
    await goals.getByText('--goal membership --public').waitFor();
    const links = goals.getByRole('radio', { name: 'Values kept, links cut' });
    expect(await links.isDisabled()).toBe(true);
    await setRole('occupation', 'sensitive');
    await goTo('Privacy');
    await links.check();
    await page.getByText('Algorithm slicing').waitFor();
    await goals.getByRole('radio', { name: 'Most detail' }).check();
    await page.getByText('Algorithm local-recoding').waitFor();

    await goals.getByRole('radio', { name: 'Choose yourself' }).check();
    const list = page.getByRole('radiogroup', { name: 'Algorithm' });
    expect(await list.getByRole('radio').count()).toBe(30);
    expect(await list.getByRole('radio', { name: 'local-recoding' }).isChecked()).toBe(true);
    await page.getByLabel('Find an algorithm').fill('domingo microaggregation');
    await expect.poll(() => list.getByRole('radio').count(), patience).toBe(1);
    await list.getByRole('radio', { name: 'mdav', exact: true }).check();
    await page.getByText('Algorithm mdav').waitFor();
    await page.getByLabel('Find an algorithm').fill('no such thing');
    await page.getByText('No algorithm is called or described so.').waitFor();
    await goals.getByRole('radio', { name: 'Fastest' }).check();
    expect(await list.count()).toBe(0);
  });

  it('makes forms of options: defaults are shown and not in the job, wrong values are told at the field', async () => {
    page = await openSample();
    await setAlgorithm('genetic');
    await options('genetic');
    const population = page.getByLabel('population', { exact: true });
    expect(await population.getAttribute('placeholder')).toBe('200');
    await population.fill('1');
    await page.getByRole('alert').getByText('Not allowed: it is a whole number from 2 to 100,000.').waitFor();
    expect(await population.getAttribute('aria-invalid')).toBe('true');
    await population.fill('50');
    await expect.poll(() => page.locator('.options [role=alert]').count(), patience).toBe(0);
    await page.getByLabel('offspring', { exact: true }).fill('100');
    await page.getByRole('slider', { name: 'crossover, slider' }).focus();
    await page.keyboard.press('ArrowLeft');
    await page.getByLabel('seed', { exact: true }).fill('1');
    await anonymize();
    expect((await readJob()).algorithm).toEqual({ name: 'genetic', population: 50, offspring: 100, crossover: 0.89 });

    await setAlgorithm('k-optimize');
    await options('k-optimize');
    const own = page.getByLabel('seedCost', { exact: true });
    expect(await own.inputValue()).toBe('auto');
    await own.selectOption('a number');
    await page.getByLabel('seedCost, number').fill('900000000000');
    const tail = page.getByLabel('tail', { exact: true });
    expect(await tail.isChecked()).toBe(true);
    await tail.uncheck();
    await page.getByLabel('tables', { exact: true }).uncheck();
    await page.getByLabel('tables', { exact: true }).check();
    await page.getByRole('button', { name: 'Anonymize' }).click();
    await page.getByRole('button', { name: 'Take the best so far' }).click(patience);
    await page.getByText('not proven optimal').first().waitFor(patience);
    expect((await readJob()).algorithm).toEqual({
      name: 'k-optimize',
      seedCost: 900000000000,
      pruning: { tail: false },
    });
  });

  it('gives columns to tick, to weigh and to group', async () => {
    page = await openSample();
    await setAlgorithm('mu-argus');
    await options('mu-argus');
    await page.getByLabel('age, more', { exact: true }).check();
    await page.getByLabel('levels of sex', { exact: true }).fill('1');
    await page.getByLabel('violations', { exact: true }).selectOption('release');
    await page.getByText('it is released, with a warning').waitFor();
    await page.getByLabel('Suppressed rows', { exact: true }).selectOption('unlimited');
    await anonymize();
    expect((await readJob()).algorithm).toEqual({
      name: 'mu-argus',
      more: ['age'],
      levels: { sex: 1 },
      violations: 'release',
    });
    await goTo('Columns');
    await setRole('occupation', 'sensitive');
    await setAlgorithm('slicing');
    await options('slicing');
    await page.getByLabel('columns', { exact: true }).selectOption('groups of my own');
    await page.getByLabel('Group of sex, columns').selectOption('1');
    await page.getByLabel('Group of workclass, columns').selectOption('0');
    await anonymize();
    expect((await readJob()).algorithm).toEqual({ name: 'slicing', columns: [['age', 'sex']] });
  });

  it('limits suppression by a slider, and exactly beside it', async () => {
    page = await openSample();
    await goTo('Privacy');
    const slider = page.getByRole('slider', { name: 'Limit of suppression' });
    await slider.focus();
    for (let presses = 0; presses < 4; presses++) await page.keyboard.press('ArrowRight');
    const exact = page.getByLabel('Most suppressed rows, in percent');
    expect(await exact.inputValue()).toBe('1');
    expect(await slider.getAttribute('aria-valuetext')).toBe('1 %');
    await exact.fill('101');
    await page.getByText('A percentage from 0 to 100.').waitFor();
    await exact.fill('2.5');
    await anonymize();
    expect((await readJob()).suppression).toEqual({ maxFraction: 0.025 });
  });

  it.each([
    ['light', 390],
    ['dark', 1280],
  ] as const)('is accessible and fits in %s at %d pixels', async (colorScheme, width) => {
    page = await open('plain', { colorScheme, viewport: { width, height: 800 }, bypassCSP: true });
    await choose(input);
    await ready();
    await setRole('occupation', 'sensitive');
    await goTo('Privacy');
    await page.getByText('How it is searched').scrollIntoViewIfNeeded();
    await checkLooks(`goals ${colorScheme} ${width}`);
    for (const name of ['k-optimize', 'slicing', 'local-suppression', 'genetic']) {
      await setAlgorithm(name);
      await options(name);
      if (name === 'slicing') await page.getByLabel('columns', { exact: true }).selectOption('groups of my own');
      if (name === 'genetic') await page.getByLabel('population', { exact: true }).fill('1');
      await page.getByText(`Options of ${name}`).scrollIntoViewIfNeeded();
      await checkLooks(`options of ${name} ${colorScheme} ${width}`);
    }
  });
});
