import { useState } from 'preact/hooks';
import type { Running } from './app.js';
import { mostThreads } from './client.js';

interface Props {
  readonly ready: boolean;
  readonly running: Running | null;
  readonly error: string | null;
  readonly onRun: (options: { readonly threads: number; readonly seed: number | undefined }) => Promise<void>;
}

const phases: Readonly<Record<string, string>> = {
  read: 'Reading',
  prepare: 'Counting',
  search: 'Searching',
  measure: 'Measuring',
  release: 'Writing the release',
  audit: 'Auditing the release',
  write: 'Writing the file',
};

/** The button, what happens after it was pressed, and what went wrong. */
export function RunSection({ ready, running, error, onRun }: Props) {
  const [threads, setThreads] = useState(1);
  const [seed, setSeed] = useState('');
  const start = (): void => void onRun({ threads, seed: seed.trim() === '' ? undefined : Number(seed) });
  return (
    <section class="run" aria-labelledby="run-title">
      <h2 id="run-title" class="hidden">
        Run
      </h2>
      <p class="buttons">
        {ready && (
          <button type="button" class="main" disabled={running !== null} onClick={start}>
            Anonymize
          </button>
        )}
        {running !== null && (
          <button type="button" onClick={running.cancel}>
            Cancel
          </button>
        )}
        {running?.progress?.phase === 'search' && (
          <button type="button" onClick={running.finish}>
            Take the best so far
          </button>
        )}
        {ready && mostThreads > 1 && (
          <label>
            Threads{' '}
            <input
              type="number"
              min={1}
              max={mostThreads}
              value={threads}
              onInput={(event) =>
                setThreads(Math.min(mostThreads, Math.max(1, Number(event.currentTarget.value) || 1)))
              }
            />
          </label>
        )}
      </p>
      {ready && (
        <details>
          <summary>For tests</summary>
          <p class="fields">
            <label>
              Seed of the order of the rows{' '}
              <input
                type="text"
                inputMode="numeric"
                size={8}
                value={seed}
                onInput={(event) => setSeed(event.currentTarget.value)}
              />
            </label>
            <span class="facts">
              Leave it empty for real data: who knows the seed can undo the order in which the rows are released.
            </span>
          </p>
        </details>
      )}
      {running !== null && <Progress running={running} />}
      {error !== null && (
        <p class="error" role="alert">
          {error}
        </p>
      )}
    </section>
  );
}

const number = (value: number): string =>
  Number.isInteger(value) ? value.toLocaleString('en-US') : String(Number(value.toPrecision(5)));

function Progress({ running: { progress } }: { readonly running: Running }) {
  if (progress === null) return <progress aria-label="Starting" />;
  const { phase, share, cost, lowerBound, gap } = progress;
  const parts = [phases[phase] ?? phase];
  if (cost !== undefined) parts.push(`best cost so far ${number(cost)}`);
  if (lowerBound !== undefined) parts.push(`no solution below ${number(lowerBound)}`);
  if (gap !== undefined) parts.push(`gap ${number(100 * gap)} %`);
  return (
    <div class="progress" role="status">
      <progress value={share} max={1} aria-label={phases[phase] ?? phase} />
      <span>{parts.join(', ')}</span>
    </div>
  );
}
