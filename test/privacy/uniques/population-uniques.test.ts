import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { logGammaRatio } from '../../../src/privacy/uniques/log-gamma.js';
import { fitPitman } from '../../../src/privacy/uniques/pitman.js';
import { fitSlideNegativeBinomial } from '../../../src/privacy/uniques/slide-negative-binomial.js';
import { seededRandom, type RandomSource } from '../../../src/base/random.js';
import { attackUniqueness, estimatePopulationUniques, tableFromRows, type Job } from '../../../src/index.js';
import { makeFolder, runInside } from '../../hosts/command/run-cli.js';
import { casesOf, sharedFolder, sharedPath } from '../../shared.js';

const ADULT = ['sex', 'age', 'race', 'marital-status', 'education', 'native-country', 'workclass', 'occupation'];

/** Estimates of ARX 3.9 (package org.deidentifier.arx.risk) on Adult: columns, population, Pitman, Zayatz. Its SNB has no solution there. */
const OF_ARX = [
  [3, 60_324, 92.01074642477023, 42.97254593733669],
  [3, 603_240, 92.93989773758732, 41.70411105651752],
  [3, 300_000_000, 95.49250982938221, 1304.396100333671],
  [5, 60_324, 4505.102357000288, 4331.598054135462],
  [5, 603_240, 13079.77997531883, 14817.07311844005],
  [5, 300_000_000, 231664.5566377579, 3361045.0278157527],
  [8, 60_324, 23381.33228432046, 23198.999762168965],
  [8, 603_240, 117192.77239220055, 150225.10210551042],
  [8, 300_000_000, 9049566.157323038, 64850707.78582907],
] as const;

/** Sizes of classes of equal texts. */
function sizesOf(texts: readonly string[]): number[] {
  const sizes = new Map<string, number>();
  for (const text of texts) sizes.set(text, (sizes.get(text) ?? 0) + 1);
  return [...sizes.values()];
}

const uniform = (random: RandomSource): number => (random.below(2 ** 30) + 0.5) / 2 ** 30;

