import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import type { Job } from '../../../src/index.js';
import { parseJob } from '../../../src/index.js';
import { isSkipped, patience, usePlayground } from './playground-page.js';

describe.skipIf(isSkipped)('an anytime search in the playground', () => {
  const playground = usePlayground();
  const { open, ready, goTo, setAlgorithm, setK, anonymize, button, heading, card, checkLooks } = playground;
  let page: Page;
  const openWith = async (options: Parameters<typeof open>[1] = {}): Promise<void> => {
    page = await open('plain', options);
    await button('Try sample data').click();
    await ready();
  };
  const search = async (): Promise<void> => {
    await setAlgorithm('k-optimize');
    await button('Anonymize').click();
    await page.locator('svg.closing').waitFor(patience);
  };

  it('draws cost and bound while they close in, and says how far the best can be', async () => {
    await openWith();
    await search();
    const told = (): Promise<string | null> => page.locator('svg.closing').getAttribute('aria-label');
    expect(await told()).toMatch(
      /^Best cost and lower bound over \d+ seconds: the cost fell from [\d,]+ to [\d,]+, the bound rose from [\d,]+ to [\d,]+$/,
    );
    for (const path of ['.closing-between', '.closing-cost', '.closing-bound']) {
      expect(await page.locator(path).getAttribute('d')).toMatch(/^M0 [\d.]+H/);
    }
    const distance = await page.locator('.distance').textContent();
    const figures = page.locator('.closing-in dd');
    await expect.poll(() => figures.count(), patience).toBe(2);
    const numbers = await figures.allTextContents();
    const [cost, bound] = numbers.map((text) => Number(text.replaceAll(',', '')));
    expect(bound).toBeLessThan(cost);
    expect(distance).toMatch(/^(At most [\d.]+ % above the best possible|It is not known yet .*)$/);
    // The text for screen readers follows, slowly.
    await expect
      .poll(() => page.locator('.progress [role=status]').textContent(), patience)
      .toMatch(/^Searching, best cost so far [\d,]+, no solution below [\d,]+, (at most|it is not)/);
    const before = await told();
    await expect.poll(told, patience).not.toBe(before);
    await button('Take the best so far').click();
    await heading('Result').waitFor(patience);
    expect(await card('search')).toMatch(/^not proven: at most [\d.]+ % above the best possible, by discernibility/);
    await goTo('Privacy');
    await page
      .locator('.live')
      .getByText(/^(not proven|proven best)/)
      .waitFor(patience);
  });

  it('says when the best is proven', async () => {
    await openWith();
    await setK('1200');
    await setAlgorithm('k-optimize');
    await anonymize();
    expect(await card('search')).toMatch(/^proven best, by discernibility/);
    await goTo('Privacy');
    await page
      .locator('.live')
      .getByText(/^proven best, by/)
      .waitFor(patience);
  });

  it.each([
    ['light', 390],
    ['dark', 1280],
  ] as const)('is accessible and fits in %s at %d pixels', async (colorScheme, width) => {
    const viewport = { width, height: 800 };
    await openWith({ colorScheme, viewport, bypassCSP: true, reducedMotion: 'reduce' });
    await search();
    // Cost and bound are both known.
    await expect.poll(() => page.locator('.closing-in dd').count(), patience).toBe(2);
    await checkLooks(`search closes in ${colorScheme} ${width}`);
    await button('Take the best so far').click();
    await heading('Result').waitFor(patience);
    await checkLooks(`search ended ${colorScheme} ${width}`);
    await goTo('Privacy');
    await page
      .locator('.live')
      .getByText(/^(not proven|proven best)/)
      .waitFor(patience);
    await checkLooks(`search in the dock ${colorScheme} ${width}`);
  });
});

