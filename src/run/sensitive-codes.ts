import { buildDomain } from '../hierarchy/build-domain.js';
import type { HierarchySpec } from '../job/job.js';
import type { Column, Warning } from '../table/table.js';

/** The codes under which an attribute that models look at is counted. */
export interface SensitiveCodes {
  readonly column: Column;
  readonly size: number;
  /** Dictionary code -> code, or undefined for the dictionary's own codes. */
  readonly map?: Uint32Array;
  readonly warnings: readonly Warning[];
}

/**
 * Codes of a sensitive attribute. With `ordered` they are ranks among the values that occur: in the listed order of a
 * hierarchy of type `order`, in the natural order of numbers and dates, else by code point (with a warning); a missing
 * value comes last.
 */
export function sensitiveCodes(column: Column, spec: HierarchySpec | undefined, ordered: boolean): SensitiveCodes {
  const size = column.texts.length;
  if (!ordered) return { column, size, warnings: [] };
  const { domain, warnings } = buildDomain(column, spec?.type === 'order' ? spec : undefined);
  const codes = Array.from({ length: size }, (_, code) => code);
  codes.sort((a, b) => domain.leafOf[a] - domain.leafOf[b]);
  const map = new Uint32Array(size);
  codes.forEach((code, rank) => (map[code] = rank));
  return { column, size, map, warnings };
}
