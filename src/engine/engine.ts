/**
 * The seam between TypeScript and the kernels: one interface, two implementations (WebAssembly and the pure-JavaScript
 * twin) whose results are equal to the last bit. No strings and no meaning of a hierarchy pass this line: only codes,
 * counts and tables of numbers. Nothing here holds a reference into engine memory across calls: what is read out is a copy.
 */
import type { Codes } from '../table/table.js';

/** `wasm`: the WebAssembly kernels; `js`: the twin. */
export type EngineName = 'js' | 'wasm';
/** The two engines, and the build of the kernels with asserts that tests run. */
export type EngineVariant = EngineName | 'wasm-debug';

/** One column to make resident. Codes after `map` lie in [0, size). */
export interface EngineColumn {
  readonly codes: Codes;
  /** Code space after `map`. 1 <= size <= 2^32 - 1. */
  readonly size: number;
  /** Applied while loading: source code -> resident code; identity when absent. */
  readonly map?: Uint32Array;
}

/** Columns that stay in the engine's memory until disposed of; widths are the smallest for their size. */
export interface ResidentTable {
  readonly rows: number;
  readonly sizes: readonly number[];
  dispose(): void;
}

/** leaf code -> generalized code in [0, size); non-injective. */
export interface LevelMap {
  readonly map: Uint32Array;
  readonly size: number;
}

/**
 * The distinct vectors of some columns, numbered by first appearance in row order, with their counts.
 * Memory: lives in the engine until disposed of.
 */
export interface FrequencySet {
  /** Number of distinct vectors. */
  readonly length: number;
  /** Sum of the counts: the rows counted. */
  readonly rows: number;
  readonly sizes: readonly number[];
  /** [length] codes of a column, copied out. */
  codes(column: number): Codes;
  /** [length] rows per vector, copied out. Counts are u32: at most 2^32 - 1 rows. */
  counts(): Uint32Array;
  dispose(): void;
}

/** A frequency set that also knows the vector of every row it was counted from. */
export interface FrequencySetWithRows extends FrequencySet {
  /** [rows] vector of every row, copied out. */
  vectorOf(): Uint32Array;
}

/** Equivalence classes of rows: class ids by first appearance in row order. */
export interface Classes {
  readonly count: number;
  /** [rows] */
  readonly classOf: Uint32Array;
}

/** Sums over classes that quality metrics need; exact integers. */
export interface ClassSums {
  /** Classes of at least k rows. */
  readonly classes: number;
  readonly released: number;
  /** Rows in classes below k. */
  readonly below: number;
  /** Smallest class, all counted. */
  readonly minimum: number;
  /** Largest class, all counted. */
  readonly maximum: number;
  /** Sum of size^2 over classes of at least k rows: exact, may pass 2^53. */
  readonly sumOfSquares: bigint;
}

/**
 * A condition that each class must satisfy, in the terms of the kernels. `column` indexes the frequency set's columns.
 *
 * With `outside` the last code of the column marks rows that do not belong to the class (rows of a public table that are
 * not in the private one): they are taken out before the condition is judged, and a class of nothing else satisfies it.
 * What a condition brings along by value (`global`, `lower`, ...) then has one entry less than the column has codes.
 */
export type ClassCondition = PlainCondition & { readonly outside?: boolean; readonly pairs?: PairColumn };

/**
 * The codes of a column of pairs, each a person with a value; or where `personOf` is empty, since all rows of a person are in one class: code v <
 * values is the first row of a person, who has value v there, `values` + v the first of the other rows with value v, and the last code, 2 * values,
 * all others. A condition with them is judged on persons: `distinct`, `entropy` and `recursive` on the worst-case counts of a class, `shares` on the
 * holders of its values, `t-*` on values of persons who weigh 1 each, spread evenly over their rows; `range` on the worst-case counts and the
 * smallest interval that holds a number of every person without a missing one, `sets` on the persons who have a set in one row, both not on first
 * rows; `members`, `population` and `presence` on the persons with value 0 (none: `members` and `population` hold) and all. What a condition brings
 * along by value then has one entry for each value. A class whose rows are all without a person satisfies a condition unless that asks for persons:
 * `shares` by its minimum, `sets` where such rows have items.
 */
