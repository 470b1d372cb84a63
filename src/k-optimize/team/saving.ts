import { InvalidArgumentError } from '../../base/errors.js';
import type { CutEvaluator, CutProblem, CutSolution, KOptimizeSearch } from '../../engine/engine.js';
import { type Checkpoint, damaged, readCheckpoint, writeCheckpoint } from './checkpoint.js';
import { Seal } from './seal.js';
import type { Part, Parts } from './search-team.js';

/** Facts about the problem that a checkpoint must match. */
interface Fresh {
  /** Upper limit of the costs of solutions, which must be below it. */
  readonly seedCost: number;
  readonly problem: CutProblem;
  /** Makes an evaluator of the problem, which is disposed of here. */
  evaluator(): CutEvaluator;
}

/** Saves a search as checkpoints that are sealed with its problem, and takes them up again. Loaded where one is asked for. */
export interface Saving {
  write(saved: Checkpoint): Promise<Uint8Array>;
  /**
   * Decodes a checkpoint and verifies all that can be recounted: the cost of the best solution, and the open nodes. That the others were searched,
   * and the bound, is taken on trust. Throws InputError, see {@link readCheckpoint}.
   */
  read(bytes: Uint8Array, fresh: Fresh): Promise<Checkpoint<Parts<Part>>>;
}

/**
 * @param search - the search of the problem, not begun; it must live while `read` is called
 * @param options - the options that a checkpoint must have been made with
 * @throws InvalidArgumentError `NO_CRYPTOGRAPHY`, see {@link Seal.of}
 */
export async function savingOf(search: KOptimizeSearch, options: string): Promise<Saving> {
  const seal = await Seal.of(search.problem(), options);
  return {
    write: (saved) => writeCheckpoint(saved, seal),
    async read(bytes, fresh) {
      const saved = await readCheckpoint(bytes, seal);
      const { found, team } = saved;
      const { seedCost } = fresh;
      if (found === null ? team.bestCost !== seedCost : found.cost >= seedCost || !isSolution(found, fresh))
        throw damaged();
      try {
        const parts = team.parts.map(({ nodes, ...part }) => ({ ...part, state: search.restore(nodes) }));
        return { ...saved, team: { ...team, parts } };
      } catch (error) {
        throw error instanceof InvalidArgumentError && error.code === 'WRONG_STATE' ? damaged({ cause: error }) : error;
      }
    },
  };
}

/** Tests whether cuts are allowed, keep the limit, and have the stated cost. */
function isSolution({ cuts, cost, suppressed }: CutSolution, { problem, evaluator: open }: Fresh): boolean {
  const { allowed, suppressionLimit } = problem;
  const isAllowed = (list: Uint32Array, a: number): boolean =>
    list.every((cut, i) => allowed[a][cut] === 1 && (i === 0 || cut > list[i - 1]));
  if (cuts.length !== allowed.length || !cuts.every(isAllowed) || suppressed > suppressionLimit) return false;
  const evaluator = open();
  try {
    const counted = evaluator.evaluate(cuts);
    return counted.cost === cost && counted.suppressed === suppressed;
  } finally {
    evaluator.dispose();
  }
}
