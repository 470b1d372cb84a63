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