export interface PairColumn {
  /** [size of the column] ascending; or none. A code whose person is not below `persons` stands for rows without a person. */
  readonly personOf: Uint32Array;
  /** [size of the column] below `values`; or none. */
  readonly valueOf: Uint32Array;
  readonly values: number;
  /** Persons of the table. */
  readonly persons: number;
  /** True when every person has one value. Default false. */
  readonly isConstant?: boolean;
  /** True when some rows are without a person. Default false. */
  readonly isOfSome?: boolean;
  /** [values] persons of the table with the value, and their weights by their shares of rows. */
  readonly holders: Uint32Array;
  readonly weights: Float64Array;
}

type PlainCondition =
  | { readonly kind: 'size'; readonly minimum: number }
  /**
   * At least `l` distinct values; `persons` where they are persons, so that a class has at least `l` rows. With `keyless` the last code of
   * the column stands for rows without a key and does not count.
   */
  | {
      readonly kind: 'distinct';
      readonly column: number;
      readonly l: number;
      readonly persons?: boolean;
      readonly keyless?: boolean;
    }
  /** At least `minimum` rows of code 0: the first rows of persons, where all rows of a person are in one class. */
  | { readonly kind: 'firsts'; readonly column: number; readonly minimum: number }
  /** entropy (nats) >= ln(l), tolerance 1e-12 relative towards satisfied. l may be a fraction. */
  | { readonly kind: 'entropy'; readonly column: number; readonly l: number }
  /** r_1 < c * (r_l + ... + r_m), frequencies descending. Machanavajjhala et al. 2007, definition 4.2. */
  | { readonly kind: 'recursive'; readonly column: number; readonly l: number; readonly c: number }
  /** EMD(class, table) <= t; `equal`: total variation; `ordered`: codes are ranks. Li, Li and Venkatasubramanian 2007. */
  | {
      readonly kind: 't-equal' | 't-ordered';
      readonly column: number;
      readonly t: number;
      /** [size of the column] counts over the whole table. */
      readonly global: Uint32Array;
    }
  /**
   * EMD(class, table) <= t where values lie as far apart as the height of their lowest common ancestor over `height`. Li,
   * Li and Venkatasubramanian 2007, section 4.3.
   */
  | {
      readonly kind: 't-hierarchical';
      readonly column: number;
      readonly t: number;
      readonly global: Uint32Array;
      /** Levels above the leaves, at least 1; the top level is one node. */
      readonly height: number;
      /** [height * size] node of every code on level 0 (the leaves), then on level 1, up to level height - 1. */
      readonly nodeOf: Uint32Array;
      /** Entries of `nodeOf` are below this. */
      readonly nodes: number;
    }
  /**
   * At least `minimum` rows, and for every value that occurs (`every`: for every value at all) lower <= share in the
   * class <= upper. Bounds hold their tolerance.
   */
  | {
      readonly kind: 'shares';
      readonly column: number;
      readonly minimum: number;
      /** [size of the column] */
      readonly lower: Float64Array;
      readonly upper: Float64Array;
      readonly every: boolean;
    }
  /** At least `distinct` values, and numbers (NaN for a value that is none) at least `span` apart. Tolerance 1e-12. */
  | {
      readonly kind: 'range';
      readonly column: number;
      readonly distinct: number;
      readonly span: number;
      /** [size of the column] number of every code. */
      readonly values: Float64Array;
    }
  /** Every set of 1 to `m` items that a row of the class has, at least `k` rows of it have. Terrovitis et al. 2008. */
  | {
      readonly kind: 'sets';
      readonly column: number;
      readonly k: number;
      readonly m: number;
      /** [size of the column + 1] items of code c are items[start[c] .. start[c + 1] - 1], ascending, below `itemCount`. */
      readonly start: Uint32Array;
      readonly items: Uint32Array;
      readonly itemCount: number;
    }
  /** At least `minimum` rows that belong to the class; needs `outside`, or pairs. */
  | { readonly kind: 'members'; readonly column: number; readonly minimum: number }
  /**
   * The two conditions on a public table; the column has two codes, 0 for private rows and 1 for rows that are only public.
   * `population`: no private row, or at least `minimum` rows of both kinds. `presence`: min <= private rows / all rows <= max,
   * tolerance 1e-12 relative towards satisfied; a class without private rows satisfies it where `empty` says so.
   */
  | { readonly kind: 'population'; readonly column: number; readonly minimum: number }
  | {
      readonly kind: 'presence';
      readonly column: number;
      readonly min: number;
      readonly max: number;
      readonly empty: boolean;
    };

