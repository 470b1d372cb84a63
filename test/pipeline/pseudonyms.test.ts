import { createHmac } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import type { Job } from '../../src/index.js';
import { anonymize, auditRelease, compare, parseJob, preview, readCsv, tableFromRows } from '../../src/index.js';
import { seededRandom } from '../../src/base/random.js';
import { casesOf } from '../shared.js';

const key = Uint8Array.from({ length: 32 }, (_, i) => 7 * i);
const job: Job = {
  attributes: { id: 'pseudonym', age: 'quasi-identifier', ill: 'sensitive' },
  privacy: [{ model: 'k-anonymity', k: 2 }],
  algorithm: 'mondrian',
  suppression: 'unlimited',
  unit: 'row',
};

/** The rule of docs/pseudonyms.md, by another implementation of HMAC. */
const naive = (group: string, text: string, secret = key): string =>
  createHmac('sha256', secret)
    .update(JSON.stringify(['kohort pseudonym 1', group, text]))
    .digest('hex')
    .slice(0, 32);

const rowsOf = (random: ReturnType<typeof seededRandom>, rows: number, ids: number) =>
  Array.from({ length: rows }, () => ({
    id: random.below(9) === 0 ? null : `0${random.below(ids)}`,
    who: `p${random.below(5)}`,
    age: random.below(7) === 0 ? null : 20 + random.below(6),
    ill: `d${random.below(3)}`,
  }));

