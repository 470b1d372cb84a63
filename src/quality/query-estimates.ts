import type { ClassValues, Released, ReleasedAttribute } from './released.js';
import { countLeaves } from './released.js';
import type { Steps } from '../base/steps.js';
import { acceptedBy, asksFor, fullMask, MaskTally } from './query-answers.js';
import type { CountingQuery, RangeCondition } from './query-workload.js';

/** Rows of a release that carry the same values: of one class or, before anything is permuted, of one bucket. */
interface Kinds {
  /** [kinds] rows. */
  readonly sizes: Uint32Array;
  /** [kinds] class, which gives the released values. */
  readonly classOf: Uint32Array;
  readonly sensitive: ClassValues | null;
  /** Kinds by bucket: those of bucket b are kinds[start[b] .. start[b + 1] - 1]. */
  readonly start: Uint32Array;
  readonly kinds: Uint32Array;
  /** Columns that stay together, as conditions number them. */
  readonly groups: readonly (readonly number[])[];
}

/** Columns that the estimates need beside the release. */
interface EstimatedColumns {
  /** [quasi-identifiers][leaves] place of every leaf. */
  readonly placesOfLeaves: readonly Uint32Array[];
  /** [codes] place of every value of the sensitive column, or null without one. */
  readonly placesOfValues: Uint32Array | null;
}

/** Kinds that are looked at together, attribute by attribute; a bucket is not cut. */
const KINDS_AT_ONCE = 1 << 12;

/**
 * How many rows a reader of the release expects for every query. The rows of a class are spread evenly over the leaf vectors
 * of its box, their sensitive values are known; in a bucket, groups of columns are independent. Suppressed rows are spread
 * over the whole domain. Yields between stretches of the work.
 *
 * @param queries - at most 32
 */
export function* estimateAnswers(
  released: Released,
  columns: EstimatedColumns,
  queries: readonly CountingQuery[],
): Steps<Float64Array> {
  const kinds = kindsOf(released);
  const capacity = capacityOf(kinds);
  const groups: AskedGroup[] = [];
  for (const group of kinds.groups) groups.push(yield* askGroup(released, columns, queries, group, capacity));
  const asked = new AskedQueries(kinds, queries, capacity, groups);
  const buckets = kinds.start.length - 1;
  for (let from = 0; from < buckets;) {
    let to = from + 1;
    while (to < buckets && kinds.start[to + 1] - kinds.start[from] <= KINDS_AT_ONCE) to++;
    asked.addBuckets(from, to);
    from = to;
    yield;
  }
  return Float64Array.from(queries, (query, index) => asked.expected(index) + suppressedRows(released, columns, query));
}

/** Rows of the suppressed ones that a query would count if they were spread over the whole domain. */
function suppressedRows({ attributes, suppressed }: Released, columns: EstimatedColumns, query: CountingQuery): number {
  let rows = suppressed;
  for (const { column, low, high } of query) {
    const places = column < attributes.length ? attributes[column].domain.size : columns.placesOfValues!.length;
    rows *= (high - low + 1) / places;
  }
  return rows;
}

function kindsOf({ sizes, attributes, sensitive, permuted }: Released): Kinds {
  if (permuted === undefined) {
    // Every class is a kind and a bucket of its own.
    const start = new Uint32Array(sizes.length + 1);
    for (let kind = 0; kind < start.length; kind++) start[kind] = kind;
    const kinds = start.subarray(0, sizes.length);
    return {
      sizes,
      classOf: kinds,
      sensitive: sensitive?.values ?? null,
      start,
      kinds,
      groups: [[...attributes.keys(), attributes.length]],
    };
  }
  const { bucketOf, buckets, classOf, groups } = permuted;
  const start = new Uint32Array(buckets + 1);
  for (let kind = 0; kind < bucketOf.length; kind++) start[bucketOf[kind] + 1]++;
  for (let bucket = 0; bucket < buckets; bucket++) start[bucket + 1] += start[bucket];
  const next = start.slice();
  const kinds = new Uint32Array(bucketOf.length);
  for (let kind = 0; kind < bucketOf.length; kind++) kinds[next[bucketOf[kind]]++] = kind;
  const names = [...attributes.map(({ domain }) => domain.attribute), sensitive?.column.name ?? null];
  return {
    sizes: permuted.sizes,
    classOf,
    sensitive: permuted.sensitive,
    start,
    kinds,
    groups: groups.map((group) => [...names.keys()].filter((column) => group.includes(names[column] ?? ''))),
  };
}

