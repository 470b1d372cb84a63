/** Report of an audit. Plain data. */
import type { Warning } from '../table/table.js';
import type { LabelLosses } from './label-losses.js';
import type { AuditedMetrics } from './metrics/list.js';

/** Distinct texts of a released column that show values of too few people, and the released rows that have them. */
export interface Exposed {
  /** Distinct texts. */
  readonly texts: number;
  /** Released rows that have one of them. */
  readonly rows: number;
}

/** 1 / rows that share the quasi-identifiers, of the row that stands out most. */
export interface PlainRisk {
  /** In the original; null where there is none. */
  readonly before: number | null;
  /** In the release; 0 when nothing was released, null of dissociated records. */
  readonly after: number | null;
  /**
   * Present where values are permuted: `after` is 1 / rows of the smallest bucket, the chance to link a row with its own values, and no
   * risk to be found in the table. It is not compared with `before`.
   */
  readonly of?: 'bucket';
  /** Risks of households; present where the job has the key of a household, and does not count households. */
  readonly households?: HouseholdRisk;
  /** Estimates for the population of a survey; present where the job has a column with the role `weight`. */
  readonly population?: PopulationRisk;
}

/** Estimates of risks in the population that the rows of a survey stand for, by their weights (docs/surveys.md). */
export interface PopulationRisk {
  /** People of the population: the sum of the weights. */
  readonly people: number;
  /** By equal quasi-identifiers in the original. */
  readonly before: PopulationFigures | null;
  /** By the classes of the release; null where values are permuted, where nothing was released, or where it is not known which row is in which class. */
  readonly after: PopulationFigures | null;
  /** Risks of households by the estimated risks of their members; present where the job has the key of a household. */
  readonly households?: Pick<HouseholdRisk, 'before' | 'after'>;
}

/** Risks of households, each of which is found if one of its members is: 1 less the product of (1 - risk) over its members. */
export interface HouseholdRisk {
  /** Households of the original; a row that lacks the key is one. */
  readonly households: number;
  /** By equal quasi-identifiers in the original. */
  readonly before: HouseholdFigures | null;
  /** By the classes of the release, over released rows; null where values are permuted, where nothing was released, or where it is not known which row is in which class. */
  readonly after: HouseholdFigures | null;
  /** Households whose released members differ in a quasi-identifier that is constant within all households of the original; null where that is not known. */
  readonly differing: number | null;
}

/** Risks over households. */
export interface HouseholdFigures {
  /** The largest risk. */
  readonly largest: number;
  /** The mean over households. */
  readonly average: number;
}

/** Estimates over the classes of a table. */
export interface PopulationFigures {
  /** The largest individual risk of a row, or of a person where persons are counted: the mean of 1 / people of the population who are alike. */
  readonly largest: number;
  /** The mean over rows, or persons. */
  readonly average: number;
  /** The sum: expected rows, or persons, that are found. */
  readonly expected: number;
  /** Expected rows, or persons, that are unique in the population. */
  readonly uniques: number;
  /** The fewest people of the population who share a class: the sum of the weights of its rows, and at least as many as these are. */
  readonly fewest: number;
}

/** Released classes (buckets) in which a sensitive column has one value alone, and their rows. */
export interface OneValued {
  /** Classes with one value alone. */
  readonly classes: number;
  /** Their rows. */
  readonly rows: number;
  /** Their persons, where persons are counted: one value is then one that all persons of a class hold. */
  readonly persons?: number;
  /**
   * The classes and rows where spellings of one value are one (docs/attacks.md), and marks such as `NA` and `unknown` too. Absent
   * where the column has no such spellings.
   */
  readonly folded?: { readonly classes: number; readonly rows: number; readonly persons?: number };
}

/**
 * Disclosure by the released classes of persons with several rows together, about a sensitive column that is constant within persons: a lower bound
 * on what somebody learns who knows several of their rows.
 */
export interface History {
  readonly attribute: string;
  /** Persons of whom fewer than l values occur in all classes with one of their rows; l of the l-diversity of the column, else 2. */
  readonly persons: number;
  /** The fewest values that occur in all classes of a released person; 0 where nobody is released. */
  readonly fewest: number;
}

/** Changes in a released column. */
export interface ChangedColumn {
  /** Distinct texts of the original, the missing value among them; null without an original. */
  readonly valuesBefore: number | null;
  /** Distinct texts of the released rows, without those of suppressed rows that stand in the file. */
  readonly valuesAfter: number;
  /**
   * Rows of the release in which a quasi-identifier is `*` or a mask that hides every character (`*****`), suppressed rows that are kept among them.
   */
  readonly starRows: number;
  /** Part of a quasi-identifier in the metric `loss`, 0 .. 1; null for others, and where a label could not be read. */
  readonly loss: number | null;
}

/** The error of a query of the job. */
export interface AuditedQuery {
  readonly name: string;
  /**
   * |rows expected from the release - rows| / rows; null where fewer than k persons (or rows) fulfil it, or do not, where the release does not
   * show a column of it as values, and without an original.
   */
  readonly error: number | null;
  /** The error is printed to a multiple of this; null without an error. */
  readonly step: number | null;
}

