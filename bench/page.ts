/**
 * What a visitor of the playground waits for, in Chromium: from the page's opening to a release, and for how long the page's own
 * thread is busy at a time. Needs Chromium (or KOHORT_CHROMIUM) and `npm run build:playground`.
 *
 *   npm run bench -- page [--file people.csv | --rows 30000] [--runs 5]
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

/** What was noted since the last time. */
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

/** Moves k, and waits each time for what it comes to: the milliseconds are those from the last movement, as the page tells them. */
async function moveSlider(page: Page, times: number): Promise<void> {
  await page.getByRole('navigation').getByRole('button', { name: 'Privacy' }).click();
  const slider = page.getByRole('slider', { name: 'Size of groups' });
  const told: number[] = [];
  await takeBusy(page);
  for (let time = 0; time < 2 * times; time++) {
    const risk = page.locator('.live div').filter({ hasText: 'highest risk' });
    const before = await risk.textContent();
    await slider.press('ArrowRight');
    await page.waitForFunction(
      (last) =>
        document.querySelector('.live.old') === null &&
        [...document.querySelectorAll('.live div')].every(({ textContent }) => textContent !== last),
      before,
      patience,
    );
    told.push(Number(await page.locator('.live').getAttribute('data-milliseconds')));
  }
  const { task, frames } = await takeBusy(page);
  const middle = told.sort((a, b) => a - b)[Math.floor(told.length / 2)];
  console.log(
    `${'figures after k was moved'.padEnd(32)}${[middle, task, frames].map((ms) => ms.toFixed(0).padStart(9)).join('')}`,
  );
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
  await moveSlider(page, runs);
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
  if (file === '') writeFileSync((file = join(folder, 'people.csv')), makeCensus(rows, 1));
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