describe('estimates of people who are unique in the population', () => {
  it.skipIf(sharedFolder === null)('equal those of ARX on Adult', () => {
    const [header, ...lines] = readFileSync(sharedPath('data/adult/adult-complete.csv'), 'utf8').trim().split('\n');
    const places = ADULT.map((name) => header.trim().split(';').indexOf(name));
    const rows = lines.map((line) => line.trim().split(';'));
    for (const [columns, population, pitman, zayatz] of OF_ARX) {
      const sizes = sizesOf(rows.map((row) => places.slice(0, columns).map((at) => row[at]).join(';'))); // prettier-ignore
      const { estimates, chosen, sample } = estimatePopulationUniques(sizes, population);
      expect(sample).toBe(30_162);
      expect(estimates.pitman! / pitman, `${columns} ${population}`).toBeCloseTo(1, 6);
      expect(estimates.zayatz! / zayatz, `${columns} ${population}`).toBeCloseTo(1, 9);
      if (population > 301_620) expect(chosen).toBe('pitman');
    }
  });

  it('solve the equations of the slide negative binomial, as sums over its classes', () => {
    const random = seededRandom(7);
    let solved = 0;
    for (let trial = 0; trial < casesOf(300, 40); trial++) {
      const fraction = 0.02 + 0.9 * uniform(random);
      const most = 2 + random.below(5);
      const counts = Array.from({ length: most }, (_, i) => ({
        size: i + 1,
        classes: 1 + random.below(200 / (i + 1)),
      }));
      const fitted = fitSlideNegativeBinomial(counts, fraction);
      if (fitted === null) continue;
      solved++;
      const { alpha, beta, classes, uniques } = fitted;
      // Probability of 1 + m people, and of one or two of them in the sample.
      let [one, two, term] = [0, 0, beta ** alpha];
      for (let m = 0; m < 20_000; m++) {
        one += term * (1 + m) * fraction * (1 - fraction) ** m;
        if (m > 0) two += ((term * (1 + m) * m) / 2) * fraction ** 2 * (1 - fraction) ** (m - 1);
        term *= ((m + alpha) / (m + 1)) * (1 - beta);
      }
      expect(classes * one, `trial ${trial}`).toBeCloseTo(counts[0].classes, 3);
      expect(classes * two, `trial ${trial}`).toBeCloseTo(counts[1].classes, 3);
      expect(uniques).toBeCloseTo(classes * beta ** alpha, 6);
    }
    expect(solved).toBeGreaterThan(casesOf(300, 40) / 4);
  });

  it('solve the equations of Pitman: no neighbour is likelier', () => {
    const random = seededRandom(3);
    let inside = 0;
    for (let trial = 0; trial < casesOf(400, 60); trial++) {
      const most = 1 + random.below(6);
      const counts = Array.from({ length: most }, (_, i) => ({
        size: i + 1,
        classes: 1 + random.below(80 / (i + 1) ** 2),
      }));
      const sample = counts.reduce((sum, { size, classes }) => sum + size * classes, 0);
      const fitted = fitPitman(counts, sample);
      if (fitted === null) continue;
      const at = (theta: number, alpha: number): number => logLikelihood(counts, theta, alpha);
      const best = at(fitted.theta, fitted.alpha);
      for (const step of [0.9, 0.99, 1.01, 1.1]) {
        expect(at(fitted.theta * step, fitted.alpha)).toBeLessThanOrEqual(best + 1e-7);
        if (fitted.alpha > 0 && fitted.alpha * step < 1) {
          expect(at(fitted.theta, fitted.alpha * step)).toBeLessThanOrEqual(best + 1e-7);
        }
      }
      if (fitted.alpha > 0) inside++;
    }
    expect(inside).toBeGreaterThan(casesOf(400, 60) / 10);
  });

  it('equal the definition of Zayatz, with the probabilities of Math', () => {
    const sizes = [1, 1, 1, 2, 2, 4];
    const [n, N] = [11, 40];
    const choose = (from: number, some: number): number =>
      Array.from({ length: some }, (_, i) => (from - i) / (i + 1)).reduce((product, factor) => product * factor, 1);
    const one = (size: number): number => (size * choose(N - size, n - 1)) / choose(N, n);
    const conditional = (3 * one(1)) / sizes.reduce((sum, size) => sum + one(size), 0);
    expect(estimatePopulationUniques(sizes, N).estimates.zayatz).toBeCloseTo((3 * conditional * N) / n, 9);
  });

  it('are those of the sample where it is the population, and none without a unique row', () => {
    expect(estimatePopulationUniques([1, 1, 3], 5)).toMatchObject({ uniques: 2, share: 0.4, shares: [0.4, 0.4] });
    expect(estimatePopulationUniques([2, 3, 0], 5000)).toMatchObject({ uniques: 0, share: 0, shares: [0, 0] });
    expect(estimatePopulationUniques([], 10)).toMatchObject({ sample: 0, uniques: 0 });
  });

  it('have an interval of the error of sampling, which is wide where the sample is small, and the same each time', () => {
    const random = seededRandom(5);
    // Pitman's formula, person by person: its estimator has the right model.
    const [theta, alpha, people] = [200, 0.5, 6000];
    const classOf: number[] = [];
    const sizes: number[] = [];
    while (classOf.length < people) {
      const own = uniform(random) * (classOf.length + theta);
      if (own < theta + sizes.length * alpha) {
        classOf.push(sizes.push(1) - 1);
        continue;
      }
      let found: number;
      do found = classOf[random.below(classOf.length)];
      while (uniform(random) * sizes[found] < alpha);
      sizes[found]++;
      classOf.push(found);
    }
    const truth = sizes.filter((size) => size === 1).length / people;
    const widths: number[] = [];
    let held = 0;
    for (let trial = 0; trial < 30; trial++) {
      const many = trial % 2 === 0 ? 300 : 600;
      for (let i = 0; i < many; i++) {
        const other = i + random.below(people - i);
        [classOf[i], classOf[other]] = [classOf[other], classOf[i]];
      }
      const sample = sizesOf(classOf.slice(0, many).map(String));
      const { interval, share } = estimatePopulationUniques(sample, people);
      const [low, high] = interval!;
      expect(low).toBeLessThanOrEqual(share);
      expect(high).toBeGreaterThanOrEqual(share);
      if (low <= truth && truth <= high) held++;
      widths.push(high - low);
      expect(estimatePopulationUniques(sample, people).interval).toEqual(interval);
    }
    expect(held).toBeGreaterThan(20);
    const mean = (of: number): number => widths.filter((_, i) => i % 2 === of).reduce((sum, one) => sum + one, 0);
    expect(mean(0)).toBeGreaterThan(mean(1));
    expect(estimatePopulationUniques([1, 1, 2], 100).interval).toBe(null);
    expect(estimatePopulationUniques([2, 3], 100).interval).toEqual([0, 0]);
    expect(estimatePopulationUniques([1, 3], 4).interval).toEqual([0.25, 0.25]);
  });

  it('refuse sizes and populations that cannot be', () => {
    for (const population of [4, 0, -1, 7.5, NaN]) {
      expect(() => estimatePopulationUniques([1, 4], population)).toThrow(/whole number, at least the rows/);
    }
    for (const size of [-1, 0.5, NaN]) expect(() => estimatePopulationUniques([size], 9)).toThrow(/from 0/);
  });

  it('computes ratios of the gamma function, of large arguments too', () => {
    let factorial = 1;
    for (let n = 1; n < 30; n++) {
      expect(logGammaRatio(1, n - 1)).toBeCloseTo(Math.log(factorial), 12);
      factorial *= n;
    }
    expect(logGammaRatio(0.5, 0.5)).toBeCloseTo(-Math.log(Math.sqrt(Math.PI)), 13);
    for (const x of [0.01, 3, 9.5, 9.99, 1e3, 1e7, 1e12]) {
      for (const by of [1, 0.75, 0.01]) {
        const twice = logGammaRatio(x, by) + logGammaRatio(x + by, 1 - by);
        expect(twice / Math.log(x), `${x} ${by}`).toBeCloseTo(1, 12);
      }
    }
  });
});

