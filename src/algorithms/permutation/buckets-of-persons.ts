import { InfeasibleError } from '../../base/errors.js';
import { amount } from '../../base/plural.js';
import { cryptographicRandom, shuffle, type RandomSource } from '../../base/random.js';
import { appendAll } from '../../base/sequences.js';
import type { Steps } from '../../base/steps.js';
import type { Control, PersonsOfBuckets, Problem } from '../algorithm.js';
import { conditionsOf } from '../judge-classes.js';
import type { Pauses } from '../pauses.js';
import { ranksOf } from '../ties.js';
import { Dealer } from './deal-rows.js';
import { BucketJudge, type BucketLimits } from './judge-buckets.js';
import { collectParts, type BucketParts } from './permuted.js';
import { HistoryGuard } from './history-guard.js';
import { keyedRows, listPersonRows, rowsOfTuples, rowsPerPerson, type PersonRows } from './person-rows.js';
import type { Bucket } from './slicing-diversity.js';
import { halve, positionsOf, widthsOf, type Positions } from './tuple-partition.js';
import type { Ties } from '../shared-options.js';

/** Options that put rows of persons into buckets. */
interface PersonBucketOptions extends BucketLimits {
  /** Columns that stay together. */
  readonly groups: readonly (readonly string[])[];
  readonly ties: Ties;
  /** strict: equal values of the attribute that is cut stay together; relaxed: even halves of whole vectors. */
  readonly partitioning: 'strict' | 'relaxed';
  /** True where rows are gathered at random, instead of by cuts that keep near ones together. */
  readonly isRandom?: boolean;
}

/** The buckets of persons, and what it took. */
interface PersonBuckets {
  readonly parts: BucketParts;
  /** Parts of the table whose rows were dealt, those that were divided further among them. */
  readonly nodes: number;
  /** Buckets judged. */
  readonly checked: number;
}

/** Numbers of rows a person to try, one after the other, before a quarter is left out at a time. */
const TRIES = 16;

/**
 * Buckets in which all rows are of different persons: the vectors of quasi-identifiers are parted, as Mondrian parts them or at random, and
 * the rows of every part are dealt into as many buckets as one person has rows there, the values of sensitive columns as even as can be.
 * A part stands where every model holds in all of its buckets, and each vector is left values enough by all of its buckets together.
 *
 * @throws InfeasibleError PERSON_ROWS_UNREACHABLE where that is not so for all rows, even without those that may be suppressed
 */
export async function bucketsOfPersons(
  problem: Problem,
  persons: PersonsOfBuckets,
  options: PersonBucketOptions,
  control: Control,
  pauses: Pauses,
): Promise<PersonBuckets> {
  // Refuses models on a public table.
  conditionsOf(problem);
  const all = await pauses.drive(listPersonRows(problem, persons, options.groups));
  const random = control.random ?? cryptographicRandom();
  const whole = await pauses.drive(keepRows(problem, all, options, random));
  const { rows } = whole;
  const search = new PersonBucketSearch(problem, rows, options);
  const found =
    options.isRandom === true
      ? await pauses.drive(search.gather(whole, random))
      : await pauses.drive(search.cut(whole, options));
  const buckets = found.map((own) => ({ vectors: own.map((row) => rows.vectorOf[row]) }));
  const parts = await pauses.drive(collectParts(problem.set.length, buckets));
  return { parts, nodes: search.nodes, checked: search.judge.judged };
}

/** The rows that are released, and buckets of them as one part. */
interface WholePart {
  readonly rows: PersonRows;
  readonly buckets: readonly Uint32Array[];
  readonly guard: HistoryGuard;
}

/** All rows, or as many of each person as buckets can be made of and the limit lets be suppressed, drawn at random. */
function* keepRows(
  problem: Problem,
  rows: PersonRows,
  options: PersonBucketOptions,
  random: RandomSource,
): Steps<WholePart> {
  const search = new PersonBucketSearch(problem, rows, options);
  const all = Uint32Array.from({ length: rows.count }, (_, row) => row);
  const many = rowsPerPerson(rows, all);
  const [most] = many;
  const lacking = rows.count - keyedRows(rows, all).length;
  const keptOf = (limit: number): number => many.reduce((sum, own) => sum + Math.min(own, limit), 0);
  let tries = 0;
  for (let limit = most; limit > 0; limit -= tries < TRIES ? 1 : Math.max(1, limit >> 2)) {
    const kept = keptOf(limit);
    if (rows.count - kept > problem.suppressionLimit) break;
    if (kept - lacking < limit * search.judge.leastSize) continue;
    const own = limit === most ? rows : withMost(rows, limit, random);
    const buckets = yield* new PersonBucketSearch(problem, own, options).deal(own.byTuple);
    const guard = new HistoryGuard(own);
    if (buckets !== null && guard.accept(buckets)) return { rows: own, buckets, guard };
    tries++;
  }
  throw unreachable(problem, rows, { most, leastSize: search.judge.leastSize });
}

