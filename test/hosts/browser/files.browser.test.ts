import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeXlsx, withSheet } from '../../io/row-files/make-xlsx.js';
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
/** Reads a file for at most so many seconds, or until the page had so many turns meanwhile, and counts how often the page could do something else meanwhile. */
globalThis.end = async (name, seconds, abortAfter) => {
  const client = clientOf('./kohort/worker.js');
  const input = new File([await (await fetch(name)).blob()], name);
  const controller = new AbortController();
  let ticks = 0;
  const ticking = setInterval(() => ++ticks === abortAfter && controller.abort('enough'), 20);
  const given = { ...job, input: seconds === null ? {} : { limits: { seconds } } };
  const found = await client.anonymize(input, given, { signal: controller.signal }).then(() => 'released', ({ code }) => code);
  clearInterval(ticking);
  return [found, ticks];
};
globalThis.guard = async (formulaGuard, output) => {
  const client = clientOf('./kohort/worker.js');
  const input = 'age,note\\n1,=1+1\\n1,plain\\n2,+49 30\\n2,@x\\n';
  const given = {
    attributes: { age: { role: 'quasi-identifier' }, note: { role: 'sensitive', type: 'string' } },
    privacy: [{ model: 'k-anonymity', k: 2 }],
    algorithm: 'mondrian',
    output: { order: 'input', ...formulaGuard },
  };
  const { csv, table, warnings } = await client.anonymize(input, given, { output });
  const codes = warnings.filter(({ code }) => code === 'FORMULAS_DISARMED').map(({ message }) => message);
  return [await csv?.text(), table?.columns[1].texts, codes];
};
document.title = 'ready';
`;

/** Functions that the script above puts into the page. */
interface HostilePage {
  end(name: string, seconds: number | null, abortAfter: number | null): Promise<[end: string, ticks: number]>;
  guard(
    output: { formulaGuard?: boolean; bom?: boolean },
    form: string,
  ): Promise<[csv: string | undefined, texts: string[] | undefined, warnings: string[]]>;
}

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
    writeFileSync(join(folder, 'far.xlsx'), withSheet('<row r="1048576"><c r="XFD1048576"><v>1</v></c></row>'));
    writeFileSync(join(folder, 'broken.xlsx'), makeXlsx({ P: [['age']] }).subarray(0, 300));
    const meta = `<meta http-equiv="Content-Security-Policy" content="${policy}">`;
    writeFileSync(join(folder, 'page.js'), script);
    writeFileSync(join(folder, 'index.html'), `<!doctype html>${meta}<script type="module" src="page.js"></script>`);
    site = await serveFolder(folder, { isolated: false });
    browser = await launchChromium(chromiumPath ?? '');
    page = await browser.newPage();
    await page.goto(site.url);
    await page.waitForFunction(() => 'choose' in globalThis, null, { timeout: 120_000 });
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

  // promise: bad-file-ends-in-page
  it('that would be decoded for ever ends at its limit and at its signal, and leaves the page and the next job alone', async () => {
    const end = (...given: Parameters<HostilePage['end']>) =>
      page.evaluate((all) => (globalThis as unknown as HostilePage).end(...all), given);
    const expected = await choose('people.xlsx', 'file');
    const workers = page.workers().length;
    const [late, ticks] = await end('far.xlsx', 1, null);
    expect(late).toBe('INPUT_LIMIT');
    // A page that is held up has no turn, or one, until the reading is over.
    expect(ticks).toBeGreaterThan(2);
    expect(await choose('people.xlsx', 'file')).toEqual(expected);
    const [aborted, meanwhile] = await end('far.xlsx', null, 20);
    expect(aborted).toBe('ABORTED');
    expect(meanwhile).toBeGreaterThanOrEqual(20);
    expect(await choose('people.xlsx', 'file')).toEqual(expected);
    // Chromium gives a busy worker two seconds, and more on a busy machine.
    await expect.poll(() => page.workers().length, { timeout: 120_000 }).toBe(workers);
  });

  it('is released with its formulas disarmed where that is asked for, in CSV alone', async () => {
    const guard = (...given: Parameters<HostilePage['guard']>) =>
      page.evaluate((all) => (globalThis as unknown as HostilePage).guard(...all), given);
    const texts = ['=1+1', 'plain', '+49 30', '@x'];
    const csvOf = (cells: readonly string[]) =>
      `age,note\n1,${cells[0]}\n1,${cells[1]}\n2,${cells[2]}\n2,${cells[3]}\n`;
    const disarmed = csvOf(["'=1+1", 'plain', "'+49 30", "'@x"]);
    const warning = ['3 cells begin as a formula and have an apostrophe before them'];
    expect(await guard({}, 'csv')).toEqual([csvOf(texts), undefined, []]);
    expect(await guard({ formulaGuard: true }, 'csv')).toEqual([disarmed, undefined, warning]);
    expect(await guard({ bom: true }, 'csv')).toEqual([disarmed, undefined, warning]);
    expect(await guard({ bom: true, formulaGuard: false }, 'csv')).toEqual([csvOf(texts), undefined, []]);
    const [csv, cells, told] = await guard({ formulaGuard: true }, 'both');
    expect([csv, told]).toEqual([disarmed, warning]);
    expect([...cells!].sort()).toEqual([...texts].sort());
    expect((await guard({ formulaGuard: true }, 'table'))[2]).toEqual([]);
  });

  it('says what is missing where the worker stands alone, which reads CSV', async () => {
    expect((await choose('people.csv', 'file', './alone/worker.js')).slice(0, 1)).toEqual([40]);
    const [name, code, message] = await choose('people.xlsx', 'file', './alone/worker.js');
    expect([name, code]).toEqual(['InvalidArgumentError', 'PACKAGE_MISSING']);
    expect(message).toContain('worker-files.js');
  });
});
