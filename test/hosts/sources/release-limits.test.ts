import { describe, expect, it } from 'vitest';
import { releaseReading } from '../../../src/hosts/sources/read-release.js';
import type { CheckedJob } from '../../../src/job/job.js';
import { checkDeclared, checkUnpacked } from '../../../src/io/input-limits.js';
import type { InputLimits } from '../../../src/index.js';
import { Table } from '../../../src/index.js';

const rows = 10_000_000;
const column = (name: string) => ({
  name,
  type: 'string' as const,
  codes: new Uint8Array(rows),
  texts: ['*'],
  numbers: null,
  missingCode: -1,
});
const original = new Table(rows, [column('age'), column('city'), column('sex')]);
const jobWith = (limits?: InputLimits): CheckedJob => ({
  input: { limits },
  attributes: { age: { role: 'quasi-identifier' } },
  privacy: [],
  algorithm: 'mondrian',
});
/** Declared sizes of a Parquet file of suppressed rows. */
const suppressed = { bytes: 4000, rows, columns: 3, unpackedBytes: 4000 };
const check = (limits: InputLimits = {}): void => {
  checkDeclared(suppressed, limits, 'release.parquet');
  checkUnpacked(60_000, rows * 6, limits, 'release.parquet');
};

describe('the limits of a release', () => {
  it('are those of a table with as many cells as its original, however few bytes it has', () => {
    expect(() => check()).toThrow(/30000000 cells|more than 16777216 cells/);
    expect(() => check(releaseReading(jobWith(), original).limits)).not.toThrow();
    const tooMany = { ...suppressed, rows: 5 * rows };
    expect(() => checkDeclared(tooMany, releaseReading(jobWith(), original).limits!, 'x')).toThrow(/cells/);
  });

  it('are not lowered by those of the input, but raised', () => {
    const { limits } = releaseReading(jobWith({ rows: 1, columns: 1, cells: 1, bytes: 1, seconds: 0.1 }), original);
    expect(limits).toEqual({ unpackedBytes: 30_000_000_000, cells: 120_000_000 });
    expect(releaseReading(jobWith({ seconds: 900, columns: 100_000 }), original).limits).toEqual({
      unpackedBytes: 30_000_000_000,
      cells: 120_000_000,
      seconds: 900,
      columns: 100_000,
    });
  });

  it('are those of the input where there is no original', () => {
    expect(releaseReading(jobWith({ rows: 5 }), undefined).limits).toEqual({ rows: 5 });
  });
});