/** Keeps at most `limit` rows of each person, drawn at random. */
function withMost(rows: PersonRows, limit: number, random: RandomSource): PersonRows {
  const order = Uint32Array.from({ length: rows.count }, (_, row) => row);
  shuffle(order, random);
  const own = new Uint32Array(rows.persons.count);
  const isKept = new Uint8Array(rows.count);
  for (const row of order) isKept[row] = Number(own[rows.personOf[row]]++ < limit);
  const start = new Uint32Array(rows.start.length);
  for (let tuple = 0; tuple + 1 < start.length; tuple++) {
    const kept = rows.byTuple.subarray(rows.start[tuple], rows.start[tuple + 1]).filter((row) => isKept[row] === 1);
    start[tuple + 1] = start[tuple] + kept.length;
  }
  return { ...rows, start, byTuple: rows.byTuple.filter((row) => isKept[row] === 1) };
}

function unreachable(
  problem: Problem,
  { count, persons }: PersonRows,
  { most, leastSize }: { readonly most: number; readonly leastSize: number },
): InfeasibleError {
  const needed = most * leastSize;
  const limit = `${amount(problem.suppressionLimit, 'row')} may be suppressed`;
  if (needed > count) {
    return new InfeasibleError(
      'PERSON_ROWS_UNREACHABLE',
      `no bucket may have two rows of one person, so the ${amount(most, 'row')} of one need ${amount(most, 'bucket')} of ${amount(leastSize, 'person', 'persons')}, ${amount(needed, 'row')}; the table has ${count}, and ${limit}`,
    );
  }
  const linked = persons.linked.flatMap(({ attribute, fewest }) =>
    fewest === 0 ? [] : [`${amount(fewest, 'value')} of ${JSON.stringify(attribute)}`],
  );
  const left =
    linked.length === 0 ? '' : `, and all buckets of a vector of quasi-identifiers leave it ${linked.join(' and ')}`;
  return new InfeasibleError(
    'PERSON_ROWS_UNREACHABLE',
    `no ${amount(most, 'bucket')} of all ${amount(count, 'row')} were found that have no two rows of one person (one has ${most}), in which every model holds${left}; ${limit}`,
  );
}

/** Looks for buckets of the rows. */
class PersonBucketSearch {
  readonly judge: BucketJudge;
  readonly #problem: Problem;
  readonly #rows: PersonRows;
  readonly #dealer: Dealer;
  nodes = 0;

  constructor(problem: Problem, rows: PersonRows, options: PersonBucketOptions) {
    this.#problem = problem;
    this.#rows = rows;
    this.#dealer = new Dealer(rows);
    this.judge = new BucketJudge(problem, rows, options);
  }

