import { HierarchyError, InvalidArgumentError } from '../base/errors.js';
import { runToCompletion, type Steps } from '../base/steps.js';
import type { Column } from '../table/table.js';
import { assembleHierarchy } from './assemble-hierarchy.js';
import type { Hierarchy } from './hierarchy.js';
import type { HierarchySpec } from './kinds.js';
import { kindOf } from './kinds.js';

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
  return runToCompletion(buildHierarchyInSteps(spec, column, missingTexts));
}

/** {@link buildHierarchy} that yields between stretches of the work. */
export function* buildHierarchyInSteps(
  spec: HierarchySpec,
  column: Column,
  missingTexts: ReadonlySet<string>,
): Steps<Hierarchy> {
  if (column.texts.length === 0) {
    throw new HierarchyError('HIERARCHY_EMPTY', column.name, 'expected a column with at least one value');
  }
  const kind = kindOf(spec);
  if (kind.paths === undefined) {
    throw new InvalidArgumentError(
      `attributes[${JSON.stringify(column.name)}].hierarchy.type`,
      'a hierarchy with levels',
      spec.type,
      'HIERARCHY_NO_LEVELS',
    );
  }
  const ambiguous = kind.hasBranches === true ? 'HIERARCHY_AMBIGUOUS_LABEL' : undefined;
  const paths = kind.paths(spec, column);
  yield;
  const hierarchy = yield* assembleHierarchy(column, paths, missingTexts, ambiguous);
  yield;
  const widthShares = kind.widthShares?.(spec, column) ?? null;
  return widthShares === null ? hierarchy : { ...hierarchy, widthShares };
}
