import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Locator, Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { isSkipped, patience, usePlayground } from './playground-page.js';

const root = resolve(import.meta.dirname, '../../..');
const MARKUP = '<img src=x onerror="globalThis.taken=1">';
const RTL = '\u202etxt.exe\u202c';

/** Names of columns that a page may trip over, and what the file makes of them. */
const names = [MARKUP, '__proto__', 'constructor', `it's "quoted"`, 'two\nlines', RTL, '', 'toString', '</script><script>taken=1</script>', '${taken}']; // prettier-ignore
const shown = names.map((name, at) => (name === '' ? `column_${at + 1}` : name));

const values = [MARKUP, '__proto__', 'constructor', 'say "no"', 'two\nlines', RTL, "'; DROP TABLE people; --", '{{taken}}']; // prettier-ignore
const quoted = (cell: string): string => `"${cell.replaceAll('"', '""')}"`;
const cellOf = (row: number, column: number): string =>
  column === 7 ? String(20 + (row % 9)) : values[(row * (column + 1) + (row >> 3)) % values.length];
const hostileCsv = [names, ...Array.from({ length: 240 }, (_, row) => names.map((_, column) => cellOf(row, column)))]
  .map((cells) => cells.map(quoted).join(','))
  .join('\n');

describe.skipIf(isSkipped)('a table of hostile names and cells', { timeout: 400_000 }, () => {
  const { folder, open, choose, ready, goTo, find, setK, anonymize, view, download, button } = usePlayground();
  let page: Page;

  /** Nothing of the table has become an element of the page, or run. */
  async function expectTexts(where: string): Promise<void> {
    const found = await page.evaluate(() => ({
      taken: 'taken' in globalThis,
      elements: [...document.querySelectorAll('img, iframe, object, script:not([src]), [onerror]')].map((each) => each.outerHTML), // prettier-ignore
    }));
    expect(found, where).toEqual({ taken: false, elements: [] });
  }

  /** A view has its code, its figures, and two frames in which it was drawn. */
  async function drawn(): Promise<void> {
    await expect.poll(() => page.locator('[role=tabpanel]:visible [aria-busy=true]').count(), patience).toBe(0);
    await page.evaluate(
      () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => done(null)))),
    );
  }

  /** Shows every tab of a list, and those within; what each is called. */
  async function seeTabs(within: Locator, path: string): Promise<string[]> {
    const tabs = within.locator('[role=tablist]').first().locator('> [role=tab]');
    const seen: string[] = [];
    for (let at = 0; at < (await tabs.count()); at++) {
      const name = (await tabs.nth(at).textContent()) ?? '';
      await tabs.nth(at).click();
      await drawn();
      await expectTexts(`${path} ${name}`);
      seen.push(name);
      const panel = within.locator('[role=tabpanel]:visible').first();
      if ((await panel.locator('[role=tablist]').count()) > 0) seen.push(...(await seeTabs(panel, name)));
    }
    return seen;
  }

  it('is text everywhere: in the table, the inspector, the models, the release, its views and its files', async () => {
    page = await open('plain');
    writeFileSync(join(folder, 'hostile.csv'), hostileCsv);
    await choose(join(folder, 'hostile.csv'));
    // Its columns are called by values, as in a file without a header.
    await button('The first line names the columns').click(patience);
    await ready();
    await expectTexts('table');
    expect(await page.locator('.grid-body').textContent()).toContain(MARKUP);
    const roles = ['quasi-identifier', 'quasi-identifier', 'quasi-identifier', 'insensitive', 'sensitive', 'quasi-identifier', 'drop', 'quasi-identifier', 'class', 'insensitive']; // prettier-ignore
    for (const [at, full] of shown.entries()) {
      // A field of one line takes no line end, and names of controls have a blank in its place.
      await find(full.split('\n')[0]);
      const name = full.replace('\n', ' ');
      await page.getByLabel(`Role of ${name}`, { exact: true }).selectOption(roles[at]);
      await page.getByRole('columnheader').getByRole('button', { name, exact: true }).click();
      expect(await page.locator('#inspector-title').textContent()).toBe(full);
      await page.locator('.type-choice summary').click();
      await page.getByLabel(`Type of ${name}`, { exact: true }).selectOption('date');
      await expectTexts(`inspector of ${name}`);
      if (roles[at] !== 'quasi-identifier') continue;
      const hierarchy = page.getByLabel(`Hierarchy of ${name}`, { exact: true });
      await hierarchy.selectOption('levels');
      await expectTexts(`groups of ${name}`);
      await hierarchy.selectOption(at === 7 ? 'intervals' : at === 0 ? 'levels' : 'mask');
      await expectTexts(`hierarchy of ${name}`);
    }
    await find('');
    await goTo('Data');
    await page.getByText('Read it in another way').waitFor(patience);
    await expectTexts('data');
    await setK('4');
    await page.getByRole('combobox', { name: /Add/ }).first().waitFor({ timeout: 2_000 }).catch(() => undefined); // prettier-ignore
    await expectTexts('privacy');
    await page.locator('.run summary').click();
    await page.getByLabel('Seed of the order of the rows').fill('7');
    await anonymize();
    await expectTexts('result');
    const seen = await seeTabs(page.locator('.result'), 'result');
    expect(seen).toEqual(expect.arrayContaining(['Release', 'Utility', 'Risk', 'Take it along']));
    await view('Take it along');
    const job = readFileSync(await download('Download the job file'), 'utf8');
    expect(Object.keys((JSON.parse(job) as { attributes: object }).attributes)).toEqual(shown);
    writeFileSync(join(folder, 'job.json'), job);
    const release = readFileSync(await download('Save hostile-release.csv'), 'utf8');
    expect(release).toContain(MARKUP.replaceAll('"', '""'));
    const report = readFileSync(await download('Download the report'), 'utf8');
    expect(report).not.toContain('<img');
    expect(report).toMatch(/&(lt|#60);img/);
    execFileSync(process.execPath, [join(root, 'dist/cli/main.js'), 'anonymize', 'hostile.csv', '--job', 'job.json', '--out', 'again.csv', '--seed', '7', '--quiet'], { cwd: folder, stdio: 'pipe' }); // prettier-ignore
    expect(readFileSync(join(folder, 'again.csv'), 'utf8')).toBe(release);
  });

  it('is read as another type, with other missing words, and with no names of columns, without losing one', async () => {
    page = await open('plain');
    writeFileSync(join(folder, 'hostile.csv'), hostileCsv);
    await choose(join(folder, 'hostile.csv'));
    // Its columns are called by values, as in a file without a header.
    await button('The first line names the columns').click(patience);
    await ready();
    for (const name of ['__proto__', 'constructor']) {
      await find(name);
      await page.getByRole('columnheader').getByRole('button', { name, exact: true }).click();
      await page.locator('.type-choice summary').click();
      await page.getByLabel(`Type of ${name}`).selectOption('string');
      await button('Read the column so').click();
      await expect.poll(() => button('Read the column so').isDisabled(), patience).toBe(true);
      await page.getByRole('button', { name: 'Cancel' }).waitFor({ state: 'detached', ...patience });
    }
    await find('');
    await goTo('Data');
    await page.getByText('Read it in another way').click();
    await page.getByLabel('Another word for missing values').fill('__proto__');
    await button('Add').click();
    await page.getByLabel('cells “__proto__” stand for missing values').waitFor(patience);
    await page.getByLabel('Another word for missing values').fill(MARKUP);
    await button('Add').click();
    await page.getByLabel(`cells “${MARKUP}” stand for missing values`).waitFor(patience);
    await expectTexts('data');
    await page.getByRole('checkbox', { name: /first line/ }).uncheck();
    await page.getByText('241 rows').first().waitFor(patience);
    await page.getByRole('button', { name: 'column 1', exact: true }).waitFor(patience);
    await expectTexts('without names');
  });
});
