import { basename, extname } from 'node:path';
import { InputError, InvalidArgumentError } from '../../base/errors.js';
import { hideSecret, isSourceAddress, parseSourceAddress } from '../../table/source-address.js';
import { linkageBefore } from '../../assess/attacks/linkage-before.js';
import type { AnonymizeResult, CheckedJob, RunResult, Table } from '../../index.js';
import { attackLinkage, listAlgorithms } from '../../index.js';
import type { ReportFacts, ReportFile } from '../../report/report-facts.js';
import { sha256OfFile } from '../node/digest.js';
import type { Output } from '../node/write-output.js';
import type { PublicFile } from './read-job.js';
import { attackRelease } from './report-attacks.js';

/** Facts of a report that are known once the source was read. */
interface ReportedRun {
  /** The job as it runs, with what the command line says of its input, and the columns that match its patterns. */
  readonly job: CheckedJob;
  /** The job without these columns. */
  readonly asked: CheckedJob;
  /** Columns of the input that were read. */
  readonly columnsRead: number;
  /** The input as it was read. */
  readonly original: Table;
  /** The public table that the models of the job name. */
  readonly publicTable: Table | undefined;
}

/** Makes the reports of a run while its files are written. */
export interface Reporter {
  /** A file of the release that is complete under its temporary name. */
  add(file: ReportFile): void;
  /** The reports as files, to be written after the files of the release. */
  outputs(done: AnonymizeResult, result: RunResult, run: ReportedRun): Output[];
}

/** Inputs of the reports of a run. */
interface ReportOptions {
  readonly paths: readonly string[];
  readonly inputs: readonly string[];
  /** The release as the command line names it. */
  readonly out: string | undefined;
  readonly publicFile: PublicFile | null;
  readonly seed: number | undefined;
  /** Earlier releases as the command line names them. */
  readonly previous?: readonly string[];
  /** Attacks on the release; `endsAt`: their end (`performance.now()`), if the run has a time limit. Absent: none. */
  readonly attacks?: { readonly endsAt?: number };
}

/**
 * Readies the reports of a run before any work: takes the hashes of the files that it reads, and takes them again when the reports
 * are written, which an input that changed ends. What is no file (stdin, a table of an engine) has no hash.
 *
 * @throws InputError as `openInput` does
 */
export async function prepareReports(
  { paths, inputs, out, publicFile, seed, previous = [], attacks }: ReportOptions,
  signal: AbortSignal,
): Promise<Reporter | null> {
  if (paths.length === 0) return null;
  const hashAll = async (all: readonly string[]): Promise<ReportFile[]> => {
    const files: ReportFile[] = [];
    for (const path of all) files.push({ name: basename(path), ...(await sha256OfFile(path, signal)) });
    return files;
  };
  const read = { input: inputs.flatMap(fileOf), public: publicFile === null ? [] : fileOf(publicFile.path) };
  const before = { input: await hashAll(read.input), public: await hashAll(read.public) };
  const release: ReportFile[] = [];
  let hasLooked = false;
  const refuseChanges = async (): Promise<void> => {
    if (hasLooked) return;
    hasLooked = true;
    for (const kind of ['input', 'public'] as const) {
      const after = await hashAll(read[kind]);
      const at = after.findIndex(({ sha256 }, i) => sha256 !== before[kind][i].sha256);
      if (at < 0) continue;
      const message = 'the file changed during the run; run again when it is at rest';
      throw new InputError('INPUT_CHANGED', message, { source: read[kind][at] });
    }
  };
  const name = inputs.length === 1 ? inputs[0] : `${basename(inputs[0])} and ${inputs.length - 1} more`;
  const date = new Date();
  return {
    add: (file) => void release.push(file),
    outputs: (done, result, { job, asked, columnsRead, original, publicTable }) => {
      const facts = async (): Promise<ReportFacts> => ({
        job,
        result,
        audit: done.audit,
        input: name === '-' ? 'standard input' : name,
        output: out ?? null,
        seed: seed ?? null,
        metrics: listAlgorithms().metrics,
        date,
        files: { input: before.input, release, public: before.public[0] },
        jobSha256: await (await import('../../report/report-html.js')).jobSha256(asked),
        columnsRead,
        release: done.release,
        previous: previous.map((path) => (isSourceAddress(path) ? hideSecret(path) : basename(path))),
        ...(attacks === undefined
          ? {}
          : { attacks: await attackRelease({ done, original, job }, { signal, ...attacks }) }),
        ...linkageOf(done, original, publicTable, job),
      });
      let made: Promise<ReportFacts> | null = null;
      return paths.map((path) => ({
        path,
        chunks: (async function* () {
          await refuseChanges();
          yield new TextEncoder().encode(await writeReport(path, await (made ??= facts())));
        })(),
      }));
    },
  };
}

/** The file of an input; none for stdin and for tables of an engine. */
function fileOf(path: string): string[] {
  if (path === '-') return [];
  if (!isSourceAddress(path)) return [path];
  const { engine, database, table } = parseSourceAddress(path, 'input');
  return engine === 'duckdb' && table === null ? [database] : [];
}

/** Writes a report in the form that the ending of its name gives. */
async function writeReport(path: string, facts: ReportFacts): Promise<string> {
  const { reportHtml, reportJson, reportMarkdown } = await import('../../report/report-html.js');
  const ending = extname(path).toLowerCase();
  return ending === '.json' ? reportJson(facts) : ending === '.md' ? reportMarkdown(facts) : reportHtml(facts);
}

/** The attack on a release in rows, and on its input, with the people of a public table; nothing where it cannot be made. */
function linkageOf(
  { release, result }: AnonymizeResult,
  original: Table,
  people: Table | undefined,
  job: CheckedJob,
): Pick<ReportFacts, 'linkage' | 'linkageBefore'> {
  if (people === undefined || release.weights !== null || people.weights !== null) return {};
  if (result.solution.kind === 'permutation') return {};
  try {
    const linkage = attackLinkage(release, people, job);
    return { linkage, linkageBefore: linkageBefore(original, people, result.quasiIdentifiers) };
  } catch (error) {
    if (error instanceof InvalidArgumentError) return {};
    throw error;
  }
}
