/** A time limit is kept where a single choice of cuts judges thousands of classes, one by one: those of persons. */
import { afterEach, describe, expect, it, vi } from 'vitest';
import { CellCodes } from '../../src/algorithms/local/cell-codes.js';
import { seededRandom } from '../../src/base/random.js';
import { anonymize, type Job, type Table, tableFromRows } from '../../src/index.js';
import { ENGINES } from '../engine/engines.js';
import { handClock } from '../slow-clock.js';

/** Visits on days that vary within persons. */
function drawVisits(persons: number, visits: number): Table {
  const random = seededRandom(35);
  const rows = Array.from({ length: visits }, (_, i) => ({
    patient: `p${i < persons ? i : random.below(persons)}`,
    day: random.below(300),
    ward: random.below(60),
    diagnosis: `d${random.below(6)}`,
  }));
  return tableFromRows(rows);
}

const JOB: Job = {
  attributes: {
    patient: { role: 'person' },
    day: { role: 'quasi-identifier' },
    ward: { role: 'quasi-identifier' },
    diagnosis: { role: 'sensitive' },
  },
  privacy: [
    { model: 'k-anonymity', k: 3 },
    { model: 't-closeness', attribute: 'diagnosis', t: 0.4, distance: 'equal' },
  ],
  algorithm: 'k-optimize',
  suppression: { maxFraction: 0.1 },
};

afterEach(() => void vi.restoreAllMocks());

describe.each(ENGINES)('k-optimize by persons in %s', (engine) => {
  /** Runs on a clock on which a class that is judged one by one takes 1 ms. */
  const run = async (
    visits: Table,
    timeLimit: number,
  ): Promise<{ readonly judged: number; readonly nodes: number | undefined }> => {
    const work = handClock();
    let judged = 0;
    const holds = Reflect.get(CellCodes.prototype, 'holds') as CellCodes['holds'];
    vi.spyOn(CellCodes.prototype, 'holds').mockImplementation(function (this: CellCodes, ...call) {
      judged++;
      work(1);
      return holds.apply(this, call);
    });
    const { result, audit } = await anonymize(visits, JOB, { engine, timeLimit });
    expect(audit.holds).toBe(true);
    expect(result.warnings.map(({ code }) => code)).toContain('STOPPED_EARLY');
    return { judged, nodes: result.search!.nodes };
  };

  it('ends soon after its time limit, counted in classes that are judged', async () => {
    const { judged, nodes } = await run(drawVisits(200, 500), 1);
    // A single choice of cuts of this table judges thousands.
    expect(judged).toBeGreaterThan(1000);
    expect(judged).toBeLessThan(2000);
    expect(nodes).toBeGreaterThan(0);
  });

  it('climbs alone where its search would take up more than the time allows', async () => {
    const { judged, nodes } = await run(drawVisits(4000, 6000), 0.1);
    expect(judged).toBeLessThan(1000);
    expect(nodes).toBe(0);
  });
});
