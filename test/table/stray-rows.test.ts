import { describe, expect, it } from 'vitest';
import { anonymize, inspect, proposeJob, readCsv } from '../../src/js.js';
import type { Job } from '../../src/job/job.js';
import { readCsvCounted } from '../../src/io/csv/read-csv.js';
import { findStrayRows } from '../../src/table/stray-rows.js';

const lines = (count: number, line: (i: number) => string): string =>
  Array.from({ length: count }, (_, i) => `${line(i)}\n`).join('');
const person = (i: number): string =>
  `p${i}@mail.org,19${60 + (i % 30)}-03-${10 + (i % 19)},${20 + (i % 60)},${i % 2 ? 'F' : 'M'}`;
const header = 'mail,born,age,sex\n';

async function found(csv: string) {
  const table = await readCsv(csv);
  expect(findStrayRows(await readCsvCounted(csv))).toEqual(findStrayRows(table));
  return findStrayRows(table);
}
const nothing = { called: [], headerRows: 0, repeatedHeaders: 0, footerRows: 0, rowNames: [] };

describe('the first line of a file without header', () => {
  it.each([
    ['a day', 'x,1961-02-03,y,z\n'],
    ['a day in its format', 'x,09.02.1967,y,z\n'],
    ['an address', 'ida@mail.org,born,y,z\n'],
    ['a telephone number', '+49 30 1234567,born,y,z\n'],
    ['an amount', 'x,"$1,234",y,z\n'],
    ['a number', 'x,y,41,z\n'],
    ['a code of the shape of all', 'AB-1234,y,z,x\n'],
  ])('is known by %s', async (_, first) => {
    const cells: Record<string, (i: number) => string> = {
      '1961-02-03': (i) => `19${60 + (i % 30)}-03-${10 + (i % 19)}`,
      '09.02.1967': (i) => `1${i % 9}.03.19${60 + (i % 30)}`,
      'ida@mail.org': (i) => `p${i}@mail.org`,
      '+49 30 1234567': (i) => `+49 30 76543${10 + i}`,
      '$1,234': (i) => `"$${1 + (i % 7)},${200 + i}"`,
      '41': (i) => String(20 + (i % 60)),
      'AB-1234': (i) => `AB-20${10 + i}`,
    };
    const names = first.includes('"') ? ['x', '$1,234', 'y', 'z'] : first.trim().split(',');
    const csv = first + lines(40, (i) => names.map((name) => cells[name]?.(i) ?? `t${i % 5}`).join(','));
    expect(await found(csv)).toEqual({ ...nothing, called: names.filter((name) => name in cells) });
    const table = await readCsv(csv);
    expect(() => proposeJob(table)).toThrow(/^header: expected names of columns in the first line/);
  });

  it('finds further headers and totals before a proposal takes their cells for missing', async () => {
    const person = (i: number): string =>
      `19${30 + ((i * 11) % 60)}-0${1 + (i % 9)}-1${i % 10},${'FM'[i % 2]},${10115 + (i % 7)},${['flu', 'gout', 'asthma'][(i * 5) % 3]}`;
    const rows = Array.from({ length: 400 }, (_, i) => `${person(i)}\n`).join('');
    const header = 'born,sex,zip,diagnosis\n';
    const isRefused = async (csv: string): Promise<void> => {
      const table = await readCsv(csv);
      expect(() => proposeJob(table)).toThrow(/^rows: expected one header line/);
    };
    await isRefused(`${header}When?,Which?,Where?,What?\n${rows}`);
    await isRefused(`${header}${rows}Total,,,\n`);
  });

  it('is known by two texts of their columns, where there is no number or day', async () => {
    const ills = ['hepatitis', 'flu', 'asthma', 'gout'];
    const rows = lines(
      30,
      (i) => `Person ${'ABCDEFGHIJ'[i % 10]}${'klmno'[i % 5]}${'pqr'[i % 3]},${'FM'[i % 2]},${ills[i % 4]}`,
    );
    const csv = `Anna Kowalska,F,hepatitis\n${rows}`;
    expect(await found(csv)).toEqual({ ...nothing, called: ['F', 'hepatitis'] });
    const table = await readCsv(csv);
    expect(() => proposeJob(table)).toThrow(/^header: expected names of columns in the first line/);
  });

  it('never becomes the header of a release by the default role', async () => {
    const table = await readCsv(
      `ida@mail.org,41,sex\n${lines(30, (i) => `p${i}@mail.org,${30 + (i % 15)},${'FM'[i % 2]}`)}`,
    );
    const job: Job = {
      attributes: { sex: 'quasi-identifier' },
      defaultRole: 'insensitive',
      privacy: [{ model: 'k-anonymity', k: 2 }],
      algorithm: 'mondrian',
    };
    await expect(anonymize(table, job)).rejects.toMatchObject({ code: 'HEADER_MISSING' });
    const named: Job = { ...job, attributes: { sex: 'quasi-identifier', '41': 'sensitive' }, defaultRole: 'drop' };
    const { warnings } = await anonymize(table, named);
    const doubted = warnings.filter(({ code }) => code === 'HEADER_DOUBTED');
    expect(doubted).toMatchObject([{ message: expect.stringMatching(/^1 column is called by a value/) as string }]);
    expect(JSON.stringify(doubted)).not.toMatch(/ida|41/);
  });

  it.each([
    ['years above counts', `place,2019,2020\n${lines(30, (i) => `p${i % 7},${i * 37},${i * 41}`)}`],
    ['one year above counts', `place,2020\n${lines(30, (i) => `p${i % 7},${i * 37}`)}`],
    ['days above counts', `place,1/22/20,1/23/20\n${lines(30, (i) => `p${i},${i},${i * 3}`)}`],
    ['running numbers', `0,1,2\n${lines(30, (i) => `${i % 5},${i % 7},${i % 3}`)}`],
    ['questions', `q1,q2,q10\n${lines(30, (i) => `${i % 5},${i % 7},${i % 3}`)}`],
    ['names', header + lines(30, person)],
    [
      'boxes that are ticked or not',
      `place,smoker,asthma,x\n${lines(30, (i) => `p${i % 7},${['smoker', 'never', 'ex'][i % 3]},${['asthma', 'no'][i % 2]},${i % 5}`)}`,
    ],
    ['a column that repeats its name', `a,F,b\n${lines(30, (i) => `${i},${'FM'[i % 2]},x`)}`],
  ])('has names that are none of persons: %s', async (_, csv) => {
    expect(await found(csv)).toEqual(nothing);
  });
});

