/** `"history": "protect"`: joins classes, or suppresses rows, until no person's classes leave too few values of a sensitive column. */
import type { Outcome, Recoding } from '../algorithms/algorithm.js';
import { widenToReleased } from '../algorithms/released-boxes.js';
import { InfeasibleError } from '../base/errors.js';
import { amount } from '../base/plural.js';
import type { Engine } from '../engine/engine.js';
import { type Plan, leastValuesLeft } from '../job/plan.js';
import { assignEntries, mapClasses, type Pieces, suppressedRow } from '../release/pieces.js';
import { type ShownClasses, showClassesInSteps } from '../release/shown-classes.js';
import { type Column, rowsPerEntry } from '../table/table.js';
import { PERSONS } from '../privacy/by-persons.js';
import { type Holders, isConstantWithin, NOBODY, type Units } from '../table/units.js';
import { countBy } from './assign.js';
import { holdersOfClasses } from './count-persons.js';
import { judgeRelease } from './measure-release.js';
import type { Found, RunContext } from './run-values.js';

/** A sensitive column that is the same in all rows of each person. */
export interface Watched {
  readonly column: Column;
  /** See {@link leastValuesLeft}. */
  readonly fewest: number;
}

/** Persons whom their classes together disclose. */
interface Disclosed {
  readonly watched: Watched;
  /** Persons whom their classes leave fewer values. */
  readonly persons: readonly number[];
}

/** A release in which nobody is disclosed. */
export interface Protected {
  readonly outcome: Outcome;
  readonly shownClasses: ShownClasses;
}

type Context = Pick<RunContext, 'plan' | 'progress'>;

/** The columns that `history` is about. */
export function watchedColumns({ roles }: Pick<Found, 'roles'>, plan: Plan, units: Units): Watched[] {
  return roles.sensitive
    .filter((column) => isConstantWithin([column], units))
    .map((column) => ({ column, fewest: leastValuesLeft(plan, column.name) }));
}

/** Classes by person: those of person p are ids[start[p]] .. ids[start[p + 1] - 1]. */
interface ClassesOf {
  readonly start: Uint32Array;
  readonly ids: Uint32Array;
}

/** The released classes of every person. */
function classesOf(pieces: Pieces, classes: number, units: Units): ClassesOf {
  const { start: first, units: persons } = holdersOfClasses(pieces, classes, units);
  const start = new Uint32Array(units.count + 1);
  for (const person of persons) start[person + 1]++;
  for (let person = 0; person < units.count; person++) start[person + 1] += start[person];
  const next = start.slice();
  const ids = new Uint32Array(persons.length);
  for (let id = 0; id < classes; id++) {
    for (let i = first[id]; i < first[id + 1]; i++) ids[next[persons[i]]++] = id;
  }
  return { start, ids };
}

/** The persons of whom the released classes leave too few values of a column, by column; columns without one are left out. */
export function findDisclosed(
  pieces: Pieces,
  classes: number,
  watched: readonly Watched[],
  units: Units,
): readonly Disclosed[] {
  const own = classesOf(pieces, classes, units);
  const valuesOf = ({ column: { codes, texts } }: Watched): Holders =>
    holdersOfClasses(pieces, classes, { of: codes, count: texts.length });
  return watched
    .map((each) => ({
      watched: each,
      persons: disclosedIn(own, valuesOf(each), each, units),
    }))
    .filter(({ persons }) => persons.length > 0);
}

function disclosedIn(
  { start, ids }: ClassesOf,
  { start: first, units: values }: Holders,
  { column, fewest }: Watched,
  { count }: Units,
): number[] {
  const inClasses = new Uint32Array(column.texts.length);
  const persons: number[] = [];
  for (let person = 0; person < count; person++) {
    const own = ids.subarray(start[person], start[person + 1]);
    if (own.length === 0) continue;
    let common = 0;
    for (const id of own) {
      for (let i = first[id]; i < first[id + 1]; i++) common += Number(++inClasses[values[i]] === own.length);
    }
    for (const id of own) for (let i = first[id]; i < first[id + 1]; i++) inClasses[values[i]] = 0;
    if (common < fewest) persons.push(person);
  }
  return persons;
}

