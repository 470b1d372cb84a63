import { InvalidArgumentError } from '../errors.js';
import type { Algorithm } from './algorithm.js';
import { kOptimize } from './k-optimize.js';
import { mondrian } from './mondrian.js';

/** Every algorithm of this version, in the order in which they are listed. */
export const algorithms: readonly Algorithm[] = [kOptimize, mondrian];

/** The algorithm of that name. Throws InvalidArgumentError. */
export function findAlgorithm(name: string): Algorithm {
  const found = algorithms.find((algorithm) => algorithm.name === name);
  if (found !== undefined) return found;
  const names = algorithms.map((algorithm) => algorithm.name).join(', ');
  throw new InvalidArgumentError('algorithm', `one of ${names}`, JSON.stringify(name), 'UNKNOWN_VALUE');
}
