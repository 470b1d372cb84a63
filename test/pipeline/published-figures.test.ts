import { describe, expect, it } from 'vitest';
import type { Job } from '../../src/index.js';
import { anonymize, tableFromRows } from '../../src/index.js';
import { notProven } from '../../src/algorithms/cuts/cut-search.js';
import { warnEndedEarly } from '../../src/pipeline/ended-early.js';
import { publishAudit, publishResult } from '../../src/pipeline/publish-figures.js';
import { seededRandom } from '../../src/base/random.js';

const known = { role: 'quasi-identifier' } as const;

async function publish(rows: Record<string, unknown>[], job: Job) {
  const { result, audit, release } = await anonymize(tableFromRows(rows), job, { engine: 'js' });
  return { published: publishResult(result, audit), columns: publishAudit(audit).columns, release, result };
}

const job = (algorithm: Job['algorithm'], attributes: Job['attributes']): Job => ({
  attributes,
  privacy: [{ model: 'k-anonymity', k: 4 }],
  algorithm,
  output: { order: 'input' },
});

describe('the figures that default output prints', () => {
  it('are measured on labels: an open end reaches as far as the bounds lie apart, and `other` counts as one more value', async () => {
    const ages = [17, 17, 17, 17, 18, 18, 18, 18, 18, 19, 19, 19, 19, 19, 19, 23, 24, 24, 26, 27, 27, 61];
    const { published, release, columns } = await publish(ages.map((age) => ({ age })), job('mondrian', { age: known })); // prettier-ignore
    const { texts, codes } = release.column('age')!;
    const labels = Array.from(codes, (code) => texts[code]);
    const ends = labels.map((text): [number, number] => {
      if (text.startsWith('<')) return [-Infinity, Number(text.slice(1)) - 1];
      if (text.startsWith('>=')) return [Number(text.slice(2)), Infinity];
      const [low, high = low] = text.replace(/[[\]]/g, '').split('-').map(Number);
      return [low, high];
    });
    const bounds = ends.flat().filter(Number.isFinite);
    const [least, most] = [Math.min(...bounds), Math.max(...bounds)];
    const first = labels.some((text) => text.startsWith('<')) ? 2 * least - most : least;
    const last = labels.some((text) => text.startsWith('>=')) ? 2 * most - least : most;
    expect(first < least || last > most).toBe(true);
    const costs = ends.map(([low, high]) => (Math.min(high, last) - Math.max(low, first)) / (last - first));
    const loss = Number((costs.reduce((sum, cost) => sum + cost, 0) / costs.length).toPrecision(3));
    expect(published.metrics).toMatchObject({ loss, ncp: loss, lossSum: loss, lossGeometric: loss });
    expect(columns.age.loss).toBe(loss);
    const towns = [...'aaaabbbbcccc', 'x', 'y', 'z', 'z'].map((town) => ({ town }));
    const sets = await publish(towns, job('mondrian', { town: known }));
    expect(new Set(sets.release.column('town')!.texts)).toEqual(new Set(['a', 'b', 'c', 'other']));
    expect(sets.published.metrics).toMatchObject({ loss: 0.125, ncp: Number(((4 / 7) * (4 / 16)).toPrecision(3)) });
  });

  it('do not change with what the labels hide, and hold none that needs it', async () => {
    const random = seededRandom(5);
    for (let run = 0; run < 12; run++) {
      const ages = Array.from({ length: 24 }, () => 20 + random.below(50));
      const of = async (rest: readonly number[]) => {
        const rows = [...ages, ...rest].map((age, i) => ({ age, sex: 'fm'[i % 2] }));
        return publish(rows, job(run % 2 === 0 ? 'mondrian' : { name: 'k-optimize', metric: 'loss' }, { age: known, sex: known })); // prettier-ignore
      };
      const [one, two] = [await of([3, 91]), await of([8, 99])];
      const labelsOf = ({ release }: Awaited<ReturnType<typeof of>>): string[] =>
        Array.from(release.column('age')!.codes, (code) => release.column('age')!.texts[code]);
      if (labelsOf(one).join() !== labelsOf(two).join()) continue;
      const { queryError: _, queryErrorMedian: __, ...metrics } = one.published.metrics;
      expect(two.published.metrics).toMatchObject(metrics);
      expect(metrics).toMatchObject({ informationLoss: null, rowInformationLoss: null, entropy: null, normalizedEntropy: null, ambiguity: null, klDivergence: null }); // prettier-ignore
      expect([one.published.search.lowerBound, one.published.search.trace]).toEqual([null, undefined]);
      expect(metrics.discernibility).toBe(one.result.metrics.discernibility);
      expect(one.published.solution).toEqual(two.published.solution);
    }
  });

  it('have no cost in a metric of values, even where it is a whole number', () => {
    const search = { optimal: false, lowerBound: 1, cost: 2, gap: 0.5, nodes: 3, checked: 3, trace: [] };
    const publishedOf = (metric?: string) => {
      const algorithm = { name: 'optimal-lattice', ...(metric === undefined ? {} : { metric }) };
      const risk = { before: null, after: 0 };
      const result = { metrics: {}, search, algorithm, risk } as unknown as Parameters<typeof publishResult>[0];
      return publishResult(result, {} as Parameters<typeof publishResult>[1]).search;
    };
    expect(publishedOf('height')).toEqual(search);
    expect(publishedOf('loss')).toEqual({ optimal: false, lowerBound: null, gap: 0.5, nodes: 3, checked: 3 });
    expect(publishedOf()).toMatchObject({ lowerBound: 1, cost: 2 });
    const messageOf = (metric: string) => notProven(2, 1, metric)[0].message;
    expect(messageOf('discernibility')).toContain('no solution costs less than 1');
    expect(messageOf('loss')).toBe(
      'the search ended before it proved its solution optimal: another one may cost up to 50.0 % less',
    );
    const outcome = { endedEarly: true, search, options: { metric: 'loss' } };
    const [{ message }] = warnEndedEarly(outcome, { timeLimit: 1 }, { isHidden: false });
    expect(message).toMatch(/; another solution may cost up to 50\.0 % less$/);
  });

  it('hold bounds of the release as cuts, and its labels as nodes', async () => {
    const ages = [20, 21, 22, 23, 34, 35, 36, 37, 38, 51, 52, 53, 54, 61, 62];
    const rows = ages.map((age) => ({ age }));
    const cut = await publish(rows, job('k-optimize', { age: known }));
    const labels = [...new Set(cut.release.column('age')!.texts)];
    const starts = (cut.published.solution as unknown as { cuts: { age: number[] } }).cuts.age;
    expect(starts.length).toBeGreaterThan(0);
    for (const start of starts) expect(labels.some((text) => new RegExp(`(\\[|>=|^)${start}(-|$)`).test(text))).toBe(true); // prettier-ignore
    const nodes = await publish(rows, {
      ...job('top-down-specialization', { age: known }),
      attributes: { age: known },
    });
    const texts = new Set(nodes.release.column('age')!.texts);
    expect(new Set((nodes.published.solution as unknown as { nodes: { age: string[] } }).nodes.age)).toEqual(texts);
  });
});
