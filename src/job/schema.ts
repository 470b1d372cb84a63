/** The job file as valibot schemas. */
import * as v from 'valibot';
import type { HierarchySpec } from '../hierarchy/kinds.js';
import { hierarchyKinds } from '../hierarchy/kinds.js';
import type { PrivacySpec } from '../privacy/list.js';
import type { AttributeSpec } from './job.js';
import type { ListedModel } from '../privacy/definition.js';
import { thousandsMarks } from '../table/number-format.js';
import { formatNames } from '../table/file-formats.js';
import { encodings, MOST_HEADER_ROWS } from '../table/input-spec.js';
import { roleNames } from './names.js';
import {
  choosing,
  described,
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

const sheetSchema = v.union(
  [name, number({ code: { every: 'OPTION_RANGE' }, min: 1, max: 1_000_000, integer: true })],
  message('OPTION_RANGE', 'the name of a sheet, or its number from 1'),
);

const limit = (description: string) =>
  v.optional(described(number({ code: { every: 'OPTION_RANGE' }, min: 0, above: true }), description));

/** The most that a file may ask of its reader. */
const limitsSchema = part({
  rows: limit('Rows of a columnar file. Default: as many as "cells" allows.'),
  columns: limit('Columns of a file. Default 65536 of columnar files, 1000000 of others.'),
  cells: limit(
    'Cells of a columnar file. Default, unless "rows" is said: 16777216, or 1000 for each byte of the file.',
  ),
  bytes: limit('Bytes of a file that is read as a whole (Parquet, Arrow, Excel). Default 4294967296.'),
  unpackedBytes: limit('Bytes that the file becomes when it is unpacked. Default: 67108864, or 400 times the file.'),
  memory: limit(
    'Bytes of memory for decoding a file that is read as a whole. Default: 1073741824 and 64 times the file.',
  ),
  seconds: limit('Seconds for decoding it. Default: 10, and more for larger files.'),
});

export const inputSchema = part({
  format: v.optional(described(oneOf(formatNames), 'Kind of file. Default: by the ending of its name.')),
  sheet: v.optional(
    described(sheetSchema, 'Sheet of an Excel workbook, its name or its number from 1. Default: the first.'),
  ),
  sheets: v.optional(
    described(
      v.union(
        [v.literal('*'), v.pipe(v.array(sheetSchema), v.minLength(1))],
        message('OPTION_RANGE', '"*", or a list of names or numbers of sheets'),
      ),
      'Sheets of an Excel workbook that are read as one, their columns matched by name; "*": all that are not hidden.',
    ),
  ),
  encoding: v.optional(described(oneOf(encodings), 'How the text is encoded. Default: found from the bytes.')),
  skip: v.optional(
    described(
      number({ code: { every: 'OPTION_RANGE' }, min: 0, max: 1_000_000, integer: true }),
      'Lines before the header that are not part of the table.',
    ),
  ),
  strict: v.optional(described(flag, 'What would be repaired with a warning is an error. Default false.')),
  delimiter: v.optional(
    described(oneOf([',', ';', '\t', '|']), 'What stands between cells. Default: found in the first rows.'),
  ),
  header: v.optional(described(flag, 'Whether the first row names the columns. Default true; false needs "columns".')),
  headerRows: v.optional(
    described(
      number({ code: { every: 'OPTION_RANGE' }, min: 1, max: MOST_HEADER_ROWS, integer: true }),
      'Rows of the header: the first names the columns, those below it are left out. Default 1.',
    ),
  ),
  badRows: v.optional(
    described(
      oneOf(['error', 'skip']),
      'The first row that cannot be read (another number of cells, quotes out of place) is an error (default), or such rows are left out and counted.',
    ),
  ),
  escapes: v.optional(
    described(
      oneOf(['backslash']),
      'How characters are escaped in a file of MySQL or PostgreSQL: \\N is missing, \\n a line end. Default: quotes alone.',
    ),
  ),
  baskets: v.optional(
    described(
      name,
      'Name of the one column of a file of baskets: one a line, an item a cell, any number of them, no header.',
    ),
  ),
  columns: v.optional(
    described(list(name, 'a list of column names'), 'Names of the columns of a file without a header.'),
  ),
  trim: v.optional(described(flag, 'Whether spaces around unquoted cells are removed. Default true.')),
  missing: v.optional(
    described(list(text, 'a list of texts'), 'Cells that count as missing, such as "?" or "NA". Default [""].'),
  ),
  limits: v.optional(
    described(limitsSchema, 'The most that a file may ask of its reader, where the defaults do not fit.'),
  ),
  decimal: v.optional(described(oneOf(['.', ',']), 'Decimal mark of numbers. Default: found by column.')),
  thousands: v.optional(
    described(oneOf(thousandsMarks), 'What stands between groups of three digits. Default: found by column.'),
  ),
  where: v.optional(
    described(text, 'The rows that are taken: those that fulfil an expression, such as "age >= 18". Default: all.'),
  ),
  count: v.optional(
    described(name, 'A column of whole numbers from 0: each row stands for as many rows. It is not released.'),
  ),
  onMissing: v.optional(
    described(
      oneOf(['keep', 'drop', 'error']),
      'A missing cell is kept as a value of its own (default), its row is dropped, or it is an error.',
    ),
  ),
});

/** Schema of an object of the registry, by the key that names its kind. */
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

const role = described(
  oneOf(roleNames),
  'quasi-identifier: others may know it, it is generalized; identifier: never released; person: the key of the person of the row, by which every model counts persons; never released; household: the key of the household of the row, for its risk; never released; weight: the survey weight of the row, by which risks in the population are estimated; not released; pseudonym: released as a keyed pseudonym, which joins files of one key; sensitive: to be protected; class: the label for classification; insensitive: released as it is; drop: not released.',
);

const level = number({ code: 'OPTION', min: 0, max: 63, integer: true });

const attributeFields = part({
  description: v.optional(described(text, 'A note for people.')),
  role: v.optional(role),
  type: v.optional(
    described(
      oneOf(['integer', 'number', 'date', 'datetime', 'time', 'duration', 'string']),
      'What the values are. Default: found from the values.',
    ),
  ),
  format: v.optional(described(text, 'How the values are written, such as DD.MM.YYYY or #.##0,00 €.')),
  odd: v.optional(
    described(
      oneOf(['missing', 'text', 'error']),
      'Cells that do not fit the declared type: an error (default), missing cells, or the column is read as texts.',
    ),
  ),
  missing: v.optional(
    described(
      list(text, 'a list of texts'),
      'Cells of this column that count as missing, beside those of "input", such as "-9"; beside a type or a format.',
    ),
  ),
  fold: v.optional(
    described(
      flag,
      'Whether texts that differ only in case, accents, blanks, final punctuation or the order of list items are one value, released in its most frequent spelling; for sensitive columns. Default false.',
    ),
  ),
  rare: v.optional(
    described(
      number({ code: { every: 'OPTION_RANGE' }, min: 2, max: 2 ** 31 - 1, integer: true }),
      'The fewest rows (persons, if the job has a role "person") of a value that is released, rarer ones as other; for sensitive columns of texts. Default: every value is released.',
    ),
  ),
  release: v.optional(
    described(
      oneOf(['drop', 'rounded', 'mean', 'median']),
      'Of the role "weight": weights are not released (drop, default), or every row has the mean weight of its class (rounded). Of the role "insensitive": every row has the mean or the median of its class, over k persons or more.',
    ),
  ),
  hierarchy: v.optional(
    described(hierarchySchema, 'How the values are generalized, level by level (docs/hierarchies.md).'),
  ),
  minLevel: v.optional(
    described(level, 'The lowest level of the hierarchy that is released, 0 being the values. Default 0.'),
  ),
  maxLevel: v.optional(
    described(level, 'The highest level of the hierarchy that is released. Default: the highest that it has.'),
  ),
  group: v.optional(
    described(
      name,
      'Of a pseudonym: columns of one group have equal pseudonyms for equal texts. Default: the name of the column.',
    ),
  ),
  set: v.optional(
    described(
      part({
        delimiter: described(
          v.pipe(text, v.nonEmpty(message('EMPTY_NAME', 'a text between items'))),
          'What stands between the items of a cell.',
        ),
      }),
      'The cells are lists of items, for km-anonymity.',
    ),
  ),
  matches: v.optional(
    described(
      list(name, 'a list of column names'),
      'For a pattern such as "F*": the columns that it stands for. A column that matches and is not listed is an error. Default: all that match.',
    ),
  ),
});

/** Schema of an attribute; a role alone stands for an object with that role. */
export const attributeSchema = choosing(
  v.lazy((input) =>
    typeof input === 'string'
      ? v.pipe(
          role,
          v.transform((own): AttributeSpec => ({ role: own })),
        )
      : attributeFields,
  ) as v.GenericSchema<unknown, AttributeSpec>,
  [role, attributeFields],
);

/** A privacy model as a job asks for it, of the models that there are. */
export const privacySchemaOf = (models: readonly ListedModel[]): v.GenericSchema<unknown, PrivacySpec> =>
  v.lazy(() =>
    oneOfListed<PrivacySpec>(
      'model',
      models.map(({ name, schema }) => [name, schema]),
    ),
  );

const suppressionExpected =
  '"unlimited", {"maxRows": a whole number of at least 0} or {"maxFraction": a number from 0 to 1}';

const maxRows = described(
  number({ code: 'SUPPRESSION', min: 0, max: Number.MAX_SAFE_INTEGER, integer: true }),
  'Most rows that may be suppressed.',
);
const maxFraction = described(share('SUPPRESSION'), 'Largest share of the rows that may be suppressed, 0 to 1.');
const rowLimit = strict({
  maxRows,
  maxFraction: v.optional(v.never(message('SUPPRESSION_RANGE', 'either maxRows or maxFraction, not both'))),
});
const shareLimit = strict({ maxFraction, maxRows: v.optional(v.never()) });

/** "unlimited" or one limit. */
const suppressionSchema = choosing(
  v.lazy((input) => {
    if (typeof input === 'object' && input !== null) {
      return 'maxFraction' in input && !('maxRows' in input) ? shareLimit : rowLimit;
    }
    const code = typeof input === 'number' ? 'SUPPRESSION_RANGE' : 'WRONG_TYPE';
    return v.literal('unlimited', message(code, suppressionExpected));
  }),
  [v.literal('unlimited'), strict({ maxRows }), strict({ maxFraction })],
);

const outputSchema = part({
  suppressed: v.optional(
    described(
      oneOf(['drop', 'star']),
      'Suppressed rows are removed (drop, default), or stay with * in every quasi-identifier (star).',
    ),
  ),
  order: v.optional(
    described(oneOf(['shuffle', 'input']), 'Order of the rows: drawn at random (default), or as in the input.'),
  ),
  ranges: v.optional(
    described(
      oneOf(['rounded', 'tight']),
      'rounded (default): bounds of a fixed grid and no rare value; tight: the bounding boxes of the papers.',
    ),
  ),
  delimiter: v.optional(
    described(oneOf([',', ';', '\t', '|']), 'What separates the cells of a release in CSV. Default a comma.'),
  ),
  bom: v.optional(
    described(flag, 'A release in CSV starts with a byte order mark, so that Excel reads UTF-8. Default false.'),
  ),
  formulaGuard: v.optional(
    described(
      flag,
      'A release in CSV has an apostrophe before texts that a spreadsheet would run as a formula. Default: as "bom" says.',
    ),
  ),
});

const publicationSchema = part({
  purpose: v.optional(described(text, 'What the release is made for.')),
  recipient: v.optional(described(text, 'Who receives it.')),
  basis: v.optional(
    described(text, 'public, contract, or a legal basis in words; the report takes its risk threshold from it.'),
  ),
});

const querySchema = part({
  name: described(name, 'Name of the query in results, unique in a job.'),
  where: described(
    text,
    'Condition of the rows that are counted, such as "age >= 65 and sex = \'F\'", on columns that are released.',
  ),
});

const strata = v.pipe(
  list(name, 'the name of a column, or a list of names'),
  v.minLength(1, message('MISSING_OPTION', 'at least one name')),
);

/** The whole job but for the insides of `attributes`, `privacy` and `algorithm`, whose keys or kinds are checked one by one. */
export const jobSchemaOf = (privacySchema: v.GenericSchema<unknown, PrivacySpec>) =>
  part({
    $schema: v.optional(described(text, 'Where editors find this schema.')),
    description: v.optional(described(text, 'A note for people.')),
    input: v.optional(described(inputSchema, 'How the input is read.')),
    attributes: described(
      v.pipe(plainObject, v.metadata({ items: attributeSchema })),
      'What the columns are, by their names or by patterns such as "F*" (a star in a name is written \\*): a role alone, or an object.',
    ),
    defaultRole: v.optional(
      described(oneOf(['drop', 'insensitive']), 'Role of columns that "attributes" does not name. Default drop.'),
    ),
    privacy: described(
      v.pipe(
        list(privacySchema, 'a list of privacy models'),
        v.minLength(1, message('NO_MODEL', 'at least one privacy model')),
      ),
      'Privacy models, which must all hold (docs/privacy.md).',
    ),
    algorithm: described(v.unknown(), 'Name of an algorithm, or an object of its name and its options.'),
    suppression: v.optional(described(suppressionSchema, 'How many rows may be suppressed. Default none.')),
    output: v.optional(described(outputSchema, 'How the release is written.')),
    unit: v.optional(
      described(
        oneOf(['row', 'household']),
        'row: asserts that each row is one person. household: counts households, by the role "household", instead of persons. Default: rows are counted, and nothing is said of people.',
      ),
    ),
    within: v.optional(
      described(
        choosing(
          v.lazy((input) => (typeof input === 'string' ? name : strata)),
          [name, strata],
        ),
        'Quasi-identifiers, one or several, by which rows are in strata: no class has rows of two, and the columns are released as they are. Default: none.',
      ),
    ),
    missingPersons: v.optional(
      described(
        oneOf(['refuse', 'separate']),
        'Rows without the key of a person are an error (refuse, default), or add nobody to k, while other models hold without them and with each as a person (separate).',
      ),
    ),
    rowsPerPerson: v.optional(
      described(
        number({ code: { every: 'OPTION_RANGE' }, min: 1, max: 2 ** 31 - 1, integer: true }),
        'Most rows that are taken of each person, drawn by a hash of the row. Default: all.',
      ),
    ),
    history: v.optional(
      described(
        oneOf(['measure', 'protect']),
        'What the classes of a person leave together of a sensitive value is counted (measure, default), or classes are joined until nobody is disclosed (protect).',
      ),
    ),
    publication: v.optional(
      described(
        publicationSchema,
        'What the release is for, as the report prints it; it changes nothing in the release.',
      ),
    ),
    queries: v.optional(
      described(
        list(querySchema, 'a list of queries'),
        'Counting queries whose error in the release is measured; they change nothing in the release. Default: none.',
      ),
    ),
  });
