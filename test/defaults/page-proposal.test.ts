import { describe, expect, it } from 'vitest';
import { choicesOf } from '../../playground/src/choices-of-job.js';
import { forColumns, jobOf, keyOf } from '../../playground/src/choices.js';
import { seededRandom } from '../../src/base/random.js';
import type { CheckedJob } from '../../src/index.js';
import { KohortError, proposeJob, readCsv, tableFromRows } from '../../src/index.js';
import { long, seedRanges } from '../shared.js';
import { drawMessyTable } from './messy-people.js';

/** A job with every short form in full. */
const inFull = ({ algorithm, attributes, ...rest }: CheckedJob): unknown => ({
  ...rest,
  algorithm: typeof algorithm === 'string' ? { name: algorithm } : algorithm,
  attributes: Object.fromEntries(
    Object.entries(attributes).map(([name, spec]) => [name, typeof spec === 'string' ? { role: spec } : spec]),
  ),
});

describe('the job of the page by defaults', () => {
  it.each(seedRanges(long ? 3000 : 60, 20))('is that of the command for tables $from to $to', async ({ from, to }) => {
    let proposed = 0;
    for (let seed = from; seed < to; seed++) {
      const drawn = drawMessyTable(seededRandom(seed + 1));
      const table = await readCsv(drawn.csv);
      let job: CheckedJob;
      try {
        ({ job } = proposeJob(table));
      } catch (error) {
        // The page asks, or says why; it releases nothing of such a table before an answer.
        expect(error).toBeInstanceOf(KohortError);
        continue;
      }
      proposed++;
      const names = table.columns.map(({ name }) => name);
      expect(inFull(jobOf(forColumns(choicesOf(job, names)))), `table ${seed}: ${drawn.kinds.join(', ')}`).toEqual(
        inFull(job),
      );
    }
    expect(proposed).toBeGreaterThan(0);
  });

  it.each(seedRanges(long ? 1500 : 30, 15))('is that of the command for visits $from to $to', async ({ from, to }) => {
    let proposed = 0;
    for (let seed = from; seed < to; seed++) {
      const random = seededRandom(seed + 1);
      const { csv, kinds } = drawMessyTable(random);
      const people = (await readCsv(csv)).toRows();
      const persons = random.below(2) === 0 ? ['mrn'] : ['clinic', 'mrn'];
      const visits = people.flatMap((row, i) =>
        Array.from({ length: 1 + random.below(4) }, () => ({ ...row, clinic: `C${i % 3}`, mrn: `P${i}` })),
      );
      const table = tableFromRows(visits);
      let job: CheckedJob;
      try {
        ({ job } = proposeJob(table, { persons }));
      } catch (error) {
        expect(error).toBeInstanceOf(KohortError);
        continue;
      }
      proposed++;
      const names = table.columns.map(({ name }) => name);
      const choices = forColumns(choicesOf(job, names));
      expect([...keyOf(choices)].sort()).toEqual(persons);
      expect(inFull(jobOf(choices)), `visits ${seed}: ${kinds.join(', ')}`).toEqual(inFull(job));
    }
    expect(proposed).toBeGreaterThan(0);
  });
});
