import { removeTemporaryFiles } from '../files/write-output.js';

/** Ctrl-C and SIGTERM: the first ends the run cleanly, the second at once. */
export interface Interrupts {
  readonly signal: AbortSignal;
  /** Gives the signals back to the host. */
  stop(): void;
}

const interruptedExitCode = 130;

/**
 * Listens for SIGINT and SIGTERM. The first aborts the signal (the run then removes what it began and ends with exit
 * code 130); the second removes temporary files and ends the process.
 */
export function listenForInterrupts(): Interrupts {
  const controller = new AbortController();
  const onSignal = (): void => {
    if (!controller.signal.aborted) return controller.abort();
    removeTemporaryFiles();
    process.exit(interruptedExitCode);
  };
  process.on('SIGINT', onSignal);
  process.on('SIGTERM', onSignal);
  return {
    signal: controller.signal,
    stop() {
      process.off('SIGINT', onSignal);
      process.off('SIGTERM', onSignal);
    },
  };
}
