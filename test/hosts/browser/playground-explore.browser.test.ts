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
    await goals.getByText('Open the table of everybody').waitFor();
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
    expect(await list.getByRole('radio').count()).toBe(31);
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

  it('makes forms of options: defaults are shown and not in the job, wrong values are reported at the field', async () => {
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
    await page
      .getByText(/^not proven/)
      .first()
      .waitFor(patience);
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

describe.skipIf(isSkipped)('the plane of risk and loss in the playground', () => {
  const playground = usePlayground();
  const { open, choose, ready, input, button, goTo, setK, anonymize, card, view, checkLooks } = playground;
  let page: Page;
  const row = (name: string) => page.locator('.runs tbody tr').filter({ has: page.getByLabel(`Look at ${name}`) });
  async function explore(options: Parameters<typeof open>[1] = {}): Promise<void> {
    page = await open('plain', options);
    await choose(input);
    await ready();
    await goTo('Privacy');
    await button('Explore risk and loss').click();
    await row('As it is now').waitFor(patience);
  }
  const compare = async (algorithms: readonly string[], sizes: string): Promise<void> => {
    for (const box of await page
      .getByRole('group', { name: 'Algorithms to compare', exact: true })
      .getByRole('checkbox')
      .all()) {
      await box.uncheck();
    }
    await page.getByText('More algorithms', { exact: true }).click();
    for (const name of algorithms) await page.locator('.compare').getByLabel(name, { exact: true }).check();
    await page.getByText('More algorithms', { exact: true }).click();
    await page.getByLabel('Sizes of groups').fill(sizes);
    await button('Compare').click();
    await button('Compare').waitFor(patience);
  };

  it('pins settings, compares algorithms, and takes what was found', async () => {
    await explore();
    await setK('7');
    await expect.poll(() => row('As it is now').getByRole('cell').nth(5).textContent(), patience).toBe('7');
    await button('Pin these settings').click();
    await page.getByLabel('Name of pin 1').fill('first try');
    await setK('40');
    await expect.poll(() => row('As it is now').getByRole('cell').nth(5).textContent(), patience).toBe('40');
    await page.getByLabel('Sizes of groups').fill('5, none');
    await page.getByRole('alert').getByText('Whole numbers').waitFor();
    // dissociation needs a column of sets: the page reports that, and the others go on.
    await compare(['mondrian', 'hilbert', 'dissociation'], '5, 20');
    for (const name of ['mondrian, k 5', 'mondrian, k 20', 'hilbert, k 5', 'hilbert, k 20']) {
      expect(await row(name).count()).toBe(1);
    }
    const failures = await page.getByRole('list', { name: 'Without a result' }).getByRole('listitem').allTextContents();
    expect(failures).toEqual([expect.stringMatching(/^dissociation, k 5, 20: ./)]);
    expect(await page.locator('.plane > svg .mark.compared').count()).toBe(4);

    // The front by its definition: nothing has less loss and less risk.
    const told = await page
      .locator('.runs tbody tr')
      .evaluateAll((rows) =>
        rows.map((each) => [...each.querySelectorAll('td')].map((cell) => cell.textContent ?? '')),
      );
    const points = told
      .filter((cells) => cells[3] !== 'now')
      .map((cells) => ({ loss: parseFloat(cells[6]), risk: 1 / Number(cells[7]), isOn: cells[11] !== '' }));
    expect(points.length).toBe(5);
    for (const { loss, risk, isOn } of points) {
      const isBeaten = points.some(
        (other) => other.loss <= loss && other.risk <= risk && (other.loss < loss || other.risk < risk),
      );
      expect(isOn).toBe(!isBeaten);
    }

    await page.locator('.plane > svg .mark.compared').last().click();
    await page.getByRole('region', { name: /^Chosen: / }).waitFor();
    await page.getByLabel('Look at hilbert, k 5').check();
    await page.getByRole('region', { name: 'Chosen: hilbert, k 5' }).waitFor();
    const loss = await row('hilbert, k 5').getByRole('cell').nth(6).textContent();
    await button('Take these choices').click();
    await page.getByText('Algorithm hilbert').waitFor();
    await expect.poll(() => row('As it is now').getByRole('cell').nth(6).textContent(), patience).toBe(loss);

    for (const name of ['first try', 'hilbert, k 5']) await page.getByLabel(`Lay ${name} beside others`).check();
    const beside = page.getByRole('region', { name: 'Side by side' });
    const texts = (name: string) =>
      beside
        .getByRole('row')
        .filter({ has: page.getByRole('rowheader', { name, exact: true }) })
        .getByRole('cell')
        .allTextContents();
    expect(await texts('algorithm')).toEqual(['mondrian', 'hilbert']);
    expect(await texts('k of k-anonymity')).toEqual(['7', '5']);
    expect((await texts('loss')).filter((text) => text.includes('best')).length).toBe(1);
    await button('Back to the table').click();
    await page.locator('.grid').waitFor(patience);
  });

  it('keeps pins beside releases, and cancels a comparison', async () => {
    await explore();
    await button('Pin these settings').click();
    await button('Compare').click();
    await button('Cancel comparing').click();
    await button('Compare').waitFor(patience);
    await anonymize();
    const classes = await card('classes');
    await view('Explore');
    // The choices are those of the release: their figures are known, and are not searched for again.
    await page.locator('.plane > svg .mark.now').waitFor(patience);
    await expect.poll(() => button('Pin these settings').isEnabled(), patience).toBe(true);
    expect(await page.getByLabel('Name of run 1').count()).toBe(1);
    expect(await page.getByLabel('Name of pin 1').count()).toBe(1);
    expect(await page.locator('.plane > svg .mark.release').count()).toBe(1);
    await page.getByLabel('Look at Pin 1').check();
    expect(await row('Pin 1').getByRole('cell').nth(8).textContent()).toBe(classes);
    await button('Remove Pin 1').click();
    expect(await page.getByLabel('Name of pin 1').count()).toBe(0);
  });

  it.each([
    ['light', 390],
    ['dark', 1280],
  ] as const)('is accessible and fits in %s at %d pixels', async (colorScheme, width) => {
    await explore({ colorScheme, viewport: { width, height: 800 }, bypassCSP: true });
    await button('Pin these settings').click();
    await compare(['mondrian', 'hilbert', 'optimal-lattice', 'mdav', 'k-optimize'], '5, 10, 20');
    await page.getByLabel('Look at mondrian, k 5').check();
    await checkLooks(`plane ${colorScheme} ${width}`);
    for (const name of ['Pin 1', 'hilbert, k 5', 'mondrian, k 20'])
      await page.getByLabel(`Lay ${name} beside others`).check();
    await page.getByRole('region', { name: 'Side by side' }).scrollIntoViewIfNeeded();
    await checkLooks(`side by side ${colorScheme} ${width}`);
  });
});
