import type { AuditedHierarchyKind } from './kind.js';
import { labelEach, rootOf } from './kind.js';

export const mask: AuditedHierarchyKind<{ readonly type: 'mask'; readonly keep?: 'left' | 'right' }> = {
  type: 'mask',
  isWrittenOut: true,
  labels({ keep }, leaves) {
    const characters = leaves.texts.map((text) => Array.from(text));
    const longest = characters.reduce(
      (most, list, leaf) => (leaf === leaves.missing ? most : Math.max(most, list.length)),
      0,
    );
    const levels: string[][] = [];
    for (let hidden = 1; hidden < longest; hidden++) {
      levels.push(
        labelEach(leaves, (leaf) => {
          const list = characters[leaf];
          return keep === 'right'
            ? '*'.repeat(hidden) + list.slice(Math.max(0, hidden - (longest - list.length))).join('')
            : list.slice(0, longest - hidden).join('') + '*'.repeat(hidden);
        }),
      );
    }
    return [...levels, rootOf(leaves)];
  },
};
