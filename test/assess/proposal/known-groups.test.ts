import { describe, expect, it } from 'vitest';
import { findKnownGroups } from '../../../src/hierarchy/known-groups.js';
import { anonymize, jobText, parseJob, parseJobText, proposeJob, tableFromRows } from '../../../src/index.js';
import type { Job, Table } from '../../../src/index.js';

const column = (values: readonly string[], name = 'x') =>
  tableFromRows(values.map((value) => ({ [name]: value }))).column(name)!;
const found = (values: readonly string[], words: readonly string[] = []) => findKnownGroups(column(values), words);

const STATES = 'CA CT NY TX WA FL OH IL GA PA'.split(' ');
const MONTHS = [
  'Januar',
  'Februar',
  'März',
  'April',
  'Mai',
  'Juni',
  'Juli',
  'August',
  'September',
  'Oktober',
  'November',
  'Dezember',
];

describe('groups of values that the world knows', () => {
  const groupsOf = (values: readonly string[], words?: readonly string[]): unknown => {
    const hierarchy = found(values, words)?.hierarchy as { tree: Record<string, unknown> } | undefined;
    return hierarchy?.tree['*'];
  };

  it('are found where all values stand in one list, in whatever case all are written', () => {
    expect(groupsOf(['JAN', 'MAR', 'APR', 'DEC', 'MAY'])).toMatchObject({ Q4: ['OCT', 'NOV', 'DEC'] });
    expect(groupsOf(MONTHS.slice(3, 9))).toMatchObject({ Q1: ['Januar', 'Februar', 'März'] });
    expect(groupsOf(['mon', 'wed', 'sun'])).toEqual({
      'Mon to Fri': ['mon', 'tue', 'wed', 'thu', 'fri'],
      'Sat or Sun': ['sat', 'sun'],
    });
    expect(groupsOf(['High', 'Low', 'Medium'])).toEqual({
      'very low or low': ['Very low', 'Low'],
      medium: ['Medium'],
      'high or very high': ['High', 'Very high'],
    });
    expect(groupsOf(['good', 'poor', 'excellent'])).toEqual({
      'very poor or poor': ['very poor', 'poor'],
      'fair or good': ['fair', 'good'],
      'very good or excellent': ['very good', 'excellent'],
    });
    expect(found(['HS-grad', 'Bachelors', '11th'])?.what).toMatch(/schooling/);
  });

  it('are not guessed: one strange value, mixed case, few names of months, codes that may be countries', () => {
    expect(found(['mon', 'wed', 'sun', 'holiday'])).toBe(null);
    expect(found(['mon', 'Wed', 'SUN'])).toBe(null);
    expect(found(['April', 'May', 'June'])).toBe(null);
    expect(found(STATES)).toBe(null);
    expect(found(['1', '2', '3'])).toBe(null);
  });

  it('put every state into one division of one region', () => {
    const tree = found(STATES, ['us', 'state'])?.hierarchy as unknown as {
      tree: Record<string, Record<string, Record<string, string[]>>>;
    };
    const regions = tree.tree['*'];
    const divisions = Object.entries(regions).flatMap(([region, below]) =>
      Array.isArray(below) ? [[region, below]] : Object.entries(below),
    ) as [string, string[]][];
    const leaves = divisions.flatMap(([, each]) => each);
    expect([leaves.length, new Set(leaves).size]).toEqual([56, 56]);
    // 50 states and the District of Columbia, and five areas.
    expect(Object.fromEntries(divisions.map(([name, each]) => [name, each.length]))).toEqual({
      'New England': 6,
      'Middle Atlantic': 3,
      'East North Central': 5,
      'West North Central': 7,
      'South Atlantic': 9,
      'East South Central': 4,
      'West South Central': 4,
      Mountain: 8,
      Pacific: 5,
      'Puerto Rico and the Island Areas': 5,
    });
    const named = found(['California', 'New York', 'Texas'], ['state'])?.hierarchy;
    expect(JSON.stringify(named)).toContain('"Pacific":["Alaska","California","Hawaii","Oregon","Washington"]');
  });
});

describe('a proposed job', () => {
  const table: Table = tableFromRows(
    Array.from({ length: 200 }, (_, i) => ({
      state: STATES[(i * 7) % 10],
      month: MONTHS[Math.floor(i / 10) % 12],
      town: i % 4 === 0 ? `t${i}` : ['Arhus', 'Bergen'][i % 2],
      disease: ['flu', 'gout', 'asthma'][i % 3],
    })),
  );

  it('for "levels" has what is known, says so, and is released', async () => {
    const proposed = proposeJob(table, { goal: 'levels', quasiIdentifiers: ['state', 'month', 'town'] });
    const { state, month, town } = proposed.job.attributes;
    expect([state, month, town].map(({ hierarchy }) => hierarchy?.type)).toEqual(['tree', 'tree', 'suppress']);
    const text = jobText(proposed);
    expect(text).toContain('states of the USA, grouped by division and region of the Census Bureau');
    expect(parseJobText(text).attributes).toEqual(parseJob(proposed.job).attributes);
    // The whole list stands there, whichever of it occurs, and no value that is only in the table.
    expect(text).toContain('"WY"');
    expect(text).not.toMatch(/t\d|Arhus/);
    for (const engine of ['wasm', 'js'] as const) {
      const { result } = await anonymize(table, proposed.job, { engine, seed: 1 });
      expect(result.privacy.every(({ holds }) => holds)).toBe(true);
    }
  });

  it.each(['fast', 'best', 'levels'] as const)('for "%s" says how many people have a rare value', (goal) => {
    const proposed = proposeJob(table, { goal, quasiIdentifiers: ['state', 'month', 'town'] });
    const reasons = Object.fromEntries(proposed.columns.map(({ name, reason }) => [name, reason]));
    expect(reasons.town).toMatch(
      /; 25 % of the rows have a value that fewer than 5 share, released as "other": a "tree"/,
    );
    expect(reasons.state).not.toContain('"other"');
    // Sets of values and no order that is not theirs: they lose less.
    if (goal !== 'levels') expect(proposed.job.attributes.month.hierarchy).toBe(undefined);
  });

  it('loses less with groups than with * for all, one level for every column', async () => {
    const { job } = proposeJob(table, { k: 5, goal: 'levels', quasiIdentifiers: ['state', 'month'] });
    const { hierarchy: _, ...plain } = job.attributes.state;
    const without = {
      ...job,
      attributes: { ...job.attributes, state: { ...plain, hierarchy: { type: 'suppress' } } },
    } as Job;
    const lossOf = async (asked: Job): Promise<number> =>
      Number((await anonymize(table, asked, { engine: 'js', seed: 1 })).result.metrics.loss);
    expect(await lossOf(job)).toBeLessThan(await lossOf(without));
  });
});
