import { HierarchyError, InvalidArgumentError } from '../errors.js';
import type { HierarchySpec } from './hierarchy-spec.js';
import type { Column } from '../table/table.js';
import { assembleHierarchy } from './assemble-hierarchy.js';
import { datePaths } from './date-paths.js';
import type { Hierarchy } from './hierarchy.js';
import { intervalPaths, widthShares } from './interval-paths.js';
import { maskPaths } from './mask-paths.js';
import { suppressPaths } from './suppress-paths.js';
import { treePaths } from './tree-paths.js';

/**
 * Builds the hierarchy of a column from its description in the job.
 *
 * Leaves are those given (`levels`, `tree`), seen in the data or not, or else the distinct values of the column. A
 * missing value that no leaf covers becomes a leaf of its own under the root.
 *
 * @param spec a `file` must already be read into `rows`.
 * @param missingTexts texts that are read as missing cells; a leaf that is one of them is that of the missing value.
 * @returns levels in leaf order; `height` is the number of given levels minus 1.
 * @throws HierarchyError when the hierarchy is malformed or leaves values uncovered; InvalidArgumentError for
 *   `order`, which has no levels, and for `levels` without rows.
 *
 * @example
 * buildHierarchy({ type: 'intervals', origin: 16, widths: [5, 10, 20] }, age).levels[1].labels // ['[16-20]', ...]
 */
export function buildHierarchy(
  spec: HierarchySpec,
  column: Column,
  missingTexts: ReadonlySet<string> = new Set(),
): Hierarchy {
  if (column.texts.length === 0) {
    throw new HierarchyError('HIERARCHY_EMPTY', column.name, 'expected a column with at least one value');
  }
  switch (spec.type) {
    case 'suppress':
      return assembleHierarchy(column, suppressPaths(column), missingTexts);
    case 'levels':
      if (spec.rows === undefined) {
        throw new InvalidArgumentError(
          `attributes[${JSON.stringify(column.name)}].hierarchy.rows`,
          'the rows of the hierarchy (a file is read before)',
          'none',
        );
      }
      return assembleHierarchy(column, spec.rows, missingTexts);
    case 'tree':
      return assembleHierarchy(column, treePaths(column.name, spec.tree), missingTexts, 'HIERARCHY_AMBIGUOUS_LABEL');
    case 'intervals':
      return {
        ...assembleHierarchy(
          column,
          orMissingOnly(intervalPaths(column, spec.origin, spec.widths), column, spec.widths.length + 2),
          missingTexts,
        ),
        widthShares: widthShares(column, spec.origin, spec.widths),
      };
    case 'mask':
      return assembleHierarchy(column, orMissingOnly(maskPaths(column, spec.keep ?? 'left'), column, 2), missingTexts);
    case 'dates':
      return assembleHierarchy(
        column,
        orMissingOnly(datePaths(column, spec.levels), column, spec.levels.length + 2),
        missingTexts,
      );
    case 'order':
      throw new InvalidArgumentError(
        `attributes[${JSON.stringify(column.name)}].hierarchy.type`,
        'a hierarchy with levels',
        'order',
        'HIERARCHY_NO_LEVELS',
      );
  }
}

/** The paths, or for a column that holds only the missing value its path. */
function orMissingOnly(paths: string[][], column: Column, levels: number): string[][] {
  if (paths.length > 0) return paths;
  const path = new Array<string>(levels).fill(column.texts[column.missingCode]);
  path[levels - 1] = '*';
  return [path];
}