describe('rows that are no people', () => {
  it('are further headers of survey programs', async () => {
    const questions = 'What is your address?,When were you born?,How old are you?,Which sex?\n';
    const marks = `${['QID1', 'QID2', 'QID3', 'QID4'].map((id) => `"{""ImportId"":""${id}""}"`).join(',')}\n`;
    expect(await found(header + questions + lines(30, person))).toEqual({ ...nothing, headerRows: 1 });
    expect(await found(header + questions + marks + lines(30, person))).toEqual({ ...nothing, headerRows: 2 });
    expect(await found(`a,b\nOpen-Ended Response,Response\n${lines(30, (i) => `t${i % 3},u${i % 4}`)}`)).toMatchObject({
      headerRows: 1,
    });
    expect(await found(`Patients,\nage,sex\n${lines(30, (i) => `${20 + i},${'FM'[i % 2]}`)}`)).toMatchObject({
      headerRows: 1,
    });
  });

  it('are labels above the boxes that people tick', async () => {
    const rows = lines(30, (i) => `${900 + i},${i % 3 ? 'Turkey' : ''},${i % 2 ? 'Cake, pie' : ''},${'FM'[i % 2]}`);
    const boxes = rows.replaceAll('Cake, pie', '"Cake, pie"');
    expect(await found(`id,Which do you eat?,,Sex\n,Turkey,"Cake, pie",Response\n${boxes}`)).toMatchObject({
      headerRows: 1,
    });
    // Without a mark of the survey program it is the row of somebody who ticked all boxes.
    expect(await found(`id,Which do you eat?,,Sex\n,Turkey,"Cake, pie",X\n${boxes}`)).toMatchObject({ headerRows: 0 });
  });

  it('repeat the header, anywhere and in capitals too', async () => {
    for (const [first, second] of [
      [0, 30],
      [12, 18],
      [30, 0],
    ]) {
      for (const again of [header, header.toUpperCase(), 'mail, born ,age,\n']) {
        const csv = header + lines(first, person) + again + lines(second, person);
        expect(await found(csv)).toEqual({ ...nothing, repeatedHeaders: 1 });
      }
      const twice = header + lines(first, person) + header + lines(5, person) + header + lines(second, person);
      expect(await found(twice)).toEqual({ ...nothing, repeatedHeaders: 2 });
    }
    const table = await readCsv(header + lines(12, person) + header + lines(18, person));
    expect(() => proposeJob(table)).toThrow(/^rows: .* received 1 row repeats the header/);
    const { warnings } = await inspect(table);
    expect(warnings).toContainEqual(expect.objectContaining({ code: 'HEADER_ROWS' }));
    // The first person of a file without header stands there twice.
    const ida = 'ida@mail.org,1961-02-03,41,F\n';
    expect(await found(ida + lines(12, person) + ida + lines(18, person))).toMatchObject({
      called: ['ida@mail.org', '1961-02-03', '41', 'F'],
      repeatedHeaders: 0,
    });
    expect(await found(`word,note\n${lines(20, (i) => (i === 7 ? 'word,x' : `w${i},n${i}`))}`)).toEqual(nothing);
  });

  it('are a rule of dashes below the header', async () => {
    expect(await found(`${header}-----,----,---,---\n${lines(30, person)}`)).toEqual({ ...nothing, headerRows: 1 });
  });

  it('are means and other figures below numbers, with a total or a source below them', async () => {
    const rows = lines(30, (i) => `p${i},${20 + i},${i % 7},${'FM'[i % 2]}`);
    const csv = `id,age,visits,sex\n${rows}`;
    for (const last of ['Mean,34.5,3,', 'Durchschnitt:,34,,', 'Std. Dev.,4.5,1.2,']) {
      expect(await found(`${csv}${last}\n`)).toEqual({ ...nothing, footerRows: 1 });
    }
    const described = ['count,30,30,', 'mean,34.5,3,', 'std,4,1,', 'min,20,0,', '25%,27,1,', '50%,34,3,', '75%,42,5,', 'max,49,6,']; // prettier-ignore
    expect(await found(`${csv}${described.join('\n')}\n`)).toEqual({ ...nothing, footerRows: 8 });
    expect(await found(`${csv},,,\nTotal,30,90,\n\"Source: register\",,,\n`)).toEqual({ ...nothing, footerRows: 2 });
    const table = await readCsv(`${csv}${described.join('\n')}\n`);
    expect(() => proposeJob(table)).toThrow(/^rows: .* totals, means, sources or notes stand at the end: 8 rows/);
    // Max and Mean may be people.
    expect(await found(`${csv}Max,34,3,M\n`)).toEqual(nothing);
    expect(await found(`${csv}Max,34,3,\n`)).toEqual(nothing);
    expect(await found(`${csv}Mean,34,3,M\n`)).toEqual(nothing);
  });

  it('are totals and sources in the last row', async () => {
    for (const last of ['Total,,1234,', 'Source: register,,,', 'Summe,,99,']) {
      expect(await found(`${header}${lines(30, person)}${last}\n`)).toEqual({ ...nothing, footerRows: 1 });
    }
    const table = await readCsv(`${header}${lines(30, person)}Total,,1234,\n`);
    expect(() => proposeJob(table)).toThrow(/^rows: .* the last row is a total/);
    expect(proposeJob(table, { isPlain: true }).job.privacy.length).toBeGreaterThan(0);
    const { warnings } = await inspect(table);
    expect(warnings).toContainEqual(expect.objectContaining({ code: 'FOOTER_ROWS' }));
  });

  it('are numbered by R and pandas', async () => {
    const numbered = (first: string): Promise<unknown> =>
      found(`${first},age,sex\n${lines(30, (i) => `${i + 1},${20 + (i % 9)},${'FM'[i % 2]}`)}`);
    expect(await numbered('')).toEqual({ ...nothing, rowNames: ['column_1'] });
    expect(await numbered('Unnamed: 0')).toEqual({ ...nothing, rowNames: ['Unnamed: 0'] });
    expect(await numbered('visit')).toEqual(nothing);
  });

  it('are not found among people', async () => {
    const odd = lines(30, (i) => (i === 0 ? 'Ida,unknown,F' : `n${i},${20 + i},${'FM'[i % 2]}`));
    expect(await found(`name,age,sex\n${odd}`)).toEqual(nothing);
    expect(await found(`city,team\n${lines(20, (i) => `c${i},t${i % 3}`)}Total Recall,t1\n`)).toEqual({
      ...nothing,
      footerRows: 1,
    });
    expect(await found(`text,note\n${lines(20, (i) => `x${i},y${i}`)}`)).toEqual(nothing);
  });
});
