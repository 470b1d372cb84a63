import { InvalidArgumentError } from '../base/errors.js';
import { eachInSteps, type Steps } from '../base/steps.js';
import { isOrderAssumed, type Domain } from '../hierarchy/domain.js';
import { compareCodePoints } from '../hierarchy/sorted-codes.js';
import type { Plan } from '../job/plan.js';
import type { Roles } from '../job/roles.js';
import { countRowsPerCode, type Column, type Warning } from '../table/table.js';

/** Ranks of the leaves of a domain, ascending; equal ones stand by code point. */
type Ranks = Float64Array;

/**
 * The ranks that the option `valueOrder` gives the texts of every domain; null for domains that keep their order, and
 * everywhere without the option. Yields between stretches of the work.
 *
 * @param weights - rows of every entry of a counted table, else null
 * @throws InvalidArgumentError `OPTION_UNUSED` with tight ranges, whose labels are ranges by code point; `NO_CLASS_COLUMN`
 */
export function* ranksOfValues(
  domains: readonly Domain[],
  { algorithm: { valueOrder }, ranges }: Plan,
  roles: Pick<Roles, 'class'>,
  weights: Uint32Array | null,
): Steps<{ readonly ranks: readonly (Ranks | null)[]; readonly warnings: readonly Warning[] }> {
  const none = domains.map(() => null);
  if (valueOrder === undefined || valueOrder === 'code-point') return { ranks: none, warnings: [] };
  if (ranges !== 'rounded') {
    throw new InvalidArgumentError(
      'algorithm.valueOrder',
      '"code-point" with "ranges": "tight", whose labels are ranges by code point',
      JSON.stringify(valueOrder),
      'OPTION_UNUSED',
    );
  }
  const label = roles.class;
  if (valueOrder === 'class' && label === null) {
    throw new InvalidArgumentError('algorithm.valueOrder', 'a column with the role "class"', 'none', 'NO_CLASS_COLUMN');
  }
  if (!domains.some(isOrderAssumed)) {
    const message = 'valueOrder orders nothing: no column of texts without a hierarchy has more than two values';
    return { ranks: none, warnings: [{ code: 'OPTION_UNUSED', message }] };
  }
  const ranks: (Ranks | null)[] = [];
  for (const domain of domains) {
    if (domain.order !== 'sorted') ranks.push(null);
    else if (valueOrder === 'class' && label !== null) ranks.push(yield* ranksByClass(domain, label, weights));
    else ranks.push(yield* ranksByOthers(domain, domains, weights));
  }
  return { ranks, warnings: [] };
}

/** Descending by the share of the most common class among the rows of a value; values without rows stand last. */
function* ranksByClass(domain: Domain, label: Column, weights: Uint32Array | null): Steps<Ranks> {
  const { column, leafOf, size } = domain;
  const most = mostCommon(label);
  const rows = new Float64Array(size);
  const held = new Float64Array(size);
  yield* eachInSteps(column.codes.length, (entry) => {
    const leaf = leafOf[column.codes[entry]];
    const weight = weights === null ? 1 : weights[entry];
    rows[leaf] += weight;
    if (label.codes[entry] === most) held[leaf] += weight;
  });
  return rows.map((all, leaf) => (all === 0 ? Infinity : -held[leaf] / all));
}

/** The code of the value that most rows have, of equal ones the first by code point. */
function mostCommon(label: Column): number {
  const rows = countRowsPerCode(label);
  let most = 0;
  for (let code = 1; code < rows.length; code++) {
    const more = rows[code] - rows[most];
    if (more > 0 || (more === 0 && compareCodePoints(label.texts[code], label.texts[most]) < 0)) most = code;
  }
  return most;
}

/**
 * Ascending by the mean place, from 0 (first) to 1 (last), of the values of the other columns in the rows of a value, each in
 * the order of its own domain. Missing cells do not count; values beside which nothing else stands are last.
 */
function* ranksByOthers(domain: Domain, domains: readonly Domain[], weights: Uint32Array | null): Steps<Ranks> {
  const { codes } = domain.column;
  const sums = new Float64Array(domain.size);
  const cells = new Float64Array(domain.size);
  for (const other of domains) {
    const last = other.size - (other.missingLeaf === other.size - 1 ? 2 : 1);
    if (other === domain || last < 1) continue;
    // Whole numbers add up to the same in any order of the rows.
    const places = new Float64Array(domain.size);
    yield* eachInSteps(codes.length, (entry) => {
      const place = other.leafOf[other.column.codes[entry]];
      if (place === other.missingLeaf) return;
      const leaf = domain.leafOf[codes[entry]];
      const weight = weights === null ? 1 : weights[entry];
      places[leaf] += place * weight;
      cells[leaf] += weight;
    });
    places.forEach((sum, leaf) => (sums[leaf] += sum / last));
  }
  return sums.map((sum, leaf) => (cells[leaf] === 0 ? Infinity : sum / cells[leaf]));
}
