/** Standard errors of estimates from a sample of a population, by leaving out groups of its rows. J. Shao, D. Tu: The Jackknife and Bootstrap, 1995, section 5. */
import { seededRandom } from '../../base/random.js';

/** Groups of rows, and the 97.5 % quantile of Student's t with one less. */
const GROUPS = 20;
const QUANTILE = 2.093;
/** Fewest groups whose sample has an estimate. */
const FEWEST = 15;

/**
 * The ends of a 95 % interval of an estimate, by the jackknife of 20 groups of equally many rows, which are drawn with a fixed seed. Null with fewer rows than
 * groups, or where samples without a group have no estimate. It holds the error of sampling and none of the model of the population.
 *
 * @param sizes - [classes] rows of every class of the sample, at least 1
 * @param share - estimate from the whole sample, 0 to 1
 * @param estimate - the estimate from other sizes, some of which may be 0; null where it has none
 */
export function jackknifeInterval(
  sizes: Uint32Array,
  share: number,
  estimate: (sizes: Uint32Array) => number | null,
): readonly [number, number] | null {
  const rows = sizes.reduce((sum, size) => sum + size, 0);
  if (rows < GROUPS) return null;
  const classOf = new Uint32Array(rows);
  for (let c = 0, at = 0; c < sizes.length; at += sizes[c++]) classOf.fill(c, at, at + sizes[c]);
  const random = seededRandom(1);
  for (let row = rows - 1; row > 0; row--) {
    const other = random.below(row + 1);
    [classOf[row], classOf[other]] = [classOf[other], classOf[row]];
  }
  const found: number[] = [];
  for (let group = 0; group < GROUPS; group++) {
    const left = sizes.slice();
    for (let row = group; row < rows; row += GROUPS) left[classOf[row]]--;
    const own = estimate(left);
    if (own !== null) found.push(own);
  }
  if (found.length < FEWEST) return null;
  const mean = found.reduce((sum, own) => sum + own, 0) / found.length;
  const squares = found.reduce((sum, own) => sum + (own - mean) * (own - mean), 0);
  const error = QUANTILE * Math.sqrt((squares * (found.length - 1)) / found.length);
  return [Math.max(0, share - error), Math.min(1, share + error)];
}
