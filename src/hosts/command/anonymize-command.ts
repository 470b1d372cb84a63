import { appendAll } from '../../base/sequences.js';
import { disarmsFormulas, warnOfDisarmed } from '../../table/formula-guard.js';
import { formatOfName } from '../../table/file-formats.js';
import { dirname, resolve } from 'node:path';
import { collectGarbage } from '../node/collect-garbage.js';
import { readInput } from '../node/open-input.js';
import type { Output } from '../node/write-output.js';
import { writeBeside } from '../node/write-output.js';
import { withCures } from '../../base/cures.js';
import { InvalidArgumentError } from '../../base/errors.js';
import { requireKey } from '../../pipeline/pseudonyms.js';
import type { AnonymizeResult, CheckedJob, Goal, KeptRecoding, RunOptions, RunResult } from '../../index.js';
import { anonymize, toJson } from '../../index.js';
import { shortJobText } from '../../assess/proposal/job-text.js';
import { hidesFigures, publishAudit, publishResult } from '../../pipeline/publish-figures.js';
import { listMatches, specOf } from '../../job/patterns.js';
import { planColumns } from '../../job/plan.js';
import { warnOfUnsearched } from '../../pipeline/search-identifiers.js';
import { stopwatch } from '../../pipeline/stopwatch.js';
import type { InputDescription } from '../../table/input-description.js';
import { hideSecret, isSourceAddress } from '../../table/source-address.js';
import type { Warning } from '../../table/table.js';
import type { AnonymizeOptions } from './anonymize-options.js';
import { anonymizeOptions } from './anonymize-options.js';
import { defineCommand } from './declare.js';
import { writeStdout } from './console.js';
import type { MakeOutputs } from './file-sink.js';
import { fileSink } from './file-sink.js';
import { fileSource } from './file-source.js';
import { describeRun } from './format.js';
import type { Summarized } from './summary.js';
import { summarizeRun } from './summary.js';
import { refuseNothing } from './interrupts.js';
import type { PreviousCheck } from './previous-releases.js';
import { readPrevious, refusePrevious } from './previous-releases.js';
import { readPublicTables } from './public-tables.js';
import { jobWith } from './input-options.js';
import { refuseUnusedForm, withOutput } from './output-options.js';
import { givenOptions, propose, readLooked, textOf } from './proposal.js';
import type { JobFiles } from './read-job.js';
import { publicRepairs } from './repairs.js';
import { publicFileOf, readJob, refuseTwoStdins } from './read-job.js';
import { refuseSeveral } from './read-table.js';
import { runOptionsOf } from './run-options.js';
import type { CommandRun, Sink, Source, SourceTable } from './source.js';
import { sqlSource } from './sql-source.js';
import type { Targets } from './targets.js';
import { checkTargets } from './targets.js';
import { withUnit } from './unit-options.js';
import { withTerminal } from './with-terminal.js';
import { isDetail } from '../../report/warning-lines.js';

export const anonymizing = defineCommand({
  usage: 'anonymize <input> [more...]',
  help: 'runs a job on a file, several CSV files, or a table of an SQL engine',
  options: anonymizeOptions,
  examples: [
    ['kohort anonymize people.csv --job job.json --out release.csv', 'a release by a job file'],
    [
      'kohort anonymize people.csv --k 5 --quasi age,zip --sensitive disease --l 2 --out release.csv',
      'release without a job file; prints the job that it makes',
    ],
    ['kohort anonymize people.csv --job job.json --json --out release.csv', 'the result as JSON on stdout'],
    [
      'kohort anonymize people.csv --job job.json --out release.csv --report report.html --certificate certificate.json',
      'with a report and a certificate of the release',
    ],
  ],
  run: anonymizeCommand,
});

/**
 * `kohort anonymize`: reads a source, runs the job, writes the release where nobody sees it, reads that again and holds it
 * against what was audited, and only then gives it its name. Nothing is left behind by an error or an interruption.
 */
async function anonymizeCommand(inputs: readonly string[], options: AnonymizeOptions): Promise<void> {
  refuseSeveral(inputs);
  return withTerminal({ quiet: options.quiet }, (session) => anonymizeInputs(inputs, { ...session, options }));
}

/** A job that was made: with its reasons, and as a terminal has room for it. */
interface MadeJob {
  readonly text: string;
  readonly short: string;
}

/** A job with its files, and where it was made from the table what it was made of. */
interface KnownJob extends JobFiles {
  /** A job that was made, as text; null for one that was read. */
  readonly made: MadeJob | null;
  /** Description of the input where the job was made from it. */
  readonly described?: InputDescription;
  readonly warnings: readonly Warning[];
}

