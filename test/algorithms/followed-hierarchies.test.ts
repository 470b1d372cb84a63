import { describe, expect, it } from 'vitest';
import type { AttributeSpec, CheckedJob, Table } from '../../src/index.js';
import { anonymize, auditRelease, tableFromRows } from '../../src/index.js';
import { buildHierarchy } from '../../src/hierarchy/build-hierarchy.js';
import { buildDomain } from '../../src/hierarchy/build-domain.js';
import type { Domain } from '../../src/hierarchy/domain.js';
import { spansOf, WHOLE } from '../../src/algorithms/local/spans.js';
import { releasedValue } from '../../src/quality/value-label.js';
import { seededRandom, type RandomSource } from '../../src/base/random.js';
import { casesOf, inTurn } from '../shared.js';
import { cellsOf } from '../table-texts.js';
import { bothEngines } from '../engine/engines.js';
import { boxAlgorithms } from '../registry.js';

/** Every algorithm with the option `hierarchies` that releases what it says, in its variants. */
const RECODINGS: readonly Exclude<CheckedJob['algorithm'], string>[] = [
  ...boxAlgorithms.filter((name) => name !== 'idistance').map((name) => ({ name })),
  { name: 'mondrian', cuts: 'order' },
  { name: 'mondrian', partitioning: 'relaxed' },
  { name: 'mondrian', partitioning: 'relaxed', cuts: 'order' },
  { name: 'mondrian', split: 'information-gain' },
  { name: 'mondrian', split: 'information-gain', cuts: 'order' },
  { name: 'hilbert', grouping: 'linear' },
  { name: 'idistance', references: 2 },
  { name: 'mdav', variant: 'fixed' },
  { name: 'k-member', metric: 'loss' },
  { name: 'local-recoding', metric: 'loss' },
];

const engines = Object.values(await bothEngines());

const isMissing = (random: RandomSource): boolean => random.below(10) === 0;

function drawTable(random: RandomSource): Table {
  const rows = 6 + random.below(30);
  const some = 2 + random.below(14);
  return tableFromRows(
    Array.from({ length: rows }, () => ({
      age: isMissing(random) ? null : 17 + random.below(some),
      weight: isMissing(random) ? null : random.below(12) / 4,
      born: isMissing(random) ? null : `19${60 + random.below(30)}-0${1 + random.below(9)}-17`,
      sex: 'fm'[random.below(2)],
      sick: ['flu', 'cold', 'gout'][random.below(3)],
      label: 'yn'[random.below(2)],
    })),
  );
}

/** A hierarchy of numbers: intervals, or rows in which the missing value may have a place of its own. */
function drawAges(random: RandomSource, table: Table): AttributeSpec['hierarchy'] {
  if (random.below(2) === 0) return { type: 'intervals', origin: 15, widths: [5, 10] };
  const rows = Array.from({ length: 20 }, (_, i) => [`${15 + i}`, i < 7 ? 'young' : 'old', 'any']);
  const isNamed = random.below(2) === 0 && (table.column('age')?.missingCode ?? -1) >= 0;
  return { type: 'levels', rows: isNamed ? [...rows, ['', 'unknown', 'any']] : rows };
}

function drawJob(random: RandomSource, table: Table, algorithm: CheckedJob['algorithm']): CheckedJob {
  const quasi = (spec: Partial<AttributeSpec>): AttributeSpec => ({ role: 'quasi-identifier', ...spec });
  const attributes: Record<string, AttributeSpec> = {
    age: quasi({ type: 'integer', hierarchy: drawAges(random, table) }),
  };
  if (random.below(2) === 0) {
    attributes.weight = quasi({ type: 'number', hierarchy: { type: 'intervals', origin: 0, widths: [0.5, 1] } });
  }
  if (random.below(2) === 0) {
    attributes.born = quasi({ type: 'date', hierarchy: { type: 'dates', levels: ['year', 'decade'] } });
  }
  if (random.below(2) === 0) attributes.sex = quasi({ hierarchy: { type: 'suppress' } });
  const models: CheckedJob['privacy'] =
    random.below(3) === 0 ? [{ model: 'l-diversity', variant: 'distinct', l: 2, attribute: 'sick' }] : [];
  return {
    attributes: { ...attributes, sick: { role: 'sensitive' }, label: { role: 'class' } },
    privacy: [{ model: 'k-anonymity', k: 2 + random.below(3) }, ...models],
    algorithm,
    output: { order: 'input', ranges: 'tight', ...(random.below(2) === 0 ? { suppressed: 'star' as const } : {}) },
  };
}

