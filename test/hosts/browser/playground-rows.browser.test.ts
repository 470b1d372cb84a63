import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { listAlgorithms } from '../../../src/index.js';
import { isSkipped, patience, usePlayground } from './playground-page.js';

/** Forty patients, each with five visits. */
const visits = Array.from({ length: 200 }, (_, i) => {
  const patient = i % 40;
  const birth = `${1940 + ((patient * 7) % 60)}-0${1 + (patient % 9)}-1${patient % 10}`;
  return `P0${10 + patient},${birth},${'FM'[patient % 2]},537${10 + (patient % 23)},${'flu gout asthma'.split(' ')[i % 3]}`;
});
const text = `patient_id,birth_date,sex,zip,diagnosis\n${visits.join('\n')}\n`;

describe.skipIf(isSkipped)('what a row is', { timeout: 240_000 }, () => {
  const {
    folder,
    open,
    choose,
    ready,
    goTo,
    button,
    heading,
    setAlgorithm,
    anonymize,
    view,
    card,
    download,
    checkLooks,
  } = usePlayground();

  async function openVisits(options: Parameters<typeof open>[1] = {}) {
    const page = await open('plain', options);
    const file = join(folder, 'visits.csv');
    writeFileSync(file, text);
    await choose(file);
    await heading('What is a row?').waitFor(patience);
    return page;
  }

  const several = 'Several rows belong to one: column "patient_id" (40 persons, up to 5 rows)';

  it('is asked where people have several rows, and nothing is proposed or released before the answer', async () => {
    const page = await openVisits();
    expect(await page.locator('.grid').count()).toBe(0);
    expect(await button('Anonymize').count()).toBe(0);
    expect(await page.locator('.row-question .note').first().textContent()).toContain(
      'within a value "sex", "birth_date" and "zip" are constant',
    );
    await button('One row is one person').click();
    await ready();
    expect(await heading('What is a row?').count()).toBe(0);
    await goTo('Privacy');
    await page.getByText('a person cannot be distinguished from at least 4 others').waitFor();
    await anonymize();
    await view('Take it along');
    const job: unknown = JSON.parse(readFileSync(await download('Download the job file'), 'utf8'));
    expect(job).toMatchObject({ unit: 'row' });
    // The answer holds when the file is read in another way.
    await goTo('Data');
    await page.getByText('Read it in another way').click();
    await page.getByLabel('Characters').selectOption('iso-8859-15');
    await expect.poll(() => page.locator('.reading-words').textContent(), patience).toContain('Latin-9');
    await page.getByText('One row is one person.').waitFor();
    // Another answer is taken as well, and its proposal.
    await button('Say it otherwise').click();
    await button(several).click();
    await page.getByText('column "patient_id" is the key of persons').waitFor(patience);
    await goTo('Columns');
    expect(await page.getByLabel('Role of patient_id').inputValue()).toBe('person');
  });

  it('is a row of a person with several, and choices, release, audit, risks and report count persons', async () => {
    const page = await openVisits();
    await button(several).click();
    await ready();
    expect(await page.locator('.table-bar').textContent()).toContain('200 rows of 40 people');
    expect(await page.getByLabel('Role of patient_id').inputValue()).toBe('person');
    // Algorithms that count rows cannot be chosen.
    await setAlgorithm('k-optimize');
    const choice = (name: string) =>
      page.getByRole('radiogroup', { name: 'Algorithm' }).getByRole('radio', { name, exact: true });
    for (const { name, countsPersons } of listAlgorithms().algorithms) {
      // SPALM needs a public table, and none is open.
      expect([name, await choice(name).isDisabled()]).toEqual([name, !countsPersons || name === 'spalm']);
    }
    await setAlgorithm('mondrian');
    await page.getByText('people in a class').waitFor(patience);
    await anonymize();
    expect(await card('people released')).toBe('40 of 40');
    expect(await page.locator('.summary').textContent()).toMatch(/largest risk of a person to be found: 100\s% in the input/);
    await view('Risk', 'Before and after');
    await page.getByText('1 / people of the smallest class with one of the person’s rows').waitFor();
    expect(await page.getByRole('group', { name: 'Risks before and after' }).textContent()).toContain('the person who stands out most');
    await view('Risk', 'Class sizes');
    await page.getByText('Somebody with rows in several classes is counted in each').waitFor();
    await view('Risk', 'Population');
    await page.getByText('the risk is 1 / people alike').waitFor();
    await view('Take it along');
    const job: unknown = JSON.parse(readFileSync(await download('Download the job file'), 'utf8'));
    expect(job).toMatchObject({ attributes: { patient_id: { role: 'person' } } });
    const report = readFileSync(await download('Download the report'), 'utf8');
    expect(report).toContain('200 rows of 40 people');
    expect(report).toContain('The audit confirms every privacy model.');
    const release = readFileSync(await download('Download the release'), 'utf8');
    expect(release.split('\n')[0]).not.toContain('patient_id');
    for (const file of [report, release]) expect(file).not.toMatch(/P0\d\d/);
  }); // prettier-ignore

  it('leaves out rows without a key by a button, and reads the file again', async () => {
    const page = await open('plain');
    const file = join(folder, 'keyless.csv');
    writeFileSync(file, `${text},1950-01-11,F,53711,flu\n,1951-02-12,M,53712,gout\n`);
    await choose(file);
    await button(several).click();
    const refused = page.locator('.live.refused');
    await refused.getByText('2 rows without the key of a person').waitFor(patience);
    expect(await page.locator('.table-bar').textContent()).toContain('202 rows of 40 people');
    await button('Leave out these rows, and all others with an empty cell in a column that is released').click();
    await refused.waitFor({ state: 'detached', ...patience });
    await page.locator('.table-bar').getByText('200 rows of 40 people').waitFor(patience);
    await anonymize();
    expect(await card('people released')).toBe('40 of 40');
    await view('Take it along');
    const job: unknown = JSON.parse(readFileSync(await download('Download the job file'), 'utf8'));
    expect(job).toMatchObject({ input: { onMissing: 'drop' } });
    // Kept again, the rows without a key are there again.
    await goTo('Data');
    await page.getByText('Read it in another way').click();
    await page.getByLabel('Rows with a missing cell').selectOption('keep');
    await refused.getByText('2 rows without the key of a person').waitFor(patience);
  });

  it('is a row of a key of several columns, and no key that gives every row a person of its own', async () => {
    const page = await openVisits();
    await page.getByText('Another column is the key of persons').click();
    const key = page.getByRole('group', { name: 'Ticked columns together are the key of a person' });
    await key.getByRole('checkbox', { name: 'birth_date' }).check();
    await key.getByRole('checkbox', { name: 'diagnosis' }).check();
    await button('Count persons by this key').click();
    await page.getByText('These columns are not a key of persons').waitFor(patience);
    await key.getByRole('checkbox', { name: 'diagnosis' }).uncheck();
    await key.getByRole('checkbox', { name: 'sex' }).check();
    await button('Count persons by this key').click();
    await ready();
    for (const name of ['birth_date', 'sex']) {
      expect(await page.getByLabel(`Role of ${name}`, { exact: true }).inputValue()).toBe('person');
    }
  });

  it.each([390, 1280])('is asked accessibly and fits at %d pixels', async (width) => {
    const page = await openVisits({ viewport: { width, height: 800 }, bypassCSP: true });
    await page.getByText('Another column is the key of persons').click();
    await checkLooks(`what a row is ${width}`);
  });

  const people = Array.from({ length: 120 }, (_, i) => [
    `19${30 + ((i * 11) % 60)}-0${1 + (i % 9)}-1${i % 10}`,
    'FM'[i % 2],
    10115 + (i % 7),
    'flu gout asthma'.split(' ')[(i * 5) % 3],
  ]);
  const lines = `${people.join('\n')}\n`;
  const openLines = async (content: string, title: string): Promise<void> => {
    await open('plain');
    const file = join(folder, 'lines.csv');
    writeFileSync(file, content);
    await choose(file);
    await heading(title).waitFor(patience);
    expect(await button('Anonymize').count()).toBe(0);
  };

  it('is asked where the first line is that of a person, and no person becomes a header', async () => {
    await openLines(lines, 'Does the first line name the columns?');
    await button('The first line is a row').click();
    await ready();
    await anonymize();
    const [header, ...rows] = readFileSync(await download('Download the release'), 'utf8')
      .trim()
      .split('\n');
    expect(header.split(',').filter((name) => !/^column \d$/.test(name))).toEqual([]);
    expect(rows.length).toBe(people.length);
  });

  it('is asked where rows are further headers or totals, and the answer is kept', async () => {
    await openLines(`born,sex,zip,diagnosis\nWhen?,Which?,Where?,What?\n${lines}`, 'Is every row one of a person?');
    await openLines(`born,sex,zip,diagnosis\n${lines}Total,,,\n`, 'Is every row one of a person?');
    await button('Every row is one of a person').click();
    await ready();
    expect(await heading('Is every row one of a person?').count()).toBe(0);
  });
});
