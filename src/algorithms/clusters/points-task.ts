import type { Task } from '../sharing/task.js';
import { hasForm, isCodes, isGroupSize, isListOf, isWhole } from '../sharing/task.js';
import { rowsOf } from './blocks.js';
import { mdavGroups, variableGroups } from './microaggregation.js';
import { isPackedGroups, packGroups, type PackedGroups } from './packed-groups.js';
import type { StandardPoints } from './standardized.js';

interface Common {
  readonly k: number;
  /** Null: groups of k. */
  readonly gamma: number | null;
}

/** Microaggregation of blocks of points. */
export const pointsTask: Task<Common, StandardPoints, PackedGroups> = {
  name: 'points',
  isCommon: (value): value is Common =>
    hasForm(value, { k: isGroupSize, gamma: (gamma) => gamma === null || Number.isFinite(gamma) }),
  isInput: (value, { k }): value is StandardPoints => {
    const isColumn = (column: unknown): boolean => column instanceof Float64Array;
    if (!hasForm(value, { values: isListOf(isColumn), counts: isCodes, rows: isWhole })) return false;
    const { values, counts, rows } = value as StandardPoints;
    return values.every(({ length }) => length === counts.length) && rows === rowsOf(counts) && rows >= k;
  },
  isOutput: isPackedGroups,
  open: (engine, { k, gamma }) => ({
    do: async (points, watch) =>
      packGroups(
        await (gamma === null ? mdavGroups(engine, points, k, watch) : variableGroups(engine, points, k, gamma, watch)),
      ),
  }),
};
