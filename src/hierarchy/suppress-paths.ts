import type { Column } from '../table/table.js';
import { defineHierarchyKind } from './kind.js';
import { sortedCodes } from './sorted-codes.js';

/** `{"type":"suppress"}`: every distinct value of the column, then `*`. */
export const suppress = defineHierarchyKind({
  type: 'suppress',
  description: 'Two levels: the value, and *.',
  fields: {},
  leavesFrom: 'column',
  isOfTexts: true,
  paths: (_, column: Column) => Array.from(sortedCodes(column), (code) => [column.texts[code], '*']),
});
