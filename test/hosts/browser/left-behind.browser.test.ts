import { existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { canaries, canaryColumns, canaryRows, filesOf, findInFolder } from '../../left-behind/canaries.js';
import { quotedCsv } from '../../table-texts.js';
import { buildPlayground } from './build-playground.js';
import { chromiumPath, launchWithProfile } from './chromium.js';
import { serveFolder } from './serve-folder.js';
import type { StaticSite } from './serve-folder.js';

const required = process.env.CI === 'true';
if (chromiumPath === null && !required) {
  console.warn('SKIPPED: what a page leaves behind is searched in Chromium (or KOHORT_CHROMIUM); none is there.');
}
const patience = { timeout: 150_000 };

/** Paths of what the caches of a page hold. */
const cachedBy = (page: Page): Promise<string[]> =>
  page.evaluate(async () => {
    const paths: string[] = [];
    for (const name of await caches.keys()) {
      for (const { url } of await (await caches.open(name)).keys()) paths.push(new URL(url).pathname);
    }
    return paths;
  });

/** Contents of a page's storage, by place, beside its caches. */
const storedBy = (page: Page): Promise<Record<string, unknown>> =>
  page.evaluate(async () => {
    const files: string[] = [];
    const folder = await navigator.storage.getDirectory();
    for await (const name of (folder as unknown as { keys(): AsyncIterable<string> }).keys()) files.push(name);
    return {
      local: localStorage.length,
      session: sessionStorage.length,
      databases: (await indexedDB.databases()).length,
      files,
      cookies: document.cookie,
      state: history.state as unknown,
      steps: history.length,
      address: location.pathname + location.search + location.hash,
      name: window.name,
    };
  });

describe.skipIf(chromiumPath === null && !required)('what the playground leaves in a browser', () => {
  const folder = mkdtempSync(join(tmpdir(), 'kohort-left-'));
  let site: StaticSite;

  beforeAll(async () => {
    await buildPlayground(join(folder, 'site'));
    site = await serveFolder(join(folder, 'site'), { isolated: true });
  }, 120_000);

  afterAll(async () => {
    await site?.close();
    rmSync(folder, { recursive: true, force: true });
  });

  /** Visits the page with a profile of its own, and closes the browser. */
  async function visit<T>(name: string, use: (page: Page) => Promise<T>): Promise<{ found: T; profile: string }> {
    if (chromiumPath === null) throw new Error('CI=true, but there is no Chromium');
    const profile = join(folder, name);
    mkdirSync(profile);
    const context = await launchWithProfile(chromiumPath, profile);
    try {
      const page = await context.newPage();
      await page.goto(site.url);
      return { found: await use(page), profile };
    } finally {
      await context.close();
    }
  }

  // promise: page-leaves-nothing
  it("is nothing of the table after a release and a run that the browser's end cut off", async () => {
    const csv = quotedCsv([canaryColumns, ...canaryRows(900, 1)]);
    const { found, profile } = await visit('release', async (page) => {
      const before = await storedBy(page);
      const transfer = await page.evaluateHandle((text) => {
        const data = new DataTransfer();
        data.items.add(new File([text], 'people.csv', { type: 'text/csv' }));
        return data;
      }, csv);
      await page.dispatchEvent('.drop', 'drop', { dataTransfer: transfer });
      await page.locator('.grid').waitFor(patience);
      const anonymize = page.getByRole('button', { name: 'Anonymize', exact: true });
      for (const [name, role] of [
        ['name', 'identifier'],
        ['income', 'quasi-identifier'],
      ] as const) {
        await page.getByLabel('Find a column').fill(name);
        await page.getByLabel(`Role of ${name}`, { exact: true }).selectOption(role);
      }
      await anonymize.click();
      await page.getByText('The independent audit confirms every privacy model.').waitFor(patience);
      for (const tab of ['Risk', 'Metrics', 'Release']) await page.getByRole('tab', { name: tab }).click();
      await page.getByRole('navigation').getByRole('button', { name: 'Privacy' }).click();
      await anonymize.click();
      return { before, after: await storedBy(page), cached: await cachedBy(page) };
    });
    expect(found.after).toEqual(found.before);
    expect(found.after).toMatchObject({ local: 0, session: 0, databases: 0, files: [], cookies: '', address: '/' }); // prettier-ignore
    // The page keeps its own files, for use without a network.
    expect(found.cached.filter((path) => !existsSync(join(folder, 'site', path)))).toEqual([]);
    expect(filesOf(profile).length).toBeGreaterThan(10);
    expect(findInFolder(profile)).toEqual([]);
  }, 120_000);

  it('would be found in the profile if the page kept it', async () => {
    const { profile } = await visit('kept', async (page) => {
      await page.evaluate((value) => localStorage.setItem('town', value), canaries.town);
      await page.evaluate((value) => history.replaceState(value, '', `?q=${value}`), canaries.name);
      expect(await storedBy(page)).toMatchObject({ local: 1, state: canaries.name });
    });
    // The browser writes its profile when it ends.
    const found = (): string => findInFolder(profile).join('\n');
    await expect.poll(found, { timeout: 120_000 }).toContain('town as');
    await expect.poll(found, { timeout: 120_000 }).toContain('name as');
  }, 120_000);
});
