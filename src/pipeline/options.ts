import type { Engine } from '../engine/engine.js';
import type { ShownClasses } from '../release/shown-classes.js';
import type { Pieces } from '../release/pieces.js';
import { InvalidArgumentError } from '../base/errors.js';
import { suggestion } from '../base/near-name.js';
import type { Table } from '../table/table.js';
import { isTable } from '../table/table.js';

/** Progress of a run. */
export interface Progress {
  /** Phase of the run, in this order. */
  readonly phase: 'prepare' | 'search' | 'measure' | 'release' | 'audit';
  /** Share of this phase that is done, 0 .. 1. */
  readonly share: number;
  /** True while a search runs that `finish` can end with a result. */
  readonly anytime?: boolean;
  /** True at the begin of the measuring when the search has found nothing but what there is without it: see `finish`. */
  readonly hidesEverything?: true;
  /** Metric of the costs, as the job names it, for searches that minimize one. */
  readonly metric?: string;
  /** Least cost found, for searches that know it. */
  readonly cost?: number;
  /** Lower bound of the cost of every solution, for searches that know it. */
  readonly lowerBound?: number;
  /** Relative gap, (cost - lowerBound) / cost, for searches that know both. */
  readonly gap?: number;
}

/** Outcome of the entries of a counted table. */
export interface ReleasePlan {
  readonly pieces: Pieces;
  /** Quasi-identifiers in the job's order: labels, and [classes] the label of every class. */
  readonly attributes: ShownClasses['attributes'];
  /**
   * [pieces] entry of the release that a piece became part of, 0xffffffff where it does not leave; of the result of a job that
   * keeps the order of the input.
   */
  readonly entryOf?: Uint32Array;
}

/** Options of a run; none of these changes what the job asks for. */
export interface RunOptions {
  /** `wasm` (default) or `js`: an engine is made for this run and disposed of; or an engine of the caller's, left usable. */
  readonly engine?: 'wasm' | 'js' | Engine;
  /**
   * Threads of the search, 1 .. 256, or `auto`: all cores but one, at most 8, where the release is the same with any number of threads (in pages that
   * are cross-origin isolated), else 1. Default 1. A search starts no more than its work justifies; algorithms that use one thread warn. With two or
   * more a large release is audited on one of its own, while it is measured.
   */
  readonly threads?: number | 'auto';
  /**
   * Seconds, above 0, after which an anytime search ends with its best result so far, with the warning STOPPED_EARLY. They
   * count from the call; the reading of the input is before it, measuring and audit come after. Default none.
   */
  readonly timeLimit?: number;
  /**
   * Whole number from 0: the order of the rows comes from a reproducible generator instead of the platform's
   * cryptographic one. For tests; with the seed the shuffle can be undone.
   */
  readonly seed?: number;
  /**
   * The public tables that models name in `public` (the command line reads those files). Each has at least the
   * quasi-identifiers as columns, of the same types as in the input, and all rows of the input are among its rows.
   */
  readonly publicTables?: Readonly<Record<string, Table>>;
  /** Secret of at least 16 bytes for the columns of the role `pseudonym`: equal texts have equal pseudonyms in all files of one key. */
  readonly pseudonymKey?: Uint8Array;
  /** Ends the run with an AbortError. */
  readonly signal?: AbortSignal;
  /**
   * Ends an anytime search with its best result so far, with the warning STOPPED_EARLY; other searches go on. `hidesEverything`
   * of the result says when that is no better than what there is without a search.
   */
  readonly finish?: AbortSignal;
  /**
   * Goes on with a search of the same job on the same table from a state that `onCheckpoint` was given. Throws InputError when
   * the state is damaged, of another version, job or table.
   */
  readonly resume?: Uint8Array;
  /**
   * Receives the state of a search that can be resumed: every `checkpointSeconds`, and when a time limit or `finish` ends it unproven. The search
   * waits for the promise. A state shows cuts and costs, no vector: keep it to yourself. Throws InvalidArgumentError `NO_CRYPTOGRAPHY` in a page
   * without https.
   */
  readonly onCheckpoint?: (state: Uint8Array) => void | Promise<void>;
  /** Seconds between two states, above 0. Default 60. */
  readonly checkpointSeconds?: number;
  /**
   * Receives the outcome of the entries of a counted table when the search is done, before that is measured and audited, so that a release can be
   * made ready meanwhile. The run waits for the promise. Nothing may be handed out before the run has ended well.
   */
  readonly onPlan?: (plan: ReleasePlan) => void | Promise<void>;
  /**
   * True: `result.recoding` takes what time it needs. False: none is kept. By default a recoding of many classes, which would take
   * longer than some tenths of a second to try on the input, is called not applicable.
   */
  readonly recoding?: boolean;
  /** Called between steps, at most every few milliseconds; what it throws ends the run and is thrown on. */
  readonly onProgress?: (progress: Progress) => void;
}

