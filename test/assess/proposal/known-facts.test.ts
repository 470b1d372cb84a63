import { describe, expect, it } from 'vitest';
import {
  anonymize,
  InvalidArgumentError,
  jobText,
  parseJobText,
  proposeJob,
  tableFromRows,
} from '../../../src/index.js';
import type { ProposeOptions, Table } from '../../../src/index.js';
import { seededRandom } from '../../../src/base/random.js';

const random = seededRandom(23);
const below = (n: number): number => random.below(n);
const pick = <Item>(items: readonly Item[]): Item => items[below(items.length)];
const questions = Array.from({ length: 40 }, (_, j) => `F${j + 1}`);

/** 600 people, with a key of 300 persons, 40 questions and what they believe. */
const survey = (): Table =>
  tableFromRows(
    Array.from({ length: 600 }, (_, i) => ({
      number: `P-${1000 + i}`,
      age: 18 + below(60),
      sex: pick(['F', 'M']),
      ...Object.fromEntries(questions.map((name) => [name, 1 + below(4)])),
      religion: pick(['none', 'none', 'catholic', 'jewish']),
      income: 100 * below(12),
    })),
  );
const table = survey();
const refusal = (options: ProposeOptions): InvalidArgumentError => {
  try {
    proposeJob(table, { rowsArePeople: true, ...options });
  } catch (error) {
    if (error instanceof InvalidArgumentError) return error;
    throw error;
  }
  throw new Error('nothing was refused');
};

/** Fewest rows of a pair of released values, and the largest share of a value of `of` among the rows of a pair, counted row by row. */
function worstPair(release: Table, names: readonly string[], of: string): { fewest: number; share: number } {
  let [fewest, share] = [Infinity, 0];
  const cell = (name: string, row: number): string => {
    const column = release.column(name)!;
    return column.texts[column.codes[row]];
  };
  for (const [i, one] of names.entries()) {
    for (const other of names.slice(i + 1)) {
      const groups = new Map<string, Map<string, number>>();
      for (let row = 0; row < release.rows; row++) {
        if ([cell(one, row), cell(other, row)].includes('*')) continue;
        const key = JSON.stringify([cell(one, row), cell(other, row)]);
        const values = groups.get(key) ?? new Map<string, number>();
        groups.set(key, values.set(cell(of, row), (values.get(cell(of, row)) ?? 0) + 1));
      }
      for (const values of groups.values()) {
        const counts = [...values.values()];
        const size = counts.reduce((sum, count) => sum + count, 0);
        fewest = Math.min(fewest, size);
        for (const count of counts) share = Math.max(share, count / size);
      }
    }
  }
  return { fewest, share };
}

describe('a proposal for somebody who knows a few facts', () => {
  it('leaves no column out since there are many, and says in the warning without it how to keep them', () => {
    const plain = proposeJob(table, { rowsArePeople: true });
    const left = plain.warnings.find(({ code }) => code === 'COLUMNS_LEFT_OUT');
    expect(left?.message).toMatch(/"F1" to "F40" \(40 columns\)$/);
    const { columns, known, warnings } = proposeJob(table, { rowsArePeople: true, known: 2 });
    expect(known).toBe(2);
    expect(columns.filter(({ role }) => role === 'drop')).toEqual([]);
    expect(warnings.map(({ code }) => code)).not.toContain('COLUMNS_LEFT_OUT');
  });

  it('bounds the rows and the sensitive values that known values find, in what is released too', async () => {
    const proposed = proposeJob(table, { rowsArePeople: true, known: 2, k: 6 });
    const { job } = proposed;
    const [base, ofReligion] = job.privacy as {
      model: string;
      known: number;
      k: number;
      c?: number;
      attribute?: string;
    }[];
    expect(base).toEqual({ model: 'lkc-privacy', known: 2, k: 6 });
    expect(ofReligion).toMatchObject({ model: 'lkc-privacy', known: 2, k: 6, attribute: 'religion' });
    const text = jobText(proposed);
    expect(parseJobText(text).privacy).toEqual(job.privacy);
    expect(text).toMatch(/somebody who knows up to 2 released values of a person finds at least 6 people/);
    const { release, audit } = await anonymize(table, job, { seed: 1 });
    expect(audit.holds).toBe(true);
    expect(questions.filter((name) => release.column(name) === undefined)).toEqual([]);
    const known = proposed.columns.flatMap(({ name, role }) => (role === 'quasi-identifier' ? [name] : []));
    const { fewest, share } = worstPair(release, known.slice(0, 12), 'religion');
    expect(fewest).toBeGreaterThanOrEqual(6);
    expect(share).toBeLessThanOrEqual(ofReligion.c!);
  });

  it('counts persons where their key is named', async () => {
    const twice = tableFromRows(
      Array.from({ length: 400 }, (_, i) => ({
        person: 500 + (i >> 1),
        sex: i % 4 < 2 ? 'F' : 'M',
        ...Object.fromEntries(questions.slice(0, 14).map((name) => [name, 1 + below(3)])),
        religion: pick(['none', 'catholic']),
      })),
    );
    const { job } = proposeJob(twice, { persons: ['person'], known: 2 });
    const { audit, result } = await anonymize(twice, job, { seed: 1 });
    expect([audit.holds, result.persons]).toEqual([true, 200]);
  });

  it('has a share that every table of the column allows', () => {
    for (const others of [1, 3, 10, 40, 120]) {
      const skewed = tableFromRows(
        Array.from({ length: 240 }, (_, i) => ({ age: 20 + below(40), sex: pick(['F', 'M']), religion: i < others ? 'jewish' : 'none' })), // prettier-ignore
      );
      const { models } = proposeJob(skewed, { rowsArePeople: true, known: 1, sensitive: ['religion'] });
      const commonest = Math.max(others, 240 - others) / 240;
      const shares = models.map(({ spec }) => (spec.model === 'lkc-privacy' ? spec.c! : 0));
      expect(shares).toHaveLength(1);
      for (const c of shares) expect([others, c >= commonest && c < 1]).toEqual([others, true]);
    }
  });

  it('is for goals whose algorithms judge known values', () => {
    expect(refusal({ known: 2, goal: 'best' }).message).toMatch(
      /^goal: expected one of "fast", "levels" beside "known"/,
    );
    expect(refusal({ known: 0 }).code).toBe('OPTION_RANGE');
    expect(refusal({ known: 2, l: 2 }).code).toBe('OPTION_UNUSED');
  });
});
