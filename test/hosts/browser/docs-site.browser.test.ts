import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { chromiumPath, launchChromium } from './chromium.js';

const root = resolve(import.meta.dirname, '../../..');
const required = process.env.CI === 'true';

describe.skipIf(chromiumPath === null && !required)('the site of the documentation, opened as files', () => {
  let folder: string;
  let browser: Browser;
  const open = async (file: string, width = 1280) => {
    const page = await browser.newPage({ viewport: { width, height: 800 } });
    await page.goto(pathToFileURL(join(folder, file)).href);
    return page;
  };

  beforeAll(async () => {
    if (chromiumPath === null) throw new Error('CI=true, but there is no Chromium');
    folder = mkdtempSync(join(tmpdir(), 'kohort-docs-'));
    const typedoc = join(root, 'node_modules/typedoc/bin/typedoc');
    const { status, stdout } = spawnSync(process.execPath, [typedoc, '--out', folder], { cwd: root, encoding: 'utf8' });
    expect({ status, stdout: status === 0 ? '' : stdout }).toEqual({ status: 0, stdout: '' });
    browser = await launchChromium(chromiumPath);
  }, 120_000);
  afterAll(async () => {
    await browser?.close();
    rmSync(folder, { recursive: true, force: true });
  });

  it('begins with a tutorial for each of four people', async () => {
    const page = await open('index.html');
    const tutorials = page.locator('h2#tutorials ~ ul').first().locator('li a');
    expect(await tutorials.count()).toBe(4);
    await tutorials.first().click();
    expect(await page.locator('h1').first().textContent()).toContain('A tutorial for data engineers');
  });

  it.each([
    ['t-closeness', 'Privacy models'],
    ['K_EXCEEDS_ROWS', 'Errors'],
    ['readCsv', 'kohort.readCsv'],
    ['sdcMicro', 'Coming from sdcMicro'],
  ])('finds %s without a server', async (words, wanted) => {
    const page = await open('index.html');
    await page.keyboard.press('Control+k');
    await page.locator('#tsd-search-input').fill(words);
    const results = page.locator('#tsd-search-results li');
    await results.first().waitFor();
    expect((await results.allInnerTexts()).slice(0, 5).map((text) => text.trim())).toContain(wanted);
  });

  it('fits a telephone: no page is wider than the window', async () => {
    const page = await open('index.html', 390);
    const wide: string[] = [];
    for (const name of readdirSync(join(folder, 'documents'))) {
      await page.goto(pathToFileURL(join(folder, 'documents', name)).href);
      if (await page.evaluate(() => document.documentElement.scrollWidth > innerWidth)) wide.push(name);
    }
    expect(wide).toEqual([]);
  }, 180_000);
});
