import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
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
    const numbers = await page.locator('.closing-in dd').allTextContents();
    const [cost, bound] = numbers.map((text) => Number(text.replaceAll(',', '')));
    expect(bound).toBeLessThan(cost);
    expect(distance).toMatch(/^(At most [\d.]+ % above the best possible|It is not known yet .*)$/);
    // What is heard follows, slowly.
    await expect
      .poll(() => page.locator('.progress [role=status]').textContent(), patience)
      .toMatch(/^Searching, best cost so far [\d,]+, no solution below [\d,]+, (at most|it is not)/);
    const before = await told();
    await expect.poll(told, patience).not.toBe(before);
    await button('Take the best so far').click();
    await heading('Result').waitFor(patience);
    expect(await card('search')).toMatch(/^not proven: at most [\d.]+ % above the best possible$/);
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
    expect(await card('search')).toBe('proven best');
    await goTo('Privacy');
    await page.locator('.live').getByText('proven best', { exact: true }).waitFor(patience);
  });

  it.each([
    ['light', 390],
    ['dark', 1280],
    ['light', 1280],
  ] as const)('is accessible and fits in %s at %d pixels', async (colorScheme, width) => {
    const viewport = { width, height: 800 };
    await openWith({ colorScheme, viewport, bypassCSP: true, reducedMotion: 'reduce' });
    await search();
    await page.waitForTimeout(6000);
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
