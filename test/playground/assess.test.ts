/** Answers of the example page's worker about a release, against naive programs. */
import { describe, expect, it } from 'vitest';
import { tryAttack } from '../../playground/src/assess/attack.js';
import { describeColumns } from '../../playground/src/assess/columns.js';
import { countRows, listAskable } from '../../playground/src/assess/count.js';
import { learnFrom } from '../../playground/src/assess/learn.js';
import { countPair, cramersV } from '../../playground/src/assess/pair.js';
import { estimatePopulation } from '../../playground/src/assess/population.js';
import { HeldRun } from '../../playground/src/assess/read-release.js';
import { traceSuppressed } from '../../playground/src/assess/suppressed.js';
import { countUnique } from '../../playground/src/assess/unique.js';
import { makeCensus } from '../../scripts/census.mjs';
import { anonymize, frequencyCounts, readCsv, sudaContributions } from '../../src/index.js';
import type { CheckedJob, Table } from '../../src/index.js';
import { long } from '../shared.js';

const attributes: CheckedJob['attributes'] = {
  age: { role: 'quasi-identifier' },
  'education-num': { role: 'quasi-identifier' },
  sex: { role: 'quasi-identifier' },
  'marital-status': { role: 'quasi-identifier' },
  workclass: { role: 'insensitive' },
  occupation: { role: 'sensitive' },
  race: { role: 'drop' },
  'native-country': { role: 'identifier' },
  salary: { role: 'class' },
};

const jobs: Readonly<Record<string, CheckedJob>> = {
  mondrian: { attributes, privacy: [{ model: 'k-anonymity', k: 5 }], algorithm: 'mondrian' },
  'optimal-lattice': {
    attributes: {
      ...attributes,
      age: { role: 'quasi-identifier', hierarchy: { type: 'intervals', widths: [5, 20] } },
      sex: { role: 'quasi-identifier', hierarchy: { type: 'suppress' } },
      'education-num': { role: 'quasi-identifier', hierarchy: { type: 'intervals', widths: [4] } },
      'marital-status': { role: 'quasi-identifier', hierarchy: { type: 'suppress' } },
    },
    privacy: [{ model: 'k-anonymity', k: 8 }],
    suppression: { maxFraction: 0.1 },
    algorithm: 'optimal-lattice',
  },
  hilbert: {
    attributes,
    privacy: [{ model: 'k-anonymity', k: 4 }],
    suppression: { maxRows: 50 },
    algorithm: 'hilbert',
  },
  anatomy: {
    attributes,
    privacy: [{ model: 'l-diversity', l: 3, variant: 'distinct', attribute: 'occupation' }],
    algorithm: 'anatomy',
  },
};

const people = makeCensus(1500, 3);
const silent = async (): Promise<void> => undefined;

async function hold(
  job: CheckedJob,
  text = people,
): Promise<{ held: HeldRun; original: Table; release: Table; apart: Table | null }> {
  const original = await readCsv(text);
  const { release, tables, result } = await anonymize(original, job, { seed: 1, engine: 'js' });
  const shown = original.columns.filter(({ name }) => !['drop', 'identifier'].includes(attributes[name].role ?? ''));
  const { Table: Make } = await import('../../src/table/table.js');
  const apart = tables.sensitive ?? null;
  const { suppressed, recoding } = result;
  const held = new HeldRun(new Make(original.rows, shown), release, apart, {
    job,
    suppressed,
    recoding,
    groups: null,
    personsAlike: null,
  });
  return { held, original, release, apart };
}

/** The share of the ages that a label stands for which lie between two. */
function shareOfAges(label: string, ages: readonly number[], from: number, to: number): number {
  const [, low, high] = /^\[(\d+)-(\d+)\]$/.exec(label) ?? [];
  const [, below] = /^<(\d+)$/.exec(label) ?? [];
  const [, above] = /^>=(\d+)$/.exec(label) ?? [];
  const isMeant = (age: number): boolean => {
    if (label === '*') return true;
    if (low !== undefined) return age >= Number(low) && age <= Number(high);
    if (below !== undefined) return age < Number(below);
    if (above !== undefined) return age >= Number(above);
    return age === Number(label);
  };
  const meant = ages.filter(isMeant);
  return meant.filter((age) => age >= from && age <= to).length / meant.length;
}

const cells = (table: Table, name: string): string[] => {
  const column = table.column(name);
  return column === undefined ? [] : Array.from(column.codes, (code) => column.texts[code]);
};

