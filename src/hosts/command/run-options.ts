import { isCountedCost } from '../../base/counted-cost.js';
import { availableParallelism } from 'node:os';
import type { Progress, RunOptions } from '../../index.js';
import { watchPhases } from '../../base/time-left.js';
import { spareThreads } from '../node/threads/node.js';
import { engineArgument, numberArgument } from './arguments.js';
import type { OptionsOf } from './declare.js';
import { flag, parsed, required, text, withDefault } from './declare.js';
import type { Terminal } from './console.js';
import type { Interrupts } from './interrupts.js';

const isCount = (value: number): boolean => Number.isInteger(value) && value >= 1 && value <= 256;
const isSeed = (value: number): boolean => Number.isSafeInteger(value) && value >= 0;

/** Options that every command takes. */
export const commonOptions = {
  engine: withDefault(
    parsed('<name>', 'wasm or js', engineArgument, () => ['wasm', 'js']),
    'wasm',
  ),
  threads: parsed(
    '<n>',
    'threads that count large files and search (default: all cores but one, at most 8; for k-optimize 1)',
    numberArgument('a whole number from 1 to 256', isCount),
  ),
  timeLimit: parsed(
    '<seconds>',
    'ends an anytime search with its best result so far',
    numberArgument('a number of seconds above 0', (value) => value > 0 && Number.isFinite(value)),
  ),
  seed: parsed(
    '<n>',
    'repeatable order of the rows, for tests: somebody who knows the seed can undo the shuffle',
    numberArgument('a whole number from 0 to 2^53 - 1', isSeed),
  ),
  quiet: flag('prints only errors on stderr'),
  json: flag('prints the result as JSON on stdout, and nothing else there'),
};

/** The job of a command that takes none from the table. */
export const job = required(text('<file>', 'job file (JSON); - reads stdin'));

export const exactMetrics = flag(
  'prints all metrics with all digits; this output is confidential, since it reveals values that labels hide',
);

type CommonOptions = OptionsOf<typeof commonOptions>;

/** Threads that count: those that are asked for, else all cores but one. What is counted is the same for any number. */
export const countingThreadsOf = (
  { threads }: Pick<CommonOptions, 'threads'>,
  cores: () => number = availableParallelism,
): number => threads ?? spareThreads(cores);

const percent = (share: number): string => `${(100 * share).toFixed(share < 0.01 ? 3 : 1)} %`;

/** A bound of a cost that is a count is one, too. */
const wholeOf = (bound: number): number => Math.ceil(bound);

/** The options of a run as the library takes them. */
export function runOptionsOf(options: CommonOptions, interrupts: Interrupts, terminal: Terminal): RunOptions {
  const { engine, threads = 'auto', timeLimit, seed } = options;
  const { signal, finish } = interrupts;
  const timeLeft = watchPhases();
  const onProgress = (progress: Progress): void => {
    const { phase, share, anytime = false, metric, cost, lowerBound, gap } = progress;
    interrupts.setSearching(phase === 'search' && anytime);
    // A terminal may be kept.
    const figures = isCountedCost(cost, metric) ? `, cost ${cost}, at least ${wholeOf(lowerBound!)}` : '';
    const known = cost === undefined ? '' : `${figures}, gap ${percent(gap!)}`;
    const left = timeLeft(progress);
    terminal.progress(`${phase} ${Math.floor(100 * share)} %${known}${left === null ? '' : `, ${left}`}`);
  };
  return { engine, threads, timeLimit, seed, signal, finish, onProgress };
}
