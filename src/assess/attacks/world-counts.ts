import { runToCompletion, type Steps } from '../../base/steps.js';
import type { PrivacySpec } from '../../job/job.js';

/** Worlds between two yields. */
const WORLDS_AT_ONCE = 256;
/** Divisions looked at between two yields. */
const DIVISIONS_AT_ONCE = 16;

/** Assumed cost of listing one way, in cells of the tables that are multiplied. */
const CELLS_OF_A_WAY = 100;

/** People of a class by vector of quasi-identifiers, and what is known of how they cannot be divided. */
export interface CountedClass {
  /** [vectors] people. */
  readonly people: readonly number[];
  /** [values] rows. */
  readonly values: readonly number[];
  /** Parts that a more exact release would make of the class: [vectors] part, and the fact that it belongs to. */
  readonly divisions: readonly { readonly fact: number; readonly childOf: readonly number[] }[];
}

/**
 * [vectors][values] probability that a person of the vector has the value; null when no way is left, `unknown` past the budget.
 */
export type Credibility = number[][] | null | 'unknown';

/** Ways to give the people of a class its values, by the set of open facts that they meet; sums over subsets once all are seen. */
interface Ways {
  readonly total: bigint[];
  /** [vectors][values][sets] people chosen over all ways. */
  readonly chosen: bigint[][][];
}

/** Tests whether rows with these counts of values satisfy k-anonymity, distinct l-diversity and (alpha,k)-anonymity. */
function satisfies(values: readonly number[], models: readonly PrivacySpec[]): boolean {
  const rows = values.reduce((sum, count) => sum + count, 0);
  return models.every((spec) => {
    if (spec.model === 'k-anonymity') return rows >= spec.k;
    if (spec.model === 'l-diversity') return values.filter((count) => count > 0).length >= spec.l - 1e-9;
    if (spec.model !== 'alpha-k-anonymity') return false;
    return rows >= spec.k && values.every((count) => count <= spec.alpha * rows * (1 + 1e-12));
  });
}

/** Tests whether this number of rows could satisfy the models, if their values were all different. */
const isLargeEnough = (rows: number, models: readonly PrivacySpec[]): boolean =>
  satisfies(new Array<number>(rows).fill(1), models);

/**
 * Calls `visit` for every way to give the people of a class its values, people of one vector alike: `world`, [vectors][values] people,
 * stands for `ways` ways. False past the budget.
 */
function* forWorlds(
  { people, values }: CountedClass,
  budget: number,
  visit: (world: readonly number[][], ways: bigint) => void,
): Steps<boolean> {
  const left = [...values];
  const world = people.map(() => values.map(() => 0));
  let worlds = 0;
  /** Gives `rest` people of vector v the values from s on; `ways` is how many ways that stands for. */
  function* fill(v: number, s: number, rest: number, ways: bigint): Steps<boolean> {
    if (v === people.length) {
      if (++worlds > budget) return false;
      if (worlds % WORLDS_AT_ONCE === 0) yield;
      visit(world, ways);
      return true;
    }
    if (s === values.length) return rest > 0 || (yield* fill(v + 1, 0, people[v + 1] ?? 0, ways));
    let choose = 1n;
    for (let count = 0; count <= Math.min(rest, left[s]); count++) {
      if (count > 0) choose = (choose * BigInt(rest - count + 1)) / BigInt(count);
      world[v][s] = count;
      left[s] -= count;
      const goesOn = yield* fill(v, s + 1, rest - count, ways * choose);
      left[s] += count;
      world[v][s] = 0;
      if (!goesOn) return false;
    }
    return true;
  }
  return yield* fill(0, 0, people[0] ?? 0, 1n);
}

/** Tests whether all parts into which children divide a class satisfy the models, its people having these values. */
function mayDivide(
  childOf: readonly number[],
  world: readonly (readonly number[])[],
  models: readonly PrivacySpec[],
): boolean {
  const parts = new Map<number, number[]>();
  childOf.forEach((child, v) => {
    const part = parts.get(child) ?? world[v].map(() => 0);
    world[v].forEach((count, s) => (part[s] += count));
    parts.set(child, part);
  });
  return [...parts.values()].every((part) => satisfies(part, models));
}

/** Tests whether some part is too small for the models, whatever its values. */
function isTooSmall(childOf: readonly number[], people: readonly number[], models: readonly PrivacySpec[]): boolean {
  const rows = new Map<number, number>();
  childOf.forEach((child, v) => rows.set(child, (rows.get(child) ?? 0) + people[v]));
  return [...rows.values()].some((count) => !isLargeEnough(count, models));
}

/** count / (total people) to 15 digits; 1 only when it is. */
function shareOf(count: bigint, total: bigint, people: number): number {
  const of = total * BigInt(people);
  return count === of ? 1 : Number((count * 1_000_000_000_000_000n) / of) / 1e15;
}

/**
 * Credibilities for every person by the facts: of all ways to give the people of every class its values, those are left under which, for every fact,
 * some class has a division of that fact with a part that breaks the models.
 *
 * Facts that are met whatever the values, since a part is too small, add nothing. The others tie classes together; tied classes are counted together:
 * the ways of every class by the set of facts that it meets, and by inclusion and exclusion over sets those whose sets together are all facts.
 *
 * @returns [classes]
 */
export function credibilities(
  classes: readonly CountedClass[],
  models: readonly PrivacySpec[],
  budget: number,
): Credibility[] {
  return runToCompletion(credibilitiesInSteps(classes, models, budget));
}

