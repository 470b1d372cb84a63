import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { anonymize, buildHierarchy, readCsv } from '../../../src/index.js';
import type { AttributeSpec, Column, HierarchySpec, Job } from '../../../src/index.js';
import { levelsText, rowsOfLevels } from '../../../playground/src/column/levels-file.js';
import { readLevels } from '../../../playground/src/column/read-levels.js';
import { figuresOf } from '../../../playground/src/column/level-figures.js';
import {
  canMove,
  group,
  groupsOf,
  isTooDeep,
  move,
  nameProblem,
  rowsInSight,
  rowsOfTree,
  shift,
  treeOf,
  ungroup,
} from '../../../playground/src/column/tree-model.js';
import { isSkipped, patience, usePlayground } from './playground-page.js';

/** Numbers of a small generator, the same in every run. */
function seeded(seed: number): () => number {
  let state = seed;
  return () => (state = (Math.imul(state, 1664525) + 1013904223) >>> 0) / 2 ** 32;
}

const columnOf = async (csv: string, name: string): Promise<Column> => (await readCsv(csv)).column(name)!;

describe('files of hierarchies', () => {
  const odd = [
    'a;b',
    'c,d',
    'say "no"',
    '<b>bold</b>',
    ' spaced ',
    'tab\there',
    'two\nlines',
    'dos\r\nlines',
    "it's",
    '*x',
    '\ufeffmark',
  ];

  it('are read again as they were, whatever their values hold', () => {
    const rows = odd.map((value, at) => [value, `group ${at % 3}; "${at % 3}"`, '*']);
    expect(readLevels(levelsText(rows), 'odd')).toEqual(rows);
    for (const value of odd)
      expect(
        readLevels(
          levelsText([
            [value, '*'],
            ['z', '*'],
          ]),
          'odd',
        )[0],
      ).toEqual([value, '*']);
  });

  it('give the same hierarchy as before, with the missing value in its place', async () => {
    const city = await columnOf('city,n\nLyon,1\nNice,2\n,3\nBonn,4\nLyon,5\n', 'city');
    const spec: HierarchySpec = { type: 'tree', tree: { '*': { France: ['Lyon', 'Nice'], Germany: ['Bonn'] } } };
    const before = buildHierarchy(spec, city);
    const rows = readLevels(levelsText(rowsOfLevels(before)), 'city');
    expect(buildHierarchy({ type: 'levels', rows }, city)).toEqual(before);
  });

  it.each([';', ',', '\t'])('are read with the delimiter %j that their lines have', (delimiter) => {
    const text = ['a', 'b'].map((value) => [value, 'x', '*'].join(delimiter)).join('\n');
    expect(readLevels(text, 'any')).toEqual([
      ['a', 'x', '*'],
      ['b', 'x', '*'],
    ]);
  });
});

describe('figures of levels', () => {
  it('have the loss that a release of the whole column at that level has', async () => {
    const csv = `age\n${Array.from({ length: 200 }, (_, i) => 20 + ((i * i) % 47)).join('\n')}\n`;
    const table = await readCsv(csv);
    const age = table.column('age')!;
    const hierarchy: HierarchySpec = { type: 'intervals', origin: 20, widths: [5, 10, 20] };
    const figures = figuresOf(buildHierarchy(hierarchy, age), age);
    expect(figures[4]).toEqual({ values: 1, fewest: 200, loss: 1 });
    const seen = new Set<number>();
    for (const k of [3, 10, 20, 60, 150]) {
      const { result } = await anonymize(table, {
        attributes: { age: { role: 'quasi-identifier', hierarchy } },
        privacy: [{ model: 'k-anonymity', k }],
        algorithm: 'samarati',
      });
      const level = result.solution.kind === 'levels' ? result.solution.levels.age : -1;
      seen.add(level);
      expect(result.metrics.loss).toBeCloseTo(figures[level].loss, 9);
      expect(figures[level].fewest).toBeGreaterThanOrEqual(k);
    }
    expect(seen.size).toBeGreaterThanOrEqual(2);
  });
});

