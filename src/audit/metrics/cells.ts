import type { ReadAttribute } from '../read-attribute.js';
import type { AuditedRelease } from './metric.js';
import { metricOfRelease } from './metric.js';

/**
 * Declares a metric of the released values, whatever row they stand in. Null where the domain of an attribute is not known,
 * a label could not be read, or there is no row.
 */
export const metricOfCells = <const Name extends string>(
  name: Name,
  measure: (attributes: readonly ReadAttribute[], release: AuditedRelease) => number | null,
) =>
  metricOfRelease(name, (release) => {
    const attributes = readAttributes(release);
    return attributes === null ? null : measure(attributes, release);
  });

/** All quasi-identifiers, or null where one is not known, or there is no row. */
export function readAttributes({ attributes, rows }: AuditedRelease): readonly ReadAttribute[] | null {
  const known = attributes.filter((attribute) => attribute !== null);
  return known.length === 0 || known.length < attributes.length || rows === 0 ? null : known;
}

/** A number of every cell of an attribute, summed over the released rows. */
export function sumCells({ counts }: ReadAttribute, cell: (code: number) => number): number {
  let sum = 0;
  for (let code = 0; code < counts.length; code++) if (counts[code] > 0) sum += counts[code] * cell(code);
  return sum;
}

/** The mean over attributes of the mean over rows of a number of every cell, 1 for a suppressed row. */
export const meanOfCells = (
  attributes: readonly ReadAttribute[],
  { rows, suppressed }: Pick<AuditedRelease, 'rows' | 'suppressed'>,
  cell: (attribute: ReadAttribute) => (code: number) => number,
): number => mean(attributes.map((attribute) => (sumCells(attribute, cell(attribute)) + suppressed) / rows));

export const mean = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / values.length;
