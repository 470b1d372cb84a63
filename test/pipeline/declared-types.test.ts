import { describe, expect, it } from 'vitest';
import { anonymize, InputError, tableFromRows, type Job } from '../../src/index.js';
import type { HierarchySpec } from '../../src/job/job.js';

const people = (values: readonly (string | number)[]) =>
  tableFromRows(Array.from({ length: 40 }, (_, i) => ({ q: values[i % values.length], s: i % 3 })));

const job = (hierarchy: HierarchySpec, type: 'string' | 'integer' | 'number' | undefined, algorithm: string): Job =>
  ({
    attributes: { q: { role: 'quasi-identifier', hierarchy, ...(type === undefined ? {} : { type }) } },
    privacy: [{ model: 'k-anonymity', k: 15 }],
    suppression: { maxFraction: 0.5 },
    algorithm,
  }) as Job;

const ALGORITHMS = ['mondrian', 'optimal-lattice', 'datafly', 'top-down-specialization', 'mu-argus', 'k-optimize'];

describe('types that a job declares of a table in memory', () => {
  const tree: HierarchySpec = { type: 'tree', tree: { '*': { a: ['1', '2', '01'], b: ['3', '4'] } } };
  it.each<[string, HierarchySpec]>([
    ['a tree with leaves that are one number', tree],
    ['labels', { type: 'levels', rows: ['1', '2', '3', '4', '01'].map((leaf) => [leaf, leaf > '2' ? 'b' : 'a', '*']) }],
    ['suppression', { type: 'suppress' }],
    ['a mask', { type: 'mask' }],
    ['an order', { type: 'order', values: ['4', '01', '2', '1', '3'] }],
  ])('take digits for text where the job says so: %s', async (_, hierarchy) => {
    for (const values of [
      ['1', '2', '3', '4'],
      [1, 2, 3, 4],
    ]) {
      for (const algorithm of ALGORITHMS) {
        if (hierarchy.type === 'order' && algorithm !== 'mondrian') continue;
        const { audit } = await anonymize(people(values), job(hierarchy, 'string', algorithm), { engine: 'js' });
        expect(audit.rows, algorithm).toBeGreaterThan(0);
      }
    }
  });

  it('count spellings of one number in a hierarchy as one leaf, and what is no whole number as no number', async () => {
    for (const extra of ['01', '1.5']) {
      const rows = ['1', '2', '3', '4', extra].map((leaf) => [leaf, Number(leaf) > 2 ? 'b' : 'a', '*']);
      for (const algorithm of ALGORITHMS) {
        const { audit } = await anonymize(people([1, 2, 3, 4]), job({ type: 'levels', rows }, undefined, algorithm), {
          engine: 'js',
        });
        expect(audit.rows, `${extra} ${algorithm}`).toBeGreaterThan(0);
      }
    }
  });

  it('are numbers of texts, spellings of one number one value', async () => {
    const values = ['1', '01', '2.0', '2', '3', 'x'].slice(0, 5);
    const { release, result } = await anonymize(people(values), job({ type: 'suppress' }, 'number', 'mondrian'));
    expect(result.classes).toBeGreaterThan(0);
    expect(release.column('q')!.texts.some((text) => text.includes('01'))).toBe(false);
  });

  it('must fit the texts', async () => {
    const error = await anonymize(people(['1', 'secret']), job({ type: 'suppress' }, 'integer', 'mondrian')).then(
      () => null,
      (reason: unknown) => reason,
    );
    expect(error).toBeInstanceOf(InputError);
    expect((error as InputError).message).toContain('q');
    expect((error as InputError).message).not.toContain('secret');
  });
});