/**
 * Joins the classes of disclosed persons, two by two and the most alike first, and a class of somebody in one class alone with the
 * class that is most like it; or suppresses the rows of such a person where that costs less and the suppression limit allows it. A class
 * that breaks a model then is joined or suppressed likewise. Repeats both until nobody is disclosed and every model holds.
 *
 * @throws InfeasibleError HISTORY_DISCLOSED where even one class of all rows leaves too few values
 */
export async function protectHistory(
  { found, outcome }: { readonly found: Found; readonly outcome: Outcome },
  engine: Engine,
  context: Context,
): Promise<Protected> {
  const { table, prepared } = found;
  const units = prepared.persons?.units;
  if (units === undefined) return { outcome, shownClasses: found.shownClasses };
  const watched = watchedColumns(found, context.plan, units);
  const vectorOf = prepared.vectorOf();
  const weights = rowsPerEntry(table);
  let { recoding, shownClasses } = found;
  const before = shownClasses.count;
  let gone = 0;
  for (let round = 0; ; round++) {
    await context.progress.pause('measure', 0.1);
    const own = assignEntries(vectorOf, weights, prepared.set.length, recoding.parts);
    const pieces = { ...own, classId: mapClasses(own.classId, shownClasses.classOf) };
    const disclosed = findDisclosed(pieces, shownClasses.count, watched, units);
    const failing = round === 0 ? [] : await failingClasses({ ...found, recoding, shownClasses }, pieces, context);
    if (disclosed.length + failing.length === 0) break;
    const sets = new ClassSets(shownClasses, pieces);
    const released = new ReleasedRows({ ...found, recoding, shownClasses }, pieces, units);
    const notGone = (id: number): boolean => !released.isEmpty(id);
    const ofPerson = classesOf(pieces, shownClasses.count, units);
    for (const person of new Set(disclosed.flatMap(({ persons }) => persons))) {
      const ids = ofPerson.ids.subarray(ofPerson.start[person], ofPerson.start[person + 1]).filter(notGone);
      if (ids.length === 0) continue;
      const join = sets.nearest(ids, notGone);
      if (!released.suppressPerson(person, ids, join)) sets.join(join);
    }
    for (const id of failing) {
      if (released.isEmpty(id)) continue;
      const join = sets.nearest(Uint32Array.of(id), notGone);
      if (!released.suppressClass(id, join)) sets.join(join);
    }
    if (released.gone === 0 && !sets.isAnyJoined) throw stillDisclosed(disclosed);
    gone += released.gone;
    // Without what is suppressed first: a joined class has the box of what is left.
    const left = released.without();
    const next = sets.isAnyJoined ? joinClasses(left.recoding, left.shownOf, sets.roots()) : left;
    ({ recoding, shownClasses } = await apart(next, found, engine, context));
  }
  if (shownClasses.count === before && gone === 0) return { outcome, shownClasses };
  const suppressed = gone === 0 ? '' : ` and ${amount(gone, 'further row was', 'further rows were')} suppressed`;
  const warning = {
    code: 'HISTORY_PROTECTED',
    message: `${amount(before, 'class', 'classes')} of the search became ${shownClasses.count}${suppressed}, so that each person keeps enough possible values of ${watched.map(({ column }) => JSON.stringify(column.name)).join(', ')}; "search" and "solution" describe the release before that`,
  };
  const search = { ...outcome.search, optimal: false };
  return { outcome: { ...outcome, recoding, search, warnings: [...outcome.warnings, warning] }, shownClasses };
}

/** A recoding in which some classes were joined. */
interface JoinedRecoding {
  readonly recoding: Recoding;
  /** Classes that may lie over others. */
  readonly joined: readonly number[];
}

/** The classes of a recoding as a reader sees them. Beside a public table those that a joined class lies over are joined with it. */
async function apart(
  { recoding: given, joined }: JoinedRecoding,
  { prepared }: Pick<Found, 'prepared'>,
  engine: Engine,
  { progress }: Pick<Context, 'progress'>,
): Promise<{ readonly recoding: Recoding; readonly shownClasses: ShownClasses }> {
  const hasNewBoxes = joined.length > 0 || given.ownValues === true;
  const recoding = hasNewBoxes ? await progress.drive('measure', 0.1, widenToReleased(given, prepared.domains)) : given;
  const keepsApart = prepared.publicVectors !== null;
  const steps = showClassesInSteps(recoding, prepared.domains, prepared.set, engine, { keepsApart });
  const shownClasses = await progress.drive('measure', 0.1, steps);
  if (!keepsApart) return { recoding, shownClasses };
  const roots = new Uint32Array(shownClasses.count).map((_, id) => id);
  const rootOf = (id: number): number => (roots[id] === id ? id : (roots[id] = rootOf(roots[id])));
  let isAnyOver = false;
  for (const id of new Set(joined.map((own) => shownClasses.classOf[own]))) {
    for (let other = 0; other < shownClasses.count; other++) {
      if (other === id || !lieOver(shownClasses, id, other)) continue;
      isAnyOver = true;
      roots[rootOf(other)] = rootOf(id);
    }
  }
  if (!isAnyOver) return { recoding, shownClasses };
  return apart(joinClasses(recoding, shownClasses.classOf, roots.map(rootOf)), { prepared }, engine, { progress });
}

