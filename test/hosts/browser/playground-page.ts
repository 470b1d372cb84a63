/** The page of `playground/`, built, served and opened in Chromium: what its tests share. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Browser, Download, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, expect } from 'vitest';
import type { PageForm } from './build-playground.js';
import { buildPlayground } from './build-playground.js';
import { censusCsv } from './census.js';
import { chromiumPath, launchChromium } from './chromium.js';
import { serveFolder } from './serve-folder.js';
import type { StaticSite } from './serve-folder.js';

const required = process.env.CI === 'true';
/** True where these tests cannot run and need not. */
export const isSkipped = chromiumPath === null && !required;
if (isSkipped) console.warn('SKIPPED: the tests of the playground need Chromium (or KOHORT_CHROMIUM); none is there.');

/** Limit of a wait in a page on a busy machine. */
export const patience = { timeout: 150_000 };

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

interface Violation {
  readonly id: string;
  readonly nodes: readonly { readonly html: string; readonly failureSummary?: string }[];
}

/** The people of most tests: a census of 6,000 rows. */
export const peopleCsv = censusCsv(6_000, 5);

/** Origin of a page: under the headers that let threads share memory, or without. */
export type SiteKind = 'isolated' | 'plain';

/** Builds and serves the page for the tests of this `describe`; what a page complains of fails the test that opened it. */
export function usePlayground(form: PageForm = 'served') {
  const folder = mkdtempSync(join(tmpdir(), 'kohort-playground-'));
  const pages = join(folder, 'site');
  const input = join(folder, 'people.csv');
  const sites = new Map<SiteKind, StaticSite>();
  let browser: Browser;
  let page: Page;
  let failures: string[] = [];

  beforeAll(async () => {
    if (chromiumPath === null) throw new Error('CI=true, but there is no Chromium');
    writeFileSync(input, peopleCsv);
    await buildPlayground(pages, form);
    sites.set('isolated', await serveFolder(pages, { isolated: true }));
    sites.set('plain', await serveFolder(pages, { isolated: false }));
    browser = await launchChromium(chromiumPath);
  }, 120_000);

  afterAll(async () => {
    await browser?.close();
    for (const site of sites.values()) await site.close();
    rmSync(folder, { recursive: true, force: true });
  });

  beforeEach(() => {
    failures = [];
  });

  afterEach(async () => {
    await page?.context().close();
    expect(failures).toEqual([]);
  });

  const siteOf = (kind: SiteKind): StaticSite => {
    const site = sites.get(kind);
    if (site === undefined) throw new Error('not served yet');
    return site;
  };

  /** A new page; whatever it complains of (errors, policy violations) fails the test. */
  async function open(kind: SiteKind = 'plain', options: Parameters<Browser['newContext']>[0] = {}): Promise<Page> {
    const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, ...options });
    page = await context.newPage();
    page.on('pageerror', (error) => failures.push(error.message));
    page.on('console', (message) => {
      if (message.type() === 'error' || message.type() === 'warning') failures.push(message.text());
    });
    if (form === 'single-file') await openFromDisk();
    else await page.goto(siteOf(kind).url);
    return page;
  }

  /** Opens the page without a network; whatever it asks of anyone is refused, and fails the test. */
  async function openFromDisk(): Promise<void> {
    const address = pathToFileURL(join(pages, 'kohort.html')).href;
    await page.context().setOffline(true);
    await page.context().route('**', (route) => {
      if (route.request().url() === address) return route.continue();
      failures.push(`asked for ${route.request().url()}`);
      return route.abort();
    });
    await page.goto(address);
  }

  async function openSample(kind: SiteKind = 'plain'): Promise<Page> {
    await open(kind);
    await actions.button('Try sample data').click();
    await actions.ready();
    return page;
  }

  const pageNow = (): Page => page;
  const actions = actionsIn(pageNow, folder);
  return { folder, pages, input, siteOf, open, openSample, ...actions, ...looksOf(pageNow) };
}

