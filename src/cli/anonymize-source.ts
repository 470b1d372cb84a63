import { basename, extname } from 'node:path';
import { amount } from '../plural.js';
import { hideSecret, isSourceAddress, parseSourceAddress } from '../sources/address.js';
import type { Recoded } from '../sources/map-tables.js';
import { openSource, relationOf } from '../sources/open-source.js';
import { readSourceCounted } from '../sources/read-counted.js';
import type { SourceAddress, SqlConnection } from '../sources/source.js';
import { requireNewTable, sweepTables, writeSourceRelease } from '../sources/write-release.js';
import type { Job, RunOptions, RunResult, Table } from '../index.js';
import { anonymize, csvChunks, InvalidArgumentError, toJson } from '../index.js';
import { checkOutputTarget } from '../files/output-target.js';
import { writeOutputs } from '../files/write-output.js';
import { seededRandom } from '../random.js';
import { suppressedRow } from '../release/row-classes.js';
import { stopwatch } from '../run/stopwatch.js';
import type { ReleasePlan } from '../run/options.js';
import { resolveChecked } from '../run/resolve-job.js';
import { requireCountable } from '../run/two-passes.js';
import type { Warning } from '../table/table.js';
import type { AnonymizeOptions } from './anonymize-options.js';
import { prepareCertificate } from './certify.js';
import { encodeRelease } from './encode-release.js';
import { openTerminal, writeStdout } from './console.js';
import { findCountedDifference } from './find-difference.js';
import { describeRun } from './format.js';
import { listenForInterrupts, refuseNothing } from './interrupts.js';
import { confirmTable, refuseDifference } from './confirm-table.js';
import type { PreviousCheck } from './previous-releases.js';
import { previousFiles, readPrevious, refusePrevious } from './previous-releases.js';
import { printSql } from './print-sql.js';
import { readJob } from './read-job.js';
import { readPublicTables } from './public-tables.js';
import { readRelease } from './read-table.js';
import { runOptionsOf } from './run-options.js';

/**
 * `kohort anonymize` on a table of an SQL engine: its frequency set by one GROUP BY, the search here, the release made in the
 * engine by one join with the map, counted again and held against what was audited, and only then named.
 */
