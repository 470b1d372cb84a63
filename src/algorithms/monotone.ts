import type { ClassCondition } from '../engine/engine.js';
import { isOnPersons } from '../engine/listed-columns.js';
import type { Problem } from './algorithm.js';
import { conditionsApartOf, isOfGroups } from './judge-classes.js';
import { releaseBoundOf } from './release-bound.js';

/** Conditions that hold in every class that contains a class in which they hold. */
const GROWING: readonly ClassCondition['kind'][] = ['size', 'distinct', 'firsts', 'population'];

/** Worst-case counts grow only where every person has one value: two persons who both have a and b leave nothing for a third value. */
const grows = ({ kind, pairs }: ClassCondition): boolean =>
  GROWING.includes(kind) && (pairs === undefined || pairs.isConstant === true || kind === 'population');

/** True for a condition that a class of rows without a person satisfies, and which rows of persons added to it may break. */
const isOfSome = ({ pairs }: ClassCondition): boolean => pairs?.isOfSome === true;

/** True for a condition that a class of rows without a person breaks. */
const needsPersons = (condition: ClassCondition): boolean =>
  (condition.kind === 'firsts' && condition.minimum > 0) || (isOnPersons(condition) && condition.l > 0);

/**
 * True when a release within the suppression limit stays within it, classes that fail any model being suppressed, however its
 * values are generalized further.
 *
 * Without suppression that is what the models' own `monotone` says: all classes hold, and so do their unions. With
 * suppression a union of a class that holds and one that fails must hold as well, or more rows could be suppressed after than
 * before: true of class sizes, of public rows and of the number of distinct values, false of entropy, recursive (c,l),
 * t-closeness and δ-presence. A model on the release as a whole (public rows in no region) says nothing of what is more
 * general, but where nothing is suppressed: there must be no such rows then, and there are none after either.
 * Groups of known values grow as classes do where counts alone are bounded. Larger classes may have more estimated uniques in the population than
 * smaller ones, unless every class is large enough.
 */
export function isMonotone(problem: Problem): boolean {
  const { own, regions } = conditionsApartOf(problem);
  const hasTables = problem.models.some(({ table }) => table !== undefined && !table.isDecisive);
  const boundsShares = problem.models.some(
    (model) => isOfGroups(model, problem) && model.knowledge!.share !== Infinity,
  );
  const isBounded = releaseBoundOf(problem) !== null;
  return (
    (problem.suppressionLimit >= problem.rows && !hasTables) ||
    (!boundsShares &&
      !isBounded &&
      [...own, ...regions].every(grows) &&
      (!own.some(isOfSome) || own.some(needsPersons))) ||
    (problem.suppressionLimit === 0 && !isBounded && problem.models.every(({ monotone }) => monotone))
  );
}
