/** The messages between a search and its helpers. Everything in them survives structured cloning. */
import type { EngineName, KOptimizeStatus } from '../../engine/engine.js';
import { isPlainObject } from '../../base/plain-object.js';

/** Status of the search of a helper. */
export interface Report {
  readonly status: KOptimizeStatus;
  readonly progress: number;
}

/** To a helper. */
export type Order =
  /** First of all: its engine, and where costs are shared, or null for messages alone. */
  | { readonly kind: 'start'; readonly engine: EngineName; readonly shared: SharedArrayBuffer | null }
  /** A part of the search, for a helper that has none. */
  | { readonly kind: 'part'; readonly state: Uint8Array; readonly best: number }
  | { readonly kind: 'best'; readonly cost: number }
  /** Give a part of yours away. */
  | { readonly kind: 'split' }
  /** Report your status, with the open nodes when they are wanted, and go on, or halt. */
  | { readonly kind: 'save'; readonly wanted: boolean; readonly halt: boolean };

/** From a helper. */
export type Answer =
  | { readonly kind: 'ready' }
  | { readonly kind: 'report'; readonly report: Report }
  /** Its part is searched whole. */
  | { readonly kind: 'ended'; readonly report: Report }
  | { readonly kind: 'split'; readonly state: Uint8Array | null; readonly report: Report | null }
  | { readonly kind: 'saved'; readonly nodes: Uint8Array | null; readonly report: Report | null };

const isBytes = (value: unknown): boolean => value === null || value instanceof Uint8Array;
const isCost = (value: unknown): boolean =>
  value === Infinity || (Number.isSafeInteger(value) && (value as number) >= 0);
const isAmount = (value: unknown): boolean => typeof value === 'number' && value >= 0;
const COUNTED = ['nodes', 'prunedNodes', 'prunedTail', 'uselessValues', 'refutedByTables'] as const;

function isReport(value: unknown): boolean {
  if (!isPlainObject(value) || !isAmount(value.progress) || !isPlainObject(value.status)) return false;
  const { best, bestCost, lowerBound, ...counted } = value.status;
  const isBest =
    best === null ||
    (isPlainObject(best) &&
      isCost(best.cost) &&
      isCost(best.suppressed) &&
      Array.isArray(best.cuts) &&
      best.cuts.every((list) => list instanceof Uint32Array));
  return isBest && isCost(bestCost) && isAmount(lowerBound) && COUNTED.every((name) => isCost(counted[name]));
}

/** Tests whether an untrusted message is an order. */
export function isOrder(value: unknown): value is Order {
  if (!isPlainObject(value)) return false;
  const { kind, engine, shared, state, best, cost, wanted, halt } = value;
  const isShared = (): boolean =>
    shared === null ||
    (typeof SharedArrayBuffer !== 'undefined' && shared instanceof SharedArrayBuffer && shared.byteLength === 8);
  if (kind === 'start') return (engine === 'js' || engine === 'wasm') && isShared();
  if (kind === 'part') return state instanceof Uint8Array && isCost(best);
  if (kind === 'best') return isCost(cost);
  return kind === 'split' || (kind === 'save' && typeof wanted === 'boolean' && typeof halt === 'boolean');
}

/** Tests whether an untrusted message is an answer. */
export function isAnswer(value: unknown): value is Answer {
  if (!isPlainObject(value)) return false;
  const { kind, report, state, nodes } = value;
  if (kind === 'report' || kind === 'ended') return isReport(report);
  if (kind === 'split') return isBytes(state) && (report === null || isReport(report));
  if (kind === 'saved') return isBytes(nodes) && (report === null || isReport(report));
  return kind === 'ready';
}
