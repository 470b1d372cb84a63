import { describe, expect, it } from 'vitest';
import { seededRandom } from '../../src/base/random.js';
import { runToCompletion } from '../../src/base/steps.js';
import { createJsEngine } from '../../src/engine/js/js-engine.js';
import { AuditError, tableFromRows, type Job, type Table } from '../../src/index.js';
import type { Plan } from '../../src/job/plan.js';
import { auditSpecOf } from '../../src/pipeline/audit-spec.js';
import { confirmClaims } from '../../src/pipeline/confirm.js';
import { checkTableRun, joinerOf } from '../../src/pipeline/execute.js';
import { planRun } from '../../src/pipeline/plan-run.js';
import { resolveJob } from '../../src/pipeline/resolve-job.js';
import { runProgressOf } from '../../src/pipeline/run-progress.js';

/** A run whose steps take a changed plan, while the audit reads the job. */
async function release(job: Job, change: (plan: Plan) => Plan): Promise<Table> {
  const resolved = resolveJob(job);
  const plan = change(planRun(resolved, visits.columns));
  const { algorithm } = resolved;
  const run = runToCompletion(checkTableRun(visits, { plan, algorithm }, {}, await joinerOf(plan)));
  const progress = runProgressOf({});
  const done = await run.execute(createJsEngine(), {
    ...{ plan, algorithm, progress, options: {}, startThread: null },
    auditSpec: (facts) => auditSpecOf(resolved, facts),
    random: seededRandom(1),
    spareThreads: () => 1,
    onEngineIdle: () => undefined,
  });
  const { suppressed, classes, privacy, metrics, persons } = done;
  const report = await done.audit.finish(progress);
  const counts = { rows: visits.rows, released: visits.rows - suppressed, suppressed, classes };
  const ofPersons = { persons: run.persons, personsReleased: persons?.released };
  confirmClaims({ ...counts, ...ofPersons, privacy, metrics: { ...metrics } }, report);
  return done.release;
}

/** Forty persons with three rows each, of whom one lives in a city of their own. */
const visits = tableFromRows(
  Array.from({ length: 120 }, (_, i) => {
    const person = Math.floor(i / 3);
    return {
      person: `P-${person}`,
      age: 20 + (person % 20),
      city: person === 7 ? 'Chur' : ['Bern', 'Basel', 'Genf', 'Zug'][person % 4],
      diagnosis: ['flu', 'gout', 'asthma', 'ulcer'][(person + (i % 2)) % 4],
    };
  }),
);

const job: Job = {
  attributes: {
    person: 'person',
    age: { role: 'quasi-identifier', hierarchy: { type: 'intervals', origin: 0, widths: [5, 10, 50] } },
    city: 'quasi-identifier',
    diagnosis: 'sensitive',
  },
  privacy: [
    { model: 'k-anonymity', k: 6 },
    { model: 'l-diversity', variant: 'distinct', l: 2, attribute: 'diagnosis' },
  ],
  algorithm: 'mondrian',
};
const byRows: Job = { ...job, attributes: { ...job.attributes, person: 'drop' } };

const withColumn = (plan: Plan, name: string, changed: Partial<Plan['columns'][number]>): Plan => ({
  ...plan,
  columns: plan.columns.map((column) => (column.name === name ? { ...column, ...changed } : column)),
});

describe('a plan that is not what the job says', () => {
  const wrong: readonly (readonly [string, Job, (plan: Plan) => Plan])[] = [
    [
      'the unit',
      job,
      (plan) => ({
        ...withColumn(plan, 'person', { role: 'drop' }),
        unit: { name: 'row', isAsserted: false },
      }),
    ],
    ['k', job, (plan) => ({ ...plan, k: 2, privacy: [{ model: 'k-anonymity', k: 2 }, ...plan.privacy.slice(1)] })],
    ['the people to hide among', byRows, (plan) => ({ ...plan, people: 1, fewest: 1 })],
    ['the models', byRows, (plan) => ({ ...plan, privacy: plan.privacy.slice(0, 1), asked: 1 })],
    [
      'a domain',
      { ...byRows, attributes: { ...byRows.attributes, city: 'drop' }, privacy: [{ model: 'k-anonymity', k: 13 }] },
      (plan) => withColumn(plan, 'age', { hierarchy: { type: 'intervals', origin: 3, widths: [7] } }),
    ],
    ['the role of a column', byRows, (plan) => withColumn(plan, 'person', { role: 'insensitive' })],
    [
      'suppression',
      { ...byRows, privacy: [{ model: 'k-anonymity', k: 7 }], algorithm: 'datafly', suppression: { maxRows: 0 } },
      (plan) => ({ ...plan, suppression: 'unlimited' }),
    ],
  ];

  it.each(wrong)('fails the audit: %s', async (_, asked, changed) => {
    await expect(release(asked, (plan) => plan)).resolves.toBeDefined();
    await expect(release(asked, changed)).rejects.toThrow(AuditError);
  });

  it('is plain data: a copy by JSON makes the same release', async () => {
    const copied = await release(job, (plan) => JSON.parse(JSON.stringify(plan)) as Plan);
    expect(copied.toRows()).toEqual((await release(job, (plan) => plan)).toRows());
  });
});