export async function anonymizeSource(input: string, options: AnonymizeOptions): Promise<void> {
  const { out = null, json = false, quiet = false, sql } = options;
  const interrupts = listenForInterrupts();
  const terminal = openTerminal(quiet);
  let connection: SqlConnection | null = null;
  try {
    const { signal } = interrupts;
    const total = stopwatch();
    const address = parseSourceAddress(input, 'input');
    const target = out !== null && isSourceAddress(out) ? parseTarget(out, address) : null;
    const jobFiles = await readJob(options.job, signal);
    const { job: asked, files, publicFile } = jobFiles;
    requireCountable(resolveChecked(asked), 'input');
    if (out !== null && target === null) await checkOutputTarget('--out', out, ...files, ...previousFiles(options));
    refuseUnused(options);
    refusePrevious(options, asked);
    const certified = target === null && sql === undefined ? out : null;
    const certifier = await prepareCertificate(
      options,
      jobFiles,
      certified,
      [...files, ...(certified === null ? [] : [certified])],
      signal,
    );
    const open = await openSource(address, target !== null && sql === undefined);
    connection = open;
    const from = relationOf(address, open);
    const swept: Warning[] = [];
    if (target !== null && sql === undefined) {
      await requireNewTable(open, target);
      swept.push(...(await sweepTables(open, target)));
    }
    const clock = stopwatch();
    const onProgress = ({ rows }: { readonly rows: number }): void =>
      terminal.progress(`counted ${amount(rows, 'row')}`);
    // A file or stdout takes whole rows, so all released columns are counted; inside the engine the others stay there.
    const whole = target === null && sql === undefined;
    const source = await readSourceCounted(open, from, asked, {
      signal,
      memory: options.memory,
      onProgress,
      whole,
      prints: target !== null && sql === undefined,
    });
    const read = clock();
    const job: Job = { ...source.job, output: { ...source.job.output, order: 'shuffle' } };
    const publicTables = await readPublicTables(publicFile, job, source.table, signal, { address, connection: open });
    const common = runOptionsOf(options, interrupts, terminal);
    const previous = await readPrevious(options, job, source.table, signal);
    let composed: PreviousCheck | null = null;
    const run: RunOptions = {
      ...common,
      publicTables,
      onProgress: (progress) => {
        common.onProgress?.(progress);
        refuseNothing(interrupts, progress);
      },
    };
    const random = options.seed === undefined ? undefined : seededRandom(options.seed);
    if (sql !== undefined) {
      const found = await anonymize(source.table, job, run);
      refuseNothing(interrupts, found);
      composed = (await previous?.check(source.table, job, found)) ?? null;
      const { plan, warnings } = found;
      terminal.clear();
      terminal.warn(warnings);
      const name = address.table ?? basename(address.database, extname(address.database));
      const recoded = recodedOf(plan!, job);
      await writeStdout(printSql(sql, { name, target: target ?? `${name}_released`, source, recoded }));
      return;
    }
    clock();
    let recoded: Recoded | null = null;
    const done =
      target === null
        ? await anonymize(source.table, job, run)
        : await writeSourceRelease(open, from, target, source, {
            signal,
            keepOrder: asked.output?.order === 'input',
            anonymize: async (recode) => {
              const onPlan = (plan: ReleasePlan): Promise<void> => recode((recoded = recodedOf(plan, job)));
              const found = await anonymize(source.table, job, { ...run, onPlan });
              refuseNothing(interrupts, found);
              composed = (await previous?.check(source.table, job, found)) ?? null;
              return found;
            },
            beforePublish: async (written, { release }) => {
              terminal.progress('check of the table');
              await confirmTable(open, written, source, recoded!, release, signal);
            },
          });
    refuseNothing(interrupts, done);
    composed ??= (await previous?.check(source.table, job, done)) ?? null;
    if (out !== null && target === null) {
      const beforePublish = async (written: string): Promise<void> => {
        const found = await readRelease(written, 'the file as written', job, source.table, signal);
        refuseDifference(findCountedDifference(done.release, found));
        await certifier?.add(out, 'release', written);
      };
      const release = { path: out, chunks: await encodeRelease(out, done.release, random), beforePublish };
      await writeOutputs(certifier === null ? [release] : [release, certifier.output(done.result)], signal);
    } else if (target === null && !json) await writeStdout(csvChunks(done.release, { random }));
    const { seconds } = done.result;
    // Searching, measuring and auditing have their own; the engine recodes beside the last two.
    const write = clock() - seconds.search - seconds.measure - seconds.audit;
    const warnings = [...swept, ...done.result.warnings];
    const result: RunResult = { ...done.result, warnings, seconds: { ...seconds, read, write, total: total() } };
    terminal.clear();
    if (json) {
      terminal.warnBesideJson(result.warnings);
      await writeStdout([`${toJson({ ...result, previous: composed?.check }, 2)}\n`]);
    } else {
      terminal.warn(result.warnings);
      for (const line of describeRun(result)) terminal.tell(line);
      if (composed !== null) terminal.tell(composed.line);
      if (out !== null) terminal.tell(`release: ${hideSecret(out)}`);
      if (options.certificate !== undefined) terminal.tell(`certificate: ${options.certificate}`);
    }
  } finally {
    terminal.clear();
    interrupts.stop();
    await connection?.close();
  }
}

/** Reads a counted release or original for `kohort audit`: by GROUP BY in an engine. */
export async function readAuditedSource(
  address: string,
  argument: string,
  job: Job,
  signal: AbortSignal,
  isRelease = false,
): Promise<{ readonly table: Table; readonly job: Job }> {
  const parsed = parseSourceAddress(address, argument);
  const connection = await openSource(parsed, false);
  try {
    return await readSourceCounted(connection, relationOf(parsed, connection), job, {
      signal,
      strangers: isRelease,
      allowEmpty: isRelease,
      whole: true,
    });
  } finally {
    await connection.close();
  }
}

function recodedOf({ pieces, attributes }: ReleasePlan, job: Job): Recoded {
  return {
    entry: pieces.entry,
    classId: pieces.classId,
    suppressed: suppressedRow,
    attributes: attributes.map(({ domain, values, valueOf }) => ({
      name: domain.attribute,
      labels: values.map(({ label }) => label),
      valueOf,
    })),
    star: job.output?.suppressed === 'star',
  };
}

function parseTarget(out: string, source: SourceAddress): string {
  const target = parseSourceAddress(out, '--out');
  if (target.engine === source.engine && target.database === source.database && target.table !== null) {
    if (target.table !== source.table) return target.table;
    throw new InvalidArgumentError('--out', 'another table than the input', JSON.stringify(target.table), 'SAME_FILE');
  }
  throw new InvalidArgumentError(
    '--out',
    'a table of the database that the input is in, or a file',
    'another database',
    'OUTPUT_DATABASE',
  );
}

/** Options that a run in an engine has no use for. */
function refuseUnused({ report, checkpoint, resume }: AnonymizeOptions): void {
  for (const [name, given] of Object.entries({ '--report': report, '--checkpoint': checkpoint, '--resume': resume })) {
    if (given === undefined) continue;
    throw new InvalidArgumentError(name, 'an input that is a file', 'a table of an engine', 'OPTION_UNUSED');
  }
}
