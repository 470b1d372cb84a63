/** Models that count persons where a person has several rows: the conditions on classes, and what a release achieves. */
import { TOLERANCE } from './tolerance.js';
import type { PrivacyModel, PrivacyResult } from './model.js';

/** The name under which the column of persons stands among the columns that models look at: no column of a table has it. */
export const PERSONS = '\u0000persons';

/** Persons of the released classes. */
export interface PersonCounts {
  /** [classes] persons with a row in the class. */
  readonly sizes: Uint32Array;
  /** Mean over the released persons of their largest 1 / persons of a class; 0 where nobody is released. */
  readonly meanRisk: number;
  /** Persons with a released row. */
  readonly released: number;
}

/**
 * A model on class sizes that asks for persons: at least so many distinct ones in a class as the model asks rows. Average risk, which
 * bounds a mean over the table, is asked of every class.
 */
export function byPersons(model: PrivacyModel): PrivacyModel {
  return {
    ...model,
    attribute: PERSONS,
    table: undefined,
    condition(column, global) {
      const condition = model.condition(column, global);
      return condition.kind === 'size' ? { kind: 'distinct', column, l: condition.minimum, persons: true } : condition;
    },
  };
}

/** What classes of so many persons achieve under a model on class sizes. */
export function achievedByPersons({ name, spec, achieved }: PrivacyModel, counts: PersonCounts): PrivacyResult {
  const result = achieved(counts.sizes, null, null);
  if (name !== 'average-risk' || counts.sizes.length === 0 || !('risk' in spec)) return result;
  const holds = counts.meanRisk <= spec.risk * (1 + TOLERANCE);
  return { ...result, achieved: { risk: counts.meanRisk }, holds };
}
