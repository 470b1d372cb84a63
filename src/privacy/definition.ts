import * as v from 'valibot';
import type { ClassCondition, CombinationsFound } from '../engine/engine.js';
import { strict, type Flat } from '../base/schema-parts.js';
import type { Promised, PromiseWords } from './promise.js';

/** Facts about a sensitive attribute that a model may need beside its counts. */
export interface SensitiveScale {
  /** [size] number of every code (days for dates, NaN for the missing value), or null when the values are texts. */
  readonly numbers: Float64Array | null;
  /** The attribute's hierarchy over the codes; null when the job gives none with levels. */
  readonly hierarchy: {
    /** Levels above the leaves. */
    readonly height: number;
    /** [height * size] node of every code on level 0 (the leaves), 1, ..., height - 1; entries are below `nodes`. */
    readonly nodeOf: Uint32Array;
    readonly nodes: number;
  } | null;
  /** [size] items of every code as ascending numbers, for an attribute whose cells are lists; else null. */
  readonly items: readonly (readonly number[])[] | null;
}

/** Facts that a table condition reads. */
export interface TableFacts {
  /** Released classes and rows. */
  readonly classes: number;
  readonly released: number;
  /** Returns [classes] rows of the released classes; absent where a search judges a release by less. */
  readonly sizes?: () => Uint32Array;
  /** Rows, or persons with a row that is suppressed. */
  readonly suppressed: number;
  /** Rows of the public table in no released class, or persons with such a row; 0 when absent. */
  readonly outside?: number;
  /** Persons of the public table all of whose rows lie in no released class; as many as `outside` when absent. */
  readonly outsideAlone?: number;
}

/** The public table against the released classes. */
export interface PublicCounts {
  /** [classes] public rows (the private ones among them) in the region of every class. */
  readonly population: ArrayLike<number>;
  /** Public rows in the region of no released class, and private rows that were suppressed. */
  readonly outside: number;
  readonly suppressed: number;
  /** For a permuted release: the minimum and the maximum probability of a public row; empty: nothing is released. */
  readonly presence?: readonly number[];
}

/** A condition on the release as a whole. */
export interface TableCondition {
  /** No classes: true. */
  holds(facts: TableFacts): boolean;
  /** True when `holds` is the whole model, and `PrivacyModel.condition` only a sufficient condition on every class. */
  readonly isDecisive: boolean;
  /** True when `holds` reads sizes, so that searches of nodes judge a release by them instead of its classes. Default false. */
  readonly isOfSizes?: boolean;
}

/** Achieved values of released classes, and whether they suffice. */
export interface Achievement {
  /** The largest k, l, e; the smallest c, t, alpha, beta, delta, risk that would still hold. */
  readonly achieved: Readonly<Record<string, number>>;
  readonly holds: boolean;
}

/** The persons of a table, for models that count them. */
export interface PersonsOfTable {
  readonly count: number;
  /** True when all rows of each person have one vector of quasi-identifiers. */
  readonly isApart: boolean;
}

/**
 * The counts of a class that a model judges where a person may have several rows: `worst-case` counts, which majorize every choice of one row
 * a person; `holders`, the persons who have each value; `weights`, each person 1, spread evenly over their rows; `pairs`, worst-case counts
 * and the values of every person.
 */
export type PersonCounting = 'worst-case' | 'holders' | 'weights' | 'pairs';

/** The different values of every person of a class, by class. */
export interface PairsOfClasses {
  /** [classes + 1] class c has the pairs start[c] .. start[c + 1] - 1, ordered by person, then value. */
  readonly start: Uint32Array;
  readonly personOf: Uint32Array;
  readonly valueOf: Uint32Array;
}

/** Released classes of persons, with an attribute that a model looks at. */
export interface ClassesOfPersons {
  /** [classes] persons of every class. */
  readonly sizes: Uint32Array;
  /** [classes * values] persons who have each value; as worst-case counts where the model judges those. */
  readonly holders: Uint32Array;
  /** [classes * values] */
  readonly weights: Float64Array;
  readonly pairs: PairsOfClasses;
  /** [values] the same over the table. */
  readonly tableHolders: Uint32Array;
  readonly tableWeights: Float64Array;
  readonly table: PersonsOfTable;
}

/** A bound on the groups of classes that have equal values in at most `known` quasi-identifiers. */
export interface Knowledge {
  /** Most quasi-identifiers that somebody knows, at least 1. */
  readonly known: number;
  /** Fewest rows, or persons, of a group. */
  readonly fewest: number;
  /** Largest share of a sensitive value in a group, with its tolerance; Infinity: every share. */
  readonly share: number;
}

