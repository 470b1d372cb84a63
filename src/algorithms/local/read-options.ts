import { InvalidArgumentError } from '../../errors.js';
import { checkOptions, type Choices } from '../check-options.js';
import { checkNumbers, type NumberOption } from '../cuts/cut-search-options.js';

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
