import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { deflateRawSync, gunzipSync, inflateRawSync } from 'node:zlib';
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { readArrow, readParquet } from '../../../src/hosts/sources/index.js';
import { run } from '../command/run-cli.js';
import { isSkipped, patience, peopleCsv, usePlayground } from './playground-page.js';

const root = resolve(import.meta.dirname, '../../..');
const lines = (path: string): string[] => readFileSync(path, 'utf8').split('\n');

describe.skipIf(isSkipped)('what is taken along from the playground', () => {
  const playground = usePlayground();
  const { folder, input, open, button, choose, ready, goTo, inspect, setK, setRole } = playground;
  const { anonymize, view, download, checkLooks, picture } = playground;
  let page: Page;

  async function releaseWithSeed(file: string): Promise<void> {
    await choose(file);
    await ready();
    await page.locator('.run summary').click();
    await page.getByLabel('Seed of the order of the rows').fill('7');
    await anonymize();
    await view('Take it along');
    writeFileSync(join(folder, 'job.json'), readFileSync(await download('Download the job file')));
  }

  const snippet = async (title: string): Promise<string> =>
    (await page.getByRole('region', { name: title }).locator('pre').textContent()) ?? '';

  /** Runs the command of the page unchanged, by a shell. */
  function runCommand(command: string): void {
    const cli = `${process.execPath} ${join(root, 'dist/cli/main.js')}`;
    expect(command).toMatch(/^npx kohort /);
    execFileSync(
      'sh',
      [
        '-c',
        command
          .trim()
          .replace(/^npx kohort/, cli)
          .replace(/( > .*)?$/, ' --quiet$1'),
      ],
      {
        cwd: folder,
        stdio: 'pipe',
      },
    );
  }

  it('is the release in every format, equal to what the command in the page writes', async () => {
    page = await open('plain');
    await releaseWithSeed(input);
    const format = page.getByLabel('Format', { exact: true });
    for (const ending of ['csv', 'json', 'ndjson', 'parquet', 'arrow']) {
      await format.selectOption(ending);
      const name = `people-release.${ending}`;
      const saved = readFileSync(await download(`Save ${name}`));
      runCommand(await snippet('By the command line'));
      const own = readFileSync(join(folder, name));
      expect(saved.length).toBeGreaterThan(1000);
      expect(saved.equals(own), ending).toBe(true);
      if (ending === 'parquet' || ending === 'arrow') {
        const table = await (ending === 'parquet' ? readParquet : readArrow)(saved);
        expect(table.rows).toBe(6_000);
      }
    }
    await format.selectOption('csv');
    await page.getByLabel('Separator').selectOption(';');
    await page.getByLabel('Mark for Excel (byte order mark)').check();
    const saved = readFileSync(await download('Save people-release.csv'));
    runCommand(await snippet('By the command line'));
    expect(saved.equals(readFileSync(join(folder, 'people-release.csv')))).toBe(true);
    expect(saved.toString('utf8').slice(0, 5)).toBe('\ufeffage;');
    await page.getByLabel('Compressed (.gz)').check();
    const packed = readFileSync(await download('Save people-release.csv.gz'));
    expect(gunzipSync(packed).equals(saved)).toBe(true);
  });

  it('is a program that runs unchanged, and a command with all that was read in another way', async () => {
    page = await open('plain');
    const folderOfProgram = join(folder, 'program');
    mkdirSync(join(folderOfProgram, 'node_modules'), { recursive: true });
    symlinkSync(root, join(folderOfProgram, 'node_modules/kohort'));
    const odd = peopleCsv.split('\n').slice(1, 3000).map((line, i) => (i % 50 === 0 ? line.replace(/^\d+/, '?') : line)).join('\n'); // prettier-ignore
    const file = join(folder, "it's odd.csv");
    writeFileSync(file, odd);
    await choose(file);
    await page.getByRole('button', { name: 'The first line is a row' }).click();
    await ready();
    await goTo('Data');
    await page.getByRole('checkbox', { name: /stand for missing/ }).check();
    await page.getByText('2,999 rows').first().waitFor(patience);
    await releaseAgain();
    for (const format of ['csv', 'json', 'parquet']) {
      await page.getByLabel('Format', { exact: true }).selectOption(format);
      const name = `it's odd-release.${format}`;
      const saved = readFileSync(await download(`Save ${name}`));
      runCommand(await snippet('By the command line'));
      expect(readFileSync(join(folder, name)).equals(saved)).toBe(true);
      for (const each of ['job.json', "it's odd.csv"]) writeFileSync(join(folderOfProgram, each), readFileSync(join(folder, each))); // prettier-ignore
      writeFileSync(join(folderOfProgram, 'again.mjs'), await snippet('By a program'));
      execFileSync(process.execPath, ['again.mjs'], { cwd: folderOfProgram, stdio: 'pipe' });
      expect(readFileSync(join(folderOfProgram, name)).equals(saved)).toBe(true);
    }
  });

  async function releaseAgain(): Promise<void> {
    await page.locator('.run summary').click();
    await page.getByLabel('Seed of the order of the rows').fill('7');
    await anonymize();
    await view('Take it along');
    writeFileSync(join(folder, 'job.json'), readFileSync(await download('Download the job file')));
  }

  it('is a recoding for later rows, a report and a certificate, and SQL for a database', async () => {
    page = await open('plain');
    await choose(input);
    await ready();
    await inspect('age');
    await page.getByLabel('Hierarchy of age').selectOption('intervals');
    await setK('5');
    await releaseAgain();
    for (const text of ['with a report', 'with a certificate', 'with the recoding']) await page.getByLabel(text).check(); // prettier-ignore
    runCommand(await snippet('By the command line'));
    const certified = await run(['verify', 'people-release.certificate.json', 'people-release.csv'], folder);
    expect(certified.code).toBe(0);
    // The page's own certificate is the command's, but for the moment.
    const certificate = readFileSync(await download('Save the certificate'), 'utf8');
    const undated = (text: string): string => text.replace(/"date": "[^"]+"/, '"date": ""');
    const written = readFileSync(join(folder, 'people-release.certificate.json'), 'utf8');
    expect(undated(certificate)).toBe(undated(written));
    expect(JSON.parse(certificate)).toMatchObject({ format: 'kohort-certificate' });
    expect(readFileSync(join(folder, 'people-release.report.html'), 'utf8')).toContain('<html');
    const recoding = join(folder, 'page.recoding.json');
    writeFileSync(recoding, readFileSync(await download('Save the recoding')));
    const applied = await run(['apply', recoding, 'people.csv', '--out', 'applied.csv', '--quiet'], folder);
    expect([applied.code, applied.stderr]).toEqual([0, '']);
    expect(lines(join(folder, 'applied.csv')).sort()).toEqual(lines(join(folder, 'people-release.csv')).sort());
    await page.getByLabel('Database', { exact: true }).selectOption('duckdb');
    runCommand(await snippet('SQL for the file as DuckDB reads it'));
    // Names are drawn, the name of the table is DuckDB's way to read the file, and it counts in an order of its own.
    const sorted = (file: string): string[] =>
      readFileSync(file, 'utf8')
        .replaceAll(/kohort_[0-9a-f]{20}/g, 'drawn')
        .split(/,?;?\n/)
        .sort();
    const statements = sorted(await download('Save the statements'));
    expect(statements).toEqual(sorted(join(folder, 'release.sql')));
    expect(statements.length).toBeGreaterThan(100);
    await page.getByLabel('Table there').fill('census.people');
    await page.getByLabel('Database', { exact: true }).selectOption('bigquery');
    expect(readFileSync(await download('Save the statements'), 'utf8')).toContain('FROM `census`.`people`');
  });

  it('computes by JavaScript where there is no WebAssembly, which is loaded then alone', async () => {
    const engines: string[] = [];
    const releases: string[] = [];
    for (const hasWebAssembly of [true, false]) {
      page = await open('plain');
      if (!hasWebAssembly) {
        await page.context().route(/\/worker-[^/]*\.js$/, async (route) => {
          const response = await route.fetch();
          await route.fulfill({ response, body: `delete globalThis.WebAssembly;${await response.text()}` });
        });
        await page.reload();
      }
      const loaded: string[] = [];
      page.on('request', (request) => loaded.push(request.url()));
      await releaseWithSeed(input);
      engines.push(...loaded.filter((url) => url.includes('js-engine')).map(() => String(hasWebAssembly)));
      releases.push(readFileSync(await download('Download the release'), 'utf8'));
      await page.context().close();
    }
    expect(engines).toEqual(['false']);
    expect(releases[1]).toBe(releases[0]);
  });

  /** Roles, k and a hierarchy made of values, chosen for the people. */
  async function chooseSome(): Promise<void> {
    await choose(input);
    await ready();
    await setRole('race', 'identifier');
    await inspect('sex');
    writeFileSync(join(folder, 'sex.csv'), 'Female;anybody\nMale;anybody\n');
    await page.getByLabel(/^Hierarchy file/).setInputFiles(join(folder, 'sex.csv'));
    const isRead = () =>
      page.evaluate(() =>
        [...document.querySelectorAll('.hierarchy')].some(
          (part) =>
            (part.textContent ?? '').includes('anybody') ||
            [...part.querySelectorAll('input')].some(({ value }) => value === 'anybody'),
        ),
      );
    await expect.poll(isRead, patience).toBe(true);
    await setK('17');
    await goTo('Data');
  }

  const kOf = async (): Promise<string> => {
    await goTo('Privacy');
    return page.getByLabel('k', { exact: true }).inputValue();
  };

  it('keeps choices in a link that no server is sent, without values unless asked, and takes them for a file', async () => {
    page = await open('plain', { permissions: ['clipboard-read', 'clipboard-write'] });
    await chooseSome();
    expect(await page.evaluate(() => [location.hash, localStorage.length])).toEqual(['', 0]);
    const copied = async (): Promise<string> => {
      await button('Copy a link to these choices').click();
      await page.getByText('Copied.').waitFor();
      return page.evaluate(() => navigator.clipboard.readText());
    };
    const link = await copied();
    await page.getByLabel('with what is made of values').check();
    // "Copied." of the first link may still be shown.
    await expect.poll(copied, patience).not.toBe(link);
    const full = await copied();
    const jobOf = (address: string): string =>
      inflateRawSync(Buffer.from(new URL(address).hash.replace('#choices=', ''), 'base64url')).toString('utf8');
    expect(jobOf(link)).not.toMatch(/Female|anybody/);
    expect(JSON.parse(jobOf(link))).toMatchObject({ attributes: { race: { role: 'identifier' } } });
    expect(jobOf(full)).toContain('anybody');
    const asked: string[] = [];
    page.on('request', (request) => asked.push(request.url()));
    await page.goto('about:blank');
    await page.goto(link);
    await page.getByText('The choices in the address are taken for the next file').waitFor(patience);
    const fewer = join(folder, 'fewer.csv');
    writeFileSync(fewer, peopleCsv.split('\n').map((line) => line.split(',').slice(0, 6).join(',')).join('\n')); // prettier-ignore
    await choose(fewer);
    await ready();
    await page.getByText(/This file has no column .*sex.*: what was chosen/).waitFor(patience);
    expect(await page.getByLabel('Role of race').inputValue()).toBe('identifier');
    expect(await kOf()).toBe('17');
    expect(asked.filter((url) => url.includes('choices='))).toEqual([]);
    await page.goto('about:blank');
    await page.goto(`${link.slice(0, -20)}`);
    await page.getByText('The choices in the address are not taken: it is cut short').waitFor(patience);
  });

  it('says what is wrong with a link, and goes on without it', async () => {
    page = await open('plain');
    const address = page.url();
    const job = { attributes: {}, privacy: [{ model: 'k-anonymity', k: 23 }], algorithm: 'mondrian' };
    const odd = { ...job, input: { missing: 'abc' }, suppression: null };
    await page.goto('about:blank');
    await page.goto(`${address}#choices=${deflateRawSync(JSON.stringify(odd)).toString('base64url')}`);
    await page.getByText(/The choices in the address are not taken: .*input\.missing.*suppression/).waitFor(patience);
    await choose(input);
    await ready();
    expect(await kOf()).toBe('5');
  });

  it('opens a file whose cells are not what the choices of a link say, without those', async () => {
    page = await open('plain');
    const attributes = { sex: { role: 'quasi-identifier', type: 'integer' } };
    const job = { attributes, privacy: [{ model: 'k-anonymity', k: 23 }], algorithm: 'mondrian' };
    const packed = deflateRawSync(JSON.stringify(job)).toString('base64url');
    const address = page.url();
    await page.goto('about:blank');
    await page.goto(`${address}#choices=${packed}`);
    await page.getByText('The choices in the address are taken for the next file').waitFor(patience);
    await choose(input);
    await page.getByText(/The kept choices are of another file, and are not taken: .*"?sex/).waitFor(patience);
    expect(await kOf()).toBe('5');
  });

  it('remembers choices on this machine while that is asked for, and forgets them', async () => {
    page = await open('plain');
    await chooseSome();
    const remember = page.getByLabel('remember my choices on this machine');
    expect(await remember.isChecked()).toBe(false);
    await remember.check();
    const kept = () => page.evaluate(() => localStorage.getItem('kohort-choices') ?? '');
    await expect.poll(kept, patience).toContain('"k":17');
    expect(await kept()).not.toMatch(/Female|anybody/);
    await page.reload();
    await page.getByText('The choices remembered on this machine are taken').waitFor(patience);
    await choose(input);
    await ready();
    expect(await page.getByLabel('Role of race').inputValue()).toBe('identifier');
    expect(await kOf()).toBe('17');
    // Another tab remembers too, until one of them forgets.
    const other = await page.context().newPage();
    await other.goto(page.url());
    await other.getByText('The choices remembered on this machine are taken').waitFor(patience);
    await goTo('Data');
    await button('Forget').click();
    await other.getByText('were forgotten in another tab').waitFor(patience);
    await other.getByLabel('Table file', { exact: true }).setInputFiles(input);
    await other.locator('.grid').waitFor(patience);
    await other.getByRole('navigation').getByRole('button', { name: 'Data' }).click();
    expect(await other.getByLabel('remember my choices on this machine').isChecked()).toBe(false);
    expect(await other.evaluate(() => localStorage.length)).toBe(0);
    expect(await page.evaluate(() => localStorage.length)).toBe(0);
  });

  it('opens a job file with comments, says what it cannot show, and what is wrong with one', async () => {
    page = await open('plain', { bypassCSP: true });
    await choose(input);
    await ready();
    await goTo('Data');
    const file = join(folder, 'given.jsonc');
    const attributes = `{ "age": { "role": "quasi-identifier", "hierarchy": { "type": "intervals", "widths": [5, 10] } }, "height": { "role": "drop" } }`;
    writeFileSync(file, `// of last year\n{ "attributes": ${attributes}, "privacy": [{ "model": "k-anonymity", "k": 23 }], "algorithm": "mondrian", "output": { "order": "input" } }`); // prettier-ignore
    await page.getByLabel('Job file', { exact: true }).setInputFiles(file);
    await page.getByText('The choices of the job file are taken.').waitFor(patience);
    expect(await page.getByText('This file has no column height').count()).toBe(1);
    expect(await page.getByText('Left out, because this page has no field for it: output.').count()).toBe(1);
    await checkLooks('leave-choices');
    expect(await kOf()).toBe('23');
    await goTo('Data');
    // A job that reads its file in another way has it read so.
    const reading = `"input": { "missing": ["", "Private"] }, "attributes": ${attributes}, "privacy": [{ "model": "k-anonymity", "k": 23 }], "algorithm": "mondrian"`;
    writeFileSync(file, `{ ${reading} }`);
    const mark = page.getByRole('checkbox', { name: 'Private' });
    expect(await mark.count()).toBe(0);
    await page.getByLabel('Job file', { exact: true }).setInputFiles(file);
    await mark.waitFor(patience);
    expect(await mark.isChecked()).toBe(true);
    await ready();
    await inspect('workclass');
    await page
      .getByRole('region', { name: 'workclass' })
      .getByText(/missing/)
      .first()
      .waitFor(patience);
    await goTo('Data');
    writeFileSync(file, '{ "attributes": {}, }');
    await page.getByLabel('Job file', { exact: true }).setInputFiles(file);
    await page.locator('.keep .note').filter({ hasText: 'privacy' }).waitFor(patience);
    await picture('leave-choices-wrong');
  });

  it('begins with little beside the data', async () => {
    for (const colorScheme of ['light', 'dark'] as const) {
      page = await open('plain', { colorScheme, bypassCSP: true });
      await button('Try sample data').waitFor();
      await checkLooks(`leave-start-${colorScheme}`);
      await page.context().close();
    }
  });

  it.each([
    ['light', 360],
    ['dark', 1280],
  ] as const)('is accessible and fits in %s at %d pixels', async (colorScheme, width) => {
    page = await open('plain', { colorScheme, bypassCSP: true, viewport: { width, height: 800 } });
    await choose(input);
    await ready();
    await anonymize();
    await view('Take it along');
    await checkLooks(`leave-${colorScheme}-${width}`);
  });
});
