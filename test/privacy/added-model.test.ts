import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { auditedModels } from '../../src/audit/models/list.js';
import type { AuditedModelKind } from '../../src/audit/models/model.js';
import { countValues, least, ofClasses, whereClasses } from '../../src/audit/models/model.js';
import { describeNamed } from '../../src/hosts/command/algorithms-command.js';
import {
  anonymize,
  auditRelease,
  compare,
  listAlgorithms,
  parseJob,
  readCsv,
  readCsvCounted,
} from '../../src/index.js';
import type { Job } from '../../src/index.js';
import { number } from '../../src/base/schema-parts.js';
import type { ListedModel } from '../../src/privacy/definition.js';
import { defineModel } from '../../src/privacy/definition.js';
import { privacyModels } from '../../src/privacy/list.js';
import { attribute, described } from '../../src/privacy/parameters.js';
import { undocumented } from '../registry.js';

const pSensitivity = defineModel({
  name: 'p-sensitivity',
  title: 'Several sensitive values',
  description: 'Every class has p sensitive values.',
  promise: ({ required: { p } }, { group }) => `Every ${group} has ${p} sensitive values.`,
  example: { p: 2 },
  source: 'nobody',
  parameters: {
    p: described(number({ code: 'P', min: 1, max: 100, integer: true }), 'fewest sensitive values of a class'),
    attribute: attribute(),
  },
  monotone: true,
  create: ({ p }) => ({
    condition: (column) => ({ kind: 'distinct', column, l: p }),
    achieved(sizes, histogram, global) {
      const size = (global as Uint32Array).length;
      const values = Array.from(sizes, (_, c) =>
        (histogram as Uint32Array)
          .subarray(c * size, (c + 1) * size)
          .reduce((sum, rows) => sum + (rows > 0 ? 1 : 0), 0),
      );
      return { achieved: { p: Math.min(...values) }, holds: values.every((each) => each >= p) };
    },
  }),
});

const audited: AuditedModelKind<{ readonly model: 'p-sensitivity'; readonly p: number; readonly attribute: string }> = {
  name: 'p-sensitivity',
  numbers: ['p'],
  measure({ p }, { sizes, column: { histogram } }) {
    const values = ofClasses(sizes, (c) => countValues(histogram, c));
    return { achieved: { p: least(values) }, satisfied: whereClasses(sizes, (c) => values[c] >= p) };
  },
};

const list = privacyModels as ListedModel[];
const auditedList = auditedModels as unknown as (typeof audited)[];
beforeEach(() => void list.push(pSensitivity as unknown as ListedModel));
beforeEach(() => void auditedList.push(audited));
afterEach(() => void list.pop());
afterEach(() => {
  if (auditedList.at(-1) === audited) auditedList.pop();
});

const csv = `age,sex,disease\n${Array.from({ length: 60 }, (_, i) => `${20 + (i % 7)},${'mf'[i % 2]},d${(i % 7) % 3}`).join('\n')}`;
const jobWith = (...privacy: readonly unknown[]): Job =>
  ({
    attributes: {
      age: { role: 'quasi-identifier' },
      sex: { role: 'quasi-identifier', hierarchy: { type: 'suppress' } },
      disease: { role: 'sensitive' },
    },
    privacy,
    algorithm: 'mondrian',
  }) as unknown as Job;
const job = jobWith({ model: 'k-anonymity', k: 2 }, { model: 'p-sensitivity', p: 3, attribute: 'disease' });

describe('a privacy model that one line adds to the list, and one to that of the audit', () => {
  it.each(['wasm', 'js'] as const)('is kept by searches on rows and on counts, and is audited: %s', async (engine) => {
    const table = await readCsv(csv);
    const { release, result, warnings } = await anonymize(table, job, { engine });
    const kept = { model: 'p-sensitivity', attribute: 'disease', required: { p: 3 }, achieved: { p: 3 }, holds: true };
    expect(result.privacy[1]).toEqual(kept);
    expect(result.classes).toBeGreaterThan(1);
    expect(warnings.map(({ code }) => code)).not.toContain('SENSITIVE_UNPROTECTED');
    const report = auditRelease(release, job, table);
    expect(report.holds).toBe(true);
    expect(report.privacy[1]).toEqual(kept);
    const counted = await anonymize(await readCsvCounted(csv), job, { engine });
    expect(counted.result.privacy).toEqual(result.privacy);
    const { runs } = await compare(table, job, ['incognito', 'datafly'], { engine, accuracy: false });
    expect(runs.map((run) => run.result?.privacy[1].holds)).toEqual([true, true]);
    // A release without the model breaks it, and the audit says so.
    const without = await anonymize(table, jobWith(job.privacy[0]), { engine });
    expect(auditRelease(without.release, job, table).privacy[1]).toMatchObject({ achieved: { p: 1 }, holds: false });
  });

  it('is asked for by its own parameters: a wrong one is refused where it stands', () => {
    const refused = (spec: object): unknown => {
      try {
        return parseJob(jobWith(spec)).privacy;
      } catch (error) {
        return error;
      }
    };
    const model = 'p-sensitivity';
    expect(refused({ model, p: 0, attribute: 'disease' })).toMatchObject({ code: 'P_RANGE', argument: 'privacy[0].p' });
    expect(refused({ model, attribute: 'disease' })).toMatchObject({
      code: 'MISSING_OPTION',
      argument: 'privacy[0].p',
    });
    expect(refused({ model, p: 2, attribute: 'age' })).toMatchObject({ code: 'ROLE_CONFLICT' });
    expect(refused({ model, p: 2, q: 3, attribute: 'disease' })).toMatchObject({
      code: 'UNKNOWN_OPTION',
      argument: 'privacy[0].q',
    });
    expect(refused({ model: 'p-sensitivty' })).toMatchObject({
      code: 'UNKNOWN_VALUE',
      argument: 'privacy[0].model',
      expected: expect.stringContaining('"p-sensitivity"') as string,
    });
  });

  it('is listed, and is asked for in docs/privacy.md', () => {
    const catalogue = listAlgorithms();
    expect(catalogue.privacy.at(-1)).toEqual({
      name: 'p-sensitivity',
      title: 'Several sensitive values',
      description: 'Every class has p sensitive values.',
      example: { p: 2 },
      parameters: { p: 'fewest sensitive values of a class', attribute: 'a sensitive attribute' },
      source: 'nobody',
      monotone: true,
      countsPersons: false,
    });
    expect(describeNamed(catalogue, 'p-sensitivity').join('\n')).toContain('  p: fewest sensitive values of a class');
    expect(undocumented('privacy')).toEqual(['p-sensitivity']);
  });

  it('is refused by its name where the audit does not know it', async () => {
    auditedList.pop();
    await expect(anonymize(await readCsv(csv), job)).rejects.toMatchObject({
      argument: 'privacy[1].model',
      expected: 'a model that the audit knows',
      received: 'p-sensitivity',
    });
  });

  it('never holds where the audit has a name for it and no definition', async () => {
    auditedList.pop();
    auditedList.push({ name: 'p-sensitivity', numbers: ['p'] });
    await expect(anonymize(await readCsv(csv), job)).rejects.toMatchObject({ name: 'AuditError' });
    auditedList.pop();
  });
});