/** A group of columns with what the queries ask of it. */
interface AskedGroup {
  /** The queries with a condition on one of its columns. */
  readonly touching: number;
  /** True where a query takes every released value of its attributes, or none of its leaves. */
  readonly isWhole: boolean;
  readonly attributes: readonly AskedAttribute[];
  /** [attributes * capacity] values of the kinds that are looked at together. */
  readonly values: Uint32Array;
  /** [queries + 1] conditions of query q on quasi-identifiers of the group: first[q] .. first[q + 1] - 1. */
  readonly first: Uint32Array;
  /** [conditions] where in `values` those of its attribute begin, and where in `shares` the shares of them that it asks for. */
  readonly valuesAt: Uint32Array;
  readonly sharesAt: Uint32Array;
  readonly shares: Float64Array;
  /** [codes of the sensitive column] queries that accept the code; null when the group has no condition on it. */
  readonly accepted: Uint32Array | null;
  /** The queries with a condition on the sensitive column. */
  readonly sensitive: number;
  /** [queries] rows of the bucket, weighted by how likely each meets the conditions. */
  readonly rows: Float64Array;
  /** [capacity] queries that a row of the kind may meet. */
  readonly met: Int32Array;
}

interface AskedAttribute {
  /** [classes] */
  readonly valueOf: Uint32Array;
  /** [values] queries that a row with the value may meet. */
  readonly possible: Uint32Array;
}

/** Maximum rows of buckets that are counted pair by pair. */
const MOST_PAIRED = 8;

/** Rows of a small bucket by the queries that take them. */
class WeighedMasks {
  readonly masks = new Int32Array(MOST_PAIRED);
  readonly rows = new Uint32Array(MOST_PAIRED);
  count = 0;

  push(mask: number, rows: number): void {
    if (mask === 0) return;
    this.masks[this.count] = mask;
    this.rows[this.count++] = rows;
  }
}

/** The expected count of every query: one bit a query. */
/** Kinds that may be looked at together. */
function capacityOf({ start }: Kinds): number {
  let most = KINDS_AT_ONCE;
  for (let b = 1; b < start.length; b++) most = Math.max(most, start[b] - start[b - 1]);
  return most;
}

class AskedQueries {
  readonly #groups: readonly AskedGroup[];
  /** [queries] sums and what their rounding lost (Neumaier 1974). */
  readonly #sums = new Float64Array(32);
  readonly #lost = new Float64Array(32);
  /** [queries] rows of one kind whose sensitive value is asked for. */
  readonly #known = new Float64Array(32);
  /** [queries] rows that one bucket is expected to have. */
  readonly #ofBucket = new Float64Array(32);
  /** The queries with conditions on more than one group. */
  readonly #apart: number;
  /** True where rows are counted whole: values that a query takes or not, and at most two groups of columns. */
  readonly #isWhole: boolean;
  readonly #whole = new MaskTally();
  /** [rows of a bucket] pairs of a row of the first group and one of the second, by the queries that take both. */
  readonly #pairs = Array.from({ length: MOST_PAIRED + 1 }, () => new MaskTally());
  readonly #first = new WeighedMasks();
  readonly #second = new WeighedMasks();
  /** [capacity] class. */
  readonly #ids: Uint32Array;