describe('what is said of a release', () => {
  it.each(Object.keys(jobs))(
    'counts columns and pairs as they are, and rows of the release whole: %s',
    async (name) => {
      const { held, original, release } = await hold(jobs[name]);
      for (const shape of describeColumns(held)) {
        const own = cells(original, shape.name);
        expect(shape.before.reduce((sum, rows) => sum + rows, 0)).toBe(original.rows);
        expect(shape.after.reduce((sum, rows) => sum + rows, 0)).toBeCloseTo(release.rows, 6);
        shape.labels.forEach((label, at) => {
          if (own.includes(label)) expect(shape.before[at], label).toBe(own.filter((cell) => cell === label).length);
        });
      }
      const { before, after, down, across } = countPair(held, 'salary', 'sex');
      const [sexes, salaries] = [cells(original, 'sex'), cells(original, 'salary')];
      down.forEach((sex, row) =>
        across.forEach((salary, column) =>
          expect(before[row][column]).toBe(sexes.filter((each, at) => each === sex && salaries[at] === salary).length),
        ),
      );
      expect(after.flat().reduce((sum, rows) => sum + rows, 0)).toBeCloseTo(release.rows, 6);
    },
  );

  it("knows Cramér's V of a table by hand", () => {
    expect(cramersV([[10, 0], [0, 10]])).toBeCloseTo(1, 12); // prettier-ignore
    expect(cramersV([[5, 5], [10, 10]])).toBeCloseTo(0, 12); // prettier-ignore
    // chi square 20 * (3 * 5 - 7 * 5)^2 / (10 * 10 * 8 * 12) = 0.8333
    expect(cramersV([[3, 7], [5, 5]])).toBeCloseTo(Math.sqrt(0.8333333333 / 20), 6); // prettier-ignore
    expect(cramersV([[3, 7]])).toBeNull();
  });

  it.each(['mondrian', 'optimal-lattice', 'hilbert'])(
    'answers counting queries as a naive reader does: %s',
    async (name) => {
      const { held, original, release } = await hold(jobs[name]);
      const ages = [...new Set(cells(original, 'age').map(Number))];
      const jobsOf = cells(original, 'workclass');
      const suppressed = original.rows - release.rows;
      for (const [from, to] of [
        [20, 29],
        [33, 33],
        [60, 90],
      ]) {
        const asked = [
          { column: 'age', from: String(from), to: String(to) },
          { column: 'workclass', values: ['Private'] },
        ];
        const { before, after } = countRows(held, asked);
        expect(before).toBe(
          cells(original, 'age').filter(
            (age, at) => Number(age) >= from && Number(age) <= to && jobsOf[at] === 'Private',
          ).length,
        );
        const kept = cells(release, 'workclass');
        const expected = cells(release, 'age').reduce(
          (sum, label, at) => sum + (kept[at] === 'Private' ? shareOfAges(label, ages, from, to) : 0),
          0,
        );
        const hidden =
          (suppressed * ages.filter((age) => age >= from && age <= to).length) / ages.length / new Set(jobsOf).size;
        expect(after).toBeCloseTo(expected + hidden, 6);
      }
      expect(countRows(held, [])).toEqual({ before: original.rows, after: original.rows });
    },
  );

  it('expects of buckets what a reader does who does not know which cells go together', async () => {
    const { held, original, release, apart } = await hold(jobs.anatomy);
    expect(apart).not.toBeNull();
    const { before, after } = countRows(held, [
      { column: 'sex', values: ['Female'] },
      { column: 'occupation', values: ['Sales'] },
    ]);
    const sold = cells(original, 'occupation');
    expect(before).toBe(cells(original, 'sex').filter((sex, at) => sex === 'Female' && sold[at] === 'Sales').length);
    let expected = 0;
    const [buckets, sexes] = [cells(release, 'bucket'), cells(release, 'sex')];
    const [others, occupations] = [cells(apart as Table, 'bucket'), cells(apart as Table, 'occupation')];
    for (const bucket of new Set(buckets)) {
      const women = sexes.filter((sex, at) => buckets[at] === bucket && sex === 'Female').length;
      const sellers = occupations.filter((each, at) => others[at] === bucket && each === 'Sales').length;
      expected += (women * sellers) / buckets.filter((each) => each === bucket).length;
    }
    expect(after).toBeCloseTo(expected, 6);
  });

  it.each(['recoding', 'search'])(
    'finds the rows that were suppressed by the %s, and names no rare value',
    async (way) => {
      const job = jobs['optimal-lattice'];
      const { held: known, original, release } = await hold(job);
      expect(known.run.recoding.applicable).toBe(true);
      const recoding =
        way === 'recoding'
          ? known.run.recoding
          : { version: 2 as const, kind: 'levels', applicable: false as const, reason: 'none' };
      const held = new HeldRun(known.original, release, null, { ...known.run, recoding });
      expect(release.rows).toBeLessThan(original.rows);
      const whole = await anonymize(
        original,
        { ...job, output: { order: 'input', suppressed: 'star' } },
        { engine: 'js' },
      );
      const quasi = Object.keys(attributes).filter((each) => attributes[each].role === 'quasi-identifier');
      const starred = quasi.map((each) => cells(whole.release, each));
      const isGone = Array.from({ length: original.rows }, (_, row) => starred.every((column) => column[row] === '*'));
      const found = await traceSuppressed(held, silent);
      expect(found.reason).toBeNull();
      for (const { name: column, labels, rows, suppressed } of found.columns ?? []) {
        const own = cells(original, column);
        expect(suppressed.reduce((sum, each) => sum + each, 0)).toBe(original.rows - release.rows);
        labels.forEach((label, at) => {
          if (label !== 'rare values, together') expect(rows[at]).toBeGreaterThanOrEqual(held.k);
          if (!own.includes(label)) return;
          expect(suppressed[at], label).toBe(own.filter((cell, row) => cell === label && isGone[row]).length);
        });
      }
    },
  );

  it('says that rows are unknown where the search finds others', async () => {
    const { held } = await hold(jobs['optimal-lattice']);
    const other = new HeldRun(held.original, held.release, null, { ...held.run, suppressed: held.run.suppressed + 1 });
    expect((await traceSuppressed(other, silent)).columns).toBeNull();
  });

  it('counts unique rows by sets of columns, before and after', async () => {
    const { held, original, release } = await hold(jobs.mondrian);
    const { sets, added, suda, contributions } = await countUnique(held, silent);
    const uniqueIn = (table: Table, names: readonly string[]): number => {
      const keys = names.map((each) => cells(table, each));
      const counts = new Map<string, number>();
      for (let row = 0; row < table.rows; row++) {
        const key = keys.map((column) => column[row]).join('\0');
        counts.set(key, (counts.get(key) ?? 0) + 1);
      }
      return [...counts.values()].filter((rows) => rows === 1).length / table.rows;
    };
    for (const set of sets) {
      expect(set.before).toBeCloseTo(uniqueIn(original, set.columns), 12);
      expect(set.after).toBeCloseTo(uniqueIn(release, set.columns), 12);
    }
    const quasi = [...held.quasiIdentifiers];
    for (const { name, before, after } of added) {
      const others = quasi.filter((each) => each !== name);
      expect(before).toBeCloseTo(uniqueIn(original, quasi) - uniqueIn(original, others), 12);
      expect(after).toBe(0);
    }
    expect(suda?.[0]).toBeGreaterThan(0);
    expect(suda?.[1]).toBe(0);
    const own = sudaContributions(original, quasi);
    expect(contributions).toEqual(own.map(({ column, share }) => ({ name: column, before: share, after: 0 })));
    expect(Math.max(...own.map(({ share }) => share))).toBeGreaterThan(0.5);
  });

  it('estimates risks in a population: 1 / rows alike of a whole file, less of a sample', async () => {
    const { held } = await hold(jobs.mondrian);
    const whole = estimatePopulation(held, { fraction: 1, method: 'exact', limit: 0.15 });
    expect(whole.before.largest).toBe(1);
    expect(whole.after.largest).toBeLessThanOrEqual(1 / 5);
    expect(whole.unique[1]).toBe(0);
    const { unique } = frequencyCounts(held.original, { columns: held.quasiIdentifiers });
    expect(whole.unique[0]).toBe(unique);
    const sample = estimatePopulation(held, { fraction: 0.1, method: 'exact', limit: 0.15 });
    // A unique row of a tenth: p / (1 - p) * log(1 / p), Benedetti and Franconi.
    expect(sample.before.largest).toBeCloseTo((0.1 / 0.9) * Math.log(10), 10);
    expect(sample.before.average).toBeLessThan(whole.before.average);
    expect(sample.before.above).toBeGreaterThanOrEqual(whole.unique[0]);
  });

  it('holds a classifier of the release against one of the original', async () => {
    const { held } = await hold(jobs.mondrian);
    const learned = await learnFrom(held, 1, silent);
    if (!('original' in learned)) throw new Error(learned.reason);
    expect(learned.testRows).toBe(500);
    expect(learned.release).toBeGreaterThan(0.6);
    expect(Math.abs((learned.release ?? 0) - learned.original)).toBeLessThan(0.1);
    const { held: bucketed } = await hold(jobs.anatomy);
    expect(await learnFrom(bucketed, 1, silent)).toMatchObject({ release: null });
  });

  it('tries every attack, and shows no cell of a sensitive or identifying column', async () => {
    const text = long ? people : makeCensus(250, 3);
    for (const job of Object.values(jobs)) {
      const { held, original, release, apart } = await hold(job, text);
      const outside = {
        file: new Blob([text]),
        columns: Object.fromEntries(held.quasiIdentifiers.map((each) => [each, each])),
      };
      const earlier = { release, apart, job, groups: null };
      for (const attack of [
        'homogeneity',
        'linkage',
        'minimality',
        'downcoding',
        'membership',
        'composition',
      ] as const) {
        const answer = await tryAttack(held, { attack, outside, earlier });
        const said = JSON.stringify(answer);
        for (const column of ['occupation', 'native-country', 'race']) {
          for (const cell of new Set(cells(original, column))) expect(said.includes(cell), said).toBe(false);
        }
        if (attack === 'homogeneity' || attack === 'linkage') expect(answer.applies, said).toBe(true);
        expect(answer.words.length).toBeGreaterThan(20);
      }
    }
  });
});

it('offers no value that fewer than k people have', async () => {
  const { held, original } = await hold(jobs.mondrian);
  for (const { name, values } of listAskable(held)) {
    const own = cells(original, name);
    for (const value of values) expect(own.filter((cell) => cell === value).length).toBeGreaterThanOrEqual(5);
  }
});
