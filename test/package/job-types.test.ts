import { describe, expect, expectTypeOf, it } from 'vitest';
import type { AlgorithmName, Job, RunResult, Solution, TypedJob } from '../../src/index.js';
import { anonymize, defineJob, parseJob } from '../../src/index.js';
import { algorithmNames } from '../registry.js';

const attributes = { age: 'quasi-identifier', zip: { role: 'quasi-identifier', type: 'string', hierarchy: { type: 'mask' } } } as const; // prettier-ignore
const privacy = [{ model: 'k-anonymity', k: 2 }] as const;

describe('the types of a job', () => {
  it('take what is right, as anonymize does', async () => {
    const job = defineJob({ attributes, privacy, algorithm: { name: 'mondrian', partitioning: 'relaxed' } });
    expectTypeOf(job).toExtend<Job>();
    expectTypeOf(defineJob({ attributes, privacy, algorithm: 'k-optimize' })).toExtend<TypedJob>();
    const people = [
      { age: 20, zip: 'a' },
      { age: 21, zip: 'a' },
    ];
    expect((await anonymize(people, job)).result.algorithm).toMatchObject({
      name: 'mondrian',
      partitioning: 'relaxed',
    });
  });

  it('catch names and options that do not exist', () => {
    // @ts-expect-error no algorithm of that name
    defineJob({ attributes, privacy, algorithm: 'mondrain' });
    // @ts-expect-error no option of that name
    defineJob({ attributes, privacy, algorithm: { name: 'mondrian', partitionning: 'relaxed' } });
    // @ts-expect-error an option of another algorithm
    defineJob({ attributes, privacy, algorithm: { name: 'mondrian', seedCost: 7 } });
    // @ts-expect-error no word of the option
    defineJob({ attributes, privacy, algorithm: { name: 'mondrian', partitioning: 'relaxd' } });
    // @ts-expect-error no model of that name
    defineJob({ attributes, privacy: [{ model: 'k-anonimity', k: 2 }], algorithm: 'mondrian' });
    // @ts-expect-error no parameter of that name
    defineJob({ attributes, privacy: [{ model: 'k-anonymity', K: 2 }], algorithm: 'mondrian' });
    // @ts-expect-error no role of that name
    defineJob({ attributes: { age: 'quasi' }, privacy, algorithm: 'mondrian' });
    // @ts-expect-error no kind of hierarchy
    defineJob({ attributes: { age: { hierarchy: { type: 'masks' } } }, privacy, algorithm: 'mondrian' });
    // @ts-expect-error a literal that is typed is caught too
    const typed: TypedJob = { attributes, privacy, algorithm: 'mondrain' };
    expect(() => parseJob(typed)).toThrow(expect.objectContaining({ code: 'UNKNOWN_VALUE' }));
  });

  it('know every algorithm, and leave jobs that come as data to parseJob', () => {
    const names: readonly AlgorithmName[] = algorithmNames as AlgorithmName[];
    expectTypeOf<string>().not.toExtend<AlgorithmName>();
    expectTypeOf<'dissociation'>().toExtend<AlgorithmName>();
    expectTypeOf<'spalm'>().toExtend<AlgorithmName>();
    expect(names, 'algorithms: count a new one here').toHaveLength(31);
    expectTypeOf(parseJob).parameter(0).toEqualTypeOf<unknown>();
  });
});

describe('the type of a solution', () => {
  it('is narrowed by its kind', () => {
    const read = (solution: Solution): unknown => {
      if (solution.kind === 'levels') expectTypeOf(solution.levels).toEqualTypeOf<Readonly<Record<string, number>>>();
      if (solution.kind === 'cuts') {
        expectTypeOf(solution.cuts).toEqualTypeOf<Readonly<Record<string, readonly (string | number)[]>>>();
      }
      if (solution.kind === 'cut-nodes') expectTypeOf(solution.nodes.age).toEqualTypeOf<readonly string[]>();
      // @ts-expect-error no kind of that name
      if (solution.kind === 'level') return null;
      return solution.kind;
    };
    expectTypeOf<RunResult['solution']>().toEqualTypeOf<Solution>();
    expect(read({ kind: 'groups' })).toBe('groups');
  });

  it('is what runs give', async () => {
    const people = Array.from({ length: 12 }, (_, i) => ({ age: 20 + i, s: i % 3 }));
    const kinds: Partial<Record<AlgorithmName, (solution: Solution) => unknown>> = {
      'optimal-lattice': (solution) => solution.kind === 'levels' && solution.levels.age,
      'k-optimize': (solution) => solution.kind === 'cuts' && solution.cuts.age.length >= 0,
      'top-down-specialization': (solution) => solution.kind === 'cut-nodes' && solution.nodes.age.length > 0,
      mondrian: (solution) => solution.kind === 'regions',
      'k-member': (solution) => solution.kind === 'groups',
    };
    for (const [algorithm, holds] of Object.entries(kinds) as [AlgorithmName, (solution: Solution) => unknown][]) {
      const job = { attributes: { age: 'quasi-identifier' }, privacy, algorithm } as const;
      const { solution } = (await anonymize(people, job)).result;
      expect([algorithm, holds(solution)]).not.toContain(false);
    }
  });
});
