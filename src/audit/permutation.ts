import { appendAll } from '../base/sequences.js';
import { amount } from '../base/plural.js';
import { Table } from '../table/table.js';
import type { Column } from '../table/table.js';
import { orderInSteps } from './counting-order.js';
import type { ReadAttribute } from './read-attribute.js';
import { leafCodes } from './domain.js';
import type { GroupColumn, Grouping } from './grouping.js';
import { groupCodes, groupInSteps } from './grouping.js';
import { walkFits } from './fit.js';
import type { Occurrences, ValueSets } from './bucket-sets.js';
import { listOccurrences, numberSets, placeWith } from './bucket-sets.js';
import type { AuditPermutation } from './spec.js';
import { joinValues } from './values.js';

/** Rows, and buckets looked at, between two pauses. */
const rowsAtOnce = 1 << 13;
const stepsAtOnce = 1 << 15;

/** A permuted release taken apart: its columns without the bucket, and the bucket of every row. */
export interface PermutedRelease {
  readonly body: Table;
  /** Rows by bucket. */
  readonly buckets: Grouping;
}

/**
 * Brings a permuted release into one table. Two tables are joined by their buckets: rows of one bucket stand in any order, and their join shows no
 * more. Buckets that do not fit are problems; then null where nothing can be audited. Yields between columns.
 */
export function* readPermuted(
  release: Table,
  { bucketColumn, sensitive }: AuditPermutation,
  problems: string[],
): Generator<void, PermutedRelease | null> {
  const place = `column ${JSON.stringify(bucketColumn)}`;
  const column = release.column(bucketColumn);
  if (column === undefined) {
    problems.push(`${place}: not in the release, so buckets are not known`);
    return null;
  }
  if (column.missingCode >= 0) problems.push(`${place}: rows without a bucket`);
  const columns = release.columns.filter((each) => each !== column);
  if (sensitive !== undefined) {
    const other = sensitive.column(bucketColumn);
    if (other === undefined) {
      problems.push(`${place}: not in the table of sensitive columns`);
      return null;
    }
    const joined = yield* joinBuckets(column, other);
    if (joined === null) {
      problems.push(`${place}: the two tables have not the same rows in every bucket`);
      return null;
    }
    for (const each of sensitive.columns) {
      if (each === other) continue;
      yield;
      if (release.column(each.name) !== undefined) problems.push(`column ${JSON.stringify(each.name)}: in both tables`);
      else columns.push({ ...each, codes: Uint32Array.from(joined, (row) => each.codes[row]) });
    }
  }
  const buckets = yield* groupAll(release.rows, [{ codes: column.codes, width: column.texts.length }]);
  return { body: new Table(release.rows, columns), buckets };
}

/** [rows of the first] a row of the second in the same bucket, each once, the last ones first; null when sizes differ. */
function* joinBuckets(first: Column, second: Column): Generator<void, Uint32Array | null> {
  const rows = first.codes.length;
  if (rows !== second.codes.length) return null;
  const { start, order } = yield* orderInSteps(rows, second.texts.length, (row) => second.codes[row]);
  // Goes down as rows are taken.
  const end = start.slice(1);
  const codeOf = new Map<string, number>();
  second.texts.forEach((text, code) => codeOf.set(text, code));
  yield;
  const codes = first.texts.map((text) => codeOf.get(text) ?? -1);
  const joined = new Uint32Array(rows);
  for (let row = 0; row < rows; row++) {
    if (row % rowsAtOnce === 0) yield;
    const code = codes[first.codes[row]];
    if (code < 0 || end[code] === start[code]) return null;
    joined[row] = order[--end[code]];
  }
  return joined;
}

/** Input of the check of a permuted release against its original. */
interface PermutedFit {
  readonly release: Table;
  readonly original: Table;
  readonly buckets: Grouping;
  readonly groups: AuditPermutation['groups'];
  /** Quasi-identifiers of the release, read. */
  readonly attributes: ReadonlyMap<string, ReadAttribute>;
  readonly missing: ReadonlySet<string>;
  readonly isComplete: boolean;
  readonly budget: number;
}

/** A group of columns: the value of every row of both tables, as a label of the release and what it can stand for. */
interface GroupValues {
  readonly name: string;
  /** [rows of the release] and [distinct] */
  readonly valueOf: Uint32Array;
  readonly count: number;
  /** [rows of the original] sub-tuple, and [sub-tuples] the values of the release that can stand for it. */
  readonly tupleOf: Uint32Array;
  readonly tuples: number;
  readonly fits: readonly (readonly number[])[];
  /** The sub-tuples by the leaves of an attribute that stands alone, else as they come. */
  readonly order: Uint32Array;
}

/**
 * Checks what a permuted release owes its original: for every group of columns, the sub-tuples of the release are those
 * of the original (generalized ones: can be), and every row of the original finds a bucket that has all its sub-tuples.
 * That buckets can be filled all at once is not checked: to decide it is as hard as three-dimensional matching. Yields between
 * stretches of the work.
 */
