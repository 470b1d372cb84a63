import { describe, expect, it } from 'vitest';
import {
  anonymize,
  InvalidArgumentError,
  jobText,
  parseJobText,
  proposeJob,
  tableFromRows,
} from '../../../src/index.js';
import type { ProposedColumn, ProposeOptions, Table } from '../../../src/index.js';
import { seededRandom } from '../../../src/base/random.js';

const random = seededRandom(41);
const below = (n: number): number => random.below(n);
const pick = <Item>(items: readonly Item[]): Item => items[below(items.length)];
const letters = (n: number): string =>
  Array.from({ length: n }, () => 'abcdefghijklmnopqrstuvwxyz'[below(26)]).join('');

/** 400 people with twelve questions, weights, free texts, towns that few share, and diagnoses of which most are rare. */
const survey = (rows = 400): Table =>
  tableFromRows(
    Array.from({ length: rows }, (_, i) => ({
      number: `P-${1000 + i}`,
      name: `${pick(['Ida', 'Jan', 'Uma', 'Otto'])} ${pick(['Meier', 'Kunz', 'Vogt', 'Abel'])}`,
      age: 18 + below(60),
      sex: pick(['F', 'M']),
      region: pick(['north', 'south', 'east', 'west']),
      ...Object.fromEntries(Array.from({ length: 12 }, (_, j) => [`F${j + 1}`, 1 + below(5)])),
      Finding: pick(['good', 'fair', 'poor']),
      town: below(20) === 0 ? 'Bern' : `${letters(5)}-${i}-${below(9)}`,
      diagnosis: below(3) === 0 ? pick(['flu', 'gout']) : `${letters(6)} ${letters(5)}`,
      income: 100 * below(300),
      pweight: (1 + below(40) / 10).toFixed(1),
      pweight_b: (1 + below(50) / 10).toFixed(1),
      remark: `${letters(7)} ${letters(6)} said that ${letters(5)} ${letters(9)} is ${letters(8)}. And ${letters(6)} too`,
      wave: '2026',
    })),
  );
const table = survey();
const roleOf = (options: ProposeOptions): Record<string, ProposedColumn> =>
  Object.fromEntries(proposeJob(table, { rowsArePeople: true, ...options }).columns.map((each) => [each.name, each]));
const refusal = (options: ProposeOptions): InvalidArgumentError => {
  try {
    proposeJob(table, { rowsArePeople: true, ...options });
  } catch (error) {
    if (error instanceof InvalidArgumentError) return error;
    throw error;
  }
  throw new Error('nothing was refused');
};