describe.skipIf(isSkipped)('the lattice in the playground', () => {
  const playground = usePlayground();
  const { open, ready, goTo, setAlgorithm, anonymize, button, view, download, card, checkLooks } = playground;
  let page: Page;
  const lattice = () => page.getByRole('application', { name: 'Lattice' });
  const openLattice = async (options: Parameters<typeof open>[1] = {}): Promise<void> => {
    page = await open('plain', options);
    await button('Try sample data').click();
    await ready();
    for (const name of ['age', 'education-num', 'workclass', 'occupation', 'native-country']) {
      await playground.setRole(name, 'insensitive');
    }
    await setAlgorithm('optimal-lattice');
    await anonymize();
    await view('Explore', 'Lattice');
    await page.locator('.lattice circle[data-levels]').first().waitFor(patience);
    await page.locator('.nodes thead').getByText('suppressed rows').waitFor(patience);
  };
  const tip = (): Promise<string[]> => page.locator('.node-tip .node-levels span').allTextContents();
  const ringed = async (): Promise<string | null> => {
    await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))));
    return page.locator('.lattice circle.looked-at').getAttribute('data-levels');
  };

  it('is gone through by arrow keys, described under keys and pointer, and a vector is released as it was taken', async () => {
    await openLattice();
    await page.getByLabel('Height', { exact: true }).focus();
    await page.keyboard.press('Shift+Tab');
    // The button of the chosen vector stands between the picture and the table.
    await page.keyboard.press('Shift+Tab');
    expect(await lattice().evaluate((element) => element === document.activeElement)).toBe(true);
    const start = await ringed();
    expect(start).not.toBeNull();
    expect(await page.locator('.node-tip').textContent()).toContain('Released. It holds.');

    // Up to the top, where everything holds, and along a height.
    await page.keyboard.press('PageUp');
    const top = (await ringed())?.split(',').map(Number) ?? [];
    await page.keyboard.press('ArrowUp');
    expect(await ringed()).toBe(top.join());
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Home');
    const first = await ringed();
    await page.keyboard.press('ArrowRight');
    const second = (await ringed())?.split(',').map(Number) ?? [];
    expect(second.join()).not.toBe(first);
    expect(second.reduce((sum, level) => sum + level, 0)).toBe(top.reduce((sum, level) => sum + level, 0) - 1);
    const names = (await tip()).map((text) => text.replace(/ \d+$/, ''));
    expect(await tip()).toEqual(names.map((name, a) => `${name} ${second[a]}`));
    const told = await page.locator('.lattice [role=status]').textContent();
    expect(told).toMatch(/Holds.*loss [\d.]+ %, (no row|[\d,]+ rows?) suppressed, [\d,]+ classes$/);

    await page.keyboard.press('PageDown');
    await page.keyboard.press('Enter');
    const chosen = page.getByRole('region', { name: 'Chosen level vector' });
    await chosen.getByText('Does not hold').waitFor();
    expect(await button('Take these levels').isDisabled()).toBe(true);

    const circle = page.locator(`.lattice circle[data-levels="${second.join()}"]`);
    await circle.hover();
    expect(await ringed()).toBe(second.join());
    expect(await tip()).toEqual(names.map((name, a) => `${name} ${second[a]}`));
    await circle.click();
    const loss = /loss ([\d.]+ %)/.exec((await chosen.textContent()) ?? '')?.[1];
    await button('Take these levels').click();
    await page.getByText('Levels are given, and not searched for').waitFor(patience);
    await anonymize();
    const levels = Object.fromEntries(names.map((name, a) => [name, second[a]]));
    const job: Job = parseJob(JSON.parse(readFileSync(await download('Download the job file'), 'utf8')));
    expect(job.algorithm).toEqual({ name: 'optimal-lattice', levels });
    expect(await card('loss')).toBe(loss);
    await view('Explore', 'Lattice');
    await page.locator(`.lattice circle[data-levels="${second.join()}"]`).waitFor(patience);
    await lattice().focus();
    await page.keyboard.press('ArrowLeft');
    await page.keyboard.press('ArrowRight');
    expect(await ringed()).toBe(second.join());
    // The node keeps its ring when every vector is judged, and the picture is drawn again.
    await page.locator('.nodes thead').getByText('suppressed rows').waitFor(patience);
    expect(await ringed()).toBe(second.join());
    expect(await page.locator('.node-tip').textContent()).toContain('Released.');
    await goTo('Privacy');
    await button('Search for the best levels').click();
    expect(await page.getByText('Levels are given, and not searched for').count()).toBe(0);
  });

  it.each([
    ['light', 390],
    ['dark', 1280],
  ] as const)('is accessible and fits in %s at %d pixels', async (colorScheme, width) => {
    await openLattice({ colorScheme, viewport: { width, height: 800 }, bypassCSP: true });
    await lattice().focus();
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('Enter');
    await lattice().scrollIntoViewIfNeeded();
    await checkLooks(`lattice ${colorScheme} ${width}`);
    await button('Take these levels').click();
    await page.getByText('Levels are given, and not searched for').scrollIntoViewIfNeeded();
    await checkLooks(`levels given ${colorScheme} ${width}`);
  });
});
