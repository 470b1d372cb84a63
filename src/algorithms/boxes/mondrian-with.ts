import { throwIfAborted } from '../../base/errors.js';
import type { Engine } from '../../engine/engine.js';
import { defineAlgorithm, type Control, type Outcome, type Problem, type Recoding } from '../algorithm.js';
import { Pauses } from '../pauses.js';
import { warnUnusedLevels, widenToReleased } from '../released-boxes.js';
import type { runByLabel } from './mondrian-by-label.js';
import { MONDRIAN_OPTIONS, type MondrianOptions } from './mondrian-options.js';
import { isCutAlongTree, nodesOf, partitionByMondrian } from './partition-by-mondrian.js';

const isStrict = ({ partitioning }: { readonly partitioning: string }): boolean => partitioning === 'strict';

/**
 * Mondrian: greedy top-down partitioning of the space of the quasi-identifiers.
 *
 * LeFevre, DeWitt and Ramakrishnan, "Mondrian Multidimensional K-Anonymity", ICDE 2006, section 4. The attribute with
 * the widest normalized range is cut first, at the median of its frequency set; when no cut beside the median leaves
 * both sides satisfying every model, the next widest is tried, and a node that no attribute can cut becomes a class.
 * Ties of width go to the attribute with the smaller domain (`ties: "job-order"`: not so), then to the earlier one.
 *
 * - `strict`: equal values stay together, so classes are disjoint boxes. Numbers, dates and ordered values are cut into
 *   ranges; strings with a hierarchy along its tree, into all children of the smallest node that holds the class, and so
 *   are numbers and dates whose hierarchy is followed. `cuts: "order"` cuts all in two, in the order of their leaves.
 * - `relaxed`: the rows of the median are divided (the first ones, in the order of the search, to the left), so the
 *   halves are even and classes have k to 2k - 1 rows unless rows are equal throughout; boxes may overlap, and classes
 *   that are released with equal values count as the one class they are.
 *
 * A class is released as its own bounding box, not as the box of the cuts that made it.
 *
 * @param byLabel - runs the splits by the labels of the class column
 */
export const mondrianWith = (byLabel: typeof runByLabel) =>
  defineAlgorithm({
    name: 'mondrian',
    source: 'LeFevre, DeWitt, Ramakrishnan: Mondrian Multidimensional K-Anonymity, ICDE 2006',
    guarantee:
      'every class satisfies every model; greedy, not optimal (for k-anonymity on distinct points in d dimensions a strict class holds at most 2d(k-1)+m rows, m the copies of one point; relaxed at most 2k-1)',
    complexity: 'O(m q log m) time for m distinct vectors and q quasi-identifiers, O(m q) memory',
    keepsVectors: isStrict,
    whyRows: ({ partitioning }) =>
      partitioning === 'relaxed'
        ? 'mondrian with "partitioning": "relaxed" divides equal rows by their order, so it needs the rows themselves'
        : null,
    minimality: ({ options }) => {
      for (const [option, only] of [
        ['split', 'median'],
        ['partitioning', 'strict'],
        ['cuts', 'auto'],
      ] as const) {
        const value = options[option];
        if (value !== only) return { unknown: `mondrian with "${option}": ${JSON.stringify(value)}` };
      }
      return 'every-class';
    },
    sharesWork: true,
    options: MONDRIAN_OPTIONS,
    run: (problem, engine, options, control) => {
      const { split } = options;
      return split === 'median'
        ? runByMedian(problem, engine, options, control)
        : byLabel(problem, engine, { ...options, split }, control);
    },
  });

async function runByMedian(
  problem: Problem,
  engine: Engine,
  options: MondrianOptions,
  control: Control,
): Promise<Outcome> {
  throwIfAborted(control.signal);
  const found = await partitionByMondrian(problem, engine, options, control, { regions: true });
  const nodes = nodesOf(problem, options);
  const plain: Recoding = {
    kind: 'regions',
    classes: found.classes,
    parts: found.parts,
    lower: found.lower,
    upper: found.upper,
    nodes,
    // Models on a public table were judged by all that lies in the region.
    ownValues: problem.public === null,
  };
  const recoding = await new Pauses(control, 'boxes').drive(widenToReleased(plain, problem.domains));
  const disjoint = options.partitioning === 'strict' && staysApart(problem, options, plain, recoding);
  return {
    recoding: { ...recoding, disjoint },
    search: {
      optimal: false,
      lowerBound: null,
      nodes: found.cuts + found.classes,
      checked: found.cuts + found.refused,
      cuts: found.cuts,
      refused: found.refused,
      groups: found.classes,
    },
    solution: { kind: 'regions' },
    options: { ...options },
    warnings: warnUnusedLevels(problem.domains, 'Mondrian', nodes),
  };
}

/** True when strict classes share no vector as they are released: a node lies within its cut, a range must not have grown. */
function staysApart(problem: Problem, options: MondrianOptions, plain: Recoding, released: Recoding): boolean {
  return problem.domains.every((domain, a) => {
    if (plain.nodes[a]) return isCutAlongTree(domain, options);
    const isSame = (before: Uint32Array, after: Uint32Array): boolean => before.every((leaf, c) => leaf === after[c]);
    return isSame(plain.lower[a], released.lower[a]) && isSame(plain.upper[a], released.upper[a]);
  });
}