/** {@link credibilities} that yields between stretches of the work. */
export function* credibilitiesInSteps(
  classes: readonly CountedClass[],
  models: readonly PrivacySpec[],
  budget: number,
): Steps<Credibility[]> {
  const isMet = new Set<number>();
  let looked = 0;
  for (const { people, divisions } of classes) {
    for (const { fact, childOf } of divisions) {
      if (++looked % DIVISIONS_AT_ONCE === 0) yield;
      if (isTooSmall(childOf, people, models)) isMet.add(fact);
    }
  }
  const open = classes.map((one): CountedClass => {
    return { ...one, divisions: one.divisions.filter(({ fact }) => !isMet.has(fact)) };
  });
  const answers = new Array<Credibility>(classes.length).fill('unknown');
  for (const members of connected(open)) {
    yield;
    const found = yield* countTogether(
      members.map((c) => open[c]),
      models,
      budget,
    );
    members.forEach((c, i) => (answers[c] = found === null || found === 'unknown' ? found : found[i]));
  }
  return answers;
}

/** Classes that share facts, directly or through others, in lists; in the order of their first. */
function connected(classes: readonly CountedClass[]): number[][] {
  const withFact = new Map<number, number[]>();
  classes.forEach(({ divisions }, c) => {
    for (const fact of new Set(divisions.map((each) => each.fact))) {
      const same = withFact.get(fact);
      if (same === undefined) withFact.set(fact, [c]);
      else same.push(c);
    }
  });
  const isSeen = new Uint8Array(classes.length);
  const lists: number[][] = [];
  for (let first = 0; first < classes.length; first++) {
    if (isSeen[first] === 1) continue;
    isSeen[first] = 1;
    const list = [first];
    for (let at = 0; at < list.length; at++) {
      for (const { fact } of classes[list[at]].divisions) {
        for (const other of withFact.get(fact) ?? []) {
          if (isSeen[other] === 1) continue;
          isSeen[other] = 1;
          list.push(other);
        }
        withFact.delete(fact);
      }
    }
    lists.push(list.sort((a, b) => a - b));
  }
  return lists;
}

/** Classes that hang together: [classes] probabilities; null when no way is left; `unknown` past the budget. */
function* countTogether(
  classes: readonly CountedClass[],
  models: readonly PrivacySpec[],
  budget: number,
): Steps<number[][][] | null | 'unknown'> {
  const facts = [...new Set(classes.flatMap(({ divisions }) => divisions.map(({ fact }) => fact)))];
  if (facts.length === 0) return classes.map(sharesOfAnyWay);
  const cells = classes.reduce((sum, { people, values }) => sum + 1 + people.length * values.length, 0);
  if (2 ** facts.length * cells > CELLS_OF_A_WAY * budget) return 'unknown';
  const counts: Ways[] = [];
  for (const one of classes) {
    const ways = yield* waysBySet(one, facts, models, budget);
    if (ways === null) return 'unknown';
    counts.push(ways);
  }
  const products = counts[0].total.map((_, set) => {
    const product = counts.reduce((all, { total }) => all * total[set], 1n);
    let others = 0;
    for (let bit = 0; bit < facts.length; bit++) others += ((set >> bit) & 1) ^ 1;
    return others % 2 === 0 ? product : -product;
  });
  const total = products.reduce((sum, product) => sum + product, 0n);
  if (total === 0n) return null;
  return counts.map((ways, c) =>
    ways.chosen.map((values, v) =>
      values.map((bySet) => {
        const count = products.reduce(
          (sum, product, set) => (product === 0n ? sum : sum + (product / ways.total[set]) * bySet[set]),
          0n,
        );
        return shareOf(count, total, classes[c].people[v]);
      }),
    ),
  );
}

/** Without a fact every person is as likely to have a value as any other of the class. */
function sharesOfAnyWay({ people, values }: CountedClass): number[][] {
  const rows = values.reduce((sum, count) => sum + count, 0);
  return people.map(() => values.map((count) => count / rows));
}

/** The ways of one class by set of facts met, summed over all subsets of every set; null past the budget. */
function* waysBySet(
  one: CountedClass,
  facts: readonly number[],
  models: readonly PrivacySpec[],
  budget: number,
): Steps<Ways | null> {
  const sets = 2 ** facts.length;
  const none = (): bigint[] => new Array<bigint>(sets).fill(0n);
  const ways: Ways = { total: none(), chosen: one.people.map(() => one.values.map(none)) };
  const divisions = one.divisions.map(({ fact, childOf }) => ({ bit: 1 << facts.indexOf(fact), childOf }));
  const isDone = yield* forWorlds(one, budget, (world, each) => {
    let set = 0;
    for (const { bit, childOf } of divisions) {
      if ((set & bit) === 0 && !mayDivide(childOf, world, models)) set |= bit;
    }
    ways.total[set] += each;
    world.forEach((people, v) => people.forEach((count, s) => (ways.chosen[v][s][set] += each * BigInt(count))));
  });
  if (!isDone) return null;
  const sumSubsets = (bySet: bigint[]): void => {
    for (let bit = 0; bit < facts.length; bit++) {
      for (let set = 0; set < sets; set++) if ((set >> bit) & 1) bySet[set] += bySet[set ^ (1 << bit)];
    }
  };
  sumSubsets(ways.total);
  for (const values of ways.chosen) values.forEach(sumSubsets);
  return ways;
}
