/**
 * `kohort/core`: `anonymize` with the algorithms that a page imports one by one, and no others. What few runs need is loaded when
 * a run needs it.
 */
import { spareThreads, startThread } from '#threads';
import { latePartsOf } from './entries/late-parts.js';
import { partsOf, type ImportableAlgorithm } from './entries/importable.js';
import { createJsEngine } from './engine/js/js-engine.js';
import { bindAnonymize, type Anonymize } from './pipeline/anonymize.js';
import type { EngineFactory } from './pipeline/options.js';

export {
  AbortError,
  AuditError,
  CapacityError,
  EngineError,
  HierarchyError,
  InfeasibleError,
  InputError,
  InvalidArgumentError,
  KohortError,
  ThreadError,
} from './base/errors.js';
export { Table } from './table/table.js';
export { version } from './base/version.js';
export type { Anonymize } from './pipeline/anonymize.js';
export type { ImportableAlgorithm } from './entries/importable.js';

/** Parts of the `anonymize` that `createAnonymize` makes. */
export interface CoreOptions {
  /** Each imported from `kohort/algorithms/NAME`. */
  readonly algorithms: readonly ImportableAlgorithm[];
}

/**
 * Makes an `anonymize` that knows the algorithms it is given and no others, for pages that count what they download. It takes what
 * `anonymize` of `kohort` takes and gives the same release, result and audit. Its engine is the JavaScript one unless
 * `engine: 'wasm'` asks for WebAssembly, which is then loaded.
 *
 * @throws InvalidArgumentError NO_ALGORITHM without one. What it makes throws ALGORITHM_NOT_IMPORTED for a job with another one.
 * @example
 * ```js
 * import { createAnonymize } from 'kohort/core';
 * import { mondrian } from 'kohort/algorithms/mondrian';
 *
 * const anonymize = createAnonymize({ algorithms: [mondrian] });
 * const people = [{ age: 23 }, { age: 24 }, { age: 31 }, { age: 38 }];
 * const { release } = await anonymize(people, {
 *   attributes: { age: 'quasi-identifier' },
 *   privacy: [{ model: 'k-anonymity', k: 2 }],
 *   algorithm: 'mondrian',
 * });
 * ```
 */
export function createAnonymize({ algorithms: given }: CoreOptions): Anonymize {
  const parts = partsOf(given);
  const makeEngine: EngineFactory = async (name = 'js') => {
    if (name === 'js') return createJsEngine();
    const { createEngine } = await import('./engine/create-engine.js');
    return createEngine({ engine: name });
  };
  return bindAnonymize({ makeEngine, startThread, spareThreads, parts: latePartsOf(parts) });
}
