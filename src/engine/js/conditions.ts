import { conditionBound, conditionKinds, conditionTotal, minimumSizeOf } from '../condition-bounds.js';
import type { ClassCondition } from '../engine.js';
import { LOGARITHM_TABLE_LENGTH, logarithmTable, naturalLogarithm } from '../logarithm.js';

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

  /** `size`: values of the sensitive column, 0 for conditions on class sizes. */
  constructor(condition: ClassCondition, size: number) {
    this.#kind = conditionKinds[condition.kind];
    this.#bound = conditionBound(condition);
    this.#size = size;
    this.#l = condition.kind === 'recursive' ? condition.l : 1;
    this.#total = conditionTotal(condition);
    this.#global = 'global' in condition ? condition.global : new Uint32Array(0);
    this.#kept = new Uint32Array(Math.min(this.#l, size + 1));
    this.#logarithms = condition.kind === 'entropy' ? logarithmTable() : new Float64Array(0);
  }

  /**
   * True when the condition holds for a class of `weight` rows whose counts of the sensitive column are
   * histogram[offset .. offset + size - 1] (not read by conditions on size).
   */
  holds(weight: number, histogram: Uint32Array, offset: number): boolean {
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
      default:
        return (
          this.#orderedDistance(weight, histogram, offset) <= (this.#size - 1) * weight * this.#total * this.#bound
        );
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
}

/** All conditions of a search, with one table of histograms per sensitive column: one histogram a side of a cut. */
export class CompiledConditions {
  /** The smallest class that the conditions on size allow, at least 1. */
  readonly minimumSize: number;
  /** Sensitive columns. */
  readonly sensitiveCount: number;
  /** [sensitiveCount] values of every sensitive column. */
  readonly sizes: readonly number[];
  readonly #conditions: readonly { readonly condition: CompiledCondition; readonly sensitive: number }[];
  readonly #tables: Uint32Array[];

  constructor(conditions: readonly ClassCondition[], sensitiveColumns: readonly number[], sizes: readonly number[]) {
    this.minimumSize = minimumSizeOf(conditions);
    this.sensitiveCount = sensitiveColumns.length;
    this.sizes = sensitiveColumns.map((column) => sizes[column]);
    this.#conditions = conditions.map((condition) => {
      const sensitive = condition.kind === 'size' ? -1 : sensitiveColumns.indexOf(condition.column);
      return { condition: new CompiledCondition(condition, sensitive < 0 ? 0 : this.sizes[sensitive]), sensitive };
    });
    this.#tables = this.sizes.map((size) => new Uint32Array(2 * size));
  }

  /** The table u32[sides * size] of sensitive column `sensitive`, grown when needed; the caller fills it. */
  reserve(sensitive: number, sides: number): Uint32Array {
    const needed = sides * this.sizes[sensitive];
    if (this.#tables[sensitive].length < needed) this.#tables[sensitive] = new Uint32Array(needed);
    return this.#tables[sensitive];
  }

  /** True when all conditions hold for side `side` of `weight` rows, whose histograms stand in the tables. */
  hold(side: number, weight: number): boolean {
    for (const { condition, sensitive } of this.#conditions) {
      const holds =
        sensitive < 0
          ? condition.holds(weight, this.#none, 0)
          : condition.holds(weight, this.#tables[sensitive], side * this.sizes[sensitive]);
      if (!holds) return false;
    }
    return true;
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
