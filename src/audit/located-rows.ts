import type { Codes } from '../table/table.js';
import { leafCodes, type Runs } from './domain.js';
import { walkFits } from './fit.js';
import { groupInSteps } from './grouping.js';
import { contains } from './labels.js';
import type { ClassOfRows, Located } from './located.js';
import { columnsOf, nodeLimit } from './original-vectors.js';
import { NONE, type Persons } from './persons.js';
import { placeRows } from './place-rows.js';

/** Finds the class that every row of the original was released in: as is claimed, where somebody claims it, else by regions. */
export function locateRows(input: Located, persons: Persons): Generator<void, ClassOfRows> {
  const { originalRows, originalPieces } = input.spec;
  if (originalRows !== undefined && input.original.weights === null) return locateAsClaimed(input, originalRows);
  return originalPieces === undefined
    ? locateByRegions(input, persons)
    : locateEntries(input, originalPieces.releasedOf);
}

/** Checks that the entries of an original that was split into pieces fit the released entries that they became, which then have their rows. */
function* locateEntries(input: Located, claimed: Uint32Array): Generator<void, ClassOfRows> {
  const { release, original, classes, sizes } = input;
  const wrong = {
    reason: 'the run names entries of the original for released entries that do not fit them',
  };
  if (claimed.length !== original.entries) return wrong;
  const rows = new Float64Array(release.entries);
  const classOf = new Uint32Array(original.entries).fill(NONE);
  for (let entry = 0; entry < claimed.length; entry++) {
    const released = claimed[entry];
    if (released === NONE) continue;
    if (released >= rows.length) return wrong;
    rows[released] += original.weights?.[entry] ?? 1;
    if (sizes[classes.groupOf[released]] > 0) classOf[entry] = classes.groupOf[released];
  }
  yield;
  const fit = yield* fitTogether(input, { released: claimed, made: null }, classOf);
  if (fit !== null) return 'reason' in fit ? fit : wrong;
  const isComplete = rows.every((own, entry) => own === (release.weights?.[entry] ?? 1));
  return isComplete ? { classOf } : wrong;
}

/** Checks that every released row can have been made from the row that is claimed, and that none was released twice. */
function* locateAsClaimed(input: Located, claimed: Uint32Array): Generator<void, ClassOfRows> {
  const { release, original, classes, sizes } = input;
  const wrong = { reason: 'the run names rows of the original for released rows that do not fit them' };
  if (claimed.length !== release.entries) return wrong;
  const classOf = new Uint32Array(original.entries).fill(NONE);
  const taken = new Uint8Array(original.entries);
  for (let entry = 0; entry < claimed.length; entry++) {
    const row = claimed[entry];
    if (row >= taken.length || taken[row]++ > 0) return wrong;
    const group = classes.groupOf[entry];
    if (sizes[group] > 0) classOf[row] = group;
  }
  yield;
  const fit = yield* fitTogether(input, { released: null, made: claimed }, classOf);
  return fit === null ? { classOf } : 'reason' in fit ? fit : wrong;
}

/** Released entries, and the entries of the original that they were made from; null for 0, 1, 2 and so on. */
interface Claims {
  readonly released: Uint32Array | null;
  readonly made: Uint32Array | null;
}

/** Entries between two pauses. */
const entriesAtOnce = 1 << 16;

/**
 * Null when every released entry can have been made from the entry of the original, as far as a column shows it. Entries of the original
 * in no class are passed over. Yields between stretches of the work.
 */
function* fitTogether(
  input: Located,
  { released, made }: Claims,
  classOf: Uint32Array,
): Generator<void, { readonly reason: string } | { readonly isWrong: true } | null> {
  const columns = readColumns(input);
  if ('reason' in columns) return columns;
  const pairs = { released, made, classOf };
  const entries = (released ?? made)?.length ?? 0;
  const vectorsAndClasses = yield* differentPairs(input, pairs, entries);
  for (const column of columns) {
    // Values at one width: a loop over arrays of several widths is many times slower.
    const before = new Uint32Array(column.from);
    const after = new Uint32Array(column.to);
    const valueOf = Int32Array.from(column.valueOf);
    const places = column.isQuasiIdentifier ? vectorsAndClasses : null;
    const length = places === null ? entries : places.length;
    for (let start = 0; start < length; start += entriesAtOnce) {
      yield;
      const end = Math.min(length, start + entriesAtOnce);
      if (!doFit(column, { ...pairs, before, after, valueOf, places }, start, end)) return { isWrong: true };
    }
  }
  return null;
}

