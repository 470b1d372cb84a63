import { InvalidArgumentError } from '../base/errors.js';
import { type KnownClasses, measureCombinations } from './combinations.js';
import type { AuditPrivacy } from './models/list.js';
import type { Achieved, AuditedModelKind, ClassMeasure, SensitiveColumn } from './models/model.js';
import type { AuditedModel } from './report.js';

type Kind = AuditedModelKind<AuditPrivacy>;

/** Finds the definition of a model that was checked. */
export type KindOf = (model: AuditPrivacy) => Kind;

/** Finds definitions among these. */
export const kindsAmong =
  (kinds: readonly unknown[]): KindOf =>
  ({ model }) =>
    (kinds as readonly Kind[]).find(({ name }) => name === model) as Kind;

/** A model on the public table. */
export type PublicModel = Extract<AuditPrivacy, { readonly public: string }>;

/** A model on the public table. */
export const isPublicModel = (model: AuditPrivacy): model is PublicModel => 'public' in model;

/** The words of a model that say which of its definitions holds, and of which column. */
export const wordsOf = (model: AuditPrivacy): Record<string, string> =>
  Object.fromEntries(
    Object.entries(model).filter(([key]) =>
      ['variant', 'distance', 'absent', 'outside', 'estimator', 'attribute'].includes(key),
    ),
  ) as Record<string, string>;

/** The sensitive column of a model; undefined where it has none. */
export const attributeOf = (model: AuditPrivacy): string | undefined =>
  'attribute' in model ? model.attribute : undefined;

/** True for a model on class sizes alone. */
export const needsSizesOnly = (kindOf: KindOf, model: AuditPrivacy): boolean =>
  attributeOf(model) === undefined && kindOf(model).groups === undefined;

/**
 * Measures every class under a model. Yields between stretches of the work.
 *
 * @param classes - `column` is the model's attribute; absent for models on sizes alone
 * @param groupsOf - the classes with what they release, for a model on groups
 */
export function* measureClasses(
  kindOf: KindOf,
  model: AuditPrivacy,
  { sizes, column }: { readonly sizes: Uint32Array; readonly column?: SensitiveColumn },
  groupsOf: (column: SensitiveColumn | undefined) => KnownClasses,
): Generator<void, ClassMeasure> {
  const { groups } = kindOf(model);
  if (groups === undefined) return measureSizes(kindOf, model, sizes, column);
  const found = yield* measureCombinations(groupsOf(column), groups.known(model), groups.fewest(model));
  return groups.measure(model, found);
}

/** Measures every class under a model on classes alone. */
export function measureSizes(
  kindOf: KindOf,
  model: AuditPrivacy,
  sizes: Uint32Array,
  column?: SensitiveColumn,
): ClassMeasure {
  const kind = kindOf(model);
  if (kind.measure !== undefined) return kind.measure(model, { sizes, column: column as SensitiveColumn });
  const isJudgedElsewhere = kind.judgeTable !== undefined || kind.public !== undefined;
  return { achieved: {}, satisfied: new Uint8Array(sizes.length).fill(isJudgedElsewhere ? 1 : 0) };
}

/** A model on the release as a whole; null for others. */
export const judgeTable = (kindOf: KindOf, model: AuditPrivacy, sizes: Uint32Array): Achieved | null =>
  kindOf(model).judgeTable?.(model, sizes) ?? null;

/** Returns the achieved values of the worst of the released classes, or of the release as a whole. */
export function summarize(
  kindOf: KindOf,
  model: AuditPrivacy,
  measure: ClassMeasure | null,
  released: Uint8Array,
  sizes: Uint32Array,
  whole: Achieved | null = judgeTable(kindOf, model, sizes),
): AuditedModel {
  const kind = kindOf(model);
  const given = Object.entries(model);
  const isRequired = (key: string): boolean => kind.isRequired?.(model, key) ?? true;
  const numbers = given.filter(([key, value]) => typeof value === 'number' && isRequired(key));
  const base = {
    model: model.model,
    ...wordsOf(model),
    required: Object.fromEntries(numbers) as Record<string, number>,
  };
  if (whole !== null) return { ...base, ...whole };
  const worst: Record<string, number> = {};
  for (const [key, { value, least }] of Object.entries(measure?.achieved ?? {})) {
    let found = NaN;
    for (let c = 0; c < released.length; c++) {
      if (released[c] === 1 && (Number.isNaN(found) || (least ? value[c] < found : value[c] > found))) found = value[c];
    }
    worst[key] = Number.isNaN(found) ? 0 : found;
  }
  const holds = measure !== null && released.every((isReleased, c) => isReleased === 0 || measure.satisfied[c] === 1);
  return { ...base, achieved: kind.complete?.(model, worst) ?? worst, holds };
}

/** Throws InvalidArgumentError for a model, variant or distance that the audit does not know, or a missing number. */
export function checkModel(kindOf: KindOf, model: AuditPrivacy, path: string): void {
  const kind = kindOf(model) as Kind | undefined;
  if (kind === undefined) {
    throw new InvalidArgumentError(`${path}.model`, 'a model that the audit knows', String(model.model));
  }
  const given = model as unknown as Readonly<Record<string, unknown>>;
  for (const [key, words] of Object.entries(kind.words ?? {})) {
    const word = given[key];
    if (word === undefined ? kind.optional?.includes(key) : typeof word === 'string' && words.includes(word)) continue;
    const expected = `${words.slice(0, -1).join(', ')} or ${words.at(-1)}`;
    throw new InvalidArgumentError(`${path}.${key}`, expected, String(word));
  }
  for (const key of [...kind.numbers, ...(kind.numbersOf?.(model) ?? [])]) {
    const value = given[key];
    if (typeof value === 'number' && !Number.isNaN(value)) continue;
    throw new InvalidArgumentError(`${path}.${key}`, 'a number', typeof value);
  }
}
