/**
 * Waiting times of a visitor of the playground, in Chromium: from the page's opening to a release, and the longest tasks of the page's own thread.
 * Needs Chromium (or KOHORT_CHROMIUM) and `npm run build:playground`.
 *
 *   npm run bench -- page [--file people.csv | --rows 30000 [--columns 60]] [--runs 5]
 *
 * The default is the census-like table (seed 1), released as the page proposes: k = 10, two salaries in every class, Mondrian.
 */
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { cpus, tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import type { Page } from 'playwright-core';
import { makeCensus } from '../scripts/census.mjs';
import { chromiumPath, launchChromium } from '../test/hosts/browser/chromium.js';
import { serveFolder } from '../test/hosts/browser/serve-folder.js';
import { option } from './command-line.js';

const site = resolve('build/playground');
const patience = { timeout: 300_000 };

interface Busy {
  /** Milliseconds: the longest task of the page's thread (from 50), and the longest time between two frames. */
  readonly task: number;
  readonly frames: number;
}

/** In the page, before its scripts: notes the longest task and the longest gap between frames. */
function watch(): void {
  const busy = { task: 0, frames: 0 };
  Object.assign(globalThis, { busy });
  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) busy.task = Math.max(busy.task, duration);
  }).observe({ type: 'longtask', buffered: true });
  let last = performance.now();
  const tick = (): void => {
    const now = performance.now();
    busy.frames = Math.max(busy.frames, now - last);
    last = now;
    requestAnimationFrame(tick);
  };
  requestAnimationFrame(tick);
}

/** Returns the noted times and restarts them. */
const takeBusy = (page: Page): Promise<Busy> =>
  page.evaluate(() => {
    const { busy } = globalThis as unknown as { busy: { task: number; frames: number } };
    const found = { ...busy };
    busy.task = busy.frames = 0;
    return found;
  });

async function report(page: Page, what: string, since: number): Promise<void> {
  const milliseconds = performance.now() - since;
  await page.waitForTimeout(300);
  const { task, frames } = await takeBusy(page);
  const cells = [milliseconds, task, frames].map((value) => value.toFixed(0).padStart(9));
  console.log(`${what.padEnd(32)}${cells.join('')}`);
}

/**
 * Changes a choice several times, and waits each time for its figures. Prints the median and the longest time from the last change, as measured by
 * the page.
 */
async function follow(
  page: Page,
  what: string,
  times: number,
  change: (time: number) => Promise<unknown>,
): Promise<void> {
  const told: number[] = [];
  const live = page.locator('.live[data-milliseconds]:not(.old)');
  await live.waitFor(patience);
  await takeBusy(page);
  for (let time = 0; time < times; time++) {
    const before = await live.getAttribute('data-milliseconds');
    await change(time);
    await page.waitForFunction(
      (last) => {
        const now = document.querySelector('.live[data-milliseconds]:not(.old)')?.getAttribute('data-milliseconds');
        return now !== undefined && now !== null && now !== last;
      },
      before,
      patience,
    );
    told.push(Number(await live.getAttribute('data-milliseconds')));
  }
  const { task, frames } = await takeBusy(page);
  told.sort((a, b) => a - b);
  const [middle, longest] = [told[Math.floor(told.length / 2)], told[told.length - 1]];
  const cells = [middle, task, frames].map((ms) => ms.toFixed(0).padStart(9));
  console.log(`${what.padEnd(32)}${cells.join('')}  longest ${longest.toFixed(0)}`);
}

/** Changes what people change: k, the limit of suppression, the width of intervals, a role. */
async function followChoices(page: Page, runs: number): Promise<void> {
  const step = (name: string) => page.getByRole('navigation').getByRole('button', { name }).click();
  await step('Privacy');
  const k = page.getByRole('slider', { name: 'Size of groups' });
  await follow(page, 'figures after k', 2 * runs, () => k.press('ArrowRight'));
  const limit = page.getByRole('slider', { name: 'Limit of suppression' });
  await follow(page, 'figures after the limit', 2 * runs, () => limit.press('ArrowRight'));
  await limit.press('Home');
  await step('Columns');
  // The first column may be out of sight.
  await page.getByRole('grid').focus();
  await page.keyboard.press('Home');
  await page
    .getByRole('columnheader', { name: /^age(?!-)/ })
    .first()
    .click();
  await page.getByLabel('Hierarchy of age').selectOption('intervals');
  const width = page.getByRole('slider', { name: 'Width of intervals of age', exact: true });
  await width.press('End');
  await follow(page, 'figures after a width', 2 * runs, (time) =>
    width.press(time % 2 === 0 ? 'ArrowLeft' : 'ArrowRight'),
  );
  const role = page.getByLabel('Role of age', { exact: true });
  await follow(page, 'figures after a role', 2 * runs, (time) =>
    role.selectOption(time % 2 === 0 ? 'insensitive' : 'quasi-identifier'),
  );
}

