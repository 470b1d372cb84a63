import { largestOf } from '../base/sequences.js';
import { plural } from '../base/plural.js';
import type { Column, Table } from '../table/table.js';
import type { CountedPairs, Occurrences, ValueSets } from './bucket-sets.js';
import { countPairs, numberSets, placeWith } from './bucket-sets.js';
import { orderInSteps } from './counting-order.js';
import type { Runs } from './domain.js';
import { leafCodes } from './domain.js';
import { walkFits } from './fit.js';
import type { GroupColumn, Grouping } from './grouping.js';
import { groupCodes, groupInSteps } from './grouping.js';
import { contains } from './labels.js';
import { readQuasiIdentifiers } from './quasi-identifiers.js';
import type { ReadAttribute } from './read-attribute.js';
import { kindOf } from './all-kinds.js';
import type { PublicModel } from './privacy.js';
import { wordsOf } from './privacy.js';
import { requiredOf } from './public-table.js';
import type { AuditedModel } from './report.js';
import type { AuditSpec } from './spec.js';

/** Rows between two pauses. */
const rowsAtOnce = 1 << 13;

/**
 * Bounds of the probabilities of all public rows that they are in a permuted release: the people who match a bucket, and its shown values, are read
 * here from the file; `spec.permutation.countWays` counts the ways to choose people. Null, with a problem, where the bounds cannot be computed.
 * Yields between stretches of the work.
 *
 * @param release - the release without its column of buckets
 */
export function* measurePermutedPresence(
  release: Table,
  spec: AuditSpec,
  missing: ReadonlySet<string>,
  buckets: Grouping,
  problems: string[],
): Generator<void, readonly [number, number] | null> {
  const refuse = (problem: string): null => {
    problems.push(`${problem}: models on it cannot hold`);
    return null;
  };
  const { publicTable: table, permutation } = spec;
  if (table === undefined) return refuse('the public table was not given');
  if (permutation?.countWays === undefined || permutation.groups === null) {
    return refuse('who of the public table is in the buckets cannot be counted (groups of columns are not known)');
  }
  const names = spec.quasiIdentifiers.map(({ name }) => name);
  const released = names.map((name) => release.column(name));
  const before = problems.length;
  const vectors = (yield* groupInSteps(
    release,
    released.flatMap((column) => (column === undefined ? [] : [{ codes: column.codes, width: column.texts.length }])),
  )) as Grouping;
  const classes = { codes: groupCodes(vectors), sizes: vectors.sizes };
  const read = yield* readQuasiIdentifiers(
    { release, spec, original: table, missing },
    classes,
    problems,
    () => undefined,
  );
  const attributes = read.flatMap((attribute) => (attribute === null ? [] : [attribute]));
  if (attributes.length < names.length || problems.length > before) {
    return refuse('the released values cannot be read in the domains of the public table');
  }
  const named = new Set(permutation.groups.flat());
  const groups = [...permutation.groups, ...names.filter((name) => !named.has(name)).map((name) => [name])]
    .map((group) => group.flatMap((name) => (names.includes(name) ? [names.indexOf(name)] : [])))
    .filter((group) => group.length > 0);
  const shown = yield* showBuckets(release, released, groups, buckets);
  const columns = names.flatMap((name) => table.column(name) ?? []);
  const matches = yield* matchPeople(table, columns, { attributes, groups, missing }, shown);
  if (matches.problem !== null) return refuse(matches.problem);
  const kinds = yield* groupKinds(matches, buckets.count);
  let low = Infinity;
  let high = -Infinity;
  for (let bucket = 0; bucket < buckets.count; bucket++) {
    const own = kinds.order.subarray(kinds.start[bucket], kinds.start[bucket + 1]);
    const counted = yield* permutation.countWays({
      values: kinds.codes.map((codes) => Uint32Array.from(own, (kind) => codes[kind])),
      available: Uint32Array.from(own, (kind) => kinds.sizes[kind]),
      wanted: shown.tuplesIn.map(({ start, rows }) => rows.slice(start[bucket], start[bucket + 1])),
    });
    if (!counted.isPossible) return refuse('a bucket holds what no people of the public table can be');
    for (const each of counted.vectors) {
      low = Math.min(low, each.low);
      high = Math.max(high, each.high);
    }
  }
  const isJudged = spec.privacy.some((model) => kindOf(model).public?.countsOutside?.(model));
  return matches.outside > 0 && isJudged ? [Math.min(low, 0), Math.max(high, 0)] : [low, high];
}

/** Values that the buckets of a release show. Labels are dictionary codes of the release. */
interface ShownBuckets {
  readonly count: number;
  /** [attributes] labels by bucket. */
  readonly labelsIn: readonly Occurrences[];
  /** [groups] sub-tuples by bucket, with their rows. */
  readonly tuplesIn: readonly CountedPairs[];
  readonly tuples: readonly SubTuples[];
}

