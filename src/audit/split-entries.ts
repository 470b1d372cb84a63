import { Table } from '../table/table.js';
import { NONE, type Persons } from './persons.js';
import type { AuditPieces } from './spec.js';

/**
 * A counted original, each of whose entries is divided into the pieces that it is said to have become, with their persons. Null where
 * the pieces of an entry do not have its rows.
 */
export function splitEntries(
  original: Table,
  persons: Persons,
  { entry, count: rows }: Pick<AuditPieces, 'entry' | 'count'>,
): { readonly original: Table; readonly persons: Persons } | null {
  const { weights } = original;
  if (weights === null || entry.length !== rows.length) return null;
  const left = Float64Array.from(weights);
  for (let piece = 0; piece < entry.length; piece++) {
    if (!(entry[piece] < left.length)) return null;
    left[entry[piece]] -= rows[piece];
  }
  if (left.some((rest) => rest !== 0)) return null;
  if (entry.length === left.length && entry.every((own, piece) => own === piece)) return { original, persons };
  const { of, count, withoutKey } = persons;
  const columns = original.columns.map((column) => ({ ...column, codes: entry.map((own) => column.codes[own]) }));
  return {
    original: new Table(original.rows, columns, original.warnings, rows),
    persons: { count, of: entry.map((own) => of[own]), withoutKey, weights: rows },
  };
}

/** A counted original whose rows without a key are entries of one row each. */
export function splitKeyless(original: Table, persons: Persons): ReturnType<typeof splitEntries> {
  const { weights } = original;
  if (weights === null || areSingle(persons)) return { original, persons };
  const entry: number[] = [];
  const count: number[] = [];
  persons.of.forEach((person, own) => {
    const rows = weights[own];
    const parts = person === NONE ? rows : 1;
    for (let part = 0; part < parts; part++) {
      entry.push(own);
      count.push(rows / parts);
    }
  });
  return splitEntries(original, persons, { entry: Uint32Array.from(entry), count: Uint32Array.from(count) });
}

/** True where every entry without a key is one row. */
export const areSingle = ({ of, weights }: Persons): boolean =>
  weights === null || of.every((person, entry) => person !== NONE || weights[entry] === 1);
