import type { Steps } from '../../base/steps.js';
import type { Outcome, Problem } from '../algorithm.js';
import { warnUnusedLevels } from '../released-boxes.js';
import { joinUnsatisfied, recodeGroups, type Group } from '../local/groups.js';
import { recodeSatisfied } from '../local/recode-satisfied.js';
import type { ClassJudge } from '../local/judge.js';
import type { Span } from '../local/spans.js';
import { warnOfBlocks, type Division } from './blocks.js';

/** The outcome of a clustering: groups that break a model other than k-anonymity are joined first. In steps. */
export function* outcomeOfClusters(
  problem: Problem,
  input: { readonly codes: readonly Uint32Array[]; readonly spans: readonly Span[]; readonly judge: ClassJudge },
  found: readonly Group[],
  about: {
    readonly options: object;
    readonly checked: number;
    readonly who: string;
    readonly division: Division | null;
  },
): Steps<Outcome> {
  const { codes, spans, judge } = input;
  const joined = yield* joinUnsatisfied(codes, spans, judge, found);
  const { domains } = problem;
  const { recoding, groups, ...more } = yield* recodeSatisfied({ domains, codes, spans, judge }, joined.groups, (own) =>
    recodeGroups(problem, codes, own),
  );
  return {
    recoding,
    search: {
      optimal: false,
      lowerBound: null,
      nodes: found.length,
      checked: about.checked,
      groups: groups.length,
      joined: joined.joined + more.joined,
    },
    solution: { kind: 'groups' },
    options: { ...about.options },
    warnings: [
      ...warnUnusedLevels(problem.domains, about.who),
      ...warnOfBlocks(about.division, problem.domains, about.who),
    ],
  };
}
