import { describe, expect, it } from 'vitest';
import type { AnonymizeResult, Job } from '../../../src/index.js';
import {
  anonymize,
  applyRecoding,
  createEngine,
  KohortError,
  readForJob,
  parseJob,
  toJson,
} from '../../../src/index.js';
import type { Engine } from '../../../src/engine/engine.js';
import { algorithmNames, permutingAlgorithms } from '../../registry.js';
import { drawJob, Strata, type RandomJob } from '../random-job.js';
import { casesOf } from '../../shared.js';

const JOBS = casesOf(20_000, 600);

const linesOf = ({ release }: Pick<AnonymizeResult, 'release'>): string[] =>
  Array.from(release, (row) => JSON.stringify(Object.entries(row))).sort();

/** Outcome of a job: how many rows its recoding gave again, why it gives none, or the code of an error of the run. */
async function applyAgain(seed: number, drawn: RandomJob, engine: Engine): Promise<string> {
  const job: Job = { ...drawn.job };
  let done: AnonymizeResult;
  let table;
  try {
    const input = await readForJob(drawn.csv, parseJob(job));
    ({ table } = input);
    const people = drawn.people === null ? {} : { people: (await readForJob(drawn.people, { ...parseJob(job), attributes: {}, defaultRole: 'insensitive' })).table }; // prettier-ignore
    const publicTables = Object.fromEntries(job.privacy.flatMap((spec) => ('public' in spec && people.people !== undefined ? [[spec.public, people.people]] : []))); // prettier-ignore
    done = await anonymize(table, input.job, { engine, seed, publicTables, timeLimit: 5 });
  } catch (error) {
    if (error instanceof KohortError) return `no release (${error.code})`;
    throw error;
  }
  const kept: unknown = JSON.parse(toJson(done.result));
  if (!done.result.recoding.applicable) {
    await expect(applyRecoding(kept, table)).rejects.toMatchObject({ code: 'RECODING_NOT_APPLICABLE' });
    return `${done.result.algorithm.name}: not applicable`;
  }
  const applied = await applyRecoding(kept, table);
  const fromText = await applyRecoding(kept, drawn.csv);
  for (const again of [applied, fromText]) {
    expect(linesOf(again), `seed ${seed}`).toEqual(linesOf(done));
    expect([again.rows, again.released, again.suppressed], `seed ${seed}`).toEqual([done.result.rows, done.result.released, done.result.suppressed]); // prettier-ignore
    expect(again.outside + again.withoutClass, `seed ${seed}`).toBe(again.suppressed);
    expect(again.release.columns.map(({ name }) => name)).toEqual(done.release.columns.map(({ name }) => name));
  }
  return `${done.result.algorithm.name}: ${applied.released > 0 ? 'released again' : 'suppressed again'}`;
}

const never: readonly string[] = [...permutingAlgorithms, 'apriori-anonymization', 'dissociation'];

describe.each(['wasm', 'js'] as const)('a kept recoding of %s', (name) => {
  it('gives the release again when it is applied to the rows that it came of, or says why not', async () => {
    const engine = await createEngine({ engine: name });
    const ends = new Map<string, number>();
    const strata = new Strata(1);
    try {
      for (let seed = name === 'js' ? JOBS : 0; seed < (name === 'js' ? 2 * JOBS : JOBS); seed++) {
        const drawn = drawJob(seed, seed % 2 === 1);
        if (strata.isFull(drawn.job)) continue;
        const end = await applyAgain(seed, drawn, engine);
        ends.set(end, (ends.get(end) ?? 0) + 1);
        const [algorithm, what] = end.split(': ');
        if (what === (never.includes(algorithm) ? 'not applicable' : 'released again')) strata.add(algorithm);
      }
    } finally {
      engine.dispose();
    }
    const again = algorithmNames.filter((each) => ends.has(`${each}: released again`));
    expect(again.filter((each) => never.includes(each))).toEqual([]);
    const others = algorithmNames.filter((each) => !never.includes(each) && !again.includes(each));
    expect(others).toEqual([]);
  }, 1_800_000);
});
