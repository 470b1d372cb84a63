import type { Terminal } from './console.js';
import { openTerminal } from './console.js';
import type { Interrupts } from './interrupts.js';
import { listenForInterrupts } from './interrupts.js';

/** What a command has of the terminal that it runs in. */
export interface Session {
  readonly interrupts: Interrupts;
  readonly signal: AbortSignal;
  readonly terminal: Terminal;
}

/** Runs a command that Ctrl-C can end. */
export async function withTerminal<Result>(
  { quiet = false }: { readonly quiet?: boolean },
  run: (session: Session) => Promise<Result>,
): Promise<Result> {
  const interrupts = listenForInterrupts();
  const terminal = openTerminal({ quiet });
  try {
    return await run({ interrupts, signal: interrupts.signal, terminal });
  } finally {
    terminal.clear();
    interrupts.stop();
  }
}
