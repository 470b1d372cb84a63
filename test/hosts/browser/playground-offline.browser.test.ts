import { cpSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { isSkipped, patience, usePlayground } from './playground-page.js';
import { serveFolder } from './serve-folder.js';

/** Waits until the page's own files are kept. */
const kept = (page: Page): Promise<void> =>
  page.evaluate(async () => {
    await navigator.serviceWorker.ready;
    if (navigator.serviceWorker.controller !== null) return;
    await new Promise((done) => navigator.serviceWorker.addEventListener('controllerchange', done, { once: true }));
  });

/** Paths of what the caches of a page hold. */
const cached = (page: Page): Promise<string[]> =>
  page.evaluate(async () => {
    const paths: string[] = [];
    for (const name of await caches.keys()) {
      for (const { url } of await (await caches.open(name)).keys()) paths.push(new URL(url).pathname.slice(1));
    }
    return paths;
  });

const filesIn = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)));

describe.skipIf(isSkipped)('the playground without its server, once it was opened', () => {
  const playground = usePlayground();
  const { folder, pages, open, button, ready, anonymize, view, download, picture } = playground;

  it('opens again, releases the sample, draws and reports, and keeps nothing but its own files', async () => {
    const site = await serveFolder(pages, { isolated: false });
    const page = await open('plain');
    await page.goto(site.url);
    await kept(page);
    await site.close();
    await page.reload();
    await button('Try sample data').click();
    await ready();
    await anonymize();
    await page.getByText('The independent audit confirms every privacy model.').waitFor(patience);
    await view('Risk', 'Class sizes');
    await page.locator('.picture svg').first().waitFor(patience);
    expect(readFileSync(await download('Download the report'), 'utf8')).toContain('picture-class-sizes');
    const own = filesIn(pages).filter((path) => path !== 'service-worker.js');
    expect((await cached(page)).sort()).toEqual(own.sort());
  });

  it('says that a new version is ready, and takes it when asked, not before', async () => {
    const deployed = join(folder, 'deployed');
    cpSync(pages, deployed, { recursive: true });
    const site = await serveFolder(deployed, { isolated: false });
    const page = await open('plain');
    await page.goto(site.url);
    await kept(page);
    await button('Try sample data').click();
    await ready();
    for (const [name, from, to] of [
      ['index.html', '<title>', '<title>Newer '],
      ['service-worker.js', /index\.html`,revision:`/, 'index.html`,revision:`newer'],
    ] as const) {
      const path = join(deployed, name);
      const text = readFileSync(path, 'utf8');
      expect(text.search(from)).toBeGreaterThan(-1);
      writeFileSync(path, text.replace(from, to));
    }
    await page.evaluate(async () => (await navigator.serviceWorker.ready).update());
    await button('Reload now').waitFor(patience);
    await picture('leave-new-version');
    expect(await page.title()).not.toContain('Newer');
    expect(await page.locator('.grid').count()).toBe(1);
    await button('Reload now').click();
    await expect.poll(() => page.title().catch(() => ''), patience).toContain('Newer');
    await site.close();
  });

  it('can be installed: its manifest and its icons are there', async () => {
    const page = await open('plain');
    const session = await page.context().newCDPSession(page);
    const { errors, url } = (await session.send('Page.getAppManifest')) as { errors: unknown[]; url: string };
    expect([errors, new URL(url).pathname]).toEqual([[], '/manifest.webmanifest']);
    const { icons } = JSON.parse(readFileSync(join(pages, 'manifest.webmanifest'), 'utf8')) as {
      icons: { src: string }[];
    };
    for (const { src } of icons) expect(readFileSync(join(pages, src), 'utf8')).toContain('<svg');
    const { installabilityErrors } = await session.send('Page.getInstallabilityErrors');
    // A window of a test keeps nothing.
    expect(installabilityErrors.map(({ errorId }) => errorId)).toEqual(['in-incognito']);
  });
});
