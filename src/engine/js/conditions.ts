import {
  conditionBound,
  conditionKinds,
  conditionTotal,
  largestSetOf,
  minimumSizeOf,
  pairsByNumber,
} from '../condition-bounds.js';
import type { ClassCondition, PairColumn } from '../engine.js';
import { askedOfColumn, codesCounted, isOnPersons } from '../listed-columns.js';
import { PersonCounter } from './person-counts.js';
import { LOGARITHM_TABLE_LENGTH, logarithmTable, naturalLogarithm } from '../../base/logarithm.js';

/** Mark of a pair whose person is left out. */
const LEFT_OUT = 0xffffffff;
/** Bit of the support of an item that rows without a person have. */
const PRESENT = 0x80000000;

/** One condition, ready to be asked about histograms; the twin of a condition block of assembly/conditions.ts. */
export class CompiledCondition {
  readonly #kind: number;
  readonly #bound: number;
  readonly #size: number;
  readonly #l: number;
  readonly #total: number;
  readonly #global: Uint32Array;
  readonly #kept: Uint32Array;
  readonly #logarithms: Float64Array;
  readonly #height: number;
  readonly #nodes: number;
  readonly #nodeOf: Uint32Array;
  readonly #differences: Float64Array;
  readonly #every: boolean;
  readonly #lower: Float64Array;
  readonly #upper: Float64Array;
  readonly #distinctLimit: number;
  readonly #values: Float64Array;
  readonly #outside: boolean;
  readonly #persons: PersonCounter | null;
  readonly #sets: Extract<ClassCondition, { kind: 'sets' }> | null;
  /** [largest set] scratch: rows that have the set and the item, [items]; codes that have the set, [size]. */
  readonly #supports: readonly Uint32Array[];
  readonly #lists: readonly Uint32Array[];
  /** The persons of items that were counted last, plus 1. */
  readonly #lasts: readonly Uint32Array[];
  readonly #pairs: PairColumn | null;
  /** `range` of persons: pairs by number; scratch: the first pair of each pair's person, and a person's pairs in an interval. */
  readonly #order: Uint32Array;
  readonly #heads: Uint32Array;
  readonly #inside: Uint32Array;