/** True where some values lie under both of two classes. */
const lieOver = ({ attributes }: ShownClasses, one: number, other: number): boolean =>
  attributes.every(({ values, valueOf }) => {
    const [own, others] = [values[valueOf[one]], values[valueOf[other]]];
    return (own.runs ?? [own]).some((a) => (others.runs ?? [others]).some((b) => a.lo <= b.hi && b.lo <= a.hi));
  });

const stillDisclosed = (disclosed: readonly Disclosed[]): InfeasibleError => {
  const named = disclosed.map(
    ({ watched: { column, fewest }, persons }) =>
      `${amount(persons.length, 'person', 'persons')} by fewer than ${amount(fewest, 'value')} of ${JSON.stringify(column.name)}`,
  );
  const found = named.length === 0 ? 'a privacy model does not hold' : `disclosed are ${named.join(', ')}`;
  const tried = 'with all rows in one class, or suppressed within the limit';
  return new InfeasibleError('HISTORY_DISCLOSED', `"history": "protect": ${tried}, ${found}`);
};

/** Classes in which a model does not hold, where the release does not satisfy all. */
async function failingClasses(found: Found, pieces: Pieces, context: Context): Promise<number[]> {
  const holdsIn = async (judged: Found, own: Pieces): Promise<boolean> => {
    const counted = countBy(own, judged.shownClasses.count, judged.prepared);
    const { privacy } = await judgeRelease(judged, { counted, pieces: own }, context);
    return privacy.every(({ holds }) => holds);
  };
  const { count } = found.shownClasses;
  if (await holdsIn(found, pieces)) return [];
  const failing: number[] = [];
  for (let id = 0; id < count; id++) {
    const at = Uint32Array.from(pieces.classId.keys()).filter((piece) => pieces.classId[piece] === id);
    const own = {
      entry: at.map((piece) => pieces.entry[piece]),
      classId: new Uint32Array(at.length),
      count: at.map((piece) => pieces.count[piece]),
    };
    if (!(await holdsIn(oneClass(found, id), own))) failing.push(id);
  }
  return failing.length > 0 ? failing : [0];
}

/** One class as a release of its own, which says nothing of the public table outside of it. */
function oneClass(found: Found, id: number): Found {
  const { prepared, shownClasses } = found;
  const attributes = shownClasses.attributes.map((each) => ({ ...each, valueOf: each.valueOf.slice(id, id + 1) }));
  const searched = shownClasses.searched.map((each) => ({ ...each, valueOf: each.valueOf.slice(id, id + 1) }));
  const models = prepared.models.map((model) =>
    model.spec.model === 'delta-presence' ? { ...model, spec: { ...model.spec, outside: 'ignored' as const } } : model,
  );
  return {
    ...found,
    prepared: { ...prepared, models },
    shownClasses: { ...shownClasses, count: 1, attributes, searched },
  };
}

/**
 * The recoding with some of its classes as one, whose boxes cover theirs.
 *
 * @param shownOf - [classes] class as shown
 * @param roots - [classes as shown] the first class of those that become one
 */
