/** Groups of classes that have equal values in some quasi-identifiers, counted by definition: combination by combination. */
import { CapacityError } from '../base/errors.js';
import type { SparseHistogram } from './histogram.js';
import type { CombinationMeasure } from './models/model.js';
import type { PersonRows } from './person-counts.js';
import { NONE } from './persons.js';
import type { Table } from '../table/table.js';
import type { AuditSpec } from './spec.js';

/** Entries that are counted, each in the group of its class. */
interface Entries {
  readonly classOf: Uint32Array;
  /** [entries] rows; null: 1. */
  readonly weight: ArrayLike<number> | null;
  /** [entries] numbers of units, at least 1, those of one together: a unit counts once in a group. Null: every entry counts. */
  readonly unit: Uint32Array | null;
}

/** Classes with the values that they release, and their counts. */
export interface KnownClasses {
  /** [quasi-identifiers][classes]; where `*` matches nothing, 0 is `*`. */
  readonly codes: readonly Uint32Array[];
  /** True where `*` matches nothing: classes with it in a combination are in no group of that. */
  readonly areStarsLeftOut: boolean;
  /** Classes with a row. */
  readonly shown: Uint32Array;
  readonly counted: Entries;
  /** Entries by value of the sensitive column: those of rank r are start[r] .. start[r + 1] - 1. Null: none is judged. */
  readonly held: (Entries & { readonly start: Uint32Array }) | null;
}

/** Released values of classes, and the code of `*` in every quasi-identifier where it matches nothing, -1 without one; null: it is a value. */
export interface ShownValues {
  readonly codes: readonly Uint32Array[];
  readonly stars: readonly number[] | null;
}

/** Codes of `*` where it matches nothing; null where it is a value. */
export const starCodes = (
  release: Table,
  spec: Pick<AuditSpec, 'quasiIdentifiers' | 'starsMatchNothing'>,
): number[] | null =>
  spec.starsMatchNothing !== true
    ? null
    : spec.quasiIdentifiers.flatMap(({ name }) => release.column(name)?.texts.indexOf('*') ?? []);

/** The codes, with `*` as 0 where it matches nothing. */
function knownValues({ codes, stars }: ShownValues): Pick<KnownClasses, 'codes' | 'areStarsLeftOut'> {
  if (stars === null) return { codes, areStarsLeftOut: false };
  return {
    codes: codes.map((column, a) => column.map((code) => (code === stars[a] ? 0 : code + 1))),
    areStarsLeftOut: true,
  };
}

/** Classes by rows; `sizes` may have a class of suppressed rows after those of the codes, which is left out. */
export function classesByRows(
  values: ShownValues,
  sizes: ArrayLike<number>,
  histogram: SparseHistogram | null,
): KnownClasses {
  const { codes } = values;
  const known = knownValues(values);
  const classOf = shownOf(codes, sizes);
  const counted = { classOf, weight: Uint32Array.from(classOf, (c) => sizes[c]), unit: null };
  if (histogram === null) return { ...known, shown: classOf, counted, held: null };
  const entries: { readonly c: number; readonly at: number }[] = [];
  for (const c of classOf) for (let at = histogram.start[c]; at < histogram.start[c + 1]; at++) entries.push({ c, at });
  const { order, start } = orderByRank(entries.length, (e) => histogram.rank[entries[e].at]);
  return {
    ...known,
    shown: classOf,
    counted,
    held: {
      classOf: order.map((e) => entries[e].c),
      weight: Array.from(order, (e) => histogram.count[entries[e].at]),
      unit: null,
      start,
    },
  };
}

/**
 * Classes by persons.
 *
 * @param sizes - [classes] rows
 * @param rankOf - the value of a row; null where none is judged
 */