  constructor(
    readonly kinds: Kinds,
    readonly queries: readonly CountingQuery[],
    capacity: number,
    groups: readonly AskedGroup[],
  ) {
    this.#ids = new Uint32Array(capacity);
    this.#groups = groups.filter((group) => group.touching !== 0);
    this.#apart = this.#groups.reduce(
      ({ once, twice }, { touching }) => ({ once: once | touching, twice: twice | (once & touching) }),
      { once: 0, twice: 0 },
    ).twice;
    this.#isWhole = this.#groups.length <= 2 && this.#groups.every(({ isWhole }) => isWhole);
  }

  expected(query: number): number {
    const sum = this.#sums[query] + this.#lost[query];
    if (!this.#isWhole) return sum;
    return this.#pairs.reduce(
      (all, pairs, size) => (size === 0 ? all : all + pairs.rowsOf(query) / size),
      sum + this.#whole.rowsOf(query),
    );
  }

  addBuckets(from: number, to: number): void {
    const begin = this.kinds.start[from];
    const end = this.kinds.start[to];
    this.#findClasses(begin, end);
    for (const group of this.#groups) {
      this.#findPossible(group, end - begin);
      if (this.#isWhole) {
        this.#countKinds(group, begin, end);
        continue;
      }
      if (group.accepted !== null) this.#findAccepted(group, group.accepted, begin, end);
      this.#addKinds(group, begin, end);
    }
    if (this.#apart === 0) return;
    for (let bucket = from; bucket < to; bucket++) {
      if (!this.#isWhole || !this.#countPairs(bucket, begin)) this.#addBucket(bucket, begin);
    }
  }

  /** The rows of queries whose conditions stay together, where every row is taken whole or not at all. */
  #countKinds({ met, touching, accepted }: AskedGroup, begin: number, end: number): void {
    const { kinds, sizes, sensitive } = this.kinds;
    const wanted = touching & ~this.#apart;
    for (let at = begin; at < end; at++) {
      const own = met[at - begin] & wanted;
      if (own === 0) continue;
      const kind = kinds[at];
      if (accepted === null) this.#whole.add(own, sizes[kind]);
      else {
        const { start, code, rows } = sensitive!;
        for (let entry = start[kind]; entry < start[kind + 1]; entry++) {
          this.#whole.add(own & accepted[code[entry]], rows[entry]);
        }
      }
    }
  }

  /** Two groups in a small bucket: of its rows, the product of those that each takes, over all. False where it is not small. */
  #countPairs(bucket: number, begin: number): boolean {
    const { start, kinds, sizes } = this.kinds;
    let size = 0;
    for (let at = start[bucket]; at < start[bucket + 1]; at++) size += sizes[kinds[at]];
    if (size > MOST_PAIRED) return false;
    const [first, second] = [this.#first, this.#second];
    this.#collect(first, this.#groups[0], bucket, begin);
    this.#collect(second, this.#groups[1], bucket, begin);
    const pairs = this.#pairs[size];
    for (let i = 0; i < first.count; i++) {
      for (let j = 0; j < second.count; j++) {
        pairs.add(first.masks[i] & second.masks[j], first.rows[i] * second.rows[j]);
      }
    }
    return true;
  }

  /** Rows of a bucket by the queries on both groups whose conditions on this one they meet. */
  #collect(found: WeighedMasks, { met, accepted }: AskedGroup, bucket: number, begin: number): void {
    const { start, kinds, sizes, sensitive } = this.kinds;
    found.count = 0;
    for (let at = start[bucket]; at < start[bucket + 1]; at++) {
      const own = met[at - begin] & this.#apart;
      if (own === 0) continue;
      const kind = kinds[at];
      if (accepted === null) found.push(own, sizes[kind]);
      else {
        const { start: entries, code, rows } = sensitive!;
        for (let entry = entries[kind]; entry < entries[kind + 1]; entry++) {
          found.push(own & accepted[code[entry]], rows[entry]);
        }
      }
    }
  }

  #findClasses(begin: number, end: number): void {
    const { kinds, classOf } = this.kinds;
    for (let at = begin; at < end; at++) this.#ids[at - begin] = classOf[kinds[at]];
  }

  #findPossible({ met, touching, attributes, values }: AskedGroup, count: number): void {
    met.fill(touching, 0, count);
    attributes.forEach(({ valueOf, possible }, a) => {
      const own = values.subarray(a * this.#ids.length, a * this.#ids.length + count);
      restrict(met, this.#ids, valueOf, possible, own);
    });
  }

  /** Leaves out queries that accept none of the sensitive values of a kind. */
  #findAccepted({ met, sensitive }: AskedGroup, accepted: Uint32Array, begin: number, end: number): void {
    const { kinds } = this.kinds;
    const { start, code } = this.kinds.sensitive!;
    for (let place = begin; place < end; place++) {
      if ((met[place - begin] & sensitive) === 0) continue;
      const kind = kinds[place];
      let own = ~sensitive;
      for (let entry = start[kind]; entry < start[kind + 1]; entry++) own |= accepted[code[entry]];
      met[place - begin] &= own;
    }
  }

  /** Buckets do not matter where all queried columns stay together. */
  #addKinds(group: AskedGroup, begin: number, end: number): void {
    const { met, rows, touching } = group;
    const wanted = touching & ~this.#apart;
    for (let at = begin; at < end; at++) {
      const own = met[at - begin] & wanted;
      if (own !== 0) this.#weighRows(group, this.kinds.kinds[at], at - begin, own);
    }
    this.#addRows(rows, wanted);
    rows.fill(0);
  }

  /** Groups are independent in a bucket. */
  #addBucket(bucket: number, begin: number): void {
    const { start, kinds, sizes } = this.kinds;
    const from = start[bucket];
    const end = start[bucket + 1];
    let reached = this.#apart;
    for (const { met, touching } of this.#groups) {
      let own = ~touching;
      for (let at = from; at < end; at++) own |= met[at - begin];
      reached &= own;
    }
    if (reached === 0) return;
    let size = 0;
    for (let at = from; at < end; at++) size += sizes[kinds[at]];
    const expected = this.#ofBucket.fill(size);
    for (const group of this.#groups) {
      const wanted = group.touching & reached;
      for (let at = from; at < end; at++) {
        const own = group.met[at - begin] & wanted;
        if (own !== 0) this.#weighRows(group, kinds[at], at - begin, own);
      }
      for (let rest = wanted; rest !== 0; rest &= rest - 1) {
        const query = 31 - Math.clz32(rest & -rest);
        expected[query] *= group.rows[query] / size;
        group.rows[query] = 0;
      }
    }
    this.#addRows(expected, reached);
  }

  /** Adds the rows of one kind to what its bucket has for the queries of a group that it may meet. */
  #weighRows(group: AskedGroup, kind: number, at: number, met: number): void {
    const { accepted, sensitive, rows, first, values, valuesAt, shares, sharesAt } = group;
    if (accepted !== null && (met & sensitive) !== 0) this.#countSensitive(kind, accepted, met & sensitive);
    const size = this.kinds.sizes[kind];
    for (let rest = met; rest !== 0; rest &= rest - 1) {
      const query = 31 - Math.clz32(rest & -rest);
      let expected = ((sensitive >>> query) & 1) === 1 ? this.#known[query] : size;
      const end = first[query + 1];
      for (let c = first[query]; c < end; c++) expected *= shares[sharesAt[c] + values[valuesAt[c] + at]];
      rows[query] += expected;
    }
  }

  #countSensitive(kind: number, accepted: Uint32Array, asked: number): void {
    const { start, code, rows } = this.kinds.sensitive!;
    for (let rest = asked; rest !== 0; rest &= rest - 1) this.#known[31 - Math.clz32(rest & -rest)] = 0;
    for (let at = start[kind]; at < start[kind + 1]; at++) {
      for (let rest = accepted[code[at]] & asked; rest !== 0; rest &= rest - 1) {
        this.#known[31 - Math.clz32(rest & -rest)] += rows[at];
      }
    }
  }

  /** Adds `terms` [queries], which are at least 0, of the wanted queries. */
  #addRows(terms: Float64Array, wanted: number): void {
    for (let rest = wanted; rest !== 0; rest &= rest - 1) {
      const query = 31 - Math.clz32(rest & -rest);
      const term = terms[query];
      const before = this.#sums[query];
      const sum = before + term;
      this.#lost[query] += before >= term ? before - sum + term : term - sum + before;
      this.#sums[query] = sum;
    }
  }
}

