/** `kohort`: the public API, names only. The engine is WebAssembly unless the twin is asked for. */
import { startThread } from '#threads';
import { bindAnonymize } from './anonymize.js';
import { bindCompare } from './compare.js';
import { createEngine } from './engine/create-engine.js';
import { bindInspect } from './inspect.js';
import type { EngineFactory } from './run/options.js';

export * from './public.js';
export { createEngine } from './engine/create-engine.js';

const makeEngine: EngineFactory = (engine = 'wasm') => createEngine({ engine });

/** Runs a job on a table and hands out an audited release; see `bindAnonymize`. */
export const anonymize = /* @__PURE__ */ bindAnonymize(makeEngine, startThread);

/** Looks at a table: types, distinct and missing values, uniqueness, suggested roles; see `bindInspect`. */
export const inspect = /* @__PURE__ */ bindInspect(makeEngine);

/** Runs a job with several algorithms; see `bindCompare`. */
export const compare = /* @__PURE__ */ bindCompare(anonymize);
