/** Parts of schemas of a job. Their messages are records, which `collectErrors` turns into typed errors. */
import { appendAll } from './sequences.js';
import * as v from 'valibot';
import { isPlainObject } from './plain-object.js';
import { InvalidArgumentError } from './errors.js';
import { describeValue, formatPath, mayQuote, type PathStep } from './describe.js';
import { nearCure, nearNames, suggestion } from './near-name.js';
import { joinErrors } from './problems.js';

/** A type as editors show it best: its keys, not what it was put together from. */
export type Flat<Type> = { [Key in keyof Type]: Type[Key] };

/** Entries of one issue of a schema: one, or one for every unknown key of an object. */
interface Fault {
  readonly code: string;
  readonly expected: string;
  readonly cure?: string;
  /** The unknown key, and the keys that it may be a typing error of. */
  readonly key?: string;
  readonly near?: readonly string[];
}

export const message = (code: string, expected: string, cure?: string): string => encode([{ code, expected, cure }]);
const encode = (faults: readonly Fault[]): string => JSON.stringify(faults);

/** A schema with what it means: editors and listings show it. */
export const described = <const Schema extends v.GenericSchema>(schema: Schema, text: string) =>
  v.pipe(schema, v.description(text));

/** A schema that looks at the value to choose one of `alternatives`: the JSON Schema is made of these. */
export const choosing = <const Schema extends v.GenericSchema>(
  schema: Schema,
  alternatives: readonly v.GenericSchema[],
) => v.pipe(schema, v.metadata({ alternatives }));

/** An object with these keys and no others. */
export function strict<const Entries extends v.ObjectEntries>(entries: Entries) {
  const keys = Object.keys(entries);
  const allowed = keys.map((key) => JSON.stringify(key)).join(', ');
  return v.strictObject(entries, (issue) => {
    if (issue.path === undefined) return message('WRONG_TYPE', 'an object');
    if (issue.expected === 'never') {
      // One issue is raised for all of them.
      const given = Object.keys(issue.path[0].input as object).filter((key) => !Object.hasOwn(entries, key));
      return encode(
        given.map((key) => ({
          code: 'UNKNOWN_OPTION',
          expected: `one of the keys ${allowed}${suggestion(key, keys)}`,
          cure: nearCure(key, keys) ?? 'remove this key',
          key,
          near: nearNames(key, keys),
        })),
      );
    }
    return message('MISSING_OPTION', `a value for this key (keys here: ${allowed})`);
  });
}

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
  return v.picklist(names, ({ input }) =>
    typeof input === 'string'
      ? message(codes[0], `one of ${allowed}${suggestion(input, names)}`, nearCure(input, names))
      : message(codes[1], `one of ${allowed}`),
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
  const allowed = `one of ${names.map((each) => JSON.stringify(each)).join(', ')}`;
  if (typeof issue.input !== 'string') return message('UNKNOWN_VALUE', allowed);
  return message('UNKNOWN_VALUE', `${allowed}${suggestion(issue.input, names)}`, nearCure(issue.input, names));
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

/** The result of a schema: the value with its defaults, or all problems. */
export type Checked<Output> =
  { readonly output: Output; readonly errors?: undefined } | { readonly errors: readonly InvalidArgumentError[] };

/**
 * The value as the schema gives it, or all errors: unknown keys first, and a key that is missing only where no unknown one may
 * have been meant for it.
 *
 * @param prefix - where in the job the value stands
 */
export function checkWith<const Schema extends v.GenericSchema>(
  schema: Schema,
  value: unknown,
  prefix: readonly PathStep[] = [],
): Checked<v.InferOutput<Schema>> {
  const parsed = v.safeParse(schema, value);
  if (parsed.success) return { output: parsed.output };
  const unknown: Found[] = [];
  const others: Found[] = [];
  for (const issue of parsed.issues) appendAll(isUnknownKey(issue) ? unknown : others, readIssue(issue, prefix));
  const mistyped = new Set(
    unknown.flatMap(({ fault, parent }) => (fault.near ?? []).map((key) => `${parent}\0${key}`)),
  );
  const all = [
    ...unknown,
    ...others.filter(({ isMissing, parent, last }) => !isMissing || !mistyped.has(`${parent}\0${last}`)),
  ];
  return { errors: all.map(({ error }) => error) };
}

/**
 * {@link checkWith} that throws.
 *
 * @throws InvalidArgumentError for the first thing wrong; its `errors` hold all
 */
export function parseWith<const Schema extends v.GenericSchema>(
  schema: Schema,
  value: unknown,
  prefix: readonly PathStep[] = [],
): v.InferOutput<Schema> {
  const checked = checkWith(schema, value, prefix);
  if (checked.errors === undefined) return checked.output;
  throw joinErrors(checked.errors);
}

const isUnknownKey = (issue: v.BaseIssue<unknown>): boolean =>
  issue.expected === 'never' && issue.type === 'strict_object';

/** An error, and where its key stands. */
interface Found {
  readonly fault: Fault;
  readonly error: InvalidArgumentError;
  readonly isMissing: boolean;
  readonly parent: string;
  readonly last: PathStep | undefined;
}

/** An issue of a schema as errors of our own. */
function readIssue(issue: v.BaseIssue<unknown>, prefix: readonly PathStep[]): Found[] {
  const steps = (issue.path ?? []).map((item) => item.key as PathStep);
  const last = issue.path?.at(-1);
  const wrong = last === undefined ? issue.input : last.value;
  return readMessage(issue).map((fault) => {
    const path = [...prefix, ...steps];
    if (fault.key !== undefined) path[path.length - 1] = fault.key;
    const received = fault.key === undefined ? describeValue(wrong, { quote: mayQuote(path) }) : 'an unknown key';
    const isRole = path[0] === 'attributes' && path[2] === 'role' && Array.isArray(wrong);
    const parent = formatPath(path.slice(0, -1));
    const named = last?.type === 'unknown' ? `[${JSON.stringify(path.pop())}]` : '';
    const code = isRole ? 'ROLE_CONFLICT' : fault.code;
    const error = new InvalidArgumentError(formatPath(path) + named, fault.expected, received, code, fault.cure);
    return { fault, error, isMissing: wrong === undefined, parent, last: path.at(-1) };
  });
}

/** Reads the message of an issue; messages that are not ours come from the library. */
function readMessage(issue: v.BaseIssue<unknown>): readonly Fault[] {
  if (issue.message.startsWith('[{')) return JSON.parse(issue.message) as Fault[];
  return [{ code: 'WRONG_TYPE', expected: String(issue.expected ?? 'another value') }];
}