describe('trees of groups', () => {
  const spec: HierarchySpec = {
    type: 'tree',
    tree: { '*': { France: ['Lyon', 'Nice'], Germany: { North: ['Kiel'], South: ['Ulm', 'Bonn'] } } },
  };
  const cities = 'city\nLyon\nNice\nKiel\nUlm\nBonn\n';

  it('come from a hierarchy and give it again', async () => {
    const city = await columnOf(cities, 'city');
    const built = buildHierarchy(spec, city);
    const tree = treeOf(built);
    expect(groupsOf(tree).map(({ path }) => path)).toEqual([
      '*',
      'France',
      'Germany',
      'Germany › North',
      'Germany › South',
    ]);
    expect(buildHierarchy({ type: 'levels', rows: rowsOfTree(tree) }, city)).toEqual(built);
  });

  it('are grouped, moved and dissolved without losing a value, and always build', async () => {
    const city = await columnOf(cities, 'city');
    let tree = treeOf(buildHierarchy(spec, city));
    const idOf = (label: string): string =>
      rowsInSight(tree, () => true).find(({ node }) => node.label === label)?.node.id ?? 'none';
    const ids = (...labels: string[]): Set<string> => new Set(labels.map(idOf));
    expect(canMove(tree, ids('Germany'), idOf('South'))).toBe(false);
    expect(move(tree, ids('Germany'), idOf('South'))).toBe(tree);
    const random = seeded(7);
    const pick = <Item>(items: readonly Item[]): Item => items[Math.floor(random() * items.length)];
    for (let step = 0; step < 300; step++) {
      const labels = rowsInSight(tree, () => true)
        .map(({ node }) => node.label)
        .filter((label) => label !== '*');
      const chosen = ids(pick(labels), pick(labels));
      const what = step % 4;
      if (what === 0) tree = group(tree, chosen, `group ${step}`, `n${step}`);
      else if (what === 1) tree = move(tree, chosen, pick(groupsOf(tree)).group.id);
      else if (what === 2) tree = ungroup(tree, chosen);
      else tree = shift(tree, idOf(pick(labels)), 1);
      if (isTooDeep(tree)) tree = treeOf(buildHierarchy(spec, city));
      const { levels } = buildHierarchy({ type: 'levels', rows: rowsOfTree(tree) }, city);
      expect([...levels[0].labels].sort()).toEqual(['Bonn', 'Kiel', 'Lyon', 'Nice', 'Ulm']);
    }
  });

  it('refuse names that stand for something else', async () => {
    const tree = treeOf(buildHierarchy(spec, await columnOf(cities, 'city')));
    for (const name of ['', '  ', '*', 'France', 'Ulm']) expect(nameProblem(tree, name, null)).not.toBeNull();
    expect(nameProblem(tree, 'Alps', null)).toBeNull();
    expect(nameProblem(tree, 'France', groupsOf(tree)[1].group.id)).toBeNull();
  });
});

