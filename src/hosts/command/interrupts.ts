import { isPublishing, removeTemporaryFiles } from '../node/write-output.js';
import type { KohortError } from '../../base/errors.js';
import { AbortError } from '../../index.js';

/** Ctrl-C and SIGTERM: the first ends the run cleanly, the second at once. */
export interface Interrupts {
  /** Ends the run, nothing is written. */
  readonly signal: AbortSignal;
  /** Ends an anytime search with its best result so far. */
  readonly finish: AbortSignal;
  /** Ends the run with an error of ours. */
  end(error: KohortError): void;
  /** Says whether an anytime search is running: only then the first Ctrl-C asks for its result. */
  setSearching(searching: boolean): void;
  /** Gives the signals back to the host. */
  stop(): void;
}

const interruptedExitCode = 130;

/**
 * A process whose run is over takes a moment to end, and a signal may come in it: the exit code stays that of the run, or a release that
 * is whole would end as if it had been interrupted. What the host takes down after its last event it would do without its handlers, so
 * that is left out.
 */
export function keepExitCode(code: number): void {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.once(signal, () => process.exit(code));
  process.once('exit', () => process.exit(code));
}

/**
 * Throws AbortError when Ctrl-C ended the search before it had anything but what there is without a search: then nothing is
 * written.
 */
export function refuseNothing(
  { finish }: Interrupts,
  { hidesEverything = false }: { readonly hidesEverything?: boolean },
): void {
  if (!finish.aborted || !hidesEverything) return;
  throw new AbortError('interrupted before there was a release better than "*" everywhere, nothing was written');
}

/**
 * Listens for SIGINT, SIGTERM and SIGHUP, which always aborts. The first one ends an anytime search with its best result so far; when none is running it
 * aborts the signal (the run then removes what it began and ends with exit code 130). The second removes temporary files
 * and ends the process, unless files are getting their names: then all of them get theirs, and the run is done.
 */
export function listenForInterrupts(): Interrupts {
  const controller = new AbortController();
  const finisher = new AbortController();
  let searching = false;
  const endAtOnce = (): void => {
    if (isPublishing()) return;
    removeTemporaryFiles();
    process.exit(interruptedExitCode);
  };
  const onSignal = (): void => {
    const first = !controller.signal.aborted && !finisher.signal.aborted;
    if (first) return searching ? finisher.abort() : controller.abort();
    endAtOnce();
  };
  // The terminal is gone: nobody waits for a result.
  const onHangup = (): void => {
    if (!controller.signal.aborted) return controller.abort();
    endAtOnce();
  };
  process.on('SIGINT', onSignal);
  process.on('SIGTERM', onSignal);
  process.on('SIGHUP', onHangup);
  return {
    signal: controller.signal,
    finish: finisher.signal,
    end(error) {
      controller.abort(error);
    },
    setSearching(now) {
      searching = now;
    },
    stop() {
      process.off('SIGINT', onSignal);
      process.off('SIGTERM', onSignal);
      process.off('SIGHUP', onHangup);
    },
  };
}