/** Looks the values of the classes up, too: `values` [kinds that are looked at together]. */
function restrict(
  met: Int32Array,
  ids: Uint32Array,
  valueOf: Uint32Array,
  possible: Uint32Array,
  values: Uint32Array,
): void {
  for (let i = 0; i < values.length; i++) {
    const value = valueOf[ids[i]];
    values[i] = value;
    met[i] &= possible[value];
  }
}

function* askGroup(
  released: Released,
  columns: EstimatedColumns,
  queries: readonly CountingQuery[],
  group: readonly number[],
  capacity: number,
): Steps<AskedGroup> {
  const quasi = released.attributes.length;
  const withCondition = (wanted: (column: number) => boolean): number =>
    queries.reduce(
      (mask, query, index) => (query.some(({ column }) => wanted(column)) ? mask | (1 << index) : mask),
      0,
    );
  const isSensitive = group.includes(quasi) && asksFor(queries, quasi);
  const attributes: (AskedAttribute & { readonly shares: Shares })[] = [];
  for (const column of group) {
    if (column >= quasi || !asksFor(queries, column)) continue;
    const places = columns.placesOfLeaves[column];
    attributes.push(yield* askAttribute(released.attributes[column], places, queries, column));
  }
  return {
    touching: withCondition((column) => group.includes(column)),
    isWhole: attributes.every(({ shares }) =>
      shares.every((own) => own?.every((share) => share === 0 || share === 1) ?? true),
    ),
    attributes,
    values: new Uint32Array(attributes.length * capacity),
    ...placeShares(attributes, queries.length, capacity),
    accepted: isSensitive ? acceptedBy(queries, quasi, columns.placesOfValues!) : null,
    sensitive: isSensitive ? withCondition((column) => column === quasi) : 0,
    rows: new Float64Array(32),
    met: new Int32Array(capacity),
  };
}