/** Actions of people in the page. */
function actionsIn(page: () => Page, folder: string) {
  const button = (name: string) => page().getByRole('button', { name, exact: true });
  const heading = (name: string) => page().getByRole('heading', { name, exact: true });

  const choose = (file: string): Promise<void> => page().getByLabel('Table file', { exact: true }).setInputFiles(file);

  async function dropFile(name: string, text: string): Promise<void> {
    const transfer = await page().evaluateHandle(
      ([fileName, content]) => {
        const data = new DataTransfer();
        data.items.add(new File([content], fileName, { type: 'text/csv' }));
        return data;
      },
      [name, text] as const,
    );
    await page().dispatchEvent('.drop', 'drop', { dataTransfer: transfer });
  }

  /** The table is there, and what its columns are. */
  const ready = (): Promise<void> => page().locator('.grid').waitFor(patience);

  const goTo = (step: 'Data' | 'Columns' | 'Privacy' | 'Result'): Promise<void> =>
    page().getByRole('navigation').getByRole('button', { name: step }).click();

  const find = (column: string): Promise<void> => page().getByLabel('Find a column').fill(column);

  /** Has the column in sight and in the inspector. */
  async function inspect(column: string): Promise<void> {
    await find(column);
    await page().getByRole('columnheader').getByRole('button', { name: column, exact: true }).click();
  }

  async function setRole(column: string, role: string): Promise<void> {
    await find(column);
    await page().getByLabel(`Role of ${column}`, { exact: true }).selectOption(role);
    await find('');
  }

  async function setK(k: string): Promise<void> {
    await goTo('Privacy');
    await page().getByLabel('k', { exact: true }).fill(k);
  }

  async function setAlgorithm(name: string): Promise<void> {
    await goTo('Privacy');
    await page().getByRole('radio', { name: 'Choose yourself' }).check();
    await page().getByRole('radiogroup', { name: 'Algorithm' }).getByRole('radio', { name, exact: true }).check();
  }

  async function anonymize(): Promise<void> {
    await button('Anonymize').click();
    await heading('Result').waitFor(patience);
    // The result of a run before stands there while this one is under way.
    await button('Cancel').waitFor({ state: 'detached', ...patience });
  }

  /** A view of the release, and one within it. */
  async function view(tab: string, within?: string): Promise<void> {
    await page().getByRole('tab', { name: tab, exact: true }).click();
    if (within !== undefined) await page().getByRole('tab', { name: within, exact: true }).click();
    // Its code may have to be loaded.
    await page()
      .locator('[role=tabpanel] [aria-busy=true]')
      .waitFor({ state: 'detached', ...patience });
  }

  /** Saves what a button gives; its path. */
  async function download(name: string): Promise<string> {
    const [file]: [Download, void] = await Promise.all([page().waitForEvent('download'), button(name).click()]);
    const target = join(folder, `${Math.abs(hash(file.url()))}-${file.suggestedFilename()}`);
    await file.saveAs(target);
    return target;
  }

  const card = (name: string) => factOf(page(), '.cards', name).textContent();

  return {
    button, heading, choose, dropFile, ready, goTo, find, inspect, setRole, setK, setAlgorithm, anonymize, view, download, card,
  }; // prettier-ignore
}

/** The value of a fact in a list; texts of other values may hold its name. */
export const factOf = (page: Page, list: string, name: string) =>
  page
    .locator(`${list} div`)
    .filter({ has: page.locator('dt', { hasText: new RegExp(`^${name}`) }) })
    .locator('dd');

/** Checks of the looks of the page. */
function looksOf(page: () => Page) {
  /** Nothing that axe finds, and nothing wider than the page; needs `bypassCSP`. A picture of it where KOHORT_SCREENSHOTS names a folder. */
  async function checkLooks(name: string): Promise<void> {
    await page().evaluate(async () => {
      // Colours that are on their way have contrasts of their own.
      await Promise.all(document.getAnimations().map((animation) => animation.finished.catch(() => undefined)));
    });
    if (!(await page().evaluate(() => 'axe' in globalThis))) await page().addScriptTag({ content: axe });
    const violations = await page().evaluate(async () => {
      const tool = (globalThis as unknown as { axe: { run: () => Promise<{ violations: unknown[] }> } }).axe;
      return (await tool.run()).violations;
    });
    const told = (violations as Violation[]).map(({ id, nodes }) => `${name}: ${id}: ${nodes[0].html}`);
    expect(told).toEqual([]);
    const overflow = await page().evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
    expect(overflow, name).toBeLessThanOrEqual(0);
    await picture(name);
  }

  /** Keeps a picture of the page where KOHORT_SCREENSHOTS names a folder. */
  async function picture(name: string): Promise<void> {
    const place = process.env.KOHORT_SCREENSHOTS;
    if (place === undefined) return;
    await page().screenshot({ path: join(place, `${name.toLowerCase().replace(/\W+/g, '-')}.png`) });
  }

  return { checkLooks, picture };
}

/** A number for a text: names of downloads that do not collide. */
function hash(text: string): number {
  let value = 0;
  for (let i = 0; i < text.length; i++) value = (Math.imul(value, 31) + text.charCodeAt(i)) | 0;
  return value;
}
