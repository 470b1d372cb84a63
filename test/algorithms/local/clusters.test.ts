import { describe, expect, it } from 'vitest';
import { joinRest } from '../../../src/algorithms/clusters/k-member.js';
import { growGroups } from '../../../src/algorithms/clusters/member-task.js';
import { Pauses } from '../../../src/algorithms/pauses.js';
import { spansOf } from '../../../src/algorithms/local/spans.js';
import { createEngine } from '../../../src/engine/create-engine.js';
import { buildDomain } from '../../../src/hierarchy/build-domain.js';
import { anonymize, InvalidArgumentError, type CheckedJob } from '../../../src/index.js';
import { seededRandom } from '../../../src/base/random.js';
import { casesOf, long, seedRanges, sharedFolder } from '../../shared.js';
import { adultJob, drawPeople, ENGINES, peopleJob, readAdult } from './tables.js';
import { cellsOf } from '../../table-texts.js';
import { algorithmsIn } from '../../registry.js';

const engine = await createEngine({ engine: 'js' });
const still = new Pauses({});

describe('k-member', () => {
  it.each(seedRanges(casesOf(600, 25), 5))('takes at every step the row that raises the penalty least, as looking at all rows does: seeds $from to $to', async ({ from: first, to }) => {
    for (let seed = first; seed < to; seed++) {
      const random = seededRandom(seed);
      const rows = 5 + random.below(20);
      const table = drawPeople(random, rows);
      const { attributes } = peopleJob('k-member', []);
      const domains = ['age', 'job', 'grade'].map(
        (name) => buildDomain(table.column(name)!, attributes[name].hierarchy).domain,
      );
      const codes = domains.map(({ column, leafOf }) => Uint32Array.from(column.codes, (code) => leafOf[code]));
      const spans = spansOf(domains, 'ncp');
      const k = 2 + random.below(3);
      const costOf = (vectors: readonly number[]): number =>
        codes.reduce((sum, column, a) => {
          const own = vectors.map((v) => column[v]);
          return sum + spans[a].cost(Math.min(...own), Math.max(...own));
        }, 0);
      const expected: number[][] = [];
      const left = new Set(Array.from({ length: rows }, (_, v) => v));
      let first = 0;
      const pick = (score: (v: number) => number, takes = true): number => {
        let best = -1;
        let least = Infinity;
        for (const v of left) {
          if (score(v) < least) {
            least = score(v);
            best = v;
          }
        }
        if (takes) left.delete(best);
        return best;
      };
      while (left.size >= k) {
        const from = first;
        first = pick((v) => -costOf([from, v]), false);
        // The first row, and rows like it, are nearest to it themselves: the smallest number goes first.
        const group: number[] = [];
        while (group.length < k) group.push(pick((v) => costOf([first, ...group, v])));
        expected.push(group);
      }
      for (const v of left) {
        const increases = expected.map((group) => (group.length + 1) * costOf([...group, v]) - group.length * costOf(group));
        expected[increases.indexOf(Math.min(...increases))].push(v);
      }
      const all = { codes, counts: new Uint32Array(rows).fill(1) };
      const grown = await growGroups(engine, all, { costs: spans, k }, () => Promise.resolve());
      const groups = await joinRest(all, spans, k, grown, still);
      const sorted = (lists: readonly (readonly number[])[]): number[][] => lists.map((list) => [...list].sort((a, b) => a - b));
      const whole = expected.length * k === rows;
      if (whole) expect(sorted(groups.map(({ vectors }) => vectors))).toEqual(sorted(expected));
      else {
        // Ties of the rows left over may go either way: the groups without them agree.
        expect(groups.map(({ vectors }) => vectors.slice(0, k).sort((a, b) => a - b))).toEqual(
          sorted(expected.map((group) => group.slice(0, k))),
        );
      }
    }
  }); // prettier-ignore
});

describe('a clustering', () => {
  it.each(algorithmsIn('clusters'))(
    'gives the memory of its scans back, also where it is aborted (%s)',
    async (name) => {
      for (const isAborted of [false, true]) {
        const inner = await createEngine({ engine: 'js' });
        let open = 0;
        let made = 0;
        const watched = new Proxy(inner, {
          get: (own, key) => {
            const value: unknown = Reflect.get(own, key, own);
            if (typeof value !== 'function') return value;
            return (...given: unknown[]): unknown => {
              const result: unknown = Reflect.apply(value, own, given);
              if (key !== 'memberScan' && key !== 'pointScan' && key !== 'nearestMeans') return result;
              open++;
              made++;
              // The pause after the scan begins is due, so that the abort is seen while the scan is open.
              for (const until = performance.now() + 40; performance.now() < until;);
              const scan = result as { dispose(): void };
              const dispose = scan.dispose.bind(scan);
              scan.dispose = () => {
                open--;
                dispose();
              };
              return scan;
            };
          },
        });
        const abort = new AbortController();
        const onProgress = (): void => void (isAborted && made > 0 && abort.abort());
        const run = anonymize(drawPeople(seededRandom(1), 60), peopleJob(name, [{ model: 'k-anonymity', k: 3 }]), {
          engine: watched,
          signal: abort.signal,
          onProgress,
        });
        if (isAborted) await expect(run).rejects.toMatchObject({ name: 'AbortError' });
        else await run;
        expect(made).toBeGreaterThan(0);
        expect(open).toBe(0);
      }
    },
  );
});

const MODELS: readonly CheckedJob['privacy'][] = [
  [{ model: 'k-anonymity', k: 3 }],
  [
    { model: 'k-anonymity', k: 2 },
    { model: 'l-diversity', variant: 'distinct', l: 2, attribute: 'illness' },
  ],
  [{ model: 'l-diversity', variant: 'entropy', l: 1.8, attribute: 'illness' }],
];

describe.each(algorithmsIn('clusters').filter((name) => name !== 'mdav'))('%s', (name) => {
  it.each(seedRanges(casesOf(200, 9), 1))('releases what the audit confirms, the same in both engines; no class is below k: seeds $from to $to', async ({ from, to }) => {
    for (let seed = from; seed < to; seed++) {
      const table = drawPeople(seededRandom(seed), 20 + seed);
      const found = [];
      for (const engine of ENGINES) {
        const job = peopleJob(name, MODELS[seed % MODELS.length]);
        const { release, result, audit } = await anonymize(table, job, { engine });
        expect(audit.holds).toBe(true);
        expect(result).toMatchObject({ engine, released: 20 + seed, suppressed: 0, solution: { kind: 'groups' } });
        found.push(cellsOf(release));
      }
      expect(found[1]).toEqual(found[0]);
    }
  });

  it('refuses options it does not know', async () => {
    const job = peopleJob({ name, clusters: 3 }, MODELS[0]);
    await expect(anonymize(drawPeople(seededRandom(1), 20), job)).rejects.toThrow(InvalidArgumentError);
  });

  it.runIf(long && sharedFolder !== null)('takes all rows of Adult, k = 10, with every class of at least 10', async () => {
    for (const engine of long ? ENGINES : ([name === 'k-member' ? 'wasm' : 'js'] as const)) {
      const { result, audit } = await anonymize(await readAdult(), adultJob(name, 10), { engine });
      expect(audit.holds).toBe(true);
      expect(result.released).toBe(30_162);
      expect(result.privacy[0].achieved.k).toBeGreaterThanOrEqual(10);
      expect(result.metrics.discernibility).toBeLessThan(308_000);
      expect(result.metrics.ncp).toBeLessThan(name === 'k-member' ? 0.0593 : 0.095);
    }
  }, 120_000);
}); // prettier-ignore
