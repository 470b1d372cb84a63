import * as v from 'valibot';
import { describeNumber } from '../base/schema-parts.js';

/** Allowed values of an option: data to make lists, forms and a JSON Schema of. */
export interface ValueInfo {
  /**
   * Kind of value: a word of `values`, a number, `true` or `false`, text, a list of `items`, an object with a value for every attribute, or one with
   * `fields`.
   */
  readonly kind: 'word' | 'number' | 'flag' | 'text' | 'list' | 'by-attribute' | 'object';
  /** Words that are allowed; where the kind is another one, beside values of that kind. */
  readonly values?: readonly string[];
  /** Word, or `true` and `false`, -> what it means. */
  readonly meanings?: Readonly<Record<string, string>>;
  /** For numbers: true when they must be whole. */
  readonly integer?: boolean;
  /** For numbers: the minimum. Default: none. */
  readonly min?: number;
  /** For numbers: the maximum. Default: none. */
  readonly max?: number;
  /** True when `min` itself is not allowed. */
  readonly above?: boolean;
  /** The items of a list, or the value of every attribute. */
  readonly items?: ValueInfo;
  /** Keys of an object. */
  readonly fields?: readonly OptionInfo[];
}

/** One option: its name, what may be written, and what holds where nothing is. */
export interface OptionInfo extends ValueInfo {
  /** Key as a job writes it. */
  readonly name: string;
  /** The purpose; may be empty where `meanings` say it. */
  readonly description: string;
  /** Absent where the default is no fixed value: then `otherwise` says it in words. */
  readonly default?: string | number | boolean;
  /** The effect of an absent value, in words; absent where `default` says it. */
  readonly otherwise?: string;
}

/** Metadata of schemas beside their type (`v.metadata`). */
interface Said extends Pick<ValueInfo, 'meanings'>, Pick<OptionInfo, 'otherwise'> {
  readonly number?: Pick<ValueInfo, 'min' | 'max' | 'above' | 'integer'>;
  /** Schema of a value by attribute. */
  readonly items?: v.GenericSchema;
}

type Schema = v.GenericSchema;
const isOptional = (schema: Schema): schema is v.OptionalSchema<Schema, unknown> => schema.type === 'optional';
const isUnion = (schema: Schema): schema is v.UnionSchema<Schema[], undefined> => schema.type === 'union';
const isObject = (schema: Schema): schema is v.StrictObjectSchema<Entries, undefined> =>
  schema.type === 'strict_object';
const isList = (schema: Schema): schema is v.ArraySchema<Schema, undefined> => schema.type === 'array';
const isPicklist = (schema: Schema): schema is v.PicklistSchema<string[], undefined> => schema.type === 'picklist';
const isScalar = (value: unknown): value is string | number | boolean =>
  ['string', 'number', 'boolean'].includes(typeof value);

type Entries = Readonly<Record<string, Schema>>;

/** The keys of an object as data. */
export function describeEntries(entries: Entries): OptionInfo[] {
  return Object.entries(entries).map(([name, schema]) => {
    const wrapped = isOptional(schema) ? schema.wrapped : schema;
    const preset: unknown = isOptional(schema) ? v.getDefault(schema) : undefined;
    const { otherwise } = v.getMetadata(wrapped) as Said;
    return {
      name,
      description: v.getDescription(wrapped) ?? '',
      ...describeSchema(wrapped),
      ...(isScalar(preset) ? { default: preset } : {}),
      ...(otherwise === undefined ? {} : { otherwise }),
    };
  });
}

function describeSchema(given: Schema): ValueInfo {
  const { meanings, number, items } = v.getMetadata(given) as Said;
  const said = meanings === undefined ? {} : { meanings };
  if (number !== undefined) return { kind: 'number', ...number };
  if (items !== undefined) return { kind: 'by-attribute', items: describeSchema(items) };
  const schema = lastSchema(given);
  if (isPicklist(schema)) return { kind: 'word', values: schema.options, ...said };
  if (isList(schema)) return { kind: 'list', items: describeSchema(schema.item) };
  if (isObject(schema)) return { kind: 'object', fields: describeEntries(schema.entries) };
  if (!isUnion(schema)) return { kind: schema.type === 'boolean' ? 'flag' : 'text', ...said };
  const parts = schema.options.map(describeSchema);
  const words = parts.flatMap(({ kind, values = [] }) => (kind === 'word' ? values : []));
  const listed = parts.flatMap((part) => Object.entries(part.meanings ?? {}));
  return {
    ...parts.find(({ kind }) => kind !== 'word')!,
    values: words,
    ...(listed.length === 0 ? {} : { meanings: Object.fromEntries(listed) }),
  };
}

/** The last schema of a pipe: those before it look at the type alone. */
function lastSchema(schema: Schema): Schema {
  if (!('pipe' in schema) || !Array.isArray(schema.pipe)) return schema;
  const schemas = (schema.pipe as readonly v.BaseMetadata<unknown>[] | readonly Schema[]).filter(
    (item): item is Schema => item.kind === 'schema',
  );
  const last = schemas[schemas.length - 1];
  return last === schema ? schema : lastSchema(last);
}

/** The allowed values, the default and the meaning of an option, in one line. */
export function optionText(option: OptionInfo): string {
  const { description, meanings, otherwise } = option;
  const isWord = (word: string): boolean => String(option.default) === word;
  const words = wordsOf(option).map((word) => {
    const meaning = meanings?.[word];
    return `${word}${isWord(word) ? ' (default)' : ''}${meaning === undefined ? '' : `: ${meaning}`}`;
  });
  const own = option.kind === 'word' || option.kind === 'flag' ? [] : [valueText(option)];
  const isMarked = option.default === undefined || wordsOf(option).some(isWord);
  const preset = otherwise ?? (isMarked ? undefined : JSON.stringify(option.default));
  const separator = meanings === undefined ? ', ' : '; ';
  const values = [...words, ...own, ...(preset === undefined ? [] : [`default ${preset}`])].join(separator);
  if (description === '') return values;
  return meanings === undefined ? `${values}: ${description}` : `${description}. ${values}`;
}

/** The words that a value may be. */
export const wordsOf = ({ kind, values = [] }: ValueInfo): readonly string[] =>
  kind === 'flag' ? ['true', 'false'] : values;

/** The allowed values in words where they are not a list of words: `a list of texts`. */
export function valueText(value: ValueInfo): string {
  switch (value.kind) {
    case 'number':
      // The largest that a number can be exactly is no limit worth naming.
      return describeNumber({ ...value, max: value.max === Number.MAX_SAFE_INTEGER ? undefined : value.max });
    case 'list':
      return `a list of ${value.items?.kind === 'list' ? 'lists of names' : 'names'}`;
    case 'by-attribute':
      return `an object, attribute to ${value.items === undefined ? 'value' : valueText(value.items)}`;
    case 'object':
      return `an object of ${(value.fields ?? []).map((field) => `${field.name} (${wordsOf(field).join(', ')})`).join(', ')}`;
    case 'text':
      return 'a text';
    default:
      return wordsOf(value).join(', ');
  }
}