/** Labels of all nodes of an attribute's hierarchy. */
function nodesOf(table: Table, job: CheckedJob, name: string): Set<string> {
  const { hierarchy } = job.attributes[name];
  const column = table.column(name);
  if (hierarchy === undefined || column === undefined) throw new Error(name);
  const typed = { ...column, type: job.attributes[name].type ?? column.type };
  return new Set(buildHierarchy(hierarchy, typed).levels.flatMap(({ labels }) => labels));
}

describe('"hierarchies": "follow"', () => {
  it.each(inTurn(RECODINGS, 3))('releases numbers and dates as nodes of their hierarchy: %j', async (algorithm) => {
    let nodes = 0;
    for (let seed = 0; seed < casesOf(1500, 3); seed++) {
      const random = seededRandom(seed);
      const table = drawTable(random);
      const job = drawJob(random, table, { ...algorithm, hierarchies: 'follow' });
      const [one, two] = await Promise.all(
        engines.map((engine) =>
          anonymize(table, job, { engine, seed: 1 }).catch((error: unknown) => {
            if (error instanceof Error && error.name === 'InfeasibleError') return null;
            throw new Error(`seed ${seed}`, { cause: error });
          }),
        ),
      );
      if (one === null || two === null) {
        expect([one, two]).toEqual([null, null]);
        continue;
      }
      expect(cellsOf(one.release), `seed ${seed}`).toEqual(cellsOf(two.release));
      expect(one.result.metrics).toEqual(two.result.metrics);
      expect(one.warnings.map(({ code }) => code)).not.toContain('RANGES_INSTEAD_OF_LEVELS');
      for (const name of Object.keys(job.attributes)) {
        if (job.attributes[name].role !== 'quasi-identifier') continue;
        const known = nodesOf(table, job, name);
        const column = one.release.column(name);
        for (const code of column?.codes ?? []) {
          const text = column?.texts[code] ?? '';
          expect(known.has(text), `seed ${seed}: ${text}`).toBe(true);
          if (table.column(name)?.texts.includes(text) === false) nodes++;
        }
      }
      // The file alone, as a reader has it.
      const report = auditRelease(one.release, job, table);
      expect(report.problems, `seed ${seed}`).toEqual([]);
      expect(report.holds).toBe(true);
    }
    expect(nodes).toBeGreaterThan(10);
  });

  it.each(['centroid', 'median'])('leaves numbers to the %s of mdav, and dates to their nodes', async (replacement) => {
    for (let seed = 0; seed < casesOf(300, 2); seed++) {
      const random = seededRandom(seed);
      const table = drawTable(random);
      const job = drawJob(random, table, { name: 'mdav', replacement, hierarchies: 'follow' });
      for (const engine of engines) {
        const { release, warnings } = await anonymize(table, job, { engine });
        for (const text of release.column('age')?.texts ?? []) expect(text).toMatch(/^(|\*|\d+(\.\d+)?)$/);
        for (const text of release.column('born')?.texts ?? []) expect(text).not.toContain('[');
        expect(warnings.map(({ code }) => code)).not.toContain('RANGES_INSTEAD_OF_LEVELS');
      }
    }
  });

  it('is what hilbert counts the penalty of: the best runs along the line, by brute force', async () => {
    for (let seed = 0; seed < casesOf(500, 3); seed++) {
      const random = seededRandom(seed);
      // Skewed, so that the share of a range is not the share of values.
      const ages = [0, 1, 2, 3, 29, ...Array.from({ length: 7 }, () => random.below(random.below(2) === 0 ? 5 : 30))];
      ages.sort((a, b) => a - b);
      const k = 2 + random.below(3);
      const intervals = [5, 10].flatMap((width) => [0, 1, 2, 3, 4, 5].map((i) => [i * width, (i + 1) * width - 1]));
      const nodes = [...ages.map((age) => [age, age]), ...intervals, [0, 29]];
      const penalty = (from: number, to: number): number => {
        const own = nodes.find(([low, high]) => low <= ages[from] && ages[to - 1] <= high) ?? [];
        const held = ages.filter((age) => age >= own[0] && age <= own[1]);
        return ((to - from) * (held[held.length - 1] - held[0])) / 29;
      };
      const least = [0];
      for (let to = 1; to <= ages.length; to++) {
        least[to] = Infinity;
        for (let from = 0; from + k <= to; from++) least[to] = Math.min(least[to], least[from] + penalty(from, to));
      }
      const hierarchy = { type: 'intervals', origin: 0, widths: [5, 10] } as const;
      const job: CheckedJob = {
        attributes: { age: { role: 'quasi-identifier', type: 'integer', hierarchy } },
        privacy: [{ model: 'k-anonymity', k }],
        algorithm: { name: 'hilbert', hierarchies: 'follow' },
      };
      for (const engine of engines) {
        const { result } = await anonymize(tableFromRows(ages.map((age) => ({ age }))), job, { engine });
        expect(Number(result.metrics.ncp) * ages.length, `seed ${seed}`).toBeCloseTo(least[ages.length], 4);
      }
    }
  });

  it.each(inTurn([...boxAlgorithms, 'bucketization'], 4))(
    'takes domains of more numbers than costs are kept of in a table: %s',
    async (name) => {
      const random = seededRandom(7);
      const rows = Array.from({ length: 900 }, (_, i) => ({
        salary: i < 700 ? 1000 + 3 * i : 1000 + random.below(3000),
        born: `${1930 + random.below(60)}-01-0${1 + random.below(9)}`,
      }));
      const job: CheckedJob = {
        attributes: {
          salary: { role: 'quasi-identifier', hierarchy: { type: 'intervals', origin: 0, widths: [50, 500] } },
          born: { role: 'quasi-identifier', hierarchy: { type: 'dates', levels: ['year', 'decade'] } },
        },
        privacy: [{ model: 'k-anonymity', k: 5 }],
        algorithm: { name, hierarchies: 'follow' },
        output: { order: 'input', ranges: 'tight' },
      };
      const table = tableFromRows(rows);
      const [one, two] = await Promise.all(engines.map((engine) => anonymize(table, job, { engine, seed: 1 })));
      expect(cellsOf(one.release)).toEqual(cellsOf(two.release));
      expect(auditRelease(one.release, job, table)).toMatchObject({ holds: true, problems: [] });
      if (name === 'bucketization') return;
      for (const text of one.release.columns[0].texts) expect(text).toMatch(/^(\*|\d+|\[\d+-\d+(49|99)\])$/);
    },
  );

  it('has the penalty and the loss of a node as the cost of a run, out of the order of numbers too', () => {
    const numbers = [1, 2, 3, 10, 11, 40, 90];
    const texts = numbers.map(String);
    const column = tableFromRows(texts.map((q) => ({ q: Number(q) }))).columns[0];
    const rows = texts.map((text, i) => [text, i < 3 ? 'few' : i < 5 ? 'more' : 'many', '*']);
    const apart = texts.map((text, i) => [text, i % 2 === 0 ? 'even' : 'odd', '*']);
    const domains: Domain[] = [
      { ...buildDomain(column, { type: 'levels', rows }).domain, isFollowed: true },
      buildDomain(column, { type: 'levels', rows: apart }).domain,
    ];
    for (const metric of ['ncp', 'loss'] as const) {
      spansOf(domains, metric).forEach((span, a) => {
        for (let lo = 0; lo < 7; lo++) {
          for (let hi = lo; hi < 7; hi++) {
            const { lo: from, hi: to } = releasedValue(domains[a], lo, hi, { asNode: true });
            const held = domains[a].labels.slice(from, to + 1).map(Number);
            const share = metric === 'ncp' ? (Math.max(...held) - Math.min(...held)) / 89 : (to - from) / 6;
            expect(span.cost(lo, hi) / WHOLE).toBeCloseTo(share, 5);
            expect(span.released?.(lo, hi)).toEqual([from, to]);
          }
        }
      });
    }
  });

  it('is not what numbers and dates are released by without it', async () => {
    const table = tableFromRows([17, 18, 21, 22].map((age) => ({ age })));
    const hierarchy = { type: 'intervals', origin: 15, widths: [5] } as const;
    const job: CheckedJob = {
      attributes: { age: { role: 'quasi-identifier', type: 'integer', hierarchy } },
      privacy: [{ model: 'k-anonymity', k: 2 }],
      algorithm: 'mondrian',
      output: { order: 'input', ranges: 'tight' },
    };
    for (const engine of engines) {
      const ranges = await anonymize(table, job, { engine });
      expect(cellsOf(ranges.release).flat()).toEqual(['[17-18]', '[17-18]', '[21-22]', '[21-22]']);
      expect(ranges.warnings.find(({ code }) => code === 'RANGES_INSTEAD_OF_LEVELS')?.message).toContain('"follow"');
      const followed = { ...job, algorithm: { name: 'mondrian', hierarchies: 'follow' } };
      const nodes = await anonymize(table, followed, { engine });
      expect(cellsOf(nodes.release).flat()).toEqual(['[15-19]', '[15-19]', '[20-24]', '[20-24]']);
    }
  });

  it('is the default with rounded ranges, which show no value of few people', async () => {
    const table = tableFromRows([17, 18, 21, 22].map((age) => ({ age })));
    const hierarchy = { type: 'intervals', origin: 15, widths: [5] } as const;
    for (const name of boxAlgorithms) {
      const job: CheckedJob = {
        attributes: { age: { role: 'quasi-identifier', type: 'integer', hierarchy } },
        privacy: [{ model: 'k-anonymity', k: 2 }],
        algorithm: name,
        output: { order: 'input', ranges: 'rounded' },
      };
      const { release, result } = await anonymize(table, job, { engine: engines[0], seed: 1 });
      for (const text of release.columns[0].texts) expect(text).toMatch(/^(\[15-19\]|\[20-24\]|\*)$/);
      expect(result.algorithm).toMatchObject({ name, hierarchies: 'follow' });
      const strings = {
        ...job,
        algorithm: { name, hierarchies: 'strings' },
        output: { order: 'input' as const, ranges: 'tight' as const },
      };
      const tight = await anonymize(table, strings, { engine: engines[0], seed: 1 });
      expect(tight.result.algorithm).toMatchObject({ name, hierarchies: 'strings' });
    }
  });

  it('is refused beside "cuts": "ranges", and of algorithms that do not have it', async () => {
    const table = tableFromRows([{ age: 1 }, { age: 1 }]);
    const job: CheckedJob = {
      attributes: { age: { role: 'quasi-identifier' } },
      privacy: [{ model: 'k-anonymity', k: 2 }],
      algorithm: { name: 'mondrian', hierarchies: 'follow', cuts: 'ranges' },
    };
    await expect(anonymize(table, job)).rejects.toThrow('algorithm.cuts: expected "auto" or "order"');
    const other = { ...job, algorithm: { name: 'k-optimize', hierarchies: 'follow' } };
    await expect(anonymize(table, other)).rejects.toMatchObject({ code: 'UNKNOWN_OPTION' });
  });

  it('makes regions that overlap of cuts along the order, which some models cannot take', async () => {
    const table = tableFromRows([1, 2, 3, 4].map((age) => ({ age, sick: age % 2 === 0 ? 'flu' : 'cold' })));
    const hierarchy = { type: 'intervals', origin: 1, widths: [2] } as const;
    const job: CheckedJob = {
      attributes: { age: { role: 'quasi-identifier', type: 'integer', hierarchy }, sick: { role: 'sensitive' } },
      privacy: [
        { model: 'k-anonymity', k: 2 },
        { model: 'delta-disclosure', delta: 2, attribute: 'sick' },
      ],
      algorithm: { name: 'mondrian', hierarchies: 'follow', cuts: 'order' },
    };
    await expect(anonymize(table, job)).rejects.toMatchObject({ code: 'MODEL_NOT_SUPPORTED' });
    const along = await anonymize(table, { ...job, algorithm: { name: 'mondrian', hierarchies: 'follow' } });
    expect(along.result.classes).toBe(2);
  });
});
