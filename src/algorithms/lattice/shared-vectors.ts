import type { Engine, EngineColumn, FrequencySet } from '../../engine/engine.js';
import { hasForm, isCodes, isGroupSize, isListOf } from '../sharing/task.js';

/** The vectors of a set with their counts, as another thread is sent them. */
export interface SharedVectors {
  readonly columns: readonly EngineColumn[];
  readonly counts: Uint32Array;
}

export function sharedVectorsOf(set: FrequencySet): SharedVectors {
  return { columns: set.sizes.map((size, column) => ({ codes: set.codes(column), size })), counts: set.counts() };
}

const isCodesOfAnyWidth = (value: unknown): boolean =>
  isCodes(value) || value instanceof Uint16Array || value instanceof Uint8Array;

/** Tests whether a message from another thread has the form; the engine checks the codes. */
export function isSharedVectors(value: unknown): value is SharedVectors {
  const isColumn = (column: unknown): boolean => hasForm(column, { codes: isCodesOfAnyWidth, size: isGroupSize });
  return hasForm(value, { columns: isListOf(isColumn), counts: isCodes });
}

/** Makes the set again, its vectors in the same order. */
export const setOfShared = (engine: Engine, { columns, counts }: SharedVectors): FrequencySet =>
  engine.frequencySetOf(columns, counts, true);
