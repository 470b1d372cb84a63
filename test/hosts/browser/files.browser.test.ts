import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeXlsx } from '../../io/row-files/make-xlsx.js';
import { chromiumPath, launchChromium } from './chromium.js';
import { policy } from './serve-page.js';
import type { StaticSite } from './serve-folder.js';
import { serveFolder } from './serve-folder.js';

const dist = resolve(import.meta.dirname, '../../../dist');
const people = Array.from({ length: 40 }, (_, i) => ({ age: 20 + (i % 8), city: i % 3 === 0 ? 'Köln' : 'Bonn' }));

/** Files that a person chooses: `bytes` have no name, and one worker has no file beside it. */
const script = `
import { createWorkerClient } from './kohort/hosts/browser/client.js';
const job = {
  attributes: { age: { role: 'quasi-identifier' }, city: { role: 'quasi-identifier' } },
  privacy: [{ model: 'k-anonymity', k: 5 }],
  algorithm: 'mondrian',
};
const clients = {};
const clientOf = (path) => (clients[path] ??= createWorkerClient(new Worker(path, { type: 'module' })));
globalThis.choose = async (name, form, worker = './kohort/worker.js') => {
  const blob = await (await fetch(name)).blob();
  const input = form === 'file' ? new File([blob], name) : form === 'bytes' ? await blob.arrayBuffer() : blob;
  const client = clientOf(worker);
  try {
    const table = await client.read(input);
    const { csv, result } = await client.anonymize(input, job, { seed: 3 });
    return [table.rows, table.columns.map((column) => column.name + ': ' + column.type).join(), result.released, await csv.text()];
  } catch (error) {
    return [error.name, error.code, error.message];
  }
};
document.title = 'ready';
`;

type Choose = (name: string, form: string, worker?: string) => Promise<unknown[]>;

describe.skipIf(chromiumPath === null && process.env.CI !== 'true')('a file that is chosen in a page', () => {
  let folder: string;
  let site: StaticSite;
  let browser: Browser;
  let page: Page;
  const choose = (...given: Parameters<Choose>): Promise<unknown[]> =>
    page.evaluate((all) => (globalThis as unknown as { choose: Choose }).choose(...all), given);

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'kohort-files-'));
    symlinkSync(dist, join(folder, 'kohort'));
    mkdirSync(join(folder, 'alone'));
    cpSync(join(dist, 'worker.js'), join(folder, 'alone/worker.js'));
    const rows = people.map(({ age, city }) => [age, city]);
    writeFileSync(join(folder, 'people.csv'), `age,city\n${rows.map((row) => row.join()).join('\n')}\n`);
    writeFileSync(join(folder, 'people.xlsx'), makeXlsx({ People: [['age', 'city'], ...rows] }));
    writeFileSync(join(folder, 'people.ndjson'), people.map((row) => JSON.stringify(row)).join('\n'));
    writeFileSync(join(folder, 'people.json'), JSON.stringify(people));
    writeFileSync(join(folder, 'broken.xlsx'), makeXlsx({ P: [['age']] }).subarray(0, 300));
    const meta = `<meta http-equiv="Content-Security-Policy" content="${policy}">`;
    writeFileSync(join(folder, 'page.js'), script);
    writeFileSync(join(folder, 'index.html'), `<!doctype html>${meta}<script type="module" src="page.js"></script>`);
    site = await serveFolder(folder, { isolated: false });
    browser = await launchChromium(chromiumPath ?? '');
    page = await browser.newPage();
    await page.goto(site.url);
    await page.waitForFunction(() => 'choose' in globalThis, null, { timeout: 30_000 });
  });
  afterAll(async () => {
    await browser?.close();
    await site?.close();
    if (folder !== undefined) rmSync(folder, { recursive: true, force: true });
  });

  it('is read and released as CSV of the same rows, whatever holds it', async () => {
    const expected = await choose('people.csv', 'file');
    expect(expected.slice(0, 3)).toEqual([40, 'age: integer,city: string', 40]);
    for (const name of ['people.xlsx', 'people.ndjson', 'people.json']) {
      expect(await choose(name, 'file'), name).toEqual(expected);
    }
    for (const form of ['bytes', 'blob']) expect(await choose('people.xlsx', form), form).toEqual(expected);
  });

  it('ends with the error that Node gives', async () => {
    expect((await choose('broken.xlsx', 'file')).slice(0, 2)).toEqual(['InputError', 'XLSX_INVALID']);
  });

  it('says what is missing where the worker stands alone, which reads CSV', async () => {
    expect((await choose('people.csv', 'file', './alone/worker.js')).slice(0, 1)).toEqual([40]);
    const [name, code, message] = await choose('people.xlsx', 'file', './alone/worker.js');
    expect([name, code]).toEqual(['InvalidArgumentError', 'PACKAGE_MISSING']);
    expect(message).toContain('worker-files.js');
  });
});