/** The job of `--job`, or one made from the table. */
async function findJob(inputs: readonly string[], { options, signal, terminal }: CommandRun): Promise<KnownJob> {
  if (options.job !== undefined) {
    refuseTwoStdins(inputs[0], options.job);
    return { ...(await readJob(options.job, signal, options, inputs[0])), made: null };
  }
  const folder = dirname(resolve(options.saveJob ?? 'job.json'));
  const looked = await readLooked(inputs, options, folder, { signal, terminal });
  const isCounted = looked.isCounted === true || options.twoPass === true || options.memory !== undefined;
  const plain = await propose({ ...looked, isCounted }, options, signal);
  const proposed = { ...plain, job: withOutput(plain.job, options) };
  const { job } = proposed;
  // The run reports neither: the job says the formats that were found, and dropped columns are not read.
  const isUntold = ({ code, attribute }: Warning): boolean => {
    const { role, format } = specOf(job, attribute ?? '') ?? {};
    if (code === 'FORMAT_FOUND') return format !== undefined;
    return code === 'FORMAT_AMBIGUOUS' && (role === 'drop' || role === 'identifier');
  };
  const found = looked.table.warnings.filter(isUntold);
  // The run warns of sensitive columns itself.
  const own = proposed.warnings.filter(({ code }) => !code.startsWith('SENSITIVE_') && code !== 'RARE_SENSITIVE_VALUE');
  const warnings = [...found, ...looked.warnings, ...own];
  const publicFile = publicFileOf(job, folder);
  const files = publicFile === null ? [] : [publicFile.path];
  const made = { text: textOf(proposed, inputs), short: shortJobText(proposed) };
  return { job, files, publicFile, made, warnings, described: looked.described };
}

/** Throws InvalidArgumentError unless either a job is given, or what one is made by. */
function refuseMixed(options: AnonymizeOptions): void {
  const given = givenOptions(options);
  if (options.job === undefined) {
    if (options.k !== undefined) return;
    const expected = 'a job file, or --k N for a job that is made from the table';
    throw new InvalidArgumentError('--job', expected, 'neither', 'MISSING_OPTION');
  }
  if (given.length === 0) return;
  const expected = 'no --job with it: it describes a job to be made (kohort init writes one that can be edited)';
  throw new InvalidArgumentError(given[0], expected, 'both', 'OPTION_UNUSED');
}

/** Throws InvalidArgumentError for options that do not go together, before any work. */
function refuseUnusable(options: AnonymizeOptions): void {
  refuseMixed(options);
  refuseUnusedForm(options);
  refuseUnreported(options);
}

/** Throws InvalidArgumentError for a file of skipped rows where none are skipped. */
function refuseUnskipped({ badRowsTo }: AnonymizeOptions, job: CheckedJob, [input]: readonly string[]): void {
  if (badRowsTo === undefined) return;
  if (isSourceAddress(input)) {
    throw new InvalidArgumentError('--bad-rows-to', 'a file as the input', 'a table of an engine', 'OPTION_UNUSED');
  }
  if (planColumns(job).input.badRows === 'skip') return;
  throw new InvalidArgumentError(
    '--bad-rows-to',
    '--bad-rows skip, which leaves such rows out',
    'none',
    'MISSING_OPTION',
  );
}

/** Throws InvalidArgumentError for attacks without a report that prints them. */
function refuseUnreported({ attacks = false, report: reports = [] }: AnonymizeOptions): void {
  if (!attacks || reports.length > 0) return;
  throw new InvalidArgumentError('--attacks', 'a report that prints them (--report FILE)', 'none', 'MISSING_OPTION');
}