describe.skipIf(isSkipped)('the inspector of a column in Chromium', () => {
  const playground = usePlayground();
  const { folder, button, choose, ready, inspect, find, goTo, download, checkLooks, picture } = playground;
  let page: Page;

  async function openSample(): Promise<void> {
    page = await playground.openSample();
  }

  const levels = async (): Promise<number[]> =>
    (await page.locator('.levels td.number').allTextContents()).map((cell) => Number(cell.replaceAll(',', '')));

  it('says what a column is in words, with the ends of its numbers and its most frequent texts', async () => {
    await openSample();
    await inspect('age');
    const facts = page.locator('.inspector .column-facts');
    expect(await facts.textContent()).toMatch(/^whole number\d+ distinct values/);
    const ends = await page.locator('.histogram figcaption span').allTextContents();
    expect(ends.map(Number)[0]).toBeLessThan(ends.map(Number)[1]);
    await page.getByText(/^It distinguishes rows .* apart \(\d\.\d bits\)/).waitFor();
    await picture('column numbers');
    await inspect('workclass');
    expect(await facts.textContent()).toMatch(/^text7 distinct values/);
    const frequent = page.getByRole('table', { name: 'Most frequent values of workclass' });
    const shares = await frequent.locator('.figure').allTextContents();
    expect(shares.map(parseFloat).reduce((sum, share) => sum + share, 0)).toBeCloseTo(100, 0);
    await frequent.getByRole('rowheader', { name: 'Private', exact: true }).waitFor();
    await picture('column texts');
  });

  it('shows no value of a sensitive column or an identifier', async () => {
    await openSample();
    await inspect('workclass');
    for (const role of ['sensitive', 'identifier']) {
      await page.getByLabel('Role of workclass', { exact: true }).selectOption(role);
      await page.getByRole('rowheader', { name: 'value 1' }).waitFor();
      expect(await page.locator('.inspector .frequent').textContent()).not.toContain('Private');
    }
  });

  it('gives a role by a card that says what it means, with the keyboard too', async () => {
    await openSample();
    await inspect('race');
    await page.locator('.role-card summary').click();
    await picture('column roles');
    await page.getByRole('radio', { name: 'sensitive', exact: true }).click();
    const role = page.getByLabel('Role of race', { exact: true });
    await expect.poll(() => role.inputValue()).toBe('sensitive');
    await page.locator('.role-card:not([open])').waitFor();
    await page.getByText('Suggested is “quasi-identifier”, because').waitFor();
    await page.keyboard.press('Enter');
    await page.getByRole('radio', { name: 'sensitive', exact: true }).focus();
    await page.keyboard.press('ArrowDown');
    await expect.poll(() => role.inputValue()).toBe('class');
    await page.keyboard.press('Escape');
    await page.locator('.role-card:not([open])').waitFor();
  });

  it('draws the borders of intervals over the values, and follows width, origin and levels', async () => {
    await openSample();
    await inspect('age');
    await page.getByLabel('Hierarchy of age').selectOption('intervals');
    const borders = page.locator('.histogram .border');
    const before = await borders.count();
    await page.getByLabel('Levels of intervals of age').press('ArrowRight');
    await expect.poll(() => borders.count()).toBe(before + 1);
    await expect.poll(async () => (await levels()).length).toBe(before + 3);
    await page.getByLabel('Origin of intervals of age').fill('3');
    await page.getByLabel('Origin of intervals of age').press('Enter');
    await page.locator('.bands .band').first().waitFor();
    await page.getByLabel('Widths of intervals of age, level by level').fill('5, 7');
    await page.getByLabel('Widths of intervals of age, level by level').press('Enter');
    await page.getByRole('alert').getByText('multiple').first().waitFor();
    await page.getByLabel('Widths of intervals of age, level by level').fill('5, 15');
    await page.getByLabel('Widths of intervals of age, level by level').press('Enter');
    await expect.poll(() => page.locator('.inspector').getByRole('alert').count()).toBe(0);
    expect(await page.locator('.bands .band').first().textContent()).toMatch(/^\[\d+-\d+\]$/);
    await picture('column intervals');
  });

  it('offers the parts of the calendar, and ends the list with weeks', async () => {
    const rows = Array.from(
      { length: 400 },
      (_, i) => `20${10 + (i % 14)}-${String(1 + (i % 12)).padStart(2, '0')}-1${i % 10},${i}`,
    );
    const file = join(folder, 'days.csv');
    writeFileSync(file, `day,n\n${rows.join('\n')}\n`);
    page = await playground.open();
    await choose(file);
    await ready();
    await inspect('day');
    expect(await page.locator('.inspector .column-facts').textContent()).toMatch(/^date/);
    await page.getByLabel('Hierarchy of day').selectOption('dates');
    const box = (name: string) => page.getByRole('checkbox', { name, exact: true });
    await box('week').check();
    expect(await box('month').isChecked()).toBe(false);
    await expect.poll(async () => (await levels()).length).toBe(3);
    await box('year').check();
    expect(await box('week').isChecked()).toBe(false);
    await page.locator('.bands').getByText('2010', { exact: true }).waitFor();
    await picture('column dates');
  });

  it('loads groups from a file and saves them so that they can be loaded again', async () => {
    await openSample();
    await inspect('sex');
    const file = join(folder, 'sex.csv');
    writeFileSync(file, 'Male,"person, any",*\nFemale,"person, any",*\n');
    await page.getByLabel('Hierarchy file of sex').setInputFiles(file);
    await expect.poll(levels).toEqual([2, 1, 1]);
    const saved = readFileSync(await download('Save to a file'), 'utf8');
    expect(saved).toBe('Male;"person, any";*\nFemale;"person, any";*\n');
    expect(readLevels(saved, 'sex')).toHaveLength(2);
  });

  it('groups values by the keyboard alone, undoes and does again, and releases the groups', async () => {
    await openSample();
    await inspect('race');
    await page.getByLabel('Hierarchy of race').selectOption('levels');
    const tree = page.getByRole('tree', { name: 'Groups of race' });
    const row = (name: string | RegExp) => tree.getByRole('treeitem', { name, exact: true });
    await tree.focus();
    const keys = async (...presses: string[]): Promise<void> => {
      for (const key of presses) await page.keyboard.press(key);
    };
    await keys('ArrowDown', 'Space', 'ArrowDown', 'Space', 'Control+g');
    await expect
      .poll(
        () => page.getByLabel('Name of the new group').evaluate((field) => field === document.activeElement),
        patience,
      )
      .toBe(true);
    await page.keyboard.type('<b>Few</b>');
    await keys('Enter');
    await row('<b>Few</b> 2 values').waitFor();
    await page.getByText('2 entries grouped under <b>Few</b>.').waitFor();
    await expect.poll(levels).toEqual([5, 4, 1]);
    await keys('End', 'Space', 'Control+x', 'Home', 'ArrowDown');
    const cut = await tree.locator('.going .label').textContent();
    await keys('Control+v');
    await page.getByText(/ moved to <b>Few<\/b>\.$/).waitFor();
    await expect.poll(levels).toEqual([5, 3, 1]);
    expect(cut).toBeTruthy();
    await keys('Control+z');
    await expect.poll(levels).toEqual([5, 4, 1]);
    await keys('Control+Shift+z');
    await expect.poll(levels).toEqual([5, 3, 1]);
    await row(/^<b>Few<\/b>/).click();
    await keys('F2');
    await page.getByLabel('New name of the group').fill('White');
    await keys('Enter');
    await page.getByText('“White” is a value. Take another name.').waitFor();
    await page.getByLabel('New name of the group').fill('Others');
    await keys('Enter');
    await row('Others 3 values').waitFor();
    await picture('column tree');
    await playground.setAlgorithm('optimal-lattice');
    await playground.anonymize();
    const text = readFileSync(await download('Download the job file'), 'utf8');
    const { hierarchy } = (JSON.parse(text) as Job).attributes.race as AttributeSpec;
    expect(hierarchy?.type).toBe('levels');
    expect(text).toContain('"Others"');
    await goTo('Columns');
    await row('Others 3 values').click();
    await keys('Delete');
    await expect.poll(levels).toEqual([5, 1]);
  });

  it('moves what is dragged onto a group, or chosen in a list, and no group into itself', async () => {
    await openSample();
    await inspect('occupation');
    const tree = page.getByRole('tree', { name: 'Groups of occupation' });
    const row = (name: string) => tree.getByRole('treeitem', { name, exact: true });
    await row('White-collar 5 values').waitFor();
    await tree.evaluate((list) => list.scrollIntoView({ block: 'end' }));
    const [from, to] = [await row('Sales').boundingBox(), await row('Blue-collar 5 values').boundingBox()];
    if (from === null || to === null) throw new Error('not in sight');
    await page.mouse.move(from.x + 80, from.y + 10);
    await page.mouse.down();
    await page.mouse.move(from.x + 90, from.y - 20, { steps: 4 });
    await page.mouse.move(to.x + 90, to.y + 22, { steps: 8 });
    await page.locator('.drag-ghost').getByText('Sales').waitFor();
    await picture('column drag');
    await page.mouse.up();
    await row('Blue-collar 6 values').waitFor();
    await row('White-collar 4 values').waitFor();
    await row('Services 4 values').click();
    const list = page.getByLabel('Move to a group');
    const options = list.locator('option:not([disabled])');
    expect(await options.allTextContents()).not.toContain('Services');
    await list.selectOption({ label: 'White-collar' });
    await expect.poll(levels).toEqual([14, 11, 2, 1]);
    await button('Undo').click();
    await expect.poll(levels).toEqual([14, 3, 1]);
    await button('Ungroup').click();
    await button('Start from the values').click();
    await expect.poll(levels).toEqual([14, 1]);
  });

  it('stays quick with 5,000 values, which are found by typing', async () => {
    const file = join(folder, 'codes.csv');
    const rows = Array.from({ length: 20_000 }, (_, i) => `place ${i % 5_000} <i>,${i % 7}`);
    writeFileSync(file, `place,n\n${rows.join('\n')}\n`);
    page = await playground.open();
    await choose(file);
    await ready();
    await playground.setRole('place', 'quasi-identifier');
    await inspect('place');
    await page.getByLabel('Hierarchy of place').selectOption('levels');
    const tree = page.getByRole('tree', { name: 'Groups of place' });
    await tree.waitFor(patience);
    expect(await tree.getByRole('treeitem').count()).toBeLessThan(40);
    await page.getByLabel('Find a value of place').fill('place 499');
    await button('Choose 11 found').click();
    await page.getByLabel('Name of the new group').fill('The last');
    await button('Group 11').click();
    await expect.poll(levels, patience).toEqual([5000, 4990, 1]);
    await page.getByLabel('Find a value of place').fill('');
    await tree.focus();
    await page.keyboard.press('End');
    await tree
      .getByRole('treeitem', { name: 'place 4999 <i>', exact: true })
      .or(tree.getByRole('treeitem').last())
      .waitFor();
    expect(await tree.getAttribute('aria-activedescendant')).not.toBeNull();
  });

  it('weighs a column where the algorithm takes weights, and says where it does not', async () => {
    await openSample();
    await inspect('age');
    await page.getByText('mondrian takes every column for equally important.').waitFor();
    expect(await page.getByLabel('Weight of age').count()).toBe(0);
    await playground.setAlgorithm('optimal-lattice');
    await goTo('Columns');
    await page.getByLabel('Weight of age').focus();
    await page.keyboard.press('ArrowRight');
    await playground.anonymize();
    const job = JSON.parse(readFileSync(await download('Download the job file'), 'utf8')) as Job;
    expect(job.algorithm).toEqual({ name: 'optimal-lattice', weights: { age: 2 } });
    await goTo('Columns');
    await playground.setRole('age', 'insensitive');
    await playground.anonymize();
    await expect
      .poll(
        async () => (JSON.parse(readFileSync(await download('Download the job file'), 'utf8')) as Job).algorithm,
        patience,
      )
      .toEqual({ name: 'optimal-lattice' });
  });

  it('orders texts by keyboard and by drag', async () => {
    await openSample();
    await inspect('race');
    await page.getByLabel('Hierarchy of race').selectOption('order');
    const list = page.getByRole('listbox', { name: 'Order of race' });
    const order = (): Promise<string[]> => list.locator('.label').allTextContents();
    const before = await order();
    await list.focus();
    await page.keyboard.press('Alt+ArrowDown');
    await expect.poll(order).toEqual([before[1], before[0], ...before.slice(2)]);
    await list.getByRole('option').first().scrollIntoViewIfNeeded();
    const [from, to] = [
      await list.getByRole('option').last().boundingBox(),
      await list.getByRole('option').first().boundingBox(),
    ];
    if (from === null || to === null) throw new Error('not in sight');
    await page.mouse.move(from.x + 50, from.y + 10);
    await page.mouse.down();
    await page.mouse.move(to.x + 50, to.y + 13, { steps: 10 });
    await page.mouse.up();
    await expect.poll(async () => (await order())[0]).toBe(before[4]);
  });

  it.each([
    ['light', 360],
    ['dark', 1280],
  ] as const)('is accessible and fits in %s at %d pixels', async (colorScheme, width) => {
    page = await playground.open('plain', { colorScheme, viewport: { width, height: 800 }, bypassCSP: true });
    await button('Try sample data').click();
    await ready();
    await goTo('Columns');
    for (const [name, kind] of [
      ['age', 'intervals'],
      ['education-num', 'mask'],
      ['occupation', 'levels'],
    ]) {
      await inspect(name);
      await page.getByLabel(`Hierarchy of ${name}`).selectOption(kind);
      await page.locator('.levels').waitFor(patience);
      await page.evaluate(() => document.querySelectorAll('details').forEach((each) => (each.open = true)));
      await page.locator('.side').evaluate((side) => side.scrollIntoView());
      await checkLooks(`column ${colorScheme} ${width} ${name}`);
    }
    await find('');
  });
});
