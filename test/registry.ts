import type { Algorithm } from '../src/algorithms/algorithm.js';
import { algorithms } from '../src/algorithms/list.js';
import { privacyModels } from '../src/privacy/create-models.js';

/** Names of the algorithms that have a capability. */
export const namesWith = (has: (algorithm: Algorithm) => boolean): string[] =>
  algorithms.filter(has).map(({ name }) => name);

export const algorithmNames = namesWith(() => true);
export const cutAlgorithms = namesWith(({ cutsDomains }) => cutsDomains === true);
export const globalAlgorithms = namesWith(({ disjointClasses }) => disjointClasses === true);
export const permutingAlgorithms = namesWith(({ permutes }) => permutes !== undefined);
export const modelNames: string[] = privacyModels.map(({ name }) => name);
