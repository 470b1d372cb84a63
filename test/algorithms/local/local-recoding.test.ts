import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { GroupBoxes } from '../../../src/algorithms/boxes/group-boxes.js';
import { spansOf, WHOLE } from '../../../src/algorithms/local/spans.js';
import { splitByCost } from '../../../src/algorithms/boxes/split-boxes.js';
import type { ClassJudge } from '../../../src/algorithms/local/judge.js';
import type { Group } from '../../../src/algorithms/local/groups.js';
import { buildDomain } from '../../../src/hierarchy/build-domain.js';
import type { Domain } from '../../../src/hierarchy/domain.js';
import { anonymize, readCsv, tableFromRows, type CheckedJob } from '../../../src/index.js';
import { seededRandom } from '../../../src/base/random.js';
import { runToCompletion } from '../../../src/base/steps.js';
import { casesOf, long, seedRanges, sharedFolder, sharedPath } from '../../shared.js';
import { adultJob, drawPeople, ENGINES, peopleJob, readAdult } from './tables.js';
import { cellsOf } from '../../table-texts.js';
import { longTest } from '../../long-test.js';

function drawProblem(seed: number, rows: number) {
  const table = drawPeople(seededRandom(seed), rows);
  const { attributes } = peopleJob('local-recoding', []);
  const domains: Domain[] = ['age', 'job', 'grade'].map(
    (name) => buildDomain(table.column(name)!, attributes[name].hierarchy).domain,
  );
  const codes = domains.map(({ column, leafOf }) => Uint32Array.from(column.codes, (code) => leafOf[code]));
  return { domains, codes, counts: new Uint32Array(rows).fill(1) };
}

/** Cost of the box of some vectors, straight from the definition of the penalty. */
function boxPenalty(domains: readonly Domain[], codes: readonly Uint32Array[], vectors: readonly number[]): number {
  let sum = 0;
  domains.forEach(({ order, numbers, size, missingLeaf, hierarchy }, a) => {
    const own = vectors.map((v) => codes[a][v]);
    let [lo, hi] = [Math.min(...own), Math.max(...own)];
    if (lo === hi) return;
    if (order === 'numeric') {
      const known = numbers!.filter((number) => !Number.isNaN(number));
      sum += hi === missingLeaf ? 1 : (numbers![hi] - numbers![lo]) / (known[known.length - 1] - known[0]);
      return;
    }
    if (hierarchy !== null) {
      const level = hierarchy.levels.find(({ nodeOf }) => nodeOf[lo] === nodeOf[hi])!;
      [lo, hi] = [level.first[level.nodeOf[lo]], level.first[level.nodeOf[lo] + 1] - 1];
    }
    sum += (hi - lo + 1) / size;
  });
  return sum;
}

