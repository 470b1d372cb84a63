import { InvalidArgumentError } from '../../base/errors.js';
import { leastValuesLeft, namesOfRole, planColumns } from '../../job/plan.js';
import { drawPersons, filterRows } from '../../pipeline/take-rows.js';
import { requireResolved } from '../../job/hierarchy-files.js';
import { requireTable } from '../../pipeline/options.js';
import { type AttackedJob, attackedJob, countsPersons } from './attacked-job.js';
import { runToCompletion, type Steps } from '../../base/steps.js';
import { Table } from '../../table/table.js';
import { withAbsentValues } from './absent-values.js';
import type { ComposedRelease, ViewedRelease } from './composition.js';
import { valuesLeft, type ValuesLeft, type WorldRelease } from './composed-worlds.js';
import { hasColumn, valuesByBucket } from './composition.js';
import { dropStarred } from './drop-starred.js';
import { viewBucketsInSteps } from './permuted-buckets.js';
import { groupWho, isConstantOf, personsOfPeople, sharedByRows, type KnownPersons, type Who } from './persons-left.js';
import { joinRare, sharedValues, spreadRare, type ValuesByBucket } from './rare-releases.js';

/** Distinct people, and entries of the table of people, between two pauses. */
const vectorsAtOnce = 4;
const entriesAtOnce = 1 << 13;

/** Values that several releases together leave for one sensitive attribute. */
export interface CheckedAttribute {
  /** The sensitive column. */
  readonly attribute: string;
  /** Values that everybody must keep: l of the job's l-diversity, 2 without one. */
  readonly l: number;
  /**
   * True where each person has one value in all rows: all rows of a person are then judged together, else each by itself, and a person
   * counts once. Present where persons are counted.
   */
  readonly isConstant?: boolean;
  /** People who keep fewer, although each single release leaves them more. */
  readonly exposed: number;
  /** People to whom one of the releases alone leaves fewer. */
  readonly alone: number;
  /** People of whom sets of values were compared instead of numbers of rows, since a limit of the work was passed: they may keep fewer. */
  readonly comparedBySets: number;
}

/** Verdict on a release beside earlier ones. Counts, never a cell. */
export interface CompositionCheck {
  /** True when no person is exposed. */
  readonly holds: boolean;
  /** Rows of the table of people; its persons where they are counted. */
  readonly people: number;
  /** Persons of the table of people, where a job names their key: then persons are counted. Null: rows are. */
  readonly persons: number | null;
  /** People who match a class of every previous release. */
  readonly matched: readonly number[];
  /** Every sensitive column of the new release. */
  readonly attributes: readonly CheckedAttribute[];
  /** People whom everybody must be left among: k of the job's k-anonymity, 2 without one. */
  readonly k: number;
  /** People who are left among fewer, although the new release alone leaves more. */
  readonly exposed: number;
}

/** Rows that no release distinguishes: they match the same classes everywhere. */
interface Alike {
  /** [releases] classes that they match. */
  readonly classes: readonly (readonly number[])[];
  rows: number;
}

/** The table of people as the releases see it. */
interface Grouped {
  readonly alike: readonly Alike[];
  /** Everybody, by the kinds of their rows: numbers of `alike`. */
  readonly who: readonly Who[];
  /** [releases] people who match a class. */
  readonly matched: readonly number[];
}

/**
 * Runs the intersection attack of `attackComposition` on a new release and earlier ones of the same people, and says whether
 * anybody is left with too little. A person's classes in a release are those that show all of the person's quasi-identifiers;
 * rows of `*` alone count only for whom nothing else matches. `other` of the new release stands for the values that fewer
 * than k rows of `people` have. Of these classes the sensitive values are joined, and over the
 * releases intersected: the new one with each earlier one, and all of them. Nobody is left among fewer than k people
 * who match, in every release, a class that the person matches. Who matches nothing in a release is not in it.
 *
 * Counts persons where a job names their key. A sensitive column that is the same in all rows of a person is judged by the values that all
 * classes of the person leave, another one by those of each row. A person is left among those who have, for each row of the person and in
 * every release, a row in a class that it matches. Rows are placed in classes as if each were of another person, so the numbers are lower
 * bounds of the people who are exposed.
 *
 * @param people - the input of the new release, rows or counted
 * @param current - the new release with its job, whose l and k count
 * @param previous - the earlier ones, oldest or newest first; `name` is for messages
 * @throws InvalidArgumentError ALGORITHM_NOT_SUPPORTED, PREVIOUS_UNMATCHED, and as attackComposition
 */
