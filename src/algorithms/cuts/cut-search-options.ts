import { readOptions, type NumberOption } from '../check-options.js';
import { CUT_SEARCH_CHOICES, type CutSearchOptions } from './cut-search.js';

/** Options of a search for cuts: `metric`, `cuts` and its own numbers. Throws InvalidArgumentError. */
export function checkCutOptions<Name extends string>(
  numbers: Readonly<Record<Name, NumberOption>>,
  given: Readonly<Record<string, unknown>>,
  path: string,
): CutSearchOptions & Record<Name, number> {
  return readOptions(CUT_SEARCH_CHOICES, numbers, given, path);
}
