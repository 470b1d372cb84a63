import { describe, expect, it } from 'vitest';
import { buildHierarchy } from '../../src/hierarchy/build-hierarchy.js';
import { compareVectors, Lattice } from '../../src/algorithms/lattice/lattice.js';
import type { CheckedJob } from '../../src/index.js';
import { anonymize, auditRelease } from '../../src/index.js';
import { columnOf } from '../hierarchy/columns.js';
import {
  ageHierarchy,
  salaryJob,
  k,
  labels,
  private1,
  public1,
  public2,
  tableOf,
  zipHierarchy,
} from './permutation/thesis-tables.js';

/** Job of Figure 2.6, which has no salaries. */
function publicJob(algorithm: CheckedJob['algorithm']): CheckedJob {
  const job = salaryJob({ ...k(2), algorithm }, true);
  const { zip, age } = job.attributes;
  return { ...job, attributes: { zip, age } };
}

/** The hierarchies of Figure 2.9 over the values of Figure 2.1. */
function figure21(algorithm: CheckedJob['algorithm']): CheckedJob {
  const job = salaryJob({ ...k(2), algorithm });
  const zips = [5370, 5371, 5372, 5373].map((zip) => [`${zip}`, '537*']);
  const ages = [25, 27].map((age) => [`${age}`, '20-30', '*']);
  const { zip, age } = job.attributes;
  return {
    ...job,
    attributes: {
      ...job.attributes,
      zip: { ...zip, hierarchy: { type: 'levels', rows: zips } },
      age: { ...age, hierarchy: { type: 'levels', rows: ages } },
    },
  };
}

describe.each(['wasm', 'js'] as const)('the generalized tables of the thesis (%s)', (engine) => {
  it('Figure 2.4, multidimensional, k = 2: cut by order, released as nodes of Figure 2.9', async () => {
    const job = figure21({ name: 'mondrian', hierarchies: 'follow', cuts: 'order' });
    const { release, result, audit } = await anonymize(tableOf(private1), job, { engine });
    expect(labels(release, ['zip', 'age'])).toEqual(['537* 25: 3', '537* 27: 3', '5370 25: 2']);
    expect(result).toMatchObject({ classes: 3, suppressed: 0, metrics: { discernibility: 9 + 9 + 4 } });
    expect(audit.holds).toBe(true);
    expect(auditRelease(release, job, tableOf(private1))).toMatchObject({ holds: true, problems: [], classes: 3 });
  });

  it('along the tree of the zip codes, 5373 with its one row keeps all of age 25 in one class', async () => {
    const job = figure21({ name: 'mondrian', hierarchies: 'follow' });
    const { release } = await anonymize(tableOf(private1), job, { engine });
    expect(labels(release, ['zip', 'age'])).toEqual(['537* 25: 5', '537* 27: 3']);
  });

  it.each(['min-gen', 'samarati', 'incognito'])('Figure 2.7, full-domain, k = 2: %s', async (algorithm) => {
    const { release, result } = await anonymize(tableOf(public2), publicJob(algorithm), { engine });
    expect(labels(release, ['zip', 'age'])).toEqual(['537* 20-30: 3', '537* 31-40: 3']);
    expect(result.solution).toMatchObject({ levels: { zip: 1, age: 1 } });
  });

  it('Figure 2.8, multidimensional, k = 2: the same table as Figure 2.7', async () => {
    for (const cuts of ['auto', 'order']) {
      const algorithm = { name: 'mondrian', hierarchies: 'follow', cuts };
      const { release } = await anonymize(tableOf(public2), publicJob(algorithm), { engine });
      expect(labels(release, ['zip', 'age'])).toEqual(['537* 20-30: 3', '537* 31-40: 3']);
    }
  });
});

describe('the hierarchies of the thesis', () => {
  it('Figure 2.9: Z1 is 537*, A1 are ranges of ages, A2 is *', () => {
    const zips = buildHierarchy(zipHierarchy, columnOf('zip', 'integer', [5370, 5371, 5372, 5376]));
    expect(zips.levels[1].labels).toEqual(['537*']);
    const ages = buildHierarchy(ageHierarchy, columnOf('age', 'integer', [21, 27, 32, 38, 39]));
    expect(ages.levels.slice(1).map((level) => level.labels)).toEqual([['20-30', '31-40'], ['*']]);
    // Zip codes lose their last digit by a mask, too.
    const mask = buildHierarchy({ type: 'mask' }, columnOf('zip', 'integer', [5370, 5371, 5372, 5376]));
    expect(mask.levels[1].labels).toEqual(['537*']);
  });

  it('Figure 5.1: six nodes; <Z1, A1> and its children by ascending sum of levels', () => {
    const lattice = new Lattice([1, 2]);
    const nodes = Array.from({ length: lattice.size }, (_, index) => lattice.levelsOf(index));
    expect(nodes).toHaveLength(6);
    const below = (index: number): number[] => [index, ...lattice.below(index).flatMap(below)];
    const children = [...new Set(below(lattice.indexOf([1, 1])))].map((index) => lattice.levelsOf(index));
    expect(children.sort(compareVectors)).toEqual([[0, 0], [0, 1], [1, 0], [1, 1]]); // prettier-ignore
    // <Z0, A2> is a direct generalization of <Z0, A1>, and an implied one of <Z0, A0>.
    expect(lattice.below(lattice.indexOf([0, 2]))).toEqual([lattice.indexOf([0, 1])]);
    expect(lattice.below(lattice.indexOf([0, 1]))).toEqual([lattice.indexOf([0, 0])]);
  });

  it('definitions 1 and 2: Denmark, N.Europe, Europe, *', () => {
    const tree = { '*': { Europe: { 'N.Europe': ['Denmark', 'Sweden'], 'S.Europe': ['Italy'] }, Asia: { India: ['Goa'] } } };
    const { levels } = buildHierarchy({ type: 'tree', tree }, columnOf('country', 'string', ['Denmark', 'Goa']));
    const leaf = levels[0].labels.indexOf('Denmark');
    expect(levels.map((level) => level.labels[level.nodeOf[leaf]])).toEqual(['Denmark', 'N.Europe', 'Europe', '*']);
  }); // prettier-ignore

  it('definition 5: the equivalence class of Clara in Figure 2.2 is Elizabeth, Clara and Julie', () => {
    const [, zip, age] = public1.find(([name]) => name === 'Clara') ?? [];
    const own = public1.filter((row) => row[1] === zip && row[2] === age).map(([name]) => name);
    expect(own).toEqual(['Elizabeth', 'Clara', 'Julie']);
    const { attributes } = salaryJob();
    const job: CheckedJob = { attributes: { zip: attributes.zip, age: attributes.age }, privacy: k(1).privacy, algorithm: 'mondrian' };
    const report = auditRelease(tableOf(public1.map(([name, z, a]) => [name, z, a])), { ...job, defaultRole: 'insensitive' });
    expect(report.classSizes).toEqual([[1, 3], [2, 2], [3, 1]]);
  }); // prettier-ignore
});
