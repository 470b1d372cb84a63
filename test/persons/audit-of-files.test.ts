import { describe, expect, it } from 'vitest';
import { CellSums } from '../../src/audit/cell-sums.js';
import { seededRandom } from '../../src/base/random.js';
import { anonymize, auditRelease, InfeasibleError, readTable, type Job } from '../../src/index.js';
import { casesOf } from '../shared.js';

/** Visits of persons whose quasi-identifiers may vary, as text. */
function visits(seed: number): string {
  const random = seededRandom(seed);
  const varies = seed % 3 > 0;
  const lines: string[] = [];
  for (let person = 0; person < 30; person++) {
    let own = [20 + random.below(12), random.below(2), random.below(3)];
    for (let row = 0, many = 1 + random.below(3); row < many; row++) {
      if (varies && random.below(2) === 1) own = [20 + random.below(12), random.below(2), random.below(3)];
      lines.push(
        [`p${person}`, own[0], 'fm'[own[1]], `z${own[2]}`, 'uvwxyz'[random.below(6)], `r${lines.length}`].join(),
      );
    }
  }
  return `person,age,sex,zip,s,row\n${lines.join('\n')}\n`;
}

const jobOf = (algorithm: Job['algorithm'], more: Partial<Job> = {}): Job => ({
  attributes: {
    person: 'person',
    age: { role: 'quasi-identifier', type: 'integer' },
    sex: 'quasi-identifier',
    zip: 'quasi-identifier',
    s: 'sensitive',
  },
  privacy: [
    { model: 'k-anonymity', k: 2 },
    { model: 'l-diversity', variant: 'distinct', l: 2, attribute: 's' },
  ],
  algorithm,
  suppression: { maxFraction: 0.3 },
  ...more,
});

const withRows = (job: Job): Job => ({
  ...job,
  attributes: { ...job.attributes, row: { role: 'insensitive', type: 'string' } },
});

/** A run with its audit and that of the release as a file shows it; null where the job has no solution. */
async function audits(text: string, job: Job, seed: number) {
  const table = await readTable(text);
  try {
    const { release, audit } = await anonymize(table, job, { seed });
    return { audit, alone: auditRelease(release, job, table) };
  } catch (error) {
    if (error instanceof InfeasibleError) return null;
    throw error;
  }
}

