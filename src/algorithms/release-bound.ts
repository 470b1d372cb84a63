/** Models on the sizes of all released classes, as searches of nodes judge them. */
import type { TableCondition } from '../privacy/definition.js';
import type { Problem } from './algorithm.js';
import { conditionOf, conditionsApartOf, isOfRelease, leastSize } from './judge-classes.js';

/** A bound on the sizes of the released classes. */
export interface ReleaseBound {
  readonly tables: readonly TableCondition[];
  /** Fewest rows of every class with which a release is within the bound, whatever else it has. */
  readonly minimum: number;
}

/** The bound of the problem's models on released sizes; null without one, or where the other models require classes that are large enough for it. */
export function releaseBoundOf(problem: Problem): ReleaseBound | null {
  const models = problem.models.filter((model) => isOfRelease(model, problem));
  if (models.length === 0) return null;
  const minimum = leastSize(models.map((model) => conditionOf(model, problem)));
  if (leastSize(conditionsApartOf(problem).own) >= minimum) return null;
  return { tables: models.flatMap(({ table }) => table ?? []), minimum };
}

/**
 * Returns the classes that a node releases, as [classes] 1: all that other models accept where their sizes are within the bound, else only those that
 * are large enough one by one.
 *
 * @param accept - [classes] 1 where the other models accept a class of at least `minimum` rows
 */
export function acceptWithin(
  bound: ReleaseBound | null,
  sizes: Uint32Array,
  least: number,
  accept: (minimum: number) => Uint8Array,
): Uint8Array {
  const accepted = accept(least);
  if (bound === null) return accepted;
  const kept = sizes.filter((size, c) => accepted[c] === 1 && size > 0);
  const released = kept.reduce((sum, size) => sum + size, 0);
  const suppressed = sizes.reduce((sum, size) => sum + size, 0) - released;
  const facts = { classes: kept.length, released, suppressed, sizes: () => kept };
  return bound.tables.every((table) => table.holds(facts)) ? accepted : accept(Math.max(least, bound.minimum));
}
