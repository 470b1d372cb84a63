/** Explains refusals of what counts rows where people have several rows, and of rows without a key. */
import type { Choices } from '../choices.js';
import type { Cure } from '../result/cures.js';
import { choicesFor } from '../search/goal-cards.js';

/** A refusal of the engine. */
export interface Refusal {
  readonly code: string;
  /** Path of the choice in the job. */
  readonly argument: string;
  readonly message: string;
}

/** A refusal of what counts rows; null for other reasons. */
export function refusalOf(reason: unknown): Refusal | null {
  const { code, argument, message } = reason as Partial<Refusal>;
  if (code === 'PERSON_MISSING' && message !== undefined) return { code, argument: 'missingPersons', message };
  return code === 'PERSONS_UNSUPPORTED' && argument !== undefined && message !== undefined
    ? { code, argument, message }
    : null;
}

/** A refusal as the page says it. */
export function explainRefusal(
  { code, argument, message }: Refusal,
  choices: Choices,
): { text: string; cures: Cure[] } {
  if (code === 'PERSON_MISSING') {
    const apart = 'Count these rows apart: they add nobody to a class';
    const out = 'Leave out these rows, and all others with an empty cell in a column that is released';
    return {
      text: `${message}. Nothing can be released so.`,
      cures: [
        { text: apart, apply: (last) => ({ ...last, missingPersons: 'separate' }) },
        { text: out, apply: (last) => ({ ...last, reading: { ...last.reading, onMissing: 'drop' } }) },
      ],
    };
  }
  const counts = 'counts rows, and cannot keep promises to people who have several';
  const fastest: Cure = {
    text: 'Take “Fastest”, which counts people',
    apply: (last) => choicesFor('fast', last, null),
  };
  if (argument === 'algorithm') {
    return { text: `The algorithm “${choices.algorithm}” ${counts}. Nothing can be released so.`, cures: [fastest] };
  }
  return { text: `This ${counts}: ${message}.`, cures: [] };
}