describe('the audit of a file', () => {
  const overlapping = ['hilbert', 'k-member', 'local-recoding', 'mondrian'];
  it.each(overlapping)('places rows of overlapping classes by what they show beside: %s', async (algorithm) => {
    let recounted = 0;
    for (let seed = 1; seed <= casesOf(60, 4); seed++) {
      const more: Partial<Job> = algorithm === 'mondrian' ? { history: 'protect' } : {};
      const found = await audits(visits(seed), withRows(jobOf(algorithm, more)), seed);
      if (found === null) continue;
      recounted++;
      expect(found.alone.problems, `seed ${seed}`).toEqual([]);
      expect(found.alone).toMatchObject({ holds: true, personsRecounted: true });
      expect(found.alone.privacy).toEqual(found.audit.privacy);
      expect(found.alone.history).toEqual(found.audit.history);
    }
    expect(recounted).toBeGreaterThan(0);
  });

  it('says of how many classes it is not known whose rows they have', async () => {
    // The first class has rows of a, b, b or of a, b, c.
    const text = 'person,age,s\na,1,x\nb,3,x\nb,3,x\nc,3,x\nd,5,x\ne,5,x\nf,9,x\ng,9,x\nh,9,x\n';
    const job: Job = {
      attributes: { person: 'person', age: { role: 'quasi-identifier', type: 'integer' }, s: 'sensitive' },
      privacy: [{ model: 'k-anonymity', k: 3 }],
      algorithm: 'mondrian',
      output: { ranges: 'tight' },
    };
    const lines = ['[1-3]', '[3-5]', '9'].flatMap((age) => [1, 2, 3].map(() => `${age},x`));
    const release = await readTable(`age,s\n${lines.join('\n')}\n`);
    const { personsRecounted, problems, holds } = auditRelease(release, job, await readTable(text));
    expect([personsRecounted, holds]).toEqual([false, false]);
    expect(problems.join()).toContain(
      'of 2 of 3 classes (6 rows) the original does not show the persons of these rows',
    );
  });

  it('gives a row to another bucket where its person has a row of other quasi-identifiers in the first', async () => {
    // Person b has the row of 20 in bucket 1, beside that of 30 of person a, who has the one in bucket 2.
    const text = 'person,age,s\na,20,x\nb,20,y\na,30,x\nc,40,y\n';
    const job: Job = {
      attributes: { person: 'person', age: { role: 'quasi-identifier', type: 'integer' }, s: 'sensitive' },
      privacy: [{ model: 'k-anonymity', k: 2 }],
      algorithm: 'bucketization',
    };
    const auditOf = async (buckets: string) =>
      auditRelease(await readTable(`age,s,bucket\n${buckets}`), job, await readTable(text));
    const honest = await auditOf('20,x,1\n30,y,1\n20,y,2\n40,x,2\n');
    expect(honest).toMatchObject({ problems: [], holds: true, personsRecounted: true });
    const { problems } = await auditOf('20,x,1\n20,y,1\n30,y,1\n40,x,2\n');
    expect(problems).toContain('1 bucket has several rows of one person, which stand for one');
  });

  const columns = ['age sex zip,s', 'auto'];
  it.each(columns)('finds the buckets of rows whose quasi-identifiers are permuted apart: %s', async (text) => {
    const given = text === 'auto' ? text : text.split(' ').map((group) => group.split(','));
    let recounted = 0;
    for (let seed = 1; seed <= casesOf(60, 4); seed++) {
      const found = await audits(visits(seed), jobOf({ name: 'slicing', columns: given }), seed);
      if (found === null) continue;
      const { alone, audit } = found;
      const isKnown = alone.personsRecounted === true;
      recounted += Number(isKnown);
      if (isKnown) expect(alone.privacy, `seed ${seed}`).toEqual(audit.privacy);
      if (isKnown) expect(alone).toMatchObject({ holds: true, problems: [] });
      else expect(alone.problems.join(), `seed ${seed}`).toMatch(/fit the buckets in several ways|takes too long/);
    }
    expect(recounted).toBeGreaterThan(0);
  });
});

describe('unknown cells of which sums are known', () => {
  it('have a choice exactly where trying all of them finds one', () => {
    let [found, none] = [0, 0];
    for (let seed = 1; seed <= casesOf(3000, 300); seed++) {
      const random = seededRandom(seed);
      const cells = 1 + random.below(7);
      const most = Array.from({ length: cells }, () => 1 + random.below(2));
      const sums = Array.from({ length: 1 + random.below(4) }, () => ({
        cells: Array.from({ length: cells }, (_, cell) => cell).filter(() => random.below(2) === 1),
        sum: random.below(4),
        isMost: random.below(3) === 0,
      }));
      const isFit = (own: readonly number[]): boolean =>
        sums.every(({ cells: of, sum, isMost }) => {
          const all = of.reduce((total, cell) => total + own[cell], 0);
          return isMost ? all <= sum : all === sum;
        });
      let ways: number[][] = [[]];
      for (const high of most) ways = ways.flatMap((own) => Array.from({ length: high + 1 }, (_, n) => [...own, n]));
      ways = ways.filter(isFit);
      const search = new CellSums({ most, sums }, 1e6);
      const drive = <T>(steps: Generator<void, T>): T => {
        for (;;) {
          const { done, value } = steps.next();
          if (done === true) return value;
        }
      };
      const isNarrowed = drive(search.narrow());
      const { lows, highs } = search.found;
      if (isNarrowed) {
        for (const own of ways) own.forEach((n, cell) => expect(n >= lows[cell] && n <= highs[cell]).toBe(true));
      }
      const isChosen = isNarrowed && drive(search.choose());
      expect(isChosen, `seed ${seed}`).toBe(ways.length > 0);
      if (isChosen === true) expect(isFit(Array.from(lows))).toBe(true);
      if (ways.length > 0) found++;
      else none++;
    }
    expect(Math.min(found, none)).toBeGreaterThan(10);
  });
});
