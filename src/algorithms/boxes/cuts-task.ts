import type { RunCosts } from '../../engine/engine.js';
import { runCost } from '../../engine/run-costs.js';
import { isWeighted, type Weighted } from '../clusters/blocks.js';
import { areWithin, isRunCosts } from '../local/spans.js';
import { hasForm, isGroupSize, isListOf, type Task } from '../sharing/task.js';
import { type CutBox, cutWhole, isCutBox } from './share-boxes.js';
import { type CostedVectors, cutDownTo } from './split-boxes.js';

interface Common {
  readonly costs: readonly RunCosts[];
  /** Fewest rows of a group, which alone decides. */
  readonly minimum: number;
}

/** Cuts of a box by cost, down to its groups. */
export const cutsTask: Task<Common, Weighted, CutBox> = {
  name: 'cuts',
  isCommon: (value): value is Common => hasForm(value, { costs: isListOf(isRunCosts), minimum: isGroupSize }),
  isInput: (value, { costs }): value is Weighted => isWeighted(value) && areWithin(value, costs),
  isOutput: isCutBox,
  open: (_, { costs, minimum }) => {
    const spans = costs.map((own) => ({ size: own.size, cost: costOf(own) }));
    return {
      do: async ({ codes, counts }, watch) => {
        const input: CostedVectors = { codes, counts, spans };
        const steps = cutDownTo(input, { minimum, bySize: true }, { few: 0, isOver: () => false });
        return cutWhole(input, steps, watch);
      },
    };
  },
};

function costOf(costs: RunCosts): (lo: number, hi: number) => number {
  const { table, size } = costs;
  return table === null ? (lo, hi) => runCost(costs, lo, hi) : (lo, hi) => table[lo * size + hi];
}
