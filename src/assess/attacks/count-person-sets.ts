/** Counts the sets of persons whose rows fill buckets. A set whose rows can be placed in several ways counts once. */
import type { Steps } from '../../base/steps.js';
import type { Placement } from './person-placements.js';

/** Persons whose rows can be placed alike. */
interface PlacedKind {
  readonly ways: readonly Placement[];
  readonly people: number;
  /** Fewest and most of them who are in a set. */
  readonly low: number;
  readonly high: number;
}

/** Numbers of sets. */
interface PersonSets {
  readonly all: bigint;
  /** [kinds] sets with a given person of the kind. */
  readonly withOne: readonly bigint[];
  readonly states: number;
}

/** States between two yields. */
const STATES_AT_ONCE = 1 << 8;
/** Most numbers that all states may hold. */
const MOST_NUMBERS = 1 << 24;
/** Most states that are reached, as a multiple of those that are kept. */
const MOST_REACHED = 16;

/** Rows that may still be wanted of every line, after some kinds gave their persons. */
interface Node {
  states: readonly (readonly number[])[];
  /** Ways to choose persons that lead here, and ways to go on to the end. */
  ways: bigint;
  ends: bigint;
  readonly next: { readonly count: number; readonly node: Node }[];
}

/** A kind in its turn, with its lines by their places in a state. */
interface Turn extends PlacedKind {
  /** Its number among the kinds. */
  readonly kind: number;
  /** Lines that no later kind takes. */
  readonly ending: readonly number[];
}

/** Remaining allowance of a count. */
interface Allowance {
  states: number;
  reached: number;
}

/**
 * Counts the sets that fill all lines of the kinds, and those with a given person of each kind. Null past the budget of states.
 *
 * @param wanted - [lines]
 */
export function* countPersonSets(
  kinds: readonly PlacedKind[],
  wanted: ArrayLike<number>,
  budget: number,
): Steps<PersonSets | null> {
  const lines = [...new Set(kinds.flatMap(linesOf))].sort((a, b) => a - b);
  const turns = orderTurns(kinds, lines);
  const most = Math.min(budget, Math.floor(MOST_NUMBERS / Math.max(1, lines.length)));
  const allowed: Allowance = { states: most - 1, reached: MOST_REACHED * budget };
  const start: Node = { states: [lines.map((line) => wanted[line])], ways: 1n, ends: 0n, next: [] };
  const layers: Node[][] = [[start]];
  for (const turn of turns) {
    const following = new Map<string, Node>();
    for (const node of layers[layers.length - 1]) {
      if (!(yield* follow(node, turn, following, allowed))) return null;
      node.states = [];
    }
    layers.push([...following.values()]);
  }
  const withOne = kinds.map(() => 0n);
  for (const node of layers[turns.length]) node.ends = 1n;
  for (const [at, { kind, people }] of [...turns.entries()].reverse()) {
    yield;
    for (const own of layers[at]) {
      for (const { count, node } of own.next) {
        own.ends += node.ends * choose(people, count);
        if (count > 0) withOne[kind] += own.ways * node.ends * choose(people - 1, count - 1);
      }
    }
  }
  return { all: start.ends, withOne, states: most - allowed.states };
}

const linesOf = ({ ways }: PlacedKind): number[] => ways.flatMap((way) => way.map(([line]) => line));

/** The kinds by their first lines. */
function orderTurns(kinds: readonly PlacedKind[], lines: readonly number[]): Turn[] {
  const placeOf = new Map(lines.map((line, at) => [line, at]));
  const first = kinds.map((kind) => linesOf(kind).reduce((least, line) => Math.min(least, line), Infinity));
  const order = [...kinds.keys()].sort((a, b) => first[a] - first[b]);
  const last = new Map(order.flatMap((kind, at) => linesOf(kinds[kind]).map((line) => [line, at] as const)));
  return order.map((kind, at) => ({
    ...kinds[kind],
    kind,
    ways: kinds[kind].ways.map((way) => way.map(([line, rows]) => [placeOf.get(line)!, rows] as const)),
    ending: lines.flatMap((line, place) => (last.get(line) === at ? [place] : [])),
  }));
}

/** Adds what follows a node when some persons of a kind are chosen. False past what is allowed. */
function* follow(node: Node, turn: Turn, following: Map<string, Node>, allowed: Allowance): Steps<boolean> {
  let own = node.states;
  for (let count = 0; count <= turn.high && own.length > 0; count++) {
    if (count > 0) {
      const left = yield* addPerson(own, turn, allowed);
      if (left === null) return false;
      own = left;
    }
    const kept = own.filter((state) => turn.ending.every((place) => state[place] === 0));
    if (count < turn.low || kept.length === 0) continue;
    const key = kept.map((state) => state.join()).sort().join(';'); // prettier-ignore
    const next = following.get(key) ?? { states: kept, ways: 0n, ends: 0n, next: [] };
    if (!following.has(key)) {
      allowed.states -= kept.length;
      if (allowed.states < 0) return false;
      following.set(key, next);
    }
    next.ways += node.ways * choose(turn.people, count);
    node.next.push({ count, node: next });
  }
  return true;
}

/** Returns the states after one more person of a kind is placed. Null past the allowance. */
function* addPerson(
  states: readonly (readonly number[])[],
  { ways }: Turn,
  allowed: Allowance,
): Steps<(readonly number[])[] | null> {
  const left = new Map<string, readonly number[]>();
  for (const state of states) {
    for (const way of ways) {
      if (--allowed.reached < 0) return null;
      if (allowed.reached % STATES_AT_ONCE === 0) yield;
      const rest = take(state, way);
      if (rest !== null) left.set(rest.join(), rest);
    }
    if (left.size > allowed.states) return null;
  }
  return [...left.values()];
}

/** Returns the rest of a state; null where it lacks rows. */
function take(state: readonly number[], way: Placement): number[] | null {
  for (const [place, rows] of way) if (state[place] < rows) return null;
  const rest = state.slice();
  for (const [place, rows] of way) rest[place] -= rows;
  return rest;
}

/** n over k. */
function choose(n: number, k: number): bigint {
  let ways = 1n;
  for (let i = 1n; i <= BigInt(Math.min(k, n - k)); i++) ways = (ways * (BigInt(n) - i + 1n)) / i;
  return ways;
}
