/** What schemas of a job are made of. A message is `CODE|what is expected`, which `parseWith` turns into typed errors. */
import * as v from 'valibot';
import { InvalidArgumentError } from '../errors.js';
import { describeValue, formatPath, mayQuote, type PathStep } from './describe.js';
import { suggestion } from './near-name.js';

export const message = (code: string, expected: string): string => `${code}|${expected}`;

/** An object with these keys and no others. */
export function strict<const Entries extends v.ObjectEntries>(entries: Entries) {
  const keys = Object.keys(entries);
  const allowed = keys.map((key) => JSON.stringify(key)).join(', ');
  return v.strictObject(entries, (issue) => {
    if (issue.path === undefined) return message('WRONG_TYPE', 'an object');
    if (issue.expected === 'never') {
      return message('UNKNOWN_OPTION', `one of the keys ${allowed}${suggestion(String(issue.input), keys)}`);
    }
    return message('MISSING_OPTION', `a value for this key (keys here: ${allowed})`);
  });
}

export const plainObject = v.custom<Record<string, unknown>>(
  (value) => typeof value === 'object' && value !== null && !Array.isArray(value),
  message('WRONG_TYPE', 'an object'),
);

/** {@link strict} for a part of its own: a list is refused by name. */
export const part = <const Entries extends v.ObjectEntries>(entries: Entries) => v.pipe(plainObject, strict(entries));

/** One of a few texts. */
export function oneOf<const Names extends readonly string[]>(names: Names, code = 'UNKNOWN_VALUE') {
  const allowed = names.map((name) => JSON.stringify(name)).join(', ');
  return v.picklist(names, (issue) =>
    message(
      typeof issue.input === 'string' ? code : 'WRONG_TYPE',
      `one of ${allowed}${typeof issue.input === 'string' ? suggestion(issue.input, names) : ''}`,
    ),
  );
}

export interface NumberRule {
  /** Prefix of the codes: K gives K_TYPE, K_RANGE, K_NOT_INTEGER. */
  readonly code: string;
  readonly min?: number;
  readonly max?: number;
  /** The minimum itself is not allowed. */
  readonly above?: boolean;
  readonly integer?: boolean;
}

/** A finite number within a range; texts are never taken for numbers. */
export function number(rule: NumberRule) {
  const { code, min = -Infinity, max = Infinity, above = false, integer = false } = rule;
  const kind = integer ? 'a whole number' : 'a number';
  const low =
    min === -Infinity ? '' : above ? ` above ${min}` : max === Infinity ? ` of at least ${min}` : ` from ${min}`;
  const expected = `${kind}${low}${max === Infinity ? '' : above || low === '' ? ` up to ${max}` : ` to ${max}`}`;
  const tooLow = (value: number): boolean => (above ? value <= min : value < min);
  return v.custom<number>(
    (value) =>
      typeof value === 'number' &&
      Number.isFinite(value) &&
      !tooLow(value) &&
      value <= max &&
      (!integer || Number.isInteger(value)),
    ({ input }) => {
      if (typeof input !== 'number') return message(`${code}_TYPE`, expected);
      if (!Number.isFinite(input) || tooLow(input) || input > max) return message(`${code}_RANGE`, expected);
      return message(`${code}_NOT_INTEGER`, expected);
    },
  );
}

export const text = v.string(message('WRONG_TYPE', 'a text'));
export const name = v.pipe(text, v.nonEmpty(message('EMPTY_NAME', 'a name of at least one character')));
export const flag = v.boolean(message('WRONG_TYPE', 'true or false'));
export const list = <const Item extends v.GenericSchema>(item: Item, what: string) =>
  v.array(item, message('WRONG_TYPE', what));

export const share = (code: string) => number({ code, min: 0, max: 1 });
export const positiveShare = (code: string) => number({ code, min: 0, above: true, max: 1 });
export const positive = (code: string) => number({ code, min: 0, above: true });

export function discriminatorMessage(issue: { input: unknown; path?: unknown }, names: readonly string[]): string {
  if (issue.path === undefined) return message('WRONG_TYPE', 'an object');
  const near = typeof issue.input === 'string' ? suggestion(issue.input, names) : '';
  return message('UNKNOWN_VALUE', `one of ${names.map((each) => JSON.stringify(each)).join(', ')}${near}`);
}

/**
 * The value as the schema gives it, defaults filled in.
 *
 * @param prefix - where in the job the value stands
 * @throws InvalidArgumentError for the first thing wrong
 */
export function parseWith<const Schema extends v.GenericSchema>(
  schema: Schema,
  value: unknown,
  prefix: readonly PathStep[] = [],
): v.InferOutput<Schema> {
  const parsed = v.safeParse(schema, value);
  return parsed.success ? parsed.output : refuse(parsed.issues, prefix);
}

const isUnknownKey = (issue: v.BaseIssue<unknown>): boolean =>
  issue.expected === 'never' && issue.type === 'strict_object';

/** Throws an issue of a schema as our own error: an unknown key first, since a mistyped key is missing as well. */
function refuse(issues: readonly v.BaseIssue<unknown>[], prefix: readonly PathStep[]): never {
  const issue = issues.find(isUnknownKey) ?? issues[0];
  const path = [...prefix, ...(issue.path ?? []).map((item) => item.key as PathStep)];
  const told = readMessage(issue.message) ?? {
    code: 'WRONG_TYPE',
    expected: String(issue.expected ?? 'another value'),
  };
  const received = isUnknownKey(issue) ? 'an unknown key' : describeValue(issue.input, mayQuote(path));
  const role = path[0] === 'attributes' && path[2] === 'role' && Array.isArray(issue.input);
  throw new InvalidArgumentError(formatPath(path), told.expected, received, role ? 'ROLE_CONFLICT' : told.code);
}

/** The error code and the expectation in a message, or null for a message that is not ours. */
function readMessage(text: string): { code: string; expected: string } | null {
  const bar = text.indexOf('|');
  return bar < 0 ? null : { code: text.slice(0, bar), expected: text.slice(bar + 1) };
}
