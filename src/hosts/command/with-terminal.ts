import { InfeasibleError } from '../../base/errors.js';
import type { Terminal } from './console.js';
import { openTerminal } from './console.js';
import type { Interrupts } from './interrupts.js';
import { listenForInterrupts } from './interrupts.js';

/** Access of a command to the terminal that it runs in. */
export interface Session {
  readonly interrupts: Interrupts;
  readonly signal: AbortSignal;
  readonly terminal: Terminal;
}

/** Options of the terminal of a command. */
interface SessionOptions {
  readonly quiet?: boolean;
  /** Seconds after which the command ends with TIME_LIMIT; searches take the limit themselves and leave it out. */
  readonly timeLimit?: number;
  /** Seconds past the limit in which the command may still end by itself, default 0. */
  readonly graceSeconds?: number;
}

/** Runs a command that Ctrl-C and a time limit can end. */
export async function withTerminal<Result>(
  { quiet = false, timeLimit, graceSeconds = 0 }: SessionOptions,
  run: (session: Session) => Promise<Result>,
): Promise<Result> {
  const interrupts = listenForInterrupts();
  const terminal = openTerminal({ quiet });
  const timer =
    timeLimit === undefined
      ? undefined
      : setTimeout(() => interrupts.end(timeLimitError(timeLimit)), 1000 * (timeLimit + graceSeconds));
  try {
    return await run({ interrupts, signal: interrupts.signal, terminal });
  } finally {
    clearTimeout(timer);
    terminal.clear();
    interrupts.stop();
  }
}

const timeLimitError = (seconds: number): InfeasibleError =>
  new InfeasibleError(
    'TIME_LIMIT',
    `--time-limit ${seconds}: the command did not end in this time, nothing was written; give it more time`,
  );
