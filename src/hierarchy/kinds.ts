import { InvalidArgumentError } from '../base/errors.js';
import { dates } from './date-paths.js';
import { levels } from './given-rows.js';
import { intervals } from './interval-paths.js';
import type { Column } from '../table/table.js';
import type { HierarchySpecOf, ListedKind } from './kind.js';
import { order } from './listed-order.js';
import { mask } from './mask-paths.js';
import { prefix } from './prefix-paths.js';
import { suppress } from './suppress-paths.js';
import { tree } from './tree-paths.js';

const kinds = [suppress, levels, tree, intervals, mask, prefix, dates, order] as const;

/** Every kind of hierarchy. */
export const hierarchyKinds: readonly ListedKind[] = kinds as unknown as readonly ListedKind[];

type Listed = (typeof kinds)[number];
type SpecOfListed<Of> = Of extends ListedKind<infer Type, infer Fields> ? HierarchySpecOf<Type, Fields> : never;

/**
 * Specifications of hierarchies in a job, by kind.
 *
 * @interface
 */
type HierarchySpecs = {
  readonly [Type in Listed['type']]: SpecOfListed<Extract<Listed, { readonly type: Type }>>;
};

/** How a job says what the hierarchy of an attribute is; docs/hierarchies.md says what each kind means. */
export type HierarchySpec = HierarchySpecs[keyof HierarchySpecs];

/** The kind of a hierarchy. Throws InvalidArgumentError for one that does not exist. */
export function kindOf({ type }: HierarchySpec): ListedKind {
  const kind = hierarchyKinds.find((each) => each.type === type);
  if (kind !== undefined) return kind;
  const names = hierarchyKinds.map((each) => JSON.stringify(each.type)).join(', ');
  throw new InvalidArgumentError(
    'hierarchy.type',
    `one of ${names}`,
    JSON.stringify(type) ?? 'nothing',
    'UNKNOWN_VALUE',
  );
}

/** True for a hierarchy whose leaves are the values of the column: it is made by a rule, and the job lists none of them. */
export const isMadeOfValues = (spec: HierarchySpec): boolean => kindOf(spec).leavesFrom === 'column';

/** The hierarchy that gives other columns the labels that it gives this one. */
export const settled = (spec: HierarchySpec, column: Column): HierarchySpec =>
  (kindOf(spec).settle?.(spec, column) as HierarchySpec | undefined) ?? spec;

/** The values of a hierarchy that lists them in their order and has no levels; null for any other, and for none. */
export const listedOrder = (spec: HierarchySpec | undefined): readonly string[] | null =>
  spec === undefined ? null : (kindOf(spec).order?.(spec) ?? null);