/** A model with its parameters: the conditions on classes. */
export interface Judge {
  /** Monotonicity where parameters decide it; see `ModelDefinition.monotone`. */
  readonly monotone?: boolean;
  /** True for a model on what classes release, which permuted releases show as it is. Default false. */
  readonly needsClasses?: boolean;
  /**
   * `regions` for a model that looks at a public table: its condition is one on the public vectors (`Problem.public`),
   * `column` being the membership column there, and it is judged by the region that a class releases.
   */
  readonly public?: 'regions';
  /**
   * The condition in the terms of the kernels. `column` is where the sensitive attribute stands in the frequency set,
   * `global` [size] its counts over the whole input, by code: rows, or with `persons` the persons who have the value. Ordered distances need codes in the order of the domain.
   */
  condition(column: number, global: Uint32Array, persons?: PersonsOfTable): ClassCondition;
  /**
   * Condition on the release as a whole, absent for most models. A search that judges classes alone may ignore it where `isDecisive` is true, since
   * `condition` on every class suffices.
   */
  readonly table?: TableCondition;
  /**
   * Present for a model on groups of classes. Its `condition` on every class is then a sufficient one where the groups of a class are its own persons
   * and theirs alone, and the release is judged by `achievedOfGroups` instead of `achieved`.
   */
  readonly knowledge?: Knowledge;
  achievedOfGroups?(found: Omit<CombinationsFound, 'fails'>): Achievement;
  /**
   * Achieved values of released classes: sizes [classes], histogram [classes * size] of the sensitive attribute (null for a model without
   * `attribute`), `counts` for models with `public`. There is a class, but for models with `public`.
   */
  achieved(
    sizes: Uint32Array,
    histogram: Uint32Array | null,
    global: Uint32Array | null,
    counts?: PublicCounts,
  ): Achievement;
  /** `achieved` of counts of persons, for a model with `byPersons`. Default: `achieved` of these counts. */
  achievedByPersons?(classes: ClassesOfPersons): Achievement;
}

/** The place of a model in the job, and its surroundings. */
interface ModelPlace {
  /** Such as `privacy[0]`. */
  readonly path: string;
  /** Facts about the model's sensitive attribute; undefined where nothing is known. */
  readonly scale: () => SensitiveScale | undefined;
}

/** Attributes of the job that a check may read, by name. */
type DeclaredAttributes = Readonly<Record<string, { readonly set?: unknown } | undefined>>;

/** A model as a job asks for it: its name and its parameters. */
export type SpecOf<Name extends string, Parameters extends v.ObjectEntries> = Flat<
  { readonly model: Name } & Readonly<v.InferOutput<v.StrictObjectSchema<Parameters, undefined>>>
>;

/** A privacy model: how it is listed, asked for and judged. One file a model in this folder, one line in `list.ts`. */
export interface ModelDefinition<
  Name extends string = string,
  Parameters extends v.ObjectEntries = v.ObjectEntries,
  Spec = { readonly model: string },
> {
  /** Name in the job, such as `l-diversity`. */
  readonly name: Name;
  /** Title that fits rows and people, such as `Groups that look alike`. */
  readonly title: string;
  /** The requirement on a release, in one sentence. */
  readonly description: string;
  /** The promise of a release in which the model holds, as a sentence with its parameters. */
  promise(promised: Promised, words: PromiseWords): string;
  /** The promise to people who may have several rows; absent: `promise` says the same of them. */
  promiseToPersons?(promised: Promised): string;
  /** Values of its parameters in an example, without names of columns and tables. */
  readonly example: Readonly<Record<string, string | number>>;
  /** Paper and definition. */
  readonly source: string;
  /**
   * Fields of the job beside `model`, each with its description. `attribute` names the sensitive attribute, `public` a public table; a result lists
   * the numbers as required values, in this order.
   */
  readonly parameters: Parameters;
  /** True when merging satisfying classes always satisfies: searches prune by it. */
  readonly monotone: boolean;
  /** Counting of a person with several rows; absent: the model reads sizes alone, or counts rows only. */
  readonly byPersons?: PersonCounting;
  /** True when it is judged from the rows themselves, not from counts of distinct rows. Default false. */
  readonly needsRows?: boolean;
  /** True when its attribute may be the quasi-identifier that an algorithm of lists takes apart. Default false. */
  readonly isOfLists?: boolean;
  /** Checks conditions over several parameters. Throws InvalidArgumentError with the path of the problem. */
  check?(spec: Spec, path: string, attributes: DeclaredAttributes): void;
  /**
   * The model with these parameters, which were checked.
   *
   * @throws InvalidArgumentError for an attribute whose values do not fit
   */
  create(spec: Spec, place: ModelPlace): Judge;
}

/** A definition with the schema of how a job asks for it. */
export type ListedModel<
  Name extends string = string,
  Parameters extends v.ObjectEntries = v.ObjectEntries,
> = ModelDefinition<Name, Parameters, SpecOf<Name, Parameters>> & { readonly schema: v.GenericSchema };

/** Declares a privacy model. */
export const defineModel = <const Name extends string, const Parameters extends v.ObjectEntries>(
  definition: ModelDefinition<Name, Parameters, SpecOf<Name, Parameters>>,
): ListedModel<Name, Parameters> => ({
  ...definition,
  schema: strict({ model: v.literal(definition.name), ...definition.parameters }),
});
