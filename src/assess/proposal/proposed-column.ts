import type { AttributeSpec, HierarchySpec, Role } from '../../job/job.js';

/** A column of a proposed job. */
export interface ProposedColumn {
  /** Name of the column. */
  readonly name: string;
  /** Role in the release. */
  readonly role: Role;
  /** Reason for this role. */
  readonly reason: string;
  /** Only where the type found would not do. */
  readonly type?: AttributeSpec['type'];
  /** Format of its values, where that is not the plain spelling of their type. */
  readonly format?: string;
  /** Treatment of the few cells that do not fit the type; only where there are such. */
  readonly odd?: AttributeSpec['odd'];
  /** Codes of missing values in this column, such as `-9`; only where some were found. */
  readonly missing?: readonly string[];
  /** Possible readings of its values, where they do not show which is right: one of them has to be written into the job. */
  readonly readings?: readonly Pick<AttributeSpec, 'type' | 'format'>[];
  /** The delimiter between the items of a cell, for a column of lists. */
  readonly set?: AttributeSpec['set'];
  /** True for sensitive texts that have several spellings of one value. */
  readonly fold?: boolean;
  /** The fewest rows of a value that is released as it is, for sensitive texts with rare values. */
  readonly rare?: number;
  /** For a column of weights: `rounded` where somebody asks to keep it. */
  readonly release?: AttributeSpec['release'];
  /** Only where the algorithm uses one. */
  readonly hierarchy?: HierarchySpec;
}
