import { basename } from 'node:path';
import { collectGarbage } from '../files/collect-garbage.js';
import { readInput } from '../files/open-input.js';
import { checkOutputTarget } from '../files/output-target.js';
import type { Output } from '../files/write-output.js';
import { writeForAWhile, writeOutput, writeOutputs } from '../files/write-output.js';
import type { Job, RunOptions, RunResult, Table } from '../index.js';
import { anonymize, AuditError, csvChunks, InvalidArgumentError, listAlgorithms, toJson } from '../index.js';
import { seededRandom } from '../random.js';
import { stopwatch } from '../run/stopwatch.js';
import { isSourceAddress } from '../sources/address.js';
import { anonymizeSource } from './anonymize-source.js';
import { openTerminal, writeStdout } from './console.js';
import type { Terminal } from './console.js';
import { describeRun } from './format.js';
import { listenForInterrupts, refuseNothing } from './interrupts.js';
import { readJob, refuseTwoStdins } from './read-job.js';
import type { CountedReading } from './read-table.js';
import { readFrom, readJobInput, readRelease, refuseSeveral } from './read-table.js';
import { readPublicTables } from './public-tables.js';
import type { AnonymizeOptions } from './anonymize-options.js';
import { prepareCertificate } from './certify.js';
import { encodeRelease } from './encode-release.js';
import { chooseCounting } from './counting.js';
import { previousFiles, readPrevious, refusePrevious } from './previous-releases.js';
import { findCountedDifference, findDifference } from './find-difference.js';
import { prepareSecondPass } from './second-pass.js';
import { secondTarget } from './sensitive-file.js';
import { runOptionsOf } from './run-options.js';

/**
 * `kohort anonymize`: reads, runs, audits, writes beside the target, reads that file back and holds it against what was
 * audited, and only then gives it its name. Nothing is left behind by an error or an interruption.
 */
export async function anonymizeCommand(input: string, options: AnonymizeOptions): Promise<void> {
  const { more = [] } = options;
  refuseSeveral([input, ...more]);
  if (isSourceAddress(input)) return anonymizeSource(input, options);
  const { out = null, report = null, json = false, quiet = false } = options;
  refuseSql(options);
  const interrupts = listenForInterrupts();
  const terminal = openTerminal(quiet);
  try {
    const { signal } = interrupts;
    const total = stopwatch();
    refuseTwoStdins(input, options.job);
    const jobFiles = await readJob(options.job, signal);
    const { job: asked, publicFile } = jobFiles;
    refusePrevious(options, asked);
    const files = [...jobFiles.files, ...more, ...previousFiles(options)];
    if (out !== null) await checkOutputTarget('--out', out, input, ...files);
    const second = secondTarget(asked, out, json);
    if (second !== null) await checkOutputTarget('--out', second, input, ...files);
    if (report !== null)
      await checkOutputTarget('--report', report, input, ...files, ...[out, second].filter((each) => each !== null));
    const others = [input, ...files, ...[out, second, report].filter((each) => each !== null)];
    const certifier = await prepareCertificate(options, jobFiles, out, others, signal);
    const checkpoints = await checkpointOptions(options, input, signal, files);
    const clock = stopwatch();
    const counted = await chooseCounting(input, asked, options, more);
    const passes = await prepareSecondPass([input, ...more], asked, counted, signal, terminal);
    const { table, job, columns, threads } = await readJobInput(input, asked, signal, terminal, counted, more);
    if (counted !== undefined) collectGarbage();
    const read = clock();
    const random = options.seed === undefined ? undefined : seededRandom(options.seed);
    const publicTables = await readPublicTables(publicFile, job, table, signal);
    const previous = await readPrevious(options, job, table, signal);
    const runOptions = runOptionsOf(options, interrupts, terminal);
    let isEngineDone = false;
    const onProgress: RunOptions['onProgress'] = (progress) => {
      // The engine is done with a counted table when it comes to the measuring.
      if (counted !== undefined && !isEngineDone && progress.phase === 'measure' && progress.share >= 0.2) {
        isEngineDone = true;
        collectGarbage();
      }
      runOptions.onProgress?.(progress);
      // Before that is measured and audited.
      refuseNothing(interrupts, progress);
    };
    const done = await anonymize(table, job, {
      ...runOptions,
      onProgress,
      ...checkpoints,
      publicTables,
    });
    refuseNothing(interrupts, done);
    const composed = (await previous?.check(table, job, done)) ?? null;
    const result = (written: number): RunResult => {
      const { seconds } = done.result;
      const all = { ...seconds, read, write: seconds.write + written, total: wholeTime() };
      if (threads === 1) return { ...done.result, seconds: all };
      const warnings = done.result.warnings.filter(({ code }) => code !== 'ONE_THREAD');
      return { ...done.result, threads: Math.max(threads, done.result.threads), warnings, seconds: all };
    };
    let elapsed = 0;
    const wholeTime = (): number => (elapsed += total());
    clock();
    const facts = {
      job: asked,
      input: basename(input),
      output: out === null ? null : basename(out),
      seed: options.seed ?? null,
      metrics: listAlgorithms().metrics,
    };
    const check = (audited: Table) => async (written: string) => {
      terminal.progress('check of the file');
      await confirmWritten(written, job, table, audited, signal, counted);
    };
    const pass = passes?.({ table, job, columns }, done) ?? null;
    const outputs: Output[] = [];
    for (const [path, audited, name] of [
      [out, done.release, 'release'],
      [second, done.tables.sensitive, 'sensitive'],
    ] as const) {
      if (path === null || audited === undefined) continue;
      const chunks = await encodeRelease(path, audited, random, pass);
      const beforePublish = async (written: string): Promise<void> => {
        await check(audited)(written);
        await certifier?.add(path, name, written);
      };
      outputs.push({ path, chunks, beforePublish });
    }
    if (certifier !== null) outputs.push(certifier.output(done.result));
    if (report !== null) {
      const { reportHtml } = await import('../report/report-html.js');
      const html = reportHtml({ ...facts, result: result(0), audit: done.audit });
      outputs.push({ path: report, chunks: [new TextEncoder().encode(html)] });
    }
    if (out === null && !json && pass !== null) {
      // Only the end of the input tells whether it is still what was counted: until then nothing leaves.
      const leave = async (written: string): Promise<void> => {
        await check(done.release)(written);
        await writeOutputs(outputs, signal);
        await readFrom(written, (source) => writeStdout(source as AsyncIterable<Uint8Array>));
      };
      await writeForAWhile('kohort-release.csv', pass.chunks(), leave, signal);
    } else {
      await writeOutputs(outputs, signal);
      if (out === null && !json) await writeStdout(csvChunks(done.release, { random }));
    }
    const final = result(clock());
    terminal.clear();
    if (json) {
      terminal.warnBesideJson(final.warnings);
      await writeStdout([`${toJson({ ...final, previous: composed?.check }, 2)}\n`]);
    } else tellRun(terminal, final, [out, second], options, composed?.line ?? null);
  } finally {
    terminal.clear();
    interrupts.stop();
  }
}

