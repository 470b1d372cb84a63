import { buildTableInSteps } from '../release/build-table.js';
import { averagedColumns } from '../job/plan.js';
import { withClassAverages } from '../release/class-averages.js';
import { withClassMeans } from '../release/class-means.js';
import { orderRows } from '../release/row-order.js';
import { blankText } from '../release/select-column.js';
import type { Assigned, Found, MadeTables, RunContext } from './run-values.js';

/** Makes the released table: of rows in an order drawn at random, or of the entries of a counted table, each once. */
export async function makeRelease(
  { table, roles: { released, weight }, recoding: { permutation }, shownClasses, prepared }: Found,
  { pieces, bucketOf }: Assigned,
  { plan, progress, random }: RunContext,
): Promise<MadeTables> {
  await progress.pause('release', 0);
  const how = { classes: shownClasses.count, units: prepared.persons?.units ?? null, least: plan.people };
  const averaged = averagedColumns(plan);
  const blank = blankText(plan.input.missing);
  const columns = released.map((column) => {
    const average = averaged.get(column.name);
    if (average !== undefined) return withClassAverages(column, pieces, { ...how, average, blank });
    return column === weight ? withClassMeans(column, pieces, how) : column;
  });
  const quasi = new Map(shownClasses.attributes.map((attribute) => [attribute.domain.attribute, attribute]));
  const build = (chosen: Uint32Array, weights: Uint32Array | null) =>
    progress.drive('release', 0.5, buildTableInSteps(columns, quasi, pieces, chosen, weights, blank));
  const isInOrder = plan.order === 'input';
  let made: MadeTables;
  if (table.weights !== null) {
    const { joinPieces } = await import('../release/join-pieces.js');
    const { firstOf, weights, entryOf } = joinPieces(released, quasi, pieces, { star: plan.suppressed === 'star' });
    made = {
      release: await build(firstOf, weights),
      sensitive: null,
      releasedOf: entryOf,
      entryOf: isInOrder ? entryOf : undefined,
    };
  } else {
    const order = await progress.drive('release', 0, orderRows(pieces.classId, plan, random));
    await progress.pause('release', 0.3);
    if (permutation === undefined || bucketOf === null) {
      made = { release: await build(order, null), sensitive: null, order };
    } else {
      const rows = { pieces, bucketOf, order, isShuffled: !isInOrder };
      const { permuteTableInSteps } = await import('../release/permute-table.js');
      const steps = permuteTableInSteps(released, quasi, permutation, rows, random);
      made = { ...(await progress.drive('release', 0.5, steps)), order };
    }
  }
  await progress.pause('release', 1);
  return made;
}
