/** The messages between a thread that shares its work and its helpers. Everything in them survives structured cloning. */
import type { EngineName } from '../../engine/engine.js';
import { isPlainObject } from '../../base/plain-object.js';
import { isWhole } from './task.js';

/** To a helper. */
export type WorkOrder =
  /** Task of the next pieces. */
  | { readonly kind: 'task'; readonly engine: EngineName; readonly task: string; readonly common: unknown }
  | { readonly kind: 'piece'; readonly piece: number; readonly input: unknown };

/** From a helper. */
export interface WorkAnswer {
  readonly kind: 'done';
  readonly piece: number;
  readonly output: unknown;
}

/** Tests whether an untrusted message is an order to work; the task tests its input. */
export function isWorkOrder(value: unknown): value is WorkOrder {
  if (!isPlainObject(value)) return false;
  const { kind, engine, task, piece } = value;
  if (kind === 'task') return (engine === 'js' || engine === 'wasm') && typeof task === 'string';
  return kind === 'piece' && isWhole(piece);
}

/** Tests whether an untrusted message is an answer of a helper that works. */
export function isWorkAnswer(value: unknown): value is WorkAnswer {
  return isPlainObject(value) && value.kind === 'done' && isWhole(value.piece);
}
