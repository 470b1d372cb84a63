/** The types that columns are read as, resolved as a job's are; a module of its own, since most files are read as found. */
import type { InputSpec } from 'kohort/js';
import type { WorkerReadOptions } from 'kohort/client';
import { keyOfName } from 'kohort/assess';
import { declaredTypes, type ValueKind } from 'kohort/sources';
import type { ColumnChoice, ColumnKind } from '../choices.js';
import { kindKeys } from '../choices.js';

/** The `types` of a reader for these columns, as in a job with the same `input`. */
export function typesOf(columns: readonly ColumnChoice[], input: InputSpec): WorkerReadOptions['types'] {
  const attributes = Object.fromEntries(
    columns.map(({ name, role, ...kind }) => [keyOfName(name), { role, ...kindKeys(kind) }]),
  );
  return declaredTypes({ attributes, input });
}

/** The kind by which one column would be read; undefined where it declares none, or its format is unknown. */
export const kindIn = (kind: ColumnKind, input: Pick<InputSpec, 'decimal' | 'thousands'>): ValueKind | undefined =>
  declaredTypes({ attributes: { column: { role: 'drop', ...kindKeys(kind) } }, input }).column;