export function classesByPersons(
  values: ShownValues,
  sizes: ArrayLike<number>,
  { ofPersons, classOf, personOf }: PersonRows,
  rankOf: ((row: number) => number) | null,
): KnownClasses {
  const { codes } = values;
  const known = knownValues(values);
  const classes = codes[0]?.length ?? 0;
  const rows = ofPersons.order.filter((row) => classOf[row] !== NONE && classOf[row] < classes);
  const ofRows = (list: Uint32Array): Uint32Array => list.map((row) => classOf[row]);
  const counted = { classOf: ofRows(rows), weight: null, unit: rows.map((row) => personOf[row] + 1) };
  const shown = shownOf(codes, sizes);
  if (rankOf === null) return { ...known, shown, counted, held: null };
  const { order, start } = orderByRank(rows.length, (e) => rankOf(rows[e]));
  const held = order.map((e) => rows[e]);
  let unit = 0;
  const unitOf = held.map((row, i) => {
    const before = held[i - 1];
    const isSame = i > 0 && personOf[row] === personOf[before] && rankOf(row) === rankOf(before);
    return isSame ? unit : ++unit;
  });
  return { ...known, shown, counted, held: { classOf: ofRows(held), weight: null, unit: unitOf, start } };
}

/** Classes of the codes with a row. */
const shownOf = (codes: readonly Uint32Array[], sizes: ArrayLike<number>): Uint32Array =>
  Uint32Array.from({ length: codes[0]?.length ?? 0 }, (_, c) => c).filter((c) => sizes[c] > 0);

/** Entries by rank, those of one in their order. */
function orderByRank(entries: number, rankOf: (entry: number) => number) {
  let ranks = 0;
  for (let e = 0; e < entries; e++) ranks = Math.max(ranks, rankOf(e) + 1);
  const start = new Uint32Array(ranks + 1);
  for (let e = 0; e < entries; e++) start[rankOf(e) + 1]++;
  for (let rank = 0; rank < ranks; rank++) start[rank + 1] += start[rank];
  const next = start.slice();
  const order = new Uint32Array(entries);
  for (let e = 0; e < entries; e++) order[next[rankOf(e)]++] = e;
  return { order, start };
}

/** Cells of a table of groups; beyond them groups are numbered by a map. */
const mostCells = 1 << 22;
/** Classes and entries between two pauses. */
const workAtOnce = 1 << 22;

/**
 * Measures the groups of all combinations of up to `known` quasi-identifiers. Groups of fewer are unions of groups of more, which have no fewer
 * rows, and where nobody is in two of the parts no larger share: only where persons and values are counted are they looked at apart. Yields between
 * stretches of the work. Where `*` matches nothing, groups of fewer are no unions of groups of more, and all classes are the group of somebody who knows nothing.
 *
 * @param limit - fewest rows or persons of a group
 */
export function* measureCombinations(
  given: KnownClasses,
  known: number,
  limit: number,
): Generator<void, CombinationMeasure> {
  const { codes, counted, held, areStarsLeftOut } = given;
  refuseTooMany(codes.length, known, given.shown.length);
  const measured = new MeasuredGroups(given, limit);
  const classes = codes[0]?.length ?? 0;
  const ofOne = classes + counted.classOf.length + (held?.classOf.length ?? 0);
  let work = 0;
  function* extend(groupOf: Uint32Array, groups: number, from: number, left: number): Generator<void, void> {
    for (let a = from; a + left <= codes.length; a++) {
      if (left === 1) measured.judge(groupOf, groups, codes[a]);
      else {
        const finer = pairUp(groupOf, groups, codes[a], areStarsLeftOut);
        yield* extend(finer.groupOf, finer.groups, a + 1, left - 1);
      }
      work += ofOne;
      if (work < workAtOnce) continue;
      work = 0;
      yield;
    }
  }
  const most = Math.min(known, codes.length);
  const areUnions = !areStarsLeftOut && (counted.unit === null || held === null);
  // Group 0 is none where `*` matches nothing.
  const first = Number(areStarsLeftOut);
  const all = new Uint32Array(classes).fill(first);
  if (areStarsLeftOut) measured.judgeGroups(all, 2);
  for (let size = areUnions ? most : 1; size <= most; size++) yield* extend(all, first + 1, 0, size);
  return measured;
}

/** Most combinations times classes of one judgement. */
const mostWork = 1e12;

