import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { chromiumPath, launchChromium } from './chromium.js';
import type { StaticSite } from './serve-folder.js';
import { serveFolder } from './serve-folder.js';

const root = resolve(import.meta.dirname, '../../..');
const required = process.env.CI === 'true';

describe.skipIf(chromiumPath === null && !required)('the page of docs/tutorial-web-page.md, in Chromium', () => {
  let folder: string;
  let site: StaticSite;
  let browser: Browser;
  let page: Page;

  beforeAll(async () => {
    if (chromiumPath === null) throw new Error('CI=true, but there is no Chromium');
    folder = mkdtempSync(join(tmpdir(), 'kohort-tutorial-'));
    mkdirSync(join(folder, 'node_modules'));
    symlinkSync(root, join(folder, 'node_modules/kohort'), 'dir');
    for (const name of ['.bin', 'esbuild'])
      symlinkSync(join(root, 'node_modules', name), join(folder, 'node_modules', name));
    const text = readFileSync(join(root, 'docs/tutorial-web-page.md'), 'utf8');
    for (const [, file, content] of text.matchAll(/^```\w+ file=(\S+)\n([\s\S]*?)^```$/gm)) {
      mkdirSync(dirname(join(folder, file)), { recursive: true });
      writeFileSync(join(folder, file), content);
    }
    const [, build] = /^```sh run\n([\s\S]*?)^```$/m.exec(text) ?? [];
    expect(spawnSync('bash', ['-euc', build], { cwd: folder }).status).toBe(0);
    site = await serveFolder(join(folder, 'public'), { isolated: false });
    browser = await launchChromium(chromiumPath);
    page = await browser.newPage();
    await page.goto(`${site.url}index.html`);
  });

  afterAll(async () => {
    await browser?.close();
    await site?.close();
    rmSync(folder, { recursive: true, force: true });
  });

  const choose = (text: string) =>
    page.setInputFiles('#file', { name: 'people.csv', mimeType: 'text/csv', buffer: Buffer.from(text) });
  const people = (rows: number) =>
    ['age,zip,disease', ...Array.from({ length: rows }, (_, i) => `${20 + (i % 50)},537${i % 10},${i % 3}`)].join('\n');
  const says = (pattern: RegExp) =>
    page.waitForFunction(
      (source) => new RegExp(source).test((document.getElementById('state') as HTMLOutputElement).value),
      pattern.source,
    );

  it('makes a release and a report of a chosen file', async () => {
    await choose(people(60));
    await says(/^60 rows in \d+ classes, audited$/);
    expect(await page.locator('#downloads a').allTextContents()).toEqual(['release.csv', 'report.html']);
  });

  it('offers what was made as downloads', async () => {
    const waiting = page.waitForEvent('download');
    await page.locator('#downloads a').first().click();
    const lines = readFileSync(await (await waiting).path(), 'utf8')
      .trim()
      .split('\n');
    expect(lines[0]).toBe('age,zip,disease');
    expect(lines.length).toBe(61);
  });

  it('names what is wrong with a file by its code', async () => {
    await choose('age,zip\n23,53711\n');
    await says(/^UNKNOWN_COLUMN: /);
    expect(await page.locator('#downloads a').count()).toBe(0);
  });

  it('stops when it is asked to', async () => {
    // The worker does not hear of the run before the button is pressed, however quick it is.
    await page.evaluate(() => {
      Worker.prototype.postMessage = () => undefined;
    });
    await choose(people(60));
    await page.locator('#stop').click();
    await says(/^stopped$/);
  });
});