/** How Mondrian may cut one quasi-identifier. Leaf codes are ordered; see Domain. */
export interface MondrianAttribute {
  /** [size] position of every leaf on a scale where (max - min) / range is the normalized width; ascending. */
  readonly positions: Float64Array;
  /** Width of the whole domain on that scale, > 0. */
  readonly range: number;
  /** Order of attributes of equal width: the lowest rank is tried first; among equal ranks the earlier one. u32. */
  readonly rank: number;
  /**
   * For cuts along a tree: nodes in pre-order, node 0 the root, each covering leaf codes lo .. hi; null for ordered cuts.
   */
  readonly tree: {
    readonly lo: Uint32Array;
    readonly hi: Uint32Array;
    /** [nodes + 1] children of node j are children[childStart[j] .. childStart[j + 1] - 1], in leaf order. */
    readonly childStart: Uint32Array;
    readonly children: Uint32Array;
  } | null;
}

export interface MondrianSpec {
  /** Columns 0 .. attributes.length - 1 of the frequency set are the quasi-identifiers. */
  readonly attributes: readonly MondrianAttribute[];
  readonly conditions: readonly ClassCondition[];
  readonly partitioning: 'strict' | 'relaxed';
}

export interface MondrianResult {
  /** Number of classes. */
  readonly classes: number;
  /** [parts] pieces of vectors, ascending by vector, then class: strict has one part per vector. */
  readonly parts: { readonly vector: Uint32Array; readonly classId: Uint32Array; readonly count: Uint32Array };
  /** [classes] rows per class. */
  readonly sizes: Uint32Array;
  /** [attributes][classes] smallest and largest leaf code present in the class: its bounding box. */
  readonly lower: readonly Uint32Array[];
  readonly upper: readonly Uint32Array[];
  /** Cuts made, and cuts tried and refused. */
  readonly cuts: number;
  readonly refused: number;
}

/** A search that lives inside the engine and is stepped from outside. */
export interface EngineSearch<Result> {
  /** Does about `budget` units of work (rows visited); true when the search has ended. */
  step(budget: number): boolean;
  /** Estimated share of the work done, 0 .. 1. */
  progress(): number;
  /** The result, once `step` has returned true. */
  result(): Result;
  dispose(): void;
}

/**
 * The problem of the K-OPTIMIZE family (Bayardo and Agrawal 2005, sections 3 and 4): every domain is ordered, a solution is
 * a set of cuts, cut v of attribute a stands before leaf v (1 <= v < size), and vectors that no cut separates are one
 * class. A class of fewer than k rows is suppressed.
 *
 * Cost, an exact integer below 2^53: `discernibility`: sum of |E|^2 over released classes plus n for every suppressed
 * row; `classification`: rows outside the majority label of their released class plus the suppressed rows; `width`: over released rows and
 * attributes the width of the interval, plus attributes * whole for every suppressed row. `width` is for K-OPTIMIZE alone.
 */
export interface CutProblem {
  /** Columns 0 .. attributes - 1 of the frequency set are the attributes. */
  readonly attributes: number;
  /** k >= 1. */
  readonly k: number;
  readonly metric: 'discernibility' | 'classification' | 'width';
  /** Most rows that may be suppressed; a solution past it is none. */
  readonly suppressionLimit: number;
  /** [set.length * size] rows of every vector by label, vector major; needed by `classification`, else null. */
  readonly labels: { readonly size: number; readonly histogram: Uint32Array } | null;
  /** Cost of intervals for a row; needed by `width`. */
  readonly widths?: CutWidths;
  /** [attributes][size] 1 where a cut before that leaf is allowed; entry 0 is ignored. */
  readonly allowed: readonly Uint8Array[];
}

/** Cost of a released row in an interval, in whole units. */
export interface CutWidths {
  /** Maximum cost in an attribute, and the cost of a suppressed row in each. */
  readonly whole: number;
  /**
   * [attributes][pieces * pieces] width of the interval of the pieces i .. j at i * pieces + j, 0 .. whole: no more than that of any interval that
   * holds it. Pieces are what the allowed cuts part an attribute into.
   */
  readonly of: readonly Int32Array[];
}

