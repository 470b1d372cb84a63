import type { SparseHistogram } from '../histogram.js';

/** Relative rounding error by which a model with real numbers may fall below its bound and still hold. */
export const tolerance = 1e-12;

/** value <= bound, up to rounding. */
export const atMost = (value: number, bound: number): boolean => value <= bound * (1 + tolerance);

/** The hierarchy over the values of a sensitive column. */
export interface SensitiveTree {
  /** Levels above the leaves. */
  readonly height: number;
  /** parents[0] [values] node of level 1 of every rank; parents[j] node of level j + 1 of every node of level j. */
  readonly parents: readonly Uint32Array[];
}

/** A sensitive column as the models see it. */
export interface SensitiveColumn {
  readonly histogram: SparseHistogram;
  /** [values] rows of the whole table per rank. */
  readonly table: Float64Array;
  /** [values] number of every rank, NaN for what is none; null when the column is not numeric. */
  readonly numbers: Float64Array | null;
  /** The hierarchy of the values, where the job gives one with levels. */
  readonly tree: SensitiveTree | null;
  /** [values] items of every rank, for a column of lists; else null. */
  readonly items: readonly ReadonlySet<string>[] | null;
  /** [dictionary of the original's column, or of the release's] rank of every text. */
  readonly ranks: Uint32Array;
  /** Counts of values whose spellings are one, and [values] the number of each value then; null where each value has one spelling. */
  readonly folded: (Pick<SensitiveColumn, 'histogram' | 'table'> & { readonly groupOf: Int32Array }) | null;
}

/** The public table against the released classes. */
export interface PublicMeasure {
  /** [classes] public rows in the region of every class. */
  readonly population: Float64Array;
  /** Public rows in the region of no released class. */
  readonly outside: number;
  /** [public entries] the class under whose region each lies, 2^32 - 1 for none. */
  readonly regionOf: Uint32Array;
}

/** A number of every class. */
export interface Measured {
  /** [classes] */
  readonly value: Float64Array;
  /** True if the smallest of the released classes is the achieved value of the release, false for the largest. */
  readonly least: boolean;
}

/** Values that every class achieves under one model. */
export interface ClassMeasure {
  /** By the name of what is achieved (k, l, c, t, ...). */
  readonly achieved: Readonly<Record<string, Measured>>;
  /** [classes] 1 where the class satisfies the model. */
  readonly satisfied: Uint8Array;
}

/** Values that a release achieves under one model, and whether they suffice. */
export interface Achieved {
  readonly achieved: Readonly<Record<string, number>>;
  readonly holds: boolean;
}

/** Numbers of every class that its groups reach: exact for the worst class, and for classes that are beyond the limits. */
export interface CombinationMeasure {
  /** [classes] the fewest rows or persons of a group with the class. */
  readonly fewest: Float64Array;
  /** [classes] the largest share of a value in a group with the class. */
  readonly share: Float64Array;
}

/** Input of a measure of classes. */
export interface AuditedClasses {
  /** [classes] rows, or persons. */
  readonly sizes: Uint32Array;
  /** The model's attribute; only for models that have one. */
  readonly column: SensitiveColumn;
  /** Present where persons are counted. */
  readonly persons?: CountedPersons;
}

/** Counts of persons that models need beside a histogram. */
export interface CountedPersons {
  /** Persons of the table. */
  readonly count: number;
  /** True where some person has rows in the original that differ in their quasi-identifiers. */
  readonly areSplit: boolean;
  /** Holders of the values of the model's attribute, by class and [values] of the table. */
  readonly holders: Pick<SensitiveColumn, 'histogram' | 'table'>;
  /** See `smallestInterval`. */
  readonly intervalOf: (c: number) => number;
  /** The rows of a class by person, rows without a key among them: person, or -1, and value of each. */
  readonly rowsOf: (c: number) => readonly PersonValue[];
}

/** A row as its person, -1 for none, and its value. */
export interface PersonValue {
  readonly person: number;
  readonly rank: number;
}

/** Input of a judge on the public table. */
interface PublicClasses {
  readonly measure: Pick<PublicMeasure, 'population' | 'outside'>;
  /**
   * Largest share of a region of each public person, where persons are counted; all that is released nowhere is one more region where it is judged.
   */
  readonly shares?: Float64Array;
  /** [classes] rows without suppressed ones, or persons. */
  readonly sizes: Uint32Array;
  /** The classes that have rows. */
  readonly released: readonly number[];
  /** Rows that are not released. */
  readonly suppressed: number;
  /** The model's attribute; undefined where it has none, or the release lacks it. */
  readonly column: SensitiveColumn | undefined;
}

/**
 * A privacy model as the audit knows it: written from its definition, with nothing of what a run judges by. One file a model in
 * this folder, one line in `list.ts`; the run's own is in `src/privacy/`.
 */