export function checkComposition(
  people: Table,
  current: ComposedRelease,
  previous: readonly (ComposedRelease & { readonly name?: string })[],
): CompositionCheck {
  return runToCompletion(checkCompositionInSteps(people, current, previous));
}

/** {@link checkComposition} that yields between stretches of the work, so that it can be ended there. */
export function* checkCompositionInSteps(
  people: Table,
  current: ComposedRelease,
  previous: readonly (ComposedRelease & { readonly name?: string })[],
): Steps<CompositionCheck> {
  requireTable(people, 'people');
  const jobs = [current, ...previous].map(({ job, release, sensitive }) =>
    attackedJob(job, { tables: [release, sensitive], register: people }),
  );
  const [first] = jobs;
  const ofCurrent = planColumns(first, people.columns);
  const { table: taken } = yield* filterRows(people, ofCurrent);
  const drawn = countsPersons(first) ? (yield* drawPersons(taken, ofCurrent)).table : taken;
  const plans = jobs.map(({ plan }) => plan);
  const persons = yield* personsOfPeople(drawn, plans, '--previous');
  const sides: ViewedRelease[] = [];
  for (const [i, side] of [{ ...current, name: 'release' }, ...previous].entries()) {
    sides.push(yield* viewSide({ ...side, job: jobs[i] }, i, drawn));
  }
  const grouped = yield* groupAlike(drawn, sides, persons);
  const { matched } = grouped;
  sides.slice(1).forEach(({ release }, i) => {
    if (matched[i + 1] > 0 || release.rows === 0) return;
    const expected = 'a release that some row of the input matches, made by this job (else name its job)';
    throw new InvalidArgumentError(nameOf(previous[i], i), expected, 'one that no row does', 'PREVIOUS_UNMATCHED');
  });
  const { plan } = first;
  const attributes: CheckedAttribute[] = [];
  for (const { name: attribute, role } of plan.columns) {
    if (role !== 'sensitive' || !hasColumn(sides[0], attribute)) continue;
    const asked = {
      attribute,
      l: leastValuesLeft(plan, attribute),
      isConstant: isConstantOf(drawn.column(attribute), persons),
    };
    const { isConstant, ...own } = asked;
    attributes.push({
      ...own,
      ...(persons === null ? {} : { isConstant }),
      ...(yield* countFewValues(grouped, sides, asked)),
    });
  }
  const k = plan.isKAnonymous ? plan.k : 2;
  const exposed = yield* countFewPeople(grouped, sides, k);
  return {
    holds: exposed === 0 && attributes.every((each) => each.exposed === 0),
    people: persons?.count ?? people.rows,
    persons: persons?.count ?? null,
    matched: matched.slice(1),
    attributes,
    k,
    exposed,
  };
}

const nameOf = ({ name }: { readonly name?: string }, i: number): string => name ?? `previous[${i}]`;

