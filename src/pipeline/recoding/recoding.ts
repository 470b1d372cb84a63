import type { NumberBounds } from '../../hierarchy/domain.js';
import type { AttributeSpec, HierarchySpec, InputSpec, OutputSpec, Role } from '../../job/job.js';
import type { PrivacyResult } from '../../privacy/model.js';
import type { ValueKind } from '../../table/table.js';

/** The form of a kept recoding that this version writes and reads. */
export const recodingVersion = 2;

/** Values that a released value covers: those of all its parts. Nothing in it is rarer than what the release shows. */
export interface Cover {
  /** Everything. */
  readonly any?: true;
  /** Numbers, dates as days since 1970-01-01, or times as milliseconds since then. */
  readonly numbers?: NumberBounds;
  /** Texts, as they are. */
  readonly texts?: readonly string[];
  /** Every text that is not among the attribute's `known`. */
  readonly other?: true;
  /** The missing value. */
  readonly missing?: true;
  /** First and last of the attribute's `leaves`, several runs. */
  readonly leaves?: readonly (readonly [number, number])[];
  /** A node of the attribute's `hierarchy`, which is made of the values that come. */
  readonly node?: {
    /** Level of the node in the hierarchy, 0 = leaves. */
    readonly level: number;
    /** Label of the node. */
    readonly label: string;
  };
  /** Texts from the first to the second, in the order of their code points. */
  readonly between?: readonly [string, string];
}

/** A released value. */
export interface KeptValue extends Cover {
  /** The text of the release. */
  readonly label: string;
}

/** A quasi-identifier of a kept recoding. */
export interface KeptAttribute extends ValueKind {
  /** Name of the column. */
  readonly name: string;
  /** Description of the column in the job, where it has one: the attribute without role and hierarchy. */
  readonly spec?: KeptSpec;
  /** Given where values are nodes of a hierarchy that is made of the values that come. */
  readonly hierarchy?: HierarchySpec;
  /** Characters of the longest value, where a hierarchy hides them one by one. */
  readonly longest?: number;
  /** The leaves that the job lists, in their order. */
  readonly leaves?: readonly string[];
  /** Texts that enough people of the input have, where others are released as `other`. */
  readonly known?: readonly string[];
  /** The released values. */
  readonly values: readonly KeptValue[];
}

/** A column of the release, in its order. */
export interface KeptColumn {
  /** Name of the column. */
  readonly name: string;
  /** Its role in the job. */
  readonly role: Role;
  /** Description of its format in the job, where it has one. */
  readonly spec?: KeptSpec;
  /** The texts that are released as they are, for a column with `rare`; others are `other`. */
  readonly known?: readonly string[];
}

/** Persons of new rows: the columns of the job's key, which no release shows, and how its rows are taken. */
interface KeptPersons {
  /** The columns of the key. */
  readonly columns: readonly (ValueKind & {
    /** Name of the column. */
    readonly name: string;
    /** Description of its format in the job, where it has one. */
    readonly spec?: KeptSpec;
  })[];
  /** The job's `missingPersons`, where it takes rows without a key. */
  readonly missing?: 'separate';
  /** The job's `rowsPerPerson`. */
  readonly rowsPerPerson?: number;
}

/** Description in the job of how a column is written. */
export type KeptSpec = Omit<AttributeSpec, 'role' | 'hierarchy' | 'description'>;

/** Figures of the run that a recoding came from. */
export interface SealedRun {
  /** Rows of the input. */
  readonly rows: number;
  /** Rows of the release without suppressed ones. */
  readonly released: number;
  /** Rows that were suppressed. */
  readonly suppressed: number;
  /** Released classes. */
  readonly classes: number;
  /** Every privacy model of the job: what it required and what the release achieved. */
  readonly privacy: readonly PrivacyResult[];
}

/** A recoding that can be applied to new rows: a row is released as the first class that covers it, or not at all. */
export interface ApplicableRecoding {
  /** Version of this format. */
  readonly version: typeof recodingVersion;
  /** Kind of the solution that it came from, such as `levels`. */
  readonly kind: string;
  /** True: it says what becomes of a new row. */
  readonly applicable: true;
  /** k of the job's k-anonymity, or null. */
  readonly k: number | null;
  /** The job's `input`: new rows are read as the first ones were. */
  readonly input?: InputSpec;
  /** Output settings of the job for releases. */
  readonly output?: Pick<OutputSpec, 'suppressed' | 'order' | 'delimiter' | 'bom' | 'formulaGuard'>;
  /** Given where the job counts persons: new rows need these columns, too. */
  readonly persons?: KeptPersons;
  /** The columns of the release, in their order. */
  readonly columns: readonly KeptColumn[];
  /** The quasi-identifiers, with all released values of each. */
  readonly attributes: readonly KeptAttribute[];
  /** [classes][attributes] index into the attribute's values; a class before every class that covers it. */
  readonly classes: readonly (readonly number[])[];
  /** The run that it came from. */
  readonly run: SealedRun;
  /** SHA-256 of the canonical JSON (RFC 8785) of all of this but the digest itself. `applyRecoding` refuses another one. */
  readonly sha256: string;
}

/** A recoding before it is bound to its run. */
export type UnsealedRecoding = Omit<ApplicableRecoding, 'run' | 'sha256'> | OtherRecoding;

/** A recoding that says nothing of new rows. */
export interface OtherRecoding {
  /** Version of this format. */
  readonly version: typeof recodingVersion;
  /** Kind of the solution that it came from, such as `permutation`. */
  readonly kind: string;
  /** False: `applyRecoding` refuses it with `reason`. */
  readonly applicable: false;
  /** Reason why not. */
  readonly reason: string;
}

/** A run's recoding as its result keeps it: plain data, all that `applyRecoding` needs. */
export type KeptRecoding = ApplicableRecoding | OtherRecoding;

/** A recoding that says nothing of new rows, with the reason. */
export const notApplicable = (kind: string, reason: string): OtherRecoding => ({
  version: recodingVersion,
  kind,
  applicable: false,
  reason,
});
