import { InvalidArgumentError } from '../../base/errors.js';
import type { Engine } from '../../engine/engine.js';
import type { Domain } from '../../hierarchy/domain.js';
import { treeOf } from '../../hierarchy/tree.js';
import type { Control, Outcome, Problem } from '../algorithm.js';
import { codesOf, recodeGroups } from '../local/groups.js';
import { ClassJudge } from '../local/judge.js';
import { recodeSatisfied } from '../local/recode-satisfied.js';
import { spansOf } from '../local/spans.js';
import { Pauses } from '../pauses.js';
import { isReleasedAsNode, warnUnusedLevels } from '../released-boxes.js';
import type { MondrianOptions } from '../cards/mondrian.js';
import { nodesOf } from './partition-by-mondrian.js';
import { withTeam } from '../sharing/thread-team.js';
import { shareLabelCuts } from './share-label-cuts.js';
import type { CutPlaces } from './split-by-label.js';

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
    places: problem.domains.map((domain) => placesOf(domain, options)),
  };
  const {
    groups: found,
    cuts,
    threads,
  } = await withTeam(engine, control, async (team) => ({
    ...(await shareLabelCuts(input, judge, { team, pauses })),
    threads: team.threads,
  }));
  const nodes = nodesOf(problem, options);
  const grouped = { domains: problem.domains, codes, spans: spansOf(problem.domains, 'ncp'), judge };
  const satisfied = recodeSatisfied(grouped, found, (all) => recodeGroups(problem, codes, all, nodes));
  const { recoding, groups } = await pauses.drive(satisfied);
  return {
    recoding: { ...recoding, kind: 'regions' },
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
    threads,
  };
}

/** Cut places of a domain: before any leaf, or along the tree of a domain that is released as its nodes. */
function placesOf(domain: Domain, options: MondrianOptions): CutPlaces {
  if (options.cuts !== 'auto' || !isReleasedAsNode(domain)) return { size: domain.size, tree: null };
  const { lo, hi, childStart, children } = treeOf(domain.hierarchy!);
  return { size: domain.size, tree: { lo, hi, childStart, children } };
}