function joinClasses(recoding: Recoding, shownOf: Uint32Array, roots: Uint32Array): JoinedRecoding {
  const numbers = new Map<number, number>();
  const idOf = Uint32Array.from(shownOf, (shown) => {
    const root = roots[shown];
    const own = numbers.get(root) ?? numbers.size;
    numbers.set(root, own);
    return own;
  });
  const classes = numbers.size;
  const parts = new Map<number, Set<number>>();
  shownOf.forEach((shown, id) => parts.set(idOf[id], (parts.get(idOf[id]) ?? new Set()).add(shown)));
  const extremes = (ends: readonly Uint32Array[], isLower: boolean): Uint32Array[] =>
    ends.map((own) => {
      const joined = new Uint32Array(classes).fill(isLower ? 0xffffffff : 0);
      own.forEach((end, id) => {
        const at = idOf[id];
        joined[at] = isLower ? Math.min(joined[at], end) : Math.max(joined[at], end);
      });
      return joined;
    });
  return {
    recoding: {
      ...recoding,
      classes,
      parts: { ...recoding.parts, classId: recoding.parts.classId.map((id) => idOf[id]) },
      lower: extremes(recoding.lower, true),
      upper: extremes(recoding.upper, false),
      levels: undefined,
      disjoint: false,
    },
    joined: [...parts].filter(([, own]) => own.size > 1).map(([id]) => id),
  };
}

/** Two classes that may be joined, and what that costs: 0 without any where one of the classes takes part in a join already. */
interface Join {
  readonly pair: readonly [number, number] | null;
  readonly cost: number;
}

/** The released rows of a round, and those of them that are to be suppressed: each costs all of its quasi-identifiers. */
class ReleasedRows {
  /** Rows that are to be suppressed. */
  gone = 0;
  readonly #found: Found;
  readonly #personOf: ArrayLike<number> | null;
  readonly #ofPerson: Float64Array;
  readonly #ofClass: Float64Array;
  readonly #isGone: Uint8Array;
  #allowed: number;
  #left = 0;

  constructor(found: Found, { entry, classId, count }: Pieces, { of, count: persons }: Units) {
    const { problem, domains, set } = found.prepared;
    this.#found = found;
    const at = problem.sensitive.findIndex(({ attribute }) => attribute === PERSONS);
    // First rows do not say whose row a vector has: then whole classes go.
    this.#personOf = problem.sensitive[at].hasKeyless === undefined ? null : set.codes(domains.length + at);
    this.#ofPerson = new Float64Array(persons);
    this.#ofClass = new Float64Array(found.shownClasses.count);
    classId.forEach((id, piece) => {
      if (id === suppressedRow) return;
      this.#left += count[piece];
      this.#ofClass[id] += count[piece];
      const person = of[entry[piece]];
      if (person !== NOBODY) this.#ofPerson[person] += count[piece];
    });
    this.#isGone = new Uint8Array(found.recoding.parts.vector.length);
    const isOutsideJudged = found.prepared.models.some(
      ({ spec }) => spec.model === 'delta-presence' && spec.outside !== 'ignored',
    );
    // Rows in no class are judged beside the public table, too.
    this.#allowed = isOutsideJudged ? 0 : problem.suppressionLimit - (problem.rows - this.#left);
  }

  /** Suppresses the rows of a person where that costs less than a join; with their class where vectors do not say whose they are. */
  suppressPerson(person: number, ids: Uint32Array, join: Join): boolean {
    const personOf = this.#personOf;
    if (personOf === null) return ids.length === 1 && this.suppressClass(ids[0], join);
    const { vector } = this.#found.recoding.parts;
    return this.#suppress(this.#ofPerson[person], join, (part) => personOf[vector[part]] === person);
  }

  /** Suppresses the rows of a class where that costs less than a join. */
  suppressClass(id: number, join: Join): boolean {
    const { recoding, shownClasses } = this.#found;
    return this.#suppress(this.#ofClass[id], join, (part) => shownClasses.classOf[recoding.parts.classId[part]] === id);
  }

