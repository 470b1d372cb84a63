import type { Engine } from '../../engine/engine.js';
import { InvalidArgumentError, throwIfAborted } from '../../base/errors.js';
import type { Steps } from '../../base/steps.js';
import type { Control, Outcome, Problem, Recoding, RunAlgorithm } from '../algorithm.js';
import { codesOf, joinUnsatisfied, recodeGroups, type Group } from '../local/groups.js';
import { ClassJudge } from '../local/judge.js';
import { recodeSatisfied } from '../local/recode-satisfied.js';
import { optimalGroups, squaredErrors } from './microaggregation.js';
import { Pauses } from '../pauses.js';
import { groupInBlocks, LARGE_BLOCKS, piecesOf, warnOfBlocks, type BlockGroups } from './blocks.js';
import { unpackGroups } from './packed-groups.js';
import { pointsTask } from './points-task.js';
import { replaceNumbers, type Replacement } from './replace-numbers.js';
import { spansOf } from '../local/spans.js';
import { pickPoints, standardize } from './standardized.js';
import { type ThreadTeam, withTeam } from '../sharing/thread-team.js';
import { isReleasedAsNode, warnUnusedLevels } from '../released-boxes.js';
import type { MdavOptions } from '../cards/mdav.js';

/** With `auto`, both variants are tried where vectors * rows / k is at most this. */
const FEW_STEPS = 3e7;

/**
 * Microaggregation: groups of near rows.
 *
 * `fixed`: MDAV, Domingo-Ferrer and Torra, DMKD 2005 (after Domingo-Ferrer and Mateo-Sanz, TKDE 2002). `variable`: V-MDAV,
 * Solanas and Martínez-Ballesté, COMPSTAT 2006. `optimal`: Hansen and Mukherjee, TKDE 2003, for one quasi-identifier. Every
 * attribute is standardized to mean 0 and standard deviation 1; `search.sse` is the sum of squared errors on that scale.
 */
export const run: RunAlgorithm<MdavOptions> = (problem, engine, options, control) =>
  withTeam(engine, control, (team) => runMdav(problem, { engine, team }, options, control));

/** The release of groups, numbers replaced. */
function* recodeReplaced(
  problem: Problem,
  codes: readonly Uint32Array[],
  groups: readonly Group[],
  replacement: Replacement | 'range',
): Steps<Recoding> {
  const texts = replacement === 'range' ? undefined : replaceNumbers(problem.domains, codes, groups, replacement);
  const recoding = yield* recodeGroups(problem, codes, groups);
  return texts === undefined ? recoding : { ...recoding, texts };
}

async function runMdav(
  problem: Problem,
  { engine, team }: { readonly engine: Engine; readonly team: ThreadTeam },
  options: MdavOptions,
  control: Control,
): Promise<Outcome> {
  throwIfAborted(control.signal);
  const { replacement } = options;
  const sizes = problem.domains.map(({ size }) => size);
  const single = sizes.length === 1;
  let variant = options.variant === 'auto' && single ? 'optimal' : options.variant;
  if (variant === 'optimal' && !single) {
    throw new InvalidArgumentError(
      'algorithm.variant',
      'fixed or variable, since optimal takes one quasi-identifier',
      `optimal with ${problem.domains.length} quasi-identifiers`,
    );
  }
  const judge = new ClassJudge(problem, engine);
  const k = judge.minimum;
  const codes = codesOf(problem);
  const pauses = new Pauses(control, 'groups');
  const points = await pauses.drive(standardize(problem, codes, { isReplacing: replacement !== 'range' }));
  const inBlocks = (gamma: number | null): Promise<BlockGroups> =>
    groupInBlocks({ codes, counts: points.counts }, sizes, { ...LARGE_BLOCKS, k }, pauses, async (blocks) => {
      const pieces = piecesOf(blocks, (block) => pickPoints(points, block));
      const packed = await team.share(pointsTask, { k, gamma }, pieces, (share) => pauses.pauseWhenDue(share));
      return packed.map((groups) => unpackGroups(groups));
    });
  let found: Group[];
  let division: BlockGroups['division'] = null;
  if (variant === 'optimal') found = await pauses.drive(optimalGroups(points, k));
  else ({ groups: found, division } = await inBlocks(variant === 'variable' ? options.gamma : null));
  if (variant === 'auto') {
    variant = 'fixed';
    if ((problem.set.length * problem.rows) / k <= FEW_STEPS) {
      const { groups: other } = await inBlocks(options.gamma);
      const [own, others] = [
        await pauses.drive(squaredErrors(points, found)),
        await pauses.drive(squaredErrors(points, other)),
      ];
      if (others < own) {
        found = other;
        variant = 'variable';
      }
    }
  }
  const { domains } = problem;
  const spans = spansOf(domains, 'ncp');
  const joined = judge.bySize
    ? { groups: found, joined: 0 }
    : await pauses.drive(joinUnsatisfied(codes, spans, judge, found));
  const satisfied = recodeSatisfied({ domains, codes, spans, judge }, joined.groups, (own) =>
    recodeReplaced(problem, codes, own, replacement),
  );
  const { recoding, groups, ...more } = await pauses.drive(satisfied);
  return {
    recoding,
    search: {
      optimal: variant === 'optimal' && judge.bySize,
      lowerBound: null,
      nodes: groups.length,
      checked: groups.length,
      groups: groups.length,
      joined: joined.joined + more.joined,
      sse: await pauses.drive(squaredErrors(points, groups)),
    },
    solution: { kind: 'groups' },
    options: { ...options, variant },
    warnings: [
      ...warnUnusedLevels(
        problem.domains,
        'mdav',
        problem.domains.map((domain, a) => isReleasedAsNode(domain) || (recoding.texts?.[a] ?? null) !== null),
      ),
      ...warnOfBlocks(division, problem.domains, 'mdav'),
    ],
    threads: team.threads,
  };
}
