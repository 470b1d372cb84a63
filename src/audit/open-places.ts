/** Rows of the original that may lie in several classes, and the fewest persons that each class has in any way. */
import { NONE, type Persons } from './persons.js';

/** Equal rows of one person, or equal rows without a key, in a class. */
export interface Place {
  /** Entries of the original. */
  readonly rows: readonly number[];
  readonly c: number;
  /** The fewest and the most of the rows that can lie there. */
  readonly low: number;
  readonly high: number;
}

/** Places in which some rows may lie and may not. */
export interface OpenPlaces {
  readonly places: readonly Place[];
  /** Proves that one of some places has a row in every way; false where that is not proven. */
  readonly haveSome: (places: readonly number[]) => Generator<void, boolean>;
}

/** [classes] lower bounds of persons: those with a key, and those with each row that lacks one as a person of its own. */
interface FewestPersons {
  readonly keyed: Uint32Array;
  readonly each: Uint32Array;
}

/** Rows of one person in a class. */
interface Candidate {
  readonly places: number[];
  low: number;
  high: number;
}

/** Rows of a class by person, and those without a key together. */
interface Candidates {
  readonly rows: number;
  readonly persons: readonly Candidate[];
  readonly keyless: Candidate;
}

/** Sets of persons looked at for one class. */
const mostSets = 256;

/**
 * Bounds the persons of every class from below: as few as can have its rows, and more where no such few can. Null where it is open whether a
 * class has a person with a key at all. Yields between classes.
 */
export function* boundPersons(
  { places, haveSome }: OpenPlaces,
  { of }: Persons,
  sizes: Uint32Array,
): Generator<void, FewestPersons | null> {
  const keyed = new Uint32Array(sizes.length);
  const each = new Uint32Array(sizes.length);
  const all = Array.from(sizes, () => ({ persons: new Map<number, Candidate>(), keyless: newCandidate() }));
  for (const [at, { rows, c, low, high }] of places.entries()) {
    if (high === 0) continue;
    const { persons, keyless } = all[c];
    const person = of[rows[0]];
    const own = person === NONE ? keyless : (persons.get(person) ?? newCandidate());
    if (person !== NONE) persons.set(person, own);
    own.places.push(at);
    own.low += low;
    own.high += high;
  }
  for (const [c, { persons, keyless }] of all.entries()) {
    if (sizes[c] === 0) continue;
    yield;
    const own: Candidates = { rows: sizes[c], persons: [...persons.values()], keyless };
    keyed[c] = yield* raise(haveSome, own, fewestKeyed(own));
    if (keyed[c] === 0 && own.persons.length > 0) return null;
    each[c] = Math.max(keyed[c], fewestOfAll(own));
  }
  return { keyed, each };
}

const newCandidate = (): Candidate => ({ places: [], low: 0, high: 0 });

/** Rows of a class that persons with a key have at least. */
const keyedRows = ({ rows, keyless }: Candidates): number => rows - Math.min(rows, keyless.high);

/** Counts the persons who surely have a row, and as few others as can have the rest. */
function fewestKeyed(own: Candidates): number {
  const sure = own.persons.filter(({ low }) => low > 0);
  const rest = keyedRows(own) - sure.reduce((sum, { high }) => sum + high, 0);
  return sure.length + fewestFor(rest, own.persons.flatMap(({ low, high }) => (low > 0 ? [] : high))); // prettier-ignore
}

/** {@link fewestKeyed}, each row without a key being a person of its own. */
function fewestOfAll({ rows, persons, keyless }: Candidates): number {
  const sure = persons.filter(({ low }) => low > 0);
  const rest = rows - keyless.low - sure.reduce((sum, { high }) => sum + high, 0);
  const others = persons.flatMap(({ low, high }) => (low > 0 ? [] : high));
  const single = new Array<number>(Math.max(0, keyless.high - keyless.low)).fill(1);
  return sure.length + keyless.low + fewestFor(rest, [...others, ...single]);
}

/** The fewest numbers whose sum is at least some rows. */
function fewestFor(rows: number, most: number[]): number {
  let [count, left] = [0, rows];
  for (const many of most.sort((a, b) => b - a)) {
    if (left <= 0) break;
    left -= many;
    count++;
  }
  return count;
}

/** Raises a bound as long as every set of so few persons leaves rows to others. */
function* raise(haveSome: OpenPlaces['haveSome'], own: Candidates, from: number): Generator<void, number> {
  const { persons } = own;
  const rows = keyedRows(own);
  const sure = persons.filter(({ low }) => low > 0);
  const others = persons.filter(({ low }) => low === 0).sort((a, b) => b.high - a.high);
  let sets = 0;
  // True where each set of the persons chosen and of `more` others leaves rows to somebody else.
  function* leaveRows(chosen: readonly Candidate[], at: number, more: number): Generator<void, boolean> {
    if (more === 0) {
      if (chosen.reduce((sum, { high }) => sum + high, 0) < rows) return true;
      if (++sets > mostSets) return false;
      const inside = new Set(chosen);
      return yield* haveSome(persons.flatMap((each) => (inside.has(each) ? [] : each.places)));
    }
    const most = others.slice(at, at + more).reduce((sum, { high }) => sum + high, 0);
    if (chosen.reduce((sum, { high }) => sum + high, 0) + most < rows) return true;
    for (let i = at; i + more <= others.length; i++) {
      if (!(yield* leaveRows([...chosen, others[i]], i + 1, more - 1))) return false;
    }
    return true;
  }
  let count = from;
  while (count < persons.length && (yield* leaveRows(sure, 0, count - sure.length))) count++;
  return count;
}