  #suppress(rows: number, { cost }: Join, isOf: (part: number) => boolean): boolean {
    const isCheaper = rows * this.#found.prepared.domains.length < cost;
    if (!isCheaper || rows > this.#allowed || rows >= this.#left) return false;
    const { count } = this.#found.recoding.parts;
    this.#isGone.forEach((isGone, part) => {
      if (isGone === 1 || !isOf(part)) return;
      this.#isGone[part] = 1;
      this.#ofClass[this.#found.shownClasses.classOf[this.#found.recoding.parts.classId[part]]] -= count[part];
      this.gone += count[part];
      this.#allowed -= count[part];
      this.#left -= count[part];
    });
    return true;
  }

  /** True for a class all of whose rows are to be suppressed. */
  isEmpty(id: number): boolean {
    return this.#ofClass[id] === 0;
  }

  /** The recoding without these rows, and without classes that have none left; which class as shown each of its classes is. */
  without(): JoinedRecoding & { readonly shownOf: Uint32Array } {
    const { recoding, shownClasses } = this.#found;
    if (this.gone === 0) return { recoding, shownOf: shownClasses.classOf, joined: [] };
    const { parts, lower, upper } = recoding;
    const kept = Uint32Array.from(parts.vector.keys()).filter((part) => this.#isGone[part] === 0);
    const numbers = new Map<number, number>();
    for (const part of kept) if (!numbers.has(parts.classId[part])) numbers.set(parts.classId[part], numbers.size);
    const ids = Uint32Array.from(numbers.keys());
    const vector = kept.map((part) => parts.vector[part]);
    const classId = kept.map((part) => numbers.get(parts.classId[part]) as number);
    const small: Recoding = {
      ...recoding,
      classes: ids.length,
      parts: { vector, classId, count: kept.map((part) => parts.count[part]) },
      lower: lower.map((own) => ids.map((id) => own[id])),
      upper: upper.map((own) => ids.map((id) => own[id])),
    };
    return {
      recoding: recoding.ownValues === true ? this.#tightened(small) : small,
      shownOf: ids.map((id) => shownClasses.classOf[id]),
      joined: [],
    };
  }

  /** The recoding with the boxes of the rows that are left. */
  #tightened(recoding: Recoding): Recoding {
    const { vector, classId } = recoding.parts;
    const ends = (isLower: boolean): Uint32Array[] =>
      recoding.lower.map((_, a) => {
        const codes = this.#found.prepared.set.codes(a);
        const own = new Uint32Array(recoding.classes).fill(isLower ? 0xffffffff : 0);
        vector.forEach((v, part) => {
          const id = classId[part];
          own[id] = isLower ? Math.min(own[id], codes[v]) : Math.max(own[id], codes[v]);
        });
        return own;
      });
    return { ...recoding, lower: ends(true), upper: ends(false) };
  }
}

/** Classes of a release that are to be joined; each takes part in one join of a round. */
class ClassSets {
  readonly #root: Uint32Array;
  readonly #isJoined: Uint8Array;
  readonly #rows: Float64Array;
  isAnyJoined = false;

  constructor(
    readonly shownClasses: ShownClasses,
    { classId, count }: Pieces,
  ) {
    this.#root = new Uint32Array(shownClasses.count).map((_, id) => id);
    this.#isJoined = new Uint8Array(shownClasses.count);
    this.#rows = new Float64Array(shownClasses.count);
    classId.forEach((id, piece) => {
      if (id !== suppressedRow) this.#rows[id] += count[piece];
    });
  }

  /** [classes] the first class of the join that each takes part in, or itself. */
  roots(): Uint32Array {
    return this.#root;
  }

  /** The two classes that cost least together; one alone with any other that has rows. */
  nearest(ids: Uint32Array, isThere: (id: number) => boolean): Join {
    if (ids.some((id) => this.#isJoined[id] === 1)) return { pair: null, cost: 0 };
    let best: Join['pair'] = null;
    let least = Infinity;
    const others = ids.length > 1 ? ids : this.#root.keys();
    for (const a of ids) {
      for (const b of others) {
        if (a === b || !isThere(b) || (this.#isJoined[b] === 1 && ids.length > 1)) continue;
        const cost = this.#costOf(a, b);
        if (cost < least) [best, least] = [[a, b], cost];
      }
    }
    return { pair: best, cost: least };
  }

  /** Joins two classes. */
  join({ pair }: Join): void {
    if (pair === null) return;
    const [a, b] = pair;
    this.#root[a] = this.#root[b];
    this.#isJoined[a] = 1;
    this.#isJoined[b] = 1;
    this.isAnyJoined = true;
  }

  /** Loss when two classes become one: the leaves that their boxes gain, by rows. */
  #costOf(a: number, b: number): number {
    let cost = 0;
    for (const { values, valueOf, size } of this.shownClasses.searched) {
      const [one, other] = [values[valueOf[a]], values[valueOf[b]]];
      const whole = Math.max(one.hi, other.hi) - Math.min(one.lo, other.lo);
      cost += (this.#rows[a] * (whole - one.hi + one.lo) + this.#rows[b] * (whole - other.hi + other.lo)) / size;
    }
    return cost;
  }
}
