import type { Table } from '../table/table.js';
import type { KeptColumn } from './columns.js';
import { leafCodes } from './domain.js';
import { walkFits } from './fit.js';
import type { Grouping } from './grouping.js';
import { groupInSteps } from './grouping.js';
import { contains } from './labels.js';
import { columnsOf, nodeLimit } from './original-vectors.js';
import { NONE } from './persons.js';
import type { ReadAttribute } from './read-attribute.js';
import type { AuditSpec } from './spec.js';

/** A release that was read, and its original. */
export interface Located {
  readonly release: Table;
  readonly original: Table;
  readonly spec: AuditSpec;
  readonly missing: ReadonlySet<string>;
  /** Null for means and medians that were checked against the rows of their classes, and for labels that are not read. */
  readonly attributes: readonly (ReadAttribute | null)[];
  readonly keptColumns: readonly KeptColumn[];
  readonly classes: Grouping;
  /** [classes] rows; 0 for classes of suppressed rows. */
  readonly sizes: Uint32Array;
  readonly budget: number;
}

/** [entries of the original] class of every released row, {@link NONE} of others; or why that is not known. */
export type ClassOfRows = { readonly classOf: Uint32Array } | { readonly reason: string };

/** Finds the class that every row of the original was released in: as is claimed, where somebody claims it, else by regions. */
export function locateRows(input: Located): Generator<void, ClassOfRows> {
  const { originalRows, originalEntries } = input.spec;
  if (originalRows !== undefined && input.original.weights === null) return locateAsClaimed(input, originalRows);
  return originalEntries === undefined ? locateByRegions(input) : locateEntries(input, originalEntries);
}

/** Checks that the entries of the original fit the released entries that they are said to have become, which then have their rows. */
function* locateEntries(input: Located, claimed: Uint32Array): Generator<void, ClassOfRows> {
  const { release, original, classes, sizes } = input;
  const wrong = {
    reason: 'the entries of the original do not fit the released ones that they are said to have become',
  };
  if (claimed.length !== original.entries) return wrong;
  const fits = fitsOf(input);
  if ('reason' in fits) return fits;
  const rows = new Float64Array(release.entries);
  const classOf = new Uint32Array(original.entries).fill(NONE);
  for (let entry = 0; entry < claimed.length; entry++) {
    if (entry % rowsAtOnce === 0) yield;
    const released = claimed[entry];
    if (released === NONE) continue;
    if (released >= rows.length) return wrong;
    rows[released] += original.weights?.[entry] ?? 1;
    const group = classes.groupOf[released];
    if (sizes[group] === 0) continue;
    if (!fits.every((fit) => fit(released, entry))) return wrong;
    classOf[entry] = group;
  }
  const isComplete = rows.every((own, entry) => own === (release.weights?.[entry] ?? 1));
  return isComplete ? { classOf } : wrong;
}

/** Rows between two pauses. */
const rowsAtOnce = 1 << 16;

/** Checks that every released row can have been made from the row that is claimed, and that none was released twice. */
function* locateAsClaimed(input: Located, claimed: Uint32Array): Generator<void, ClassOfRows> {
  const { release, original, classes, sizes } = input;
  const wrong = { reason: 'the rows of the original that released rows are said to come from do not fit them' };
  if (claimed.length !== release.entries) return wrong;
  const classOf = new Uint32Array(original.entries).fill(NONE);
  const taken = new Uint8Array(original.entries);
  for (let entry = 0; entry < claimed.length; entry++) {
    const row = claimed[entry];
    if (row >= taken.length || taken[row]++ > 0) return wrong;
    const group = classes.groupOf[entry];
    if (sizes[group] > 0) classOf[row] = group;
  }
  const fits = fitsOf(input);
  if ('reason' in fits) return fits;
  for (let entry = 0; entry < claimed.length; entry++) {
    if (entry % rowsAtOnce === 0) yield;
    const row = claimed[entry];
    if (classOf[row] !== NONE && !fits.every((fit) => fit(entry, row))) return wrong;
  }
  return { classOf };
}

/** True when a released entry can have been made from an entry of the original, as far as a column shows it. */
type Fit = (entry: number, row: number) => boolean;

/** What every released column asks of an entry and of what it was made from. */
function fitsOf({
  release,
  original,
  spec,
  missing,
  attributes,
  keptColumns,
}: Located): Fit[] | { readonly reason: string } {
  const fits: Fit[] = keptColumns.map(
    ({ original: from, release: to, values: { ofBase, ofOther } }) =>
      (entry, row) =>
        ofOther[to.codes[entry]] === ofBase[from.codes[row]],
  );
  for (const [i, { name, replacement }] of spec.quasiIdentifiers.entries()) {
    const [from, to] = [original.column(name), release.column(name)];
    const attribute = attributes[i];
    if (from === undefined || to === undefined) return unread(name);
    if (attribute !== null) {
      const leafOf = leafCodes(from, attribute.domain, missing);
      const { runs } = attribute.labels;
      fits.push((entry, row) => contains(runs[to.codes[entry]] ?? [], leafOf[from.codes[row]]));
    } else if (replacement === undefined) return unread(name);
  }
  return fits;
}

const unread = (name: string): { readonly reason: string } => ({
  reason: `column ${JSON.stringify(name)} could not be read`,
});

/**
 * Classes with as many rows as the original has under them have these rows. Where that leaves another class with as many rows as
 * are left under it, it has those, and so on: until the rows of all are known, or nothing follows any more.
 */
function* locateByRegions(input: Located): Generator<void, ClassOfRows> {
  const { original, spec, missing, attributes, classes, sizes } = input;
  const names = spec.quasiIdentifiers.map(({ name }) => name);
  const leaves: Int32Array[] = [];
  for (const [i, attribute] of attributes.entries()) {
    const column = original.column(names[i]);
    if (attribute === null || column === undefined) return unread(names[i]);
    leaves.push(leafCodes(column, attribute.domain, missing));
  }
  const unknown = { reason: 'classes overlap, or rows of a class were suppressed' };
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
  return classOfVector === null ? unknown : { classOf: vectors.groupOf.map((vector) => classOfVector[vector]) };
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
