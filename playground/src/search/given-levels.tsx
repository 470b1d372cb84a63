import type { Choices } from '../choices.js';
import { readValue } from '../choices.js';

interface Props {
  readonly choices: Choices;
  readonly onChange: (choices: Choices) => void;
}

/** Levels that were taken from the lattice: the search no longer chooses them, unless it is let to again. */
export function GivenLevels({ choices, onChange }: Props) {
  const levels = readValue(choices.options.levels ?? '');
  if (choices.algorithm !== 'optimal-lattice' || typeof levels !== 'object' || levels === null) return null;
  const listed = Object.entries(levels).map(([name, level]) => `${name} ${String(level)}`);
  if (listed.length === 0) return null;
  return (
    <div class="note given-levels">
      <p>Levels are given, and not searched for: {listed.join(', ')}.</p>
      <button type="button" onClick={() => onChange({ ...choices, options: { ...choices.options, levels: '' } })}>
        Search for the best levels
      </button>
    </div>
  );
}
