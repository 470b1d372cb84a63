import { InvalidArgumentError } from '../errors.js';

/** What a numeric parameter may be. */
export interface NumberRule {
  /** Where it stands in the job, such as `privacy[0].k`. */
  readonly path: string;
  /** Prefix of the error codes: `K` gives K_TYPE, K_RANGE and K_NOT_INTEGER. */
  readonly code: string;
  readonly minimum: number;
  readonly maximum: number;
  /** The minimum itself is not allowed. */
  readonly above?: boolean;
  readonly integer?: boolean;
}

/** The value when it keeps the rule; throws InvalidArgumentError otherwise. Texts are never read as numbers. */
export function checkNumber(value: unknown, rule: NumberRule): number {
  const { path, code, minimum, maximum, above = false, integer = false } = rule;
  const range = Number.isFinite(maximum)
    ? `${above ? 'above' : 'from'} ${minimum} ${above ? 'and at most' : 'to'} ${maximum}`
    : `${above ? 'above' : 'of at least'} ${minimum}`;
  const expected = `${integer ? 'an integer' : 'a number'} ${range}`;
  if (typeof value !== 'number') {
    const received = value === undefined ? 'nothing' : value === null ? 'null' : `a ${typeof value}`;
    throw new InvalidArgumentError(path, expected, received, `${code}_TYPE`);
  }
  const inRange = Number.isFinite(value) && (above ? value > minimum : value >= minimum) && value <= maximum;
  if (!inRange) throw new InvalidArgumentError(path, expected, String(value), `${code}_RANGE`);
  if (integer && !Number.isInteger(value)) {
    throw new InvalidArgumentError(path, expected, String(value), `${code}_NOT_INTEGER`);
  }
  return value;
}

/** The name of the sensitive attribute of a model. */
export function checkAttribute(value: unknown, path: string): string {
  if (typeof value === 'string' && value.length > 0) return value;
  throw new InvalidArgumentError(
    `${path}.attribute`,
    'the name of a sensitive attribute',
    typeof value === 'string' ? 'an empty text' : typeof value === 'undefined' ? 'nothing' : `a ${typeof value}`,
    'ATTRIBUTE_TYPE',
  );
}

/** Throws InvalidArgumentError UNKNOWN_OPTION for a parameter that the model does not know. */
export function checkKeys(spec: object, allowed: readonly string[], path: string): void {
  for (const key of Object.keys(spec)) {
    if (!allowed.includes(key)) {
      throw new InvalidArgumentError(`${path}.${key}`, `one of ${allowed.join(', ')}`, 'another', 'UNKNOWN_OPTION');
    }
  }
}