export function* checkPermutedFit(
  fit: PermutedFit,
  problems: string[],
  warn: (code: string, message: string) => void,
): Generator<void, void> {
  const { release, original, buckets } = fit;
  const named = new Set(fit.groups?.flat());
  const groups = [
    ...(fit.groups ?? []).map((group) => group.filter((name) => release.column(name) !== undefined)),
    ...release.columns.flatMap(({ name }) => (named.has(name) ? [] : [[name]])),
  ].filter((group) => group.length > 0 && group.every((name) => original.column(name) !== undefined));
  if (fit.groups === null) {
    warn('GROUPS_NOT_GIVEN', 'which columns were permuted together is not known: every column was checked alone');
  }
  const read: GroupValues[] = [];
  for (const group of groups) read.push(yield* readGroup(fit, group));
  for (const group of read) {
    yield;
    const { over, under } = group.fits.every((fits) => fits.length <= 1) ? countExact(group) : { over: 0, under: 0 };
    if (over > 0)
      problems.push(
        `${group.name}: ${amount(over, 'row holds', 'rows hold')} what no row of the original has, or not that often`,
      );
    else if (under > 0 && fit.isComplete)
      problems.push(`${group.name}: ${amount(under, 'row of the original is', 'rows of the original are')} missing`);
  }

  const kinds = yield* groupAll(
    original.rows,
    read.map(({ tupleOf, tuples }) => ({ codes: tupleOf, width: Math.max(1, tuples) })),
  );
  const isGeneralized = read.some(({ fits }) => fits.some(({ length }) => length > 1));
  const find = isGeneralized ? findByWalk : findByRarest;
  const { lost, isDone } = yield* find(read, kinds, buckets, fit.budget);
  if (!isDone)
    warn('BUDGET', 'the search for the rows of the original in the buckets was ended: it would take too long');
  else if (lost > 0 && fit.isComplete)
    problems.push(`${amount(lost, 'row of the original fits', 'rows of the original fit')} no bucket`);
}

/** Rows of the original that fit no bucket, and whether all were looked for. */
interface Lost {
  readonly lost: number;
  readonly isDone: boolean;
}

/** Looks each kind of row up among the buckets of the rarest of its sub-tuples. */
function* findByRarest(
  read: readonly GroupValues[],
  kinds: Grouping,
  buckets: Grouping,
  budget: number,
): Generator<void, Lost> {
  const bucketsOf: Occurrences[] = [];
  for (const { valueOf, count } of read) {
    bucketsOf.push(yield* listOccurrences(valueOf, count, buckets.groupOf, buckets.count));
  }
  const tuples = groupCodes(kinds);
  const values = new Int32Array(read.length);
  let lost = 0;
  let left = budget;
  let pauseAt = left - stepsAtOnce;
  for (let kind = 0; kind < kinds.count && left > 0; kind++) {
    if (kind % rowsAtOnce === 0 || left < pauseAt) {
      yield;
      pauseAt = left - stepsAtOnce;
    }
    let rarest = -1;
    let fewest = Infinity;
    for (let g = 0; g < read.length; g++) {
      values[g] = read[g].fits[tuples[g][kind]][0] ?? -1;
      const { start } = bucketsOf[g];
      const size = values[g] < 0 ? 0 : start[values[g] + 1] - start[values[g]];
      if (size >= fewest) continue;
      fewest = size;
      rarest = g;
    }
    let isFound = false;
    for (let at = 0; at < fewest && rarest >= 0 && !isFound; at++) {
      left--;
      const { start, other } = bucketsOf[rarest];
      const bucket = other[start[values[rarest]] + at];
      isFound = true;
      for (let g = 0; isFound && g < read.length; g++) {
        isFound = g === rarest || placeWith(bucketsOf[g], values[g], bucket) >= 0;
      }
    }
    if (!isFound) lost += kinds.sizes[kind];
  }
  return { lost, isDone: left > 0 };
}

/** Walks kinds of rows and of buckets at once: sub-tuples that several values can stand for are in many buckets. */
function* findByWalk(
  read: readonly GroupValues[],
  kinds: Grouping,
  buckets: Grouping,
  budget: number,
): Generator<void, Lost> {
  const sets: ValueSets[] = [];
  for (const { valueOf, count, fits, order } of read) {
    const shown = yield* listOccurrences(buckets.groupOf, buckets.count, valueOf, count);
    const runsOf = Array.from({ length: count }, (): number[] => []);
    order.forEach((tuple, place) => {
      for (const value of fits[tuple]) {
        const runs = runsOf[value];
        if (runs.at(-1) === place - 1) runs[runs.length - 1] = place;
        else runs.push(place, place);
      }
    });
    sets.push(yield* numberSets(shown, (value) => runsOf[value]));
  }
  const classes = yield* groupAll(
    buckets.count,
    sets.map(({ setOf, runs }) => ({ codes: setOf, width: Math.max(1, runs.length) })),
  );
  let lost = 0;
  const isDone = yield* walkFits(
    {
      vectors: kinds,
      leafOf: read.map(({ order }) => {
        const placeOf = new Int32Array(order.length);
        order.forEach((tuple, place) => (placeOf[tuple] = place));
        return placeOf;
      }),
      classes,
      runsOf: sets.map(({ runs }) => runs),
      roots: 1,
      budget,
    },
    (kind, _, from, to) => {
      if (from === to) lost += kinds.sizes[kind];
    },
  );
  return { lost, isDone };
}

