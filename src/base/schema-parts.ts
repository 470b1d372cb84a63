/** What schemas of a job are made of. A message is `CODE|what is expected`, which `parseWith` turns into typed errors. */
import * as v from 'valibot';
import { InvalidArgumentError } from './errors.js';
import { describeValue, formatPath, mayQuote, type PathStep } from './describe.js';
import { suggestion } from './near-name.js';

/** A type as editors show it best: its keys, not what it was put together from. */
export type Flat<Type> = { [Key in keyof Type]: Type[Key] };

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

const isPlainObject = (value: unknown): boolean => typeof value === 'object' && value !== null && !Array.isArray(value);

export const plainObject = v.custom<Record<string, unknown>>(isPlainObject, message('WRONG_TYPE', 'an object'));

/** {@link strict} for a part of its own: a list is refused by name. */
export const part = <const Entries extends v.ObjectEntries>(entries: Entries, wrongType?: string) =>
  v.pipe(
    wrongType === undefined ? plainObject : v.custom<Record<string, unknown>>(isPlainObject, wrongType),
    strict(entries),
  );

/**
 * One of a few texts.
 *
 * @param codes - of another text, and of what is none
 */
export function oneOf<const Names extends readonly string[]>(
  names: Names,
  codes: readonly [value: string, type: string] = ['UNKNOWN_VALUE', 'WRONG_TYPE'],
) {
  const allowed = names.map((name) => JSON.stringify(name)).join(', ');
  return v.picklist(names, (issue) =>
    message(
      codes[typeof issue.input === 'string' ? 0 : 1],
      `one of ${allowed}${typeof issue.input === 'string' ? suggestion(issue.input, names) : ''}`,
    ),
  );
}

export interface NumberRule {
  /** Prefix of the codes: K gives K_TYPE, K_RANGE, K_NOT_INTEGER; or, as `{ every }`, the one of all refusals. */
  readonly code: string | { readonly every: string };
  readonly min?: number;
  readonly max?: number;
  /** The minimum itself is not allowed. */
  readonly above?: boolean;
  readonly integer?: boolean;
}

/** `a whole number from 1 to 5`. */
export function describeNumber(rule: Omit<NumberRule, 'code'>): string {
  const { min = -Infinity, max = Infinity, above = false, integer = false } = rule;
  const kind = integer ? 'a whole number' : 'a number';
  const low =
    min === -Infinity ? '' : above ? ` above ${min}` : max === Infinity ? ` of at least ${min}` : ` from ${min}`;
  return `${kind}${low}${max === Infinity ? '' : above || low === '' ? ` up to ${max}` : ` to ${max}`}`;
}

/** A finite number within a range; texts are never taken for numbers. `describeEntries` reads the rule. */
export function number({ code, ...limits }: NumberRule) {
  const { min = -Infinity, max = Infinity, above = false, integer = false } = limits;
  const expected = describeNumber(limits);
  const isWithin = (value: number): boolean =>
    Number.isFinite(value) && (above ? value > min : value >= min) && value <= max;
  const [type, range, fraction] =
    typeof code === 'string'
      ? [`${code}_TYPE`, `${code}_RANGE`, `${code}_NOT_INTEGER`]
      : [code.every, code.every, code.every];
  const ruled = v.custom<number>(
    (value) => typeof value === 'number' && isWithin(value) && (!integer || Number.isInteger(value)),
    ({ input }) => {
      if (typeof input !== 'number') return message(type, expected);
      return message(isWithin(input) ? fraction : range, expected);
    },
  );
  return v.pipe(ruled, v.metadata({ number: limits }));
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
 * An object of attributes, which may have any name, as a map. A wrong value stands at `path["name"]`, or, where names are
 * `keys`, at `path.name`.
 */
export function byAttribute<Value>(
  items: v.GenericSchema<Value>,
  wrongType: string,
  names: 'texts' | 'keys' = 'texts',
) {
  return v.pipe(
    v.custom<Readonly<Record<string, Value>>>(isPlainObject, wrongType),
    v.rawCheck(({ dataset, addIssue }) => {
      if (!dataset.typed) return;
      const input: Record<string, unknown> = dataset.value;
      for (const [key, value] of Object.entries(input)) {
        const { issues } = v.safeParse(items, value);
        if (issues === undefined) continue;
        const step = { origin: 'value', key, value } as const;
        const path =
          names === 'keys'
            ? ({ ...step, type: 'object', input } as const)
            : ({ ...step, type: 'unknown', input } as const);
        addIssue({ message: issues[0].message, input: value, path: [path] });
      }
    }),
    v.metadata({ items }),
    v.transform((given): ReadonlyMap<string, Value> => new Map(Object.entries(given))),
  );
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
  const last = issue.path?.at(-1);
  const wrong = last === undefined ? issue.input : last.value;
  const received = isUnknownKey(issue) ? 'an unknown key' : describeValue(wrong, { quote: mayQuote(path) });
  const role = path[0] === 'attributes' && path[2] === 'role' && Array.isArray(wrong);
  const named = last?.type === 'unknown' ? `[${JSON.stringify(path.pop())}]` : '';
  throw new InvalidArgumentError(formatPath(path) + named, told.expected, received, role ? 'ROLE_CONFLICT' : told.code);
}

/** The error code and the expectation in a message, or null for a message that is not ours. */
function readMessage(text: string): { code: string; expected: string } | null {
  const bar = text.indexOf('|');
  return bar < 0 ? null : { code: text.slice(0, bar), expected: text.slice(bar + 1) };
}
