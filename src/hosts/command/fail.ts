import { CommanderError } from 'commander';
import { KohortError } from '../../base/errors.js';
import { hideSecrets } from '../../io/sql/address.js';
import { oneLine } from './console.js';

/** Tells an error in one line on stderr and gives the exit code that it has. */
export function failWith(error: unknown): number {
  if (error instanceof CommanderError) {
    if (error.exitCode === 0) return 0;
    say(error.message.replace(/^error: /, ''));
    return 2;
  }
  if (error instanceof KohortError) {
    say(error.message);
    return error.exitCode;
  }
  if (error instanceof RangeError) {
    say(`out of memory or of what the host can hold: ${error.message}`);
    return 4;
  }
  // A defect of ours: its message may hold anything, so only its kind is told.
  const kind = error instanceof Error ? error.name : typeof error;
  const code = (error as NodeJS.ErrnoException | null)?.code;
  say(`unexpected ${kind}${code === undefined ? '' : ` (${code})`}; KOHORT_DEBUG=1 shows where`);
  if (process.env.KOHORT_DEBUG === '1' && error instanceof Error) process.stderr.write(`${error.stack}\n`);
  return 4;
}

function say(message: string): void {
  process.stderr.write(`kohort: ${hideSecrets(oneLine(message))}\n`);
}
