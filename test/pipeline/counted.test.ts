import { describe, expect, it } from 'vitest';
import { anonymize, auditRelease, csvChunks, readCsv, readCsvCounted, readForJob } from '../../src/index.js';
import type { AuditReport, Job } from '../../src/index.js';
import { seededRandom } from '../../src/base/random.js';
import { drawRows } from '../../src/table/draw-rows.js';
import { casesOf, long } from '../shared.js';
import { csvLinesOf } from '../table-texts.js';

const tree = { type: 'tree', tree: { '*': { AB: ['a', 'b'], CD: ['c', 'd'] } } } as const;

function drawText(seed: number, rows: number): string {
  const random = seededRandom(seed);
  const lines = ['n,s,sick,label,note'];
  for (let row = 0; row < rows; row++) {
    const n = random.below(20) === 0 ? '' : random.below(12);
    lines.push([n, 'abcd'[random.below(4)], random.below(4), 'xy'[random.below(2)], random.below(3)].join(','));
  }
  return `${lines.join('\n')}\n`;
}

function drawJob(seed: number): Job {
  const random = seededRandom(seed + 1e6);
  const algorithms: Job['algorithm'][] = ['mondrian', 'k-optimize', 'two-phase-hill-climbing', 'greedy-hill-climbing'];
  const algorithm = algorithms[random.below(algorithms.length)];
  const privacy: Job['privacy'][number][] = [{ model: 'k-anonymity', k: 2 + random.below(4) }];
  if (algorithm === 'mondrian') {
    const more: Job['privacy'][number][] = [
      { model: 'l-diversity', variant: 'distinct', l: 2, attribute: 'sick' },
      { model: 't-closeness', t: 0.6, distance: 'ordered', attribute: 'sick' },
      { model: 'l-diversity', variant: 'recursive', l: 2, c: 3, attribute: 'label' },
    ];
    const chosen = random.below(4);
    if (chosen < 3) privacy.push(more[chosen]);
  }
  return {
    input: { onMissing: random.below(3) === 0 ? 'drop' : 'keep' },
    attributes: {
      n: { role: 'quasi-identifier' },
      s: { role: 'quasi-identifier', hierarchy: tree },
      sick: { role: 'sensitive', type: 'integer' },
      label: { role: 'class' },
      ...(random.below(2) === 0 ? { note: { role: 'insensitive' as const } } : {}),
    },
    privacy,
    algorithm,
    suppression: random.below(2) === 0 ? { maxRows: 5 } : undefined,
    output: random.below(2) === 0 ? { suppressed: 'star' } : undefined,
  };
}

/** Sums over rows in another order differ in their last digits; where they cancel, in a part of 2^52 of what they sum. */
const rounded = (report: AuditReport): unknown =>
  JSON.parse(
    JSON.stringify(report, (_, value: unknown) =>
      typeof value === 'number' ? (Math.abs(value) < 1e-15 ? 0 : value).toPrecision(12) : value,
    ),
  );

async function attempt<T>(work: () => Promise<T>): Promise<T | string> {
  try {
    return await work();
  } catch (error) {
    return (error as Error).message;
  }
}

describe('a counted table', () => {
  const tables = casesOf(2_000, 14);
  it(`is anonymized to the same rows, metrics and solution as its rows (${tables} tables)`, async () => {
    let released = 0;
    for (let seed = 1; seed <= tables; seed++) {
      const text = drawText(seed, 20 + (seed % 60));
      const asked = drawJob(seed);
      const engine = seed % 2 === 0 ? 'js' : 'wasm';
      const byRows = await attempt(async () => {
        const { table, job } = await readForJob(text, asked);
        return await anonymize(table, job, { engine });
      });
      const byCounts = await attempt(async () => {
        const { table, job } = await readForJob(text, asked, { counted: {} });
        return await anonymize(table, job, { engine });
      });
      if (typeof byRows === 'string' || typeof byCounts === 'string') {
        expect(byCounts, `seed ${seed}`).toBe(byRows);
        continue;
      }
      released++;
      const known = (result: typeof byRows.result) => ({
        ...result,
        seconds: null,
        search: { ...result.search, bestSeconds: null, trace: null },
      });
      expect(known(byCounts.result), `seed ${seed}`).toEqual(known(byRows.result));
      expect(rounded(byCounts.audit)).toEqual(rounded(byRows.audit));
      const [header, ...rows] = csvLinesOf(byCounts.release);
      const [expectedHeader, ...expectedRows] = csvLinesOf(byRows.release);
      expect(header).toBe(expectedHeader);
      expect(rows.sort()).toEqual(expectedRows.sort());
    }
    expect(released).toBeGreaterThan(tables / 2);
  });

  it('reports its plan before the release is measured', async () => {
    const asked = { ...drawJob(0), algorithm: 'mondrian', privacy: [{ model: 'k-anonymity', k: 2 }] } as Job;
    const { table, job } = await readForJob(drawText(1, 60), asked, { counted: {} });
    const told: unknown[] = [];
    const { plan } = await anonymize(table, job, {
      onPlan: async (found) => {
        await Promise.resolve();
        told.push('plan', found);
      },
      onProgress: ({ phase, share }) => {
        if (phase === 'release' && share === 0) told.push(phase);
      },
    });
    expect(told).toEqual(['plan', plan, 'release']);
  });

  it('of a release is audited like its rows, with a counted original or none', async () => {
    for (let seed = 1; seed <= (long ? 30 : 6); seed++) {
      const text = drawText(seed, 40);
      const asked = drawJob(seed);
      const { table, job } = await readForJob(text, asked);
      const done = await attempt(async () => anonymize(table, job));
      if (typeof done === 'string') continue;
      const released = Buffer.concat([...csvChunks(done.release)]);
      if (done.release.rows === 0) continue;
      const types = { n: 'string', s: 'string', sick: 'integer' } as const;
      const read = { types, delimiter: ',' };
      const { table: original } = await readForJob(text, asked, { counted: {} });
      const byRows = await readCsv(released, read);
      const byCounts = await readCsvCounted(released, read);
      expect(rounded(auditRelease(byCounts, job))).toEqual(rounded(auditRelease(byRows, job)));
      expect(rounded(auditRelease(byCounts, job, original))).toEqual(rounded(auditRelease(byRows, job, table)));
    }
  });
});

describe('the order of the rows of a counted table', () => {
  it('is every order with the same chance, whatever the size of the blocks', () => {
    const weights = Uint32Array.of(2, 1, 0, 1);
    const draws = 24_000;
    for (const blockRows of [1, 2, 3, 4]) {
      const random = seededRandom(blockRows);
      const times = new Map<string, number>();
      for (let i = 0; i < draws; i++) {
        const order = [...drawRows(weights, random, blockRows)].flatMap((block) => [...block]).join('');
        times.set(order, (times.get(order) ?? 0) + 1);
      }
      expect(times.size).toBe(12);
      let chiSquare = 0;
      for (const count of times.values()) chiSquare += (count - draws / 12) ** 2 / (draws / 12);
      // 11 degrees of freedom: 31.3 is passed once in a thousand times.
      expect(chiSquare).toBeLessThan(31.3);
    }
  });

  it('holds every row as often as it was counted', () => {
    const weights = Uint32Array.from({ length: 1000 }, (_, i) => (i * 7919) % 100);
    const counts = new Uint32Array(1000);
    for (const block of drawRows(weights, seededRandom(1), 500)) {
      expect(block.length).toBeLessThanOrEqual(500);
      for (const entry of block) counts[entry]++;
    }
    expect(counts).toEqual(weights);
  });
});