describe('columns of the role "pseudonym"', () => {
  it.each(['wasm', 'js'] as const)('are released as HMAC-SHA-256 of group and text (%s)', async (engine) => {
    for (let seed = 0; seed < casesOf(200, 20); seed++) {
      const rows = rowsOf(seededRandom(seed), 30, 12);
      const output = { suppressed: seed % 2 === 0 ? 'star' : 'drop', order: 'input' } as const;
      const { release, result, audit } = await anonymize(tableFromRows(rows), { ...job, output }, { engine, seed: 1, pseudonymKey: key }); // prettier-ignore
      const expected = rows.map(({ id }) => (id === null ? null : naive('id', id)));
      const shown = release.toRows().map(({ id }) => id);
      // Suppressed rows are missing, or stand without a pseudonym.
      const left = [...expected];
      for (const id of shown) {
        const place = left.indexOf(id as string | null);
        if (id !== null) expect(place).toBeGreaterThanOrEqual(0);
        if (place >= 0) left.splice(0, place + 1);
      }
      if (result.suppressed === 0) expect(shown).toEqual(expected);
      const counts = new Map<unknown, number>();
      for (const id of shown) if (id !== null) counts.set(id, (counts.get(id) ?? 0) + 1);
      const rare = [...counts.values()].filter((count) => count < 2);
      expect(result.exposure.id).toEqual({ texts: rare.length, rows: rare.reduce((sum, count) => sum + count, 0) });
      const again = auditRelease(release, { ...job, output }, tableFromRows(rows));
      expect([again.holds, again.problems, again.exposure?.id]).toEqual([true, [], audit.exposure?.id]);
      expect(result.warnings[0].code).toBe('PSEUDONYMOUS');
    }
  });

  it('have equal pseudonyms in columns and files of one group and key, and others elsewhere', async () => {
    const attributes = { ...job.attributes, id: { role: 'pseudonym', group: 'patient' } } as const;
    const first = await readCsv('id,age,ill\n007,1,a\n08,1,a\n');
    const second = await readCsv('patient,age,ill\nx,1,a\n007,1,b\n');
    const of = async (table: typeof first, own: Job['attributes'], pseudonymKey = key) =>
      (
        await anonymize(table, { ...job, attributes: own, output: { order: 'input' } }, { pseudonymKey })
      ).release.toRows();
    const [a] = await of(first, attributes);
    const [, b] = await of(second, { patient: 'pseudonym', age: 'quasi-identifier', ill: 'sensitive' });
    expect([a.id, b.patient]).toEqual([naive('patient', '007'), naive('patient', '007')]);
    const [ungrouped] = await of(first, job.attributes);
    const [ofOther] = await of(first, attributes, key.slice(1));
    expect(new Set([a.id, ungrouped.id, ofOther.id]).size).toBe(3);
  });

  it('are refused where they link rows of one person, by a naive count', async () => {
    let [refused, taken] = [0, 0];
    const { unit: _, ...counted } = job;
    for (let seed = 0; seed < casesOf(600, 60); seed++) {
      const rows = rowsOf(seededRandom(seed), 8, 2 + (seed % 3) * 30);
      const byPersons = seed % 2 === 0;
      const own: Job = byPersons ? { ...counted, attributes: { ...job.attributes, who: 'person' } } : counted;
      const pairs = rows.flatMap(({ id, who }) => (id === null ? [] : [byPersons ? `${id} ${who}` : id]));
      const links = new Set(pairs).size < pairs.length;
      const run = anonymize(tableFromRows(rows), own, { engine: 'js', seed: 1, pseudonymKey: key });
      if (links) {
        await expect(run).rejects.toMatchObject({ code: 'PSEUDONYM_LINKS_ROWS', argument: 'attributes.id' });
        refused++;
      } else {
        await run.catch(({ code }: { code: string }) => expect(code).toBe('INFEASIBLE'));
        taken++;
      }
    }
    expect([refused > 5, taken > 5]).toEqual([true, true]);
  });

  it('are no pseudonyms to the audit where values of the input were released', async () => {
    const rows = rowsOf(seededRandom(3), 30, 90);
    const { release } = await anonymize(tableFromRows(rows), job, { seed: 1, pseudonymKey: key });
    const raw = tableFromRows(release.toRows().map((row, i) => (i === 4 ? { ...row, id: rows[4].id ?? '00' } : row)));
    expect(auditRelease(raw, job, tableFromRows(rows)).problems).toEqual(['column "id": 1 cell is no pseudonym']);
    expect(auditRelease(raw, job).problems).toEqual(['column "id": 1 cell is no pseudonym']);
  });

  it('need a key of 16 bytes to be released, and none to be compared', async () => {
    const table = tableFromRows(rowsOf(seededRandom(4), 20, 90));
    const path = { argument: 'options.pseudonymKey' };
    await expect(anonymize(table, job)).rejects.toMatchObject({ ...path, code: 'MISSING_OPTION' });
    await expect(anonymize(table, job, { pseudonymKey: key.slice(17) })).rejects.toMatchObject({ ...path, code: 'OPTION_RANGE' }); // prettier-ignore
    await expect(anonymize(table, job, { pseudonymKey: 'secret' as never })).rejects.toMatchObject({ ...path, code: 'WRONG_TYPE' }); // prettier-ignore
    const without = { ...job, attributes: { ...job.attributes, id: 'identifier' } } as const;
    await expect(anonymize(table, without, { pseudonymKey: key })).rejects.toMatchObject({ ...path, code: 'OPTION_UNUSED' }); // prettier-ignore
    expect((await preview(table, job)).rows).toBe(20);
    const { runs } = await compare(table, job, ['mondrian', 'datafly']);
    expect(runs.map(({ error }) => error)).toEqual([null, null]);
  });

  it('make a recoding that is not applied to new rows', async () => {
    const table = tableFromRows(rowsOf(seededRandom(5), 20, 90));
    const { result } = await anonymize(table, { ...job, algorithm: 'datafly' }, { recoding: true, pseudonymKey: key });
    expect(result.recoding).toMatchObject({ applicable: false, reason: expect.stringContaining('the key') as string });
  });

  it('are searched for in texts of their rows', async () => {
    const text = 'id,age,note\nAB-1234-X,1,seen AB-1234-X today\nCD-5678-Y,1,nothing to note\n';
    const own: Job = { ...job, attributes: { id: 'pseudonym', age: 'quasi-identifier', note: 'insensitive' } };
    await expect(anonymize(text, own, { pseudonymKey: key })).rejects.toMatchObject({ code: 'IDENTIFIER_IN_TEXT', argument: 'attributes.note' }); // prettier-ignore
  });

  it('take no key of a job that speaks of their values, and "group" is theirs alone', () => {
    for (const [id, path] of [
      [{ role: 'pseudonym', type: 'integer' }, 'attributes.id.type'],
      [{ role: 'pseudonym', hierarchy: { type: 'suppress' } }, 'attributes.id.hierarchy'],
      [{ role: 'insensitive', group: 'patient' }, 'attributes.id.group'],
    ] as const) {
      const wrong = { ...job, attributes: { ...job.attributes, id } };
      expect(() => parseJob(wrong), path).toThrow(expect.objectContaining({ code: 'OPTION_UNUSED', argument: path }));
    }
  });
});