function* showBuckets(
  release: Table,
  released: readonly (Column | undefined)[],
  groups: readonly (readonly number[])[],
  buckets: Grouping,
): Generator<void, ShownBuckets> {
  const byBucket = yield* orderInSteps(release.rows, buckets.count, (row) => buckets.groupOf[row]);
  const columns = released.map((column) => column?.codes ?? new Uint8Array(release.rows));
  const widths = released.map((column) => Math.max(1, column?.texts.length ?? 0));
  const labelsIn: CountedPairs[] = [];
  for (const [a, codes] of columns.entries()) labelsIn.push(yield* countPairs(byBucket, codes, widths[a]));
  const tuples = groups.map((group) => new SubTuples(group, largestOf(widths)));
  const tuplesIn: CountedPairs[] = [];
  const labels = new Uint32Array(columns.length);
  for (const [g, group] of groups.entries()) {
    if (group.length === 1) {
      tuplesIn.push(labelsIn[group[0]]);
      continue;
    }
    const tupleOf = new Uint32Array(release.rows);
    for (let row = 0; row < release.rows; row++) {
      if (row % rowsAtOnce === 0) yield;
      for (const a of group) labels[a] = columns[a][row];
      tupleOf[row] = tuples[g].find(labels, { isNew: true });
    }
    tuplesIn.push(yield* countPairs(byBucket, tupleOf, tuples[g].count));
  }
  return { count: buckets.count, labelsIn, tuplesIn, tuples };
}

/** The sub-tuples of a group of attributes, numbered: of one attribute its labels. */
class SubTuples {
  /** Above all numbers. */
  count: number;
  readonly #group: readonly number[];
  readonly #width: number;
  /** [attributes] number of a sub-tuple by that of its beginning and the next label. */
  readonly #longer: readonly Map<number, number>[];

  constructor(group: readonly number[], width: number) {
    this.#group = group;
    this.#longer = group.map(() => new Map<number, number>());
    this.count = this.#width = width;
  }