/**
 * A condition on a sensitive column that K-OPTIMIZE can search under. Of rows: the union of two classes that satisfy it satisfies it, so of `shares`
 * either all lower bounds are 0 or every value is judged. Of pairs of a person and a value (not first rows) it need not: a class that fails refutes
 * nothing then.
 */
export type CutCondition = Extract<
  PlainCondition,
  { readonly kind: 'distinct' | 'entropy' | 'recursive' | 't-equal' | 't-ordered' | 't-hierarchical' | 'shares' }
> & { readonly pairs?: PairColumn };

/** [attributes] ascending leaf codes of the cuts. */
export type CutSets = readonly Uint32Array[];

export interface CutSolution {
  readonly cuts: CutSets;
  readonly cost: number;
  readonly suppressed: number;
}

/** Evaluates cuts of one problem; what it needs stays in engine memory. */
export interface CutEvaluator {
  /** Cost and suppressed rows, whether or not the limit is kept. */
  evaluate(cuts: CutSets): { readonly cost: number; readonly suppressed: number };
  /**
   * Cost and suppressed rows after toggling (adding, or removing when present) every single cut, all at once.
   * Both [attributes][size]; entries 0 and of cuts that are not allowed are NaN.
   */
  toggles(cuts: CutSets): { readonly cost: readonly Float64Array[]; readonly suppressed: readonly Float64Array[] };
  /**
   * The best cuts of one attribute, those of the others kept, by a shortest path over its leaves; a suppressed row costs
   * `penalty` instead of the metric's own cost. Ties: the smaller last cut.
   */
  bestCuts(cuts: CutSets, attribute: number, penalty: number): Uint32Array;
  /**
   * An evaluator for sets of these cuts alone, over vectors that are merged where none of the cuts parts them. It evaluates no other cut. Its caller
   * disposes of it; it ends with the evaluator that it comes from.
   */
  coarsen(cuts: CutSets): CutEvaluator;
  dispose(): void;
}

/** The pruning rules of section 5, each of which can be switched off, and the further ones of docs/k-optimize.md. */
export interface KOptimizePruning {
  /** 5.2: nodes by their lower bound. */
  readonly nodes: boolean;
  /** 5.1: tail values by the bound of their imaginary node, repeated until nothing changes. */
  readonly tail: boolean;
  /** 5.4: values that only split off suppressed classes (narrow), or always at least one (broad). */
  readonly useless: 'narrow' | 'broad' | 'off';
  /** 5.5: order of the tail. */
  readonly reorder: boolean;
  /** Beyond the paper: pair, merge-loss and class tables that refute children without building them. */
  readonly tables: boolean;
  /** Losses of the merges that the conflicts of the tail make necessary, by the tables. */
  readonly runs: boolean;
}

export interface KOptimizeSpec extends CutProblem {
  /** A class that fails one of these is suppressed, as one below k is. Default: none. */
  readonly conditions?: readonly CutCondition[];
  /** Only solutions cheaper than this are looked for; Infinity for any. */
  readonly seedCost: number;
  readonly pruning: KOptimizePruning;
  /** Most words of all vectors with what conditions count of them; CapacityError above. Default: what the memory allows. */
  readonly mostWords?: number;
}

/** The state of a search. */
export interface KOptimizeStatus {
  /** The best solution that the search itself found, or null. */
  readonly best: CutSolution | null;
  /** min(seedCost, best.cost). */
  readonly bestCost: number;
  /** No solution at all costs less: bound over all that was not searched, at most bestCost. Equal to it when done. */
  readonly lowerBound: number;
  readonly nodes: number;
  /** Nodes, and tail values, that each rule removed. */
  readonly prunedNodes: number;
  readonly prunedTail: number;
  readonly uselessValues: number;
  readonly refutedByTables: number;
}

