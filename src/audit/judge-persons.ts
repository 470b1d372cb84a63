import type { Codes } from '../table/table.js';
import { appendAll, largestOf } from '../base/sequences.js';
import { findRepeated, intervalOfRows, linkingProblems, repeatedProblems, rowsAsPersons } from './bucket-persons.js';
import { foldTexts } from './fold.js';
import type { SparseHistogram } from './histogram.js';
import { diversityOf, joinReadings, joinWholes, type Reading } from './join-readings.js';
import { judgeByBounds } from './judge-bounds.js';
import type { CountedByPersons, JudgedByPersons } from './judged-persons.js';
import { locateInBuckets } from './located-buckets.js';
import { locateRows } from './located-rows.js';
import type { AuditPrivacy } from './models/list.js';
import type { Achieved, AuditedClasses, AuditedModelKind, CountedPersons, SensitiveColumn } from './models/model.js';
import {
  countHolders,
  countPersons,
  countsOfOne,
  fewestOf,
  orderByPerson,
  orderRows,
  smallestInterval,
  wholeTable,
  worstCounts,
} from './person-counts.js';
import type { HolderCounts, PersonRows, PersonSizes } from './person-counts.js';
import { classesByPersons, measureCombinations, starCodes } from './combinations.js';
import { measureHistory } from './person-history.js';
import { eachAPerson, type Persons } from './persons.js';
import { countSizes } from './plain-risk.js';
import { attributeOf, isPublicModel, summarize, wordsOf, type PublicModel } from './privacy.js';
import { countPublicPersons, type PublicPersons } from './public-persons.js';
import { areSingle } from './split-entries.js';
import type { AuditedModel, AuditReport, History, OneValued } from './report.js';

/** Judges a release by the persons of its classes, or says why they cannot be counted. Yields between stretches of the work. */
export function* judgeByPersons(
  input: JudgedByPersons,
): Generator<void, CountedByPersons | { readonly reason: string }> {
  const { kindOf, persons, spec, original, sizes } = input;
  if (persons.withoutKey > 0 && spec.persons?.missing !== 'separate')
    return { reason: 'rows of the original lack a key' };
  if (!areSingle(persons)) return { reason: 'rows of the original lack a key, and are counted' };
  for (const model of spec.privacy) {
    const { counts, public: ofPublic } = kindOf(model);
    const attribute = attributeOf(model);
    if (counts === undefined && ofPublic === undefined) return { reason: `${model.model} is not judged by persons` };
    if (attribute !== undefined && original.column(attribute) === undefined)
      return { reason: `the original has no column ${JSON.stringify(attribute)}` };
  }
  const located = yield* input.isPermuted ? locateInBuckets(input, persons) : locateRows(input, persons);
  if ('reason' in located) {
    const { open, reason } = located;
    return (open === undefined ? null : yield* judgeByBounds(input, open)) ?? { reason };
  }
  const vectors = yield* input.originalVectors.rows();
  // Rows that lack a key have two readings: without them, and with each of them as a person.
  const views: View[] = [];
  for (const counted of persons.withoutKey === 0 ? [persons] : [persons, eachAPerson(persons)]) {
    const ofPersons = orderRows(counted);
    yield;
    views.push({
      rows: yield* orderByPerson(counted, located.classOf, sizes.length, ofPersons),
      table: wholeTable(counted, ofPersons),
      vectors: countPersons(ofPersons, vectors.groupOf, vectors.count),
      counted: new Map(),
    });
    yield;
  }
  const problems: string[] = [];
  const [{ rows, table }] = views;
  let repeated = 0;
  if (input.isPermuted) {
    repeated = findRepeated(rows);
    appendAll(problems, repeatedProblems(repeated));
    const linking = { vectorOf: vectors.groupOf, bucketOf: located.classOf, personOf: persons.of, fewestOf: (name: string) => diversityOf(spec, name) }; // prettier-ignore
    const found = areRepeated(table) ? yield* linkingProblems(input, linking) : [];
    const areVectorsKnown = located.isOneOfSeveral !== true || located.areVectorsKnown === true;
    if (!areVectorsKnown && found.length > 0) return { reason: OTHER_BUCKETS };
    appendAll(problems, found);
  }
  // A bucket of different persons, one row each, shows the values of persons, and hides whose each value is.
  const isShown = input.isPermuted && repeated === 0 && persons.withoutKey === 0;
  const judged = { ...input, isShown };
  const privacy: AuditedModel[] = [];
  const inPublic: (PublicPersons | null)[] = [];
  for (const view of views) {
    const found = yield* countInPublic(input, view, located.classOf);
    if (found !== null && 'reason' in found) return found;
    inPublic.push(found);
  }
  for (const [i, model] of spec.privacy.entries()) {
    if (input.isPermuted && isPublicModel(model)) {
      if (input.permutedInPublic === null) return { reason: SEVERAL_ROWS };
      privacy.push(input.permutedInPublic[i]);
      continue;
    }
    privacy.push(
      isPublicModel(model)
        ? yield* judgeInPublic(input, model, views, inPublic)
        : yield* judgeModel(judged, model, views),
    );
    yield;
  }
  const risk = {
    before: original.entries === 0 ? null : largestRisk(views.map((view) => view.vectors.sizes)),
    after: largestRisk(views.map((view) => view.rows.sizes)),
    ...(input.isPermuted ? { of: 'bucket' as const } : {}),
  };
  const values = yield* measureValues(judged, views);
  const isDisclosed = values.history?.some((each) => each.persons > 0) === true;
  if (located.isOneOfSeveral === true && spec.persons?.protectsHistory === true && isDisclosed)
    return { reason: OTHER_BUCKETS };
  return { privacy, risk, ...values, ...sizesOf(views), personsReleased: rows.count, problems };
}

