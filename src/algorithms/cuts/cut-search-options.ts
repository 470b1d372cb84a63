import { InvalidArgumentError } from '../../errors.js';
import { checkOptions } from '../check-options.js';
import { CUT_SEARCH_CHOICES, type CutSearchOptions } from './cut-search.js';

/** A numeric option: its range, whether it must be whole, and its default (null: none). */
export interface NumberOption {
  readonly minimum: number;
  readonly maximum: number;
  readonly isWhole: boolean;
  readonly default: number | null;
}

/** Options that every stochastic search has. */
export const SEED_OPTION: NumberOption = { minimum: 0, maximum: Number.MAX_SAFE_INTEGER, isWhole: true, default: 1 };
export const SEED_DESCRIPTION = 'whole number, default 1: the same seed gives the same release';

/** A number of steps, restarts or the like. */
export const countOption = (minimum: number, preset: number | null): NumberOption => ({
  minimum,
  maximum: 1e9,
  isWhole: true,
  default: preset,
});

/**
 * Checks numeric options and fills in defaults. Throws InvalidArgumentError for a wrong value; keys that are not among
 * `numbers` are returned as `others`.
 */
export function checkNumbers<Name extends string>(
  numbers: Readonly<Record<Name, NumberOption>>,
  given: Readonly<Record<string, unknown>>,
  path: string,
): { values: Record<Name, number>; others: Record<string, unknown> } {
  const values = {} as Record<Name, number>;
  const others: Record<string, unknown> = {};
  for (const [name, option] of Object.entries<NumberOption>(numbers)) {
    if (option.default !== null) values[name as Name] = option.default;
  }
  for (const [name, value] of Object.entries(given)) {
    if (!Object.hasOwn(numbers, name)) {
      others[name] = value;
      continue;
    }
    if (value === undefined) continue;
    const { minimum, maximum, isWhole } = numbers[name as Name];
    const isValid = typeof value === 'number' && value >= minimum && value <= maximum;
    if (!isValid || (isWhole && !Number.isInteger(value))) {
      const expected = `a ${isWhole ? 'whole ' : ''}number in ${minimum} .. ${maximum}`;
      throw new InvalidArgumentError(`${path}.${name}`, expected, JSON.stringify(value) ?? typeof value);
    }
    values[name as Name] = value;
  }
  return { values, others };
}

/** Options of a search for cuts: `metric`, `cuts` and its own numbers. Throws InvalidArgumentError. */
export function checkCutOptions<Name extends string>(
  numbers: Readonly<Record<Name, NumberOption>>,
  given: Readonly<Record<string, unknown>>,
  path: string,
): CutSearchOptions & Record<Name, number> {
  const { values, others } = checkNumbers(numbers, given, path);
  for (const key of Object.keys(others)) {
    if (key === 'name' || Object.hasOwn(CUT_SEARCH_CHOICES, key) || others[key] === undefined) continue;
    const known = [...Object.keys(CUT_SEARCH_CHOICES), ...Object.keys(numbers)].join(', ');
    throw new InvalidArgumentError(
      `${path}.${key}`,
      `one of the options ${known}`,
      'an unknown option',
      'UNKNOWN_OPTION',
    );
  }
  const choices = checkOptions(CUT_SEARCH_CHOICES, others, path) as unknown as CutSearchOptions;
  return { ...choices, ...values };
}
