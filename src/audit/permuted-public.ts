import { plural } from '../base/plural.js';
import type { Column, Table } from '../table/table.js';
import type { Occurrences, ValueSets } from './bucket-sets.js';
import { listOccurrences, numberSets } from './bucket-sets.js';
import { contains } from './labels.js';
import type { Runs } from './domain.js';
import { leafCodes } from './domain.js';
import { walkFits } from './fit.js';
import type { Grouping } from './grouping.js';
import { groupCodes, groupInSteps } from './grouping.js';
import { readQuasiIdentifiers } from './quasi-identifiers.js';
import type { ReadAttribute } from './read-attribute.js';
import { kindOf } from './all-kinds.js';
import type { PublicModel } from './privacy.js';
import { requiredOf } from './public-table.js';
import type { AuditedModel } from './report.js';
import type { AuditSpec } from './spec.js';

/** Rows, and buckets looked at, between two pauses. */
const rowsAtOnce = 1 << 12;

/**
 * Bounds of the probabilities of all public rows that they are in a permuted release: who matches a bucket, and what the
 * bucket shows, are read here from the file; the ways to choose people are counted by `spec.permutation.countWays`.
 * Null, with a problem, where that cannot be told. Yields between stretches of the work.
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
  let low = Infinity;
  let high = -Infinity;
  for (let bucket = 0; bucket < buckets.count; bucket++) {
    const kinds = [...matches.kindsIn[bucket].values()].sort((a, b) => a.first - b.first);
    const numberOf = shown.rowsOf[bucket].map((rows) => new Map([...rows.keys()].map((key, at) => [key, at])));
    const counted = yield* permutation.countWays({
      values: groups.map((_, g) => Uint32Array.from(kinds, ({ keys }) => numberOf[g].get(keys[g]) ?? 0)),
      available: Uint32Array.from(kinds, ({ rows }) => rows),
      wanted: shown.rowsOf[bucket].map((rows) => Uint32Array.from(rows.values())),
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

/** What the buckets of a release show. Labels are dictionary codes of the release. */
interface ShownBuckets {
  /** [attributes] labels by bucket. */
  readonly labelsIn: readonly Occurrences[];
  /** [buckets][groups] rows by sub-tuple, the labels of the group joined. */
  readonly rowsOf: readonly (readonly Map<string, number>[])[];
}

function* showBuckets(
  release: Table,
  released: readonly (Column | undefined)[],
  groups: readonly (readonly number[])[],
  buckets: Grouping,
): Generator<void, ShownBuckets> {
  const labelsIn: Occurrences[] = [];
  for (const column of released) {
    const codes = Uint32Array.from({ length: release.rows }, (_, row) => column?.codes[row] ?? 0);
    labelsIn.push(
      yield* listOccurrences(buckets.groupOf, buckets.count, codes, Math.max(1, column?.texts.length ?? 0)),
    );
  }
  const rowsOf = Array.from({ length: buckets.count }, () => groups.map(() => new Map<string, number>()));
  for (let row = 0; row < release.rows; row++) {
    if (row % rowsAtOnce === 0) yield;
    const bucket = buckets.groupOf[row];
    const codes = released.map((column) => column?.codes[row] ?? 0);
    groups.forEach((group, g) => {
      const key = group.map((a) => codes[a]).join(' ');
      rowsOf[bucket][g].set(key, (rowsOf[bucket][g].get(key) ?? 0) + 1);
    });
  }
  return { labelsIn, rowsOf };
}

/** People of whom a bucket shows the same: their sub-tuples, their rows and the first of their vectors. */
interface PeopleOfKind {
  readonly keys: readonly string[];
  rows: number;
  first: number;
}

/** The people of the public table by the bucket that they match, or why that cannot be told. */
interface MatchedPeople {
  /** [buckets] people by what the bucket shows of them: a sub-tuple of every group. */
  readonly kindsIn: readonly ReadonlyMap<string, PeopleOfKind>[];
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
  { labelsIn, rowsOf }: ShownBuckets,
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
  const covering = attributes.map(({ labels }, a) => labelsAt(sets[a], labels.runs));
  // Buckets with the same labels of every attribute are one class to match, whatever their rows.
  const classes = (yield* groupInSteps(
    { entries: rowsOf.length, weights: null },
    sets.map(({ setOf, runs }) => ({ codes: setOf, width: runs.length })),
  )) as Grouping;
  const bucketsOf: number[][] = Array.from({ length: classes.count }, () => []);
  classes.groupOf.forEach((own, bucket) => bucketsOf[own].push(bucket));
  const kindsIn = rowsOf.map(() => new Map<string, PeopleOfKind>());
  let outside = 0;
  let overlapping = 0;
  let isAmbiguous = false;
  const note = (vector: number, matches: Uint32Array, from: number, to: number): void => {
    let found = 0;
    for (const bucket of Array.from(matches.subarray(from, to), (own) => bucketsOf[own]).flat()) {
      const here = sets.map(({ setOf }, a) => covering[a](setOf[bucket], leaves[a][codesOf[a][vector]]));
      if (here.some(({ length }) => length > 1)) {
        isAmbiguous = true;
        return;
      }
      const keys = groups.map((group) => group.map((a) => here[a][0]).join(' '));
      if (keys.some((key, g) => !rowsOf[bucket][g].has(key))) continue;
      found++;
      const name = keys.join('|');
      const kind = kindsIn[bucket].get(name);
      if (kind === undefined) kindsIn[bucket].set(name, { keys, rows: people.sizes[vector], first: vector });
      else {
        kind.rows += people.sizes[vector];
        kind.first = Math.min(kind.first, vector);
      }
    }
    if (found === 0) outside += people.sizes[vector];
    if (found > 1) overlapping += people.sizes[vector];
  };
  const runsOf = sets.map(({ runs }) => runs);
  yield* walkFits({ vectors: people, leafOf: leaves, classes, runsOf, roots: 1, budget: Infinity }, note);
  if (isAmbiguous) return { kindsIn, outside, problem: 'a public row is shown by several labels of a bucket' };
  const overlap = `${overlapping} public ${plural(overlapping, 'row matches', 'rows match')} more than one bucket`;
  return { kindsIn, outside, problem: overlapping > 0 ? overlap : null };
}

/** The labels of a set that cover a leaf, each looked for once. */
function labelsAt({ sets }: ValueSets, runsOf: readonly (Runs | null)[]) {
  const known = sets.map(() => new Map<number, readonly number[]>());
  return (set: number, leaf: number): readonly number[] => {
    let labels = known[set].get(leaf);
    if (labels === undefined) {
      labels = Array.from(sets[set]).filter((label) => {
        const own = runsOf[label];
        return own !== null && contains(own, leaf);
      });
      known[set].set(leaf, labels);
    }
    return labels;
  };
}

/** A model on the public table, of a permuted release. */
export function judgePermutedPublic(
  model: PublicModel,
  measured: readonly [number, number] | null,
  problems: string[],
): AuditedModel {
  const base = { model: model.model, required: requiredOf(model) };
  const judged = kindOf(model).public;
  if (judged?.judgeBounds === undefined) problems.push(`${model.model} cannot be judged of a permuted release`);
  if (judged?.judgeBounds === undefined || measured === null) return { ...base, achieved: {}, holds: false };
  return { ...base, ...judged.judgeBounds(model, ...measured) };
}
