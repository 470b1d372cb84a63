import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { auditRelease, parseJob, readCsv } from '../../../src/index.js';
import type { Job } from '../../../src/index.js';
import { run } from '../command/run-cli.js';
import { courtTable } from '../../assess/inspection/court-table.js';
import { sharedFolder, sharedPath } from '../../shared.js';
import { factOf, isSkipped, patience, peopleCsv as csv, usePlayground } from './playground-page.js';

interface OptimaTruth {
  readonly cases: readonly {
    readonly id: string;
    readonly attribute_order: readonly string[];
    readonly optimal_levels: readonly number[];
  }[];
}

describe.skipIf(isSkipped)('the playground in Chromium', () => {
  const playground = usePlayground();
  const { folder, pages, input, siteOf, button, heading, choose, dropFile, ready, goTo, find, inspect } = playground;
  const { setRole, setK, setAlgorithm, anonymize, view, download, card, checkLooks } = playground;
  let page: Page;
  async function open(...given: Parameters<typeof playground.open>): Promise<void> {
    page = await playground.open(...given);
  }

  it('goes from a dropped file to a downloaded release that the audit accepts, equal to the command line', async () => {
    await open('isolated');
    await dropFile('people.csv', csv);
    await ready();
    expect(await page.getByText('6,000 rows').count()).toBe(1);
    await setRole('salary', 'class');
    await inspect('sex');
    await page.getByLabel('Hierarchy of sex').selectOption('suppress');
    await page.locator('.run summary').click();
    await page.getByLabel('Seed of the order of the rows').fill('7');
    await anonymize();
    await page.getByText('The independent audit confirms every privacy model.').waitFor();

    const release = await download('Download the release');
    const jobFile = await download('Download the job file');
    const job: Job = parseJob(JSON.parse(readFileSync(jobFile, 'utf8')));
    const original = await readCsv(csv, job.input);
    const report = auditRelease(await readCsv(readFileSync(release, 'utf8')), job, original);
    expect(report.problems).toEqual([]);
    expect(report.holds).toBe(true);
    expect(report.privacy[0].achieved.k).toBeGreaterThanOrEqual(5);

    const own = join(folder, 'own.csv');
    const ended = await run(['anonymize', input, '--job', jobFile, '--out', own, '--seed', '7', '--quiet'], folder);
    expect(ended.code).toBe(0);
    expect(readFileSync(release, 'utf8')).toBe(readFileSync(own, 'utf8'));
  });

  it('releases a table as a court keeps it, everything at its default, with nothing of a person in it', async () => {
    await open('plain');
    const court = courtTable(1500);
    await dropFile('court.csv', court.csv);
    await ready();
    await anonymize();
    const verdict = page.locator('.verdict li');
    await expect
      .poll(async () => (await verdict.allTextContents()).join('|'), patience)
      .toMatch(
        /^rare values shown: .*\|classes with one sensitive value: .*\|largest risk of a row to be found: 100\s% in the input, .*\|suppressed: /,
      );
    if (process.env.KOHORT_SCREENSHOTS !== undefined) {
      await page.screenshot({ path: join(process.env.KOHORT_SCREENSHOTS, 'court.png'), fullPage: true });
      await heading('Result').scrollIntoViewIfNeeded();
      await page.screenshot({ path: join(process.env.KOHORT_SCREENSHOTS, 'court-result.png') });
    }
    const text = readFileSync(await download('Download the release'), 'utf8');
    const cells = new Set(text.split(/[\n,{}"[\]]/).map((cell) => cell.trim()));
    const [header, ...people] = court.csv.split('\n').map((line) => line.split(','));
    for (const name of ['name', 'first', 'last', 'home_phone', 'email', 'c_case_number', 'c_jail_in', 'notes']) {
      const place = header.indexOf(name);
      for (const person of people) if (person[place]) expect(cells.has(person[place]), name).toBe(false);
    }
  });

  it('shows every view of a release, and its pictures', async () => {
    await open('plain');
    await button('Try sample data').click();
    await ready();
    await inspect('occupation');
    const groups = page.getByRole('tree', { name: 'Groups of occupation' });
    await groups.getByRole('treeitem', { name: 'White-collar 5 values' }).waitFor();
    await groups.getByRole('treeitem', { name: 'Sales', exact: true }).waitFor();
    await anonymize();
    for (const [tab, name] of [
      ['Risk', 'Class sizes'],
      ['Utility', 'Boxes'],
    ]) {
      await view(tab, name);
      await page.locator('[role=tabpanel] svg[role=img]').first().waitFor(patience);
      expect(await page.locator('[role=tabpanel] svg rect').count()).toBeGreaterThan(1);
    }
    for (const name of ['sex', 'age', 'occupation']) {
      await page.getByLabel('Up', { exact: true }).selectOption(name);
      const legend = page.getByRole('img', { name: /^Legend: / });
      await page.getByRole('img', { name: new RegExp(` and ${name}$`) }).waitFor(patience);
      expect(await legend.getAttribute('aria-label')).toMatch(/^Legend: ([\d.,]+ )+rows per cell$/);
      const boxes = await legend.locator('.tick text').evaluateAll((texts) =>
        texts
          .map((text) => text.getBoundingClientRect())
          .map(({ left, right }) => [left, right] as const)
          .sort((one, other) => one[0] - other[0]),
      );
      expect(boxes.length).toBeGreaterThanOrEqual(2);
      for (let i = 1; i < boxes.length; i++) expect(boxes[i][0] - boxes[i - 1][1]).toBeGreaterThan(2);
    }
    await page.getByRole('tab', { name: 'Metrics' }).click();
    await page.getByRole('rowheader', { name: 'discernibility', exact: true }).waitFor();
    await page.keyboard.press('Tab');
    await page.getByRole('tab', { name: 'Metrics' }).focus();
    await page.keyboard.press('Home');
    await expect.poll(() => page.getByRole('tab', { selected: true }).textContent(), patience).toBe('Release');
  });

  it('shows the lattice of a full-domain search, small and large, with what every level vector costs', async () => {
    await open('plain');
    await button('Try sample data').click();
    await ready();
    await setAlgorithm('optimal-lattice');
    await page.getByLabel('Suppressed rows', { exact: true }).selectOption('percent');
    await anonymize();
    await view('Explore', 'Lattice');
    await page.getByRole('columnheader', { name: 'discernibility' }).waitFor(patience);
    const cards = page.locator('.cards div');
    const released = await cards.filter({ hasText: 'classes' }).first().locator('dd').textContent();
    const suppressed = await cards.filter({ hasText: 'suppressed rows' }).locator('dd').textContent();
    const chosen = page.getByRole('row').filter({ has: page.getByRole('rowheader', { name: 'chosen' }) });
    // Eight levels, then suppressed rows and classes.
    expect((await chosen.getByRole('cell').allTextContents()).slice(8, 10)).toEqual([suppressed, released]);
    await page.getByLabel('Height', { exact: true }).selectOption('0');
    await page.getByRole('status').getByText('1 level vector: 1 fails').waitFor();
    // A lattice of this size is drawn as bars; a click shows the vectors of that height.
    expect(await page.locator('[role=tabpanel] svg circle').count()).toBe(0);
    await page.locator('[role=tabpanel] svg rect[fill]').last().click();
    await expect.poll(() => page.getByLabel('Height', { exact: true }).inputValue(), patience).not.toBe('0');

    const others = ['workclass', 'marital-status', 'occupation', 'race', 'native-country'];
    await goTo('Columns');
    for (const name of others) await setRole(name, 'insensitive');
    await anonymize();
    await view('Explore', 'Lattice');
    // Age, education-num and sex have five, four and two levels.
    await page.locator('[role=tabpanel] svg circle').nth(39).waitFor(patience);
    await page.getByRole('columnheader', { name: 'discernibility' }).waitFor(patience);
    await expect.poll(() => page.locator('[role=tabpanel] svg circle').count(), patience).toBe(5 * 4 * 2);
    await page.locator('[role=tabpanel] svg circle').first().click();
    await expect.poll(() => page.locator('tr[aria-current=true]').count(), patience).toBe(1);
  });

  it('writes a report of one file that draws its pictures under its own policy and holds no cell', async () => {
    await open('plain');
    const canaries = ['Canary-Disease', 'Canary-Name'];
    const rows = Array.from({ length: 280 }, (_, i) => `${20 + (i % 6)},${canaries[0]}${i % 7},${canaries[1]}${i}`);
    await dropFile('patients.csv', `age,disease,name\n${rows.join('\n')}\n`);
    await ready();
    expect(await page.getByLabel('Role of name').inputValue()).toBe('identifier');
    expect(await page.getByLabel('Role of disease').inputValue()).toBe('sensitive');
    await setK('5');
    await anonymize();
    const report = readFileSync(await download('Download the report'), 'utf8');
    expect(canaries.filter((canary) => report.includes(canary))).toEqual([]);
    // The page drew them: the chart library is not in the report a second time.
    expect(report).not.toContain('<script');
    const own = join(folder, 'report.html');
    writeFileSync(own, report);
    const requests: string[] = [];
    page.on('request', (request) => requests.push(request.url()));
    await page.goto(`file://${own}`);
    await page.locator('#picture-class-sizes svg').waitFor(patience);
    expect(requests).toEqual([`file://${own}`]);
  });

  it.skipIf(sharedFolder === null)('loads hierarchy files and finds the known optimum of Adult with them', async () => {
    const truth = JSON.parse(readFileSync(sharedPath('truth/lattice-optima.json'), 'utf8')) as OptimaTruth;
    const known = truth.cases.find(({ id }) => id === 'q9-k5-s0.02-loss')!;
    await open('plain');
    await choose(sharedPath('data/adult/adult-complete.csv'));
    await ready();
    for (const name of known.attribute_order) {
      await setRole(name, 'quasi-identifier');
      await inspect(name);
      const file = sharedPath(`data/adult/hierarchies/${name}.csv`);
      await page.getByLabel(`Hierarchy file of ${name}`).setInputFiles(file);
      const [row] = readFileSync(file, 'utf8').split('\n', 1);
      await page.getByRole('tree', { name: `Groups of ${name}` }).waitFor(patience);
      await expect.poll(() => page.locator('.levels tbody tr').count(), patience).toBe(row.split(';').length);
    }
    expect(await page.getByRole('alert').count()).toBe(0);
    await setK('5');
    await setAlgorithm('optimal-lattice');
    await page.getByText('Options of optimal-lattice').click();
    await page.getByLabel('metric', { exact: true }).selectOption('lossGeometric');
    await page.getByLabel('Suppressed rows', { exact: true }).selectOption('percent');
    await page.getByLabel('Most suppressed rows, in percent').fill('2');
    await anonymize();
    expect(await card('suppressed rows')).toBe('506');
    expect(await card('search')).toBe('proven best, by geometric mean of loss');
    await view('Explore', 'Lattice');
    const chosen = page.getByRole('row').filter({ has: page.getByRole('rowheader', { name: 'chosen' }) });
    await chosen.waitFor(patience);
    const cells = await chosen.getByRole('cell').allTextContents();
    const columns = await page.getByRole('columnheader').allTextContents();
    const levels = known.attribute_order.map((name) => Number(cells[columns.indexOf(name) - 1]));
    expect(levels).toEqual(known.optimal_levels);
  });

  it('keeps the verdict of a run in sight, and shows what a run failed for', async () => {
    await open('plain', { viewport: { width: 1280, height: 800 } });
    await choose(input);
    await ready();
    const verdict = page.getByText('The independent audit confirms every privacy model.');
    const isInSight = async (what: typeof verdict): Promise<boolean> => {
      const box = await what.boundingBox();
      return box !== null && box.y >= 0 && box.y + box.height <= 800;
    };
    await anonymize();
    await expect.poll(() => isInSight(verdict), patience).toBe(true);
    // The verdict stays in sight while the release is scrolled.
    await page.getByRole('tabpanel').evaluate((panel) => panel.scrollTo(0, panel.scrollHeight));
    expect(await isInSight(verdict)).toBe(true);
    await setK('1000');
    await setAlgorithm('mdav');
    await anonymize();
    await page.locator('.cards').getByText('1,000', { exact: true }).waitFor(patience);
    await expect.poll(() => isInSight(verdict), patience).toBe(true);
    await setK('7000');
    await button('Anonymize').click();
    await page.getByRole('alert').waitFor(patience);
    await expect.poll(() => isInSight(page.getByRole('alert')), patience).toBe(true);
  });

  it('previews the choices while they are made, and releases exactly that', async () => {
    await open('plain');
    await choose(input);
    await ready();
    const live = (name: string) => factOf(page, '.live', name);
    const settled = async (): Promise<Record<string, string>> => {
      await expect.poll(() => page.locator('.live.old').count(), patience).toBe(0);
      const names = ['suppressed', 'loss', 'highest risk', 'classes'];
      return Object.fromEntries(
        await Promise.all(names.map(async (name) => [name, (await live(name).textContent()) ?? ''] as const)),
      );
    };
    await live('loss').waitFor(patience);
    const before = await settled();
    await goTo('Privacy');
    await page.getByText('a row cannot be distinguished from at least 4 others').waitFor();
    const goals = page.getByRole('group', { name: 'What matters most' });
    await goals.getByRole('radio', { name: 'Proven best, one level a column' }).check();
    await page.getByText('Algorithm optimal-lattice').waitFor();
    await expect.poll(async () => (await settled()).classes, patience).not.toBe(before.classes);
    await goals.getByRole('radio', { name: 'Fastest' }).check();
    await page.getByLabel('Suppressed rows', { exact: true }).selectOption('none');
    await expect.poll(settled, patience).toEqual(before);
    await page.getByRole('group', { name: 'What guidelines ask for' }).getByRole('button', { name: '20' }).click();
    await page.getByText('a row cannot be distinguished from at least 19 others').waitFor();
    await expect.poll(async () => (await settled()).loss, patience).not.toBe(before.loss);
    const slider = page.getByRole('slider', { name: 'Size of groups' });
    await slider.focus();
    for (let presses = 0; presses < 10; presses++) await page.keyboard.press('ArrowRight');
    await page.getByText('a row cannot be distinguished from at least 29 others').waitFor();
    const smallest = async (): Promise<number> => Number((await settled())['highest risk'].slice('1 in '.length));
    await expect.poll(smallest, patience).toBeGreaterThanOrEqual(30);
    // The preview of the last change is requested after it is drawn.
    await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
    const shown = await settled();
    await anonymize();
    expect(shown.loss).toBe(await card('loss'));
    expect(shown.classes).toBe(await card('classes'));
    expect(shown['highest risk']).toBe(`1 in ${await card('smallest class')}`);
    await setK('7000');
    await page.locator('.live').getByText('7000').waitFor(patience);
    await setK('5');
    await live('loss').waitFor(patience);
  });

  it('keeps every release of a file side by side, each with its name', async () => {
    await open('plain');
    await choose(input);
    await ready();
    await anonymize();
    const first = await card('classes');
    await setK('40');
    await anonymize();
    expect(await card('classes')).not.toBe(first);
    await view('Explore');
    await page.locator('[role=tabpanel] svg circle').nth(1).waitFor(patience);
    await page.getByLabel('Name of run 1').fill('for the ministry');
    await page.getByLabel('Look at for the ministry').check();
    await button('Show for the ministry').click();
    await expect.poll(() => card('classes'), patience).toBe(first);
    expect(await page.getByLabel('Name of run 1').inputValue()).toBe('for the ministry');
    expect(await page.locator('.runs tr[aria-current=true]').count()).toBe(1);
  });

  it('shows what each column still reveals, and how the release is made elsewhere', async () => {
    await open('plain');
    await choose(input);
    await ready();
    await page.locator('.run summary').click();
    await page.getByLabel('Seed of the order of the rows').fill('7');
    await anonymize();
    await view('Utility', 'Columns');
    const age = page.getByRole('row').filter({ has: page.getByRole('rowheader', { name: 'age', exact: true }) });
    for (const when of ['before', 'after']) {
      const bars = age.getByRole('img', { name: `age ${when}` }).locator('rect');
      await bars.first().waitFor(patience);
      expect(await bars.count()).toBeGreaterThan(10);
    }
    expect(await age.getByRole('cell').nth(2).textContent()).toMatch(/^[\d.]+ %$/);
    await view('Risk', 'Before and after');
    const risk = page.getByRole('row').filter({ has: page.getByRole('rowheader', { name: /^the (?:person|row)/ }) });
    expect(await risk.getByRole('cell').allTextContents()).toEqual([
      '100 %',
      expect.stringMatching(/^(1?\d|20)(\.\d+)? %$/),
    ]);
    await view('Take it along');
    const [command, program] = await page.locator('[role=tabpanel] pre').allTextContents();
    expect(program).toContain("from 'kohort'");
    const job = await download('Download the job file');
    writeFileSync(join(folder, 'job.json'), readFileSync(job));
    const ended = await run([...command.trim().split(' ').slice(2), '--quiet'], folder);
    expect(ended.code).toBe(0);
    const released = readFileSync(await download('Download the release'), 'utf8');
    expect(readFileSync(join(folder, 'people-release.csv'), 'utf8')).toBe(released);
  });

  it('finds and orders columns, and gives several a role at once', async () => {
    await open('plain');
    await button('Try sample data').click();
    await ready();
    const names = async (): Promise<string[]> =>
      (await page.locator('.head-name').allTextContents()).map((text) => text.trim());
    expect((await names())[0]).toBe('age');
    await page.getByLabel('Order of the columns').selectOption('telling');
    expect((await names())[0]).toBe('age');
    expect((await names())[1]).not.toBe('workclass');
    await page.getByLabel('Order of the columns').selectOption('file');
    await find('STATUS');
    expect(await names()).toEqual(['marital-status']);
    await find('');
    await page.getByRole('columnheader').getByRole('button', { name: 'age', exact: true }).click();
    const workclass = page.getByRole('columnheader').getByRole('button', { name: 'workclass', exact: true });
    await workclass.click({ modifiers: ['Shift'] });
    await page.getByLabel('Role of the chosen columns').selectOption('insensitive');
    for (const name of ['age', 'workclass']) {
      expect(await page.getByLabel(`Role of ${name}`, { exact: true }).inputValue()).toBe('insensitive');
    }
    expect(await page.getByLabel('Role of education-num', { exact: true }).inputValue()).toBe('quasi-identifier');
    await workclass.click();
    expect(await page.getByLabel('Role of the chosen columns').count()).toBe(0);
    await page.getByRole('heading', { name: 'workclass', exact: true }).waitFor();
  });

  it('draws the rows and columns in sight of a large table, and scrolls to its end', async () => {
    await open('plain');
    const columns = Array.from({ length: 60 }, (_, i) => `c${i}`);
    const rows = 20_000;
    const text = Array.from({ length: rows }, (_, row) => columns.map((_, i) => (row * (i + 1)) % 97).join(','));
    const large = join(folder, 'large.csv');
    writeFileSync(large, `${columns.join(',')}\n${text.join('\n')}\n`);
    await choose(large);
    await ready();
    expect(await page.locator('.grid-row').count()).toBeLessThan(80);
    expect(await page.getByRole('columnheader').count()).toBeLessThan(20);
    await page.locator('.grid').evaluate((grid) => grid.scrollTo(grid.scrollWidth, grid.scrollHeight));
    await page.locator('.grid-number').getByText('20,000', { exact: true }).waitFor(patience);
    await page.getByRole('columnheader').getByRole('button', { name: 'c59', exact: true }).waitFor(patience);
    const last = page.locator(`.grid-row[aria-rowindex="${rows + 1}"] [aria-colindex="60"]`);
    expect(await last.textContent()).toBe(String(((rows - 1) * 60) % 97));
    expect(await page.locator('.grid-row').count()).toBeLessThan(80);
  });

  it('chooses intervals by their width, and says how many values each level has', async () => {
    await open('plain');
    await button('Try sample data').click();
    await ready();
    await inspect('age');
    await page.getByLabel('Hierarchy of age').selectOption('intervals');
    const counts = async (): Promise<number[]> =>
      (await page.locator('.levels td.number').allTextContents()).map((cell) => Number(cell.replace(',', '')));
    const before = await counts();
    expect(before.length).toBeGreaterThanOrEqual(3);
    expect([...before].sort((a, b) => b - a)).toEqual(before);
    await page.getByRole('slider', { name: 'Width of intervals of age' }).focus();
    await page.keyboard.press('End');
    await expect.poll(async () => (await counts())[1], patience).toBeLessThan(before[1]);
  });

  it('takes cells "?" for values, as the command line does, until they are called missing', async () => {
    await open('plain');
    const rows = Array.from({ length: 60 }, (_, i) => `${20 + (i % 3)},${i % 4 === 0 ? '?' : 'Private'}`);
    await dropFile('jobs.csv', `age,workclass\n${rows.join('\n')}\n`);
    await ready();
    await goTo('Data');
    await page.getByText('Found in workclass: they count as values until this is chosen.').waitFor();
    const marks = page.getByLabel('cells “?” stand for missing values');
    expect(await marks.isChecked()).toBe(false);
    await page.getByLabel('Role of workclass').selectOption('insensitive');
    await anonymize();
    const readJob = async (): Promise<Job> =>
      parseJob(JSON.parse(readFileSync(await download('Download the job file'), 'utf8')));
    expect((await readJob()).input).toBeUndefined();
    await goTo('Data');
    await marks.check();
    await page.getByTitle('text · 2 distinct · 15 missing').waitFor(patience);
    expect(await page.getByLabel('Role of workclass').inputValue()).toBe('insensitive');
    await anonymize();
    // The result of the run before stands there until this one is done.
    await expect.poll(async () => (await readJob()).input, patience).toEqual({ missing: ['', '?'] });
  });

  it('says equal warnings once, with their columns', async () => {
    await open('plain');
    const letters = 'abcdefghijklmn';
    const rows = Array.from({ length: 60 }, (_, i) => `${20 + (i % 3)},${letters[(3 * i) % 14]},${letters[i % 14]}`);
    await dropFile('warned.csv', `age,sex,race\n${rows.join('\n')}\n`);
    await ready();
    await anonymize();
    await page.getByRole('tab', { name: /^Warnings/ }).click();
    await page.locator('[role=tabpanel] li').first().waitFor(patience);
    const lines = await page.locator('[role=tabpanel] li').allTextContents();
    expect(lines.filter((line) => line.includes('code points'))).toEqual([
      'columns "sex", "race": no hierarchy and no order is given: strings are put in the order of their code points (cure: a hierarchy or an order under Columns keeps related values together)',
    ]);
    await expect
      .poll(() => page.getByRole('tab', { selected: true }).textContent(), patience)
      .toBe(`Warnings (${lines.length})`);
    const report = readFileSync(await download('Download the report'), 'utf8');
    expect(report.split('ORDER_BY_CODE_POINT: columns &#34;sex&#34;, &#34;race&#34;: ').length).toBe(2);
  });

  it('cancels a search, and works on', async () => {
    await open('isolated');
    await button('Try sample data').click();
    await ready();
    await setAlgorithm('k-optimize');
    await button('Anonymize').click();
    await button('Take the best so far').waitFor(patience);
    await page.getByText('best cost so far', { exact: true }).waitFor(patience);
    await expect.poll(() => page.getByText('no solution below', { exact: true }).count(), patience).toBe(1);
    const told = page.getByRole('status').filter({ hasText: /^(Starting|Counting|Searching)/ });
    expect(await told.count()).toBe(1);
    await button('Cancel').click();
    await page.getByText('Cancelled. Nothing was released.').waitFor(patience);
    expect(await heading('Result').count()).toBe(0);
    await button('Anonymize').click();
    await button('Take the best so far').click(patience);
    await heading('Result').waitFor(patience);
    await page
      .getByText(/^not proven/)
      .first()
      .waitFor();
    await view('Explore', 'Search');
    await page.getByRole('img', { name: 'Best cost and lower bound over time' }).waitFor(patience);
    expect(await page.locator('svg[aria-label^="Best cost"] path[d^="M"]').count()).toBeGreaterThanOrEqual(2);
  });

  it('says what is wrong with a file, a hierarchy and a job, and works on', async () => {
    await open('plain');
    const broken = join(folder, 'broken.csv');
    writeFileSync(broken, 'a,b\n1,2\n3\n');
    await choose(broken);
    await page.getByRole('alert').getByText('line 3').waitFor(patience);
    await choose(input);
    await ready();
    expect(await page.getByRole('alert').count()).toBe(0);
    const hierarchy = join(folder, 'sex.csv');
    writeFileSync(hierarchy, 'Male;*\n');
    await inspect('sex');
    await page.getByLabel('Hierarchy file of sex').setInputFiles(hierarchy);
    await page.getByRole('alert').first().waitFor();
    await page.getByLabel('Hierarchy of sex').selectOption('suppress');
    await setK('7000');
    await button('Anonymize').click();
    await page.getByRole('alert').getByText('7000').waitFor(patience);
    await setK('3');
    await anonymize();
  });

  it.each([
    ['light', 360],
    ['light', 768],
    ['dark', 1440],
  ] as const)('is accessible and fits in %s at %d pixels', async (colorScheme, width) => {
    await open('plain', { colorScheme, viewport: { width, height: 800 }, bypassCSP: true });
    await choose(input);
    await ready();
    const unfold = () =>
      page.evaluate(() => document.querySelectorAll('details').forEach((each) => (each.open = true)));
    for (const name of ['sex', 'race']) {
      await inspect(name);
      await page.getByLabel(`Hierarchy of ${name}`).selectOption('suppress');
    }
    await find('');
    await button('Choose all').click();
    for (const step of ['Data', 'Columns', 'Privacy'] as const) {
      await goTo(step);
      if (step === 'Privacy') {
        await button('Promise more').click();
        await check('Promises');
        await page.getByRole('button', { name: /^Risk on average/ }).click();
      }
      await unfold();
      await check(step);
    }
    await page
      .getByRole('button', { name: /^Remove/ })
      .last()
      .click();
    await setAlgorithm('optimal-lattice');
    await page.getByLabel('Suppressed rows', { exact: true }).selectOption('percent');
    await anonymize();
    for (const tab of await page.getByRole('tablist', { name: 'Views of the release' }).getByRole('tab').all()) {
      await tab.click();
      const name = (await tab.textContent()) ?? '';
      // Views of these tabs are loaded when they are first shown.
      if (/Utility|Risk/.test(name)) await page.locator('.tabs .tabs').waitFor(patience);
      const within = await page.locator('.tabs .tabs').getByRole('tab').all();
      if (within.length === 0) await check(name);
      for (const part of within) {
        await part.click();
        const title = (await part.textContent()) ?? '';
        if (/sizes|Boxes|Lattice/.test(title)) await page.locator('[role=tabpanel] svg').first().waitFor(patience);
        if (title === 'Lattice') await page.getByRole('columnheader', { name: 'entropy' }).waitFor(patience);
        await check(`${name} ${title}`);
      }
    }

    async function check(name: string): Promise<void> {
      await checkLooks(`${colorScheme} ${width} ${name}`);
    }
  });

  it('is gone through by the keyboard alone, the focus always in sight', async () => {
    await open('plain');
    await button('Try sample data').waitFor();
    const focused = () =>
      page.evaluate(() => {
        const element = document.activeElement;
        const shown = element?.closest('.button') ?? element;
        return {
          text: (element?.textContent ?? '').trim(),
          label: element?.getAttribute('aria-label') ?? '',
          visible: shown !== null && getComputedStyle(shown).outlineStyle !== 'none',
        };
      });
    const tabTo = async (name: string): Promise<void> => {
      for (let presses = 0; presses < 80; presses++) {
        await page.keyboard.press('Tab');
        const { text, label, visible } = await focused();
        expect(visible, `the focus on ${label} ${text}`).toBe(true);
        if (text === name || label === name) return;
      }
      throw new Error(`no way to ${name}`);
    };
    await tabTo('Table file');
    await tabTo('Try sample data');
    await page.keyboard.press('Enter');
    await ready();
    // Opened, the way goes on at the first column.
    await tabTo('Role of age');
    await tabTo('Anonymize');
    await page.keyboard.press('Enter');
    await heading('Result').waitFor(patience);
    await tabTo('Download the release');
    const [file] = await Promise.all([page.waitForEvent('download'), page.keyboard.press('Enter')]);
    expect(file.suggestedFilename()).toBe('census-sample-release.csv');
    await tabTo('Release');
    await page.keyboard.press('ArrowRight');
    await expect.poll(async () => (await focused()).text, patience).toBe('Utility');
  });

  it('offers threads only where memory can be shared', async () => {
    await open('isolated');
    expect(await page.evaluate(() => globalThis.crossOriginIsolated)).toBe(true);
    await choose(input);
    await ready();
    const cores = await page.evaluate(() => navigator.hardwareConcurrency);
    expect(await page.getByLabel('Threads').count()).toBe(cores > 1 ? 1 : 0);
    if (cores > 1) {
      // K-OPTIMIZE takes no model of a sensitive column.
      await setRole('salary', 'insensitive');
      await page.locator('.run summary').click();
      await page.getByLabel('Threads').fill('2');
      await setAlgorithm('k-optimize');
      await button('Anonymize').click();
      await button('Take the best so far').click(patience);
      await heading('Result').waitFor(patience);
      const report = readFileSync(await download('Download the report'), 'utf8');
      expect(report).toContain('wasm, 2 threads');
    }
    await page.context().close();
    await open('plain');
    expect(await page.evaluate(() => globalThis.crossOriginIsolated)).toBe(false);
    await choose(input);
    await ready();
    expect(await page.getByLabel('Threads').count()).toBe(0);
    await anonymize();
  });

  it('loads at most 150 kB before the engine, and at most 570 kB with it, and asks for nothing that is not there', async () => {
    await open('plain');
    const loaded = new Map<string, number>();
    page.on('response', (response) => {
      const path = new URL(response.url()).pathname.replace(/\/$/, '/index.html');
      loaded.set(path, gzipSync(readFileSync(join(pages, path))).length);
    });
    await page.reload();
    await button('Try sample data').waitFor();
    await page.waitForLoadState('networkidle');
    const total = [...loaded.values()].reduce((sum, size) => sum + size, 0);
    expect(loaded.size).toBeGreaterThanOrEqual(4);
    expect(total).toBeLessThan(570_000);
    // The page asks for its own files, then for the script of a worker, whose chunks come after it.
    const asked = await page.evaluate(() =>
      performance
        .getEntriesByType('resource')
        .sort((one, other) => one.startTime - other.startTime)
        .map(({ name }) => new URL(name).pathname),
    );
    const first = asked.findIndex((path) => path.includes('worker'));
    expect(first).toBeGreaterThan(1);
    const own = new Set(['/index.html', ...asked.slice(0, first)]);
    const before = [...own].reduce((sum, path) => sum + (loaded.get(path) ?? 0), 0);
    expect(total - before).toBeGreaterThan(100_000);
    expect(before).toBeGreaterThan(50_000);
    expect(before).toBeLessThan(150_000);
    expect(siteOf('plain').missing).toEqual([]);
  });
});
