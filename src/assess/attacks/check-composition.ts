import { largestOf } from '../../base/sequences.js';
import { InvalidArgumentError } from '../../base/errors.js';
import type { ResolvedJob } from '../../pipeline/resolve-job.js';
import { resolveOfRows } from '../../pipeline/resolve-job.js';
import { hasKAnonymity, kOf } from '../../job/k-of.js';
import { permutationOf, requireResolved } from '../../pipeline/audit-spec.js';
import { isDissociation } from '../../pipeline/resolved-job.js';
import { requireTable } from '../../pipeline/options.js';
import { runToCompletion, type Steps } from '../../base/steps.js';
import { Table } from '../../table/table.js';
import { withAbsentValues } from './absent-values.js';
import type { ComposedRelease, ViewedRelease } from './composition.js';
import { valuesLeft, type ValuesLeft, type WorldRelease } from './composed-worlds.js';
import { hasColumn, valuesByBucket } from './composition.js';
import { viewBucketsInSteps } from './permuted-buckets.js';
import { joinRare, sharedValues, spreadRare, type ValuesByBucket } from './rare-releases.js';

/** Distinct people, and entries of the table of people, between two pauses. */
const vectorsAtOnce = 64;
const entriesAtOnce = 1 << 13;

/** What several releases together leave of one sensitive attribute. */
export interface CheckedAttribute {
  /** The sensitive column. */
  readonly attribute: string;
  /** Values that everybody must keep: l of the job's l-diversity, 2 without one. */
  readonly l: number;
  /** People who keep fewer, although each single release leaves them more. */
  readonly exposed: number;
  /** People to whom one of the releases alone leaves fewer. */
  readonly alone: number;
  /** People of whom sets of values were compared instead of numbers of rows, since a limit of the work was passed: they may keep fewer. */
  readonly comparedBySets: number;
}

/** Whether a release may leave beside earlier ones. Counts, never a cell. */
export interface CompositionCheck {
  /** True when no person is exposed. */
  readonly holds: boolean;
  /** Rows of the table of people. */
  readonly people: number;
  /** People who match a class of every previous release. */
  readonly matched: readonly number[];
  /** Every sensitive column of the new release. */
  readonly attributes: readonly CheckedAttribute[];
  /** People whom everybody must be left among: k of the job's k-anonymity, 2 without one. */
  readonly k: number;
  /** People who are left among fewer, although the new release alone leaves more. */
  readonly exposed: number;
}

/** People whom no release tells apart: they match the same classes everywhere. */
interface Alike {
  /** [releases] classes that they match. */
  readonly classes: readonly (readonly number[])[];
  people: number;
}

