/** Rows of the original given to the buckets that show them, where no bucket may have two rows of one person. */
import { CellSums } from './cell-sums.js';
import type { Grouping } from './grouping.js';
import type { ClassOfRows } from './located.js';
import type { NumberedTogether } from './numbered-together.js';
import type { OpenPlaces, Place } from './open-places.js';
import { NONE } from './persons.js';
import { repairCells } from './repair-cells.js';

/** Input of {@link placeInBuckets}. */
interface ShownInBuckets {
  /** Every group of columns that stay together, and has a quasi-identifier. */
  readonly groups: readonly NumberedTogether[];
  readonly buckets: Grouping;
  /** [rows of the original] */
  readonly personOf: Uint32Array;
  readonly budget: number;
}

/** Rows of one person that show the same. */
interface Kind {
  readonly rows: number[];
  readonly person: number;
  /** [groups] */
  readonly values: readonly number[];
}

/** One way to give rows to buckets, and the buckets that they may lie in. */
type PlacedInBuckets = Extract<ClassOfRows, { readonly classOf: Uint32Array }> & { readonly open: OpenPlaces };

/** Every row of a bucket is of another person, so that no set of persons need be excluded. */
function* proveNothing(): Generator<void, boolean> {
  return false;
}

/**
 * Gives the rows of the original to the buckets that show their quasi-identifiers, one row of a person to each at most: null where that
 * cannot be; a reason where it takes too long to know. Yields between stretches of the work.
 */
export function* placeInBuckets(
  shown: ShownInBuckets,
): Generator<void, PlacedInBuckets | { readonly reason: string } | null> {
  const { groups, buckets, budget } = shown;
  const rows = shown.personOf.length;
  const kinds = yield* listKinds(shown);
  const counts = yield* countShown(groups, buckets);
  const isComplete = buckets.groupOf.length === rows;
  const cells: { readonly kind: number; readonly bucket: number }[] = [];
  const sums: { readonly cells: number[]; readonly sum: number; readonly isMost?: boolean }[] = [];
  const shownSums = counts.map((ofGroup) =>
    ofGroup.map((own) => new Map(Array.from(own, ([bucket, sum]) => [bucket, addSum(sums, sum)]))),
  );
  const ofPersons = new Map<number, number>();
  const ofKinds = new Set<number>();
  for (const [k, { rows: own, person, values }] of kinds.entries()) {
    const ofKind = addSum(sums, own.length, !isComplete);
    ofKinds.add(ofKind);
    const [rarest] = values.map((value, g) => shownSums[g][value]).sort((a, b) => a.size - b.size);
    for (const bucket of rarest.keys()) {
      const found = values.map((value, g) => shownSums[g][value].get(bucket));
      if (found.some((sum) => sum === undefined)) continue;
      const key = person * buckets.count + bucket;
      const ofPerson = ofPersons.get(key) ?? addSum(sums, 1, true);
      ofPersons.set(key, ofPerson);
      for (const sum of [...(found as number[]), ofKind, ofPerson]) sums[sum].cells.push(cells.length);
      cells.push({ kind: k, bucket });
    }
    if (cells.length > budget) return { reason: TOO_LONG };
    if (k % kindsAtOnce === 0) yield;
  }
  const most = new Uint8Array(cells.length).fill(1);
  const search = new CellSums({ most, sums }, Math.min(budget, mostTrials));
  const isNarrowed = yield* search.narrow();
  if (!isNarrowed) return search.budget < 0 ? { reason: TOO_LONG } : null;
  const { lows, highs } = search.found;
  const isOpen = lows.some((low, cell) => low < highs[cell]);
  const places = isOpen ? cells.map(({ kind, bucket }, cell): Place => ({ rows: kinds[kind].rows, c: bucket, low: lows[cell], high: highs[cell] })) : []; // prettier-ignore
  const isChosen = yield* search.choose();
  if (isChosen === false) return null;
  const shared = { kindOf: cells.map(({ kind }) => kind), many: kinds.map((kind) => kind.rows.length) };
  const ofBuckets = sums.filter((_, s) => !ofKinds.has(s));
  const chosen =
    isChosen === true ? lows : yield* repairCells({ ...shared, sums: ofBuckets, mayLack: !isComplete }, budget);
  if (chosen === null) return { reason: TOO_LONG };
  const classOf = new Uint32Array(rows).fill(NONE);
  const given = new Uint32Array(kinds.length);
  cells.forEach(({ kind, bucket }, cell) => {
    if (chosen[cell] === 1) classOf[kinds[kind].rows[given[kind]++]] = bucket;
  });
  return { classOf, isOneOfSeveral: isOpen, open: { places, haveSome: proveNothing } };
}

/** Kinds between two pauses. */
const kindsAtOnce = 1 << 12;

/** Steps of trial in order, which proves where there is no way; beyond them rows are moved until all fits. */
const mostTrials = 3_000_000;

const TOO_LONG = 'it takes too long to find a way in which no bucket has two rows of one person';

function addSum(sums: { cells: number[]; sum: number; isMost?: boolean }[], sum: number, isMost = false): number {
  return sums.push({ cells: [], sum, isMost }) - 1;
}

function* listKinds({ groups, personOf }: ShownInBuckets): Generator<void, Kind[]> {
  const kinds = new Map<string, Kind>();
  for (let row = 0; row < personOf.length; row++) {
    if (row % (kindsAtOnce << 2) === 0) yield;
    const values = groups.map(({ ofOriginal }) => ofOriginal[row]);
    const key = `${personOf[row]} ${values.join(' ')}`;
    const known = kinds.get(key);
    if (known === undefined) kinds.set(key, { rows: [row], person: personOf[row], values });
    else known.rows.push(row);
  }
  return [...kinds.values()];
}

/** [groups][values] released rows with the value by bucket. */
function* countShown(
  groups: readonly NumberedTogether[],
  { groupOf }: Grouping,
): Generator<void, Map<number, number>[][]> {
  const all: Map<number, number>[][] = [];
  for (const { count, ofRelease } of groups) {
    const own = Array.from({ length: count }, () => new Map<number, number>());
    ofRelease.forEach((value, entry) => {
      const bucket = groupOf[entry];
      own[value].set(bucket, (own[value].get(bucket) ?? 0) + 1);
    });
    all.push(own);
    yield;
  }
  return all;
}
