import type { Engine } from '../../engine/engine.js';
import { isPlainObject } from '../../base/plain-object.js';

/** Called between stretches of a piece of work with the share of it that is done. */
export type Watch = (share: number) => Promise<void>;

/** Does pieces of one kind of work. */
export interface TaskRunner<Input, Output> {
  do(input: Input, watch: Watch): Promise<Output>;
  dispose?(): void;
}

/**
 * Work in pieces that do not depend on each other, so that any thread can do them. What all pieces share, a piece and what comes of it are
 * plain data: objects, lists and typed arrays. Typed arrays of inputs and outputs are handed over, so they belong to nobody else.
 */
export interface Task<Common, Input, Output> {
  readonly name: string;
  /** Tests of the form of each message from another thread. */
  readonly isCommon: (value: unknown) => value is Common;
  readonly isInput: (value: unknown, common: Common) => value is Input;
  readonly isOutput: (value: unknown) => value is Output;
  readonly open: (engine: Engine, common: Common) => TaskRunner<Input, Output>;
}

/** A task, whatever its data. */
export interface AnyTask {
  readonly name: string;
  readonly isCommon: (value: unknown) => boolean;
  readonly isInput: (value: unknown, common: never) => boolean;
  readonly open: (engine: Engine, common: never) => TaskRunner<never, unknown>;
}

type Numbers = Uint8Array | Uint32Array | Int32Array | Float64Array;

/** Tests whether a value has these properties, each of its form. */
export function hasForm(value: unknown, forms: Readonly<Record<string, (value: unknown) => boolean>>): boolean {
  return isPlainObject(value) && Object.entries(forms).every(([key, isOf]) => isOf(value[key]));
}

export const isWhole = (value: unknown): boolean => Number.isSafeInteger(value) && (value as number) >= 0;

/** Tests whether a value may be the fewest rows of a group. */
export const isGroupSize = (value: unknown): value is number => isWhole(value) && (value as number) > 0;

export const isBytes = (value: unknown): value is Uint8Array => value instanceof Uint8Array;

export const isCodes = (value: unknown): value is Uint32Array => value instanceof Uint32Array;

/** Returns a test for lists of values of a form. */
export const isListOf =
  (isOf: (value: unknown) => boolean) =>
  (value: unknown): boolean =>
    Array.isArray(value) && value.every(isOf);

/** The memory of the typed arrays in plain data, each once. */
export function buffersIn(value: unknown, found = new Set<ArrayBuffer>()): Set<ArrayBuffer> {
  if (ArrayBuffer.isView(value)) found.add((value as Numbers).buffer as ArrayBuffer);
  else if (typeof value === 'object' && value !== null)
    for (const each of Object.values(value) as unknown[]) buffersIn(each, found);
  return found;
}
