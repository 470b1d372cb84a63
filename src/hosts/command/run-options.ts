import { isCountedCost } from '../../base/counted-cost.js';
import { availableParallelism } from 'node:os';
import { Option } from 'commander';
import type { Command } from 'commander';
import type { Progress, RunOptions } from '../../index.js';
import { watchPhases } from '../../base/time-left.js';
import { spareThreads } from '../node/threads/node.js';
import { engineArgument, numberArgument } from './arguments.js';
import type { Terminal } from './console.js';
import type { Interrupts } from './interrupts.js';

/** Options that every command takes, as commander gives them. */
export interface CommonOptions {
  readonly engine: 'wasm' | 'js';
  /** Number of threads asked for; see {@link countingThreadsOf}. */
  readonly threads?: number;
  readonly timeLimit?: number;
  readonly seed?: number;
  readonly quiet?: boolean;
  readonly json?: boolean;
}

/** Options of a search that can be resumed. */
export interface ResumeOptions {
  readonly checkpoint?: string;
  readonly resume?: string;
}

const isCount = (value: number): boolean => Number.isInteger(value) && value >= 1 && value <= 256;
const isSeed = (value: number): boolean => Number.isSafeInteger(value) && value >= 0;

/** Adds the common options to a command. */
export function addCommonOptions(command: Command): Command {
  return command
    .addOption(new Option('--engine <name>', 'wasm or js').argParser(engineArgument).default('wasm'))
    .addOption(
      new Option(
        '--threads <n>',
        'threads that count large files and search (default: all cores but one, at most 8; for k-optimize 1)',
      ).argParser(numberArgument('--threads', 'a whole number from 1 to 256', isCount)),
    )
    .addOption(
      new Option('--time-limit <seconds>', 'ends an anytime search with its best result so far').argParser(
        numberArgument('--time-limit', 'a number of seconds above 0', (value) => value > 0 && Number.isFinite(value)),
      ),
    )
    .addOption(
      new Option(
        '--seed <n>',
        'repeatable order of the rows, for tests: somebody who knows the seed can undo the shuffle',
      ).argParser(numberArgument('--seed', 'a whole number from 0 to 2^53 - 1', isSeed)),
    )
    .option('--quiet', 'prints only errors on stderr')
    .option('--json', 'prints the result as JSON on stdout, and nothing else there');
}

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