/** Makes an engine by name, or the default one. The two entry points of the package have different ones. */
export type EngineFactory = (name: 'wasm' | 'js' | undefined) => Promise<Engine>;

/**
 * Gives the engine of a run to `use`; one that was made for the run is disposed of afterwards, or when `use` says that it
 * needs it no more.
 */
export async function withEngine<Result>(
  options: RunOptions,
  makeEngine: EngineFactory,
  use: (engine: Engine, dispose: () => void) => Promise<Result>,
): Promise<Result> {
  if (typeof options.engine === 'object') return use(options.engine, () => undefined);
  const engine = await makeEngine(options.engine);
  try {
    return await use(engine, () => engine.dispose());
  } finally {
    engine.dispose();
  }
}

const keys = [
  'engine',
  'threads',
  'timeLimit',
  'seed',
  'signal',
  'finish',
  'resume',
  'onCheckpoint',
  'checkpointSeconds',
  'onPlan',
  'onProgress',
  'publicTables',
  'pseudonymKey',
  'recoding',
];

/**
 * A copy of the options, by own enumerable keys, each read once. Throws InvalidArgumentError: `UNKNOWN_OPTION`,
 * `WRONG_TYPE`, `OPTION_RANGE`.
 */
export function checkRunOptions(given: RunOptions | undefined): RunOptions {
  const options: Record<string, unknown> = Object.create(null) as Record<string, unknown>;
  for (const key of Object.keys(given ?? {})) {
    if (!keys.includes(key)) {
      throw new InvalidArgumentError(
        `options.${key}`,
        `one of the keys ${keys.join(', ')}${suggestion(key, keys)}`,
        'an unknown key',
        'UNKNOWN_OPTION',
      );
    }
    const value: unknown = (given as Record<string, unknown>)[key];
    if (value !== undefined) options[key] = value;
  }
  const { engine } = options;
  if (engine !== undefined && engine !== 'wasm' && engine !== 'js' && typeof engine !== 'object') {
    throw new InvalidArgumentError('options.engine', '"wasm", "js" or an engine', String(engine), 'UNKNOWN_VALUE');
  }
  if (options.threads !== 'auto')
    checkNumber(
      options,
      'threads',
      'a whole number from 1 to 256, or "auto"',
      (n) => Number.isInteger(n) && n >= 1 && n <= 256,
    );
  checkNumber(options, 'timeLimit', 'a number of seconds above 0', (n) => n > 0 && Number.isFinite(n));
  checkNumber(options, 'seed', 'a whole number from 0 to 2^53 - 1', (n) => Number.isSafeInteger(n) && n >= 0);
  checkNumber(options, 'checkpointSeconds', 'a number of seconds above 0', (n) => n > 0 && Number.isFinite(n));
  if (options.recoding !== undefined && typeof options.recoding !== 'boolean') {
    throw new InvalidArgumentError('options.recoding', 'true or false', typeof options.recoding, 'WRONG_TYPE');
  }
  for (const key of ['onProgress', 'onCheckpoint', 'onPlan']) {
    const value = options[key];
    if (value === undefined || typeof value === 'function') continue;
    throw new InvalidArgumentError(`options.${key}`, 'a function', typeof value, 'WRONG_TYPE');
  }
  for (const key of ['resume', 'pseudonymKey']) {
    if (options[key] === undefined || options[key] instanceof Uint8Array) continue;
    throw new InvalidArgumentError(`options.${key}`, 'a Uint8Array', typeof options[key], 'WRONG_TYPE');
  }
  if (
    options.publicTables !== undefined &&
    (typeof options.publicTables !== 'object' || options.publicTables === null)
  ) {
    throw new InvalidArgumentError(
      'options.publicTables',
      'an object of tables',
      typeof options.publicTables,
      'WRONG_TYPE',
    );
  }
  return options;
}

function checkNumber(
  options: Readonly<Record<string, unknown>>,
  key: string,
  expected: string,
  accepts: (value: number) => boolean,
): void {
  const value = options[key];
  if (value === undefined) return;
  if (typeof value !== 'number') {
    throw new InvalidArgumentError(`options.${key}`, expected, `a ${typeof value}`, 'WRONG_TYPE');
  }
  if (!accepts(value)) throw new InvalidArgumentError(`options.${key}`, expected, String(value), 'OPTION_RANGE');
}

/** Throws InvalidArgumentError unless the value is a table of this package. */
export function requireTable(value: Table, argument: string): void {
  if (isTable(value)) return;
  throw new InvalidArgumentError(argument, 'a Table (of readCsv or tableFromRows)', typeof value, 'WRONG_TYPE');
}