  /** The number of the sub-tuple of some labels; -1 where none has it that was new. */
  find(labels: ArrayLike<number>, { isNew }: { readonly isNew: boolean }): number {
    let tuple = labels[this.#group[0]];
    for (let i = 1; i < this.#group.length; i++) {
      const key = tuple * this.#width + labels[this.#group[i]];
      const known = this.#longer[i].get(key);
      if (known === undefined && !isNew) return -1;
      if (known === undefined) this.#longer[i].set(key, this.count);
      tuple = known ?? this.count++;
    }
    return tuple;
  }
}

/** The people of the public table by the bucket that they match, or the problem that prevents it. */
interface MatchedPeople {
  readonly people: Grouping;
  /** [vectors] the bucket, or -1. */
  readonly bucketOf: Int32Array;
  /** [groups][vectors] which of the sub-tuples of the bucket shows them. */
  readonly placeOf: readonly Uint32Array[];
  /** Rows that match no bucket. */
  readonly outside: number;
  readonly problem: string | null;
}

function* matchPeople(
  table: Table,
  columns: readonly Column[],
  {
    attributes,
    groups,
    missing,
  }: {
    readonly attributes: readonly ReadAttribute[];
    readonly groups: readonly (readonly number[])[];
    readonly missing: ReadonlySet<string>;
  },
  { count, labelsIn, tuplesIn, tuples }: ShownBuckets,
): Generator<void, MatchedPeople> {
  const people = (yield* groupInSteps(
    table,
    columns.map((column) => ({ codes: column.codes, width: column.texts.length })),
  )) as Grouping;
  const codesOf = groupCodes(people);
  const leaves = columns.map((column, a) => leafCodes(column, attributes[a].domain, missing));
  const sets: ValueSets[] = [];
  for (const [a, { labels }] of attributes.entries()) {
    sets.push(yield* numberSets(labelsIn[a], (label) => labels.runs[label]));
  }
  const covering = attributes.map(({ labels }, a) => labelAt(sets[a], labels.runs));
  // Buckets with the same labels of every attribute are one class to match, whatever their rows.
  const classes = (yield* groupInSteps(
    { entries: count, weights: null },
    sets.map(({ setOf, runs }) => ({ codes: setOf, width: runs.length })),
  )) as Grouping;
  const bucketsOf = yield* orderInSteps(count, classes.count, (bucket) => classes.groupOf[bucket]);
  const bucketOf = new Int32Array(people.count).fill(-1);
  const placeOf = groups.map(() => new Uint32Array(people.count));
  const here = new Int32Array(attributes.length);
  const tupleOf = new Int32Array(groups.length);
  let outside = 0;
  let overlapping = 0;
  let isAmbiguous = false;
  const isIn = (bucket: number, vector: number): boolean => {
    for (let g = 0; g < tupleOf.length; g++) {
      const place = placeWith(tuplesIn[g], bucket, tupleOf[g]);
      if (place < 0) return false;
      placeOf[g][vector] = place;
    }
    return true;
  };
  const note = (vector: number, matches: Uint32Array, from: number, to: number): void => {
    let found = 0;
    for (let at = from; at < to; at++) {
      const own = matches[at];
      const first = bucketsOf.order[bucketsOf.start[own]];
      for (let a = 0; a < here.length; a++) {
        here[a] = covering[a](sets[a].setOf[first], leaves[a][codesOf[a][vector]]);
        if (here[a] === several) isAmbiguous = true;
      }
      if (isAmbiguous) return;
      for (let g = 0; g < tupleOf.length; g++) tupleOf[g] = tuples[g].find(here, { isNew: false });
      for (let i = bucketsOf.start[own]; i < bucketsOf.start[own + 1]; i++) {
        if (!isIn(bucketsOf.order[i], vector)) continue;
        found++;
        bucketOf[vector] = bucketsOf.order[i];
      }
    }
    if (found === 0) outside += people.sizes[vector];
    if (found > 1) overlapping += people.sizes[vector];
  };
  const runsOf = sets.map(({ runs }) => runs);
  yield* walkFits({ vectors: people, leafOf: leaves, classes, runsOf, roots: 1, budget: Infinity }, note);
  const problem = isAmbiguous
    ? 'a public row is shown by several labels of a bucket'
    : overlapping > 0
      ? `${overlapping} public ${plural(overlapping, 'row matches', 'rows match')} more than one bucket`
      : null;
  return { people, bucketOf, placeOf, outside, problem };
}

/** More than one label covers a leaf. */
const several = -2;

/** The label of a set that covers a leaf, each looked for once; -1: none, `several`: more than one. */
function labelAt({ sets }: ValueSets, runsOf: readonly (Runs | null)[]) {
  const known = sets.map(() => new Map<number, number>());
  return (set: number, leaf: number): number => {
    let found = known[set].get(leaf);
    if (found === undefined) {
      found = -1;
      for (const label of sets[set]) {
        const own = runsOf[label];
        if (own !== null && contains(own, leaf)) found = found === -1 ? label : several;
      }
      known[set].set(leaf, found);
    }
    return found;
  };
}

/** People of whom buckets show the same: numbered by the first of their vectors. */
interface PeopleKinds {
  /** Kinds of a bucket are order[start[bucket]] .. order[start[bucket + 1] - 1]. */
  readonly start: Uint32Array;
  readonly order: Uint32Array;
  /** [kinds] rows. */
  readonly sizes: Uint32Array;
  /** [groups][kinds] which of the sub-tuples of the bucket shows them. */
  readonly codes: readonly Uint32Array[];
}

/** Groups the people of every bucket by what it shows of them. */
function* groupKinds({ people, bucketOf, placeOf }: MatchedPeople, buckets: number): Generator<void, PeopleKinds> {
  const matched = Uint32Array.from(bucketOf.keys()).filter((vector) => bucketOf[vector] >= 0);
  const pick = (numbers: ArrayLike<number>): Uint32Array => Uint32Array.from(matched, (vector) => numbers[vector]);
  yield;
  const groupOf = pick(bucketOf);
  const columns: GroupColumn[] = [];
  for (const places of placeOf) {
    const codes = pick(places);
    columns.push({ codes, width: codes.reduce((most, place) => Math.max(most, place + 1), 1) });
    yield;
  }
  const kinds = (yield* groupInSteps({ entries: matched.length, weights: pick(people.sizes) }, columns, {
    groupOf,
    count: buckets,
  })) as Grouping;
  const bucketOfKind = new Uint32Array(kinds.count);
  kinds.groupOf.forEach((kind, at) => (bucketOfKind[kind] = groupOf[at]));
  const { start, order } = yield* orderInSteps(kinds.count, buckets, (kind) => bucketOfKind[kind]);
  return { start, order, sizes: kinds.sizes, codes: groupCodes(kinds) };
}

/** A model on the public table, of a permuted release. */
export function judgePermutedPublic(
  model: PublicModel,
  measured: readonly [number, number] | null,
  problems: string[],
): AuditedModel {
  const base = { model: model.model, ...wordsOf(model), required: requiredOf(model) };
  const judged = kindOf(model).public;
  if (judged?.judgeBounds === undefined) problems.push(`${model.model} cannot be judged of a permuted release`);
  if (judged?.judgeBounds === undefined || measured === null) return { ...base, achieved: {}, holds: false };
  return { ...base, ...judged.judgeBounds(model, ...measured) };
}
