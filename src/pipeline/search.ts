import type { Algorithm, Options, Outcome } from '../algorithms/algorithm.js';
import type { Engine } from '../engine/engine.js';
import { InvalidArgumentError } from '../base/errors.js';
import { type Plan } from '../job/plan.js';
import type { RunContext } from './run-values.js';
import type { RunOptions } from './options.js';
import type { Prepared } from './prepare.js';

const CHECKPOINT_SECONDS = 60;

/** Runs the job's algorithm on what was prepared. */
export async function search(
  { problem }: Prepared,
  engine: Engine,
  { plan, algorithm, options, progress, random, startThread, spareThreads }: RunContext,
): Promise<Outcome> {
  const settled = settledOptions(plan);
  const metric = typeof settled.metric === 'string' ? { metric: settled.metric } : {};
  const { run: runWhole } = await algorithm.run();
  const isApart = plan.within.length > 0 && plan.strata === 'apart';
  const run = isApart ? (await import('./strata.js')).withinStrata(runWhole, plan) : runWhole;
  return run(problem, engine, settled, {
    random,
    signal: options.signal,
    finish: options.finish,
    timeLimit: options.timeLimit,
    startedAt: progress.startedAt,
    threads: threadsOf(algorithm, options, spareThreads),
    startThread,
    resume: options.resume,
    onCheckpoint: options.onCheckpoint,
    checkpointSeconds: options.checkpointSeconds ?? CHECKPOINT_SECONDS,
    onProgress:
      options.onProgress === undefined
        ? undefined
        : (state) =>
            options.onProgress?.({ ...state, ...metric, phase: 'search', anytime: algorithm.anytime === true }),
  });
}

/** Options of the algorithm, with the treatment of hierarchies that the plan decided. */
export function settledOptions({ algorithm: { name: _, ...options }, hierarchies }: Plan): Options {
  return hierarchies === null ? options : { ...options, hierarchies };
}

/** Unrequested threads are given only to algorithms that release the same with any number of them. */
function threadsOf({ parallel, sharesWork }: Algorithm, { threads = 1 }: RunOptions, spare: () => number): number {
  if (threads === 'auto') return sharesWork === true ? spare() : 1;
  return parallel === true || sharesWork === true ? threads : 1;
}

/** Threads of a run beside its search: those that were asked for, or that the host has to spare. */
export const threadsAsked = ({
  options: { threads = 1 },
  spareThreads,
}: Pick<RunContext, 'options' | 'spareThreads'>): number => (threads === 'auto' ? spareThreads() : threads);

/** Throws InvalidArgumentError `NOT_RESUMABLE`. */
export function checkResumable({ name, resumable = false }: Algorithm, { resume, onCheckpoint }: RunOptions): void {
  if (resumable || (resume === undefined && onCheckpoint === undefined)) return;
  const option = resume === undefined ? 'onCheckpoint' : 'resume';
  throw new InvalidArgumentError(
    `options.${option}`,
    'a job whose search can be resumed (k-optimize)',
    name,
    'NOT_RESUMABLE',
  );
}
