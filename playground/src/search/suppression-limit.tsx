import type { Choices } from '../choices.js';
import { Select } from '../parts/fields.js';

type Suppression = Choices['suppression'];

interface Props {
  readonly choices: Choices;
  readonly onChange: (choices: Choices) => void;
}

const kinds: readonly (readonly [Suppression['kind'], string])[] = [
  ['none', 'none'],
  ['percent', 'at most, in percent'],
  ['rows', 'at most, in rows'],
  ['unlimited', 'any number'],
];

/** Percentages that the slider stops at: close to each other where a little matters much. */
const STOPS = [0, 0.1, 0.2, 0.5, 1, 1.5, 2, 3, 4, 5, 6, 8, 10, 12, 15, 20, 25, 30, 40, 50, 75, 100];

/** The stop that is nearest to a percentage. */
const stopOf = (percent: number): number =>
  STOPS.reduce((best, stop, at) => (Math.abs(stop - percent) < Math.abs(STOPS[best] - percent) ? at : best), 0);

/** Number of rows that may be left out so that the others keep more. */
export function SuppressionLimit({ choices, onChange }: Props) {
  const { kind, amount } = choices.suppression;
  const set = (suppression: Suppression): void => onChange({ ...choices, suppression });
  const percent = kind === 'percent' ? Number(amount) : 0;
  const wrong = kind === 'percent' || kind === 'rows' ? problemOf(kind, amount) : null;
  return (
    <div class="suppression">
      <p class="fields">
        <Select
          label="Suppressed rows"
          value={kind}
          options={kinds}
          onChange={(next) => set({ kind: next, amount: next === 'percent' ? '5' : '100' })}
        />
        {(kind === 'rows' || kind === 'percent') && (
          <label>
            <input
              type="number"
              min={0}
              max={kind === 'percent' ? 100 : undefined}
              step={kind === 'percent' ? 'any' : 1}
              aria-label={`Most suppressed rows, in ${kind}`}
              aria-invalid={wrong !== null}
              aria-describedby="suppression-problem"
              value={amount}
              onInput={(event) => set({ kind, amount: event.currentTarget.value })}
            />{' '}
            {kind === 'percent' ? '%' : 'rows'}
          </label>
        )}
      </p>
      {(kind === 'none' || kind === 'percent') && (
        <span class="slider">
          <span aria-hidden="true">0</span>
          <input
            type="range"
            aria-label="Limit of suppression"
            aria-valuetext={`${percent} %`}
            min={0}
            max={STOPS.length - 1}
            value={stopOf(Number.isFinite(percent) ? percent : 0)}
            onInput={(event) => set({ kind: 'percent', amount: String(STOPS[Number(event.currentTarget.value)]) })}
          />
          <span aria-hidden="true">100 %</span>
        </span>
      )}
      {wrong !== null && (
        <p class="error" id="suppression-problem" role="alert">
          {wrong}
        </p>
      )}
      <p class="facts">
        {kind === 'none'
          ? choices.algorithm === 'datafly'
            ? 'datafly leaves out at most k rows by a rule of its own; 0 on the slider leaves out none.'
            : 'No row is left out: rows that are like no other make the values of others coarser.'
          : 'Rows that are like no other may be left out, so that the others keep more.'}
      </p>
    </div>
  );
}

function problemOf(kind: 'rows' | 'percent', text: string): string | null {
  const amount = Number(text);
  if (kind === 'percent') return text !== '' && amount >= 0 && amount <= 100 ? null : 'A percentage from 0 to 100.';
  return text !== '' && amount >= 0 && Number.isInteger(amount) ? null : 'A whole number of at least 0.';
}