const SEVERAL_ROWS =
  'who of a public table is in permuted buckets is counted by rows, and some person has several in it or in the original (keep one row of each person)';

const OTHER_BUCKETS =
  'the rows of the original fit the buckets in several ways, which leave the persons different values';

/** True where somebody has several rows. */
const areRepeated = ({ order, count }: PersonRows): boolean => order.length > count;

/** A release whose classes show what persons have, where they are buckets of different persons. */
interface Shown extends JudgedByPersons {
  readonly isShown: boolean;
}

/** The persons of a reading of rows that lack a key. */
interface View {
  readonly rows: PersonRows;
  /** All rows of the table as one class. */
  readonly table: PersonRows;
  /** Rows of the original by equal quasi-identifiers. */
  readonly vectors: PersonSizes;
  /** Counts of columns, by the object that stands for their values. */
  readonly counted: Map<object, { readonly inClasses: HolderCounts; readonly inTable: HolderCounts }>;
}

/** Classes by their persons, and persons by how many look alike, in the reading in which somebody stands out most. */
function sizesOf(views: readonly View[]): Pick<CountedByPersons, 'classPersons' | 'personsAlike'> {
  const worst = (read: (view: View) => PersonSizes): PersonSizes =>
    views.map(read).reduce((most, each) => (largestRisk([each.sizes]) > largestRisk([most.sizes]) ? each : most));
  const alike = (rows: PersonSizes) => countSizes(Uint32Array.from(fewestOf(rows)));
  const after = worst(({ rows }) => rows);
  return {
    classPersons: countSizes(after.sizes),
    personsAlike: { before: alike(worst(({ vectors }) => vectors)), after: alike(after) },
  };
}

/** 1 / persons of the smallest class that has any; 0 where there is none. */
function largestRisk(views: readonly Uint32Array[]): number {
  return largestOf(
    views.map((sizes) => largestOf(Float64Array.from(sizes, (size) => (size > 0 ? 1 / size : 0)))),
    0,
  );
}

/** The persons of the public table by region; null where no model needs them, or where regions are not known. */
function* countInPublic(
  { spec, original, missing, inPublic: measure }: JudgedByPersons,
  { rows, vectors }: View,
  classOf: Uint32Array,
): Generator<void, PublicPersons | { readonly reason: string } | null> {
  const { publicTable, persons } = spec;
  if (measure === null || publicTable === undefined || persons === undefined) return null;
  const areSplit = vectors.classesOf.some((own) => own > 1);
  const { columns: keys } = persons;
  return yield* countPublicPersons({ original, publicTable, keys, missing, measure, rows, classOf, areSplit });
}

