import type { AuditedHierarchyKind } from './kind.js';
import { rootOf } from './kind.js';

export const suppress: AuditedHierarchyKind<{ readonly type: 'suppress' }> = {
  type: 'suppress',
  labels: (_, leaves) => [rootOf(leaves)],
};
