import { isWeighted, type Weighted } from '../clusters/blocks.js';
import { areWithin } from '../local/spans.js';
import { hasForm, isCodes, isGroupSize, isListOf, isWhole, type Task } from '../sharing/task.js';
import { type CutBox, cutWhole, isCutBox } from './share-boxes.js';
import { cutByLabel, type CutPlaces, firstLeavesOf } from './split-by-label.js';

interface Common {
  /** [attributes] */
  readonly places: readonly CutPlaces[];
  /** Labels. */
  readonly size: number;
  /** [labels] numbers whose squared deviation is made least, about their mean; null: the entropy of the labels is. */
  readonly values: Float64Array | null;
  /** Fewest rows of a group, which alone decides. */
  readonly minimum: number;
}

interface Labelled extends Weighted {
  /** [vectors * labels] */
  readonly histogram: Uint32Array;
}

const isTree = (value: unknown): boolean =>
  value === null || hasForm(value, { lo: isCodes, hi: isCodes, childStart: isCodes, children: isCodes });

/** Cuts of a box by the labels of its rows, down to its groups. */
export const labelCutsTask: Task<Common, Labelled, CutBox> = {
  name: 'label-cuts',
  isCommon: (value): value is Common =>
    hasForm(value, {
      places: isListOf((place) => hasForm(place, { size: isWhole, tree: isTree })),
      size: isWhole,
      values: (values) => values === null || values instanceof Float64Array,
      minimum: isGroupSize,
    }) && ((value as Common).values ?? { length: (value as Common).size }).length === (value as Common).size,
  isInput: (value, { places, size }): value is Labelled => {
    if (!isWeighted(value) || !areWithin(value, places)) return false;
    const { histogram, counts } = value as Labelled;
    return isCodes(histogram) && histogram.length === counts.length * size;
  },
  isOutput: isCutBox,
  open: (_, { places, size, values, minimum }) => {
    const firstLeaves = places.map(firstLeavesOf);
    return {
      do: async ({ codes, counts, histogram }, watch) => {
        const input = { codes, counts, labels: { size, histogram }, numbers: null, firstLeaves };
        const steps = cutByLabel(input, { minimum, bySize: true }, { few: 0, values });
        return cutWhole(input, steps, watch);
      },
    };
  },
};