describe('the costs of boxes', () => {
  it.each(seedRanges(long ? 200 : 100, 25))('are those of the penalty: seeds $from to $to', ({ from, to }) => {
    for (let seed = from; seed < to; seed++) {
      const { domains, codes } = drawProblem(seed, 12);
      const spans = spansOf(domains, 'ncp');
      const random = seededRandom(seed);
      const vectors = Array.from({ length: 1 + random.below(4) }, () => random.below(12));
      let cost = 0;
      codes.forEach((column, a) => {
        const own = vectors.map((v) => column[v]);
        cost += spans[a].cost(Math.min(...own), Math.max(...own));
      });
      expect(cost / WHOLE).toBeCloseTo(boxPenalty(domains, codes, vectors), 5);
    }
  });

  it.each(
    (['ncp', 'loss'] as const).flatMap((metric) => seedRanges(casesOf(600, 16), 4).map((range) => ({ metric, ...range }))),
  )('find the same nearest group and partner as looking at all groups: $metric, seeds $from to $to', ({ metric, from, to }) => {
    for (let seed = from; seed < to; seed++) {
      const { domains, codes, counts } = drawProblem(seed, 40);
      const random = seededRandom(1000 + seed);
      const groups: Group[] = Array.from({ length: 8 }, () => ({ vectors: [], counts: [] }));
      for (let v = 0; v < 39; v++) groups[v < 8 ? v : random.below(8)].vectors.push(v);
      for (const group of groups) group.counts.push(...group.vectors.map(() => 1));
      const least = Math.min(...groups.map(({ vectors }) => vectors.length));
      const spans = spansOf(domains, metric);
      const boxes = runToCompletion(GroupBoxes.make({ codes, counts, spans, least }, groups));
      const costOf = (vectors: readonly number[]): number =>
        codes.reduce((sum, column, a) => {
          const own = vectors.map((v) => column[v]);
          return sum + spans[a].cost(Math.min(...own), Math.max(...own));
        }, 0);
      for (let g = 0; g < 8; g++) expect(boxes.cost[g]).toBe(costOf(groups[g].vectors));
      const count = 1 + random.below(3);
      const increases = groups.map(
        ({ vectors }) => (vectors.length + count) * costOf([...vectors, 39]) - vectors.length * costOf(vectors),
      );
      const expected = Math.min(...increases.slice(1));
      const found = boxes.nearest(39, count, 0, Infinity);
      expect(found.increase).toBe(expected);
      expect(increases[found.group]).toBe(expected);
      expect(boxes.nearest(39, count, 0, expected).group).toBe(-1);
      const unions = groups.map(({ vectors }) => costOf([...groups[0].vectors, ...vectors]));
      expect(unions[boxes.partner(0, 0)]).toBe(Math.min(...unions.slice(1)));
      boxes.add(3, 39, 1);
      expect(boxes.cost[3]).toBe(costOf([...groups[3].vectors, 39]));
      boxes.remove(3, boxes.groups[3].vectors.indexOf(39), 1);
      expect(boxes.cost[3]).toBe(costOf(groups[3].vectors));
    }
  }); // prettier-ignore

  it('find the same nearest group and partner where codes take several words and costs have no table', () => {
    const random = seededRandom(3);
    const rows = 700;
    const names = ['id', 'place', 'street', 'age', 'sex'];
    const sizes = [rows, 300, 400, 90, 2];
    const table = tableFromRows(
      Array.from({ length: rows }, (_, row) =>
        Object.fromEntries(names.map((name, a) => [name, a === 0 ? row : random.below(sizes[a])])),
      ),
    );
    const domains = names.map((name) => buildDomain(table.column(name)!, undefined).domain);
    expect(Math.max(...domains.map(({ size }) => size))).toBeGreaterThan(512);
    const codes = domains.map(({ column, leafOf }) => Uint32Array.from(column.codes, (code) => leafOf[code]));
    const spans = spansOf(domains, 'ncp');
    const groups: Group[] = Array.from({ length: 100 }, (_, g) => ({ vectors: [6 * g], counts: [1] }));
    for (let v = 0; v < 600; v++) {
      if (v % 6 === 0) continue;
      const group = groups[v % 6 < 3 ? random.below(100) : Math.floor(v / 6)];
      group.vectors.push(v);
      group.counts.push(1);
    }
    const input = { codes, counts: new Uint32Array(rows).fill(1), spans, least: 3 };
    const boxes = runToCompletion(GroupBoxes.make(input, groups));
    const costOf = (vectors: readonly number[]): number =>
      codes.reduce((sum, column, a) => {
        const own = vectors.map((v) => column[v]);
        return sum + spans[a].cost(Math.min(...own), Math.max(...own));
      }, 0);
    for (let v = 600; v < rows; v++) {
      const increases = boxes.groups.map(
        ({ vectors }, g) => (boxes.rows[g] + 1) * costOf([...vectors, v]) - boxes.rows[g] * boxes.cost[g],
      );
      const { group, increase } = boxes.nearest(v, 1, -1, Infinity);
      expect(increase).toBe(Math.min(...increases));
      expect(increases[group]).toBe(increase);
      const g = v - 600;
      const unions = boxes.groups.map(({ vectors }) => costOf([...boxes.groups[g].vectors, ...vectors]));
      const others = unions.filter((_, h) => h !== g);
      expect(unions[boxes.partner(g, 0)]).toBe(Math.min(...others));
      boxes.groups[g].vectors.forEach((_, i) => {
        const rest = boxes.groups[g].vectors.filter((_, j) => j !== i);
        expect(boxes.costWithout(g, i, v)).toBe(costOf([...rest, v]));
      });
      boxes.add(group, v, 1);
    }
  });

  it('make no group of no vectors', () => {
    const { domains } = drawProblem(1, 9);
    const none = { codes: domains.map(() => new Uint32Array(0)), counts: new Uint32Array(0) };
    const judge = { minimum: 1, bySize: true } as unknown as ClassJudge;
    const input = { ...none, spans: spansOf(domains, 'ncp'), least: 1 };
    expect(runToCompletion(splitByCost(input, judge)).groups).toEqual([]);
  });

  it.each(seedRanges(casesOf(600, 20), 5))(
    'choose the first cut that is cheapest of all: seeds $from to $to',
    ({ from, to }) => {
      for (let seed = from; seed < to; seed++) {
        const rows = 9;
        const k = 5 + (seed % 2 === 0 ? -1 : -2);
        const { domains, codes, counts } = drawProblem(seed, rows);
        const spans = spansOf(domains, 'ncp');
        const judge = { minimum: k, bySize: true } as unknown as ClassJudge;
        const { groups } = runToCompletion(splitByCost({ codes, counts, spans, least: k }, judge));
        const costOf = (vectors: readonly number[]): number =>
          vectors.length *
          codes.reduce((sum, column, a) => {
            const own = vectors.map((v) => column[v]);
            return sum + spans[a].cost(Math.min(...own), Math.max(...own));
          }, 0);
        const all = Array.from({ length: rows }, (_, v) => v);
        let best = Infinity;
        codes.forEach((column) => {
          for (let first = 1; first < 12; first++) {
            const left = all.filter((v) => column[v] < first);
            const right = all.filter((v) => column[v] >= first);
            if (left.length >= k && right.length >= k) best = Math.min(best, costOf(left) + costOf(right));
          }
        });
        // Nine rows and k of 3 or 4: at most three groups, so that the first cut bounds what is found.
        const found = groups.reduce((sum, { vectors }) => sum + costOf(vectors), 0);
        if (best === Infinity) expect(groups.length).toBe(1);
        else if (groups.length === 2) expect(found).toBe(best);
        else expect(found).toBeLessThanOrEqual(best);
        for (const { vectors } of groups) expect(vectors.length).toBeGreaterThanOrEqual(k);
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
  [{ model: 't-closeness', t: 0.4, distance: 'equal', attribute: 'illness' }],
];

describe('local-recoding', () => {
  it.each(seedRanges(casesOf(100, 10), 1))('releases what the audit confirms, the same in both engines: seeds $from to $to', async ({ from, to }) => {
    for (let seed = from; seed < to; seed++) {
      const table = drawPeople(seededRandom(seed), 40);
      const privacy = MODELS[seed % MODELS.length];
      const found = [];
      for (const engine of ENGINES) {
        const { release, result, audit } = await anonymize(table, peopleJob('local-recoding', privacy), { engine });
        expect(audit.holds).toBe(true);
        expect(result).toMatchObject({ engine, released: 40, solution: { kind: 'groups' } });
        found.push({ cells: cellsOf(release), search: result.search });
      }
      expect(found[1]).toEqual(found[0]);
    }
  }); // prettier-ignore

  it('says that a hierarchy of numbers was used for the loss only', async () => {
    const job = peopleJob('local-recoding', MODELS[0]);
    const hierarchy = { type: 'intervals', widths: [2, 4] };
    const age = { role: 'quasi-identifier', type: 'integer', hierarchy };
    const output = { order: 'input', ranges: 'tight' };
    const withLevels = { ...job, output, attributes: { ...job.attributes, age } } as CheckedJob;
    const { warnings } = (await anonymize(drawPeople(seededRandom(1), 40), withLevels)).result;
    expect(warnings.filter(({ code }) => code === 'RANGES_INSTEAD_OF_LEVELS')).toMatchObject([
      { attribute: 'age', message: expect.stringMatching(/^local-recoding released ranges/) as string },
    ]);
  });

  it('refines what it cut', async () => {
    let better = 0;
    for (let seed = 0; seed < casesOf(100, 10); seed++) {
      const table = drawPeople(seededRandom(seed), 40);
      const privacy = MODELS[seed % MODELS.length];
      const ncpOf = async (algorithm: CheckedJob['algorithm']): Promise<number> =>
        (await anonymize(table, peopleJob(algorithm, privacy), { engine: 'js' })).result.metrics.ncp!;
      const [refined, plain] = [await ncpOf('local-recoding'), await ncpOf({ name: 'local-recoding', passes: 0 })];
      expect(refined).toBeLessThanOrEqual(plain + 1e-5);
      if (refined < plain) better++;
    }
    expect(better).toBeGreaterThan(5);
  });

  it('ends with its best release when it is asked to', async () => {
    const table = drawPeople(seededRandom(3), 60);
    const finish = AbortSignal.abort();
    const { result } = await anonymize(table, peopleJob('local-recoding', MODELS[0]), { finish });
    expect(result.privacy[0].holds).toBe(true);
  });
});

describe.skipIf(sharedFolder === null)('local-recoding on Adult', () => {
  longTest(
    'has discernibility of at most 391,980 at a penalty of at most 0.06: eight quasi-identifiers, k = 10',
    async () => {
      const { result, audit } = await anonymize(await readAdult(), adultJob('local-recoding', 10), { engine: 'js' });
      expect(audit.holds).toBe(true);
      expect(result.privacy[0].achieved.k).toBe(10);
      expect(result.metrics.discernibility).toBeLessThan(370_000);
      expect(result.metrics.ncp).toBeLessThan(0.06);
    },
  );

  longTest('has a loss below 0.0561: nine quasi-identifiers with their hierarchies, k = 5', async () => {
    const table = await readCsv(readFileSync(sharedPath('data/adult/adult-complete.csv')), { delimiter: ';' });
    const rowsOf = (name: string): string[][] =>
      readFileSync(sharedPath('data/adult/hierarchies', `${name}.csv`), 'utf8')
        .trim()
        .split(/\r?\n/)
        .map((line) => line.split(';'));
    const job: CheckedJob = {
      attributes: Object.fromEntries(
        table.columns.map(({ name }) => [
          name,
          { role: 'quasi-identifier' as const, hierarchy: { type: 'levels' as const, rows: rowsOf(name) } },
        ]),
      ),
      privacy: [{ model: 'k-anonymity', k: 5 }],
      algorithm: { name: 'local-recoding', metric: 'loss', passes: 1 },
      output: { ranges: 'tight' },
    };
    const { result, audit } = await anonymize(table, job, { engine: 'js' });
    expect(audit.holds).toBe(true);
    expect(result.privacy[0].achieved.k).toBe(5);
    expect(result.metrics.loss).toBeLessThan(0.0515);
  });
});
