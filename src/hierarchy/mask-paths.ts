import * as v from 'valibot';
import { HierarchyError } from '../base/errors.js';
import { described, oneOf } from '../base/schema-parts.js';
import type { Column } from '../table/table.js';
import { MAX_LEVELS } from './assemble-hierarchy.js';
import { defineHierarchyKind, orMissingOnly } from './kind.js';
import { sortedCodes } from './sorted-codes.js';

/** `{"type":"mask"}`: characters are hidden by stars, one more a level. */
export const mask = defineHierarchyKind({
  type: 'mask',
  description: 'One character more is hidden on every level, then *.',
  fields: { keep: v.optional(described(oneOf(['left', 'right']), 'The side that is hidden last. Default left.')) },
  leavesFrom: 'column',
  isOfTexts: true,
  paths: ({ keep = 'left' }, column) => orMissingOnly(maskPaths(column, keep), column, 2),
});

/**
 * Paths of `{"type":"mask"}`: level i hides i characters (code points) by stars, from the right when the left is kept
 * (`1234`, `123*`, `12**`, ..., `****`), from the left when the right is kept. Shorter values are hidden as if padded to
 * the longest, so that every level hides the same places and the levels nest: beside `1234` the value `12` becomes
 * `12*`, then `12**`. The root is `*` when lengths differ.
 *
 * @throws HierarchyError HIERARCHY_TOO_DEEP for values of 63 characters and more.
 */
function maskPaths(column: Column, keep: 'left' | 'right'): string[][] {
  const codes = Array.from(sortedCodes(column)).filter((code) => code !== column.missingCode);
  const values = codes.map((code) => Array.from(column.texts[code]));
  let longest = 0;
  let shortest = Infinity;
  for (const value of values) {
    longest = Math.max(longest, value.length);
    shortest = Math.min(shortest, value.length);
  }
  const levels = Math.max(longest, 1);
  if (levels + 1 > MAX_LEVELS) {
    throw new HierarchyError(
      'HIERARCHY_TOO_DEEP',
      column.name,
      `mask: expected values of at most ${MAX_LEVELS - 1} characters, received one of ${longest}`,
    );
  }
  const root = shortest === longest && longest > 0 ? '*'.repeat(levels) : '*';
  return values.map((value, i) => {
    const path = [column.texts[codes[i]]];
    for (let hidden = 1; hidden < levels; hidden++) path.push(maskLabel(value, longest, hidden, keep));
    path.push(root);
    return path;
  });
}

function maskLabel(value: readonly string[], longest: number, hidden: number, keep: 'left' | 'right'): string {
  const stars = '*'.repeat(hidden);
  if (keep === 'left') return value.slice(0, longest - hidden).join('') + stars;
  return stars + value.slice(Math.max(0, hidden - (longest - value.length))).join('');
}
