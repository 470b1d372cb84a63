import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { isSkipped, patience, usePlayground } from './playground-page.js';

describe.skipIf(isSkipped)('the table of the playground in Chromium', () => {
  const playground = usePlayground();
  const { folder, button, choose, ready, find, inspect, goTo, setRole, checkLooks } = playground;
  let page: Page;

  const head = (name: string) => page.getByRole('columnheader').getByRole('button', { name, exact: true });
  const names = async (): Promise<string[]> =>
    (await page.locator('.head-name').allTextContents()).map((text) => text.trim());
  const chosen = async (): Promise<string[]> =>
    (await page.locator('.head-name[aria-pressed=true]').allTextContents()).map((text) => text.trim());
  /** The cell that the keyboard is at, as screen readers are told it. */
  const cursor = (): Promise<[row: string | null, column: string | null] | null> =>
    page.evaluate(() => {
      const id = document.querySelector('.grid')?.getAttribute('aria-activedescendant');
      const cell = id == null ? null : document.getElementById(id);
      if (cell === null) return null;
      return [
        cell.closest('[aria-rowindex]')?.getAttribute('aria-rowindex') ?? null,
        cell.getAttribute('aria-colindex'),
      ];
    });

  async function openWide(rows: number, columns: number): Promise<void> {
    page = await playground.open('plain');
    const heads = Array.from({ length: columns }, (_, i) => `c${i}`);
    const lines = Array.from({ length: rows }, (_, row) => heads.map((_, i) => (row * (i + 1)) % 97).join(','));
    const file = join(folder, `wide-${rows}-${columns}.csv`);
    writeFileSync(file, `${heads.join(',')}\n${lines.join('\n')}\n`);
    await choose(file);
    await ready();
  }

  it('shows seven columns of the sample beside the inspector, each with what it is and holds', async () => {
    page = await playground.openSample();
    const width = await page.locator('.grid').evaluate((grid) => grid.clientWidth);
    expect(width).toBeLessThan(900);
    const right = await page.getByRole('columnheader').nth(6).boundingBox();
    const left = await page.locator('.grid').boundingBox();
    expect((right?.x ?? 0) + (right?.width ?? 0) - (left?.x ?? 0)).toBeLessThanOrEqual(width);
    const size = await page.getByRole('columnheader').first().boundingBox();
    expect(size?.height).toBeLessThan(132);
    expect(await page.getByRole('columnheader').nth(1).locator('.facts').getAttribute('title')).toBe(
      'text · 7 distinct',
    );
    await expect.poll(() => page.locator('.head .bars rect').count(), patience).toBeGreaterThan(20);
    expect(await page.getByRole('grid').getAttribute('aria-rowcount')).toBe('30001');
    expect(await page.getByRole('grid').getAttribute('aria-colcount')).toBe('9');
  });

  it('is gone through by the keys of a grid, the cell in sight and told', async () => {
    await openWide(5_000, 60);
    const grid = page.getByRole('grid');
    await grid.focus();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowRight');
    await expect.poll(cursor, patience).toEqual(['2', '2']);
    await page.keyboard.press('End');
    await expect.poll(cursor, patience).toEqual(['2', '60']);
    await page.keyboard.press('Control+End');
    await expect.poll(cursor, patience).toEqual(['5001', '60']);
    await page.locator('.grid-cell.cursor').waitFor();
    expect(await page.locator('.grid-cell.cursor').textContent()).toBe(String((4_999 * 60) % 97));
    await page.keyboard.press('PageUp');
    const [row] = (await cursor()) ?? [];
    expect(Number(row)).toBeGreaterThan(4_960);
    expect(Number(row)).toBeLessThan(5_000);
    await page.keyboard.press('Control+Home');
    await expect.poll(cursor, patience).toEqual(['2', '1']);
    await page.keyboard.press('ArrowUp');
    await expect.poll(cursor, patience).toEqual(['1', '1']);
    const shown = await page.locator('.grid-cell.cursor').boundingBox();
    expect(shown?.x).toBeGreaterThanOrEqual(0);
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('Enter');
    expect(await chosen()).toEqual(['c1']);
    await page.keyboard.press('Shift+ArrowRight');
    await page.keyboard.press('Shift+ArrowRight');
    expect(await chosen()).toEqual(['c1', 'c2', 'c3']);
    // Tab leads to what is in the head of that column, and nowhere else in the grid.
    await page.keyboard.press('Tab');
    expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('c3');
    await page.keyboard.press('Tab');
    expect(await page.evaluate(() => document.activeElement?.getAttribute('aria-label'))).toBe('Role of c3');
    await page.keyboard.press('Tab');
    expect(await page.evaluate(() => document.activeElement?.closest('.grid') === null)).toBe(true);
  });

  it('chooses columns one by one, with others, and by ranges, and gives them a role together', async () => {
    page = await playground.openSample();
    await head('workclass').click();
    expect(await chosen()).toEqual(['workclass']);
    await head('occupation').click({ modifiers: ['Control'] });
    expect(await chosen()).toEqual(['workclass', 'occupation']);
    await head('race').click({ modifiers: ['Shift'] });
    await head('age').click({ modifiers: ['Control'] });
    expect(await chosen()).toEqual(['age', 'workclass', 'occupation', 'race']);
    await head('occupation').click({ modifiers: ['Control'] });
    const bar = page.getByRole('group', { name: 'Chosen columns' });
    await bar.getByText('3 columns chosen').waitFor();
    await page.getByLabel('Role of the chosen columns').selectOption('sensitive');
    for (const name of ['age', 'workclass', 'race']) {
      expect(await page.getByLabel(`Role of ${name}`, { exact: true }).inputValue()).toBe('sensitive');
    }
    expect(await page.getByLabel('Role of occupation', { exact: true }).inputValue()).toBe('quasi-identifier');
    await bar.getByRole('button', { name: 'None' }).click();
    expect(await bar.count()).toBe(0);
    expect((await chosen()).length).toBe(1);
  });

  it('finds columns by name and by role, orders them, and says where there is none', async () => {
    page = await playground.openSample();
    await find('a');
    await page.getByText(/^\d of 9$/).waitFor();
    await find('no such name');
    await page.getByText('No column is called so.').waitFor();
    await button('Show all columns').click();
    await setRole('race', 'sensitive');
    await page.getByLabel('Columns of a role').selectOption('sensitive');
    expect(await names()).toEqual(['race']);
    await page.getByLabel('Columns of a role').selectOption('identifier');
    await page.getByText('No column has this role.').waitFor();
    await page.getByLabel('Columns of a role').selectOption('');
    await page.getByLabel('Order of the columns').selectOption('role');
    expect((await names())[0]).toBe('age');
    expect((await names()).slice(-2)).toEqual(['race', 'salary']);
    await page.getByLabel('Order of the columns').selectOption('name');
    expect((await names()).slice(0, 3)).toEqual(['age', 'education-num', 'marital-status']);
    await page.getByLabel('Order of the columns').selectOption('telling');
    await expect.poll(async () => (await names())[0], patience).toBe('age');
  });

  it('makes a column wider and narrower by the mouse and by keys', async () => {
    page = await playground.openSample();
    const width = async (): Promise<number> => (await page.getByRole('columnheader').first().boundingBox())?.width ?? 0;
    const before = await width();
    const grip = await page.locator('.grip').first().boundingBox();
    if (grip === null) throw new Error('no grip');
    await page.mouse.move(grip.x + 4, grip.y + 30);
    await page.mouse.down();
    await page.mouse.move(grip.x + 34, grip.y + 30, { steps: 5 });
    await page.mouse.up();
    await expect.poll(width, patience).toBe(before + 30);
    await page.locator('.grip').first().dblclick();
    await expect.poll(width, patience).toBe(before);
    await head('age').focus();
    await page.keyboard.press('Alt+ArrowRight');
    await expect.poll(width, patience).toBe(before + 16);
  });

  it('marks what is missing and what is withheld', async () => {
    page = await playground.open('plain');
    const file = join(folder, 'marked.csv');
    const rows = Array.from({ length: 40 }, (_, i) => `${20 + (i % 4)},${i % 5 === 0 ? '' : 'x'},N${i}`);
    writeFileSync(file, `age,mark,name\n${rows.join('\n')}\n`);
    await choose(file);
    await ready();
    await setRole('name', 'identifier');
    expect(await page.locator('.grid-row[aria-rowindex="2"] .missing').count()).toBe(1);
    expect(await page.locator('.grid-row[aria-rowindex="3"] .missing').count()).toBe(0);
    const withheld = page.locator('.grid-row[aria-rowindex="3"] .withheld');
    expect(await withheld.allTextContents()).toEqual(['N1']);
    await page.getByTitle('text · 2 distinct · 8 missing').waitFor();
  });

  it.each(['light', 'dark'] as const)(
    'is accessible in %s, with columns chosen and with none found',
    async (scheme) => {
      page = await playground.open('plain', { colorScheme: scheme, bypassCSP: true });
      await button('Try sample data').click();
      await ready();
      await inspect('age');
      await find('');
      await head('race').click({ modifiers: ['Control'] });
      await page.getByRole('grid').focus();
      await page.keyboard.press('ArrowDown');
      await checkLooks(`table ${scheme} chosen`);
      await find('no such name');
      await page.getByText('No column is called so.').waitFor();
      await checkLooks(`table ${scheme} none`);
      await goTo('Privacy');
      await checkLooks(`table ${scheme} privacy`);
    },
  );
});
