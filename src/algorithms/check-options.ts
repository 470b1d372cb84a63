import { InvalidArgumentError } from '../errors.js';

/** Allowed values of a choice and its default. */
export type Choices = Readonly<Record<string, { readonly values: readonly string[]; readonly default: string }>>;

/**
 * Checks an algorithm's options and fills in defaults. `name` and `metric` are the job's own keys and pass.
 *
 * Throws InvalidArgumentError naming `path.key` for an unknown key (UNKNOWN_OPTION) or a value that is not allowed.
 */
export function checkOptions(
  choices: Choices,
  options: Readonly<Record<string, unknown>>,
  path: string,
): Record<string, string> {
  const checked: Record<string, string> = {};
  for (const [key, choice] of Object.entries(choices)) checked[key] = choice.default;
  for (const key of Object.keys(options)) {
    if (key === 'name' || options[key] === undefined) continue;
    const choice = Object.hasOwn(choices, key) ? choices[key] : undefined;
    if (choice === undefined) {
      throw new InvalidArgumentError(
        `${path}.${key}`,
        `one of the options ${Object.keys(choices).join(', ')}`,
        'an unknown option',
        'UNKNOWN_OPTION',
      );
    }
    const value = options[key];
    if (typeof value !== 'string' || !choice.values.includes(value)) {
      throw new InvalidArgumentError(`${path}.${key}`, `one of ${choice.values.join(', ')}`, JSON.stringify(value));
    }
    checked[key] = value;
  }
  return checked;
}

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

/**
 * Checks choices and numbers together and fills in defaults. Throws InvalidArgumentError naming `path.key` for an unknown
 * key or a wrong value.
 */
export function readOptions<Options extends object>(
  choices: Choices,
  numbers: Readonly<Record<string, NumberOption>>,
  given: Readonly<Record<string, unknown>>,
  path: string,
): Options {
  const { values, others } = checkNumbers(numbers, given, path);
  for (const key of Object.keys(others)) {
    if (key === 'name' || Object.hasOwn(choices, key) || others[key] === undefined) continue;
    const known = [...Object.keys(choices), ...Object.keys(numbers)].join(', ');
    throw new InvalidArgumentError(
      `${path}.${key}`,
      `one of the options ${known}`,
      'an unknown option',
      'UNKNOWN_OPTION',
    );
  }
  return { ...checkOptions(choices, others, path), ...values } as Options;
}
