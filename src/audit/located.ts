import type { Table } from '../table/table.js';
import type { KeptColumn } from './columns.js';
import type { Grouping } from './grouping.js';
import type { OpenPlaces } from './open-places.js';
import type { OriginalVectors } from './original-vectors.js';
import type { ReadAttribute } from './read-attribute.js';
import type { AuditSpec } from './spec.js';

/** A release that was read, and its original. */
export interface Located {
  readonly release: Table;
  readonly original: Table;
  readonly spec: AuditSpec;
  readonly missing: ReadonlySet<string>;
  /** Null for means and medians that were checked against the rows of their classes, and for labels that are not read. */
  readonly attributes: readonly (ReadAttribute | null)[];
  readonly keptColumns: readonly KeptColumn[];
  /** They keep the vector of every row. */
  readonly originalVectors: OriginalVectors;
  readonly classes: Grouping;
  /** [classes] rows; 0 for classes of suppressed rows. */
  readonly sizes: Uint32Array;
  readonly budget: number;
}

/** [entries of the original] class of every released row, {@link NONE} of others; or why that is not known. */
export type ClassOfRows =
  | {
      readonly classOf: Uint32Array;
      /** True where rows could be in other classes, too, and these are one way. */
      readonly isOneOfSeveral?: boolean;
      /** True where rows of every vector of quasi-identifiers are in these classes in any such way. */
      readonly areVectorsKnown?: boolean;
    }
  | {
      readonly reason: string;
      /** The classes in which rows may lie, where their numbers were found. */
      readonly open?: OpenPlaces;
    };
