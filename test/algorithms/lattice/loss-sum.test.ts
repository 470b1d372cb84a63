import type { ResolvedJob } from '../../../src/pipeline/resolve-job.js';
import { resolveJob } from '../../../src/pipeline/resolve-job.js';
import { beforeAll, describe, expect, it } from 'vitest';
import { samaratiJob } from '../../../bench/comparison-huang.js';
import { recodeByLevels } from '../../../src/algorithms/lattice/recode-by-levels.js';
import { audit } from '../../../src/audit/audit.js';
import type { Engine } from '../../../src/engine/engine.js';
import { anonymize } from '../../../src/index.js';
import { resolveRoles } from '../../../src/job/roles.js';
import { measureLossSum } from '../../../src/quality/loss-sum.js';
import { buildTableInSteps } from '../../../src/release/build-table.js';
import { assignEntries, countPieces } from '../../../src/release/pieces.js';
import { orderRows } from '../../../src/release/row-order.js';
import { showClassesInSteps } from '../../../src/release/shown-classes.js';
import { seededRandom } from '../../../src/base/random.js';
import { auditSpecOf } from '../../../src/pipeline/audit-spec.js';
import { planRun } from '../../../src/pipeline/plan-run.js';
import { buildDomains, countValues, prepare } from '../../../src/pipeline/prepare.js';
import { runToCompletion } from '../../../src/base/steps.js';
import type { Table } from '../../../src/table/table.js';
import { rowsPerEntry } from '../../../src/table/table.js';
import { allEngines } from '../../engine/engines.js';
import { sharedFolder, inTurn } from '../../shared.js';
import { readAdultTable } from './adult-problems.js';

let table: Table;
beforeAll(async () => {
  if (sharedFolder === null) return;
  table = await readAdultTable();
});
const engines = await allEngines();

const huangJob = (k: number, maxRows: number): ResolvedJob => resolveJob(samaratiJob(k, maxRows));

/** Generalizes Adult by a level vector, whatever a search would choose, measures it and audits the rows. */
function release(engine: Engine, levels: readonly number[], k: number) {
  const job = huangJob(k, 30);
  const plan = planRun(job, table.columns);
  const roles = resolveRoles(plan, table);
  const { domains } = runToCompletion(buildDomains(roles, plan));
  const prepared = runToCompletion(prepare({ table, roles, domains }, { ...job, plan }, engine));
  try {
    const { recoding, suppressed } = recodeByLevels(prepared.problem, engine, levels);
    const seen = runToCompletion(showClassesInSteps(recoding, domains, prepared.set, engine));
    const pieces = assignEntries(prepared.vectorOf(), rowsPerEntry(table), prepared.set.length, recoding.parts);
    const attributes = seen.attributes.map((attribute) => {
      const { size, column, leafOf } = attribute.domain;
      const leafCounts = new Float64Array(size);
      countValues(column).forEach((rows, code) => (leafCounts[leafOf[code]] += rows));
      return { ...attribute, leafCounts };
    });
    const measured = measureLossSum({
      rows: table.rows,
      ...countPieces(pieces, recoding.classes),
      attributes,
      vectors: { codes: [], counts: new Uint32Array(0) },
      labels: null,
      sensitive: null,
      weights: null,
      k,
      levels,
    });
    const order = runToCompletion(orderRows(pieces.classId, job.output, seededRandom(1)));
    const quasi = new Map(seen.attributes.map((attribute) => [attribute.domain.attribute, attribute]));
    const released = runToCompletion(buildTableInSteps(roles.released, quasi, pieces, order));
    // Audits as from a file: without the level vector and the number of suppressed rows.
    const report = audit(released, auditSpecOf(job, { original: table }), table);
    return { suppressed, measured, audited: report.metrics.lossSum };
  } finally {
    prepared.dispose();
  }
}

describe.skipIf(sharedFolder === null)(
  'the loss metric of Huang, tables 1, 3 and 4, on the complete rows of Adult',
  () => {
    it.each(
      inTurn(
        [
          ['(0,1,2,1)', [0, 1, 2, 1], 5, 0, 2.0625],
          ['(1,1,1,1)', [1, 1, 1, 1], 5, 10, 2.17675],
          ['(0,1,1,2)', [0, 1, 1, 2], 5, 15, 1.23991],
          ['(0,1,1,3)', [0, 1, 1, 3], 10, 19, 1.36544],
        ] as const,
        4,
      ),
    )('of %s %j at k = %i, %i rows suppressed, is %d', (_, levels, k, suppressedRows, loss) => {
      for (const engine of engines) {
        const { suppressed, measured, audited } = release(engine, levels, k);
        expect(suppressed).toBe(suppressedRows);
        expect(measured).toBeCloseTo(loss, 5);
        expect(audited).toBeCloseTo(measured, 12);
      }
    });

    it('is lossSum of the result: 2.0625 for k = 10 and MaxSup = 20', async () => {
      const { result, audit: report } = await anonymize(table, samaratiJob(10, 20));
      expect(result.solution.levels).toEqual({ sex: 0, race: 1, 'marital-status': 2, age: 1 });
      expect(result.metrics.lossSum).toBeCloseTo(2.0625, 12);
      expect(report.metrics.lossSum).toBeCloseTo(2.0625, 12);
    });
  },
);