function* viewSide(
  side: Omit<ComposedRelease, 'job'> & { readonly job: AttackedJob; readonly name?: string },
  i: number,
  people: Table,
): Steps<ViewedRelease> {
  const { job } = side;
  const { plan } = job;
  requireResolved(job);
  const name = i === 0 ? 'release' : nameOf(side, i - 1);
  requireTable(side.release, name);
  if (plan.takesLists !== null) {
    const expected = 'a release with classes of quasi-identifiers';
    throw new InvalidArgumentError(name, expected, `one of ${plan.algorithm.name}`, 'ALGORITHM_NOT_SUPPORTED');
  }
  const release = yield* dropStarred(new Table(side.release.entries, side.release.columns), plan);
  const sensitive =
    side.sensitive === undefined ? undefined : new Table(side.sensitive.entries, side.sensitive.columns);
  try {
    yield;
    const known = withAbsentValues(people, release, job);
    const input = i === 0 ? people : undefined;
    return {
      ...side,
      plan,
      release,
      sensitive,
      view: yield* viewBucketsInSteps(release, known, job, side.groups, input),
    };
  } catch (error) {
    if (error instanceof InvalidArgumentError && error.code === 'GROUPS_NEEDED') {
      const cure =
        'its groups of columns, which its algorithm chose itself: a job (--previous-job) that lists them, such as "algorithm": {"name": "slicing", "columns": [["zip", "age"], ["disease"]]} (solution.columns of its result has them)';
      throw new InvalidArgumentError(name, cure, 'a job that does not list them', error.code);
    }
    if (!(error instanceof InvalidArgumentError) || !error.argument.startsWith('release')) throw error;
    const expected =
      error.code === 'LABELS_UNKNOWN' && !error.received.startsWith('the ')
        ? 'labels that the job and the input give a meaning (a release by another job needs that job)'
        : error.expected;
    throw new InvalidArgumentError(name + error.argument.slice(7), expected, error.received, error.code);
  }
}

/** Puts rows together that match the same classes, then people, and counts who matches any, by release. */
function* groupAlike(people: Table, sides: readonly ViewedRelease[], persons: KnownPersons | null): Steps<Grouped> {
  const classesOf: number[][][] = [];
  const numbers: number[][] = [];
  for (const side of sides) {
    const suppressed = suppressedBucket(side);
    const known = new Map<string, number>();
    const lists: number[][] = [];
    const own: number[] = [];
    for (let vector = 0; vector < side.view.people.count; vector++) {
      if (vector % vectorsAtOnce === 0) yield;
      const all = side.view.matches(vector).map(({ bucket }) => bucket);
      const classes = all.length > 1 ? all.filter((bucket) => bucket !== suppressed) : all;
      const key = classes.join();
      if (!known.has(key)) known.set(key, known.size);
      own.push(known.get(key) as number);
      lists.push(classes);
    }
    classesOf.push(lists);
    numbers.push(own);
  }
  const numberOf = new Map<string, number>();
  const alike: Alike[] = [];
  const kindOf = new Uint32Array(people.entries);
  const weightOf = (entry: number): number => people.weights?.[entry] ?? 1;
  for (let entry = 0; entry < people.entries; entry++) {
    if (entry % entriesAtOnce === 0) yield;
    const vectors = sides.map(({ view }) => view.people.vectorOf[entry]);
    const key = vectors.map((vector, side) => numbers[side][vector]).join();
    const kind = numberOf.get(key) ?? alike.push({ classes: vectors.map((vector, side) => classesOf[side][vector]), rows: 0 }) - 1; // prettier-ignore
    numberOf.set(key, kind);
    kindOf[entry] = kind;
    alike[kind].rows += weightOf(entry);
  }
  const who = groupWho(kindOf, weightOf, persons);
  yield;
  const isMatched = ({ kinds }: Who, side: number): boolean =>
    kinds.some((kind) => alike[kind].classes[side].length > 0);
  const matched = sides.map((_, side) => sumOf(who, (each) => isMatched(each, side)));
  return { alike, who, matched };
}

/** Number of the people for whom something is true. */
const sumOf = (who: readonly Who[], isIn: (each: Who) => boolean): number =>
  who.reduce((sum, each) => (isIn(each) ? sum + each.people : sum), 0);

/** The class of the rows that show `*` in every quasi-identifier, or -1: suppressed rows, which may be anybody's. */
function suppressedBucket({ release, plan, view }: ViewedRelease): number {
  if (plan.permutes !== null) return -1;
  const names = namesOfRole(plan, 'quasi-identifier');
  const columns = names.flatMap((name) => release.column(name) ?? []);
  for (let row = 0; row < release.rows; row++) {
    if (columns.every(({ texts, codes }) => texts[codes[row]] === '*')) return view.bucketOf[row];
  }
  return -1;
}

