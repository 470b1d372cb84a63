import { isCountedCost, mayCostLess } from '../base/counted-cost.js';
import type { Outcome } from '../algorithms/algorithm.js';
import { countLeaves } from '../quality/released.js';
import type { ShownClasses } from '../release/shown-classes.js';
import type { Warning } from '../table/table.js';
import type { RunOptions } from './options.js';

/**
 * Warns of a search that a time limit or `finish` ended: STOPPED_EARLY, with the bound where the search has one. Returns nothing for a search that
 * ended by itself.
 *
 * @param isHidden - {@link hidesEverything} of what it found
 */
export function warnEndedEarly(
  { endedEarly = false, search, options }: Pick<Outcome, 'endedEarly' | 'search' | 'options'>,
  { finish, timeLimit }: Pick<RunOptions, 'finish' | 'timeLimit'>,
  { isHidden }: { readonly isHidden: boolean },
): Warning[] {
  if (!endedEarly) return [];
  const cause =
    finish?.aborted === true ? 'the search was interrupted' : `the time limit of ${timeLimit} s ended the search`;
  const what = isHidden ? 'by then it had nothing better than "*" everywhere' : 'this is its best release so far';
  return [{ code: 'STOPPED_EARLY', message: `${cause}: ${what}${describeBound(search, options.metric)}` }];
}

/**
 * True when every row is suppressed or has `*` wherever another value could stand: what there is to release without a
 * search.
 */
export function hidesEverything({ count, attributes }: ShownClasses): boolean {
  for (const { domain, values, valueOf } of attributes) {
    if (domain.size < 2) continue;
    for (let c = 0; c < count; c++) {
      if (countLeaves(values[valueOf[c]]) < domain.size) return false;
    }
  }
  return true;
}

function describeBound({ gap, lowerBound }: Outcome['search'], metric: unknown): string {
  if (lowerBound === null) return '';
  const percent = typeof gap === 'number' ? (100 * gap).toFixed(gap < 0.01 ? 3 : 1) : null;
  if (!isCountedCost(lowerBound, metric)) return percent === null ? '' : `; another solution ${mayCostLess(percent)}`;
  if (percent === null) return `; no solution is better than ${lowerBound} (search.lowerBound)`;
  return `; no solution costs less than ${lowerBound} (gap ${percent} %)`;
}
