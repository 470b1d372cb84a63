import type { CutCondition, PairColumn } from '../../src/engine/engine.js';
import { randomProblem, type SmallProblem, withWidths } from './problems.js';
import type { Generator } from '../engine/random.js';

/** Persons of rows and their values, as a column of pairs; those from `persons` on have no key. */
function pairsOf(
  rows: readonly { readonly person: number; readonly value: number }[],
  { persons, values }: { readonly persons: number; readonly values: number },
): { readonly pairs: PairColumn; readonly codes: number[] } {
  const keys = [...new Set(rows.map(({ person, value }) => person * values + value))].sort((a, b) => a - b);
  const own = rows.filter(({ person }) => person < persons);
  const holders = new Uint32Array(values);
  for (const key of keys) if (key < persons * values) holders[key % values]++;
  const weights = new Float64Array(values);
  for (const key of keys.filter((each) => each < persons * values)) {
    const mine = own.filter(({ person }) => person === Math.floor(key / values));
    weights[key % values] += mine.filter(({ value }) => value === key % values).length / mine.length;
  }
  const pairs = {
    personOf: Uint32Array.from(keys, (key) => Math.floor(key / values)),
    valueOf: Uint32Array.from(keys, (key) => key % values),
    ...{ values, persons, holders, weights },
    isConstant: keys.filter((key) => key < persons * values).length === persons,
    isOfSome: own.length < rows.length,
  };
  return { pairs, codes: rows.map(({ person, value }) => keys.indexOf(person * values + value)) };
}

/**
 * A problem of persons of 1 to 6 rows each with conditions on them: where all rows of a person have one vector, or any; of one value each, or
 * several; with rows without a key.
 */
export function randomPersonProblem(random: Generator, alphabet: number): SmallProblem {
  const drawn = randomProblem(random, alphabet);
  const values = 1 + random.below(4);
  const persons = 1 + random.below(random.pick([4, 8, 14]));
  const keyless = random.below(4) === 0 ? 1 + random.below(3) : 0;
  const [isApart, isConstant] = [random.below(2) === 0, random.below(3) === 0];
  const vector = (): number[] => drawn.sizes.map((size) => random.below(size));
  const all = Array.from({ length: persons + keyless }, (_, person) => {
    const [first, value] = [vector(), random.below(values)];
    return Array.from({ length: 1 + random.below(random.pick([1, 2, 4, 6])) }, () => ({
      row: isApart ? first : vector(),
      person,
      value: isConstant ? value : Math.min(random.below(values), random.below(values)),
    }));
  }).flat();
  // Equal rows of one pair: a cell keeps 4, 8 or 16 bits for it.
  const equal = random.below(6) === 0 ? random.pick([12, 40, 280]) : 0;
  for (let i = 0; i < equal; i++) all.push(all[0]);
  const { pairs, codes } = pairsOf(all, { persons, values });
  const conditions = Array.from({ length: random.pick([1, 1, 2]) }, () => ({
    ...conditionOn(random, pairs),
    column: 0,
    pairs,
  })) as CutCondition[];
  // Persons with several rows never lack a condition on their number in a job.
  if (keyless > 0 || random.below(2) === 0) {
    conditions.push({ kind: 'distinct', column: 1, l: 1 + random.below(3), persons: true, keyless: keyless > 0 });
  }
  const rows = all.length;
  const problem = {
    ...drawn,
    rows: all.map(({ row }) => row),
    label: all.map(() => Math.min(random.below(drawn.labelSize), random.below(drawn.labelSize + 1))),
    k: random.below(2) === 0 ? 1 : 1 + random.below(3),
    limit: random.pick([0, 0, Infinity, random.below(rows + 1), random.below(rows + 1), random.below(6)]),
    sensitive: [
      { size: pairs.personOf.length, codes },
      { size: persons + (keyless > 0 ? 1 : 0), codes: all.map(({ person }) => Math.min(person, persons)) },
    ],
    conditions,
  };
  return random.below(4) === 0 ? withWidths(random, problem) : problem;
}

/** A condition on the pairs, without its column. */
function conditionOn(random: Generator, { values, holders, persons }: PairColumn): object {
  const t = random.pick([0.1, 0.2, 0.3, 0.5, 0.75]);
  switch (random.below(8)) {
    case 0:
    case 1:
      return { kind: 'distinct', l: 1 + random.below(3) };
    case 2:
      return { kind: 'entropy', l: random.pick([1, 1.2, 1.5, 1.8, 2, 2.5]) };
    case 3:
      return { kind: 'recursive', l: 1 + random.below(3), c: random.pick([0.5, 1, 1.5, 2, 3]) };
    case 4:
      return { kind: random.pick(['t-equal', 't-ordered'] as const), t, global: holders };
    case 5: {
      const middle = Array.from({ length: values }, () => random.below(2));
      const nodeOf = Uint32Array.of(...Array.from({ length: values }, (_, code) => code), ...middle);
      return { kind: 't-hierarchical', t, global: holders, height: 2, nodeOf, nodes: Math.max(values, 2) };
    }
    case 6: {
      const alpha = random.pick([0.4, 0.5, 0.6, 0.75, 0.9]) * (1 + 1e-12);
      const [upper, lower] = [new Float64Array(values).fill(alpha), new Float64Array(values)];
      return { kind: 'shares', minimum: 1 + random.below(3), upper, lower, every: false };
    }
    default: {
      const shares = Array.from(holders, (count) => count / persons);
      const upper = Float64Array.from(shares, (share) => share * 2 * (1 + 1e-12));
      const lower = Float64Array.from(shares, (share) => (share / 2) * (1 - 1e-12));
      return { kind: 'shares', minimum: 0, upper, lower, every: random.below(2) === 0 };
    }
  }
}