/** A release as it is compared with others in one attribute. */
interface ComparedRelease {
  readonly release: WorldRelease;
  /** Its values by bucket, as it shows them. */
  readonly found: ValuesByBucket;
  /** See `spreadRare`. */
  readonly spread: readonly ReadonlySet<string>[] | null;
  /** [kinds] what it leaves alone. */
  readonly alone: ValuesLeft;
}

/** People whom the new release with one earlier one, or all together, leave fewer than l values but some. */
function* countFewValues(
  { alike, who }: Grouped,
  sides: readonly ViewedRelease[],
  { attribute, l, isConstant }: { readonly attribute: string; readonly l: number; readonly isConstant: boolean },
): Steps<Pick<CheckedAttribute, 'exposed' | 'alone' | 'comparedBySets'>> {
  const rows = alike.map((each) => each.rows);
  const shown = sides.filter((side) => hasColumn(side, attribute));
  const found: ValuesByBucket[] = [];
  for (const side of shown) found.push(yield* valuesByBucket(side, attribute));
  const values = joinRare(shown, found, attribute);
  const spread = spreadRare(shown, found, attribute);
  const releases: ComparedRelease[] = [];
  for (const [at, side] of shown.entries()) {
    const s = sides.indexOf(side);
    const release: WorldRelease = { classesOf: alike.map(({ classes }) => classes[s]), values: values[at] };
    const alone = yield* valuesLeft(rows, [release]);
    releases.push({ release, found: found[at], spread: spread?.[at] ?? null, alone });
  }
  const [own, ...earlier] = releases;
  const together = earlier.map((each) => [own, each]);
  if (earlier.length > 1) together.push(releases);
  const isExposed = new Uint8Array(who.length);
  const isBySets = new Uint8Array(alike.length);
  const noteSets = (left: ValuesLeft): void => left.isBySets.forEach((bySets, kind) => (isBySets[kind] |= bySets));
  releases.forEach(({ alone }) => noteSets(alone));
  for (const some of together) {
    const left = yield* valuesLeft(
      rows,
      some.map(({ release }) => release),
    );
    noteSets(left);
    const tests = [fewerByWorlds(some, left, l), ...(spread === null ? [] : [fewerByRare(some, l)])];
    for (const [at, each] of who.entries()) {
      if (at % vectorsAtOnce === 0) yield;
      if (tests.some((isFewer) => isFewer(each, isConstant))) isExposed[at] = 1;
    }
  }
  return {
    exposed: who.reduce((sum, { people }, at) => sum + isExposed[at] * people, 0),
    alone: sumOf(who, (each) => releases.some(({ alone }) => isFew(each, alone.values, l, isConstant))),
    comparedBySets: sumOf(who, ({ kinds }) => kinds.some((kind) => isBySets[kind] === 1)),
  };
}

/** True where one release leaves somebody some values, but fewer than l. */
function isFew(who: Who, left: ValuesLeft['values'], l: number, isConstant: boolean): boolean {
  const shared = isConstant ? sharedByRows(who, left) : null;
  if (shared !== null) return shared.size < l;
  return who.kinds.some((kind) => {
    const set = left[kind];
    return set !== null && set.size > 0 && set.size < l;
  });
}

/** True where some releases leave somebody fewer values together than each alone. */
type IsFewer = (who: Who, isConstant: boolean) => boolean;

/** Judges by the worlds of some releases, the new one first. */
function fewerByWorlds(some: readonly ComparedRelease[], { values: left }: ValuesLeft, l: number): IsFewer {
  const isFewer = (singles: readonly (ReadonlySet<string> | null)[], set: ReadonlySet<string> | null): boolean => {
    const known = singles.flatMap((each) => each ?? []);
    const count = set?.size ?? 0;
    if (singles[0] === null || known.length < 2) return false;
    return count > 0 && count < l && known.every(({ size }) => size > count);
  };
  return (who, isConstant) => {
    const shared = isConstant ? sharedByRows(who, left) : null;
    if (shared !== null) {
      return isFewer(
        some.map(({ alone }) => sharedByRows(who, alone.values)),
        shared,
      );
    }
    return who.kinds.some((kind) =>
      isFewer(
        some.map(({ alone }) => alone.values[kind]),
        left[kind],
      ),
    );
  };
}