/** Sizes, ascending, and how many have each. */
type Sizes = readonly (readonly [size: number, count: number])[];

/** One privacy model: what was asked for, what the release has. */
export interface AuditedModel {
  /** Name of the model, such as `k-anonymity`. */
  readonly model: string;
  /** Variant of the model, of those that have some (l-diversity: `distinct`, `entropy`, `recursive`). */
  readonly variant?: string;
  /** Distance of the model, of those that have some (t-closeness). */
  readonly distance?: string;
  /** `absent` of delta-disclosure, where the job gives it. */
  readonly absent?: string;
  /** `outside` of delta-presence, where the job gives it. */
  readonly outside?: string;
  /** The sensitive column; absent where class sizes suffice. */
  readonly attribute?: string;
  /** The parameters of the job, by name: `{ k: 5 }`. */
  readonly required: Readonly<Record<string, number>>;
  /**
   * The largest k, l, e; the smallest t, alpha, beta, delta, risk that would still hold, the bound that c must exceed.
   * Infinity where none would. Zeros when nothing was released.
   */
  readonly achieved: Readonly<Record<string, number>>;
  /** True when the release satisfies the model, as recounted from its texts. */
  readonly holds: boolean;
  /**
   * `achieved` with the spellings of one value counted as one, for l-diversity and (alpha, k)-anonymity (docs/job.md). Absent where
   * the column has no such spellings.
   */
  readonly achievedFolded?: Readonly<Record<string, number>>;
  /** True when the model holds so, too. */
  readonly holdsFolded?: boolean;
}

/**
 * Results of an independent recount of a finished release: models, metrics, risks and problems. Made from the table's texts by code that shares
 * nothing with the algorithms; docs/audit.md.
 */
export interface AuditReport {
  /** n: rows of the original, or without it of the release and what is known to be suppressed. */
  readonly rows: number;
  /** Rows of the release without suppressed ones. */
  readonly released: number;
  /** Rows that were suppressed: removed, or kept with `*`. */
  readonly suppressed: number;
  /** Persons of the original by their key, where the job names one and the original is there; null else. */
  readonly persons: number | null;
  /** Persons with a released row; null where they were not counted. */
  readonly personsReleased: number | null;
  /** Rows of the original that `rowsPerPerson` left out; present where the job has it and the original is there. */
  readonly rowsNotDrawn?: number;
  /** Rows of the original that do not fulfil `input.where`; present where the job has it and the original is there. */
  readonly rowsFilteredOut?: number;
  /**
   * Present where the job names the key of a person. True: models, risks and exposure count persons, who were counted in the original.
   * False: they could not be counted, and no model holds.
   */
  readonly personsRecounted?: boolean;
  /**
   * True where rows of the original can lie in classes in several ways: what models achieve, and the risk, are then bounds that hold in each of them, and
   * what is not bounded is left out.
   */
  readonly areBounds?: true;
  /** By sensitive column that is constant within persons; present where persons were counted. */
  readonly history?: readonly History[];
  /** Persons of the released classes, ascending, and how many classes have as many; present where persons were counted. */
  readonly classPersons?: Sizes;
  /**
   * Persons by how many look alike: the persons of the smallest class with one of their rows, of whom they are one, ascending, and how
   * many persons have as many. `before`: by rows of equal quasi-identifiers in the original. Present where persons were counted.
   */
  readonly personsAlike?: { readonly before: Sizes; readonly after: Sizes };
  /** Released classes; suppressed rows are in none. */
  readonly classes: number;
  /** Sizes of the released classes, ascending, and how many classes have each. */
  readonly classSizes: readonly (readonly [size: number, classes: number])[];
  /** Every model that was asked for, in its order. */
  readonly privacy: readonly AuditedModel[];
  /** The metrics that can be computed from the two tables; null where a label could not be read or there is no original. */
  readonly metrics: AuditedMetrics;
  /** Errors of the queries of the job, in its order; absent where it has none. */
  readonly queries?: readonly AuditedQuery[];
  /** By released column; null without an original. */
  readonly exposure: Readonly<Record<string, Exposed>> | null;
  /** The largest risk of a row to be found, before and after. */
  readonly risk: PlainRisk;
  /** By released sensitive column. */
  readonly oneValued: Readonly<Record<string, OneValued>>;
  /** By released sensitive column: the largest share of one text in a class (bucket). */
  readonly largestShares: Readonly<Record<string, number>>;
  /** Sizes of the sets of rows of the original with equal quasi-identifiers, as `classSizes`; null without an original. */
  readonly originalSizes: readonly (readonly [size: number, sets: number])[] | null;
  /** By released column. Empty for dissociated records. */
  readonly columns: Readonly<Record<string, ChangedColumn>>;
  /** Loss and penalty as the labels alone give them, which default output prints; null where a column is not read. */
  readonly labelLosses: LabelLosses | null;
  /** Every required model holds and there is no problem. */
  readonly holds: boolean;
  /** Problems of the release. Names and counts, never a cell. */
  readonly problems: readonly string[];
  /** Checks that were not possible, and the reasons. */
  readonly warnings: readonly Warning[];
}
