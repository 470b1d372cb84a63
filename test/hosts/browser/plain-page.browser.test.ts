import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { chromiumPath, launchChromium } from './chromium.js';
import { policy } from './serve-page.js';
import { serveFolder } from './serve-folder.js';

/** The code of docs/embedding.md for a page without a bundler. */
const script = `
import { createWorkerClient } from './kohort/hosts/browser/client.js';
const client = createWorkerClient(new Worker('./kohort/worker.js', { type: 'module' }));
const rows = Array.from({ length: 40 }, (_, i) => [20 + (i % 8), i % 3 ? 'F' : 'M'].join());
const job = {
  attributes: { age: { role: 'quasi-identifier' }, sex: { role: 'quasi-identifier' } },
  privacy: [{ model: 'k-anonymity', k: 5 }],
  algorithm: 'mondrian',
};
const { csv, result } = await client.anonymize(['age,sex', ...rows].join('\\n'), job);
document.title = [result.engine, result.released, (await csv.text()).trim().split('\\n').length].join(' ');
`;

describe.skipIf(chromiumPath === null && process.env.CI !== 'true')('a page without a bundler', () => {
  it('takes the files of the package as they are, under a content security policy', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'kohort-plain-'));
    symlinkSync(resolve(import.meta.dirname, '../../../dist'), join(folder, 'kohort'));
    const meta = `<meta http-equiv="Content-Security-Policy" content="${policy}">`;
    writeFileSync(join(folder, 'page.js'), script);
    writeFileSync(join(folder, 'index.html'), `<!doctype html>${meta}<script type="module" src="page.js"></script>`);
    const site = await serveFolder(folder, { isolated: false });
    const browser = await launchChromium(chromiumPath ?? '');
    try {
      const page = await browser.newPage();
      await page.goto(site.url);
      await page.waitForFunction(() => /\d/.test(document.title), null, { timeout: 150_000 });
      expect(await page.title()).toBe('wasm 40 41');
      expect(site.missing.filter((path) => path !== '/favicon.ico')).toEqual([]);
    } finally {
      await browser.close();
      await site.close();
      rmSync(folder, { recursive: true, force: true });
    }
  });
});