export interface KOptimizeSearch extends EngineSearch<KOptimizeStatus> {
  /**
   * All that makes the problem, the same in every engine: vectors, counts, labels, cuts, conditions and pruning rules (not seed costs). As
   * confidential as the input.
   */
  problem(): Uint8Array<ArrayBuffer>;
  /**
   * The whole state of the search, for `resumeKOptimize` of any engine of this version. It holds the vectors and their
   * counts: as confidential as the input.
   */
  save(): Uint8Array<ArrayBuffer>;
  /**
   * Gives the part of the search that stands nearest to the root away, as a state for `resumeKOptimize` whose counters
   * begin at 0; null when there is nothing to share yet. The two parts have no solution in common, together they are
   * what was left.
   */
  split(): Uint8Array<ArrayBuffer> | null;
  /** Cuts that the node which `split` would give away may still make next: beside these, one is being searched. 0: none is open. */
  branches(): number;
  /** The rest of the search, for `restore`: the cuts that every open node makes and may still make, and the counters; no vector, no count of rows. */
  openNodes(): Uint8Array<ArrayBuffer>;
  /**
   * Returns a state for `resumeKOptimize` that goes on from the open nodes of another search of this problem; for a search that did not begin. The
   * nodes may be from anywhere: nothing of them leads the kernels astray.
   *
   * @throws InvalidArgumentError WRONG_STATE when they are no nodes of a search of this problem
   */
  restore(openNodes: Uint8Array): Uint8Array<ArrayBuffer>;
  /** `result` of a search that need not have ended. */
  status(): KOptimizeStatus;
  /** Lowers the cost that solutions must beat (found elsewhere: another thread, a climber). */
  lowerBestCost(cost: number): void;
}

/** A lattice of full-domain generalizations. */
export interface NodeSetsSpec {
  /**
   * The attributes that are generalized, at most 256: the column of the frequency set, and the codes of every level.
   * levels[l] maps the column's codes to the nodes of level l; the codes of level 0 are usually the column's own. Every level must merge nodes
   * of the level below.
   */
  readonly attributes: readonly { readonly column: number; readonly levels: readonly LevelMap[] }[];
  /** Columns of which every class keeps a histogram. */
  readonly histograms: readonly number[];
  /** Conditions on persons, for which every class keeps a list of codes of their columns. Default: none. */
  readonly listed?: readonly ClassCondition[];
  /**
   * [attributes][levels][nodes] what a row in that node costs; null where rows in suppressed classes need not be weighed.
   */
  readonly weights: readonly (readonly Float64Array[])[] | null;
  /**
   * True where sums of squares are asked for, the default. They are exact up to 2^26 rows, and more are refused; without them they are NaN, and
   * sets may have any number of rows.
   */
  readonly squares?: boolean;
  /** True where classes are numbered by first appearance. Default: where every class keeps a histogram or a list; otherwise in any order. */
  readonly byAppearance?: boolean;
}

/** Sums over the classes of one node. A class is accepted or it fails; rows of failing classes are suppressed. */
export interface NodeSums {
  /** All classes. */
  readonly total: number;
  /** Accepted classes. */
  readonly classes: number;
  /** Rows in failing classes. */
  readonly suppressed: number;
  /** Sum of size^2 over accepted classes, and over all; exact integers, NaN where not asked for. */
  readonly squares: number;
  readonly allSquares: number;
  /**
   * [attributes] weights of the rows in failing classes, summed in the order of classes (rows times weight where the level has
   * one node); null without weights.
   */
  readonly cells: Float64Array | null;
}

/**
 * Frequency sets of the nodes of a lattice, each rolled up from another one. Sets are named by ids, which are not used
 * again. Classes are numbered by first appearance in the set that they were rolled up from, where {@link NodeSetsSpec.byAppearance} is so. What these
 * methods return is a copy.
 */
export interface NodeSets {
  /** The set of all leaves (level 0 throughout). It cannot be released. */
  readonly base: number;
  /** Bytes that are kept for sets now. */
  readonly bytes: number;
  /** Roll-ups done. */
  readonly rollUps: number;
  /** Classes of a set. */
  length(id: number): number;
  /** Generalizes a set to `levels`, none of them below those of the set, and keeps the result. */
  rollUp(id: number, levels: readonly number[]): number;
  /** Forgets a set. */
  release(id: number): void;
  /** Sums over a set: classes of at least `minimum` rows are accepted, or those that `accepted` [classes] names by 1. */
  sum(id: number, accepted: number | Uint8Array): NodeSums;
  /**
   * The sums of the nodes at `levels`, but for `attribute`, which stands at `from`, `from` + 1, ... `to`: none of them below
   * the set's own. Each is rolled up from the one before, a node that is the
   * set's own is only summed; nothing is kept.
   */
  chain(
    id: number,
    levels: readonly number[],
    attribute: number,
    from: number,
    to: number,
    minimum: number,
  ): NodeSums[];
  /** [classes] rows of every class. */
  sizes(id: number): Uint32Array;
  /** [classes * size] histogram of the column spec.histograms[index]. */
  histogram(id: number, index: number): Uint32Array;
  /** [classes] 1 where all conditions of spec.listed hold. */
  holds(id: number): Uint8Array;
  dispose(): void;
}

