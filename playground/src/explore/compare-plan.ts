/** Runs of a comparison: the same settings with several algorithms and several sizes of groups. */
import type { Choices } from '../choices.js';
import { needsPublic } from '../search/algorithm-words.js';

/** One run of a comparison. */
export interface Planned {
  readonly algorithm: string;
  readonly k: number;
  readonly choices: Choices;
}

/** Sizes of groups that are compared where nothing else is said. */
export const SIZES = [2, 5, 10, 20, 50];

/** Rows from which algorithms that take more than linear time are left out of what is ticked. */
const MANY_ROWS = 100_000;

/** Algorithms that end soon on this table, the chosen one among them. */
export function quickSet({ algorithm }: Choices, rows: number): string[] {
  const quick =
    rows > MANY_ROWS
      ? ['mondrian', 'hilbert', 'datafly']
      : ['mondrian', 'local-recoding', 'hilbert', 'optimal-lattice', 'datafly'];
  return quick.includes(algorithm) || needsPublic(algorithm) ? quick : [algorithm, ...quick];
}

/** The settings with this k in every model that has one; without such a model, with k-anonymity added. */
export function withSize(choices: Choices, k: number): Choices {
  const hasK = choices.models.some(({ parameters }) => 'k' in parameters);
  const models = choices.models.map((choice) =>
    'k' in choice.parameters ? { ...choice, parameters: { ...choice.parameters, k: String(k) } } : choice,
  );
  return {
    ...choices,
    models: hasK ? models : [...models, { model: 'k-anonymity', parameters: { k: String(k) } }],
  };
}

/** Options that the page shows the outcome of: where an algorithm can minimize loss, it does. */
const MINIMIZES_LOSS = new Set(['k-optimize', 'local-recoding', 'optimal-lattice']);

/**
 * For every size the algorithms in their order; the chosen algorithm keeps its options, the others minimize loss, which is what is compared, or
 * have their defaults. `fit` gives the hierarchies that an algorithm needs.
 */
export function planOf(
  choices: Choices,
  algorithms: readonly string[],
  sizes: readonly number[],
  fit: (choices: Choices) => Choices,
): Planned[] {
  const fitted = algorithms.map((algorithm) => {
    const options: Choices['options'] = MINIMIZES_LOSS.has(algorithm) ? { metric: 'loss' } : {};
    return fit({ ...choices, algorithm, options: algorithm === choices.algorithm ? choices.options : options });
  });
  return sizes.flatMap((k) => fitted.map((each) => ({ algorithm: each.algorithm, k, choices: withSize(each, k) })));
}

/** The numbers of `2, 5, 10`, each once, ascending; null where one is no whole number from 1 to the rows. */
export function readSizes(text: string, rows: number): number[] | null {
  const sizes = text
    .split(/[\s,;]+/)
    .filter((part) => part !== '')
    .map(Number);
  if (sizes.length === 0 || sizes.some((k) => !Number.isInteger(k) || k < 1 || k > rows)) return null;
  return [...new Set(sizes)].sort((a, b) => a - b);
}
