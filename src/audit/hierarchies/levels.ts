import { InvalidArgumentError } from '../../base/errors.js';
import type { AuditedHierarchyKind } from './kind.js';

/** With the rows of a file already read. */
export const levels: AuditedHierarchyKind<{
  readonly type: 'levels';
  readonly rows?: readonly (readonly string[])[];
}> = {
  type: 'levels',
  given: ({ rows }, name) => leavesOfRows(name, rows),
  named: ({ rows = [] }) => rows.map(([leaf]) => leaf),
};

function leavesOfRows(name: string, rows: readonly (readonly string[])[] | undefined) {
  if (rows === undefined || rows.length === 0 || rows.some((row) => row.length === 0)) {
    throw new InvalidArgumentError(
      `attributes[${JSON.stringify(name)}].hierarchy.rows`,
      'rows of labels, one a leaf, that were read from the file before',
      rows === undefined ? 'no rows' : 'an empty list or row',
    );
  }
  const byLeaf = new Map<string, readonly string[]>();
  let width = 0;
  for (const row of rows) {
    if (!byLeaf.has(row[0])) byLeaf.set(row[0], row);
    width = Math.max(width, row.length);
  }
  const chains = [...byLeaf.values()];
  const levels: string[][] = [];
  for (let level = 1; level < width; level++) levels.push(chains.map((row) => row[Math.min(level, row.length - 1)]));
  return { texts: chains.map((row) => row[0]), levels };
}
