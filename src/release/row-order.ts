import type { OutputSpec } from '../job/job.js';
import type { RandomSource } from '../base/random.js';
import { shuffleInSteps } from '../base/random.js';
import type { Steps } from '../base/steps.js';
import { suppressedRow } from './pieces.js';

/**
 * The rows of the input that are released, in the order in which they leave: suppressed rows only with
 * `suppressed: "star"`, drawn at random from all orders unless `order` is `input`. Yields between stretches of the work.
 */
export function* orderRows(
  classOf: Uint32Array,
  output: OutputSpec | undefined,
  random: RandomSource,
): Steps<Uint32Array> {
  const star = output?.suppressed === 'star';
  const kept = new Uint32Array(classOf.length);
  let count = 0;
  for (let row = 0; row < classOf.length; row++) {
    if (star || classOf[row] !== suppressedRow) kept[count++] = row;
  }
  const order = kept.slice(0, count);
  yield;
  if (output?.order !== 'input') yield* shuffleInSteps(order, random);
  return order;
}