  /** Buckets of some rows, or null where none were found. */
  *deal(rows: Uint32Array): Steps<readonly Uint32Array[] | null> {
    const [most = 0] = rowsPerPerson(this.#rows, rows);
    if (rows.length === 0 || most * this.judge.leastSize > keyedRows(this.#rows, rows).length) return null;
    this.nodes++;
    for (let first = 0; first < Math.max(1, this.#rows.values.length); first++) {
      const buckets = yield* this.#dealer.deal(rows, most, first);
      if (this.judge.holds(buckets)) return buckets;
      if (most === 1) return null;
    }
    return null;
  }

  /** Halves parts of vectors along the widest attribute while both halves can be dealt. */
  *cut(
    { buckets: whole, guard }: WholePart,
    { ties, partitioning }: PersonBucketOptions,
  ): Steps<readonly Uint32Array[]> {
    const { domains } = this.#problem;
    const attributes: Attributes = {
      codes: this.#tupleCodes(),
      positions: domains.map(positionsOf),
      ranks: ranksOf(domains, ties),
      partitioning,
    };
    const done: Uint32Array[] = [];
    const open: { readonly part: Bucket; readonly buckets: readonly Uint32Array[] }[] = [
      { part: this.#allTuples(), buckets: whole },
    ];
    for (let next = open.pop(); next !== undefined; next = open.pop()) {
      const halves = yield* this.#split(next.part, attributes, guard);
      if (halves === null) appendAll(done, next.buckets);
      else appendAll(open, halves);
    }
    return done;
  }

  *#split(part: Bucket, { codes, positions, ranks, partitioning }: Attributes, guard: HistoryGuard) {
    const widths = yield* widthsOf(part, codes, positions);
    const order = widths.flatMap((width, a) => (width > 0 ? [a] : []));
    order.sort((a, b) => widths[b] - widths[a] || ranks[a] - ranks[b] || a - b);
    for (const a of order) {
      yield;
      const halves = partitioning === 'strict' ? halve(part, codes[a], 'strict') : halveWhole(part, codes[a]);
      if (halves === null) continue;
      const [first, second] = halves;
      const one = yield* this.deal(rowsOfTuples(this.#rows, first.vectors));
      if (one === null) continue;
      const other = yield* this.deal(rowsOfTuples(this.#rows, second.vectors));
      if (other !== null && guard.accept([...one, ...other])) return [{ part: second, buckets: other }, { part: first, buckets: one }]; // prettier-ignore
    }
    return null;
  }

  /** Gathers vectors at random, those of which one person has most rows first, until they can be dealt; the rest joins what was gathered last. */
  *gather({ buckets: whole, guard }: WholePart, random: RandomSource): Steps<readonly Uint32Array[]> {
    const tuples = this.#allTuples().vectors;
    shuffle(tuples, random);
    const many = new Map(
      Array.from(tuples, (tuple) => [tuple, rowsPerPerson(this.#rows, rowsOfTuples(this.#rows, [tuple]))[0]]),
    );
    const manyOf = (tuple: number): number => many.get(tuple) as number;
    tuples.sort((a, b) => manyOf(b) - manyOf(a));
    const done: { readonly tuples: readonly number[]; readonly buckets: readonly Uint32Array[] }[] = [];
    let open: number[] = [];
    let triedAt = 0;
    for (const tuple of tuples) {
      open.push(tuple);
      // Sparing: a gathering that cannot be dealt is tried again when it has grown by an eighth.
      if (open.length < triedAt) continue;
      const buckets = yield* this.deal(rowsOfTuples(this.#rows, open));
      triedAt = buckets === null ? open.length + 1 + (open.length >> 3) : 0;
      if (buckets === null) continue;
      done.push({ tuples: open, buckets });
      open = [];
    }
    while (open.length > 0) {
      const buckets = yield* this.deal(rowsOfTuples(this.#rows, open));
      if (buckets !== null) {
        done.push({ tuples: open, buckets });
        break;
      }
      const last = done.pop();
      if (last === undefined) return whole;
      open = [...last.tuples, ...open];
    }
    const found = done.flatMap(({ buckets }) => buckets);
    return guard.accept(found) ? found : whole;
  }

  #allTuples(): Bucket {
    const { start } = this.#rows;
    const counts = Uint32Array.from({ length: start.length - 1 }, (_, tuple) => start[tuple + 1] - start[tuple]);
    const vectors = Uint32Array.from(counts.keys()).filter((tuple) => counts[tuple] > 0);
    return { vectors, counts: vectors.map((tuple) => counts[tuple]), rows: counts.reduce((sum, own) => sum + own, 0) };
  }

  /** [attributes][tuples] */
  #tupleCodes(): Uint32Array[] {
    const { vectorOf, byTuple, tupleOf, start } = this.#rows;
    return this.#problem.domains.map((_, a) => {
      const codes = this.#problem.set.codes(a);
      const own = new Uint32Array(start.length - 1);
      for (const row of byTuple) own[tupleOf[row]] = codes[vectorOf[row]];
      return own;
    });
  }
}

/** Attributes by which parts are halved. */
interface Attributes {
  readonly codes: readonly Uint32Array[];
  readonly positions: readonly Positions[];
  readonly ranks: readonly number[];
  readonly partitioning: 'strict' | 'relaxed';
}

/** Even halves of whole vectors in the order of an attribute. */
function halveWhole({ vectors, counts, rows }: Bucket, codes: Uint32Array): Bucket[] | null {
  const order = Array.from(vectors.keys()).sort((a, b) => codes[vectors[a]] - codes[vectors[b]] || a - b);
  let at = 0;
  for (let before = 0; at < order.length && 2 * before < rows; at++) before += counts[order[at]];
  if (at === order.length) at--;
  const pick = (places: readonly number[]): Bucket => {
    const own = Uint32Array.from(places).sort();
    const picked = own.map((place) => counts[place]);
    return { vectors: own.map((place) => vectors[place]), counts: picked, rows: picked.reduce((sum, each) => sum + each, 0) }; // prettier-ignore
  };
  return at === 0 ? null : [pick(order.slice(0, at)), pick(order.slice(at))];
}