/** Scrolls the table for some seconds, as fast as a wheel does, and prints the times of the frames. */
async function scroll(page: Page, what: string, [dx, dy]: readonly [number, number]): Promise<void> {
  await takeBusy(page);
  const gaps = await page.evaluate(
    ([x, y]) =>
      new Promise<number[]>((resolve) => {
        const grid = document.querySelector('.grid');
        const found: number[] = [];
        const start = performance.now();
        let last = start;
        let way = 1;
        const tick = (): void => {
          const now = performance.now();
          found.push(now - last);
          last = now;
          const place = grid === null ? 0 : x > 0 ? grid.scrollLeft : grid.scrollTop;
          grid?.scrollBy(way * x, way * y);
          if (grid !== null && place === (x > 0 ? grid.scrollLeft : grid.scrollTop) && found.length > 2) way = -way;
          if (now - start < 4_000) requestAnimationFrame(tick);
          else resolve(found.slice(1));
        };
        requestAnimationFrame(tick);
      }),
    [dx, dy] as const,
  );
  const { task } = await takeBusy(page);
  const sorted = [...gaps].sort((a, b) => a - b);
  const perSecond = (1000 * gaps.length) / gaps.reduce((sum, gap) => sum + gap, 0);
  const late = gaps.filter((gap) => gap > 25).length;
  console.log(
    `${what.padEnd(32)}${perSecond.toFixed(0).padStart(9)}${task.toFixed(0).padStart(9)}${sorted[sorted.length - 1].toFixed(0).padStart(9)}  frames a second; ${late} of ${gaps.length} frames late`,
  );
}

/** A table of many columns: those of the census again and again, and in every sixth place one with a value of its own for each row. */
function makeWide(rows: number, columns: number): string {
  const [header, ...lines] = makeCensus(rows, 1).trimEnd().split('\n');
  const names = header.split(',');
  const place = Array.from({ length: columns }, (_, at) => (at % 6 === 5 ? -1 : at % names.length));
  const first = place.map((at, column) =>
    at < 0 ? `number-${column}` : column < names.length ? names[at] : `${names[at]}-${column}`,
  );
  const body = lines.map((line, row) => {
    const cells = line.split(',');
    return place.map((at, column) => (at < 0 ? String((row * (2 * column + 1)) % 1_000_003) : cells[at])).join(',');
  });
  return [first.join(','), ...body, ''].join('\n');
}

async function visit(page: Page, file: string, runs: number): Promise<void> {
  const opening = performance.now();
  await page.goto((await served).url);
  await page.getByRole('button', { name: 'Try sample data' }).waitFor();
  await report(page, 'open', opening);
  let since = performance.now();
  await page.getByLabel('Table file', { exact: true }).setInputFiles(file);
  await page.locator('.grid').waitFor(patience);
  await report(page, 'read and inspect', since);
  await page.locator('.live[data-milliseconds]:not(.old)').waitFor(patience);
  await report(page, 'first figures', since);
  await scroll(page, 'scroll down', [0, 300]);
  await scroll(page, 'scroll sideways', [80, 0]);
  await followChoices(page, runs);
  const anonymize = page.getByRole('button', { name: 'Anonymize', exact: true });
  for (let run = 1; run <= runs; run++) {
    if (run > 1) await page.getByRole('navigation').getByRole('button', { name: 'Privacy' }).click();
    since = performance.now();
    await anonymize.click();
    await page.getByRole('heading', { name: 'Result', exact: true }).waitFor(patience);
    await report(page, run === 1 ? 'first result after the click' : 'again', since);
  }
  for (const tab of ['Risk', 'Utility', 'Metrics', 'Release']) {
    since = performance.now();
    await page.getByRole('tab', { name: tab }).click();
    if (tab === 'Risk' || tab === 'Utility') await page.locator('[role=tabpanel] svg').first().waitFor(patience);
    await report(page, `view: ${tab}`, since);
  }
  since = performance.now();
  await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Download the release' }).click(),
  ]);
  await report(page, 'download', since);
  console.log(`${'the whole visit'.padEnd(32)}${(performance.now() - opening).toFixed(0).padStart(9)}`);
}

if (chromiumPath === null || !existsSync(site)) throw new Error('needs Chromium and npm run build:playground');
const folder = mkdtempSync(join(tmpdir(), 'kohort-page-'));
const served = serveFolder(site, { isolated: true });
const browser = await launchChromium(chromiumPath);
try {
  let file = option('file', '');
  const rows = Number(option('rows', '30000'));
  const columns = Number(option('columns', '0'));
  if (file === '')
    writeFileSync((file = join(folder, 'people.csv')), columns > 0 ? makeWide(rows, columns) : makeCensus(rows, 1));
  console.log(`Chromium ${browser.version()}, Node ${process.version}, ${cpus().length} x ${cpus()[0].model}; ${file}`);
  console.log(`${'milliseconds'.padEnd(32)}${['clock', 'task', 'frames'].map((name) => name.padStart(9)).join('')}`);
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
  await page.addInitScript(watch);
  await visit(page, file, Number(option('runs', '5')));
} finally {
  await browser.close();
  await (await served).close();
  rmSync(folder, { recursive: true, force: true });
}