/**
 * Released entries of which each pair of a vector of the original and a released class occurs at least once. An entry is left out where
 * the entry before it of the same vector has the same class: the quasi-identifiers of both are equal on both sides.
 */
function* differentPairs(
  { classes, originalVectors }: Located,
  { released, made, classOf }: Claims & Pick<Pairs, 'classOf'>,
  entries: number,
): Generator<void, Uint32Array> {
  const { groupOf, count } = yield* originalVectors.rows();
  const last = new Uint32Array(count).fill(NONE);
  const found = new Uint32Array(entries);
  let length = 0;
  for (let start = 0; start < entries; start += entriesAtOnce) {
    yield;
    const end = Math.min(entries, start + entriesAtOnce);
    for (let i = start; i < end; i++) {
      const entry = made === null ? i : made[i];
      if (classOf[entry] === NONE) continue;
      const group = classes.groupOf[released === null ? i : released[i]];
      if (last[groupOf[entry]] === group) continue;
      last[groupOf[entry]] = group;
      found[length++] = i;
    }
  }
  return found.subarray(0, length);
}

/** The entries of a column, as {@link Claims} name them, with their codes. */
interface Pairs extends Claims {
  readonly before: Uint32Array;
  readonly after: Uint32Array;
  readonly classOf: Uint32Array;
  readonly valueOf: Int32Array;
  /** The released entries to look at; null for all. */
  readonly places: Uint32Array | null;
}

function doFit(
  { first, last, runs }: FitColumn,
  { before, after, released, made, classOf, valueOf, places }: Pairs,
  start: number,
  end: number,
): boolean {
  for (let at = start; at < end; at++) {
    const i = places === null ? at : places[at];
    const entry = made === null ? i : made[i];
    if (classOf[entry] === NONE) continue;
    const value = valueOf[before[entry]];
    const text = after[released === null ? i : released[i]];
    if (value < first[text] || value > last[text]) return false;
    const many = runs === null ? null : runs[text];
    if (many !== null && many.length > 2 && !contains(many, value)) return false;
  }
  return true;
}

/** A released column, and what it was made from. */
interface FitColumn {
  readonly from: Codes;
  readonly to: Codes;
  /** [dictionary of the original] value, or leaf. */
  readonly valueOf: ArrayLike<number>;
  /** [dictionary of the release] first and last value under every text: none where the first is beyond the last. */
  readonly first: Float64Array;
  readonly last: Float64Array;
  /** [dictionary of the release] runs of values; null where none has several. */
  readonly runs: readonly (Runs | null)[] | null;
  /** True where the column is equal in all rows of a vector of the original, and in all of a released class. */
  readonly isQuasiIdentifier: boolean;
}

/** The columns that show whether a released entry can have been made from an entry of the original. */
function readColumns({
  release,
  original,
  spec,
  missing,
  attributes,
  keptColumns,
}: Located): FitColumn[] | { readonly reason: string } {
  const columns = keptColumns.map(({ original: from, release: to, values: { ofBase, ofOther } }): FitColumn => {
    const same = Float64Array.from(ofOther);
    return {
      from: from.codes,
      to: to.codes,
      valueOf: ofBase,
      first: same,
      last: same,
      runs: null,
      isQuasiIdentifier: false,
    };
  });
  for (const [i, { name, replacement }] of spec.quasiIdentifiers.entries()) {
    const [from, to] = [original.column(name), release.column(name)];
    const attribute = attributes[i];
    if (from === undefined || to === undefined) return unread(name);
    if (attribute !== null) {
      const { runs } = attribute.labels;
      const ends = (read: (own: Runs) => number, none: number): Float64Array =>
        Float64Array.from(to.texts, (_, code) => {
          const own = runs[code] ?? [];
          return own.length === 0 ? none : read(own);
        });
      columns.push({
        from: from.codes,
        to: to.codes,
        valueOf: leafCodes(from, attribute.domain, missing),
        first: ends((own) => own[0], Infinity),
        last: ends((own) => own[own.length - 1], -Infinity),
        runs: runs.some((own) => own !== null && own.length > 2) ? runs : null,
        isQuasiIdentifier: true,
      });
    } else if (replacement === undefined) return unread(name);
  }
  return columns;
}

