/** Models on groups of classes: what a release achieves, by rows or by persons. */
import { sortByCode } from '../base/sort-by-code.js';
import type { Steps } from '../base/steps.js';
import { countCombinations, MOST_COMBINATION_WORK, scanCombinations } from '../engine/combinations.js';
import type { CombinationClasses, CountedEntries } from '../engine/engine.js';
import { createGroupScan } from '../engine/group-scan.js';
import { CapacityError, InfeasibleError, InvalidArgumentError } from '../base/errors.js';
import type { Knowledge, PairsOfClasses } from '../privacy/definition.js';
import type { PrivacyModel, PrivacyResult } from '../privacy/model.js';
import type { Plan } from '../job/plan.js';
import type { Holders } from '../table/units.js';

/** Counts of classes behind a model on groups. */
export type GroupCounts = Pick<CombinationClasses, 'counted' | 'held'>;

/** Values of classes that somebody may know. */
export interface ValuesToKnow extends Pick<CombinationClasses, 'codes' | 'sizes'> {
  /** True where the last value of every attribute is that of cells that match nothing. */
  readonly blanks: boolean;
}

/** The fewest rows or persons of a group, and the largest share of a value in one. Yields between stretches of the work. */
export function* measureGroups(
  values: ValuesToKnow,
  counts: GroupCounts,
  { known, fewest, share }: Knowledge,
): Steps<{ readonly fewest: number; readonly share: number }> {
  if (values.codes.length === 0 || values.codes[0].length === 0) return { fewest: Infinity, share: 0 };
  const { blanks } = values;
  const scan = createGroupScan({ ...values, ...counts }, { fewest, share }, { blanks });
  yield* scanCombinations(scan, values, {
    known,
    blanks,
    areAllSizes: counts.counted.unit !== null && counts.held !== null,
  });
  return scan.found();
}

/**
 * Counts by rows.
 *
 * @param histogram - [classes * values] rows of every class by value; null where none is judged
 */
export function groupsOfRows(sizes: Uint32Array, histogram: Uint32Array | null): GroupCounts {
  const counted = { classOf: Uint32Array.from(sizes.keys()), weight: sizes, unit: null };
  if (histogram === null) return { counted, held: null };
  const values = sizes.length === 0 ? 0 : histogram.length / sizes.length;
  const classOf: number[] = [];
  const weight: number[] = [];
  const start = new Uint32Array(values + 1);
  for (let value = 0; value < values; value++) {
    for (let c = 0; c < sizes.length; c++) {
      const rows = histogram[c * values + value];
      if (rows === 0) continue;
      classOf.push(c);
      weight.push(rows);
    }
    start[value + 1] = classOf.length;
  }
  return { counted, held: { classOf: Uint32Array.from(classOf), weight: Uint32Array.from(weight), unit: null, start } };
}

/**
 * Counts by persons.
 *
 * @param holders - the persons of every class
 * @param pairs - the values of every person of a class, and their number; null where none is judged
 */
export function groupsOfPersons(
  { start, units }: Holders,
  pairs: { readonly of: PairsOfClasses; readonly values: number } | null,
): GroupCounts {
  const counted = ofUnits(classesOf(start), units);
  if (pairs === null) return { counted, held: null };
  const { personOf, valueOf } = pairs.of;
  const all = Uint32Array.from(personOf.keys());
  const order = sortByCode(sortByCode(all, personOf), valueOf);
  const classOf = classesOf(pairs.of.start);
  const startOf = new Uint32Array(pairs.values + 1);
  for (const value of valueOf) startOf[value + 1]++;
  for (let value = 0; value < pairs.values; value++) startOf[value + 1] += startOf[value];
  let unit = 0;
  const unitOf = order.map((pair, i) => {
    const before = order[i - 1];
    const isSame = i > 0 && personOf[pair] === personOf[before] && valueOf[pair] === valueOf[before];
    return isSame ? unit : ++unit;
  });
  const weight = new Uint32Array(order.length).fill(1);
  return { counted, held: { classOf: order.map((pair) => classOf[pair]), weight, unit: unitOf, start: startOf } };
}

function ofUnits(classOf: Uint32Array, units: Uint32Array): CountedEntries {
  const order = sortByCode(Uint32Array.from(units.keys()), units);
  return {
    classOf: order.map((entry) => classOf[entry]),
    weight: new Uint32Array(order.length).fill(1),
    unit: order.map((entry) => units[entry] + 1),
  };
}

/** [entries] the class of every entry, of classes that have the entries start[c] .. start[c + 1] - 1. */
function classesOf(start: Uint32Array): Uint32Array {
  const classOf = new Uint32Array(start[start.length - 1]);
  for (let c = 0; c + 1 < start.length; c++) classOf.fill(c, start[c], start[c + 1]);
  return classOf;
}

/**
 * Throws InfeasibleError NO_SOLUTION where a model on classes together does not hold: classes that satisfy it one by one may have persons in common, so that
 * together they have fewer persons for the holders of a value; and classes with equal labels are joined.
 */
export function requireGroups(models: readonly PrivacyModel[], privacy: readonly PrivacyResult[]): void {
  privacy.forEach(({ model, holds }, i) => {
    const { knowledge, table } = models[i];
    if (!holds && table?.isOfSizes === true) {
      throw new InfeasibleError(
        'NO_SOLUTION',
        `the classes that were found satisfy ${model}, but the released ones do not, since some of them have equal labels; "output": {"ranges": "tight"} or k-anonymity with k 2 makes them equal to those that were found`,
      );
    }
    if (holds || knowledge === undefined) return;
    throw new InfeasibleError(
      'NO_SOLUTION',
      `every class satisfies ${model}, but classes together do not, since persons have rows in several of them; an algorithm that judges combinations of known values, such as "optimal-lattice", can find a release`,
    );
  });
}

/**
 * Throws InvalidArgumentError MODEL_NOT_SUPPORTED for a model on released classes where columns are permuted, which releases values as they are, and
 * CapacityError for more combinations than can be judged.
 *
 * @param size - quasi-identifiers, and distinct vectors of theirs
 */
export function requireJudgeable(
  models: readonly PrivacyModel[],
  size: { readonly attributes: number; readonly vectors: number },
  { permutes }: Pick<Plan, 'permutes'>,
): void {
  models.forEach(({ name, knowledge, needsClasses }, i) => {
    if (permutes !== null && needsClasses === true) {
      throw new InvalidArgumentError(
        `privacy[${i}].model`,
        'a model on classes or buckets: an algorithm that permutes values releases quasi-identifiers as they are',
        JSON.stringify(name),
        'MODEL_NOT_SUPPORTED',
      );
    }
    if (knowledge === undefined) return;
    const work = countCombinations(size.attributes, knowledge.known) * size.vectors;
    if (work > MOST_COMBINATION_WORK) {
      throw new CapacityError(
        `privacy[${i}].known: combinations of ${knowledge.known} of ${size.attributes} quasi-identifiers times ${size.vectors} rows (a smaller "known" or fewer quasi-identifiers need less)`,
        work,
        MOST_COMBINATION_WORK,
      );
    }
  });
}
