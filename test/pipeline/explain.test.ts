import { describe, expect, it } from 'vitest';
import {
  anonymize,
  buildHierarchy,
  explain,
  KohortError,
  readCsv,
  readForJob,
  tableFromRows,
  type Column,
  type Job,
  type PlannedColumn,
  type Table,
} from '../../src/index.js';
import { algorithmNames } from '../registry.js';
import { casesOf, nullOn } from '../shared.js';
import { algorithmOf, drawJob } from './random-job.js';

const visits = Array.from({ length: 60 }, (_, i) => ({
  patient: `P-${Math.floor(i / 3)}`,
  name: `Name ${Math.floor(i / 3)}`,
  age: 20 + (Math.floor(i / 3) % 10),
  city: ['Bern', 'Basel'][Math.floor(i / 3) % 2],
  day: `2024-0${1 + (i % 9)}-11`,
  diagnosis: ['flu', 'gout', 'asthma'][i % 3],
  note: `note ${i}`,
}));

const job: Job = {
  attributes: {
    patient: 'person',
    name: 'identifier',
    age: { role: 'quasi-identifier', hierarchy: { type: 'intervals', origin: 0, widths: [5, 10] } },
    city: 'quasi-identifier',
    diagnosis: 'sensitive',
  },
  privacy: [{ model: 'k-anonymity', k: 4 }],
  algorithm: 'mondrian',
};

const columnOf = (columns: readonly PlannedColumn[], name: string): PlannedColumn =>
  columns.find((column) => column.name === name)!;

describe('the plan of a run', () => {
  it('has the counted unit, k, models, suppression and every column with a reason', async () => {
    const plan = await explain(tableFromRows(visits), job);
    expect(plan).toMatchObject({
      rows: 60,
      unit: { name: 'person', columns: ['patient'], persons: 20 },
      k: 4,
      fewest: 4,
      ranges: 'rounded',
      suppression: 'none',
      history: 'measure',
      missingPersons: 'refuse',
    });
    expect(plan.columns.map(({ name, released }) => [name, released])).toEqual([
      ['patient', 'withheld'],
      ['name', 'withheld'],
      ['age', 'generalized'],
      ['city', 'generalized'],
      ['day', 'withheld'],
      ['diagnosis', 'exact'],
      ['note', 'withheld'],
    ]);
    expect(columnOf(plan.columns, 'age')).toMatchObject({ values: 10, hierarchy: { type: 'intervals', levels: 3 } });
    expect(columnOf(plan.columns, 'city')).toMatchObject({
      hierarchy: null,
      why: expect.stringMatching(/no hierarchy/),
    });
    expect(columnOf(plan.columns, 'diagnosis').why).toMatch(/no model protects it/);
  });

  it('counts rows where the job names no key, and says whether each is one person', async () => {
    const { patient: _, ...attributes } = job.attributes;
    const rows = await explain(tableFromRows(visits), { ...job, attributes });
    expect(rows).toMatchObject({ unit: { name: 'row', isAsserted: false }, history: null, missingPersons: null });
    const people = await explain(tableFromRows(visits), { ...job, attributes, unit: 'row' });
    expect(people.unit).toEqual({ name: 'row', isAsserted: true });
  });

  it('says where levels are missing, and where a hierarchy is not used', async () => {
    const lattice = await explain(tableFromRows(visits), { ...job, algorithm: 'optimal-lattice' });
    expect(columnOf(lattice.columns, 'city')).toMatchObject({ hierarchy: { type: 'suppress', levels: 1 } });
    expect(columnOf(lattice.columns, 'city').why).toMatch(/needs levels, and the job gives none/);
    const masked: Job = {
      ...job,
      attributes: { ...job.attributes, city: { role: 'quasi-identifier', hierarchy: { type: 'mask', keep: 'left' } } },
      algorithm: { name: 'mondrian', cuts: 'ranges' },
    };
    const ranges = await explain(tableFromRows(visits), masked);
    expect(columnOf(ranges.columns, 'city').why).toMatch(/made of values of the table/);
  });

  it('throws what a run throws before its search', async () => {
    const wrong = { ...job, attributes: { ...job.attributes, town: 'quasi-identifier' } } as Job;
    await expect(explain(tableFromRows(visits), wrong)).rejects.toMatchObject({ code: 'UNKNOWN_COLUMN' });
    const many: Job = { ...job, privacy: [{ model: 'k-anonymity', k: 21 }] };
    await expect(explain(tableFromRows(visits), many)).rejects.toMatchObject({ code: 'K_EXCEEDS_PERSONS' });
  });

  it('holds no cell of a column that is withheld or sensitive', async () => {
    const text = JSON.stringify(await explain(tableFromRows(visits), job));
    const cells = visits.flatMap(({ patient, name, day, diagnosis, note }) => [patient, name, day, diagnosis, note]);
    expect(cells.filter((cell) => text.includes(cell))).toEqual([]);
  });

  it('is what the release shows, under every algorithm', async () => {
    const seen = new Set<string>();
    const cases = casesOf(3_000, 60);
    for (let seed = 1; seed <= cases || (seen.size < algorithmNames.length && seed < 5_000); seed++) {
      const { csv, job: drawn, people } = drawJob(seed);
      if (seed > cases && seen.has(algorithmOf(drawn))) continue;
      const read = await nullOn(KohortError, readForJob(csv, drawn));
      if (read === null) continue;
      const types = Object.fromEntries(read.table.columns.map((column) => [column.name, column.type]));
      const known = people === null ? undefined : await readCsv(people, { ...drawn.input, types });
      const options = { seed: 1, publicTables: known === undefined ? undefined : { people: known } };
      const done = await nullOn(KohortError, anonymize(read.table, read.job, options));
      if (done === null) continue;
      const plan = await explain(read.table, read.job, options);
      expect(plan.rows).toBe(done.result.rows);
      for (const planned of plan.columns) checkColumn(planned, read.table, done.release, read.job, `seed ${seed}`);
      seen.add(algorithmOf(drawn));
    }
    expect(algorithmNames.filter((name) => !seen.has(name))).toEqual([]);
  });
});

