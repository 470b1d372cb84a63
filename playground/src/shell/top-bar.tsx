import { LockSign } from '../parts/lock-sign.js';
import { Mark } from '../parts/mark.js';

/** The steps of the work, from a file to a release. */
export const STEPS = ['Data', 'Columns', 'Privacy', 'Result'] as const;
export type Step = (typeof STEPS)[number];

interface Props {
  readonly step: Step;
  /** Steps that there is something to do in. */
  readonly open: readonly Step[];
  readonly onStep: (step: Step) => void;
}

/** The bar that is always in sight: the present step on the way from a file to a release. */
export function TopBar({ step, open, onStep }: Props) {
  return (
    <header class="top">
      <div class="brand">
        <Mark />
        <h1>kohort</h1>
      </div>
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
      <p class="promise-short">
        <LockSign />
        Computed in this page. Your data does not leave this machine.
      </p>
    </header>
  );
}
