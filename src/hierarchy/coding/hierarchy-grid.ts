import type { Column } from '../../table/table.js';
import type { HierarchySpec } from '../kinds.js';
import { kindOf } from '../kinds.js';
import type { Grid } from './grid.js';

/**
 * The grid that a declared hierarchy of numbers or dates is: its intervals, the widest first, then whole numbers and days as they
 * are. Null where the hierarchy has none (`mask`, `suppress`), or the column is of another type. Throws HierarchyError for
 * bounds that cannot be counted exactly.
 */
export const gridOfHierarchy = (
  spec: HierarchySpec | undefined,
  column: Pick<Column, 'name' | 'type' | 'format'>,
): Grid | null => (spec === undefined ? null : (kindOf(spec).grid?.(spec, column) ?? null));
