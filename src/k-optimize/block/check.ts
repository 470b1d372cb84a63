import { CapacityError, InvalidArgumentError } from '../../base/errors.js';
import type { CutCondition, FrequencySet, KOptimizeSpec } from '../../engine/engine.js';
import { CUT_CONDITION_KINDS, piecesOf } from '../../engine/cut-parts.js';
import { checkCondition } from '../../engine/validate.js';

/** Tables of widths grow with the square of the pieces. */
const MOST_PIECES = 2048;
/** Costs are exact integers below this in f64. */
const EXACT = 2 ** 53;
/** Products of two counts stay exact. */
const MOST_CLOSE_ROWS = 2 ** 26;
const MAXIMUM_ROWS = 2 ** 31 - 2;
const MAXIMUM_SIZE = 2 ** 16;

/** Checks a spec against a frequency set. */
export function checkKOptimize(spec: KOptimizeSpec, { length, rows, sizes }: FrequencySet): void {
  const expect = (valid: boolean, argument: string, expected: string, received: unknown): void => {
    if (!valid) throw new InvalidArgumentError(argument, expected, String(received));
  };
  const { attributes, k, metric, labels, allowed, seedCost, suppressionLimit, pruning } = spec;
  expect(
    Number.isInteger(attributes) && attributes >= 0 && attributes <= sizes.length,
    'attributes',
    `an integer in 0 .. ${sizes.length}`,
    attributes,
  );
  expect(Number.isInteger(k) && k >= 1, 'k', 'an integer >= 1', k);
  expect(
    metric === 'discernibility' || metric === 'classification' || metric === 'width',
    'metric',
    'a metric of K-OPTIMIZE',
    metric,
  );
  expect(suppressionLimit >= 0, 'suppressionLimit', 'a number >= 0', suppressionLimit);
  expect(seedCost >= 0, 'seedCost', 'a number >= 0', seedCost);
  expect(
    ['narrow', 'broad', 'off'].includes(pruning.useless),
    'pruning.useless',
    'narrow, broad or off',
    pruning.useless,
  );
  expect(allowed.length === attributes, 'allowed', `${attributes} entries, one an attribute`, allowed.length);
  for (let a = 0; a < attributes; a++) {
    if (sizes[a] > MAXIMUM_SIZE) throw new CapacityError(`values of attribute ${a}`, sizes[a], MAXIMUM_SIZE);
    expect(allowed[a].length === sizes[a], `allowed[${a}]`, `${sizes[a]} entries`, allowed[a].length);
  }
  checkConditions(spec.conditions ?? [], sizes, rows);
  if (metric === 'classification') {
    if (labels === null) throw new InvalidArgumentError('labels', 'rows of every vector by label', 'null');
    expect(Number.isInteger(labels.size) && labels.size >= 1, 'labels.size', 'an integer >= 1', labels.size);
    const cells = length * labels.size;
    expect(labels.histogram.length === cells, 'labels.histogram', `${cells} counts`, labels.histogram.length);
  }
  if (metric === 'width') checkWidths(spec, rows);
  if (rows > MAXIMUM_ROWS) throw new CapacityError('rows of a search by K-OPTIMIZE', rows, MAXIMUM_ROWS);
  if (metric === 'discernibility' && rows * (rows + 1) >= EXACT) {
    throw new CapacityError('largest cost of a search by K-OPTIMIZE', rows * (rows + 1), EXACT);
  }
}

function checkWidths({ widths, allowed, attributes }: KOptimizeSpec, rows: number): void {
  if (widths === undefined) throw new InvalidArgumentError('widths', 'what intervals cost', 'none');
  const { whole, of } = widths;
  if (!Number.isInteger(whole) || whole < 1)
    throw new InvalidArgumentError('widths.whole', 'an integer >= 1', `${whole}`);
  allowed.forEach((list, a) => {
    const pieces = piecesOf(list).first.length;
    if (pieces > MOST_PIECES) throw new CapacityError(`values of attribute ${a} under widths`, pieces, MOST_PIECES);
    const given = of[a]?.length ?? 0;
    if (given === pieces * pieces && of[a].every((width) => width >= 0 && width <= whole)) return;
    throw new InvalidArgumentError(`widths.of[${a}]`, `${pieces}^2 whole numbers in 0 .. ${whole}`, 'others');
  });
  const most = (rows + 1) * Math.max(1, attributes) * whole;
  if (most >= EXACT) throw new CapacityError('largest cost of a search by K-OPTIMIZE', most, EXACT);
}

function checkConditions(conditions: readonly CutCondition[], sizes: readonly number[], rows: number): void {
  conditions.forEach((condition, i) => {
    const at = `conditions[${i}]`;
    checkCondition(condition, sizes, at);
    if (!CUT_CONDITION_KINDS.includes(condition.kind)) {
      throw new InvalidArgumentError(`${at}.kind`, `one of ${CUT_CONDITION_KINDS.join(', ')}`, condition.kind);
    }
    if (condition.pairs !== undefined) {
      if (condition.pairs.personOf.length > 0) return;
      throw new InvalidArgumentError(`${at}.pairs`, 'pairs of a person and a value', 'first rows');
    }
    if (condition.kind === 'shares' && !condition.every && condition.lower.some((share) => share > 0)) {
      throw new InvalidArgumentError(`${at}.lower`, 'no lower shares where absent values are not judged', 'some');
    }
    if ('global' in condition && rows > MOST_CLOSE_ROWS) {
      throw new CapacityError('rows of a search by K-OPTIMIZE under t-closeness', rows, MOST_CLOSE_ROWS);
    }
  });
}
