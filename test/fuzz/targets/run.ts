import { createEngine } from '../../../src/engine/create-engine.js';
import type { Engine } from '../../../src/engine/engine.js';
import { anonymize, applyRecoding, auditRelease, parseJob, readCsv, readForJob, toJson } from '../../../src/index.js';
import type { Job, Table } from '../../../src/index.js';
import { csvChunks } from '../../../src/io/csv/write-csv.js';
import { drawJob } from '../../pipeline/random-job.js';
import { jobWords } from './job.js';
import { describeTable, requireSame } from '../tables.js';
import type { Target } from '../target.js';
import { bytesOf, codeOf, Find, textOf } from '../target.js';

/** Contents of an input of JSON. */
interface Given {
  readonly csv: string;
  readonly job: Job;
  readonly people: string | null;
}

/** Milliseconds after which a run is aborted: options may ask for long searches. */
const MOST_TIME = 3000;

const engines: Partial<Record<'wasm' | 'js', Promise<Engine>>> = {};
const engineOf = async (name: 'wasm' | 'js'): Promise<Engine> => (engines[name] ??= createEngine({ engine: name }));

async function runBy(name: 'wasm' | 'js', { csv, job, people }: Given): Promise<{ told: string; isCut: boolean }> {
  let isCut = false;
  const told = await codeOf(async () => {
    const parsed = parseJob(job);
    const input = await readForJob(csv, parsed);
    const publicTables = await publicTablesOf(parsed, people);
    const signal = AbortSignal.timeout(MOST_TIME);
    const done = await anonymize(input.table, input.job, {
      engine: await engineOf(name),
      seed: 1,
      publicTables,
      signal,
    });
    const { release, result, warnings } = done;
    isCut = warnings.some(({ code }) => code === 'STOPPED_EARLY' || code === 'TIME_LIMIT');
    if (result.released + result.suppressed !== result.rows)
      throw new Find('rows that are neither released nor suppressed');
    requireWhole(release, result.released, parsed.output?.suppressed === 'star');
    await requireAgain(done, input.table, isCut);
    if (release.columns.length > 0) Buffer.concat([...csvChunks(release, parsed.output ?? {})]);
    const again = auditRelease(release, input.job, input.table, { publicTables, sensitive: done.tables.sensitive });
    if (!again.holds && done.audit.holds)
      throw new Find('a release that the audit refuses when it is asked again', again.problems.join('; '));
    return `released ${describeTable(release)} ${toJson(result.metrics)} ${toJson(result.privacy)}`;
  });
  return { told, isCut: isCut || told === 'ABORTED' };
}

function requireWhole(release: Table, released: number, withStars: boolean): void {
  if (!withStars && release.rows !== released) throw new Find('a release without the rows that it says');
}

/** A kept recoding gives the rows that it came of their classes again. */
async function requireAgain(done: Awaited<ReturnType<typeof anonymize>>, table: Table, isCut: boolean): Promise<void> {
  if (!done.result.recoding.applicable || isCut) return;
  const applied = await applyRecoding(JSON.parse(toJson(done.result)), table, { seed: 1 });
  if (applied.released !== done.result.released) throw new Find('a kept recoding releases other rows of its own input');
}

async function publicTablesOf(job: Job, people: string | null): Promise<Record<string, Table>> {
  if (people === null) return {};
  const table = await readCsv(people, job.input ?? {});
  return Object.fromEntries(job.privacy.flatMap((spec) => ('public' in spec ? [[spec.public, table]] : [])));
}

/** A job with its input, by both engines: the same release, or the same refusal. */
export const run: Target = {
  name: 'run',
  isJson: true,
  mostBytes: 6000,
  seconds: 20,
  get words() {
    return jobWords();
  },
  seeds: () => Array.from({ length: 150 }, (_, seed) => bytesOf(JSON.stringify(drawJob(seed, seed % 2 === 0)))),
  run: async (bytes) => {
    let given: Partial<Given> | null;
    try {
      given = JSON.parse(textOf(bytes)) as Partial<Given> | null;
    } catch {
      return 'no JSON';
    }
    const { csv = '', job, people = null } = given ?? {};
    if (typeof csv !== 'string' || (people !== null && typeof people !== 'string')) return 'no tables';
    const whole = { csv, job: job as Job, people };
    const one = await runBy('wasm', whole);
    const other = await runBy('js', whole);
    if (!one.isCut && !other.isCut) requireSame('the engines differ', one.told, other.told);
    return one.told.startsWith('released') ? 'released' : one.told;
  },
};