describe('columns to keep', () => {
  it('are dropped without it, and have the role that protects them with it, with the reason', () => {
    const plain = roleOf({});
    for (const name of ['F1', 'town', 'diagnosis', 'pweight_b', 'wave']) expect([name, plain[name].role]).toEqual([name, 'drop']); // prettier-ignore
    const kept = roleOf({ keep: ['F*', 'town', 'diagnosis', 'income', 'pweight', 'pweight_b', 'wave'] });
    expect(Object.fromEntries(Object.entries(kept).map(([name, { role }]) => [name, role]))).toMatchObject({
      F1: 'quasi-identifier',
      F12: 'quasi-identifier',
      town: 'quasi-identifier',
      diagnosis: 'sensitive',
      income: plain.income.role,
      pweight: 'weight',
      pweight_b: 'quasi-identifier',
      wave: 'quasi-identifier',
      age: plain.age.role,
      region: plain.region.role,
    });
    expect(kept.pweight.release).toBe('rounded');
    expect(kept.diagnosis.rare).toBe(5);
    for (const name of ['F1', 'town', 'diagnosis', 'income', 'pweight', 'wave']) {
      expect(kept[name].reason).toMatch(/^kept as asked \("keep"\): /);
    }
    expect(kept.age.reason).toBe(plain.age.reason);
  });

  it('stay one battery, and leave the room of the others as it is', () => {
    const { job, batteries, columns } = proposeJob(table, { rowsArePeople: true, keep: ['F*'] });
    expect(batteries).toContainEqual(Array.from({ length: 12 }, (_, j) => `F${j + 1}`));
    expect(job.attributes['F*']).toMatchObject({ role: 'quasi-identifier' });
    const dropped = columns.filter(({ role }) => role === 'drop').map(({ name }) => name);
    expect(dropped).toEqual(
      Object.values(roleOf({})).flatMap(({ name, role }) => (role === 'drop' && !/^F\d/.test(name) ? [name] : [])),
    );
  });

  it('may be some of a battery: the others are dropped as before', () => {
    const { columns, job } = proposeJob(table, { rowsArePeople: true, keep: ['F2', 'F3'] });
    const role = (name: string): string | undefined => columns.find((each) => each.name === name)?.role;
    expect(job.attributes['F*'].matches).toHaveLength(10);
    expect(['F1', 'F2', 'F3', 'F4', 'F12'].map(role)).toEqual(['drop', 'quasi-identifier', 'quasi-identifier', 'drop', 'drop']); // prettier-ignore
    expect(parseJobText(jobText(proposeJob(table, { rowsArePeople: true, keep: ['F2', 'F3'] }))).attributes).toEqual(job.attributes); // prettier-ignore
  });

  it.each(['fast', 'best', 'levels'] as const)('come out audited with the goal %s', async (goal) => {
    const { job } = proposeJob(table, {
      rowsArePeople: true,
      goal,
      keep: ['F1', 'town', 'diagnosis', 'pweight', 'wave'],
    });
    const { release, audit } = await anonymize(table, job, { seed: 1, timeLimit: 20 });
    expect(audit.holds).toBe(true);
    for (const name of ['F1', 'town', 'diagnosis', 'pweight', 'wave']) expect(release.column(name)).toBeDefined();
    const rare = release.column('diagnosis')!.texts.filter((text) => !['flu', 'gout', 'other'].includes(text));
    expect(rare).toEqual([]);
  });

  it('that cannot be kept are refused in one error with the reason of each', () => {
    const error = refusal({ keep: ['age', 'number', 'name', 'remark'] });
    expect(error.code).toBe('KEEP_REFUSED');
    expect(error.argument).toBe('keep');
    expect(error.message).toMatch(/"number" \(identifier: its values count the rows\)/);
    expect(error.message).toMatch(/"name" \(identifier: /);
    expect(error.message).toMatch(/"remark" \((drop|identifier): /);
    expect(error.message).not.toMatch(/Meier|P-1/);
    expect(refusal({ keep: ['n*'] }).code).toBe('KEEP_REFUSED');
    expect(refusal({ rowsArePeople: false, persons: ['number'], keep: ['number'] }).message).toMatch(/key of a person/);
    expect(refusal({ goal: 'links', sensitive: ['diagnosis'], keep: ['pweight'] }).message).toMatch(/permutes/);
  });

  it('that a pattern matches and cannot be kept stay out, with a warning', () => {
    const { columns, warnings } = proposeJob(table, { rowsArePeople: true, keep: ['*e*'] });
    const found = warnings.filter(({ code }) => code === 'COLUMNS_NOT_KEPT');
    expect(found).toHaveLength(1);
    expect(found[0].message).toMatch(/^3 columns that match .*"number" \(identifier: .*"name" .*"remark" /);
    expect(columns.find(({ name }) => name === 'region')?.reason).toMatch(/^kept as asked/);
  });

  it('have names of the table: near ones are suggested, for patterns too', () => {
    const error = refusal({ keep: ['regoin', 'f1*'], quasiIdentifiers: ['aeg'] });
    expect(error.message).toMatch(/did you mean "age"/);
    expect(error.message).toMatch(/keep: .*"regoin" \(did you mean "region"\?\)/);
    expect(error.message).toMatch(/keep: .*a pattern that a column of the table matches.*did you mean "F1"/);
  });
});
