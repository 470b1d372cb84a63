/** Facts for the person who signs a release, as plain data: who receives it, who decided on its columns, and its risk beside a threshold. */
import type { CheckedJob, PublicationSpec, Role } from '../job/job.js';
import { type ColumnsPlan, isWithheld, plannedColumn, plannedRole } from '../job/plan.js';

/** A largest risk that is usual for a kind of release. */
interface RiskThreshold {
  /** The largest risk, above 0 and at most 1. */
  readonly risk: number;
  /** The kind of release that it is for. */
  readonly basis: 'public' | 'contract';
  /** The document that it is taken from. */
  readonly source: string;
}

/** The role of a column, and its origin. */
export interface DecidedRole {
  /** Name of the column. */
  readonly column: string;
  /** Its role. */
  readonly role: Role;
  /** False for a column that is left out of the release. */
  readonly isReleased: boolean;
  /** `job`: the job gives the role; `default`: the job gives one for all columns that it does not name. */
  readonly by: 'job' | 'default';
  /** The description of the column in the job; null without one. */
  readonly reason: string | null;
}

/** An attack that was run on the release, with its figures. */
export interface ReportAttack {
  /** Name of the attack, as `kohort attack` has it. */
  readonly attack: string;
  /** The meaning of its figures. */
  readonly question: string;
  /** Each figure with its name; without one, `reason` says why. */
  readonly figures: readonly { readonly name: string; readonly value: string }[];
  /** The reason for which the attack was not run or not finished; absent where it was. */
  readonly reason?: string;
}

/** The page of a report that is signed. */
export interface ReportDecision {
  /** Purpose, recipient and basis as the job gives them; empty where it gives none. */
  readonly publication: PublicationSpec;
  /** The usual threshold for the basis; the one for the public where the job gives another basis or none. */
  readonly threshold: RiskThreshold;
  /** Columns with their roles. */
  readonly roles: readonly DecidedRole[];
  /** Names of the earlier releases that were checked together with this one; null where that is not known. */
  readonly previous: readonly string[] | null;
  /** Attacks that were run beside the audit; null where none was asked for. */
  readonly attacks: readonly ReportAttack[] | null;
}

const thresholds: Readonly<Record<RiskThreshold['basis'], RiskThreshold>> = {
  public: {
    risk: 1 / 11,
    basis: 'public',
    source:
      'European Medicines Agency, Policy 0070, external guidance; Health Canada, public release of clinical information',
  },
  contract: {
    risk: 1 / 5,
    basis: 'contract',
    source:
      'K. El Emam, B. Malin, appendix B of Sharing Clinical Trial Data, Institute of Medicine, 2015: groups of five',
  },
};

/** The usual threshold for a basis. Any text but `contract` is taken for a release to the public, which has the strictest one. */
const thresholdOf = (basis: string | undefined): RiskThreshold =>
  basis?.trim().toLowerCase() === 'contract' ? thresholds.contract : thresholds.public;

/** Makes the decision part of a report. `released`: names of the released columns; `checked`: what was checked beside the audit. */
export function decisionOf(
  { publication = {} }: CheckedJob,
  plan: ColumnsPlan,
  released: readonly string[],
  checked: Partial<Pick<ReportDecision, 'previous' | 'attacks'>>,
): ReportDecision {
  const { purpose, recipient, basis } = publication;
  return {
    publication: {
      ...(purpose === undefined ? {} : { purpose }),
      ...(recipient === undefined ? {} : { recipient }),
      ...(basis === undefined ? {} : { basis }),
    },
    threshold: thresholdOf(basis),
    roles: [...new Set([...plan.columns.map(({ name }) => name), ...released])].map((column) => {
      const own = plannedColumn(plan, column);
      return {
        column,
        role: plannedRole(plan, column),
        isReleased: !isWithheld(plan, column),
        by: own?.isRoleGiven === true ? 'job' : 'default',
        reason: own?.description ?? null,
      };
    }),
    previous: checked.previous ?? null,
    attacks: checked.attacks ?? null,
  };
}