function refuseSql({ out, sql }: AnonymizeOptions): void {
  if (sql !== undefined) {
    throw new InvalidArgumentError(
      '--sql',
      'an input in an SQL engine, such as duckdb:FILE',
      'a file',
      'OPTION_UNUSED',
    );
  }
  if (out !== undefined && isSourceAddress(out)) {
    throw new InvalidArgumentError('--out', 'a file, since the input is one', 'a table', 'OUTPUT_DATABASE');
  }
}

/**
 * Reads the file as it stands on the disk and holds it, cell by cell, against the release that the audit confirmed: so
 * the audit is one of the file. Throws AuditError for any difference.
 */
async function confirmWritten(
  path: string,
  job: Job,
  table: Table,
  release: Table,
  signal: AbortSignal,
  counted: CountedReading | undefined,
): Promise<void> {
  const written = await readRelease(
    path,
    'the file as written',
    job,
    table,
    signal,
    release.weights !== null && (counted ?? true),
  );
  const difference = (release.weights === null ? findDifference : findCountedDifference)(release, written);
  if (difference !== null) {
    throw new AuditError(`the file as written is not the audited release, nothing was handed out: ${difference}`);
  }
}

/** `--resume` read, `--checkpoint` bound: a file that nobody else may read, replaced whole; read first when both are one. */
async function checkpointOptions(
  { checkpoint, resume, out, report, certificate }: AnonymizeOptions,
  input: string,
  signal: AbortSignal,
  files: readonly string[],
): Promise<Pick<RunOptions, 'resume' | 'onCheckpoint'>> {
  const others = [out, report, certificate].filter((path) => path !== undefined);
  if (checkpoint !== undefined) await checkOutputTarget('--checkpoint', checkpoint, input, ...files, ...others);
  const given = resume === undefined ? {} : { resume: await readInput(resume) };
  if (checkpoint === undefined) return given;
  return { ...given, onCheckpoint: async (state) => writeOutput(checkpoint, [state], { signal, mode: 0o600 }) };
}

function tellRun(
  terminal: Terminal,
  result: RunResult,
  outs: readonly (string | null)[],
  { certificate, report }: AnonymizeOptions,
  composed: string | null,
): void {
  terminal.warn(result.warnings);
  for (const line of describeRun(result)) terminal.tell(line);
  if (composed !== null) terminal.tell(composed);
  for (const out of outs) if (out !== null) terminal.tell(`release: ${out}`);
  if (certificate !== undefined) terminal.tell(`certificate: ${certificate}`);
  if (report !== undefined) terminal.tell(`report: ${report}`);
}
