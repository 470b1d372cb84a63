/** The job file as valibot schemas. */
import * as v from 'valibot';
import type { HierarchySpec } from '../hierarchy/kinds.js';
import { hierarchyKinds } from '../hierarchy/kinds.js';
import type { PrivacySpec } from '../privacy/list.js';
import type { AttributeSpec } from './job.js';
import { privacyModels } from '../privacy/list.js';
import { encodings } from '../table/input-spec.js';
import { roleNames } from './names.js';
import {
  discriminatorMessage,
  flag,
  list,
  message,
  name,
  number,
  oneOf,
  part,
  plainObject,
  share,
  strict,
  text,
} from '../base/schema-parts.js';

export const inputSchema = part({
  format: v.optional(oneOf(['csv', 'parquet', 'arrow'])),
  encoding: v.optional(oneOf(encodings)),
  skip: v.optional(number({ code: { every: 'OPTION_RANGE' }, min: 0, max: 1_000_000, integer: true })),
  strict: v.optional(flag),
  delimiter: v.optional(oneOf([',', ';', '\t', '|'])),
  header: v.optional(flag),
  columns: v.optional(list(name, 'a list of column names')),
  trim: v.optional(flag),
  missing: v.optional(list(text, 'a list of texts')),
  onMissing: v.optional(oneOf(['keep', 'drop', 'error'])),
});

/** What an object of the registry's schemas is, by the key that tells which. */
const oneOfListed = <Spec>(key: string, listed: readonly (readonly [name: string, schema: v.GenericSchema])[]) =>
  v.variant(key, listed.map(([, schema]) => schema) as unknown as v.VariantOptions<string>, (issue) =>
    discriminatorMessage(
      issue,
      listed.map(([name]) => name),
    ),
  ) as v.GenericSchema<unknown, Spec>;

const hierarchySchema = v.lazy(() =>
  oneOfListed<HierarchySpec>(
    'type',
    hierarchyKinds.map(({ type, schema }) => [type, schema]),
  ),
);

const attributeFields = part({
  description: v.optional(text),
  role: v.optional(oneOf(roleNames)),
  type: v.optional(oneOf(['integer', 'number', 'date', 'datetime', 'string'])),
  format: v.optional(text),
  hierarchy: v.optional(hierarchySchema),
  set: v.optional(part({ delimiter: v.pipe(text, v.nonEmpty(message('EMPTY_NAME', 'a text between items'))) })),
});

/** What an attribute is; a role alone stands for an object of it. */
export const attributeSchema = v.lazy((input) =>
  typeof input === 'string'
    ? v.pipe(
        oneOf(roleNames),
        v.transform((role): AttributeSpec => ({ role })),
      )
    : attributeFields,
) as v.GenericSchema<unknown, AttributeSpec>;

export const privacySchema = v.lazy(() =>
  oneOfListed<PrivacySpec>(
    'model',
    privacyModels.map(({ name, schema }) => [name, schema]),
  ),
);

const suppressionExpected =
  '"unlimited", {"maxRows": a whole number of at least 0} or {"maxFraction": a number from 0 to 1}';

/** "unlimited" or one limit. */
const suppressionSchema = v.lazy((input) => {
  if (typeof input === 'object' && input !== null) {
    return 'maxFraction' in input && !('maxRows' in input)
      ? strict({ maxFraction: share('SUPPRESSION'), maxRows: v.optional(v.never()) })
      : strict({
          maxRows: number({ code: 'SUPPRESSION', min: 0, max: Number.MAX_SAFE_INTEGER, integer: true }),
          maxFraction: v.optional(v.never(message('SUPPRESSION_RANGE', 'either maxRows or maxFraction, not both'))),
        });
  }
  const code = typeof input === 'number' ? 'SUPPRESSION_RANGE' : 'WRONG_TYPE';
  return v.literal('unlimited', message(code, suppressionExpected));
});

const outputSchema = part({
  suppressed: v.optional(oneOf(['drop', 'star'])),
  order: v.optional(oneOf(['shuffle', 'input'])),
  ranges: v.optional(oneOf(['rounded', 'tight'])),
});

/** The whole job but for the insides of `attributes`, `privacy` and `algorithm`, whose keys or kinds are checked one by one. */
export const jobSchema = part({
  $schema: v.optional(text),
  description: v.optional(text),
  input: v.optional(inputSchema),
  attributes: plainObject,
  defaultRole: v.optional(oneOf(['drop', 'insensitive'])),
  privacy: v.pipe(
    list(privacySchema, 'a list of privacy models'),
    v.minLength(1, message('NO_MODEL', 'at least one privacy model')),
  ),
  algorithm: v.unknown(),
  suppression: v.optional(suppressionSchema),
  output: v.optional(outputSchema),
});
