import { throwIfAborted } from '../../base/errors.js';
import type { Engine } from '../../engine/engine.js';
import type { Control, Outcome, Problem, Recoding, RunAlgorithm } from '../algorithm.js';
import type { MondrianOptions } from '../cards/mondrian.js';
import { Pauses } from '../pauses.js';
import { warnUnusedLevels, widenToReleased } from '../released-boxes.js';
import { isCutAlongTree, nodesOf, partitionByMondrian } from './partition-by-mondrian.js';

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
 */
export const run: RunAlgorithm<MondrianOptions> = async (problem, engine, options, control) => {
  const { split } = options;
  if (split === 'median') return runByMedian(problem, engine, options, control);
  const { runByLabel } = await import('./mondrian-by-label.js');
  return runByLabel(problem, engine, { ...options, split }, control);
};

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
