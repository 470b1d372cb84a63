import { describe, expect, it } from 'vitest';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { seededRandom } from '../../src/base/random.js';
import {
  anonymize,
  attackHistory,
  attackHomogeneity,
  attackLinkage,
  InfeasibleError,
  readTable,
  type Job,
} from '../../src/index.js';
import { makeFolder, runInside } from '../hosts/command/run-cli.js';
import { casesOf } from '../shared.js';

const job: Job = {
  attributes: { person: 'person', age: 'quasi-identifier', blood: 'sensitive', diagnosis: 'sensitive' },
  privacy: [
    { model: 'k-anonymity', k: 2 },
    { model: 'l-diversity', variant: 'distinct', l: 2, attribute: 'blood' },
  ],
  algorithm: 'mondrian',
};

describe('attack history', () => {
  it('finds the one whose two classes share one value', async () => {
    // Two classes of two values each: p1 stands in both, which have A in common.
    const rows = ['p1,20,A,x', 'p2,20,B,y', 'p1,40,A,y', 'p3,40,0,x'];
    const table = await readTable(`person,age,blood,diagnosis\n${rows.join('\n')}\n`);
    const { release, result } = await anonymize(table, job, { engine: 'js', seed: 1 });
    expect(result.classes).toBe(2);
    const expected = {
      persons: 3,
      personsReleased: 3,
      attributes: [{ attribute: 'blood', persons: 1, fewest: 1, l: 2 }],
    };
    expect(attackHistory(release, job, table)).toEqual(expected);
    expect(result.history).toEqual([{ attribute: 'blood', persons: 1, fewest: 1 }]);
  });

  it('needs the key of persons, and an original that the release was made from', async () => {
    const table = await readTable('person,age,blood,diagnosis\np1,20,A,x\np2,20,B,y\n');
    const { release } = await anonymize(table, job, { engine: 'js', seed: 1 });
    const { person: _, ...attributes } = job.attributes;
    expect(() => attackHistory(release, { ...job, attributes }, table)).toThrow(
      expect.objectContaining({ code: 'PERSON_NEEDED' }),
    );
    const other = await readTable('person,age,blood,diagnosis\np1,20,A,x\n,20,B,y\n');
    expect(() => attackHistory(release, job, other)).toThrow(
      expect.objectContaining({ code: 'PERSONS_NOT_RECOUNTED' }),
    );
  });
});

/** Visits of persons whose blood is the same in all rows; `row` shows which row is which. */
function drawVisits(seed: number) {
  const random = seededRandom(seed);
  const rows = Array.from({ length: 24 }, (_, person) => {
    const blood = 'ABO'[random.below(3)];
    return Array.from({ length: 1 + random.below(3) }, () => ({ person: `p${person}`, age: 20 + random.below(4), blood, s: 'uvwxyz'[random.below(6)] })); // prettier-ignore
  })
    .flat()
    .map((row, i) => ({ ...row, row: `r${i}` }));
  const text = [Object.keys(rows[0]).join(), ...rows.map((row) => Object.values(row).join())].join('\n');
  return { rows, text: `${text}\n` };
}

const visitsJob = (algorithm: Job['algorithm']): Job => ({
  attributes: {
    person: 'person',
    age: { role: 'quasi-identifier', type: 'integer' },
    blood: 'sensitive',
    s: 'sensitive',
    row: { role: 'insensitive', type: 'string' },
  },
  privacy: [
    { model: 'k-anonymity', k: 2 },
    { model: 'l-diversity', variant: 'distinct', l: 2, attribute: 's' },
  ],
  algorithm,
  suppression: { maxFraction: 0.3 },
});

describe.each([
  ['bucketization', 'bucketization'],
  ['anatomy', 'anatomy'],
  ['slicing', { name: 'slicing', columns: [['age', 'row']] }],
] as const)('attack history on releases of %s', (_, algorithm) => {
  it('counts whom all buckets of their rows leave fewer than two values', async () => {
    const job = visitsJob(algorithm as unknown as Job['algorithm']);
    let found = 0;
    for (let seed = 1; seed <= casesOf(150, 5); seed++) {
      const { rows, text } = drawVisits(seed);
      const table = await readTable(text);
      const made = await anonymize(table, job, { engine: 'js', seed }).catch((error: unknown) => {
        if (error instanceof InfeasibleError) return null;
        throw error;
      });
      if (made === null) continue;
      found++;
      const { release, tables } = made;
      const buckets = new Map<string, typeof rows>();
      for (const { row, bucket } of release.toRows()) {
        const own = rows.find((each) => each.row === row) as (typeof rows)[number];
        buckets.set(String(bucket), [...(buckets.get(String(bucket)) ?? []), own]);
      }
      const all = [...buckets.values()];
      const released = [...new Set(all.flat().map(({ person }) => person))];
      const left = released.map((person) => {
        const own = all.filter((bucket) => bucket.some((row) => row.person === person));
        return ['A', 'B', 'O'].filter((value) => own.every((bucket) => bucket.some(({ blood }) => blood === value))).length;
      });
      expect(attackHistory(release, job, table, { sensitive: tables.sensitive }), `seed ${seed}`).toEqual({
        persons: 24,
        personsReleased: released.length,
        attributes: [{ attribute: 'blood', persons: left.filter((count) => count < 2).length, fewest: Math.min(...left), l: 2 }],
      });
    }
    expect(found).toBeGreaterThan(0);
  });
}); // prettier-ignore

describe('attacks by persons on permuted releases', () => {
  it('ask for the second table of anatomy, which the command finds beside the first', async () => {
    const { path: here } = makeFolder();
    const job = visitsJob('anatomy');
    const { text } = drawVisits(1);
    const table = await readTable(text);
    const { release, tables } = await anonymize(table, job, { engine: 'js', seed: 1 });
    expect(() => attackHistory(release, job, table)).toThrow(expect.objectContaining({ code: 'NO_SENSITIVE' }));
    writeFileSync(join(here, 'in.csv'), text);
    writeFileSync(join(here, 'job.json'), JSON.stringify(job));
    await runInside(['anonymize', 'in.csv', '--job', 'job.json', '--seed', '1', '--out', 'r.csv'], here);
    const args = ['attack', 'history', 'r.csv', '--job', 'job.json', '--original', 'in.csv', '--json'];
    const { stdout } = await runInside(args, here);
    expect(JSON.parse(stdout)).toMatchObject(attackHistory(release, job, table, { sensitive: tables.sensitive }));
  });

  it('say that history counts what linkage and homogeneity do not', async () => {
    const job = visitsJob('bucketization');
    const table = await readTable(drawVisits(2).text);
    const { release } = await anonymize(table, job, { engine: 'js', seed: 1 });
    const refusal = expect.objectContaining({
      code: 'PERSONS_UNSUPPORTED',
      message: expect.stringContaining('attack history counts what the buckets of a person leave together') as string,
    }) as Error;
    expect(() => attackLinkage(release, table, job, { original: table })).toThrow(refusal);
    expect(() => attackHomogeneity(release, job, table)).toThrow(refusal);
  });
});