async function anonymizeInputs(inputs: readonly string[], given: CommandRun): Promise<void> {
  refuseUnusable(given.options);
  const run = withTimeLimit(given);
  const { options, signal } = run;
  const startedAt = performance.now();
  let source: Source | null = null;
  let sink: Sink | null = null;
  try {
    source = isSourceAddress(inputs[0]) ? sqlSource(inputs[0], run) : fileSource(inputs, run);
    const jobFiles = await findJob(inputs, run);
    const asked = withUnit(withOutput(jobWith(jobFiles.job, options), options), options);
    refuseUnskipped(options, asked, inputs);
    source.accept(asked);
    const pseudonymKey = await readKey(options, asked);
    refusePrevious(options, asked);
    const targets = await checkTargets(inputs, jobFiles, run);
    const noticed = [...jobFiles.warnings, ...(await source.open())];
    const clock = stopwatch();
    const read = await source.read(asked, jobFiles.described);
    const { table, job, engine } = read;
    const listed = listMatches(asked, read.columns);
    if (table.weights !== null) collectGarbage();
    const reading = clock();
    if (jobFiles.made === null) appendAll(noticed, warnOfUnsearched(planColumns(listed), table));
    const publicTables = await readPublicTables(jobFiles.publicFile, job, table, signal, engine);
    appendAll(noticed, publicRepairs(publicTables));
    const previous = await readPrevious(options, job, table, signal);
    const publicTable = Object.values(publicTables)[0];
    const others: MakeOutputs = (made, result) => [
      ...(targets.reporter?.outputs(made, result, {
        job: listed,
        asked,
        columnsRead: table.columns.length,
        original: table,
        publicTable,
      }) ?? []),
      ...textOutput(options.recoding, () => `${toJson(made.result.recoding)}\n`),
      ...badRowsOutput(options, read),
      ...textOutput(options.saveJob, () => jobFiles.made?.text ?? `${toJson(listed, 2)}\n`),
    ];
    sink = read.sink ?? fileSink(targets, read, others, run);
    const { done: found, begun } = await search(
      read,
      sink,
      { ...targets.checkpoints, publicTables, pseudonymKey },
      run,
    );
    const done = hidesFigures(asked, options) ? publish(found) : found;
    if (done === found) appendAll(noticed, warnOfExactMetrics(options));
    if (isWrittenAsCsv(options) && disarmsFormulas(asked.output)) {
      appendAll(noticed, warnOfDisarmed([done.release, done.tables.sensitive]));
    }
    const composed = (await previous?.check(table, job, done)) ?? null;
    const resultAfter = (written: number): RunResult => {
      const { seconds } = done.result;
      const total = (performance.now() - startedAt) / 1000;
      return resultOf(done, noticed, read.threads, {
        ...seconds,
        read: reading,
        write: seconds.write + begun + written,
        total,
      });
    };
    clock();
    if (read.sink === null) await sink.write(done, resultAfter(0));
    else await writeBeside(others(done, resultAfter(0)), () => read.sink!.write(done, resultAfter(0)), signal);
    tellRecoding(done.result.recoding, run);
    const result = resultAfter(clock());
    const isSeen =
      jobFiles.made !== null &&
      options.saveJob === undefined &&
      (isJobOnStdout(run.options) ? process.stdout : process.stderr).isTTY;
    // On a terminal what was done stands last, where people look.
    if (isSeen) await tellJob(jobFiles.made, run, { isSeen });
    await report({ result, job: listed, columns: done.audit.columns }, targets, composed, run);
    if (!isSeen) await tellJob(jobFiles.made, run, { isSeen });
  } finally {
    await sink?.close?.();
    await source?.close();
  }
}

/** True where the release leaves as CSV. */
const isWrittenAsCsv = ({ out, sql, json }: AnonymizeOptions): boolean =>
  out === undefined ? sql === undefined && json !== true : !isSourceAddress(out) && formatOfName(out) === null;

/** Result of a run, with figures that give away nothing that its labels hide. */
const publish = (done: AnonymizeResult): AnonymizeResult => ({
  ...done,
  result: publishResult(done.result, done.audit),
  audit: publishAudit(done.audit),
});

function warnOfExactMetrics({ exactMetrics = false }: AnonymizeOptions): Warning[] {
  if (!exactMetrics) return [];
  const message =
    'result, certificate and report hold metrics with all digits: together with the release they reveal values that its labels hide, so keep them confidential';
  return [{ code: 'EXACT_METRICS', message }];
}

/** Goals whose searches end after `SEARCH_SECONDS` with their best result so far, where nothing else is said. */
const SEARCHING: readonly Goal[] = ['best', 'levels'];
const SEARCH_SECONDS = 60;

/** The run with a time limit where the goal has no other end: searches for the best may take as long as they like. */
function withTimeLimit(run: CommandRun): CommandRun {
  const { goal, timeLimit } = run.options;
  if (goal === undefined || !SEARCHING.includes(goal) || timeLimit !== undefined) return run;
  return { ...run, options: { ...run.options, timeLimit: SEARCH_SECONDS } };
}

/** True where a job that was made is printed to stdout: the release takes that without `--out`, the result with `--json`. */
const isJobOnStdout = ({ out, json = false, sql }: AnonymizeOptions): boolean =>
  out !== undefined && !json && sql === undefined;

/** Reports the job that was made and `--save-job`, or prints the job: short on a terminal, to a file or a program with its reasons. */
async function tellJob(
  made: MadeJob | null,
  { options, terminal }: CommandRun,
  { isSeen }: { readonly isSeen: boolean },
): Promise<void> {
  const { saveJob, verbose = false } = options;
  if (saveJob !== undefined) terminal.tell(`job: ${saveJob}`);
  if (made === null || saveJob !== undefined) return;
  terminal.clear();
  const isShort = isSeen && !verbose;
  const text = isShort ? made.short : made.text;
  if (isShort) terminal.tell('the job that was made (--save-job FILE writes it with its reasons, to be edited):');
  if (isJobOnStdout(options)) await writeStdout([text]);
  else terminal.tell(text.trimEnd());
  if (isShort) terminal.tell('');
}

