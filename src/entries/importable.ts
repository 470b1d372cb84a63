import type { Algorithm } from '../algorithms/algorithm.js';
import { describeValue } from '../base/describe.js';
import { InvalidArgumentError } from '../base/errors.js';
import type { checkListRun } from '../pipeline/dissociate.js';

/** An algorithm that is imported from `kohort/algorithms/NAME`, for `createAnonymize` of `kohort/core`. */
export interface ImportableAlgorithm<Name extends string = string> {
  /** As a job names it. */
  readonly name: Name;
}

/** Parts of an algorithm. */
export interface AlgorithmParts<Name extends string = string> {
  readonly algorithm: Algorithm & { readonly name: Name };
  /** The steps of an algorithm that takes lists. */
  readonly checkListRun?: typeof checkListRun;
}

export const importable = <Name extends string>(parts: AlgorithmParts<Name>): ImportableAlgorithm<Name> =>
  ({ name: parts.algorithm.name, parts }) as ImportableAlgorithm<Name>;

/** Parts of the algorithms that were handed to `createAnonymize`. Throws InvalidArgumentError for a value that is no algorithm. */
export function partsOf(algorithms: readonly ImportableAlgorithm[]): AlgorithmParts[] {
  const expected = 'a list of algorithms, each imported from "kohort/algorithms/NAME"';
  if (!Array.isArray(algorithms) || algorithms.length === 0) {
    const received = Array.isArray(algorithms) ? 'an empty list' : describeValue(algorithms, { quote: false });
    throw new InvalidArgumentError('algorithms', expected, received, 'NO_ALGORITHM');
  }
  return algorithms.map((given: unknown, i) => {
    if (typeof given === 'object' && given !== null && 'parts' in given) return given.parts as AlgorithmParts;
    const received = describeValue(given, { quote: false });
    throw new InvalidArgumentError(
      `algorithms[${i}]`,
      'what "kohort/algorithms/NAME" exports',
      received,
      'NO_ALGORITHM',
    );
  });
}