/** Judges by what `other` may stand for: two values under it in two releases are one there, and exclude each other here. */
function fewerByRare(some: readonly ComparedRelease[], l: number): IsFewer {
  const classesOf = (kind: number): (readonly number[])[] => some.map(({ release }) => release.classesOf[kind]);
  const sets = some.map(({ spread }) => spread ?? []);
  const isIn = (kind: number): boolean => classesOf(kind).some((own) => own.length > 0);
  const textsOf = (kind: number, side: number): ReadonlySet<string> =>
    new Set(some[side].release.classesOf[kind].flatMap((each) => [...some[side].found[each].keys()]));
  const leftTo = (kinds: readonly number[]): number =>
    common(kinds.map((kind) => sharedValues(classesOf(kind), sets)))?.size ?? 0;
  const isFewer = (kinds: readonly number[]): boolean => {
    const known = kinds.filter(isIn);
    const rowsIn = some.map((_, side) => known.filter((kind) => classesOf(kind)[side].length > 0));
    if (rowsIn[0].length === 0 || rowsIn.filter(({ length }) => length > 0).length < 2) return false;
    const size = leftTo(known);
    if (size === 0 || size >= l) return false;
    return rowsIn.every((rows, side) => {
      const texts = common(rows.map((kind) => textsOf(kind, side)));
      return texts === null || texts.size > size;
    });
  };
  return ({ kinds }, isConstant) =>
    isConstant && leftTo(kinds.filter(isIn)) > 0 ? isFewer(kinds) : kinds.some((kind) => isFewer([kind]));
}

/** Values that all of some sets hold; null without any. */
function common(sets: readonly ReadonlySet<string>[]): ReadonlySet<string> | null {
  if (sets.length === 0) return null;
  const [first, ...others] = sets;
  return new Set([...first].filter((value) => others.every((set) => set.has(value))));
}

/** A known row of somebody in a release: the classes that it matches, one of which must have a row of whom they may be. */
interface KnownRow {
  readonly side: number;
  readonly classes: readonly number[];
}

/** People left among fewer than k in all the releases that they match, but among more in the new one alone. */
function* countFewPeople({ alike, who }: Grouped, sides: readonly ViewedRelease[], k: number): Steps<number> {
  const classesIn = who.map(({ kinds }) =>
    sides.map((_, side) => new Set(kinds.flatMap((kind) => alike[kind].classes[side]))),
  );
  yield;
  const members = sides.map(({ view }, side) => {
    const lists: number[][] = Array.from({ length: view.buckets }, () => []);
    classesIn.forEach((own, at) => own[side].forEach((each) => lists[each].push(at)));
    return lists;
  });
  const seen = new Int32Array(who.length).fill(-1);
  let stamp = 0;
  /** People who have a row in every place of somebody's rows; counted up to `most`. */
  const countAmong = (known: readonly KnownRow[], most: number): number => {
    const sizeOf = ({ side, classes }: KnownRow): number =>
      classes.reduce((sum, each) => sum + members[side][each].length, 0);
    const from = known.reduce((least, row) => (sizeOf(row) < sizeOf(least) ? row : least));
    let among = 0;
    stamp++;
    for (const each of from.classes) {
      for (const other of members[from.side][each]) {
        if (among >= most) return among;
        if (seen[other] === stamp) continue;
        seen[other] = stamp;
        const own = classesIn[other];
        if (known.every(({ side, classes }) => classes.some((c) => own[side].has(c)))) among += who[other].company;
      }
    }
    return among;
  };
  let exposed = 0;
  for (const [at, { kinds, people }] of who.entries()) {
    if (at % vectorsAtOnce === 0) yield;
    const known = kinds.flatMap((kind) =>
      alike[kind].classes.flatMap((classes, side): KnownRow[] => (classes.length > 0 ? [{ side, classes }] : [])),
    );
    const inNew = known.filter(({ side }) => side === 0);
    if (inNew.length === 0 || inNew.length === known.length) continue;
    const among = countAmong(known, k);
    if (among < k && countAmong(inNew, among + 1) > among) exposed += people;
  }
  return exposed;
}
