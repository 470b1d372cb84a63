/**
 * `kohort/core`, deprecated: `kohort`, which loads what a run needs, and `createAnonymize` for bundlers that keep all of that in one
 * file.
 */
import { spareThreads, startThread } from '#threads';
import type { Algorithm } from './algorithms/algorithm.js';
import { describeValue } from './base/describe.js';
import { InvalidArgumentError } from './base/errors.js';
import { createJsEngine } from './engine/js/js-engine.js';
import { bindAnonymize, type Anonymize } from './pipeline/anonymize.js';
import type { EngineFactory } from './pipeline/options.js';

export * from './index.js';

/** An algorithm that is imported from `kohort/algorithms/NAME`. */
export interface ImportableAlgorithm<Name extends string = string> {
  /** As a job names it. */
  readonly name: Name;
}

/** Parts of the `anonymize` that `createAnonymize` makes. */
export interface CoreOptions {
  /** Each imported from `kohort/algorithms/NAME`. */
  readonly algorithms: readonly ImportableAlgorithm[];
}

/**
 * Makes an `anonymize` that knows the algorithms it is given and no others, for pages whose bundler makes one file of all that a run may
 * load. It gives the same release, result and audit as `anonymize` of `kohort`. Its engine is the JavaScript one unless
 * `engine: 'wasm'` asks for WebAssembly, which is then loaded.
 *
 * @deprecated A bundler that makes files of dynamic imports loads as little by `anonymize` of `kohort/js`.
 * @throws InvalidArgumentError NO_ALGORITHM without one. The function that it makes throws UNKNOWN_VALUE for a job with another one.
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
export function createAnonymize({ algorithms }: CoreOptions): Anonymize {
  requireAlgorithms(algorithms);
  const makeEngine: EngineFactory = async (name = 'js') => {
    if (name === 'js') return createJsEngine();
    const { createEngine } = await import('./engine/create-engine.js');
    return createEngine({ engine: name });
  };
  return bindAnonymize({ makeEngine, startThread, spareThreads, algorithms });
}

/** Throws InvalidArgumentError for what is no list of algorithms. */
function requireAlgorithms(algorithms: unknown): asserts algorithms is readonly Algorithm[] {
  const isAlgorithm = (value: unknown): boolean => typeof value === 'object' && value !== null && 'run' in value;
  const isList = Array.isArray(algorithms) && algorithms.length > 0;
  const wrong = isList ? algorithms.findIndex((each) => !isAlgorithm(each)) : -1;
  if (isList && wrong < 0) return;
  const [path, expected, received] = isList
    ? [
        `algorithms[${wrong}]`,
        'what "kohort/algorithms/NAME" exports',
        describeValue(algorithms[wrong], { quote: false }),
      ]
    : [
        'algorithms',
        'a list of algorithms, each imported from "kohort/algorithms/NAME"',
        Array.isArray(algorithms) ? 'an empty list' : describeValue(algorithms, { quote: false }),
      ];
  throw new InvalidArgumentError(path, expected, received, 'NO_ALGORITHM');
}
