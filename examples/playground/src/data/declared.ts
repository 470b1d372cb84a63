/** The types that columns are read as, resolved as a job's are; a module of its own, since most files are read as found. */
import type { InputSpec } from 'kohort/js';
import type { WorkerReadOptions } from 'kohort/client';
import { declaredKind, declaredTypes } from 'kohort/inside/job/roles';
import type { ValueKind } from 'kohort/inside/table/table';
import type { ColumnChoice, ColumnKind } from '../choices.js';
import { kindKeys } from '../choices.js';

/** What `types` of a reader says of these columns: what a job with the same `input` would. */
export function typesOf(columns: readonly ColumnChoice[], input: InputSpec): WorkerReadOptions['types'] {
  const attributes = Object.fromEntries(columns.map(({ name, role, ...kind }) => [name, { role, ...kindKeys(kind) }]));
  return Object.fromEntries(declaredTypes({ attributes, input }));
}

/** What one column would be read as; undefined where nothing is said, or its format is none. */
export const kindIn = (kind: ColumnKind, input: Pick<InputSpec, 'decimal' | 'thousands'>): ValueKind | undefined =>
  declaredKind({ attributes: { column: { role: 'drop', ...kindKeys(kind) } }, input }, 'column');
