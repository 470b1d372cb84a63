import { quantity } from '../base/numbers.js';
import { MISSING } from './promise.js';
import { InvalidArgumentError } from '../base/errors.js';
import { oneOf, share } from '../base/schema-parts.js';
import type { SensitiveScale } from './definition.js';
import { defineModel } from './definition.js';
import { attribute, described } from './parameters.js';
import { TOLERANCE } from './tolerance.js';

/**
 * t-closeness: the earth mover's distance between the sensitive values of every class and of the whole table is at most
 * t. `equal`: all values lie equally far apart, half the sum of absolute differences. `ordered`: values lie on a line,
 * codes are their ranks, sum of absolute prefix differences / (values - 1). `hierarchical`: two values lie as far apart
 * as the height of their lowest common ancestor in the attribute's hierarchy, over its height (section 4.3).
 */
export const tCloseness = defineModel({
  name: 't-closeness',
  title: 'Groups are like the whole table',
  description: 'The sensitive values of every class are spread nearly as in the whole table.',
  promise: ({ required: { t } }, { group }) =>
    `In every ${group} the sensitive values are distributed as in the whole table, up to a distance of ${quantity(t)}; ${MISSING}.`,
  promiseToPersons: ({ required: { t }, distance }) => {
    const holders =
      distance === 'equal'
        ? `, and the share of people who hold a value is above that of the whole table by ${quantity(t)} at most`
        : '';
    return `In every class the sensitive values are distributed as in the whole table, up to a distance of ${quantity(t)}, each person with the mean of the person's rows${holders}; ${MISSING}.`;
  },
  example: { t: 0.2, distance: 'equal' },
  source: 'N. Li, T. Li, S. Venkatasubramanian: t-closeness: privacy beyond k-anonymity and l-diversity, ICDE 2007',
  parameters: {
    t: described(share('T'), "largest earth mover's distance between a class and the table: 0 to 1"),
    distance: described(
      oneOf(['equal', 'ordered', 'hierarchical']),
      'equal | ordered | hierarchical (the sensitive attribute then has a hierarchy)',
    ),
    attribute: attribute(),
  },
  monotone: true,
  byPersons: 'weights',
  create({ t, distance, attribute }, { scale }) {
    const known = scale();
    if (distance === 'hierarchical' && known?.hierarchy === null) {
      throw new InvalidArgumentError(
        `attributes[${JSON.stringify(attribute)}].hierarchy`,
        'a hierarchy with levels, for t-closeness with the hierarchical distance',
        'none',
        'HIERARCHY_MISSING',
      );
    }
    const tree = (): NonNullable<SensitiveScale['hierarchy']> => {
      if (known?.hierarchy) return known.hierarchy;
      throw new InvalidArgumentError('scale', 'the hierarchy of the sensitive values', 'none');
    };
    return {
      condition: (column, global) =>
        distance === 'hierarchical'
          ? { kind: 't-hierarchical', column, t, global, ...tree() }
          : { kind: distance === 'equal' ? 't-equal' : 't-ordered', column, t, global },
      achieved(sizes, histogram, global) {
        const whole = global as Uint32Array;
        let rows = 0;
        for (const count of whole) rows += count;
        const measure = measureOf();
        let largest = 0;
        for (let j = 0; j < sizes.length; j++) {
          largest = Math.max(largest, measure(histogram as Uint32Array, j * whole.length, sizes[j], whole, rows));
        }
        return { achieved: { t: largest }, holds: largest <= t * (1 + TOLERANCE) };
      },
      achievedByPersons({ sizes, holders, weights, tableHolders, tableWeights, table }) {
        const measure = measureOf();
        const values = tableHolders.length;
        let largest = 0;
        for (let j = 0; j < sizes.length; j++) {
          largest = Math.max(largest, measure(weights, j * values, sizes[j], tableWeights, table.count));
          if (distance !== 'equal') continue;
          for (let value = 0; value < values; value++) {
            const gain = holders[j * values + value] / sizes[j] - tableHolders[value] / table.count;
            largest = Math.max(largest, gain);
          }
        }
        // Sums of fractions: what rounding makes of 0 is 0.
        if (largest < WEIGHT_ROUNDING) largest = 0;
        return { achieved: { t: largest }, holds: largest <= t * (1 + TOLERANCE) + WEIGHT_ROUNDING };
      },
    };

    function measureOf(): typeof equalDistance {
      if (distance === 'equal') return equalDistance;
      return distance === 'ordered' ? orderedDistance : hierarchicalDistance(tree());
    }
  },
});

/** Absolute tolerance of distances of weights, which are sums of fractions. */
const WEIGHT_ROUNDING = 1e-12;

type Counts = Uint32Array | Float64Array;

/** Counts are cross-multiplied, so that the sum is exact while rows * class size stays below 2^53. */
function equalDistance(histogram: Counts, start: number, size: number, global: Counts, rows: number): number {
  let sum = 0;
  for (let code = 0; code < global.length; code++)
    sum += Math.abs(histogram[start + code] * rows - global[code] * size);
  return sum / 2 / (size * rows);
}

function orderedDistance(histogram: Counts, start: number, size: number, global: Counts, rows: number): number {
  if (global.length < 2) return 0;
  let sum = 0;
  let inClass = 0;
  let inTable = 0;
  for (let code = 0; code < global.length; code++) {
    inClass += histogram[start + code];
    inTable += global[code];
    sum += Math.abs(inClass * rows - inTable * size);
  }
  return sum / (global.length - 1) / (size * rows);
}

/** Half a level of every edge of the tree is crossed by as much as the subtree below it differs. */
function hierarchicalDistance(tree: NonNullable<SensitiveScale['hierarchy']>) {
  const differences = new Float64Array(tree.nodes);
  return (histogram: Counts, start: number, size: number, global: Counts, rows: number): number => {
    let sum = 0;
    for (let level = 0; level < tree.height; level++) {
      differences.fill(0);
      for (let code = 0; code < global.length; code++) {
        differences[tree.nodeOf[level * global.length + code]] += histogram[start + code] * rows - global[code] * size;
      }
      for (const difference of differences) sum += Math.abs(difference);
    }
    return sum / (2 * tree.height) / (size * rows);
  };
}