/** One model on the public table by persons. */
function* judgeInPublic(
  { kindOf, sensitive, original }: JudgedByPersons,
  model: PublicModel,
  views: readonly View[],
  inPublic: readonly (PublicPersons | null)[],
): Generator<void, AuditedModel> {
  const { public: judge, numbers } = kindOf(model);
  const given = model as unknown as Readonly<Record<string, number>>;
  const required = Object.fromEntries(numbers.map((key) => [key, given[key]]));
  const base = { model: model.model, ...wordsOf(model), required };
  const name = 'attribute' in model ? model.attribute : undefined;
  const known = name === undefined ? undefined : sensitive.get(name);
  const codes = original.column(name ?? '')?.codes;
  const readings: Achieved[] = [];
  const each = views[views.length - 1].rows.sizes;
  for (const [i, { rows }] of views.entries()) {
    const counted = inPublic[i];
    if (counted === null || judge === undefined) return { ...base, achieved: {}, holds: false };
    let column: SensitiveColumn | undefined;
    if (known !== undefined && codes !== undefined) {
      const { holders } = yield* countHolders(rows, known.table.length, (row) => known.ranks[codes[row]]);
      column = { ...known, histogram: holders };
    }
    const { sizes } = rows;
    const { population, shares, sharesWithOutside } = counted;
    readings.push(
      judge.judge(model, {
        measure: { population, outside: 0 },
        shares: judge.countsOutside?.(model) === true ? sharesWithOutside : shares,
        sizes,
        // A class of rows without a key is one by both readings.
        released: Array.from(each.keys()).filter((c) => each[c] > 0),
        suppressed: 0,
        column,
      }),
    );
  }
  return { ...base, ...joinWholes(readings)! };
}

function* judgeModel(
  { kindOf, sizes, sensitive, original, isPermuted, isShown, codes: released, release, spec }: Shown,
  model: AuditPrivacy,
  views: readonly View[],
): Generator<void, AuditedModel> {
  const kind = kindOf(model);
  const name = attributeOf(model);
  const column = name === undefined ? undefined : sensitive.get(name);
  const codes = name === undefined ? undefined : original.column(name)?.codes;
  const isLacking = name !== undefined && (column === undefined || (kind.lacking?.(model, column) ?? null) !== null);
  const isReleased = Uint8Array.from(sizes, (size) => Number(size > 0));
  const each = views[views.length - 1].rows;
  const stars = starCodes(release, spec);
  function* judge(folded: SensitiveColumn['folded']): Generator<void, AuditedModel> {
    const readings: Reading[] = [];
    for (const view of views) {
      const { sizes: persons } = view.rows;
      const { groups } = kind;
      if (groups !== undefined && !isLacking) {
        const rankOf =
          column === undefined || codes === undefined
            ? null
            : (row: number) => folded?.groupOf[column.ranks[codes[row]]] ?? column.ranks[codes[row]];
        const given = classesByPersons({ codes: released, stars }, sizes, view.rows, rankOf);
        const found = yield* measureCombinations(given, groups.known(model), groups.fewest(model));
        readings.push({ sizes: persons, measure: groups.measure(model, found) });
        continue;
      }
      const seen =
        column === undefined || codes === undefined
          ? undefined
          : yield* countColumn(column, { codes, folded, isPermuted, isShown }, { ...view, each }, kind.counts);
      const classes = { sizes: persons, ...seen } as AuditedClasses;
      readings.push({ sizes: persons, measure: isLacking ? null : (kind.measure?.(model, classes) ?? null) });
      yield;
    }
    const wholes = views.flatMap(({ rows }) => kind.judgePersons?.(model, fewestOf(rows)) ?? []);
    return summarize(kindOf, model, joinReadings(kind, readings), isReleased, sizes, joinWholes(wholes));
  }
  const summary = yield* judge(null);
  if (isLacking || column === undefined || column.folded === null || kind.countsValues !== true) return summary;
  const { achieved, holds } = yield* judge(column.folded);
  return { ...summary, achievedFolded: achieved, holdsFolded: holds };
}

/** A sensitive column as a model sees it that counts persons. */
function* countColumn(
  column: SensitiveColumn,
  {
    codes,
    folded,
    isPermuted,
    isShown,
  }: Pick<Shown, 'isPermuted' | 'isShown'> & {
    readonly codes: Codes;
    readonly folded: SensitiveColumn['folded'];
  },
  { rows, table, vectors, counted, each }: View & { readonly each: PersonRows },
  counts: AuditedModelKind<AuditPrivacy>['counts'],
): Generator<void, Omit<AuditedClasses, 'sizes'>> {
  const { ranks, numbers } = column;
  const values = (folded ?? column).table.length;
  const rankOf = (row: number): number => folded?.groupOf[ranks[codes[row]]] ?? ranks[codes[row]];
  const { histogram: ofRows } = folded ?? column;
  const known = counted.get(folded ?? column) ?? {
    inClasses: isShown ? { holders: ofRows, shares: ofRows } : yield* countHolders(rows, values, rankOf),
    inTable: yield* countHolders(table, values, rankOf),
  };
  counted.set(folded ?? column, known);
  const { inClasses, inTable } = known;
  const holders = { histogram: inClasses.holders, table: countsOfOne(inTable.holders, values) };
  const shown =
    counts === 'shares'
      ? { histogram: inClasses.shares, table: countsOfOne(inTable.shares, values) }
      : counts === 'worst'
        ? { ...holders, histogram: worstCounts(inClasses.holders, rows.sizes) }
        : holders;
  const persons: CountedPersons = {
    count: table.count,
    areSplit: isPermuted ? areRepeated(table) : vectors.classesOf.some((own) => own > 1),
    holders,
    intervalOf: (c) =>
      isShown ? intervalOfRows(ofRows, c, numbers!) : smallestInterval(rows, c, (row) => numbers![ranks[codes[row]]]),
    rowsOf: (c) =>
      isShown
        ? rowsAsPersons(ofRows, c)
        : Array.from(each.order.subarray(each.start[c], each.start[c + 1]), (row) => ({
            person: each.personOf[row] < table.classesOf.length ? each.personOf[row] : -1,
            rank: rankOf(row),
          })),
  };
  return { column: { ...column, ...shown }, persons };
}

