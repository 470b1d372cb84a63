/** Models judged by bounds, where rows of the original can lie in classes in several ways: what is confirmed holds in each of them. */
import { largestOf, smallestOf } from '../base/sequences.js';
import { doOpenLinksHold } from './bucket-persons.js';
import { foldTexts } from './fold.js';
import type { SparseHistogram } from './histogram.js';
import { diversityOf, joinReadings, joinWholes, type Reading } from './join-readings.js';
import type { CountedByPersons, JudgedByPersons } from './judged-persons.js';
import type { AuditPrivacy } from './models/list.js';
import type { AuditedClasses, AuditedModelKind, SensitiveColumn } from './models/model.js';
import { boundPersons, type OpenPlaces } from './open-places.js';
import { countHolders, countPersons, countsOfOne, orderRows, wholeTable, worstCounts, type PersonRows } from './person-counts.js'; // prettier-ignore
import { eachAPerson, NONE } from './persons.js';
import { isPublicModel, summarize } from './privacy.js';
import type { AuditedModel, OneValued } from './report.js';

/** Persons of a reading of rows that lack a key: all of the table, and the fewest of each class. */
interface BoundedView {
  readonly table: PersonRows;
  readonly fewest: Uint32Array;
  readonly areSplit: boolean;
  /** [vectors of the original] persons. */
  readonly alike: Uint32Array;
  readonly places: OpenPlaces['places'];
  /** [rows of the original] person, {@link NONE} for a row without a key. */
  readonly personOf: Uint32Array;
  /** True where each row without a key is a person. */
  readonly countsKeyless: boolean;
}

/**
 * Judges models by the fewest persons that each class has in any way, of whom as many hold a value as rows of the class show it. Null where that
 * does not confirm all of them: then they may hold, and may not. Yields between models.
 */
export function* judgeByBounds(input: JudgedByPersons, open: OpenPlaces): Generator<void, CountedByPersons | null> {
  const { spec, persons, original, sizes, isPermuted } = input;
  if (spec.persons?.protectsHistory === true || spec.privacy.some((model) => isPublicModel(model))) return null;
  const bounds = yield* boundPersons(open, persons, sizes);
  if (bounds === null) return null;
  const vectors = yield* input.originalVectors.rows();
  const views: BoundedView[] = [];
  for (const [i, counted] of (persons.withoutKey === 0 ? [persons] : [persons, eachAPerson(persons)]).entries()) {
    const ofPersons = orderRows(counted);
    yield;
    const { classesOf, sizes: alike } = countPersons(ofPersons, vectors.groupOf, vectors.count);
    const ofAll = isPermuted ? sizes : bounds.each;
    const table = wholeTable(counted, ofPersons);
    const areRepeated = table.order.length > table.count;
    const areSplit = isPermuted ? areRepeated : classesOf.some((own) => own > 1);
    const fewest = i === 0 ? bounds.keyed : ofAll;
    const seen = { places: open.places, personOf: persons.of, countsKeyless: i > 0 };
    views.push({ table, fewest, areSplit, alike, ...seen });
    yield;
  }
  if (isPermuted && views[0].table.order.length > views[0].table.count) {
    const linked = { vectorOf: vectors.groupOf, personOf: persons.of, fewestOf: (name: string) => diversityOf(spec, name) }; // prettier-ignore
    if (!(yield* doOpenLinksHold(input, open, linked))) return null;
  }
  const privacy: AuditedModel[] = [];
  for (const model of spec.privacy) {
    const judged = yield* judgeModel(input, model, views);
    if (judged?.holds !== true || judged.holdsFolded === false) return null;
    privacy.push(judged);
    yield;
  }
  return {
    privacy,
    risk: {
      before: original.entries === 0 ? null : largestRisk(views.map(({ alike }) => alike)),
      after: largestRisk(views.map(({ fewest }) => fewest)),
      ...(isPermuted ? { of: 'bucket' as const } : {}),
    },
    oneValued: yield* findDiverse(input, views),
    largestShares: {},
    personsReleased: sizes.reduce((sum, size) => sum + size, 0) === original.rows ? persons.count : null,
    areBounds: true,
    problems: [],
  };
}

/** 1 / persons of the smallest class that has any; 0 where there is none. */
const largestRisk = (views: readonly Uint32Array[]): number =>
  largestOf(
    views.flatMap((fewest) => Array.from(fewest, (persons) => (persons > 0 ? 1 / persons : 0))),
    0,
  );

/** A model by the worse of both readings; null for one that fewer persons, or more holders, need not break. */
function* judgeModel(
  { kindOf, sizes, sensitive, original }: JudgedByPersons,
  model: AuditPrivacy,
  views: readonly BoundedView[],
): Generator<void, AuditedModel | null> {
  const kind = kindOf(model);
  const name = 'attribute' in model ? model.attribute : undefined;
  const column = name === undefined ? undefined : sensitive.get(name);
  if (views.some(({ areSplit }) => kind.isBoundable?.({ areSplit }) !== true)) return null;
  if (name !== undefined && (column === undefined || (kind.lacking?.(model, column) ?? null) !== null)) return null;
  const codes = original.column(name ?? '')?.codes ?? [];
  const isReleased = Uint8Array.from(sizes, (size) => Number(size > 0));
  function* judge(folded: SensitiveColumn['folded']): Generator<void, AuditedModel> {
    const readings: Reading[] = [];
    for (const view of views) {
      const seen = column === undefined ? {} : yield* countColumn(column, { codes, folded }, view, kind.counts);
      const classes = { sizes: view.fewest, ...seen } as AuditedClasses;
      readings.push({ sizes: view.fewest, measure: kind.measure?.(model, classes) ?? null });
      yield;
    }
    // The mean of risks is at most the largest.
    const smallest = views.map(({ fewest }) => smallestOf(fewest.filter((own) => own > 0)));
    const wholes = smallest.flatMap((own) => kind.judgePersons?.(model, Float64Array.of(own)) ?? []);
    return summarize(kindOf, model, joinReadings(kind, readings), isReleased, sizes, joinWholes(wholes));
  }
  const summary = yield* judge(null);
  if (column === undefined || column.folded === null || kind.countsValues !== true) return summary;
  const { achieved, holds } = yield* judge(column.folded);
  return { ...summary, achievedFolded: achieved, holdsFolded: holds };
}