/** Tests a released column against its plan. */
function checkColumn(planned: PlannedColumn, table: Table, release: Table, { attributes }: Job, where: string): void {
  const { name, released, hierarchy } = planned;
  const original = table.column(name) as Column;
  const after = release.column(name);
  const at = `${where}, ${name}: ${planned.why}`;
  if (released === 'withheld') return expect(after, at).toBeUndefined();
  if (after === undefined) return expect(['permuted', 'listed'], at).toContain(released);
  const own = new Set(original.texts);
  const texts = [...new Set(Array.from(after.codes, (code) => after.texts[code]))];
  if (released === 'exact' || released === 'permuted')
    expect(
      texts.filter((text) => !own.has(text) && !['*', '', 'other'].includes(text)),
      at,
    ).toEqual([]);
  if (released === 'masked')
    expect(
      texts.filter((text) => !own.has(text) && text !== '*'),
      at,
    ).toEqual([]);
  if (released !== 'generalized' || hierarchy === null) return;
  const spec = attributes[name] as { hierarchy?: Parameters<typeof buildHierarchy>[0] };
  const used = spec.hierarchy === undefined || spec.hierarchy.type === 'order' ? undefined : spec.hierarchy;
  const levels = buildHierarchy(used ?? { type: 'suppress' }, original).levels.flatMap(({ labels }) => labels);
  // A value that reads like a label of several stands in double quotes.
  const quoted = original.texts.map((text) => `"${text.replaceAll('"', '""')}"`);
  const known = new Set([...levels, ...original.texts, ...quoted, '*', '', 'other']);
  expect(
    texts.filter((text) => !known.has(text)),
    at,
  ).toEqual([]);
}