type Shares = readonly (Float64Array | null)[];

/** All shares in one array, for one loop over arrays of one kind. */
function placeShares(attributes: readonly { readonly shares: Shares }[], queries: number, capacity: number) {
  const first = new Uint32Array(queries + 1);
  const [valuesAt, sharesAt]: [number[], number[]] = [[], []];
  const all: Float64Array[] = [];
  let length = 0;
  for (let query = 0; query < queries; query++) {
    attributes.forEach(({ shares }, a) => {
      const own = shares[query];
      if (own === null) return;
      valuesAt.push(a * capacity);
      sharesAt.push(length);
      all.push(own);
      length += own.length;
    });
    first[query + 1] = all.length;
  }
  const shares = new Float64Array(length);
  all.forEach((own, c) => shares.set(own, sharesAt[c]));
  return { first, valuesAt: Uint32Array.from(valuesAt), sharesAt: Uint32Array.from(sharesAt), shares };
}

/** `shares` [queries][values]: null without a condition on the attribute. */
function* askAttribute(
  attribute: ReleasedAttribute,
  places: Uint32Array,
  queries: readonly CountingQuery[],
  column: number,
): Steps<AskedAttribute & { readonly shares: Shares }> {
  const possible = new Uint32Array(attribute.values.length).fill(fullMask(queries.length));
  const isStraight = places.every((place, leaf) => place === leaf);
  const shares: (Float64Array | null)[] = [];
  for (const [index, query] of queries.entries()) {
    const condition = query.find((each) => each.column === column);
    if (condition === undefined) {
      shares.push(null);
      continue;
    }
    yield;
    const share = shareOf(attribute, condition, isStraight ? null : places);
    for (let value = 0; value < share.length; value++) if (share[value] === 0) possible[value] &= ~(1 << index);
    shares.push(share);
  }
  return { valueOf: attribute.valueOf, possible, shares };
}

/** [values] share of the leaves of every value whose place is asked for; without `places`, leaf codes are the places. */
function shareOf(
  { values }: ReleasedAttribute,
  { low, high }: RangeCondition,
  places: Uint32Array | null,
): Float64Array {
  const shares = new Float64Array(values.length);
  if (places === null) {
    for (let v = 0; v < shares.length; v++) {
      let asked = 0;
      for (const { lo, hi } of values[v].runs ?? [values[v]]) {
        asked += Math.max(0, Math.min(hi, high) - Math.max(lo, low) + 1);
      }
      shares[v] = asked / countLeaves(values[v]);
    }
    return shares;
  }
  const before = new Uint32Array(places.length + 1);
  for (let leaf = 0; leaf < places.length; leaf++) {
    before[leaf + 1] = before[leaf] + (places[leaf] >= low && places[leaf] <= high ? 1 : 0);
  }
  for (let v = 0; v < shares.length; v++) {
    let asked = 0;
    for (const { lo, hi } of values[v].runs ?? [values[v]]) asked += before[hi + 1] - before[lo];
    shares[v] = asked / countLeaves(values[v]);
  }
  return shares;
}
