import type { Engine } from '../../engine/engine.js';
import { abortErrorOf, InfeasibleError, InvalidArgumentError, throwIfAborted } from '../../base/errors.js';
import { Lattice, type LevelVector } from './lattice.js';
import { levelSize } from './level-maps.js';
import type { Control, Outcome, Problem, SearchStatistics } from '../algorithm.js';
import { importanceOf } from './lattice-options.js';
import { judgedRowsOf, judgeSpecOf } from './judge-spec.js';
import { listNodes } from './list-nodes.js';
import { NodeJudge } from './node-judge.js';
import { createObjective, type Objective } from './objective.js';
import { amount, plural } from '../../base/plural.js';
import type { Warning } from '../../table/table.js';
import { describeLevels, outcomeOfLevels } from './outcome-of-levels.js';
import { Pauses } from '../pauses.js';
import { type ThreadTeam, withTeam } from '../sharing/thread-team.js';
import type { LatticeOptions, LevelOptions } from '../shared-options.js';

/** Context of the algorithms of this folder. */
export interface LatticeSearch {
  readonly problem: Problem;
  readonly engine: Engine;
  readonly options: LatticeOptions;
  readonly objective: Objective;
  readonly judge: NodeJudge;
  readonly lattice: Lattice;
  readonly pauses: Pauses;
  /** Bytes of kept sets. */
  readonly memory: number;
  /** Team that shares the work; it has further threads for algorithms with `sharesWork`. */
  readonly team: ThreadTeam;
}

/** Result of a search. Level vectors in the job's order. */
export interface Found {
  /** The level vector to release, or null when none is within the limit. */
  readonly levels: LevelVector | null;
  /** True when it is proven to be what the algorithm promises under the metric. */
  readonly optimal: boolean;
  /** True when a time limit or `finish` may end the search. Default false. */
  readonly isAnytime?: boolean;
  /** Cost below which no node lies, in the terms of the objective; null when the search gives none. */
  readonly lowerBound: number | null;
  /** Nodes that may be released, where levels are given. Default: all. */
  readonly allowed?: number;
  /** Nodes decided without being judged. */
  readonly tagged: number;
  /** Nodes whose satisfaction the search decided: judged or tagged. */
  readonly nodes: number;
  /** Nodes whose classes were counted, and roll-ups, where other threads did some of them too. */
  readonly checked?: number;
  readonly rolledUp?: number;
  readonly counters?: Readonly<Record<string, number>>;
  readonly minimal?: readonly LevelVector[];
  /** [lattice] 1 where a node is within the limit, where the search knows it of every node. */
  readonly satisfying?: Uint8Array;
  /** The vectors within the limit of the least height that has any, where the search knows them all. */
  readonly lowest?: readonly LevelVector[];
}

/**
 * Runs a search with its frequency sets, and makes the outcome.
 *
 * @param order - [attributes] the order in which the search takes the attributes
 * @throws InfeasibleError NO_SOLUTION
 */
export function runLatticeSearch(
  problem: Problem,
  engine: Engine,
  options: LatticeOptions,
  control: Control,
  order: readonly number[],
  search: (search: LatticeSearch) => Promise<Found>,
): Promise<Outcome> {
  return withTeam(engine, control, (team) => runWithTeam({ problem, engine, team }, options, control, order, search));
}

async function runWithTeam(
  { problem, engine, team }: Pick<LatticeSearch, 'problem' | 'engine' | 'team'>,
  options: LatticeOptions,
  control: Control,
  order: readonly number[],
  search: (search: LatticeSearch) => Promise<Found>,
): Promise<Outcome> {
  throwIfAborted(control.signal);
  const importance = importanceOf(problem, options.weights);
  if (options.nodes !== 'none' && problem.domains.some(({ levelRange }) => levelRange !== undefined)) {
    throw new InvalidArgumentError(
      'algorithm.nodes',
      '"none" beside "minLevel" or "maxLevel"',
      JSON.stringify(options.nodes),
    );
  }
  const objective = createObjective(problem, options.metric, importance, options.gsFactor);
  const pauses = new Pauses(control);
  const judge = new NodeJudge(engine, judgeSpecOf(problem, order, objective), judgedRowsOf(problem));
  const heights = new Array<number>(order.length);
  order.forEach((a, place) => (heights[a] = judge.heights[place]));
  const lattice = new Lattice(heights);
  const memory = options.memory * 2 ** 20;
  try {
    const found = await search({ problem, engine, options, objective, judge, lattice, pauses, memory, team });
    if (found.levels === null) throw noSolution(problem, found.allowed ?? lattice.size, found.optimal, control);
    const statistics: SearchStatistics = {
      optimal: found.optimal,
      lowerBound: found.lowerBound === null ? null : objective.value(found.lowerBound),
      nodes: found.nodes,
      checked: found.checked ?? judge.checked,
      tagged: found.tagged,
      rolledUp: found.rolledUp ?? judge.sets.rollUps,
      ...found.counters,
    };
    const solution: Record<string, unknown> = {};
    if (found.minimal !== undefined) {
      solution.minimal = found.minimal.map((levels) => describeLevels(problem.domains, levels));
    }
    if (found.satisfying !== undefined) solution.satisfying = found.satisfying.reduce((sum, one) => sum + one, 0);
    // A time limit or `finish` ends the list of an anytime search too: then there is none.
    const isListOver = (): boolean => found.isAnytime === true && pauses.isOver;
    if (options.nodes !== 'none' && found.optimal) {
      const listed = { judge, lattice, pauses, memory, isOver: isListOver };
      const nodes = await listNodes(problem, engine, listed, options.nodes, found);
      if (nodes !== null) solution.nodes = nodes;
    }
    return outcomeOfLevels(problem, engine, found.levels, {
      search: statistics,
      options: shownOptions(options),
      warnings: found.optimal ? [] : [notProven()],
      endedEarly: pauses.endedEarly,
      solution,
      threads: team.threads,
    });
  } finally {
    judge.dispose();
  }
}

function shownOptions(options: LatticeOptions & Partial<LevelOptions>): Record<string, unknown> {
  const { weights, levels = new Map<string, number>(), ...rest } = options;
  return {
    ...rest,
    ...(weights.size === 0 ? {} : { weights: Object.fromEntries(weights) }),
    ...(levels.size === 0 ? {} : { levels: Object.fromEntries(levels) }),
  };
}

function notProven(): Warning {
  return {
    code: 'NOT_PROVEN_OPTIMAL',
    message: 'the search was ended before its end: a better level vector may exist, none better than search.lowerBound',
  };
}

function noSolution(problem: Problem, vectors: number, isProven: boolean, { finish }: Control): Error {
  if (!isProven) {
    if (finish?.aborted === true) return abortErrorOf(finish);
    return new InfeasibleError('NO_SOLUTION', 'the search was ended before it found a level vector within the limit');
  }
  // A model may ask more than one condition: without rows that lack the key of a person, and with them.
  const names = [...new Set(problem.models.map(({ name }) => name))];
  return new InfeasibleError(
    'NO_SOLUTION',
    `none of the ${vectors} level ${plural(vectors, 'vector')} satisfies ${names.join(' and ')} with at most ${amount(problem.suppressionLimit, 'row')} suppressed`,
  );
}

/** Attributes with many values first: small sets come late, where most nodes are. Ties in the job's order. */
export function widestFirst(problem: Problem): number[] {
  const size = problem.domains.map((domain) => levelSize(domain, 0));
  return problem.domains.map((_, a) => a).sort((a, b) => size[b] - size[a]);
}
