import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { AttributeSpec, Job, PrivacySpec, Table } from '../../src/index.js';
import { anonymize, InfeasibleError, tableFromRows } from '../../src/index.js';
import { sharedFolder, sharedPath } from '../shared.js';
import { cellsOf } from '../table-texts.js';

type Rows = readonly (readonly string[])[];

interface SmallData {
  readonly header: readonly string[];
  readonly rows: Rows;
  /** Rows of the private table among `rows`; absent when all are. */
  readonly subsetRows?: readonly number[];
  readonly hierarchies: Readonly<Record<string, Rows>>;
  readonly hierarchiesInvalidNotMonotone?: Readonly<Record<string, Rows>>;
  readonly hierarchiesMissingValue66?: Readonly<Record<string, Rows>>;
}

interface SmallCase {
  readonly suite: string;
  readonly data: string;
  readonly sensitive?: string;
  readonly models: readonly Readonly<Record<string, unknown>>[];
  readonly expectedRows?: Rows;
}

const truth = (
  sharedFolder === null ? null : JSON.parse(readFileSync(sharedPath('truth', 'model-optima.json'), 'utf8'))
) as { readonly smallData: Readonly<Record<string, SmallData>>; readonly smallCases: readonly SmallCase[] } | null;

function specOf(model: SmallCase['models'][number], attribute: string): PrivacySpec {
  const spec = {
    KAnonymity: { model: 'k-anonymity', k: model.k },
    DistinctLDiversity: { model: 'l-diversity', variant: 'distinct', l: model.l, attribute },
    EntropyLDiversity: { model: 'l-diversity', variant: 'entropy', l: model.l, attribute },
    RecursiveCLDiversity: { model: 'l-diversity', variant: 'recursive', l: model.l, c: model.c, attribute },
    EqualDistanceTCloseness: { model: 't-closeness', distance: 'equal', t: model.t, attribute },
    HierarchicalDistanceTCloseness: { model: 't-closeness', distance: 'hierarchical', t: model.t, attribute },
  }[String(model.model)];
  if (spec === undefined) throw new Error(`no model of ours for ${String(model.model)}`);
  return spec as PrivacySpec;
}

const dataOf = (name: string): SmallData => (truth as NonNullable<typeof truth>).smallData[name];
const tableOf = ({ header, rows }: SmallData): Table =>
  tableFromRows(rows, { columns: header, types: Object.fromEntries(header.map((name) => [name, 'string'])) });

function smallJob(
  data: SmallData,
  privacy: readonly PrivacySpec[],
  sensitive?: string,
  hierarchies: Readonly<Record<string, Rows>> = data.hierarchies,
): Job {
  const attributes = Object.fromEntries(
    data.header.map((name): [string, AttributeSpec] => [
      name,
      {
        role: name === sensitive ? 'sensitive' : 'quasi-identifier',
        type: 'string',
        ...(name in hierarchies ? { hierarchy: { type: 'levels', rows: hierarchies[name] } } : {}),
      },
    ]),
  );
  return {
    attributes,
    privacy,
    algorithm: { name: 'optimal-lattice', metric: 'lossGeometric' },
    output: { order: 'input' },
  };
}

// Cases with rows: k-anonymity, l-diversity and t-closeness. Those of means, risks and one public table are of other tests.
const cases = (truth?.smallCases ?? []).filter(
  ({ suite, expectedRows, models }) =>
    expectedRows !== undefined &&
    suite.startsWith('TestAnonymization.') &&
    models.every(({ model }) => model !== 'DPresence'),
);

describe.skipIf(truth === null)('small tables of model-optima.json', () => {
  it.each(cases.map((each) => [each.suite, each] as const))('%s: the same rows', async (_, each) => {
    const data = dataOf(each.data);
    const privacy = each.models.map((model) => specOf(model, each.sensitive ?? ''));
    for (const engine of ['wasm', 'js'] as const) {
      const { release } = await anonymize(tableOf(data), smallJob(data, privacy, each.sensitive), { engine });
      expect(cellsOf(release)).toEqual(each.expectedRows);
    }
  });

  it('are seven', () => expect(cases).toHaveLength(7));

  it('δ-presence with k-anonymity of the private rows, beside their public table', async () => {
    const data = dataOf('dpresence9');
    const known = (table: SmallData) => ({ ...table, header: ['zip', 'age', 'nationality'], rows: table.rows.map((row) => row.slice(2, 5)) }); // prettier-ignore
    const people = known(data);
    const own = { ...people, rows: (data.subsetRows ?? []).map((row) => people.rows[row]) };
    const privacy: PrivacySpec[] = [
      { model: 'k-anonymity', k: 2 },
      { model: 'delta-presence', min: 0.5, max: 2 / 3, public: 'people.csv' },
    ];
    const asked: Job = { ...smallJob(people, privacy), algorithm: { name: 'optimal-lattice', metric: 'precision' } };
    const { release } = await anonymize(tableOf(own), asked, { publicTables: { 'people.csv': tableOf(people) } });
    const found = (truth?.smallCases ?? []).find(({ data: name }) => name === 'dpresence9') as SmallCase;
    const expected = (data.subsetRows ?? []).map((row) => (found.expectedRows as Rows)[row].slice(2, 5));
    expect(cellsOf(release)).toEqual(expected);
  });

  it('hierarchies of leaves alone leave no solution', async () => {
    const data = dataOf('arx7');
    const leaves = Object.fromEntries(
      Object.entries(data.hierarchies).map(([name, rows]) => [name, rows.map((row) => row.slice(0, 1))]),
    );
    const job = smallJob(data, [{ model: 'k-anonymity', k: 2 }], undefined, leaves);
    await expect(anonymize(tableOf(data), job)).rejects.toThrow(InfeasibleError);
  });

  it('wrong arguments are refused', async () => {
    const data = dataOf('arx7');
    const k = (value: number): PrivacySpec[] => [{ model: 'k-anonymity', k: value }];
    const good = smallJob(data, k(2));
    const roles = (role: 'identifier' | 'insensitive' | 'sensitive'): Job => ({
      ...good,
      attributes: Object.fromEntries(data.header.map((name) => [name, { role }])),
    });
    const wrong: Job[] = [
      smallJob(data, k(-1)),
      smallJob(data, k(0)),
      smallJob(data, k(8)),
      { ...good, suppression: { maxFraction: -0.2 } },
      { ...good, suppression: { maxFraction: 1.2 } },
      smallJob(data, k(2), undefined, { ...data.hierarchies, age: [] }),
      smallJob(data, k(2), undefined, { ...data.hierarchies, ...data.hierarchiesInvalidNotMonotone }),
      smallJob(data, k(2), undefined, { ...data.hierarchies, ...data.hierarchiesMissingValue66 }),
      roles('identifier'),
      roles('insensitive'),
      roles('sensitive'),
      smallJob(data, [...k(2), { model: 'l-diversity', variant: 'distinct', l: 2, attribute: 'disease' }]),
    ];
    for (const job of wrong) {
      const refusal = await anonymize(tableOf(data), job).then(() => null, (error: unknown) => error); // prettier-ignore
      expect(refusal, JSON.stringify(job)).toMatchObject({ code: expect.stringMatching(/^[A-Z_]+$/) as unknown });
    }
    await expect(Promise.resolve().then(() => tableFromRows([], { columns: data.header }))).rejects.toThrow();
  });
});
