import * as v from 'valibot';
import { InvalidArgumentError } from '../base/errors.js';
import { described, name, oneOf, text } from '../base/schema-parts.js';
import { defineHierarchyKind, listOf } from './kind.js';

/** `{"type":"levels"}`: one row a leaf, `[leaf, level 1, ..., root]`, as they are or in a file that is read before. */
export const levels = defineHierarchyKind({
  type: 'levels',
  description: 'Levels as they are listed: one row a value, [value, level 1, ..., root].',
  fields: {
    file: v.optional(described(name, 'A CSV file of these rows, relative to the job.')),
    delimiter: v.optional(
      described(oneOf([',', ';', '\t', '|']) as v.GenericSchema<string>, 'What stands between cells of the file.'),
    ),
    rows: v.optional(
      described(
        listOf(listOf(text, 'a row of texts, leaf first'), 'a list of rows, one a leaf'),
        'The rows themselves.',
      ),
    ),
  },
  leavesFrom: 'job',
  check({ file, delimiter, rows }, path) {
    if ((file === undefined) === (rows === undefined)) {
      const received = file === undefined ? 'neither' : 'both';
      throw new InvalidArgumentError(path, 'either "file" or "rows"', received, 'HIERARCHY_SOURCE');
    }
    if (delimiter !== undefined && file === undefined) {
      throw new InvalidArgumentError(`${path}.delimiter`, '"file" beside it', 'only rows', 'UNKNOWN_OPTION');
    }
  },
  paths({ rows }, column) {
    if (rows !== undefined) return rows;
    throw new InvalidArgumentError(
      `attributes[${JSON.stringify(column.name)}].hierarchy.rows`,
      'the rows of the hierarchy (a file is read before)',
      'none',
    );
  },
});
