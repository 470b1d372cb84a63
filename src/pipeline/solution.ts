/** The solution of a run by its kind; further keys say more of it. */
interface SolutionOf<Kind extends string> {
  /** Kind of the solution. */
  readonly kind: Kind;
  readonly [key: string]: unknown;
}

/** One level of its hierarchy for every quasi-identifier. */
export interface LevelsSolution extends SolutionOf<'levels'> {
  /** By quasi-identifier the level of its hierarchy, 0 = the values themselves. */
  readonly levels: Readonly<Record<string, number>>;
  /** All minimal level vectors, of `all-minimal` and `incognito`. */
  readonly minimal?: readonly Readonly<Record<string, number>>[];
}

/** The first value of every interval but the first, by quasi-identifier. */
export interface CutsSolution extends SolutionOf<'cuts'> {
  /** By quasi-identifier the first value of every interval but the first, ascending. */
  readonly cuts: Readonly<Record<string, readonly (string | number)[]>>;
}

/** The released nodes by quasi-identifier. */
export interface CutNodesSolution extends SolutionOf<'cut-nodes'> {
  /** By quasi-identifier the labels of the released nodes. */
  readonly nodes: Readonly<Record<string, readonly string[]>>;
}

/** Classes are boxes; of `mu-argus` with the levels before cells were suppressed. */
export interface RegionsSolution extends SolutionOf<'regions'> {
  /** Levels by quasi-identifier before cells were suppressed, for `mu-argus`. */
  readonly levels?: Readonly<Record<string, number>>;
}

/** Classes are groups of rows. */
export type GroupsSolution = SolutionOf<'groups'>;

/** Columns that are permuted within buckets, those that stay together in one list. */
export interface PermutationSolution extends SolutionOf<'permutation'> {
  /** The column of the release with the bucket of a row. */
  readonly bucketColumn: string;
}

/** Lists that are taken apart. */
export interface SetsSolution extends SolutionOf<'sets'> {
  /** The column of lists. */
  readonly attribute: string;
  /** Clusters that the rows were divided into. */
  readonly clusters: number;
}

/** Solution of a search, distinguished by `kind`. */
export type Solution =
  | LevelsSolution
  | CutsSolution
  | CutNodesSolution
  | RegionsSolution
  | GroupsSolution
  | PermutationSolution
  | SetsSolution;