/** Groups rows by columns, in steps. */
function* groupAll(entries: number, columns: readonly GroupColumn[]): Generator<void, Grouping> {
  return (yield* groupInSteps({ entries, weights: null }, columns)) as Grouping;
}

function countExact({ valueOf, count, tupleOf, fits }: GroupValues): { over: number; under: number } {
  const balance = new Float64Array(count);
  valueOf.forEach((value) => balance[value]++);
  let under = 0;
  tupleOf.forEach((tuple) => {
    if (fits[tuple].length === 0) under++;
    else balance[fits[tuple][0]]--;
  });
  let over = 0;
  for (const rest of balance) {
    if (rest > 0) over += rest;
    else under -= rest;
  }
  return { over, under };
}

function* readGroup(
  { release, original, attributes, missing }: PermutedFit,
  names: readonly string[],
): Generator<void, GroupValues> {
  const values = yield* groupAll(
    release.rows,
    names.map((name) => columnOf(release, name)),
  );
  const tuples = yield* groupAll(
    original.rows,
    names.map((name) => columnOf(original, name)),
  );
  const oneOf = (grouping: Grouping): Int32Array => {
    const row = new Int32Array(grouping.count).fill(-1);
    grouping.groupOf.forEach((group, at) => (row[group] = row[group] < 0 ? at : row[group]));
    return row;
  };
  const rowOfValue = oneOf(values);
  const rowOfTuple = oneOf(tuples);
  // Codes of the release that can stand for a code of the original, per column.
  const standsFor = names.map((name): ((code: number) => readonly number[]) => {
    const from = original.column(name) as Column;
    const to = release.column(name) as Column;
    const attribute = attributes.get(name);
    const lists: number[][] = from.texts.map(() => []);
    if (attribute === undefined) {
      const joined = joinValues(from, to, missing);
      const codesOf = new Map<number, number[]>();
      joined.ofOther.forEach((value, code) => codesOf.set(value, [...(codesOf.get(value) ?? []), code]));
      joined.ofBase.forEach((value, code) => appendAll(lists[code], codesOf.get(value) ?? []));
    } else {
      const leafOf = leafCodes(from, attribute.domain, missing);
      const codesOf: number[][] = Array.from({ length: attribute.domain.size }, () => []);
      leafOf.forEach((leaf, code) => leaf >= 0 && codesOf[leaf].push(code));
      attribute.labels.runs.forEach((runs, label) => {
        if (runs === null) return;
        for (let r = 0; r < runs.length; r += 2) {
          for (let leaf = runs[r]; leaf <= runs[r + 1]; leaf++)
            for (const code of codesOf[leaf]) lists[code].push(label);
        }
      });
    }
    return (code) => lists[code];
  });
  const key = (codes: readonly number[]): string => codes.join(' ');
  const valueByKey = new Map<string, number>();
  for (const [value, row] of rowOfValue.entries()) {
    if (value % rowsAtOnce === 0) yield;
    valueByKey.set(key(names.map((name) => (release.column(name) as Column).codes[row])), value);
  }
  const fitsOf = (row: number): number[] => {
    let prefixes: number[][] = [[]];
    names.forEach((name, i) => {
      const labels = standsFor[i]((original.column(name) as Column).codes[row]);
      prefixes = prefixes.flatMap((prefix) => labels.map((label) => [...prefix, label]));
    });
    return prefixes.flatMap((prefix) => valueByKey.get(key(prefix)) ?? []);
  };
  const fits: number[][] = [];
  for (const row of rowOfTuple) {
    if (fits.length % rowsAtOnce === 0) yield;
    fits.push(fitsOf(row));
  }
  const name =
    names.length === 1
      ? `column ${JSON.stringify(names[0])}`
      : `columns ${names.map((each) => JSON.stringify(each)).join(', ')}`;
  const order = orderTuples(original, names, rowOfTuple, attributes, missing);
  return {
    name,
    valueOf: values.groupOf,
    count: values.count,
    tupleOf: tuples.groupOf,
    tuples: tuples.count,
    fits,
    order,
  };
}

/** Sub-tuples by the leaves of an attribute that stands alone, so that what a value stands for lies side by side. */
function orderTuples(
  original: Table,
  names: readonly string[],
  rowOfTuple: Int32Array,
  attributes: PermutedFit['attributes'],
  missing: ReadonlySet<string>,
): Uint32Array {
  const order = Uint32Array.from(rowOfTuple.keys());
  const alone = names.length === 1 ? attributes.get(names[0]) : undefined;
  if (alone === undefined) return order;
  const own = original.column(names[0]) as Column;
  const leafOf = leafCodes(own, alone.domain, missing);
  return order.sort((a, b) => leafOf[own.codes[rowOfTuple[a]]] - leafOf[own.codes[rowOfTuple[b]]] || a - b);
}

function columnOf(table: Table, name: string) {
  const column = table.column(name) as Column;
  return { codes: column.codes, width: column.texts.length };
}