/** Cost of a run of leaf codes of one attribute, in whole units below 2^21: exactly one of the three is given. */
export interface RunCosts {
  /** Codes. */
  readonly size: number;
  /** [size * size] cost of lo .. hi at lo * size + hi and at hi * size + lo. */
  readonly table: Int32Array | null;
  /**
   * 0 for one code, `whole` where hi is `missing` (-1: none) and lo is not, else
   * floor((positions[hi] - positions[lo] + offset) / range * whole + 0.5).
   */
  readonly line: {
    readonly positions: Float64Array;
    readonly offset: number;
    readonly range: number;
    readonly missing: number;
    readonly whole: number;
  } | null;
  /** The cost of the first node from leaf lo's upwards whose last leaf is not before hi; node 0 is the root. */
  readonly tree: {
    /** [size] node of every leaf. */
    readonly nodeOf: Uint32Array;
    /** [nodes] */
    readonly parent: Uint32Array;
    readonly hi: Uint32Array;
    readonly cost: Int32Array;
  } | null;
}

/** Rows on a line: row i is one of vector vectorOf[i]. */
export interface RowLine {
  readonly vectorOf: Uint32Array;
  /** [attributes][vectors] below the size of its costs. */
  readonly codes: readonly Uint32Array[];
  readonly costs: readonly RunCosts[];
}

/**
 * Which rows s .. e - 1 may be one run. `ends` has rows + 1 entries: from e = ends[s] (rows + 1: none) on, as long as they are fewer
 * than would make two runs: e < ends[ends[s]]. `holds` has rows * window: where holds[s * window + e - s - 1] is 1.
 */
export type RunLimits = { readonly ends: Uint32Array } | { readonly window: number; readonly holds: Uint8Array };

/** Runs of consecutive rows: their ascending starts, the first 0, and the sum over runs of rows times the cost of the box. */
export interface Runs {
  readonly starts: Uint32Array;
  readonly cost: number;
}

/**
 * Points in a space of numbers, each with some rows, from which groups of near rows are taken. Distances are squared
 * and summed dimension by dimension; of equally near or far points the one with the smallest number counts.
 */
export interface PointScan {
  /** The point that is farthest from `from` [dimensions]; -1 when none is left. */
  farthest(from: Float64Array): number;
  /** The nearest and the farthest point, and the nearest points, nearest first: as few as have `rows` rows together, or all remaining. */
  around(from: Float64Array, rows: number): { readonly nearest: Uint32Array; readonly farthest: number };
  /**
   * Adds a place to those that `nearest` and `farthest` and `joined` count from; `begins`: it is the first of them. `distance`
   * is that of the nearest point from its nearest place.
   */
  join(
    from: Float64Array,
    begins: boolean,
  ): { readonly nearest: number; readonly farthest: number; readonly distance: number };
  /** [points] which place, in the order they were joined, each point left is nearest to (the first of several), and how near. */
  joined(): { readonly which: Uint32Array; readonly distance: Float64Array };
  /** Takes rows of a point; a point without rows is removed. */
  take(point: number, rows: number): void;
  dispose(): void;
}

/** Vectors, with a sum for each over one number a code and attribute: what a growing box costs more with each of them. */
export interface MemberScan {
  /** Restarts the sums: [attributes][size] numbers of the codes, from 0 to 2^20. */
  start(numbers: readonly Int32Array[]): void;
  /** Adds difference[code] of one attribute to every sum; its numbers stay from 0 to 2^20. */
  change(attribute: number, difference: Int32Array): void;
  /** The remaining vector with the least sum, the first of equal ones; -1 when none remains. */
  nearest(): number;
  /** The remaining vector whose sum was largest at `start`, the first of equal ones; -1 when none remains. */
  farthest(): number;
  take(vector: number): void;
  dispose(): void;
}

/**
 * Means of groups and which is nearest. The distance of codes from a mean is summed attribute by attribute: of a number
 * |place - mean|, of a category the cost of the run between code and mean, divided by 2^20.
 */