export interface AuditedModelKind<Spec extends { readonly model: string }> {
  readonly name: Spec['model'];
  /** Parameters that must be numbers. */
  readonly numbers: readonly string[];
  /** Parameters that must be one of some texts, in the order of messages. */
  readonly words?: Readonly<Record<string, readonly string[]>>;
  /** Optional ones among `words`. */
  readonly optional?: readonly string[];
  /** Parameters, beside `numbers`, that must be numbers with these others. */
  numbersOf?(spec: Spec): readonly string[];
  /** True for a model that compares classes with the table: without an original, against the release's own. */
  readonly isRelative?: boolean;
  /** True for a model that counts values or their rows: it is measured with folded spellings, too. */
  readonly countsValues?: boolean;
  /** Reason why a column has nothing that the model could judge; null where it has. */
  lacking?(spec: Spec, column: SensitiveColumn): string | null;
  /** A model on groups of classes with equal values in some quasi-identifiers. */
  readonly groups?: {
    /** Most quasi-identifiers of a group. */
    known(spec: Spec): number;
    /** Fewest rows, or persons, of a group. */
    fewest(spec: Spec): number;
    measure(spec: Spec, groups: CombinationMeasure): ClassMeasure;
  };
  /** Class by class; a model without it is judged otherwise. */
  measure?(spec: Spec, classes: AuditedClasses): ClassMeasure;
  /**
   * The histogram by which the model counts persons: none, worst-case counts, holders, or shares of their rows. Absent: it does not.
   */
  readonly counts?: 'sizes' | 'worst' | 'holders' | 'shares';
  /** True for a model that requires k persons, to which rows without a key add nobody. */
  readonly needsKeys?: boolean;
  /**
   * True for a model that holds where it holds with fewer persons of every class, and with more holders of every value. Absent: it is not judged by such
   * bounds.
   */
  isBoundable?(persons: Pick<CountedPersons, 'areSplit'>): boolean;
  /** Completes the achieved values once those of the worst released class are known. */
  complete?(spec: Spec, achieved: Readonly<Record<string, number>>): Readonly<Record<string, number>>;
  /** Tests whether a given number is a required value. Default: every number is. */
  isRequired?(spec: Spec, key: string): boolean;
  /** A model on the release as a whole: [classes] rows of its classes, 0 for those that are not released. */
  judgeTable?(spec: Spec, sizes: Uint32Array): Achieved;
  /** `judgeTable` by persons: the fewest persons of a class of each released person. */
  judgePersons?(spec: Spec, fewest: Float64Array): Achieved;
  /** A model on the public table. */
  readonly public?: {
    judge(spec: Spec, classes: PublicClasses): Achieved;
    /** Tests whether public rows under no class, or in no bucket, are judged. Default: they are not. */
    countsOutside?(spec: Spec): boolean;
    /** Judges a permuted release by the smallest and the largest probability that somebody is in it; `low > high`: nobody is. */
    judgeBounds?(spec: Spec, low: number, high: number): Achieved;
  };
}

/** [classes] a number of every class. */
export const ofClasses = (sizes: Uint32Array, measure: (c: number) => number): Float64Array =>
  Float64Array.from(sizes, (_, c) => measure(c));

/** [classes] 1 where the class satisfies. */
export const whereClasses = (sizes: Uint32Array, holds: (c: number) => boolean): Uint8Array =>
  Uint8Array.from(sizes, (_, c) => (holds(c) ? 1 : 0));

export const least = (value: Float64Array): Measured => ({ value, least: true });
export const most = (value: Float64Array): Measured => ({ value, least: false });

/** Different values of a class. */
export const countValues = ({ start }: SparseHistogram, c: number): number => start[c + 1] - start[c];

export function totalOf(histogram: SparseHistogram, c: number): number {
  let total = 0;
  for (let e = histogram.start[c]; e < histogram.start[c + 1]; e++) total += histogram.count[e];
  return total;
}

export const sumOf = (counts: Float64Array): number => counts.reduce((sum, count) => sum + count, 0);

/** r_1 and r_l + ... + r_m of the class, counts descending. Machanavajjhala et al. 2007, definition 4.2. */
export function headAndTail(histogram: SparseHistogram, c: number, l: number): { most: number; tail: number } {
  const counts = descending(histogram, c);
  let tail = 0;
  for (let rank = l - 1; rank < counts.length; rank++) tail += counts[rank];
  return { most: counts[0], tail };
}

/** Rows of a class by value, the most frequent first. */
export function descending(histogram: SparseHistogram, c: number) {
  return histogram.count
    .slice(histogram.start[c], histogram.start[c + 1])
    .sort()
    .reverse();
}

/** Rows of the table, or its persons. */
export const wholeOf = ({ column, persons }: AuditedClasses): number => persons?.count ?? sumOf(column.table);

/** Calls `visit` for every value of the class, with its share q in the class, p in the table of `rows` rows, and the counts behind them. */
export function forShares(
  { column: { histogram, table }, sizes, persons }: AuditedClasses,
  rows: number,
  c: number,
  visit: (q: number, p: number, inClass: number, ofClass: number, inTable: number) => void,
): void {
  const size = persons === undefined ? totalOf(histogram, c) : sizes[c];
  for (let e = histogram.start[c]; e < histogram.start[c + 1]; e++) {
    const inTable = table[histogram.rank[e]];
    visit(histogram.count[e] / size, inTable / rows, histogram.count[e], size, inTable);
  }
}
