import { describe, expect, it } from 'vitest';
import { recodeByLevels } from '../../../src/algorithms/lattice/recode-by-levels.js';
import { audit } from '../../../src/audit/audit.js';
import type { Engine } from '../../../src/engine/engine.js';
import { tableFromRows } from '../../../src/index.js';
import type { Job } from '../../../src/job/job.js';
import { resolveJob } from '../../../src/pipeline/resolve-job.js';
import { resolveRoles } from '../../../src/job/roles.js';
import { measureQuality } from '../../../src/quality/metrics.js';
import { runToCompletion } from '../../../src/base/steps.js';
import { buildTableInSteps } from '../../../src/release/build-table.js';
import { assignEntries, countPieces } from '../../../src/release/pieces.js';
import { rowsPerEntry } from '../../../src/table/table.js';
import { orderRows } from '../../../src/release/row-order.js';
import { showClassesInSteps } from '../../../src/release/shown-classes.js';
import { seededRandom } from '../../../src/base/random.js';
import { auditSpecOf } from '../../../src/pipeline/audit-spec.js';
import { planRun } from '../../../src/pipeline/plan-run.js';
import { buildDomains, prepare } from '../../../src/pipeline/prepare.js';
import { allEngines } from '../../engine/engines.js';
import { columnOf } from '../../table-texts.js';

/** "c" keeps its label on three levels, "b" on two; level 2 and 3 of `place` are alike throughout. */
const places = [
  ['a1', 'a', 'north', 'north', '*'],
  ['a2', 'a', 'north', 'north', '*'],
  ['b', 'b', 'north', 'north', '*'],
  ['c', 'c', 'c', 'c', '*'],
];

const job = resolveJob({
  attributes: {
    place: { role: 'quasi-identifier', hierarchy: { type: 'levels', rows: places } },
    age: { role: 'quasi-identifier', type: 'integer', hierarchy: { type: 'intervals', origin: 0, widths: [10, 20] } },
    disease: { role: 'sensitive' },
  },
  privacy: [
    { model: 'k-anonymity', k: 2 },
    { model: 'l-diversity', variant: 'distinct', l: 2, attribute: 'disease' },
  ],
  algorithm: 'mondrian',
  suppression: 'unlimited',
  output: { order: 'input' },
} as Job);

const rows = [
  { place: 'a1', age: 3, disease: 'x' },
  { place: 'a2', age: 5, disease: 'y' },
  { place: 'a2', age: 14, disease: 'x' },
  { place: 'b', age: 15, disease: 'x' },
  { place: 'c', age: 31, disease: 'x' },
  { place: 'c', age: 38, disease: 'y' },
  { place: 'c', age: 21, disease: 'y' },
];

const engines = await allEngines();

function release(engine: Engine, levels: readonly number[]) {
  const table = tableFromRows(rows);
  const plan = planRun(job, table.columns);
  const roles = resolveRoles(plan, table);
  const { domains } = runToCompletion(buildDomains(roles, plan));
  const prepared = runToCompletion(prepare({ table, roles, domains }, { ...job, plan }, engine));
  try {
    const { recoding, suppressed } = recodeByLevels(prepared.problem, engine, levels);
    const seen = runToCompletion(showClassesInSteps(recoding, domains, prepared.set, engine));
    const pieces = assignEntries(prepared.vectorOf(), rowsPerEntry(table), prepared.set.length, recoding.parts);
    const counted = countPieces(pieces, recoding.classes);
    const steps = measureQuality({
      rows: table.rows,
      ...counted,
      attributes: seen.attributes.map((attribute) => ({
        ...attribute,
        leafCounts: new Float64Array(attribute.domain.size).fill(1),
      })),
      vectors: { codes: domains.map(() => new Uint8Array(0)), counts: new Uint32Array(0) },
      labels: null,
      sensitive: null,
      weights: null,
      k: 2,
      levels: recoding.levels ?? null,
    });
    const order = runToCompletion(orderRows(pieces.classId, job.output, seededRandom(1)));
    const quasi = new Map(seen.attributes.map((attribute) => [attribute.domain.attribute, attribute]));
    const released = runToCompletion(buildTableInSteps(roles.released, quasi, pieces, order));
    const spec = (claim: readonly number[]) =>
      auditSpecOf(job, { original: table, suppressedRows: suppressed, levels: claim });
    return {
      recoding,
      suppressed,
      metrics: runToCompletion(steps),
      released,
      judge: (claim: readonly number[]) => audit(released, spec(claim), table),
    };
  } finally {
    prepared.dispose();
  }
}

describe('a recoding by levels', () => {
  it('is the same in every engine, one class per vector of nodes, classes that fail a model suppressed', () => {
    for (const engine of engines) {
      const { recoding, suppressed, released } = release(engine, [1, 1]);
      expect(recoding.kind).toBe('levels');
      // {a, [0-9]}: x y; {a, [10-19]}: x; {b, [10-19]}: x; {c, [30-39]}: x y; {c, [20-29]}: y
      expect([recoding.classes, suppressed]).toEqual([2, 3]);
      expect(columnOf(released, 'place')).toEqual(['a', 'a', 'c', 'c']);
      expect(columnOf(released, 'age')).toEqual(['[0-9]', '[0-9]', '[30-39]', '[30-39]']);
    }
  });

  it('suppresses a class of two rows with one sensitive value, since all models must hold', () => {
    const { recoding, suppressed } = release(engines[0], [2, 1]);
    // {north, [10-19]}: x x
    expect([recoding.classes, suppressed]).toEqual([2, 3]);
  });

  it('counts the level that was applied, not the lowest one with the same leaves', () => {
    for (const place of [0, 1, 2, 3, 4]) {
      const { metrics, judge, suppressed } = release(engines[1], [place, 3]);
      const audited = judge([place, 3]);
      expect(audited.problems).toEqual([]);
      expect(metrics.height).toBe(place + 3);
      expect(metrics.precision).toBeCloseTo(1 - (((7 - suppressed) * (place / 4) + suppressed) / 7 + 1) / 2, 12);
      expect(audited.metrics.height).toBe(metrics.height);
      expect(audited.metrics.precision).toBeCloseTo(metrics.precision!, 12);
      expect(audited.metrics.loss).toBeCloseTo(metrics.loss!, 12);
    }
  });

  it('is refused by the audit when the values do not stand on the levels that are claimed', () => {
    const { judge } = release(engines[0], [1, 3]);
    expect(judge([1, 3]).problems).toEqual([]);
    expect(judge([2, 3]).problems).toEqual(['column "place": 1 label does not stand on level 2, which was claimed']);
    expect(judge([4, 3]).problems).toHaveLength(1);
  });
});
