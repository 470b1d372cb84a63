import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { AuditedHierarchyKind } from '../../src/audit/hierarchies/kind.js';
import { labelEach, rootOf } from '../../src/audit/hierarchies/kind.js';
import { auditedHierarchies } from '../../src/audit/hierarchies/list.js';
import { anonymize, auditRelease, parseJob, readCsv, readCsvCounted } from '../../src/index.js';
import type { Job } from '../../src/index.js';
import type { ListedKind } from '../../src/hierarchy/kind.js';
import { defineHierarchyKind, orMissingOnly } from '../../src/hierarchy/kind.js';
import { hierarchyKinds } from '../../src/hierarchy/kinds.js';
import { sortedCodes } from '../../src/hierarchy/sorted-codes.js';
import { number } from '../../src/base/schema-parts.js';
import { undocumented } from '../registry.js';

/** Every value under its first characters. */
const initials = defineHierarchyKind({
  type: 'initials',
  description: 'The first letters.',
  fields: { length: number({ code: 'LENGTH', min: 1, max: 9, integer: true }) },
  leavesFrom: 'column',
  isOfTexts: true,
  paths({ length }, column) {
    const codes = Array.from(sortedCodes(column)).filter((code) => code !== column.missingCode);
    const paths = codes.map((code) => [column.texts[code], `${column.texts[code].slice(0, length)}...`, '*']);
    return orMissingOnly(paths, column, 3);
  },
});

const audited: AuditedHierarchyKind<{ readonly type: 'initials'; readonly length: number }> = {
  type: 'initials',
  labels: ({ length }, leaves) => [
    labelEach(leaves, (leaf) => `${leaves.texts[leaf].substring(0, length)}...`),
    rootOf(leaves),
  ],
};

const list = hierarchyKinds as ListedKind[];
const auditedList = auditedHierarchies as unknown as (typeof audited)[];
beforeEach(() => void list.push(initials as unknown as ListedKind));
beforeEach(() => void auditedList.push(audited));
afterEach(() => void list.pop());
afterEach(() => {
  if (auditedList.at(-1) === audited) auditedList.pop();
});

const towns = ['Aachen', 'Aalen', 'Bonn', 'Bochum', 'Bottrop', ''];
const csv = `town,age\n${Array.from({ length: 60 }, (_, i) => `${towns[i % 6]},${20 + (i % 2)}`).join('\n')}`;
const jobWith = (hierarchy: unknown, algorithm: Job['algorithm'] = 'optimal-lattice'): Job =>
  ({
    attributes: {
      town: { role: 'quasi-identifier', hierarchy },
      age: { role: 'insensitive' },
    },
    privacy: [{ model: 'k-anonymity', k: 15 }],
    suppression: { maxFraction: 0.2 },
    algorithm,
  }) as unknown as Job;
const job = jobWith({ type: 'initials', length: 2 });

describe('a kind of hierarchy that one line adds to the list, and one to that of the audit', () => {
  it.each(['wasm', 'js'] as const)('is released and audited: %s', async (engine) => {
    const table = await readCsv(csv);
    const { release, result } = await anonymize(table, job, { engine });
    const town = release.column('town')!;
    const texts = new Set(Array.from(town.codes, (code) => town.texts[code]));
    expect([...texts].sort()).toEqual(['Aa...', 'Bo...']);
    expect(result).toMatchObject({ suppressed: 10, solution: { levels: { town: 1 } } });
    expect(auditRelease(release, job, table).holds).toBe(true);
    const counted = await anonymize(await readCsvCounted(csv), job, { engine });
    expect(counted.result.metrics).toEqual(result.metrics);
  });

  it('is taken by algorithms that cut', async () => {
    const mondrian = jobWith({ type: 'initials', length: 2 }, 'mondrian');
    const { audit } = await anonymize(await readCsv(csv), mondrian);
    expect(audit.holds).toBe(true);
  });

  it('is asked for by its own fields: a wrong one is refused where it stands', () => {
    const refused = (hierarchy: object): unknown => {
      try {
        return parseJob(jobWith(hierarchy)).attributes;
      } catch (error) {
        return error;
      }
    };
    const argument = 'attributes.town.hierarchy.length';
    expect(refused({ type: 'initials', length: 0 })).toMatchObject({ code: 'LENGTH_RANGE', argument });
    expect(refused({ type: 'initials' })).toMatchObject({ code: 'MISSING_OPTION', argument });
    expect(refused({ type: 'initials', length: 2, keep: 1 })).toMatchObject({ code: 'UNKNOWN_OPTION' });
    expect(refused({ type: 'initial' })).toMatchObject({
      code: 'UNKNOWN_VALUE',
      argument: 'attributes.town.hierarchy.type',
      expected: expect.stringContaining('"initials"') as string,
    });
  });

  it('is asked for in docs/hierarchies.md', () => {
    expect(undocumented('hierarchies')).toEqual(['initials']);
  });

  it('is refused by its name where the audit does not know it', async () => {
    auditedList.pop();
    await expect(anonymize(await readCsv(csv), job)).rejects.toMatchObject({
      expected: 'a kind of hierarchy that the audit knows',
      received: 'initials',
    });
  });
});
