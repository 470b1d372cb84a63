import { InvalidArgumentError } from '../../base/errors.js';
import { dates } from './dates.js';
import { intervals } from './intervals.js';
import type { AuditedHierarchyKind } from './kind.js';
import { levels } from './levels.js';
import { mask } from './mask.js';
import { order } from './order.js';
import { prefix } from './prefix.js';
import { suppress } from './suppress.js';
import { tree } from './tree.js';

/** Every kind of hierarchy that the audit knows. */
export const auditedHierarchies = [suppress, levels, tree, intervals, mask, prefix, dates, order] as const;

type SpecOf<Listed> = Listed extends AuditedHierarchyKind<infer Spec> ? Spec : never;

/** The hierarchies of the job file, with the rows of a `levels` file already read. */
export type AuditHierarchy = SpecOf<(typeof auditedHierarchies)[number]>;

/** The kind of a hierarchy, null of none. Throws InvalidArgumentError for a kind that the audit does not know. */
export function kindOfHierarchy(hierarchy: AuditHierarchy | undefined): AuditedHierarchyKind<AuditHierarchy> | null {
  if (hierarchy === undefined) return null;
  const kinds = auditedHierarchies as readonly unknown[] as readonly AuditedHierarchyKind<AuditHierarchy>[];
  const kind = kinds.find(({ type }) => type === hierarchy.type);
  if (kind !== undefined) return kind;
  throw new InvalidArgumentError('hierarchy.type', 'a kind of hierarchy that the audit knows', String(hierarchy.type));
}

/** True for leaves that the job gives, seen in the data or not. */
export const isGiven = (hierarchy: AuditHierarchy | undefined): boolean =>
  kindOfHierarchy(hierarchy)?.given !== undefined;

/** True for a list of leaves in their order, without levels. */
export const isOrder = (hierarchy: AuditHierarchy | undefined): boolean => kindOfHierarchy(hierarchy)?.isOrder === true;