/**
 * Runs the intersection attack of `attackComposition` on a new release and earlier ones of the same people, and says whether
 * anybody is left with too little. A person's classes in a release are those that show all of the person's quasi-identifiers;
 * rows of `*` alone count only for whom nothing else matches. `other` of the new release stands for the values that fewer
 * than k rows of `people` have. Of these classes the sensitive values are joined, and over the
 * releases intersected: the new one with each earlier one, and all of them. Nobody is left among fewer than k people
 * who match, in every release, a class that the person matches. Who matches nothing in a release is not in it.
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
  const sides: ViewedRelease[] = [];
  for (const [i, side] of [{ ...current, name: 'release' }, ...previous].entries()) {
    sides.push(yield* viewSide(side, i, people));
  }
  const { alike, matched } = yield* groupAlike(people, sides);
  sides.slice(1).forEach(({ release }, i) => {
    if (matched[i + 1] > 0 || release.rows === 0) return;
    const expected = 'a release that some row of the input matches, made by this job (else say by which)';
    throw new InvalidArgumentError(nameOf(previous[i], i), expected, 'one that no row does', 'PREVIOUS_UNMATCHED');
  });
  const { job } = sides[0];
  const attributes: CheckedAttribute[] = [];
  for (const attribute of Object.keys(job.attributes)) {
    if (job.attributes[attribute].role !== 'sensitive' || !hasColumn(sides[0], attribute)) continue;
    const l = lOf(job, attribute);
    attributes.push({ attribute, l, ...(yield* countFewValues(alike, sides, attribute, l)) });
  }
  const k = hasKAnonymity(job) ? kOf(job) : 2;
  const exposed = yield* countFewPeople(alike, sides, k);
  return {
    holds: exposed === 0 && attributes.every((each) => each.exposed === 0),
    people: people.rows,
    matched: matched.slice(1),
    attributes,
    k,
    exposed,
  };
}

const lOf = ({ privacy }: ResolvedJob, attribute: string): number => {
  const asked = privacy.flatMap((spec) =>
    spec.model === 'l-diversity' && spec.attribute === attribute ? [spec.l] : [],
  );
  return asked.length === 0 ? 2 : largestOf(asked);
};

const nameOf = ({ name }: { readonly name?: string }, i: number): string => name ?? `previous[${i}]`;

function* viewSide(side: ComposedRelease & { readonly name?: string }, i: number, people: Table): Steps<ViewedRelease> {
  const job = resolveOfRows(side.job, '--previous');
  requireResolved(job);
  const name = i === 0 ? 'release' : nameOf(side, i - 1);
  requireTable(side.release, name);
  if (isDissociation(job)) {
    const expected = 'a release with classes of quasi-identifiers';
    throw new InvalidArgumentError(name, expected, 'one of dissociation', 'ALGORITHM_NOT_SUPPORTED');
  }
  const release = new Table(side.release.entries, side.release.columns);
  const sensitive =
    side.sensitive === undefined ? undefined : new Table(side.sensitive.entries, side.sensitive.columns);
  try {
    yield;
    const known = withAbsentValues(people, release, job);
    const input = i === 0 ? people : undefined;
    return {
      ...side,
      job,
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

/** Puts people together who match the same classes, and counts who matches any, by release. */
function* groupAlike(people: Table, sides: readonly ViewedRelease[]): Steps<{ alike: Alike[]; matched: number[] }> {
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
  const found = new Map<string, Alike>();
  const matched = sides.map(() => 0);
  for (let entry = 0; entry < people.entries; entry++) {
    if (entry % entriesAtOnce === 0) yield;
    const vectors = sides.map(({ view }) => view.people.vectorOf[entry]);
    const weight = people.weights?.[entry] ?? 1;
    const key = vectors.map((vector, side) => numbers[side][vector]).join();
    let group = found.get(key);
    if (group === undefined) {
      group = { classes: vectors.map((vector, side) => classesOf[side][vector]), people: 0 };
      found.set(key, group);
    }
    group.people += weight;
    group.classes.forEach((classes, side) => (matched[side] += classes.length > 0 ? weight : 0));
  }
  return { alike: [...found.values()], matched };
}

/** The class of the rows that show `*` in every quasi-identifier, or -1: suppressed rows, which may be anybody's. */
function suppressedBucket({ release, job, view }: ViewedRelease): number {
  if (permutationOf(job) !== undefined) return -1;
  const names = Object.keys(job.attributes).filter((name) => job.attributes[name].role === 'quasi-identifier');
  const columns = names.flatMap((name) => release.column(name) ?? []);
  for (let row = 0; row < release.rows; row++) {
    if (columns.every(({ texts, codes }) => texts[codes[row]] === '*')) return view.bucketOf[row];
  }
  return -1;
}

