import type { Engine, NodeSums } from '../../engine/engine.js';
import { InvalidArgumentError } from '../../base/errors.js';
import { compareVectors, heightOfVector, type Lattice, type LevelVector } from './lattice.js';
import type { Problem } from '../algorithm.js';
import { judgedRowsOf, judgeSpecOf } from './judge-spec.js';
import { NodeJudge } from './node-judge.js';
import { createObjective, type Objective } from './objective.js';
import { describeLevels } from './outcome-of-levels.js';
import type { Pauses } from '../pauses.js';
import { findSatisfying } from './find-satisfying.js';
import { minimalNodes } from './minimal-nodes.js';
import { type NodeList, LATTICE_METRICS } from '../shared-options.js';

/** Most nodes that a solution lists. */
const MAXIMUM_LISTED = 10_000;

/** Keys of the result's metrics. */
const METRIC_KEYS: Readonly<Record<(typeof LATTICE_METRICS)[number], string>> = {
  discernibility: 'discernibility',
  loss: 'loss',
  lossGeometric: 'lossGeometric',
  precision: 'precision',
  'average-class-size': 'averageClassSize',
  height: 'height',
  entropy: 'entropy',
};

/** A node as the solution lists it. */
interface ListedNode {
  readonly levels: Readonly<Record<string, number>>;
  readonly height: number;
  readonly satisfies: boolean;
  readonly suppressed: number;
  readonly classes: number;
  readonly metrics: Readonly<Record<string, number>>;
}

/** Facts from a search about the nodes of its lattice. */
interface KnownNodes {
  readonly minimal?: readonly LevelVector[];
  readonly satisfying?: Uint8Array;
  readonly lowest?: readonly LevelVector[];
}

/** The lattice of a search, and how its nodes are judged. */
interface JudgedLattice {
  readonly judge: NodeJudge;
  readonly lattice: Lattice;
  readonly pauses: Pauses;
  /** Bytes of kept sets. */
  readonly memory: number;
  /** Says that the search must end. */
  readonly isOver: () => boolean;
}

/**
 * The nodes of a list with their metrics, by height, then lexicographically. Where the search does not know which nodes
 * satisfy, the lattice is judged for it. Null when the search must end before. Throws InvalidArgumentError when there are
 * more than 10,000.
 */
export async function listNodes(
  problem: Problem,
  engine: Engine,
  judged: JudgedLattice,
  list: NodeList,
  found: KnownNodes,
): Promise<ListedNode[] | null> {
  const { pauses, isOver } = judged;
  const vectors = await chooseNodes(judged, list, found);
  if (vectors === null) return null;
  if (vectors.length > MAXIMUM_LISTED) {
    throw new InvalidArgumentError('algorithm.nodes', `a list of at most ${MAXIMUM_LISTED} nodes`, `${vectors.length}`);
  }
  const order = problem.domains.map((_, a) => a);
  const equal = order.map(() => 1);
  const objectives = LATTICE_METRICS.map((metric) => createObjective(problem, metric, equal));
  const listed = new Map<number, Record<string, number>>();
  const facts: (NodeSums & { readonly satisfies: boolean })[] = [];
  // Sets carry the weights of one metric: loss and its relatives share theirs, entropy has its own.
  for (const group of [
    objectives.filter(({ metric }) => metric !== 'entropy'),
    objectives.filter(({ metric }) => metric === 'entropy'),
  ]) {
    const { weights } = group.find((each) => each.weights !== null)!;
    const { metric } = group[0];
    const judge = new NodeJudge(engine, judgeSpecOf(problem, order, { metric, weights }), judgedRowsOf(problem));
    try {
      for (const [i, levels] of vectors.entries()) {
        if (pauses.isDue) await pauses.pause(1);
        if (isOver()) return null;
        const id = judge.sets.rollUp(judge.sets.base, levels);
        const { sums } = judge.judge(id);
        judge.sets.release(id);
        facts[i] = { ...sums, satisfies: judge.isWithinLimit(sums) };
        const metrics = listed.get(i) ?? {};
        listed.set(i, measure(group, levels, sums, metrics));
      }
    } finally {
      judge.dispose();
    }
  }
  return vectors.map((levels, i) => ({
    levels: describeLevels(problem.domains, levels),
    height: heightOfVector(levels),
    satisfies: facts[i].satisfies,
    suppressed: facts[i].suppressed,
    classes: facts[i].classes,
    metrics: listed.get(i)!,
  }));
}

function measure(
  objectives: readonly Objective[],
  levels: LevelVector,
  sums: NodeSums,
  metrics: Record<string, number>,
): Record<string, number> {
  for (const objective of objectives) {
    metrics[METRIC_KEYS[objective.metric]] = objective.value(objective.cost(levels, sums));
  }
  return metrics;
}

async function chooseNodes(judged: JudgedLattice, list: NodeList, found: KnownNodes): Promise<LevelVector[] | null> {
  const { lattice } = judged;
  if (list === 'all') {
    if (lattice.size > MAXIMUM_LISTED) {
      throw new InvalidArgumentError('algorithm.nodes', `a list of at most ${MAXIMUM_LISTED} nodes`, `${lattice.size}`);
    }
    return byHeight(Array.from({ length: lattice.size }, (_, index) => lattice.levelsOf(index)));
  }
  if (list === 'minimal' && found.minimal !== undefined) return byHeight(found.minimal);
  if (list === 'height' && found.lowest !== undefined) return [...found.lowest].sort(compareVectors);
  const { satisfying, isCut } =
    found.satisfying === undefined ? await findSatisfying(judged) : { satisfying: found.satisfying, isCut: false };
  if (isCut) return null;
  if (list === 'minimal') return byHeight(minimalNodes(lattice, satisfying));
  const vectors: LevelVector[] = [];
  let least = Infinity;
  satisfying.forEach((one, index) => {
    if (one === 0) return;
    const levels = lattice.levelsOf(index);
    least = Math.min(least, heightOfVector(levels));
    vectors.push(levels);
  });
  return byHeight(list === 'height' ? vectors.filter((levels) => heightOfVector(levels) === least) : vectors);
}

/** Stable: equal heights stay in lexicographic order. */
function byHeight(vectors: readonly LevelVector[]): LevelVector[] {
  return [...vectors].sort((a, b) => heightOfVector(a) - heightOfVector(b));
}