const unread = (name: string): { readonly reason: string } => ({
  reason: `column ${JSON.stringify(name)} could not be read`,
});

/**
 * Classes with as many rows as the original has under them have these rows. Where that leaves another class with as many rows as
 * are left under it, it has those, and so on: until the rows of all are known, or nothing follows any more. Then the other columns
 * of the released rows say more.
 */
function* locateByRegions(input: Located, persons: Persons): Generator<void, ClassOfRows> {
  const { original, spec, missing, attributes, classes, sizes } = input;
  const names = spec.quasiIdentifiers.map(({ name }) => name);
  const leaves: Int32Array[] = [];
  for (const [i, attribute] of attributes.entries()) {
    const column = original.column(names[i]);
    if (attribute === null || column === undefined) return unread(names[i]);
    leaves.push(leafCodes(column, attribute.domain, missing));
  }
  const vectors = yield* groupInSteps(original, columnsOf(original, names), undefined, nodeLimit);
  if (vectors === null) return { reason: 'the original has too many distinct rows' };
  const over: Uint32Array[] = new Array<Uint32Array>(vectors.count);
  const runsOf = attributes.map((attribute) => attribute!.labels.runs);
  const done = yield* walkFits(
    { vectors, leafOf: leaves, classes, runsOf, roots: 1, budget: input.budget },
    (vector, matches, from, to) => {
      over[vector] = matches.slice(from, to).filter((c) => sizes[c] > 0);
    },
  );
  if (!done) return { reason: 'it would take too many comparisons' };
  const classOfVector = yield* settleClasses(over, vectors.sizes, sizes);
  if (classOfVector !== null) return { classOf: vectors.groupOf.map((vector) => classOfVector[vector]) };
  return yield* placeRows(input, persons, { over, vectorOf: vectors.groupOf });
}

/**
 * The class that all rows of a vector were released in, {@link NONE} for vectors under no class; null where it does not follow from
 * the numbers of rows. Yields between classes.
 *
 * @param over - [vectors] classes of more than no rows that a vector may be in
 */
export function* settleClasses(
  over: readonly Iterable<number>[],
  vectorSizes: ArrayLike<number>,
  sizes: Uint32Array,
): Generator<void, Uint32Array | null> {
  const under: number[][] = Array.from(sizes, () => []);
  const left = new Float64Array(sizes.length);
  over.forEach((classes, vector) => {
    for (const c of classes) {
      under[c].push(vector);
      left[c] += vectorSizes[vector];
    }
  });
  const classOfVector = new Uint32Array(over.length).fill(NONE);
  const isKnown = new Uint8Array(sizes.length);
  const next = Array.from(sizes.keys()).filter((c) => sizes[c] > 0 && left[c] === sizes[c]);
  let open = sizes.reduce((count, size) => count + Number(size > 0), 0);
  for (let c = next.pop(); c !== undefined; c = next.pop()) {
    if (left[c] !== sizes[c]) return null;
    if (isKnown[c]++ > 0) continue;
    open--;
    for (const vector of under[c]) {
      if (classOfVector[vector] !== NONE) continue;
      classOfVector[vector] = c;
      for (const other of over[vector]) {
        left[other] -= vectorSizes[vector];
        if (isKnown[other] === 0 && left[other] === sizes[other]) next.push(other);
      }
    }
    left[c] = sizes[c];
    yield;
  }
  return open > 0 ? null : classOfVector;
}
