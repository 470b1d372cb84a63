import { readInput } from '../node/open-input.js';
import { checkOutputTarget } from '../node/output-target.js';
import { writeOutput } from '../node/write-output.js';
import type { RunOptions } from '../../index.js';
import { isSourceAddress } from '../../table/source-address.js';
import type { Certifier } from './certify.js';
import { prepareCertificate } from './certify.js';
import type { Reporter } from './file-report.js';
import { prepareReports } from './file-report.js';
import { filesRead } from './files-read.js';
import { refuseClosedStdout } from './console.js';
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
  readonly reporter: Reporter | null;
  /** `--resume` read, `--checkpoint` bound: a file that no other user may read, replaced whole. */
  readonly checkpoints: Pick<RunOptions, 'resume' | 'onCheckpoint'>;
}

/**
 * Looks at every file that a run writes: that it can be made, and is none that is read or written for something else.
 *
 * @throws InvalidArgumentError; InputError
 */
export async function checkTargets(
  inputs: readonly string[],
  jobFiles: JobFiles,
  { options, signal }: CommandRun,
): Promise<Targets> {
  const {
    json = false,
    report: reports = [],
    certificate,
    checkpoint,
    resume,
    sign,
    key,
    sql,
    attacks = false,
    timeLimit,
  } = options;
  const begunAt = performance.now();
  if ((options.out === undefined || sql !== undefined) && !json) refuseClosedStdout('release');
  const out = options.out === undefined || isSourceAddress(options.out) ? null : options.out;
  const second = secondTarget(jobFiles.job, out, { json });
  const given = [...inputs, ...jobFiles.files, ...previousFiles(options, jobFiles.job)].flatMap(filesRead);
  const taken = [...given, ...(sign === undefined ? [] : [sign]), ...(key === undefined ? [] : [key])];
  const resumed = resume === undefined ? [] : [resume];
  const take = async (option: string, path: string | null = null): Promise<void> => {
    if (path === null) return;
    // A search may be saved where it was resumed from: that is read before.
    await checkOutputTarget(option, path, ...taken, ...(option === '--checkpoint' ? [] : resumed));
    taken.push(path);
  };
  await take('--out', out);
  await take('--out', second);
  for (const report of reports) await take('--report', report);
  await take('--recoding', options.recoding);
  const others = [...taken, ...resumed];
  const certifier = await prepareCertificate(options, jobFiles, sql === undefined ? out : null, others, signal);
  if (certificate !== undefined) taken.push(certificate);
  await take('--checkpoint', checkpoint);
  await take('--save-job', options.saveJob);
  await take('--bad-rows-to', options.badRowsTo);
  return {
    out,
    second,
    certifier,
    reporter: await prepareReports(
      {
        paths: reports,
        inputs,
        out: options.out,
        publicFile: jobFiles.publicFile,
        seed: options.seed,
        previous: options.previous,
        attacks: attacks ? { endsAt: timeLimit === undefined ? undefined : begunAt + 1000 * timeLimit } : undefined,
      },
      signal,
    ),
    checkpoints: {
      // Read before it is written, when both are one.
      resume: resume === undefined ? undefined : await readInput(resume),
      onCheckpoint:
        checkpoint === undefined ? undefined : (state) => writeOutput(checkpoint, [state], { signal, mode: 0o600 }),
    },
  };
}
