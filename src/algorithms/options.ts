/** Declarations of options of algorithms. A refusal has the code INVALID_ARGUMENT where no other is named. */
import * as v from 'valibot';
import { byAttribute, message, number, oneOf, part, strict, type NumberRule } from '../base/schema-parts.js';

const INVALID = 'INVALID_ARGUMENT';

/** Options of an algorithm: what a job may write, and what `run` gets of it. */
export type OptionsSchema = v.GenericSchema<unknown, Readonly<Record<string, unknown>>> & {
  readonly entries: v.ObjectEntries;
};

/** The options of one algorithm, in the order in which they are listed. */
export const optionSet = strict;

export type OptionsOf<Schema extends OptionsSchema> = v.InferOutput<Schema>;

/** Options as a job writes them. */
export type WrittenOptions<Schema extends OptionsSchema> = v.InferInput<Schema>;

/** The value of an option, by its schema. */
export type ValueOf<Schema extends v.GenericSchema> = v.InferOutput<Schema>;

/**
 * An option with its default.
 *
 * @param otherwise - the default in words, where `preset` alone does not say it
 */
export const option = <const Schema extends v.GenericSchema, const Preset extends v.InferInput<Schema>>(
  preset: Preset,
  schema: Schema,
  description: string,
  otherwise?: string,
) => v.optional(said(schema, description, otherwise), preset);

/** An option without a fixed default. */
export const optionOr = <const Schema extends v.GenericSchema>(
  otherwise: string,
  schema: Schema,
  description: string,
) => v.optional(said(schema, description, otherwise));

const said = <const Schema extends v.GenericSchema>(schema: Schema, description: string, otherwise?: string) =>
  v.pipe(schema, v.description(description), v.metadata(otherwise === undefined ? {} : { otherwise }));

type Meanings = Readonly<Record<string, string>>;

/** One of a few words, each with what it means. */
export const words = <const Own extends Meanings>(meanings: Own) =>
  v.pipe(oneOf(Object.keys(meanings) as (keyof Own & string)[], [INVALID, INVALID]), v.metadata({ meanings }));

/** One of a few words, or what another schema takes. */
export const wordsOr = <const Own extends Meanings, const Schema extends v.GenericSchema>(
  meanings: Own,
  schema: Schema,
  expected: string,
) => v.union([words(meanings), schema], message(INVALID, expected));

/** An option that is one of a few words. */
export const word = <const Own extends Meanings>(preset: keyof Own & string, meanings: Own, description = '') =>
  v.optional(said(words(meanings), description), preset);

/** {@link word} where the description says what the words mean. */
export const plainWord = <const Words extends readonly string[]>(
  preset: Words[number],
  names: Words,
  description: string,
) => v.optional(said(oneOf(names, [INVALID, INVALID]), description), preset);

type Limits = Omit<NumberRule, 'code'>;

export const numberWithin = (limits: Limits) => number({ code: { every: INVALID }, ...limits });

/** An option that is a number. */
export const amount = (preset: number, limits: Limits, description: string) =>
  v.optional(said(numberWithin(limits), description), preset);

/** {@link amount} without a fixed default. */
export const amountOr = (otherwise: string, limits: Limits, description: string) =>
  v.optional(said(numberWithin(limits), description, otherwise));

/** Limits of a number of steps, restarts or the like. */
export const count = (min: number): Limits => ({ min, max: 1e9, integer: true });
/** Limits of a share. */
export const SHARE: Limits = { min: 0, max: 1 };

/** Seed of every stochastic search. */
export const seed = amount(
  1,
  { min: 0, max: Number.MAX_SAFE_INTEGER, integer: true },
  'the same seed gives the same release',
);

/** Numbers by attribute; empty by default. `names`: the name of an attribute in the path of an error. */
export const amountsByAttribute = (
  otherwise: string,
  limits: Limits,
  description: string,
  expected: string,
  names?: 'texts' | 'keys',
) => v.optional(said(byAttribute(numberWithin(limits), message(INVALID, expected), names), description, otherwise), {});

/** True or false. */
export const flag = (preset: boolean, description: string, meanings?: Meanings, code = INVALID) =>
  v.optional(
    v.pipe(
      said(v.boolean(message(code, 'true or false')), description),
      v.metadata(meanings === undefined ? {} : { meanings }),
    ),
    preset,
  );

/** An object of options of its own. */
export const objectOf = <const Entries extends v.ObjectEntries>(entries: Entries, expected: string) =>
  part(entries, message(INVALID, expected));

const textOf = (expected: string) => v.string(message(INVALID, expected));

/** A text of at least one character. */
export const name = v.pipe(
  textOf('a name of at least one character'),
  v.nonEmpty(message(INVALID, 'a name of at least one character')),
);

export const names = (expected: string) => v.array(textOf(expected), message(INVALID, expected));

export const listsOfNames = (expected: string) => v.array(names(expected), message(INVALID, expected));

/** A broken rule between options: the place, and the expected value. */
interface BrokenRule {
  readonly at: string;
  readonly expected: string;
  readonly code?: string;
}

/** Options with a rule between them, in addition to the schema of each. */
export const ruled = <const Schema extends OptionsSchema>(
  schema: Schema,
  rule: (options: v.InferOutput<Schema>) => BrokenRule | null,
) =>
  v.pipe(
    schema,
    v.rawCheck(({ dataset, addIssue }) => {
      const broken = dataset.typed ? rule(dataset.value) : null;
      if (broken === null || !dataset.typed) return;
      const { at: key, expected, code = INVALID } = broken;
      const input: Readonly<Record<string, unknown>> = dataset.value;
      addIssue({
        message: message(code, expected),
        path: [{ type: 'object', origin: 'value', input, key, value: input[key] }],
      });
    }),
  );
