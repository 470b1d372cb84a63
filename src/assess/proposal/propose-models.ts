import type { PrivacySpec } from '../../job/job.js';
import type { Column } from '../../table/table.js';
import { countRowsPerCode } from '../../table/table.js';
import type { Goal } from './goal.js';

/** A privacy model of a proposed job. */
export interface ProposedModel {
  readonly spec: PrivacySpec;
  /** What it promises, and why it was chosen. */
  readonly reason: string;
}

/** l of a proposed l-diversity: as many as the column allows, no more than this. */
const MOST_VALUES = 3;
/** From more sensitive columns on two values of each must do: all of them must vary in every class at once. */
const FEW_COLUMNS = 3;
/** This share of the rows at least must lie outside the l - 1 commonest values, or classes would be as large as these are rare. */
const SHARE_OF_OTHERS = 0.2;
/** t of a proposed t-closeness. */
const T = 0.2;
/** Numbers of so many different values have an order that matters: neighbours tell nearly as much as the value itself. */
const FEWEST_NUMBERS = 10;

/** What a model is chosen by, beside the column. */
export interface ModelChoice {
  readonly k: number;
  readonly goal: Goal;
  /** Asked for: distinct l-diversity whatever the column is like. */
  readonly l?: number;
  /** Sensitive columns in all. */
  readonly sensitive: number;
}

/**
 * A model for a sensitive column, one that the column's distribution lets hold:
 *
 * - numbers and dates of ten values or more: t-closeness with ordered distance, since different values may be near each other
 *   (Li, Li, Venkatasubramanian, ICDE 2007, similarity attack);
 * - a column of which four of five rows have one value: t-closeness with equal distance, since l-diversity would ask
 *   for a rare value in every class (the same, skewness);
 * - else distinct l-diversity with l = 3, or 2 where two values are four fifths of the rows or more than three columns are sensitive.
 *
 * All of them hold in a class of all rows, so that there is a release. Null for a column of one value: nothing of it is secret.
 */
export function proposeModel(column: Column, { k, goal, l, sensitive }: ModelChoice): ProposedModel | null {
  const attribute = column.name;
  const counts = countRowsPerCode(column);
  const rows = counts.reduce((sum, count) => sum + count, 0);
  const descending = counts.filter((_, code) => code !== column.missingCode).sort((a, b) => b - a);
  const diverse = (values: number, why: string): ProposedModel => ({
    spec: { model: 'l-diversity', variant: 'distinct', l: values, attribute },
    reason: `everybody shares the known columns with people of at least ${values} different values of it${why}`,
  });
  if (l !== undefined) return diverse(l, '');
  if (counts.length < 2) return null;
  const close = (distance: 'ordered' | 'equal', why: string): ProposedModel => ({
    spec: { model: 't-closeness', t: T, distance, attribute },
    reason: `in every group its values are spread nearly as in the whole table: ${why}`,
  });
  const wanted = sensitive > FEW_COLUMNS ? [2] : [MOST_VALUES, 2];
  const isMeasured = column.type !== 'string' && descending.length >= FEWEST_NUMBERS;
  if (goal === 'links') {
    // Slicing asks that nobody's value be told with a probability above 1 / l, not even by the whole table.
    for (const values of wanted) {
      if (values <= k && descending[0] * values <= rows) return diverse(values, '');
    }
  } else if (!isMeasured) {
    for (const values of wanted) {
      const others = rows - descending.slice(0, values - 1).reduce((sum, count) => sum + count, 0);
      if (values <= Math.min(k, descending.length) && others >= SHARE_OF_OTHERS * rows) return diverse(values, '');
    }
  }
  return isMeasured
    ? close('ordered', 'of numbers, different ones that are near each other would tell as much as one')
    : close('equal', 'most people have the same value, so that several in every group are too much to ask');
}