/** A file with a text that is made when it is written; nothing where none is asked for. */
function textOutput(path: string | undefined, text: () => string): Output[] {
  if (path === undefined) return [];
  const chunks = (function* () {
    yield new TextEncoder().encode(text());
  })();
  return [{ path, chunks }];
}

/** Warns, with the reason, when there is nothing to apply where `--recoding` asks for what `kohort apply` needs. */
function tellRecoding(recoding: KeptRecoding, { options, terminal }: CommandRun): void {
  if (options.recoding === undefined || recoding.applicable) return;
  const message = `the recoding cannot be applied to new rows: ${recoding.reason}`;
  terminal.warn([{ code: 'RECODING_NOT_APPLICABLE', message }]);
}

/** The file of the rows that were left out; nothing where none is asked for. */
const badRowsOutput = ({ badRowsTo }: AnonymizeOptions, { badRows = [] }: SourceTable): Output[] =>
  badRowsTo === undefined ? [] : [{ path: badRowsTo, chunks: badRows, mode: 0o600 }];

/** The bytes of `--key`. Throws InvalidArgumentError as `requireKey` does, before any work. */
const readKey = async ({ key }: AnonymizeOptions, job: CheckedJob): Promise<Uint8Array | undefined> =>
  requireKey(planColumns(job), key === undefined ? undefined : await readInput(key), '--key');

/** Runs the job. `begun`: seconds in which the sink began to write. */
async function search(
  { table, job }: SourceTable,
  sink: Sink,
  given: Pick<RunOptions, 'resume' | 'onCheckpoint' | 'publicTables' | 'pseudonymKey'>,
  { options, interrupts, terminal }: CommandRun,
): Promise<{ readonly done: AnonymizeResult; readonly begun: number }> {
  const common = runOptionsOf(options, interrupts, terminal);
  let isEngineDone = false;
  let begun = 0;
  const done = await anonymize(table, job, {
    ...common,
    // Without --json nobody sees it.
    recoding: options.recoding !== undefined ? true : options.json === true ? undefined : false,
    ...given,
    onPlan: async (plan) => {
      const clock = stopwatch();
      await sink.begin?.(plan);
      begun = clock();
    },
    onProgress: (progress) => {
      // The engine no longer needs a counted table once the measuring begins.
      if (table.weights !== null && !isEngineDone && progress.phase === 'measure' && progress.share >= 0.2) {
        isEngineDone = true;
        collectGarbage();
      }
      common.onProgress?.(progress);
      // Before that is measured and audited.
      refuseNothing(interrupts, progress);
    },
  });
  refuseNothing(interrupts, done);
  return { done, begun };
}

/** The result of a run with what the command knows beside it: seconds, warnings of the source, threads that read. */
function resultOf(
  { result }: AnonymizeResult,
  noticed: readonly Warning[],
  threads: number,
  seconds: RunResult['seconds'],
): RunResult {
  const warnings = [...withCures(noticed), ...result.warnings].filter(
    ({ code }) => threads === 1 || code !== 'ONE_THREAD',
  );
  return { ...result, threads: Math.max(threads, result.threads), warnings, seconds };
}

/** Reports what was done: as JSON on stdout, or for people on stderr; of printed statements the warnings alone. */
async function report(
  done: Summarized,
  { second }: Targets,
  composed: PreviousCheck | null,
  { options, terminal }: CommandRun,
): Promise<void> {
  const { out, certificate, recoding, badRowsTo, report: reports = [], json = false, sql, verbose = false } = options;
  const { result, job } = done;
  terminal.clear();
  const warnings = verbose ? result.warnings : result.warnings.filter((warning) => !isDetail(warning));
  if (sql !== undefined) return terminal.warn(warnings);
  if (json) {
    terminal.warnBesideJson(result.warnings);
    return writeStdout([`${toJson({ ...result, previous: composed?.check }, 2)}\n`]);
  }
  terminal.warn(warnings);
  for (const line of verbose ? describeRun(result, job) : summarizeRun(done)) terminal.tell(line);
  if (composed !== null) terminal.tell(composed.line);
  if (out !== undefined) terminal.tell(`release: ${isSourceAddress(out) ? hideSecret(out) : out}`);
  if (second !== null) terminal.tell(`release: ${second}`);
  if (certificate !== undefined) terminal.tell(`certificate: ${certificate}`);
  if (recoding !== undefined) terminal.tell(`recoding: ${recoding}`);
  if (badRowsTo !== undefined) {
    terminal.tell(
      `rows that could not be read: ${badRowsTo}, as confidential as the input (${result.rowsSkipped?.rows ?? 0})`,
    );
  }
  for (const page of reports) terminal.tell(`report: ${page}`);
}
