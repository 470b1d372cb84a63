import { areAllCounted, keepEntries, type KeptEntries } from './combinations.js';
import type {
  CombinationClasses,
  CombinationLimits,
  CombinationScan,
  CombinationsFound,
  CountedEntries,
} from './engine.js';

/** Extent of a {@link GroupScan}. */
interface GroupScanOptions {
  /**
   * True where the last value of every attribute, and the last group of every `groupOf`, stand for suppressed cells: they match nothing, so that classes
   * with one are in no group. Default false.
   */
  readonly blanks?: boolean;
}

/** The twin of assembly/combination-scan.ts, which measures releases and cells too. The arguments were checked. */
export function createGroupScan(
  classes: CombinationClasses,
  limits: CombinationLimits,
  options: GroupScanOptions = {},
): GroupScan {
  return new GroupScan(classes, limits, options);
}

/** Key of no group. */
const NO_KEY = -1;

export class GroupScan implements CombinationScan {
  readonly #classes: CombinationClasses & { readonly codes: Uint32Array[]; readonly sizes: number[] };
  readonly #limits: CombinationLimits;
  readonly #fails: Uint8Array;
  readonly #keys: Uint32Array;
  #kept: Uint32Array = new Uint32Array(0);
  #counted: KeptEntries;
  #held: KeptEntries | null = null;
  #counts = new Uint32Array(0);
  #holders = new Uint32Array(0);
  #units = new Uint32Array(0);
  #bad = new Uint8Array(0);
  /** True where nothing is judged but counts of groups, and those of 0 are none. */
  #isPlain = false;
  readonly #hasBlanks: boolean;
  /** Classes that `fails` marks, the first `failingCount`. */
  readonly #failing: Uint32Array;
  #failingCount = 0;
  /** True where every class has one entry, in their order. */
  #isOneEach = false;
  #fewest = Infinity;
  #share = 0;

