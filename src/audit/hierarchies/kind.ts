import type { Column, ValueKind } from '../../table/table.js';

/** The label of the missing value's own nodes: no other node has it, whatever missing cells are spelled like. */
export const missingNode = '\u0000';

/** Part of the line between two numbers of a grid, `end` not in it. */
export interface Cell {
  readonly start: number;
  readonly end: number;
}

/** The cell of a grid that holds a number: step 0 is the coarsest; null where there is no such step. */
export type CellAt = (value: number, step: number) => Cell | null;

/** The values of a column, as leaves. */
interface ColumnLeaves {
  readonly texts: readonly string[];
  /** Index of the missing value, or -1. */
  readonly missing: number;
  readonly column: Column;
}

/** Values of which an input may have had some. */
export type FewerLeaves = Omit<ColumnLeaves, 'column'>;

/**
 * A kind of hierarchy as the audit knows it: written from its definition, with nothing of what a run makes hierarchies by. One
 * file a kind in this folder, one line in `list.ts`; the run's own is in `src/hierarchy/`. It has `given` or `labels`.
 */
export interface AuditedHierarchyKind<Spec extends { readonly type: string }> {
  readonly type: Spec['type'];
  /** Leaves that the job gives, and levels[j][leaf], the label at level j + 1; null without levels. */
  given?(spec: Spec, name: string): { texts: string[]; levels: string[][] | null };
  /** True where leaves have an order and no levels. */
  readonly isOrder?: boolean;
  /** Texts that the job names as leaves. */
  named?(spec: Spec): readonly string[];
  /** [levels][leaves] of leaves that are the values of the column: the label at every level from 1, `missingNode` of the missing value. */
  labels?(spec: Spec, leaves: ColumnLeaves): string[][];
  /** True where the root may be written with a star for every character. */
  readonly isWrittenOut?: boolean;
  /**
   * Reads labels of an input that may lack leaves, where its labels depend on which it had: the leaves that a label may stand for; null where
   * the nodes of all leaves tell.
   */
  readFewer?(spec: Spec, leaves: FewerLeaves, labels: readonly string[]): (label: string) => readonly number[] | null;
  /** False where the order of leaves depends on which of them the input had. */
  isOrderOfFewer?(spec: Spec): boolean;
  /** [levels + 1] widths of intervals as shares of what the widest span; see `Domain.widthShares`. */
  widthShares?(spec: Spec, numbers: Float64Array | null, kind: ValueKind): number[] | null;
  /** The grid of rounded ranges, where a column of this kind has one of this hierarchy. */
  cells?(spec: Spec, kind: ValueKind): CellAt | null;
}

/** The labels of a level: what `label` says, and `missingNode` of the missing value. */
export const labelEach = ({ texts, missing }: ColumnLeaves, label: (leaf: number) => string): string[] =>
  texts.map((_, leaf) => (leaf === missing ? missingNode : label(leaf)));

/** The level of the root. */
export const rootOf = ({ texts }: ColumnLeaves): string[] => texts.map(() => '*');
