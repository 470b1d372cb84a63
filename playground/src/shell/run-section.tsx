import { useEffect, useRef, useState } from 'preact/hooks';
import { mostThreads } from '../client.js';
import { ErrorText } from '../parts/error-text.js';
import { Progress } from './progress.js';
import type { Running } from './tasks.js';

/** Options of a start. */
export interface StartOptions {
  readonly threads: number;
  readonly seed: number | undefined;
}

interface Props {
  /** Something runs: no other run can be started. */
  readonly busy: boolean;
  /** The run. */
  readonly running: Running | null;
  readonly error: string | null;
  readonly onRun: (options: StartOptions) => Promise<void>;
}

/** The button, what happens after it was pressed, and what went wrong. */
export function RunSection({ busy, running, error, onRun }: Props) {
  const [threads, setThreads] = useState(1);
  const [seed, setSeed] = useState('');
  const start = useRef<HTMLButtonElement>(null);
  const cancel = useRef<HTMLButtonElement>(null);
  const isRunning = running !== null;
  // The pressed button can no longer have the focus: the one that takes its place gets it.
  useEffect(() => {
    if (document.activeElement === document.body || document.activeElement === start.current) {
      (isRunning ? cancel : start).current?.focus({ preventScroll: true });
    }
  }, [isRunning]);
  // On a small window the dock may be out of sight: what the button led to is shown.
  const outcome = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (isRunning || error !== null) outcome.current?.scrollIntoView({ block: 'nearest' });
  }, [isRunning, error]);
  return (
    <>
      <section class="run" aria-labelledby="run-title">
        <h2 class="hidden" id="run-title">
          Release
        </h2>
        {running === null && (
          <details class="menu">
            <summary>Options</summary>
            <div>
              {mostThreads > 1 && <Threads value={threads} onChange={setThreads} />}
              <label>
                Seed of the order of the rows, for tests{' '}
                <input
                  type="text"
                  inputMode="numeric"
                  size={8}
                  value={seed}
                  onInput={(event) => setSeed(event.currentTarget.value)}
                />
              </label>
              <p class="facts">
                Leave it empty for real data: somebody who knows the seed can undo the order in which the rows are
                released.
              </p>
            </div>
          </details>
        )}
        {running?.progress?.phase === 'search' && (
          <button type="button" onClick={running.finish}>
            Take the best so far
          </button>
        )}
        {running !== null && (
          <button ref={cancel} type="button" onClick={running.cancel}>
            Cancel
          </button>
        )}
        <button
          ref={start}
          type="button"
          class="main"
          disabled={busy}
          onClick={() => void onRun({ threads, seed: seed.trim() === '' ? undefined : Number(seed) })}
        >
          Anonymize
        </button>
      </section>
      <div class="outcome" ref={outcome}>
        {running !== null && <Progress running={running} />}
        {error !== null && <ErrorText text={error} />}
      </div>
    </>
  );
}

function Threads({ value, onChange }: { readonly value: number; readonly onChange: (value: number) => void }) {
  return (
    <label>
      Threads{' '}
      <input
        type="number"
        min={1}
        max={mostThreads}
        value={value}
        onInput={(event) => onChange(Math.min(mostThreads, Math.max(1, Number(event.currentTarget.value) || 1)))}
      />
    </label>
  );
}
