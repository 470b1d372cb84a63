import type { AuditedHierarchyKind } from './kind.js';

export const order: AuditedHierarchyKind<{ readonly type: 'order'; readonly values: readonly string[] }> = {
  type: 'order',
  isOrder: true,
  given: ({ values }) => ({ texts: [...values], levels: null }),
};