/** A sensitive column in which as many of the fewest persons hold a value as rows of the class show it. */
function* countColumn(
  column: SensitiveColumn,
  { codes, folded }: { readonly codes: ArrayLike<number>; readonly folded: SensitiveColumn['folded'] },
  view: BoundedView,
  counts: AuditedModelKind<AuditPrivacy>['counts'],
): Generator<void, Omit<AuditedClasses, 'sizes'>> {
  const { histogram: ofRows, table: inTable } = folded ?? column;
  const { ranks } = column;
  const { table, fewest, areSplit } = view;
  const rankOf = (row: number): number => folded?.groupOf[ranks[codes[row]]] ?? ranks[codes[row]];
  const { holders } = yield* countHolders(table, inTable.length, rankOf);
  const most = { histogram: boundHolders(ofRows, view, rankOf), table: countsOfOne(holders, inTable.length) };
  const histogram = counts === 'worst' ? worstCounts(most.histogram, fewest) : most.histogram;
  const unknown = (): never => {
    throw new Error('rows of persons are not known');
  };
  const persons = { count: table.count, areSplit, holders: most, intervalOf: unknown, rowsOf: unknown };
  return { column: { ...column, ...most, histogram }, persons };
}

/** The most holders of every value by class: rows that show it, persons who may have such a row there, and the fewest persons of the class. */
function boundHolders(
  { start, rank, count }: SparseHistogram,
  { places, personOf, countsKeyless, fewest }: BoundedView,
  rankOf: (row: number) => number,
): SparseHistogram {
  const holders = Array.from(fewest, () => new Map<number, { readonly persons: Set<number>; keyless: number }>());
  for (const { rows, c, high } of places) {
    const [first] = rows;
    if (high === 0 || (personOf[first] === NONE && !countsKeyless)) continue;
    const value = rankOf(first);
    const own = holders[c].get(value) ?? { persons: new Set(), keyless: 0 };
    holders[c].set(value, own);
    if (personOf[first] === NONE) own.keyless += high;
    else own.persons.add(personOf[first]);
  }
  const first = new Uint32Array(start.length);
  const ranks: number[] = [];
  const counts: number[] = [];
  for (const [c, persons] of fewest.entries()) {
    for (let e = start[c]; e < start[c + 1]; e++) {
      const own = holders[c].get(rank[e]);
      const most = Math.min(count[e], persons, (own?.persons.size ?? 0) + (own?.keyless ?? 0));
      if (most === 0) continue;
      ranks.push(rank[e]);
      counts.push(most);
    }
    first[c + 1] = ranks.length;
  }
  return { start: first, rank: Uint32Array.from(ranks), count: Uint32Array.from(counts) };
}

/** Sensitive columns of which no class can have one value alone; for others that is not known. */
function* findDiverse(
  { spec, keptColumns, classes, sizes, release: { weights } }: JudgedByPersons,
  views: readonly BoundedView[],
): Generator<void, Record<string, OneValued>> {
  const diverse = Object.create(null) as Record<string, OneValued>;
  for (const name of spec.sensitiveColumns ?? []) {
    const kept = keptColumns.find(({ original }) => original.name === name);
    if (kept === undefined) continue;
    yield;
    const delimiter = spec.sets?.find((set) => set.name === name)?.delimiter ?? null;
    const { values, original, release } = kept;
    const alike = original.type === 'string' ? foldTexts(values.texts, values.missing, delimiter) : null;
    const foldedOf = (value: number): number => alike?.[value] ?? value;
    const rowsOf = countShown(release.codes, { classes, sizes, weights }, (code) => foldedOf(values.ofOther[code]));
    const rankOf = (row: number): number => foldedOf(values.ofBase[original.codes[row]]);
    const isOpen = views.some((view) => {
      const { start, count } = boundHolders(rowsOf, view, rankOf);
      return view.fewest.some(
        (persons, c) => persons > 0 && largestOf(count.subarray(start[c], start[c + 1]), 0) >= persons,
      );
    });
    if (!isOpen) diverse[name] = { classes: 0, rows: 0, persons: 0 };
  }
  return diverse;
}

/** Rows of classes by value, in no order. */
function countShown(
  codes: ArrayLike<number>,
  { classes, sizes, weights }: Pick<JudgedByPersons, 'classes' | 'sizes'> & Pick<JudgedByPersons['release'], 'weights'>,
  valueOf: (code: number) => number,
): SparseHistogram {
  const rows = Array.from(sizes, () => new Map<number, number>());
  for (let entry = 0; entry < codes.length; entry++) {
    const value = valueOf(codes[entry]);
    const own = rows[classes.groupOf[entry]];
    own.set(value, (own.get(value) ?? 0) + (weights?.[entry] ?? 1));
  }
  const start = new Uint32Array(sizes.length + 1);
  for (const [c, own] of rows.entries()) start[c + 1] = start[c] + own.size;
  const all = rows.flatMap((own) => [...own]);
  return {
    start,
    rank: Uint32Array.from(all, ([value]) => value),
    count: Uint32Array.from(all, ([, many]) => many),
  };
}