/** Logarithm of Pitman's likelihood, without factors that hold no parameter. */
function logLikelihood(
  counts: readonly { readonly size: number; readonly classes: number }[],
  theta: number,
  alpha: number,
): number {
  const classes = counts.reduce((sum, each) => sum + each.classes, 0);
  const sample = counts.reduce((sum, each) => sum + each.size * each.classes, 0);
  let log = 0;
  for (let i = 1; i < classes; i++) log += Math.log(theta + i * alpha);
  for (let i = 1; i < sample; i++) log -= Math.log(theta + i);
  for (const each of counts) {
    for (let j = 1; j < each.size; j++) log += each.classes * Math.log(j - alpha);
  }
  return log;
}

describe('the uniqueness attack on a population', () => {
  const job: Job = {
    attributes: { age: 'quasi-identifier', sex: 'quasi-identifier', s: 'sensitive' },
    privacy: [{ model: 'k-anonymity', k: 1 }],
    algorithm: 'mondrian',
  };
  const rows = [20, 20, 31, 40, 40, 55].map((age, i) => ({ age, sex: i === 4 ? 'f' : 'm', s: `s${i}` }));
  const table = tableFromRows(rows);
  const persons: Job = { ...job, attributes: { ...job.attributes, p: 'person' } };
  const visits = (people: readonly string[]) => tableFromRows(rows.map((row, i) => ({ ...row, p: people[i] })));

  it('counts the classes of the quasi-identifiers, by a number of people or by a share', () => {
    const { population } = attackUniqueness(table, job, { population: 600 });
    expect(population).toEqual(estimatePopulationUniques([2, 1, 1, 1, 1], 600));
    expect(attackUniqueness(table, job, { population: 0.01 }).population).toEqual(population);
    expect(attackUniqueness(table, job).population).toBeUndefined();
  });

  it('counts persons once, and refuses those in several classes', () => {
    const kept = visits(['a', 'a', 'b', 'c', 'd', 'e']);
    const { population } = attackUniqueness(kept, persons, { population: 100 });
    expect(population).toEqual(estimatePopulationUniques([1, 1, 1, 1, 1], 100));
    const split = visits(['a', 'b', 'a', 'c', 'd', 'e']);
    expect(() => attackUniqueness(split, persons, { population: 100 })).toThrow(
      /persons whose rows are all in one class/,
    );
  });

  it('refuses populations below the rows, and no numbers', () => {
    for (const population of [5, 0, -2, NaN, 7.5]) {
      expect(() => attackUniqueness(table, job, { population })).toThrow(/population/);
    }
  });

  it('is printed by the command, with the estimator', async () => {
    const { path: folder } = makeFolder();
    writeFileSync(join(folder, 'release.csv'), 'age,sex,s\n20,m,a\n20,m,b\n31,m,c\n40,f,d\n');
    writeFileSync(join(folder, 'job.json'), JSON.stringify(job));
    const asked = ['attack', 'uniqueness', 'release.csv', '--job', 'job.json', '--population'];
    const { stdout } = await runInside([...asked, '400'], folder);
    expect(stdout).toMatch(/in the population of 400 an estimated \d+ are unique .* by the estimator of/);
    const { stdout: json } = await runInside([...asked, '0.01', '--json'], folder);
    expect(JSON.parse(json)).toMatchObject({ population: { population: 400, sample: 4, sampleUniques: 2 } });
    const { code, stderr } = await runInside([...asked, '3'], folder);
    expect([code, stderr]).toEqual([2, expect.stringContaining('--population') as string]);
  });
});