/** Throws CapacityError for more combinations than can be counted in a working day. */
function refuseTooMany(columns: number, known: number, classes: number): void {
  let combinations = 1;
  for (let chosen = 0; chosen < Math.min(known, columns); chosen++) combinations *= (columns - chosen) / (chosen + 1);
  const work = Math.round(combinations) * classes;
  if (work <= mostWork) return;
  const what = `lkc-privacy: combinations of ${known} of ${columns} quasi-identifiers times ${classes} classes (a smaller "known" or fewer quasi-identifiers need less)`;
  throw new CapacityError(what, work, mostWork);
}

class MeasuredGroups implements CombinationMeasure {
  readonly fewest: Float64Array;
  readonly share: Float64Array;
  readonly #classes: KnownClasses;
  /** [classes] group. */
  readonly #keys: Uint32Array;
  /** Groups of fewer need no look at every class. */
  #needed: number;
  readonly #limit: number;
  /** True where every shown class has a counted entry. */
  readonly #areCounted: boolean;
  /** [groups] */
  #counts = new Float64Array(0);
  #holders = new Float64Array(0);
  #largest = new Float64Array(0);
  #units = new Uint32Array(0);

  constructor(classes: KnownClasses, limit: number) {
    const length = classes.codes[0]?.length ?? 0;
    this.#classes = classes;
    this.#limit = limit;
    this.#needed = Infinity;
    this.#keys = new Uint32Array(length);
    this.fewest = new Float64Array(length).fill(Infinity);
    this.share = new Float64Array(length);
    const isCounted = new Uint8Array(length);
    for (const c of classes.counted.classOf) isCounted[c] = 1;
    this.#areCounted = classes.shown.every((c) => isCounted[c] === 1);
  }

  /** Measures the groups of classes with one number in `groupOf` and one code of a column. */
  judge(groupOf: Uint32Array, groups: number, column: Uint32Array): void {
    const width = widthOf(column);
    if (this.#areAllLarge(groupOf, groups * width, { column, width })) return;
    const { areStarsLeftOut } = this.#classes;
    if (groups * width <= mostCells) {
      for (let c = 0; c < column.length; c++) {
        const isNone = areStarsLeftOut && (groupOf[c] === 0 || column[c] === 0);
        this.#keys[c] = isNone ? 0 : groupOf[c] * width + column[c];
      }
      this.#measure(groups * width);
    } else {
      const finer = pairUp(groupOf, groups, column, areStarsLeftOut);
      this.judgeGroups(finer.groupOf, finer.groups);
    }
  }

  /** Measures groups of classes. */
  judgeGroups(groupOf: Uint32Array, groups: number): void {
    this.#keys.set(groupOf);
    this.#measure(groups);
  }

  /** True where only counts are judged, and every group has as many as are needed: then no class has to be looked at. */
  #areAllLarge(
    groupOf: Uint32Array,
    groups: number,
    { column, width }: { readonly column: Uint32Array; readonly width: number },
  ): boolean {
    const { counted, held, shown } = this.#classes;
    if (held !== null || this.#needed === Infinity || groups > 4 * shown.length) return false;
    this.#grow(groups);
    const counts = this.#counts.fill(0, 0, groups);
    const { classOf, weight, unit } = counted;
    if (unit !== null) {
      const units = this.#units.fill(0, 0, groups);
      for (let e = 0; e < classOf.length; e++) {
        const key = groupOf[classOf[e]] * width + column[classOf[e]];
        counts[key] += Number(units[key] !== unit[e]);
        units[key] = unit[e];
      }
      // A class without a counted unit is in a group that counts may not show.
      return this.#areCounted && this.#leastOf(groups, width) >= this.#needed;
    }
    if (weight === null) {
      for (let e = 0; e < classOf.length; e++) counts[groupOf[classOf[e]] * width + column[classOf[e]]]++;
    } else {
      for (let e = 0; e < classOf.length; e++) counts[groupOf[classOf[e]] * width + column[classOf[e]]] += weight[e];
    }
    return this.#areCounted && this.#leastOf(groups, width) >= this.#needed;
  }

  /** The least count above 0 of groups, `*` in none. */
  #leastOf(groups: number, width: number): number {
    const counts = this.#counts;
    const { areStarsLeftOut } = this.#classes;
    let least = Infinity;
    for (let key = areStarsLeftOut ? width : 0; key < groups; key++) {
      if (counts[key] === 0 || counts[key] >= least) continue;
      if (!areStarsLeftOut || key % width > 0) least = counts[key];
    }
    return least;
  }

