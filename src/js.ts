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

/** `inspect` of `kohort`, with the JavaScript engine alone. */
export const inspect = /* @__PURE__ */ bindInspect(makeEngine);

/** `compare` of `kohort`, with the JavaScript engine alone. */
export const compare = /* @__PURE__ */ bindCompare(anonymize);
