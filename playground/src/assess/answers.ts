/** Questions about a release and their answers. Everything in them survives structured cloning. */
import type { AuditReport, CheckedJob, Column, KeptRecoding, Role, Table } from 'kohort/js';

export type { UniqueSet, UniqueSets } from 'kohort/assess';

/** The run to assess, beside its tables. */
export interface AssessedRun {
  readonly job: CheckedJob;
  /** Rows of the original that were not released. */
  readonly suppressed: number;
  readonly recoding: KeptRecoding;
  /** Columns that stayed together, of a permuted release. */
  readonly groups: readonly (readonly string[])[] | null;
  /** Persons by how many look alike, where the audit counted them. */
  readonly personsAlike: AuditReport['personsAlike'] | null;
}

/** A run to assess, with its tables. */
export interface AssessedTables {
  readonly run: AssessedRun;
  readonly original: Table;
  readonly release: Table;
  /** The second table of a release in two. */
  readonly apart: Table | null;
}

/** Bars of a column before and after, with what each stands for. */
export interface ColumnShape {
  readonly name: string;
  readonly role: Role;
  readonly labels: readonly string[];
  readonly before: readonly number[];
  readonly after: readonly number[];
  /** Means of numbers and days, before and after; null of other columns. */
  readonly mean: readonly [before: string, after: string] | null;
  readonly median: readonly [before: string, after: string] | null;
}

/** Rows by the values of two columns, before and after. */
export interface PairTable {
  readonly across: readonly string[];
  readonly down: readonly string[];
  /** [down][across] rows. */
  readonly before: readonly (readonly number[])[];
  readonly after: readonly (readonly number[])[];
  /** Cramer's V of each table; null where one column has one value. */
  readonly association: readonly [before: number | null, after: number | null];
}

/** Parts of a condition on a column. */
export interface AskableColumn {
  readonly name: string;
  /** True of numbers and days, which are asked for from one to another. */
  readonly isRange: boolean;
  /** Values that at least k rows have, the most frequent first; empty of ranges. */
  readonly values: readonly string[];
}

/** A condition of a counting query: a range of numbers or days, or some values. */
export type Condition =
  | { readonly column: string; readonly from: string; readonly to: string }
  | { readonly column: string; readonly values: readonly string[] };

/** Suppressed rows by the values of a column. */
export interface SuppressedColumn {
  readonly name: string;
  readonly labels: readonly string[];
  /** Rows of the original. */
  readonly rows: readonly number[];
  /** Rows among them that were not released. */
  readonly suppressed: readonly number[];
}

/** Suppressed rows by column; null, with the reason, where they cannot be identified. */
export type Suppressed =
  | { readonly columns: readonly SuppressedColumn[]; readonly reason: null }
  | { readonly columns: null; readonly reason: string };

/** Accuracy of a classifier that was trained on the release, beside the original and the majority class. */
export interface Learned {
  /** Null where it could not be measured; `reason` says why. */
  readonly release: number | null;
  readonly reason: string | null;
  readonly original: number;
  readonly majority: number;
  readonly classifier: string;
  readonly attribute: string;
  readonly testRows: number;
}

/** An attack that is built in. */
export type AttackName = 'homogeneity' | 'linkage' | 'minimality' | 'downcoding' | 'membership' | 'composition';

/** Result of an attack: sentences and figures, never a cell. */
export interface AttackAnswer {
  /** False where the attack cannot look at this release; `words` say why. */
  readonly applies: boolean;
  /** True where nothing was learned that the release should hide. */
  readonly isSafe: boolean;
  readonly words: string;
  readonly figures: readonly (readonly [name: string, value: string])[];
}

/** A file with people that an attacker may have, and which column of it is which quasi-identifier. */
export interface OutsideFile {
  readonly file: Blob;
  readonly columns: Readonly<Record<string, string>>;
}

/** A table without its class. */
export interface BareTable {
  readonly rows: number;
  readonly columns: readonly Column[];
}

/** Another release of the file, for the attack that holds two against each other. */
export interface EarlierRelease {
  readonly release: BareTable;
  readonly apart: BareTable | null;
  readonly job: CheckedJob;
  readonly groups: readonly (readonly string[])[] | null;
}

/** Risks of rows, by their class, if the file is a sample of a population. */
export interface PopulationRisks {
  readonly largest: number;
  readonly average: number;
  /** Rows with a risk above the limit that was asked for. */
  readonly above: number;
}

/** Estimates for the original and for the release. */
export interface PopulationEstimate {
  readonly before: PopulationRisks;
  readonly after: PopulationRisks;
  /** Rows that are unique in the table. */
  readonly unique: readonly [before: number, after: number];
}

/** An attack, with what it needs. */
export interface AttackQuestion {
  readonly attack: AttackName;
  readonly outside?: OutsideFile;
  readonly earlier?: EarlierRelease;
}

/** A population that the file is a sample of. */
export interface PopulationQuestion {
  readonly fraction: number;
  readonly method: 'exact' | 'approximate' | 'sample';
  readonly limit: number;
}
