import { afterEach, describe, expect, it, vi } from 'vitest';
import { anonymize, tableFromRows, type Job } from '../../src/index.js';
import { halvedCuts } from '../../src/k-optimize/halved-cuts.js';
import { SearchClock } from '../../src/algorithms/search-clock.js';
import { seededRandom } from '../../src/base/random.js';
import { costOf, drawCutCase, leastOfHalving } from '../engine/cut-oracle.js';
import { allEngines } from '../engine/engines.js';
import { generator } from '../engine/random.js';
import { casesOf } from '../shared.js';
import { slowClock } from '../slow-clock.js';

const engines = await allEngines();

afterEach(() => void vi.restoreAllMocks());

describe('cuts in the middle', () => {
  it('are those of a plain search, in every engine', async () => {
    const random = generator(36);
    let parted = 0;
    for (let i = 0; i < casesOf(2000, 100); i++) {
      const drawn = drawCutCase(random, { attributes: 5, size: 12, vectors: 120 });
      const engine = engines[i % engines.length];
      const columns = drawn.sizes.map((size, a) => ({ codes: Uint32Array.from(drawn.vectors, (v) => v[a]), size }));
      const set = engine.frequencySetOf(columns, drawn.counts);
      const evaluator = engine.cutEvaluator(set, drawn.problem);
      const found = await halvedCuts(evaluator, drawn.problem, set, new SearchClock({}));
      evaluator.dispose();
      set.dispose();
      expect(found?.cost ?? Infinity).toBe(leastOfHalving(drawn, 'nearest'));
      if (found === null) continue;
      expect(costOf(drawn, found.cuts)).toEqual({ cost: found.cost, suppressed: found.suppressed });
      found.cuts.forEach((list, a) => list.forEach((cut) => expect(drawn.problem.allowed[a][cut]).toBe(1)));
      if (found.cuts.some(({ length }) => length > 0)) parted++;
    }
    expect(parted).toBeGreaterThan(20);
  });
});

describe('k-optimize, ended before it searched anything', () => {
  const random = seededRandom(5);
  const people = tableFromRows(
    Array.from({ length: 600 }, () => ({ age: 20 + random.below(60), hours: random.below(50), sex: random.below(2) })),
  );
  const known = { role: 'quasi-identifier', type: 'integer' } as const;
  const attributes = { age: known, hours: known, sex: known };
  const ends = { timeLimit: 1e-6, seed: 1 };

  it.each(['loss', 'ncp'] as const)('has cuts in the middle under %s, in every engine', async (metric) => {
    slowClock();
    const job: Job = {
      attributes,
      privacy: [{ model: 'k-anonymity', k: 10 }],
      algorithm: { name: 'k-optimize', metric },
      suppression: { maxRows: 0 },
    };
    for (const engine of ['js', 'wasm'] as const) {
      const { result, audit } = await anonymize(people, job, { ...ends, engine });
      expect(audit.holds).toBe(true);
      expect(result.warnings.map(({ code }) => code)).toContain('STOPPED_EARLY');
      // Nothing released at all costs 1, the widest attribute halved 5 / 6.
      expect(result.search!.cost).toBeLessThan(5 / 6);
    }
  });
});
