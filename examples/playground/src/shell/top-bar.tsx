import { LiveStrip } from './live-strip.js';
import type { Live } from './use-live.js';

/** The steps of the work, from a file to a release. */
export const STEPS = ['Data', 'Columns', 'Privacy', 'Result'] as const;
export type Step = (typeof STEPS)[number];

interface Props {
  readonly step: Step;
  /** Steps that there is something to do in. */
  readonly open: readonly Step[];
  readonly live: Live | null;
  readonly onStep: (step: Step) => void;
}

/** What is always in sight: the steps, and what the choices come to. */
export function TopBar({ step, open, live, onStep }: Props) {
  return (
    <header class="top">
      <h1>kohort</h1>
      <nav aria-label="Steps">
        {STEPS.map((name, at) => (
          <button
            key={name}
            type="button"
            aria-current={name === step ? 'step' : undefined}
            disabled={!open.includes(name)}
            onClick={() => onStep(name)}
          >
            <span class="step-number" aria-hidden="true">
              {at + 1}
            </span>
            {name}
          </button>
        ))}
      </nav>
      {live === null ? (
        <p class="promise-short">Computed in this page: the data does not leave your machine.</p>
      ) : (
        <LiveStrip live={live} />
      )}
    </header>
  );
}