/** People whom the new release with one earlier one, or all together, leave fewer than l values but some. */
function* countFewValues(
  alike: readonly Alike[],
  sides: readonly ViewedRelease[],
  attribute: string,
  l: number,
): Steps<Pick<CheckedAttribute, 'exposed' | 'alone' | 'comparedBySets'>> {
  const people = alike.map((each) => each.people);
  const shown = sides.filter((side) => hasColumn(side, attribute));
  const found: ValuesByBucket[] = [];
  for (const side of shown) found.push(yield* valuesByBucket(side, attribute));
  const values = joinRare(shown, found, attribute);
  const releases = shown.map((side, at): WorldRelease => {
    const s = sides.indexOf(side);
    return { classesOf: alike.map(({ classes }) => classes[s]), values: values[at] };
  });
  const alone: ValuesLeft[] = [];
  for (const release of releases) alone.push(yield* valuesLeft(people, [release]));
  const [own, ...earlier] = releases;
  const together = earlier.map((each) => [own, each]);
  if (earlier.length > 1) together.push(releases);
  const isExposed = new Uint8Array(alike.length);
  const spread = spreadRare(shown, found, attribute);
  const isBySets = new Uint8Array(alike.length);
  const noteSets = (found: ValuesLeft): void => found.isBySets.forEach((own, kind) => (isBySets[kind] |= own));
  alone.forEach(noteSets);
  for (const some of together) {
    const worlds = yield* valuesLeft(people, some);
    noteSets(worlds);
    const left = worlds.values;
    const singles = some.map((each) => alone[releases.indexOf(each)].values);
    for (let kind = 0; kind < alike.length; kind++) {
      const known = singles.flatMap((sets) => sets[kind] ?? []);
      const count = left[kind]?.size ?? 0;
      if (singles[0][kind] === null || known.length < 2) continue;
      if (count > 0 && count < l && known.every((set) => set.size > count)) isExposed[kind] = 1;
    }
    if (spread === null) continue;
    // Two values under "other" of two releases are one there, and exclude each other here.
    const at = some.map((each) => releases.indexOf(each));
    const sets = at.map((side) => spread[side]);
    for (let kind = 0; kind < alike.length; kind++) {
      const classes = some.map(({ classesOf }) => classesOf[kind]);
      const { size } = sharedValues(classes, sets);
      if (classes[0].length === 0 || size === 0 || size >= l || classes.every((own, i) => i === 0 || own.length === 0))
        continue;
      const isAlone = classes.some((own, i) => own.length > 0 && textsOf(own, found[at[i]]) <= size);
      if (!isAlone) isExposed[kind] = 1;
    }
  }
  const isAlone = (kind: number): boolean =>
    alone.some(({ values: { [kind]: set } }) => set !== null && set.size > 0 && set.size < l);
  const sum = (isIn: (kind: number) => boolean): number =>
    people.reduce((all, count, kind) => (isIn(kind) ? all + count : all), 0);
  return {
    exposed: sum((kind) => isExposed[kind] === 1),
    alone: sum(isAlone),
    comparedBySets: sum((kind) => isBySets[kind] === 1),
  };
}

/** Distinct texts of some classes. */
const textsOf = (classes: readonly number[], values: ValuesByBucket): number =>
  new Set(classes.flatMap((each) => [...values[each].keys()])).size;

/** People left among fewer than k in all the releases that they match, but among more in the new one alone. */
function* countFewPeople(alike: readonly Alike[], sides: readonly ViewedRelease[], k: number): Steps<number> {
  const members = sides.map(({ view }, side) => {
    const lists: number[][] = Array.from({ length: view.buckets }, () => []);
    alike.forEach(({ classes }, group) => classes[side].forEach((each) => lists[each].push(group)));
    return lists;
  });
  const seen = new Int32Array(alike.length).fill(-1);
  let exposed = 0;
  const countAmong = (person: number): number => {
    const { classes } = alike[person];
    const known = classes.flatMap((list, side) => (list.length > 0 ? [side] : []));
    if (known[0] !== 0 || known.length === 1) return k;
    const sizeOf = (side: number): number => classes[side].reduce((sum, each) => sum + members[side][each].length, 0);
    const from = known.reduce((least, side) => (sizeOf(side) < sizeOf(least) ? side : least));
    let among = 0;
    for (const each of classes[from]) {
      for (const other of members[from][each]) {
        if (among >= k) return k;
        if (seen[other] === person) continue;
        seen[other] = person;
        const isAmong = known.every((side) => alike[other].classes[side].some((own) => classes[side].includes(own)));
        if (isAmong) among += alike[other].people;
      }
    }
    return among;
  };
  for (const [person, { classes, people }] of alike.entries()) {
    if (person % vectorsAtOnce === 0) yield;
    const among = countAmong(person);
    if (among >= k) continue;
    let all = 0;
    for (const group of new Set(classes[0].flatMap((each) => members[0][each]))) all += alike[group].people;
    if (all > among) exposed += people;
  }
  return exposed;
}
