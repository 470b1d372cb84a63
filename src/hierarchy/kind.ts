import * as v from 'valibot';
import { list, strict, type Flat } from '../base/schema-parts.js';
import type { Column } from '../table/table.js';
import type { Grid } from './coding/grid.js';

/** Specification of a hierarchy in a job: its kind and its fields. */
export type HierarchySpecOf<Type extends string, Fields extends v.ObjectEntries> = Flat<
  { readonly type: Type } & Readonly<v.InferOutput<v.StrictObjectSchema<Fields, undefined>>>
>;

/** A kind of hierarchy: how a job asks for it, and how it is made. One file a kind in this folder, one line in `kinds.ts`. */
interface HierarchyKind<
  Type extends string = string,
  Fields extends v.ObjectEntries = v.ObjectEntries,
  Spec = { readonly type: string },
> {
  readonly type: Type;
  /** Description in one sentence. */
  readonly description: string;
  /** Fields of the job beside `type`. */
  readonly fields: Fields;
  /**
   * Source of the leaves: the job, whether the data has them or not, or the distinct values of the column. Values of a column are people's own: where
   * ranges are rounded, none that few people have may be released, and such a hierarchy is not used.
   */
  readonly leavesFrom: 'job' | 'column';
  /** True where a column whose type nobody knows is taken for texts. Default false. */
  readonly isOfTexts?: boolean;
  /** True where a label on one level may be meant for two nodes, which is then said of it. Default false. */
  readonly hasBranches?: boolean;
  /** Checks conditions over several fields, or deep inside. Throws InvalidArgumentError or HierarchyError; `path` is that of the hierarchy. */
  check?(spec: Spec, path: string, attribute: string): void;
  /** One path a leaf, `[leaf, level 1, ..., root]`. */
  paths?(spec: Spec, column: Column): readonly (readonly string[])[];
  /** Instead of paths: the leaves in their order, without levels. */
  order?(spec: Spec): readonly string[];
  /** The specification that gives other columns the labels that it gives this one, where it depends on the column. */
  settle?(spec: Spec, column: Column): Spec;
  /** Width of every level as a share of the span of the widest intervals, null where they have several; see `Hierarchy.widthShares`. */
  widthShares?(spec: Spec, column: Column): readonly number[] | null;
  /** The grid whose bounds may be the ends of rounded ranges, where a column of this type has one. */
  grid?(spec: Spec, column: Pick<Column, 'name' | 'type' | 'format'>): Grid | null;
}

/** A kind with the schema of how a job asks for it. */
export type ListedKind<Type extends string = string, Fields extends v.ObjectEntries = v.ObjectEntries> = HierarchyKind<
  Type,
  Fields,
  HierarchySpecOf<Type, Fields>
> & { readonly schema: v.GenericSchema };

/** Declares a kind of hierarchy. */
export const defineHierarchyKind = <const Type extends string, const Fields extends v.ObjectEntries>(
  kind: HierarchyKind<Type, Fields, HierarchySpecOf<Type, Fields>>,
): ListedKind<Type, Fields> => ({ ...kind, schema: strict({ type: v.literal(kind.type), ...kind.fields }) });

/** A field that is a list. */
export const listOf = <const Item extends v.GenericSchema>(item: Item, what: string) =>
  v.pipe(list(item, what), v.readonly());

/** Returns the paths; for a column that holds only the missing value, its path of `length` labels. */
export function orMissingOnly(paths: string[][], column: Column, length: number): string[][] {
  if (paths.length > 0) return paths;
  const path = new Array<string>(length).fill(column.texts[column.missingCode]);
  path[length - 1] = '*';
  return [path];
}
