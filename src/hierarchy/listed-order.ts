import { text } from '../base/schema-parts.js';
import { defineHierarchyKind, listOf } from './kind.js';

/** `{"type":"order"}`: the values in their order, without levels. */
export const order = defineHierarchyKind({
  type: 'order',
  fields: { values: listOf(text, 'a list of texts in their order') },
  leavesFrom: 'job',
  order: ({ values }) => values,
});
