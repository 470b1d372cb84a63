/**
 * `kohort/js`: the API of `kohort` with the pure-JavaScript twin alone. No WebAssembly is loaded, so it runs where that is
 * forbidden. Asked for the engine `wasm` it throws InvalidArgumentError.
 */
import { spareThreads, startThread } from '#threads';
import { bindAnonymize } from './pipeline/anonymize.js';
import { bindCompare } from './assess/compare.js';
import type { Engine } from './engine/engine.js';
import { createJsEngine } from './engine/js/js-engine.js';
import { InvalidArgumentError } from './base/errors.js';
import { bindInspect } from './assess/inspect.js';
import { algorithms } from './algorithms/list.js';
import type { EngineFactory } from './pipeline/options.js';
import { bindExplain } from './pipeline/explain.js';
import { bindKeepingCosts } from './assess/proposal/keeping-costs.js';
import { bindPreview } from './pipeline/preview.js';

export * from './public.js';

const makeEngine: EngineFactory = async (name = 'js') => {
  if (name === 'js') return createJsEngine();
  throw new InvalidArgumentError('options.engine', '"js" (this entry has no other)', JSON.stringify(name), 'NO_ENGINE');
};

/** Makes the twin; the caller disposes of it. */
export async function createEngine(options: { readonly engine?: 'js' } = {}): Promise<Engine> {
  return makeEngine(options.engine);
}

/** `anonymize` of `kohort`, with the JavaScript engine alone. */
export const anonymize = /* @__PURE__ */ bindAnonymize({ makeEngine, startThread, spareThreads, algorithms });

/** `explain` of `kohort`. */
export const explain = /* @__PURE__ */ bindExplain({ makeEngine, startThread, spareThreads, algorithms });

/** `preview` of `kohort`, with the JavaScript engine alone. */
export const preview = /* @__PURE__ */ bindPreview({ makeEngine, startThread, spareThreads, algorithms });

/**
 * Measures what it costs to keep the columns that `proposeJob` leaves out since there are many of them (`leftOut`): the loss with and without all of them,
 * and each of the first batteries and columns. Wide tables are judged by what somebody learns who knows two columns (`known: 2`), others by the
 * models of the job. A sample of at most 1,000 rows is searched, for a few seconds at most.
 *
 * @param table - the table of the proposal
 * @param proposed - result of `proposeJob`
 * @param options - `signal`
 * @returns the costs, those of all columns first; empty where no column is left out, or the sample is too small
 *
 * @example
 * ```js
 * const proposed = proposeJob(table);
 * for (const { columns, without, with: kept } of await keepingCosts(table, proposed)) console.log(columns.length, without, kept);
 * ```
 */
export const keepingCosts = /* @__PURE__ */ bindKeepingCosts(preview);

/** `inspect` of `kohort`, with the JavaScript engine alone. */
export const inspect = /* @__PURE__ */ bindInspect(makeEngine);

/** `compare` of `kohort`, with the JavaScript engine alone. */
export const compare = /* @__PURE__ */ bindCompare(anonymize);
