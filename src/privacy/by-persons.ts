/** Models that count persons where a person has several rows: the conditions on classes, and what a release achieves. */
import type { PairColumn } from '../engine/engine.js';
import type { PersonsOfTable } from './definition.js';
import { TOLERANCE } from './tolerance.js';
import type { PrivacyModel, PrivacyResult } from './model.js';

/** The name under which the column of persons stands among the columns that models look at: no column of a table has it. */
export const PERSONS = '\u0000persons';

/** Persons of the released classes. */
export interface PersonCounts {
  /** [classes] persons with a row in the class. */
  readonly sizes: Uint32Array;
  /** [persons] persons of the smallest class of each; Infinity where no row is released. */
  readonly fewest: Float64Array;
  /** Mean over the released persons of their largest 1 / persons of a class; 0 where nobody is released. */
  readonly meanRisk: number;
  /** Persons with a released row. */
  readonly released: number;
}

/** Pairs of a person and a value of an attribute. */
export interface Pairs extends PairColumn {
  /** True when every person has one value. */
  readonly isConstant: boolean;
}

/** How the columns of persons and their values stand in the frequency set. */
interface PersonColumns {
  readonly isFirsts: boolean;
  readonly hasKeyless: boolean;
  readonly isKept: boolean;
  readonly pairsOf: (attribute: string) => Pairs;
}

/**
 * A model that counts persons. A model on class sizes requires as many distinct persons in a class as it requires rows; average risk bounds a mean
 * over all classes. One on an attribute is judged on pairs of a person and a value. It is monotone where it is by rows and no person has rows in two
 * classes; k^m-anonymity always is.
 *
 * @param isKept - true where all rows of a vector go to one class
 * @param isFirsts - true where the column of persons separates their first rows from the others
 * @param hasKeyless - true where its last code stands for rows without a key, if not
 * @param pairsOf - the pairs of an attribute
 */
export function byPersons(
  model: PrivacyModel,
  table: PersonsOfTable,
  { isFirsts, hasKeyless, isKept, pairsOf }: PersonColumns,
): PrivacyModel {
  const { attribute, spec } = model;
  if (attribute === null) {
    return {
      ...model,
      attribute: PERSONS,
      table: undefined,
      condition(column, global) {
        const condition = model.condition(column, global);
        if (condition.kind !== 'size') return condition;
        const { minimum } = condition;
        if (isFirsts) return { kind: 'firsts', column, minimum };
        return { kind: 'distinct', column, l: minimum, persons: true, keyless: hasKeyless };
      },
    };
  }
  const pairs = pairsOf(attribute);
  const isOfSets = asksForPersons(model);
  const isEntropy = spec.model === 'l-diversity' && spec.variant === 'entropy';
  return {
    ...model,
    monotone: model.monotone && (isOfSets || (table.isApart && isKept && (!isEntropy || pairs.isConstant))),
    condition: (column) => ({ ...model.condition(column, pairs.holders, table), pairs }),
  };
}

/** True for a model on an attribute that asks how many persons have what a row has: rows without a key add sets to be judged and no person. */
export const asksForPersons = ({ spec }: Pick<PrivacyModel, 'spec'>): boolean => spec.model === 'km-anonymity';

/** Models that more persons of the public table in a region never break. */
const OF_REGIONS: readonly PrivacyModel['name'][] = ['k-map', 'weak-k-anonymity'];

/** True for a model on a public table that asks who of a region is in the input. */
export const asksForMembers = ({ name }: Pick<PrivacyModel, 'name'>): boolean => !OF_REGIONS.includes(name);

/**
 * A model on a public table as it counts persons. Shares of two regions together lie between those of each only where nobody lies in both.
 *
 * @param isAdditive - true where all rows of each person lie in one region
 */
export const inPublicByPersons = (
  model: PrivacyModel,
  { isAdditive }: { readonly isAdditive: boolean },
): PrivacyModel => ({
  ...model,
  monotone: OF_REGIONS.includes(model.name) || (model.monotone && isAdditive),
});

/** The achieved values of classes with these numbers of persons under a model on class sizes. */
export function achievedByPersons({ name, spec, achieved }: PrivacyModel, counts: PersonCounts): PrivacyResult {
  if (name === 'population-uniqueness') return achieved(classesOfFewest(counts.fewest), null, null);
  const result = achieved(counts.sizes, null, null);
  if (name !== 'average-risk' || counts.sizes.length === 0 || !('risk' in spec)) return result;
  const holds = counts.meanRisk <= spec.risk * (1 + TOLERANCE);
  return { ...result, achieved: { risk: counts.meanRisk }, holds };
}

/** True for a model that reads the released classes together. */
export const isOfWholes = ({ name }: Pick<PrivacyModel, 'name'>): boolean =>
  name === 'average-risk' || name === 'population-uniqueness';

/** Sizes of classes in which each person counts once, in the smallest of theirs: as they are where nobody lies in several, else rounded up to whole classes. */
function classesOfFewest(fewest: Float64Array): Uint32Array {
  const persons = new Map<number, number>();
  for (const size of fewest) if (size !== Infinity) persons.set(size, (persons.get(size) ?? 0) + 1);
  return Uint32Array.from(
    [...persons].flatMap(([size, many]) => Array.from({ length: Math.ceil(many / size) }, () => size)),
  );
}