export interface NearestMeans {
  /** Sets the mean of a group: [attributes] a place, or a code. */
  move(group: number, mean: Float64Array): void;
  /** The group whose mean is nearest to [attributes] codes, the first of equal ones, among those that `among` marks; or -1. */
  nearest(codes: Uint32Array, among: Uint8Array | null): number;
  distance(codes: Uint32Array, group: number): number;
  dispose(): void;
}

/** Entries that are counted: rows of a class, or a person with a row in it. */
export interface CountedEntries {
  /** [entries] class. */
  readonly classOf: Uint32Array;
  /** [entries] rows, or persons who have rows in no other class. */
  readonly weight: Uint32Array;
  /** [entries] number of the unit, at least 1 and ascending: entries of one unit stand together and count once in a group. Null: every entry counts. */
  readonly unit: Uint32Array | null;
}

/** Classes by the values that somebody may know of them, and the counts behind them. */
export interface CombinationClasses {
  /** [attributes][classes] value of every class, below sizes[attribute]. */
  readonly codes: readonly Uint32Array[];
  readonly sizes: readonly number[];
  readonly counted: CountedEntries;
  /** The holders of every value of a sensitive attribute: those of value v are the entries start[v] .. start[v + 1] - 1. Null: none is judged. */
  readonly held: (CountedEntries & { readonly start: Uint32Array }) | null;
}

/** Bounds of what a group of classes must satisfy. */
export interface CombinationLimits {
  /** Least count of a group, an integer from 1. */
  readonly fewest: number;
  /** Largest share of the holders of a value in a group, with its tolerance; 1 or more: every share. */
  readonly share: number;
}

/** Results of a scan of combinations. */
export interface CombinationsFound {
  /** [classes] 1 for a class in a group that breaks a bound. */
  readonly fails: Uint8Array;
  /** The least count of a group; Infinity where no group was scanned. */
  readonly fewest: number;
  /** The largest share of a group; 0 where none was scanned. */
  readonly share: number;
}

/** Groups of classes that have equal values in some attributes: the groups that somebody sees who knows these values (bounded knowledge, LKC). */
export interface CombinationScan {
  /** Restarts with the classes that `accepted` [classes] marks: the others are in no group. Null: all. */
  start(accepted: Uint8Array | null): void;
  /** Replaces the values of an attribute, [classes] below `size`, which is at most its first size. What was found stays. */
  replace(attribute: number, codes: Uint32Array, size: number): void;
  /**
   * Scans the groups of classes with one number in `groupOf` [classes] and one value in an attribute, for each of the attributes.
   * groups * size of an attribute is at most `MOST_GROUPS`.
   */
  scan(groupOf: Uint32Array, groups: number, attributes: readonly number[]): void;
  /** Scans the groups of `groupOf` themselves, at most `MOST_GROUPS`. */
  scanGroups(groupOf: Uint32Array, groups: number): void;
  found(): CombinationsFound;
  /** True once a scanned group broke a bound. */
  readonly isBroken: boolean;
  dispose(): void;
}

/**
 * Counting and searching: one interface, in WebAssembly and in JavaScript, with equal results to the last bit. A program makes one with
 * `createEngine` to keep it over several runs, gives it to `anonymize` as `engine`, and ends it with `dispose`; its other methods serve the
 * algorithms.
 */