  #grow(groups: number): void {
    if (this.#counts.length >= groups) return;
    this.#counts = new Float64Array(groups);
    this.#holders = new Float64Array(groups);
    this.#largest = new Float64Array(groups);
    this.#units = new Uint32Array(groups);
  }

  #measure(groups: number): void {
    const { counted, held } = this.#classes;
    const keys = this.#keys;
    this.#grow(groups);
    const counts = this.#counts;
    counts.fill(0, 0, groups);
    this.#units.fill(0, 0, groups);
    this.#add(counted, 0, counted.classOf.length, counts);
    const { shown } = this.#classes;
    const { fewest } = this;
    const { areStarsLeftOut } = this.#classes;
    const isNone = (c: number): boolean => areStarsLeftOut && keys[c] === 0;
    let least = Infinity;
    for (let i = 0; i < shown.length; i++) {
      const c = shown[i];
      if (isNone(c)) continue;
      fewest[c] = Math.min(fewest[c], counts[keys[c]]);
      least = Math.min(least, fewest[c]);
    }
    this.#needed = Math.max(least, this.#limit);
    if (held === null) return;
    this.#units.fill(0, 0, groups);
    const largest = this.#largest.fill(0, 0, groups);
    const holders = this.#holders;
    for (let rank = 0; rank + 1 < held.start.length; rank++) {
      const [from, to] = [held.start[rank], held.start[rank + 1]];
      this.#add(held, from, to, holders);
      for (let e = from; e < to; e++) {
        const key = keys[held.classOf[e]];
        if (holders[key] === 0) continue;
        largest[key] = Math.max(largest[key], holders[key] / counts[key]);
        holders[key] = 0;
      }
    }
    for (let c = 0; c < keys.length; c++) if (!isNone(c)) this.share[c] = Math.max(this.share[c], largest[keys[c]]);
  }

  #add({ classOf, weight, unit }: Entries, from: number, to: number, into: Float64Array): void {
    const keys = this.#keys;
    const units = this.#units;
    for (let e = from; e < to; e++) {
      const key = keys[classOf[e]];
      if (unit !== null) {
        if (units[key] === unit[e]) continue;
        units[key] = unit[e];
      }
      into[key] += weight === null ? 1 : weight[e];
    }
  }
}

const widths = new WeakMap<Uint32Array, number>();

/** One more than the largest code. */
function widthOf(column: Uint32Array): number {
  const width = widths.get(column) ?? column.reduce((most, code) => Math.max(most, code + 1), 1);
  widths.set(column, width);
  return width;
}

/**
 * Numbers of pairs by first appearance.
 *
 * @param isZeroNone - whether 0 is no group and no value: such pairs are 0, the others from 1
 */
function pairUp(groupOf: Uint32Array, groups: number, column: Uint32Array, isZeroNone: boolean) {
  const width = widthOf(column);
  const isSmall = groups * width <= mostCells;
  const table = new Uint32Array(isSmall ? groups * width : 0);
  const numberOf = new Map<number, number>();
  const found = new Uint32Array(groupOf.length);
  let count = 0;
  for (let c = 0; c < found.length; c++) {
    if (isZeroNone && (groupOf[c] === 0 || column[c] === 0)) continue;
    const pair = groupOf[c] * width + column[c];
    let own = isSmall ? table[pair] : (numberOf.get(pair) ?? 0);
    if (own === 0) {
      own = ++count;
      if (isSmall) table[pair] = own;
      else numberOf.set(pair, own);
    }
    found[c] = isZeroNone ? own : own - 1;
  }
  return { groupOf: found, groups: isZeroNone ? count + 1 : count };
}
