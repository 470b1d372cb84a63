import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { makeCensus } from '../../../scripts/census.mjs';
import { demoJob } from '../../../scripts/demo-job.mjs';
import { preview, readCsv } from '../../../src/index.js';
import type { Job } from '../../../src/index.js';
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
  /** The cell that the keyboard is at, as screen readers announce it. */
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

  it('is gone through by the keys of a grid, the cell in sight and announced', async () => {
    await openWide(5_000, 60);
    const grid = page.getByRole('grid');
    // The column that the page chose is in sight, whichever it is.
    await grid.focus();
    await page.keyboard.press('Home');
    await head('c0').click();
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

  /** The cells in sight of a column, by the number of their row. */
  const cells = async (column: number): Promise<Map<number, { text: string; isSuppressed: boolean }>> => {
    const found = await page.locator('.grid-row').evaluateAll(
      (rows, at) =>
        rows.map((row) => {
          const text = row.querySelector(`[aria-colindex="${at}"]`)?.textContent ?? '';
          const isSuppressed = row.classList.contains('suppressed');
          return [Number(row.getAttribute('aria-rowindex')) - 2, { text, isSuppressed }] as const;
        }),
      column,
    );
    return new Map(found);
  };
  const show = (view: string): Promise<void> =>
    page.getByRole('radio', { name: view, exact: true }).check({ force: true });

  it('shows what rows would be released as, as k is moved: the labels of the release', async () => {
    page = await playground.openSample();
    await goTo('Privacy');
    expect(await page.getByRole('radio', { name: 'Released', exact: true }).isChecked()).toBe(true);
    const table = await readCsv(makeCensus(30_000, 1));
    const sample = Array.from({ length: 20 }, (_, row) => row);
    const { attributes } = demoJob as unknown as Job;
    for (const k of [10, 40]) {
      await page.getByLabel('k', { exact: true }).fill(String(k));
      const job: Job = { attributes, algorithm: 'mondrian', privacy: [{ model: 'k-anonymity', k }] };
      const told = await preview(table, job, { sample });
      const age = told.sample?.find(({ attribute }) => attribute === 'age')?.labels ?? [];
      expect(age.length).toBe(20);
      const seen = async () => {
        const now = await cells(1);
        return sample.map((row) => (now.get(row)?.isSuppressed === true ? null : now.get(row)?.text));
      };
      await expect.poll(seen, patience).toEqual(age);
    }
    expect(await page.locator('.grid-cell.changed').count()).toBeGreaterThan(50);
  });

  it('strikes rows that would be left out', async () => {
    page = await playground.open('plain');
    const file = join(folder, 'rare.csv');
    const rows = Array.from({ length: 60 }, (_, i) => (i === 3 ? '99,z' : `${20 + (i % 3)},${'ab'[i % 2]}`));
    writeFileSync(file, `age,mark\n${rows.join('\n')}\n`);
    await choose(file);
    await ready();
    await setRole('age', 'quasi-identifier');
    await setRole('mark', 'quasi-identifier');
    await playground.setAlgorithm('optimal-lattice');
    await page.getByLabel('Suppressed rows', { exact: true }).selectOption('percent');
    await page.getByLabel('k', { exact: true }).fill('3');
    await page.locator('.grid-row.suppressed').first().waitFor(patience);
    const struck = [...(await cells(1))].filter(([, { isSuppressed }]) => isSuppressed);
    expect(struck.map(([row, { text }]) => [row, text])).toEqual([[3, '99']]);
  });

  it('shows original and released values together, also for the rows that are scrolled to', async () => {
    page = await playground.openSample();
    const before = await cells(1);
    await page.locator('.grid-cell.changed').first().waitFor(patience);
    await show('Both');
    const both = [...(await cells(1))];
    expect(both.some(([, { text }]) => /^\d+\[\d+-\d+\]$/.test(text))).toBe(true);
    const starts = both.filter(([row]) => before.has(row));
    for (const [row, { text }] of starts) expect(text.startsWith(before.get(row)?.text ?? 'none')).toBe(true);
    await show('Released');
    await page.getByRole('grid').focus();
    await page.keyboard.press('Control+End');
    await page.locator('.grid-row[aria-rowindex="30001"] .changed').first().waitFor(patience);
    await show('Original');
    expect([...(await cells(1)).values()].every(({ text }) => /^\d+$/.test(text))).toBe(true);
    // Rows have no released values yet where values change their rows.
    await setRole('salary', 'sensitive');
    await playground.setAlgorithm('bucketization');
    await expect
      .poll(() => page.getByRole('radio', { name: 'Released', exact: true }).isDisabled(), patience)
      .toBe(true);
  });

  it('asks for one thing at a time: of fifty quick changes the last one is answered, and nothing queues', async () => {
    page = await playground.open('plain');
    await page.evaluate(watchPreviews);
    const file = join(folder, 'many.csv');
    writeFileSync(file, makeCensus(100_000, 3));
    await choose(file);
    await ready();
    await goTo('Privacy');
    await page.locator('.live[data-milliseconds]:not(.old)').waitFor(patience);
    const taken = (): Promise<{ asked: number; answered: number }> =>
      page.evaluate(() => {
        const { seen } = globalThis as unknown as { seen: { asked: number; answered: number } };
        const found = { asked: seen.asked, answered: seen.answered };
        seen.asked = seen.answered = 0;
        return found;
      });
    await taken();
    await page.getByRole('slider', { name: 'Size of groups' }).evaluate(async (slider: HTMLInputElement) => {
      for (let change = 0; change < 50; change++) {
        slider.value = String(11 + change);
        slider.dispatchEvent(new Event('input', { bubbles: true }));
        await new Promise((resolve) => requestAnimationFrame(resolve));
      }
    });
    const last = Number(await page.getByLabel('k', { exact: true }).inputValue());
    expect(last).toBeGreaterThan(11);
    const risk = page.locator('.live div').filter({ hasText: 'highest risk' }).locator('dd');
    const smallest = async (): Promise<number> => Number(/1 in (\d+)/.exec((await risk.textContent()) ?? '')?.[1]);
    await expect.poll(smallest, patience).toBeGreaterThanOrEqual(last);
    await expect.poll(() => page.locator('.live.old').count(), patience).toBe(0);
    const { asked, answered } = await taken();
    // A page that asked for each change would ask fifty times; how many it asks depends on the speed of the machine.
    expect(asked).toBeLessThan(25);
    expect(answered).toBeLessThanOrEqual(asked);
    expect(answered).toBeGreaterThanOrEqual(1);
    // The worker answers in order: what was queued would be answered before one change more, and counted.
    await page.getByLabel('k', { exact: true }).fill('90');
    await expect.poll(smallest, patience).toBeGreaterThanOrEqual(90);
    await expect.poll(() => page.locator('.live.old').count(), patience).toBe(0);
    const more = { asked: 0, answered: 0 };
    const add = async (): Promise<typeof more> => {
      const { asked: next, answered: got } = await taken();
      more.asked += next;
      more.answered += got;
      return { ...more };
    };
    await expect.poll(async () => (await add()).asked - more.answered, patience).toBe(0);
    expect(more.asked).toBeGreaterThan(0);
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
      await find('');
      await page.getByLabel('k', { exact: true }).fill('40');
      for (const view of ['Both', 'Released']) {
        await show(view);
        await page.locator('.grid-cell.changed').first().waitFor(patience);
        await checkLooks(`table ${scheme} ${view}`);
      }
    },
  );
});

/** In the page: counts the previews that are asked of its worker, and those that are answered. */
function watchPreviews(): void {
  const seen = { asked: 0, answered: 0 };
  Object.assign(globalThis, { seen });
  const asked = new Set<number>();
  const heard = new WeakSet<Worker>();
  const post = Worker.prototype.postMessage as (this: Worker, message: unknown, transfer: Transferable[]) => void;
  Worker.prototype.postMessage = function (this: Worker, message: unknown, transfer: unknown): void {
    const { kind, id, options } = message as { kind: string; id: number; options?: { sample?: unknown } };
    // Rows of what is known are no search.
    if (kind === 'preview' && options?.sample === undefined) {
      seen.asked++;
      asked.add(id);
    }
    if (!heard.has(this)) {
      heard.add(this);
      this.addEventListener('message', ({ data }: MessageEvent<{ kind: string; id: number }>) => {
        if (data.kind === 'done' && asked.has(data.id)) seen.answered++;
      });
    }
    post.call(this, message, transfer as Transferable[]);
  };
}
