/** Risks of households whose members are the rows, or the persons, of a table. */
import { countPersons, orderRows } from './person-counts.js';
import { eachAPerson, NONE, type Persons } from './persons.js';
import type { HouseholdFigures } from './report.js';

/**
 * [members] the largest 1 / members of a class with one of their rows; 0 for members in no class. Members without a key, each a row, are counted
 * among all, others among those with a key.
 *
 * @param known - persons of the rows; null where rows are counted
 * @param members - the persons with each row that lacks a key as one, or the rows
 * @param classOf - [rows] class, or {@link NONE}
 */
export function plainRisks(
  known: Persons | null,
  members: Persons,
  classOf: Uint32Array,
  classes: number,
): Float64Array {
  const all = countPersons(orderRows(members), classOf, classes).sizes;
  const keyed = known === null ? all : countPersons(orderRows(known), classOf, classes).sizes;
  const risks = new Float64Array(members.count);
  members.of.forEach((member, row) => {
    const own = classOf[row];
    if (own === NONE) return;
    const size = known !== null && member < known.count ? keyed[own] : all[own];
    risks[member] = Math.max(risks[member], 1 / size);
  });
  return risks;
}

/** The households of rows; a row that lacks the key is one of its own. */
export const householdsOf = (found: Persons): Persons => eachAPerson(found);

/** The risks of households with a member of a risk above 0: 1 less the product of (1 - risk) over the different members. Null without any. */
export function measureHouseholds(
  households: Persons,
  members: Persons,
  risks: ArrayLike<number>,
): HouseholdFigures | null {
  const { start, order } = orderRows(households);
  const seen = new Uint32Array(members.count);
  let [largest, sum, count] = [0, 0, 0];
  for (let household = 0; household < households.count; household++) {
    let unfound = 1;
    let isReleased = false;
    for (let at = start[household]; at < start[household + 1]; at++) {
      const member = members.of[order[at]];
      if (seen[member] === household + 1) continue;
      seen[member] = household + 1;
      isReleased ||= risks[member] > 0;
      unfound *= 1 - risks[member];
    }
    if (!isReleased) continue;
    count++;
    sum += 1 - unfound;
    largest = Math.max(largest, 1 - unfound);
  }
  return count === 0 ? null : { largest, average: sum / count };
}

/**
 * Households with rows of two classes that differ in a column which is constant within all households.
 *
 * @param before - [columns][rows] code of the original
 * @param after - [columns][classes] code of the released label
 * @param classOf - [rows] class, or {@link NONE}
 */
export function countDiffering(
  households: Persons,
  before: readonly ArrayLike<number>[],
  after: readonly ArrayLike<number>[],
  classOf: Uint32Array,
): number {
  const { start, order } = orderRows(households);
  const differs = new Uint8Array(households.count);
  before.forEach((codes, column) => {
    const apart: number[] = [];
    for (let household = 0; household < households.count; household++) {
      let shown = -1;
      for (let at = start[household]; at < start[household + 1]; at++) {
        const row = order[at];
        if (codes[row] !== codes[order[start[household]]]) return;
        if (classOf[row] === NONE) continue;
        const label = after[column][classOf[row]];
        if (shown >= 0 && shown !== label && apart[apart.length - 1] !== household) apart.push(household);
        shown = label;
      }
    }
    for (const household of apart) differs[household] = 1;
  });
  return differs.reduce((sum, flag) => sum + flag, 0);
}