/** Classes in which some value of a sensitive column has everybody as a holder, and the largest share of holders. */
function* measureValues(
  { spec, keptColumns, sizes, classes, isShown }: Shown,
  views: readonly View[],
): Generator<void, Pick<AuditReport, 'oneValued' | 'largestShares' | 'history'>> {
  const history: History[] = [];
  // Released rows, each as a person, where buckets show what persons have.
  const each = isShown
    ? yield* orderByPerson(rowsThemselves(classes.groupOf.length), classes.groupOf, sizes.length)
    : null;
  const seen = each === null ? views : [{ rows: each }];
  const oneValued = Object.create(null) as Record<string, OneValued>;
  const largestShares = Object.create(null) as Record<string, number>;
  for (const name of spec.sensitiveColumns ?? []) {
    const kept = keptColumns.find(({ original }) => original.name === name);
    if (kept === undefined) continue;
    const { original, values } = kept;
    const delimiter = spec.sets?.find((set) => set.name === name)?.delimiter ?? null;
    const groupOf = original.type === 'string' ? foldTexts(values.texts, values.missing, delimiter) : null;
    const valueOf = (row: number): number => values.ofBase[original.codes[row]];
    const shownOf = each === null ? valueOf : (row: number) => values.ofOther[kept.release.codes[row]];
    const holders = yield* holdersOf(seen, values.count, shownOf);
    const own = shareOfHolders(seen, holders);
    yield;
    oneValued[name] = countOneValued(own, sizes, views);
    largestShares[name] = own.reduce((most, share) => Math.max(most, share), 0);
    const shown = holders[holders.length - 1];
    const found = yield* measureHistory(views[0], shown, { count: values.count, of: valueOf }, diversityOf(spec, name));
    if (found !== null) history.push({ attribute: name, ...found });
    if (groupOf === null) continue;
    const folded = shareOfHolders(seen, yield* holdersOf(seen, values.count, (row) => groupOf[shownOf(row)]));
    oneValued[name] = { ...oneValued[name], folded: countOneValued(folded, sizes, views) };
    yield;
  }
  return { oneValued, largestShares, history };
}

/** Rows as persons of their own. */
const rowsThemselves = (rows: number): Persons => ({
  count: rows,
  of: Uint32Array.from({ length: rows }, (_, row) => row),
  withoutKey: 0,
  weights: null,
});

/** [views] the holders of every value by class. */
function* holdersOf(
  views: readonly Pick<View, 'rows'>[],
  values: number,
  valueOf: (row: number) => number,
): Generator<void, SparseHistogram[]> {
  const all: SparseHistogram[] = [];
  for (const { rows } of views) all.push((yield* countHolders(rows, values, valueOf)).holders);
  return all;
}

/** [classes] the largest share of the persons of a class that hold one value. */
function shareOfHolders(views: readonly Pick<View, 'rows'>[], holders: readonly SparseHistogram[]): Float64Array {
  const shares = new Float64Array(views[0].rows.sizes.length);
  views.forEach(({ rows }, view) => {
    const { start, count } = holders[view];
    rows.sizes.forEach((size, c) => {
      for (let e = start[c]; e < start[c + 1]; e++) shares[c] = Math.max(shares[c], count[e] / size);
    });
  });
  return shares;
}

function countOneValued(shares: Float64Array, sizes: Uint32Array, views: readonly View[]) {
  const { order, start, personOf } = views[views.length - 1].rows;
  const persons = new Set<number>();
  let classes = 0;
  let rows = 0;
  shares.forEach((share, c) => {
    if (share < 1) return;
    classes++;
    rows += sizes[c];
    for (const row of order.subarray(start[c], start[c + 1])) persons.add(personOf[row]);
  });
  return { classes, rows, persons: persons.size };
}
