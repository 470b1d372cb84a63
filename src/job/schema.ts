/** The job file as valibot schemas. */
import * as v from 'valibot';
import type { PrivacySpec } from '../privacy/list.js';
import { privacyModels } from '../privacy/list.js';
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
  positive,
  share,
  strict,
  text,
} from './schema-parts.js';

const inputSchema = part({
  format: v.optional(oneOf(['csv', 'parquet', 'arrow'])),
  delimiter: v.optional(oneOf([',', ';', '\t', '|'])),
  header: v.optional(flag),
  columns: v.optional(list(name, 'a list of column names')),
  trim: v.optional(flag),
  missing: v.optional(list(text, 'a list of texts')),
  onMissing: v.optional(oneOf(['keep', 'drop', 'error'])),
});

const levelRows = list(list(text, 'a row of texts, leaf first'), 'a list of rows, one a leaf');

/** Everything but `tree`, whose keys are labels: `parseJob` looks at it by itself. */
const hierarchySchema = v.variant(
  'type',
  [
    strict({ type: v.literal('suppress') }),
    strict({
      type: v.literal('levels'),
      file: v.optional(name),
      delimiter: v.optional(oneOf([',', ';', '\t', '|'])),
      rows: v.optional(levelRows),
    }),
    strict({ type: v.literal('tree'), tree: v.unknown() }),
    strict({
      type: v.literal('intervals'),
      origin: v.optional(number({ code: 'INTERVAL' })),
      widths: list(positive('INTERVAL'), 'a list of numbers above 0'),
    }),
    strict({ type: v.literal('mask'), keep: v.optional(oneOf(['left', 'right'])) }),
    strict({
      type: v.literal('dates'),
      levels: list(oneOf(['month', 'quarter', 'year', 'decade', 'century']), 'a list of date levels'),
    }),
    strict({ type: v.literal('order'), values: list(text, 'a list of texts in their order') }),
  ],
  (issue) => discriminatorMessage(issue, ['suppress', 'levels', 'tree', 'intervals', 'mask', 'dates', 'order']),
);

export const attributeSchema = part({
  role: v.optional(oneOf(roleNames)),
  type: v.optional(oneOf(['integer', 'number', 'date', 'string'])),
  hierarchy: v.optional(hierarchySchema),
  set: v.optional(part({ delimiter: v.pipe(text, v.nonEmpty(message('EMPTY_NAME', 'a text between items'))) })),
});

/** A privacy model, by the schemas of the registry. */
export const privacySchema = v.lazy(
  () =>
    v.variant('model', privacyModels.map(({ schema }) => schema) as unknown as v.VariantOptions<'model'>, (issue) =>
      discriminatorMessage(
        issue,
        privacyModels.map(({ name }) => name),
      ),
    ) as v.GenericSchema<unknown, PrivacySpec>,
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