  /** `values`: codes of the sensitive column, 0 for conditions on class sizes. */
  constructor(condition: ClassCondition, values: number) {
    this.#outside = condition.outside === true;
    this.#pairs = condition.pairs ?? null;
    this.#persons = condition.pairs === undefined ? null : new PersonCounter(condition.pairs);
    const size = condition.pairs?.values ?? codesCounted(condition, this.#outside ? values - 1 : values);
    this.#kind = conditionKinds[condition.kind];
    this.#bound = conditionBound(condition);
    this.#size = size;
    this.#l = condition.kind === 'recursive' ? condition.l : 1;
    this.#total = conditionTotal(condition);
    this.#global = 'global' in condition ? condition.global : new Uint32Array(0);
    this.#kept = new Uint32Array(Math.min(this.#l, size + 1));
    this.#logarithms = condition.kind === 'entropy' ? logarithmTable() : new Float64Array(0);
    const tree = condition.kind === 't-hierarchical' ? condition : null;
    this.#height = tree?.height ?? 0;
    this.#nodes = tree?.nodes ?? 0;
    this.#nodeOf = tree?.nodeOf ?? new Uint32Array(0);
    this.#differences = new Float64Array(this.#nodes);
    const shares = condition.kind === 'shares' ? condition : null;
    this.#every = condition.kind === 'presence' ? condition.empty : (shares?.every ?? false);
    this.#lower = shares?.lower ?? new Float64Array(0);
    this.#upper = shares?.upper ?? new Float64Array(0);
    this.#sets = condition.kind === 'sets' ? condition : null;
    const depths = Array.from({ length: this.#sets === null ? 0 : largestSetOf(this.#sets) });
    this.#supports = depths.map(() => new Uint32Array(this.#sets?.itemCount ?? 0));
    const pairs = this.#pairs?.personOf.length ?? 0;
    this.#lists = depths.map(() => new Uint32Array(Math.max(size, pairs)));
    this.#lasts = depths.map(() => new Uint32Array(pairs === 0 ? 0 : (this.#sets?.itemCount ?? 0)));
    const range = condition.kind === 'range' ? condition : null;
    this.#distinctLimit = range?.distinct ?? 0;
    this.#values = range?.values ?? new Float64Array(0);
    const isInterval = range !== null && this.#pairs !== null;
    this.#order = isInterval ? pairsByNumber(range.values, this.#pairs) : new Uint32Array(0);
    this.#heads = new Uint32Array(isInterval ? pairs : 0);
    this.#inside = new Uint32Array(isInterval ? pairs : 0);
  }

  /**
   * True when the condition holds for a class of `rows` rows whose counts of the sensitive column are
   * histogram[offset .. offset + size - 1] (not read by conditions on size).
   */
  holds(rows: number, histogram: Uint32Array, offset: number): boolean {
    return this.#persons === null
      ? this.#kindHolds(rows, histogram, offset)
      : this.#personsHold(this.#persons, rows, histogram, offset);
  }

  /** True when a condition on pairs, neither sets nor range, holds for a class that is the list of codes and rows from .. to - 1. */
  listHolds(codes: Uint32Array, rows: Uint32Array, from: number, to: number): boolean {
    const counter = this.#persons as PersonCounter;
    const persons = counter.countListed(codes, rows, from, to);
    if (persons === 0 && this.#kind !== conditionKinds.shares) {
      for (let i = from; i < to; i++) if (rows[i] !== 0) return true;
    }
    return this.#countedHold(counter, persons);
  }

  /** The condition on the persons of a class, whose column is one of pairs. */
  #personsHold(counter: PersonCounter, rows: number, histogram: Uint32Array, offset: number): boolean {
    if (this.#kind === conditionKinds.sets) return this.#setsHold(histogram, offset);
    const persons = counter.count(histogram, offset);
    if (persons === 0 && rows > 0 && this.#kind !== conditionKinds.shares) return true;
    if (this.#kind !== conditionKinds.range) return this.#countedHold(counter, persons);
    counter.worstCase(persons);
    return (
      this.#distinct(counter.holders, 0) >= this.#distinctLimit &&
      this.#smallestInterval(histogram, offset) >= this.#bound
    );
  }

  /** The condition on persons, by value, as they were counted last. */
  #countedHold(counter: PersonCounter, persons: number): boolean {
    if (this.#kind === conditionKinds.members) {
      const [members] = counter.holders;
      return members === 0 || members >= this.#bound;
    }
    const { shares, population, presence } = conditionKinds;
    if (this.#kind === shares || this.#kind === population || this.#kind === presence) {
      return this.#kindHolds(persons, counter.holders, 0);
    }
    const total = this.#total;
    const bound = this.#bound;
    switch (this.#kind) {
      case conditionKinds['t-equal']:
        return (
          counter.equalWeights(persons, total) <= 2 * persons * total * bound &&
          counter.largestGain(persons, total) <= persons * total * bound
        );
      case conditionKinds['t-ordered']:
        return counter.orderedWeights(persons, total) <= (this.#size - 1) * persons * total * bound;
      case conditionKinds['t-hierarchical']:
        return (
          counter.treeWeights(persons, total, this.#nodeOf, this.#differences) <=
          2 * this.#height * persons * total * bound
        );
      default:
        counter.worstCase(persons);
        return this.#kindHolds(persons, counter.holders, 0);
    }
  }

  #kindHolds(rows: number, histogram: Uint32Array, offset: number): boolean {
    const weight = this.#outside ? rows - histogram[offset + this.#size] : rows;
    if (this.#outside && weight === 0) return true;
    switch (this.#kind) {
      case 0:
        return weight >= this.#bound;
      case 1:
        return this.#distinct(histogram, offset) >= this.#bound;
      case 2:
        return this.#entropy(weight, histogram, offset) >= this.#bound;
      case 3:
        return this.#recursive(weight, histogram, offset);
      case 4:
        return this.#equalDistance(weight, histogram, offset) <= 2 * weight * this.#total * this.#bound;
      case 5:
        return (
          this.#orderedDistance(weight, histogram, offset) <= (this.#size - 1) * weight * this.#total * this.#bound
        );
      case 6:
        return (
          this.#hierarchicalDistance(weight, histogram, offset) <= 2 * this.#height * weight * this.#total * this.#bound
        );
      case 7:
        return weight >= this.#bound && this.#sharesHold(weight, histogram, offset);
      case 8:
        return this.#rangeHolds(histogram, offset);
      case 9:
        return weight >= this.#bound;
      case 10:
        return histogram[offset] === 0 || weight >= this.#bound;
      case 13:
        return histogram[offset] >= this.#bound;
      case 12:
        return this.#setsHold(histogram, offset);
      default:
        if (histogram[offset] === 0 && this.#every) return true;
        return histogram[offset] >= this.#bound * weight && histogram[offset] <= this.#total * weight;
    }
  }

  #distinct(histogram: Uint32Array, offset: number): number {
    let distinct = 0;
    for (let at = offset, end = offset + this.#size; at < end; at++) if (histogram[at] !== 0) distinct++;
    return distinct;
  }

  #entropy(weight: number, histogram: Uint32Array, offset: number): number {
    const logarithms = this.#logarithms;
    let sum = 0;
    for (let at = offset, end = offset + this.#size; at < end; at++) {
      const count = histogram[at];
      if (count > 1) sum += count * (count < LOGARITHM_TABLE_LENGTH ? logarithms[count] : naturalLogarithm(count));
    }
    const whole = weight < LOGARITHM_TABLE_LENGTH ? logarithms[weight] : naturalLogarithm(weight);
    return whole - sum / weight;
  }

  #recursive(weight: number, histogram: Uint32Array, offset: number): boolean {
    const keptLength = Math.min(this.#l - 1, this.#size);
    const kept = this.#kept;
    let filled = 0;
    let largest = 0;
    let top = 0;
    for (let index = offset, end = offset + this.#size; index < end; index++) {
      const count = histogram[index];
      if (count === 0) continue;
      if (count > largest) largest = count;
      if (keptLength === 0) continue;
      let at = filled;
      if (filled === keptLength) {
        const smallest = kept[keptLength - 1];
        if (count <= smallest) continue;
        top -= smallest;
        at--;
      } else {
        filled++;
      }
      top += count;
      while (at > 0 && kept[at - 1] < count) {
        kept[at] = kept[at - 1];
        at--;
      }
      kept[at] = count;
    }
    return largest < this.#bound * (weight - top);
  }

  #equalDistance(weight: number, histogram: Uint32Array, offset: number): number {
    const global = this.#global;
    const total = this.#total;
    let sum = 0;
    for (let code = 0; code < this.#size; code++) {
      sum += Math.abs(histogram[offset + code] * total - global[code] * weight);
    }
    return sum;
  }

  #orderedDistance(weight: number, histogram: Uint32Array, offset: number): number {
    const global = this.#global;
    const total = this.#total;
    let sum = 0;
    let count = 0;
    let whole = 0;
    for (let code = 0; code < this.#size; code++) {
      count += histogram[offset + code];
      whole += global[code];
      sum += Math.abs(count * total - whole * weight);
    }
    return sum;
  }

  /** Every edge of the tree, half a level long, is crossed by as much as the subtree below it differs. */
  #hierarchicalDistance(weight: number, histogram: Uint32Array, offset: number): number {
    const global = this.#global;
    const total = this.#total;
    const differences = this.#differences;
    let sum = 0;
    for (let level = 0, at = 0; level < this.#height; level++) {
      differences.fill(0);
      for (let code = 0; code < this.#size; code++, at++) {
        differences[this.#nodeOf[at]] += histogram[offset + code] * total - global[code] * weight;
      }
      for (let node = 0; node < this.#nodes; node++) sum += Math.abs(differences[node]);
    }
    return sum;
  }

  /** Forgets the data: of the last histogram that was asked about. */
  clear(): void {
    this.#persons?.clear();
    const scratch = [...this.#supports, ...this.#lists, ...this.#lasts, this.#heads, this.#inside];
    for (const list of [this.#kept, this.#differences, ...scratch]) list.fill(0);
  }

  #sharesHold(weight: number, histogram: Uint32Array, offset: number): boolean {
    for (let code = 0; code < this.#size; code++) {
      const count = histogram[offset + code];
      if (count === 0 && !this.#every) continue;
      if (count < this.#lower[code] * weight || count > this.#upper[code] * weight) return false;
    }
    return true;
  }

  #setsHold(histogram: Uint32Array, offset: number): boolean {
    const { start } = this.#sets!;
    const list = this.#lists[0];
    let length = 0;
    const codes = this.#pairs?.valueOf.length ?? this.#size;
    for (let code = 0; code < codes; code++) {
      const value = this.#valueAt(code);
      if (histogram[offset + code] !== 0 && start[value + 1] !== start[value]) list[length++] = code;
    }
    return length === 0 || this.#longerSetsHold(histogram, offset, 0, length, 0);
  }

  /** The value of a code: the code, or that of a pair. */
  #valueAt(code: number): number {
    return this.#pairs === null ? code : this.#pairs.valueOf[code];
  }

  /** The sets that the codes of list `depth` have in common, with one item of `first` or later more, and those beyond. */
  #longerSetsHold(histogram: Uint32Array, offset: number, depth: number, length: number, first: number): boolean {
    const { start, items, itemCount } = this.#sets!;
    const supports = this.#supports[depth];
    const list = this.#lists[depth];
    supports.fill(0, first);
    // Pairs stand in the order of persons: the last person with an item, plus 1, says who was counted.
    const lasts = this.#lasts[depth];
    const pairs = this.#pairs;
    lasts.fill(0, first);
    for (let i = 0; i < length; i++) {
      const code = list[i];
      const value = this.#valueAt(code);
      let rows = histogram[offset + code];
      let person = 0;
      if (pairs !== null) {
        person = pairs.personOf[code] + 1;
        rows = person > pairs.persons ? 0 : 1;
      }
      for (let at = start[value + 1] - 1; at >= start[value] && items[at] >= first; at--) {
        const item = items[at];
        if (pairs !== null) {
          if (lasts[item] === person) continue;
          lasts[item] = person;
          // Rows without a person have the item and add no support.
          if (rows === 0) supports[item] = (supports[item] | PRESENT) >>> 0;
        }
        supports[item] += rows;
      }
    }
    for (let item = first; item < itemCount; item++) {
      const support = pairs === null ? supports[item] : supports[item] & ~PRESENT;
      if (supports[item] !== 0 && support < this.#bound) return false;
    }
    if (depth + 1 === this.#lists.length) return true;
    const longer = this.#lists[depth + 1];
    for (let item = first; item + 1 < itemCount; item++) {
      if (supports[item] === 0) continue;
      let found = 0;
      for (let i = 0; i < length; i++) {
        const code = list[i];
        const value = this.#valueAt(code);
        const last = start[value + 1] - 1;
        let at = last;
        while (at >= start[value] && items[at] > item) at--;
        if (at >= start[value] && at < last && items[at] === item) longer[found++] = code;
      }
      if (found > 0 && !this.#longerSetsHold(histogram, offset, depth + 1, found, item + 1)) return false;
    }
    return true;
  }

  /** Length of the smallest interval with a number of every person of a class who has numbers only; 0 without such persons. */
  #smallestInterval(histogram: Uint32Array, offset: number): number {
    const { personOf, valueOf, persons: all } = this.#pairs!;
    const [heads, inside, order, values] = [this.#heads, this.#inside, this.#order, this.#values];
    let persons = 0;
    for (let from = 0, to = 0; from < personOf.length && personOf[from] < all; from = to) {
      let rows = 0;
      let isLeftOut = false;
      for (to = from; to < personOf.length && personOf[to] === personOf[from]; to++) {
        const own = histogram[offset + to];
        if (own === 0) continue;
        rows += own;
        if (Number.isNaN(values[valueOf[to]])) isLeftOut = true;
      }
      const isCounted = rows > 0 && !isLeftOut;
      if (isCounted) persons++;
      inside[from] = 0;
      heads.fill(isCounted ? from : LEFT_OUT, from, to);
    }
    if (persons === 0) return 0;
    let smallest = Infinity;
    let held = 0;
    let first = 0;
    for (const code of order) {
      const head = heads[code];
      if (head === LEFT_OUT || histogram[offset + code] === 0) continue;
      if (inside[head]++ === 0) held++;
      const high = values[valueOf[code]];
      for (; held === persons; first++) {
        const lowest = order[first];
        const own = heads[lowest];
        if (own === LEFT_OUT || histogram[offset + lowest] === 0) continue;
        const gap = high - values[valueOf[lowest]];
        if (gap < smallest) smallest = gap;
        if (--inside[own] === 0) held--;
      }
    }
    return smallest;
  }

  #rangeHolds(histogram: Uint32Array, offset: number): boolean {
    let distinct = 0;
    let least = Infinity;
    let most = -Infinity;
    for (let code = 0; code < this.#size; code++) {
      if (histogram[offset + code] === 0) continue;
      distinct++;
      const value = this.#values[code];
      if (value < least) least = value;
      if (value > most) most = value;
    }
    // Without a number the range is 0.
    return distinct >= this.#distinctLimit && (most >= least ? most - least : 0) >= this.#bound;
  }
}

/** A sensitive column of a search, as the conditions on it see it. */
interface JudgedColumn {
  readonly size: number;
  /** [sides * size] one histogram a side, grown when needed; null where no condition asks for any. */
  histograms: Uint32Array | null;
  /** The codes of every side, or null. */
  readonly lists: CodeLists | null;
  /** Minimum numbers of persons, where conditions require them. */
  readonly enough: EnoughCodes | null;
}

/** Codes with their rows, side by side: those of side s stand at starts[s] .. starts[s + 1] - 1. */
interface CodeLists {
  starts: Uint32Array;
  codes: Uint32Array;
  rows: Uint32Array;
}

/** Finds out which sides of a cut have enough distinct codes of a column. */
class EnoughCodes {
  readonly #least: number;
  /** [codes that count] 0 or the number of the only side that has the code, from 1, or SEVERAL; 0 between two cuts. */
  readonly #marks: Uint8Array;
  readonly #found: number[][] = [];

  /** @param known - codes from which on none counts */
  constructor(least: number, known: number) {
    this.#least = least;
    this.#marks = new Uint8Array(known);
  }

  /** Notes a code of a side; returns 1 where the side has enough from now on, else 0. */
  note(side: number, code: number): number {
    const found = (this.#found[side] ??= []);
    if (found.length === this.#least || code >= this.#marks.length) return 0;
    const known = this.#marks[code];
    const own = side < SEVERAL - 1 ? side + 1 : SEVERAL;
    if (known === own && own < SEVERAL) return 0;
    if (known === SEVERAL && found.includes(code)) return 0;
    this.#marks[code] = known === 0 ? own : SEVERAL;
    return found.push(code) === this.#least ? 1 : 0;
  }

  /** Forgets the codes that were noted. */
  forget(): void {
    // Sides without codes have no list.
    this.#found.forEach((found) => {
      for (const code of found) this.#marks[code] = 0;
      found.length = 0;
    });
  }
}

/** The mark of a code that several sides have, or one of many sides. */
const SEVERAL = 255;

/** All conditions of a search, with what they look at of every sensitive column. */
export class CompiledConditions {
  /** The smallest class that the conditions on size allow, at least 1. */
  readonly minimumSize: number;
  /** [sensitive columns] */
  readonly columns: readonly JudgedColumn[];
  readonly #conditions: readonly { readonly condition: CompiledCondition; readonly sensitive: number }[];

  constructor(conditions: readonly ClassCondition[], sensitiveColumns: readonly number[], sizes: readonly number[]) {
    this.minimumSize = minimumSizeOf(conditions);
    this.columns = sensitiveColumns.map((column) => {
      const { least, hasKeyless, isListed, isCounted } = askedOfColumn(conditions, column);
      const none = new Uint32Array(0);
      return {
        size: sizes[column],
        histograms: isCounted ? new Uint32Array(2 * sizes[column]) : null,
        lists: isListed ? { starts: none, codes: none, rows: none } : null,
        enough: least > 0 ? new EnoughCodes(least, sizes[column] - Number(hasKeyless)) : null,
      };
    });
    const others = conditions.filter((condition) => !isOnPersons(condition));
    this.#conditions = others.map((condition) => {
      const sensitive = condition.kind === 'size' ? -1 : sensitiveColumns.indexOf(condition.column);
      const size = sensitive < 0 ? 0 : this.columns[sensitive].size;
      return { condition: new CompiledCondition(condition, size), sensitive };
    });
  }

  /** The table u32[sides * size] of a column with histograms, grown when needed; the caller fills it. */
  reserve(column: JudgedColumn, sides: number): Uint32Array {
    const needed = sides * column.size;
    if (column.histograms!.length < needed) column.histograms = new Uint32Array(needed);
    return column.histograms!;
  }

  /** The lists of a column, with room for `length` codes; the caller fills them. */
  reserveLists({ lists }: JudgedColumn, sides: number, length: number): CodeLists {
    if (lists!.starts.length < sides + 2) lists!.starts = new Uint32Array(sides + 2);
    if (lists!.codes.length < length) {
      lists!.codes = new Uint32Array(length);
      lists!.rows = new Uint32Array(length);
    }
    return lists!;
  }

  /** True when all conditions hold for side `side` of `weight` rows, as its columns were counted. */
  hold(side: number, weight: number): boolean {
    for (const { condition, sensitive } of this.#conditions) {
      if (sensitive < 0) {
        if (!condition.holds(weight, this.#none, 0)) return false;
        continue;
      }
      const { size, histograms, lists } = this.columns[sensitive];
      const holds =
        lists === null
          ? condition.holds(weight, histograms!, side * size)
          : condition.listHolds(lists.codes, lists.rows, lists.starts[side], lists.starts[side + 1]);
      if (!holds) return false;
    }
    return true;
  }

  /** Forgets the data. */
  clear(): void {
    for (const { histograms, lists } of this.columns) {
      histograms?.fill(0);
      for (const list of [lists?.codes, lists?.rows, lists?.starts]) list?.fill(0);
    }
    for (const { condition } of this.#conditions) condition.clear();
  }

  readonly #none = new Uint32Array(0);
}

/**
 * Compiles conditions whose `column` numbers are columns of a frequency set: `sensitiveColumns` lists the columns that
 * hold sensitive codes, `sizes` the code spaces of all columns.
 */
export function compileConditions(
  conditions: readonly ClassCondition[],
  sensitiveColumns: readonly number[],
  sizes: readonly number[],
): CompiledConditions {
  return new CompiledConditions(conditions, sensitiveColumns, sizes);
}
