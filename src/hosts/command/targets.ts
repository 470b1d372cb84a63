import { basename } from 'node:path';
import { readInput } from '../node/open-input.js';
import { checkOutputTarget } from '../node/output-target.js';
import type { Output } from '../node/write-output.js';
import { writeOutput } from '../node/write-output.js';
import type { AnonymizeResult, Job, RunOptions, RunResult } from '../../index.js';
import { listAlgorithms } from '../../index.js';
import { isSourceAddress } from '../../io/sql/address.js';
import type { Certifier } from './certify.js';
import { prepareCertificate } from './certify.js';
import { previousFiles } from './previous-releases.js';
import type { JobFiles } from './read-job.js';
import { secondTarget } from './sensitive-file.js';
import type { CommandRun } from './source.js';

/** The files of a run, each looked at before any work. */
export interface Targets {
  /** The release; null for stdout, or a table. */
  readonly out: string | null;
  /** The table of sensitive columns beside it. */
  readonly second: string | null;
  readonly certifier: Certifier | null;
  /** Makes the report. */
  readonly reporter: ((done: AnonymizeResult, result: RunResult) => Promise<Output>) | null;
  /** `--resume` read, `--checkpoint` bound: a file that nobody else may read, replaced whole. */
  readonly checkpoints: Pick<RunOptions, 'resume' | 'onCheckpoint'>;
}

/**
 * Looks at every file that a run writes: that it can be made, and is none that is read or written for something else.
 *
 * @param asked - the job with what the command line says of its input
 * @throws InvalidArgumentError; InputError
 */
export async function checkTargets(
  inputs: readonly string[],
  jobFiles: JobFiles,
  asked: Job,
  { options, signal }: CommandRun,
): Promise<Targets> {
  const { json = false, report, certificate, checkpoint, resume, sql } = options;
  const out = options.out === undefined || isSourceAddress(options.out) ? null : options.out;
  const second = secondTarget(jobFiles.job, out, { json });
  const taken = [...inputs, ...jobFiles.files, ...previousFiles(options)];
  const take = async (option: string, path: string | null = null): Promise<void> => {
    if (path === null) return;
    await checkOutputTarget(option, path, ...taken);
    taken.push(path);
  };
  await take('--out', out);
  await take('--out', second);
  await take('--report', report);
  const certifier = await prepareCertificate(options, jobFiles, sql === undefined ? out : null, taken, signal);
  if (certificate !== undefined) taken.push(certificate);
  await take('--checkpoint', checkpoint);
  await take('--save-job', options.saveJob);
  return {
    out,
    second,
    certifier,
    reporter: report === undefined ? null : reporterTo(report, inputs[0], out, asked, options.seed),
    checkpoints: {
      // Read before it is written, when both are one.
      resume: resume === undefined ? undefined : await readInput(resume),
      onCheckpoint:
        checkpoint === undefined ? undefined : (state) => writeOutput(checkpoint, [state], { signal, mode: 0o600 }),
    },
  };
}

function reporterTo(
  path: string,
  input: string,
  out: string | null,
  job: Job,
  seed: number | undefined,
): Targets['reporter'] {
  return async ({ audit }, result) => {
    const { reportHtml } = await import('../../report/report-html.js');
    const html = reportHtml({
      job,
      input: basename(input),
      output: out === null ? null : basename(out),
      seed: seed ?? null,
      metrics: listAlgorithms().metrics,
      result,
      audit,
    });
    return { path, chunks: [new TextEncoder().encode(html)] };
  };
}
