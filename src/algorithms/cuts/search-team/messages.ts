/** The messages between a search and its helpers. Everything in them survives structured cloning. */
import type { EngineName, KOptimizeStatus } from '../../../engine/engine.js';
import type { PlainError } from '../../../base/plain-error.js';

/** Where the search of a helper stands. */
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
  /** Tell where you stand, with the state when it is wanted, and go on, or halt. */
  | { readonly kind: 'save'; readonly wanted: boolean; readonly halt: boolean };

/** From a helper. */
export type Answer =
  | { readonly kind: 'ready' }
  | { readonly kind: 'report'; readonly report: Report }
  /** Its part is searched whole. */
  | { readonly kind: 'ended'; readonly report: Report }
  | { readonly kind: 'split'; readonly state: Uint8Array | null; readonly report: Report | null }
  | { readonly kind: 'saved'; readonly state: Uint8Array | null; readonly report: Report | null }
  | { readonly kind: 'failed'; readonly error: PlainError };
