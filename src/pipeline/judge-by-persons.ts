import { achievedByPersons, asksForPersons, isOfWholes, type PersonCounts } from '../privacy/by-persons.js';
import type { PrivacyModel, PrivacyResult } from '../privacy/model.js';
import { suppressedRow, type Pieces } from '../release/pieces.js';
import type { PersonsOfTable, PublicCounts } from '../privacy/definition.js';
import type { Units } from '../table/units.js';
import { countHolders } from './count-persons.js';
import type { PairedColumn } from './pair-columns.js';
import type { PersonsToMeasure } from './prepare-persons.js';
import type { ReleasedPersons } from './public-persons.js';

/**
 * Measures what a model achieves by persons: the worse of both readings where rows lack a key.
 *
 * @param all - the persons with each row that lacks a key as one; null where none does
 */
export function judgeByPersons(
  model: PrivacyModel,
  pieces: Pieces,
  { persons, all }: { readonly persons: PersonCounts; readonly all: PersonCounts | null },
  { paired, table, each, units }: PersonsToMeasure,
  ofPublic: CountPublic | null,
): PrivacyResult {
  const at = paired.findIndex(({ counted }) => counted.attribute === model.attribute);
  const isWorstCase = model.byPersons === 'worst-case' || model.byPersons === 'pairs';
  if (model.public !== undefined && ofPublic !== null) {
    const judge = ({ sizes }: PersonCounts, of: Units, column: PairedColumn | undefined, known: PersonsOfTable) => {
      const counts = ofPublic({ sizes, suppressed: countSuppressed(pieces, of) }, model);
      if (column === undefined) return model.achieved(sizes, null, null, counts);
      const { holders } = countHolders(pieces, sizes, column, { table: known, isWorstCase });
      return model.achieved(sizes, holders, column.pairs.holders, counts);
    };
    const keyed = judge(persons, units, paired[at], table);
    return each === null || all === null ? keyed : worseOf(keyed, judge(all, each.units, each.paired[at], each.table));
  }
  if (each === null || all === null) {
    if (at < 0) return achievedByPersons(model, persons);
    return model.achievedOfPersons(countHolders(pieces, persons.sizes, paired[at], { table, isWorstCase }));
  }
  if (at < 0) {
    const keyed = achievedByPersons(model, persons);
    return isOfWholes(model) ? worseOf(keyed, achievedByPersons(model, all)) : keyed;
  }
  const ofAll = countHolders(pieces, all.sizes, each.paired[at], { table: each.table, isWorstCase });
  if (asksForPersons(model)) return model.achievedOfPersons({ ...ofAll, table });
  const shown = keepClasses(pieces, persons.sizes);
  const own = countHolders(shown.pieces, shown.sizes, paired[at], { table, isWorstCase });
  const worse = worseOf(model.achievedOfPersons(own), model.achievedOfPersons(ofAll));
  const isShort = model.name === 'alpha-k-anonymity' && shown.sizes.length < persons.sizes.length;
  return isShort ? { ...worse, achieved: { ...worse.achieved, k: 0 }, holds: false } : worse;
}

/** Counts the persons of the public table in the regions of what is released. */
export type CountPublic = (released: ReleasedPersons, model: PrivacyModel) => PublicCounts;

/** Persons with a row that is suppressed. */
function countSuppressed({ entry, classId }: Pieces, { of, count }: Units): number {
  const isSuppressed = new Uint8Array(count);
  classId.forEach((id, piece) => {
    if (id === suppressedRow) isSuppressed[of[entry[piece]]] = 1;
  });
  return isSuppressed.reduce((sum, flag) => sum + flag, 0);
}

/** The classes with a person, numbered again, and their pieces. */
function keepClasses({ entry, classId, count }: Pieces, sizes: Uint32Array) {
  let kept = 0;
  const numbers = sizes.map((size) => (size === 0 ? suppressedRow : kept++));
  const renumbered = classId.map((id) => (id === suppressedRow ? id : numbers[id]));
  return { pieces: { entry, classId: renumbered, count }, sizes: sizes.filter((size) => size > 0) };
}

/** Figures of which less is worse. */
const LEAST = new Set(['k', 'l', 'e', 'min']);

/** The worse of two readings of a model. */
export function worseOf(one: PrivacyResult, other: PrivacyResult): PrivacyResult {
  const achieved = Object.entries(one.achieved).map(([name, value]) => {
    const worse = LEAST.has(name) ? Math.min : Math.max;
    return [name, worse(value, other.achieved[name] ?? value)] as const;
  });
  return { ...one, achieved: Object.fromEntries(achieved), holds: one.holds && other.holds };
}
