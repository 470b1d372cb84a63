import { describe, expect, it } from 'vitest';
import type { Job } from '../../src/index.js';
import { anonymize, listAlgorithms, tableFromRows } from '../../src/index.js';
import { KohortError } from '../../src/base/errors.js';
import { reportJson } from '../../src/report/report-json.js';
import { publishAudit, publishResult } from '../../src/pipeline/publish-figures.js';
import { columnOf } from '../table-texts.js';
import { inTurn } from '../shared.js';

const jobOf = (algorithm: Job['algorithm']): Job => ({
  attributes: { age: 'quasi-identifier', sex: 'quasi-identifier' },
  privacy: [{ model: 'k-anonymity', k: 4 }],
  algorithm,
  output: { order: 'input' },
});

/** The release of a table of people with these ages, and the figures beside it. */
async function releaseOf(ages: readonly number[], algorithm: Job['algorithm']) {
  const table = tableFromRows(ages.map((age, row) => ({ age, sex: 'fm'[row % 2] })));
  const { release, result, audit } = await anonymize(table, jobOf(algorithm), { engine: 'js' });
  const { loss, lossGeometric, lossSum, ncp } = result.metrics;
  const { metrics, search, solution, warnings } = publishResult(result, audit);
  // The queries are drawn from the input itself.
  const { queryError: _, queryErrorMedian: __, ...figures } = metrics;
  const columns = Object.values(publishAudit(audit).columns).map((column) => column.loss);
  return {
    shown: JSON.stringify(['age', 'sex'].map((name) => columnOf(release, name))),
    exact: JSON.stringify([loss, lossGeometric, lossSum, ncp]),
    published: JSON.stringify([figures, columns, { ...search, bestSeconds: 0 }, solution, warnings], (_key, value: unknown) => typeof value === 'bigint' ? `${value}` : value), // prettier-ignore
  };
}

describe('the tables that a release may come from', () => {
  const middle = [20, 21, 22, 23, 24, 25, 26, 27, 40, 41, 42, 43, 44, 45, 46, 47];

  it.each(inTurn(['mondrian', { name: 'k-optimize', metric: 'loss' }], 2))(
    'are as many with the published figures as without, and fewer with exact ones: %j',
    async (algorithm) => {
      const asked = await releaseOf([...middle, 17, 62], algorithm);
      let possible = 0;
      let withPublished = 0;
      let withExact = 0;
      // The attacker knows all rows but the youngest and the oldest.
      for (let youngest = 14; youngest < 20; youngest++) {
        for (let oldest = 56; oldest < 72; oldest += 2) {
          const other = await releaseOf([...middle, youngest, oldest], algorithm);
          if (other.shown !== asked.shown) continue;
          possible++;
          if (other.published === asked.published) withPublished++;
          if (other.exact === asked.exact) withExact++;
        }
      }
      expect(possible).toBeGreaterThanOrEqual(12);
      expect(withPublished).toBe(possible);
      expect(withExact).toBeLessThan(possible / 2);
    },
  );
});

/** Parts of results that a reader of the release counts, or that say nothing of values. */
const counted =
  /[sS]econds|averageClassSize|\.risk\b|risks|buckets|homogeneity|achieved|largestShare|originalSizes|share\b|Share|required/;

/** Places of numbers with more than three significant digits that are no whole ones. */
function longNumbers(value: unknown, path = ''): string[] {
  if (typeof value === 'number') {
    const isLong = !Number.isInteger(value) && Number(value.toPrecision(3)) !== value;
    return isLong && !counted.test(path) ? [`${path} ${value}`] : [];
  }
  if (typeof value === 'string') return /\d\.\d{4,}/.test(value) && !counted.test(path) ? [`${path} ${value}`] : [];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, each]) => longNumbers(each, `${path}.${key}`));
}

describe('the results and reports of every algorithm', () => {
  it('hold no number of more than three digits that is no count, in default output', async () => {
    const rows = Array.from({ length: 40 }, (_, i) => ({
      age: 20 + ((i * 7) % 31),
      sex: 'fm'[i % 2],
      town: `t${i % 3}`,
      s: `s${i % 5}`,
    }));
    const table = tableFromRows(rows);
    const metrics = listAlgorithms().metrics;
    let released = 0;
    for (const { name, options } of listAlgorithms().algorithms) {
      const wanted = 'metric' in options ? [{ name, metric: 'loss' }, { name }] : [{ name }];
      for (const algorithm of wanted) {
        const job: Job = {
          attributes: {
            age: { role: 'quasi-identifier', hierarchy: { type: 'intervals', widths: [5, 10, 20] } },
            sex: { role: 'quasi-identifier', hierarchy: { type: 'suppress' } },
            town: 'quasi-identifier',
            s: 'sensitive',
          },
          privacy: [
            { model: 'k-anonymity', k: 3 },
            { model: 'l-diversity', variant: 'distinct', l: 2, attribute: 's' },
          ],
          algorithm,
          suppression: { maxRows: 3 },
        };
        try {
          const done = await anonymize(table, job, { engine: 'js', seed: 1, timeLimit: 5 });
          const [result, audit] = [publishResult(done.result, done.audit), publishAudit(done.audit)];
          const facts = { job, result, audit, input: 'a', output: 'b', seed: null, metrics, release: done.release };
          const { recoding: _, ...plain } = result;
          const { metrics: figures, ...report } = JSON.parse(reportJson(facts)) as { metrics: { name: string; value: unknown }[] }; // prettier-ignore
          const named = Object.fromEntries(figures.map((each) => [each.name, each.value]));
          expect([name, longNumbers({ plain, audit, report, named })]).toEqual([name, []]); // prettier-ignore
          released++;
        } catch (error) {
          // Not every algorithm takes these models.
          if (!(error instanceof KohortError)) throw error;
        }
      }
    }
    expect(released).toBeGreaterThan(20);
  });
});
