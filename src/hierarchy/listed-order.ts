import { described, text } from '../base/schema-parts.js';
import { defineHierarchyKind, listOf } from './kind.js';

/** `{"type":"order"}`: the values in their order, without levels. */
export const order = defineHierarchyKind({
  type: 'order',
  description: 'An ordered domain without levels, for algorithms that make ranges.',
  fields: { values: described(listOf(text, 'a list of texts in their order'), 'All values, in their order.') },
  leavesFrom: 'job',
  order: ({ values }) => values,
});
