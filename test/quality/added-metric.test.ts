import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { auditedMetrics } from '../../src/audit/metrics/list.js';
import type { AuditedMetric } from '../../src/audit/metrics/metric.js';
import { metricOfSizes } from '../../src/audit/metrics/metric.js';
import { describeNamed, listCatalogue } from '../../src/hosts/command/algorithms-command.js';
import { describeRun } from '../../src/hosts/command/format.js';
import { anonymize, auditRelease, compare, listAlgorithms, readCsv } from '../../src/index.js';
import type { Job, Warning } from '../../src/index.js';
import { metrics } from '../../src/quality/list.js';
import type { Metric } from '../../src/quality/metric.js';
import { defineMetric } from '../../src/quality/metric.js';
import { undocumented } from '../registry.js';

const sampleMetric = defineMetric({
  name: 'sampleMetric',
  source: 'nobody',
  definition: 'rows of the smallest released class',
  better: 'more',
  kind: 'sizes',
  measure: ({ sizes }) => sizes.reduce((least, size) => Math.min(least, size), Infinity),
});
const audited: AuditedMetric = metricOfSizes('sampleMetric', ({ sizes }) => [...sizes].sort((a, b) => a - b)[0]);

const list = metrics as unknown as Metric[];
const auditedList = auditedMetrics as unknown as AuditedMetric[];
beforeEach(() => void list.push(sampleMetric));
beforeEach(() => void auditedList.push(audited));
afterEach(() => void list.splice(list.indexOf(sampleMetric), 1));
afterEach(() => {
  while (auditedList.at(-1)?.name === 'sampleMetric') auditedList.pop();
});

const csv = `age,disease\n${Array.from({ length: 60 }, (_, i) => `${20 + (i % 7)},d${i % 3}`).join('\n')}`;
const job: Job = {
  attributes: { age: { role: 'quasi-identifier' }, disease: { role: 'sensitive' } },
  privacy: [{ model: 'k-anonymity', k: 5 }],
  algorithm: 'mondrian',
};
const codesOf = (all: readonly Warning[]) => all.map(({ code }) => code);
const asked = { sampleMetric: expect.any(Number) as number };

describe('a metric that one line adds to the list, and one to that of the audit', () => {
  it.each(['wasm', 'js'] as const)('is measured, audited, printed and compared: %s', async (engine) => {
    const table = await readCsv(csv);
    const { release, result, warnings, audit } = await anonymize(table, job, { engine });
    const [[smallest]] = audit.classSizes;
    expect(result.metrics).toMatchObject({ sampleMetric: smallest });
    expect(auditRelease(release, job, table).metrics).toMatchObject({ sampleMetric: smallest });
    expect(codesOf(warnings)).not.toContain('METRIC_NOT_AUDITED');
    expect(describeRun(result).join('\n')).toMatch(/^sampleMetric +\d+$/m);
    const pareto = ['sampleMetric', 'loss'];
    const { runs } = await compare(table, job, ['mondrian', 'datafly'], { engine, accuracy: false, pareto });
    expect(runs.map((run) => run.result?.metrics)).toEqual(runs.map(() => expect.objectContaining(asked)));
    // The coarser release has the larger smallest class, and more of it is better.
    expect(runs.map((run) => run.paretoOptimal)).toEqual([true, true]);
  });

  it('is measured where columns are permuted, and of dissociated lists', async () => {
    const permuted = await anonymize(await readCsv(csv), {
      ...job,
      privacy: [{ model: 'l-diversity', variant: 'distinct', l: 2, attribute: 'disease' }],
      algorithm: 'anatomy',
    });
    expect(permuted.result.metrics).toMatchObject({ ...asked, rowInformationLoss: null });
    const lists = await anonymize(await readCsv(`bought\n${'a b\nb c\n'.repeat(10)}`), {
      attributes: { bought: { role: 'sensitive', set: { delimiter: ' ' } } },
      privacy: [{ model: 'km-anonymity', k: 2, m: 1, attribute: 'bought' }],
      algorithm: 'dissociation',
    });
    expect(lists.result.metrics).toMatchObject({ ...asked, loss: null });
  });

  it('is listed, and is asked for in docs/metrics.md', () => {
    const catalogue = listAlgorithms();
    const { name, source, definition } = sampleMetric;
    expect(catalogue.metrics.at(-1)).toEqual({ name, source, definition, higherIsBetter: true });
    expect(listCatalogue(catalogue).join('\n')).toMatch(new RegExp(`^  sampleMetric +${definition}$`, 'm'));
    expect(describeNamed(catalogue, 'sampleMetric')).toContain(definition);
    expect(undocumented('metrics')).toEqual(['sampleMetric']);
  });

  it('is a warning where the audit does not know it, and an error where the audit finds another number', async () => {
    auditedList.pop();
    const { warnings } = await anonymize(await readCsv(csv), job);
    const message = 'the audit could not recompute sampleMetric';
    expect(warnings).toContainEqual({ code: 'METRIC_NOT_AUDITED', message });
    auditedList.push(metricOfSizes('sampleMetric', ({ sizes }) => sizes[0] + 1));
    await expect(anonymize(await readCsv(csv), job)).rejects.toMatchObject({ name: 'AuditError' });
  });
});