  constructor(
    { codes, sizes, counted, held }: CombinationClasses,
    limits: CombinationLimits,
    { blanks = false }: GroupScanOptions,
  ) {
    this.#hasBlanks = blanks;
    const copy = (entries: CountedEntries): CountedEntries => ({
      classOf: entries.classOf.slice(),
      weight: entries.weight.slice(),
      unit: entries.unit?.slice() ?? null,
    });
    this.#classes = {
      codes: codes.map((column) => column.slice()),
      sizes: [...sizes],
      counted: copy(counted),
      held: held === null ? null : { ...copy(held), start: held.start.slice() },
    };
    this.#limits = limits;
    this.#fails = new Uint8Array(codes[0].length);
    this.#failing = new Uint32Array(codes[0].length);
    this.#keys = new Uint32Array(codes[0].length);
    this.#counted = keepEntries(this.#classes.counted, null, new Uint32Array(0));
    this.start(null);
  }

  start(accepted: Uint8Array | null): void {
    const { counted, held } = this.#classes;
    this.#fails.fill(0);
    this.#failingCount = 0;
    this.#fewest = Infinity;
    this.#share = 0;
    this.#kept = Uint32Array.from(this.#fails.keys()).filter((c) => accepted === null || accepted[c] === 1);
    this.#counted = keepEntries(counted, accepted, Uint32Array.of(0, counted.classOf.length));
    this.#held = held === null ? null : keepEntries(held, accepted, held.start);
    this.#isPlain = held === null && areAllCounted(this.#counted, this.#kept, this.#fails.length);
    const { classOf, unit } = this.#counted;
    this.#isOneEach = unit === null && classOf.length === this.#fails.length && classOf.every((c, e) => c === e);
  }

  replace(attribute: number, codes: Uint32Array, size: number): void {
    this.#classes.codes[attribute].set(codes);
    this.#classes.sizes[attribute] = size;
  }

  scan(groupOf: Uint32Array, groups: number, attributes: readonly number[]): void {
    for (const a of attributes) {
      const column = this.#classes.codes[a];
      const size = this.#classes.sizes[a];
      this.#scanPairs(groupOf, column, groups * size, size);
    }
  }

  scanGroups(groupOf: Uint32Array, groups: number): void {
    const kept = this.#kept;
    for (let i = 0; i < kept.length; i++) this.#keys[kept[i]] = groupOf[kept[i]];
    this.#grow(groups);
    this.#count(this.#counted, 0, this.#counted.classOf.length, this.#counts);
    this.#judge(this.#hasBlanks ? groups - 1 : NO_KEY);
  }

  /** Classes in failing groups since the start or the last call. */
  takeFailing(): Uint32Array {
    const taken = this.#failing.slice(0, this.#failingCount);
    this.#failingCount = 0;
    for (const c of taken) this.#fails[c] = 0;
    return taken;
  }

  found(): CombinationsFound {
    return { fails: this.#fails.slice(), fewest: this.#fewest, share: this.#share };
  }

  get isBroken(): boolean {
    return this.#fewest < this.#limits.fewest || this.#share > this.#limits.share;
  }

  dispose(): void {
    const { codes, counted, held } = this.#classes;
    for (const column of codes) column.fill(0);
    for (const entries of [counted, held, this.#counted, this.#held]) {
      for (const list of [entries?.classOf, entries?.weight, entries?.unit]) list?.fill(0);
    }
    this.#counts.fill(0);
    this.#kept = new Uint32Array(0);
  }

  #scanPairs(groupOf: Uint32Array, column: Uint32Array, groups: number, size: number): void {
    this.#grow(groups);
    const counts = this.#counts;
    const kept = this.#kept;
    const keys = this.#keys;
    const isQuick = this.#isPlain && groups / 4 <= kept.length;
    if (isQuick) {
      this.#countPairs(groupOf, column, size);
      const least = this.#hasBlanks ? leastShown(counts, groups, size) : leastOf(counts, groups);
      if (least < this.#fewest) this.#fewest = least;
      if (least >= this.#limits.fewest) {
        this.#clearTables(groups);
        return;
      }
      this.#failPairs(groupOf, column, groups, size);
      this.#clearTables(groups);
      return;
    }
    for (let i = 0; i < kept.length; i++) keys[kept[i]] = groupOf[kept[i]] * size + column[kept[i]];
    if (this.#hasBlanks) {
      // Classes without a value are together, under the key of the last group and the last value.
      for (let i = 0; i < kept.length; i++) {
        const c = kept[i];
        if (column[c] === size - 1 || keys[c] >= groups - size) keys[c] = groups - 1;
      }
    }
    this.#count(this.#counted, 0, this.#counted.classOf.length, counts);
    this.#judge(this.#hasBlanks ? groups - 1 : NO_KEY);
  }

  /** Marks the classes of groups with too few, whose entries were counted. */
  #failPairs(groupOf: Uint32Array, column: Uint32Array, groups: number, size: number): void {
    const counts = this.#counts;
    const kept = this.#kept;
    const { fewest } = this.#limits;
    const lastGroup = this.#hasBlanks ? groups / size - 1 : NO_KEY;
    const lastValue = this.#hasBlanks ? size - 1 : NO_KEY;
    for (let i = 0; i < kept.length; i++) {
      const c = kept[i];
      const group = groupOf[c];
      const value = column[c];
      if (group !== lastGroup && value !== lastValue && counts[group * size + value] < fewest) this.#fail(c);
    }
  }

  #fail(c: number): void {
    if (this.#fails[c] === 1) return;
    this.#fails[c] = 1;
    this.#failing[this.#failingCount++] = c;
  }

  #clearTables(groups: number): void {
    this.#counts.fill(0, 0, groups);
    if (this.#counted.unit !== null) this.#units.fill(0, 0, groups);
  }

  #grow(groups: number): void {
    if (this.#counts.length >= groups) return;
    this.#counts = new Uint32Array(groups);
    this.#holders = new Uint32Array(groups);
    this.#units = new Uint32Array(groups);
    this.#bad = new Uint8Array(groups);
  }

  /** Counts the entries of groups of classes, one number in `groupOf` and one code each, without writing the groups down. */
  #countPairs(groupOf: Uint32Array, column: Uint32Array, size: number): void {
    const { classOf, weight, unit } = this.#counted;
    const counts = this.#counts;
    if (this.#isOneEach) {
      for (let c = 0; c < groupOf.length; c++) counts[groupOf[c] * size + column[c]] += weight[c];
      return;
    }
    if (unit === null) {
      for (let e = 0; e < classOf.length; e++) counts[groupOf[classOf[e]] * size + column[classOf[e]]] += weight[e];
      return;
    }
    const units = this.#units;
    for (let e = 0; e < classOf.length; e++) {
      const key = groupOf[classOf[e]] * size + column[classOf[e]];
      if (units[key] === unit[e]) continue;
      units[key] = unit[e];
      counts[key] += weight[e];
    }
  }

  /**
   * Judges the groups of accepted classes, whose entries were counted by key, and clears their counts.
   *
   * @param blank - key of no group
   */
  #judge(blank: number): void {
    const counts = this.#counts;
    const keys = this.#keys;
    const kept = this.#kept;
    const { fewest, share } = this.#limits;
    const { unit } = this.#counted;
    if (unit !== null) for (const c of kept) this.#units[keys[c]] = 0;
    if (this.#held !== null) this.#scanHolders(this.#held, share, blank);
    let least = this.#fewest;
    for (const c of kept) {
      const key = keys[c];
      if (key === blank) continue;
      const count = counts[key];
      if (count < least) least = count;
      if (count < fewest || this.#bad[key] === 1) this.#fail(c);
    }
    this.#fewest = least;
    for (const c of kept) {
      const key = keys[c];
      counts[key] = 0;
      this.#units[key] = 0;
      this.#bad[key] = 0;
    }
  }

  #scanHolders(held: KeptEntries, bound: number, blank: number): void {
    const { start, classOf } = held;
    const counts = this.#counts;
    const holders = this.#holders;
    const keys = this.#keys;
    let largest = this.#share;
    for (let v = 0; v + 1 < start.length; v++) {
      this.#count(held, start[v], start[v + 1], holders);
      for (let e = start[v]; e < start[v + 1]; e++) {
        const key = keys[classOf[e]];
        if (holders[key] === 0) continue;
        const share = holders[key] / counts[key];
        holders[key] = 0;
        if (key === blank) continue;
        if (share > largest) largest = share;
        if (share > bound) this.#bad[key] = 1;
      }
    }
    this.#share = largest;
  }

  /** Adds the entries from .. to - 1 to the counts of their groups, each unit once in a group. */
  #count({ classOf, weight, unit }: CountedEntries, from: number, to: number, counts: Uint32Array): void {
    const keys = this.#keys;
    if (unit === null) {
      for (let e = from; e < to; e++) counts[keys[classOf[e]]] += weight[e];
      return;
    }
    const units = this.#units;
    for (let e = from; e < to; e++) {
      const key = keys[classOf[e]];
      if (units[key] === unit[e]) continue;
      units[key] = unit[e];
      counts[key] += weight[e];
    }
  }
}

/** The least count above 0 of the groups but the last, and of values but the last; Infinity where there is none. */
function leastShown(counts: Uint32Array, groups: number, size: number): number {
  let least = Infinity;
  for (let from = 0; from + size < groups; from += size) {
    for (let key = from; key < from + size - 1; key++) if (counts[key] > 0 && counts[key] < least) least = counts[key];
  }
  return least;
}

/** The least count above 0 of the groups; Infinity where there is none. */
function leastOf(counts: Uint32Array, groups: number): number {
  let least = Infinity;
  for (let group = 0; group < groups; group++) if (counts[group] > 0 && counts[group] < least) least = counts[group];
  return least;
}
