import { InvalidArgumentError } from '../../base/errors.js';
import type { Engine } from '../../engine/engine.js';
import type { Domain } from '../../hierarchy/domain.js';
import { smallestNodeCovering, treeOf } from '../../hierarchy/tree.js';
import type { Control, Outcome, Problem } from '../algorithm.js';
import { codesOf, recodeGroups } from '../local/groups.js';
import { ClassJudge } from '../local/judge.js';
import { Pauses } from '../pauses.js';
import { isReleasedAsNode, warnUnusedLevels } from '../released-boxes.js';
import type { MondrianOptions } from './mondrian-options.js';
import { nodesOf } from './partition-by-mondrian.js';
import { splitByLabel } from './split-by-label.js';

/** InfoGain and least squared deviance Mondrian: LeFevre, DeWitt and Ramakrishnan, KDD 2006 and TODS 2008. */
export async function runByLabel(
  problem: Problem,
  engine: Engine,
  options: MondrianOptions & { readonly split: 'information-gain' | 'variance' },
  control: Control,
): Promise<Outcome> {
  const { labels } = problem;
  if (labels === null) {
    throw new InvalidArgumentError('algorithm.split', 'a column with the role "class"', 'none', 'NO_CLASS_COLUMN');
  }
  if (options.split === 'variance' && labels.numbers === null) {
    throw new InvalidArgumentError(
      'algorithm.split',
      'a class column of numbers',
      'one of strings',
      'CLASS_NOT_NUMERIC',
    );
  }
  if (options.partitioning === 'relaxed') {
    throw new InvalidArgumentError('algorithm.partitioning', 'strict, since labels choose the cuts', '"relaxed"');
  }
  const judge = new ClassJudge(problem, engine);
  const codes = codesOf(problem);
  const pauses = new Pauses(control, 'partition');
  const input = {
    codes,
    counts: problem.set.counts(),
    labels: { size: labels.size, histogram: labels.histogram() },
    numbers: options.split === 'variance' ? labels.numbers : null,
    firstLeaves: problem.domains.map((domain) => cutsOf(domain, options)),
  };
  const { groups, cuts } = await pauses.drive(splitByLabel(input, judge));
  const nodes = nodesOf(problem, options);
  return {
    recoding: { ...(await pauses.drive(recodeGroups(problem, codes, groups, nodes))), kind: 'regions' },
    search: {
      optimal: false,
      lowerBound: null,
      nodes: cuts + groups.length,
      checked: cuts,
      cuts,
      groups: groups.length,
    },
    solution: { kind: 'regions' },
    options: { ...options },
    warnings: warnUnusedLevels(problem.domains, 'Mondrian', nodes),
  };
}

/** Leaves before which a run may be cut: all of an ordered domain, first leaves of the children of its node along a tree. */
function cutsOf(domain: Domain, options: MondrianOptions): (lo: number, hi: number) => ReadonlySet<number> {
  if (options.cuts !== 'auto' || !isReleasedAsNode(domain)) {
    const all = new Set(Array.from({ length: domain.size }, (_, leaf) => leaf));
    return () => all;
  }
  const tree = treeOf(domain.hierarchy!);
  return (lo, hi) => {
    const node = smallestNodeCovering(tree, lo, hi);
    const { childStart, children } = tree;
    return new Set(Array.from(children.subarray(childStart[node], childStart[node + 1]), (child) => tree.lo[child]));
  };
}