export interface Engine {
  /** Which of the two it is. */
  readonly name: EngineName;
  /** Which build it is: `name`, or `wasm-debug`, with checks in the kernels. */
  readonly variant: EngineVariant;
  /** Makes columns resident. Throws CapacityError when they do not fit. */
  load(rows: number, columns: readonly EngineColumn[]): ResidentTable;
  /** Distinct vectors of `columns` (default: all), each through its level map when one is given. */
  frequencySet(
    table: ResidentTable,
    columns?: readonly number[],
    maps?: readonly (LevelMap | null)[],
  ): FrequencySetWithRows;
  /**
   * A frequency set from vectors and counts (rows of a SQL engine, a file of counts): vectors may repeat, unless
   * `areDistinct` (default false) says that none does; then they are taken as they come.
   */
  frequencySetOf(columns: readonly EngineColumn[], counts: Uint32Array, areDistinct?: boolean): FrequencySet;
  /** Generalizes the columns of a frequency set and merges equal vectors, without touching rows. */
  rollUp(set: FrequencySet, maps: readonly (LevelMap | null)[]): FrequencySet;
  /** Keeps some columns and merges equal vectors. */
  project(set: FrequencySet, columns: readonly number[]): FrequencySet;
  /** Splits classes of rows by one more column (through its level map when given). */
  splitClasses(table: ResidentTable, classes: Classes, column: number, map?: LevelMap | null): Classes;
  /** [classes * size] counts of a column's codes per class, row major. Throws CapacityError past 2^28 cells. */
  histogram(table: ResidentTable, classes: Classes, column: number): Uint32Array;
  /**
   * [groups * size] weighted counts of a column's codes per group of vectors. groupOf: [set.length], in [0, groups).
   */
  groupHistogram(set: FrequencySet, groupOf: Uint32Array, groups: number, column: number): Uint32Array;
  /** [groups] 1 where all conditions on persons hold for a group of vectors. groupOf: [set.length], in [0, groups). */
  groupsHold(
    set: FrequencySet,
    groupOf: Uint32Array,
    groups: number,
    conditions: readonly ClassCondition[],
  ): Uint8Array;
  /** Sums over class sizes. */
  classSums(sizes: Uint32Array, k: number): ClassSums;
  /** Sum over classes of (size - largest count of the class's row of the histogram): the minority rows of CM. */
  minoritySum(histogram: Uint32Array, size: number): number;
  /** True for each class (row of the histogram [classes * size]) that satisfies the condition; for tests and summaries. */
  checkCondition(condition: ClassCondition, sizes: Uint32Array, histogram: Uint32Array | null): Uint8Array;
  /** The search of Mondrian (LeFevre, DeWitt, Ramakrishnan 2006) over a frequency set. */
  mondrian(set: FrequencySet, spec: MondrianSpec): EngineSearch<MondrianResult>;
  /** Evaluates cuts of the first columns of a frequency set. Copies what it needs. */
  cutEvaluator(set: FrequencySet, problem: CutProblem): CutEvaluator;
  /** K-OPTIMIZE; budgets of `step` are nodes. Copies what it needs. */
  kOptimize(set: FrequencySet, spec: KOptimizeSpec): KOptimizeSearch;
  /**
   * Goes on with a search from what `save` or `split` gave. Throws InvalidArgumentError `WRONG_STATE` for a state of another version or
   * of another kind; the bytes must otherwise be as they were given.
   */
  resumeKOptimize(state: Uint8Array): KOptimizeSearch;
  /**
   * Frequency sets over the lattice of full-domain generalizations of some columns. At most 2^26 rows, so that sums of squares
   * are exact. Copies what it needs.
   */
  nodeSets(set: FrequencySet, spec: NodeSetsSpec): NodeSets;
  /** Points [dimensions][points] with their rows. Copies what it needs, as the next four do. */
  pointScan(values: readonly Float64Array[], rows: Uint32Array): PointScan;
  /** Vectors by their codes [attributes][vectors], below `sizes`; 1 to 256 attributes. */
  memberScan(codes: readonly Uint32Array[], sizes: readonly number[]): MemberScan;
  /** Groups of classes by the values that somebody knows of them. Copies what it needs. */
  combinationScan(classes: CombinationClasses, limits: CombinationLimits): CombinationScan;
  /** Means of groups: per attribute the places of a number's codes, or null for a category, whose `costs` then count. */
  nearestMeans(groups: number, costs: readonly RunCosts[], places: readonly (Float64Array | null)[]): NearestMeans;
  /**
   * Keys of points on a Hilbert curve: the first of the words [words][points] counts most.
   *
   * @param points - [dimensions][points] coordinates below 2^bits
   * @param bits - 1 to 16
   */
  hilbertKeys(points: readonly Uint32Array[], bits: number): Uint32Array[];
  /**
   * The cheapest partition of a line into runs, by dynamic programming; null when there is none. Ties: shorter first runs.
   * Budgets are rows of runs that are tried.
   */
  cheapestRuns(line: RowLine, limits: RunLimits): EngineSearch<Runs | null>;
  /**
   * One pass over a line: every run, from ends[s] on (as in {@link RunLimits}), ends where it and the shortest run after it cost
   * least per row; rows left at the end join the last. Budgets are rows of runs that are tried.
   */
  greedyRuns(line: RowLine, ends: Uint32Array): EngineSearch<Runs>;
  /** Zeroes and frees what held data; the engine cannot be used afterwards. */
  dispose(): void;
}
