import type { ClassCondition, Engine } from '../../../src/engine/engine.js';
import { generator, type Generator } from '../random.js';
import type { Subject } from './kernel-case.js';
import { seededCases } from './kernel-case.js';

interface Drawn {
  readonly size: number;
  readonly global: Uint32Array;
  readonly random: Generator;
}

/** A condition by a number below which it holds, or from which on it does, and the range of that number. */
interface Family {
  readonly from: number;
  readonly to: number;
  readonly at: (bound: number) => ClassCondition;
}

function drawFamilies({ size, global, random }: Drawn): Family[] {
  const shared = { column: 0 } as const;
  const height = 1 + random.below(3);
  const nodeOf = Uint32Array.from({ length: height * size }, (_, i) => (i % size) >> Math.floor(i / size));
  const lower = Float64Array.from({ length: size }, () => random.pick([0, 0.05]));
  const upper = Float64Array.from({ length: size }, () => random.pick([0.9, 1]));
  const values = Float64Array.from({ length: size }, () => random.pick([NaN, random.unit() * 9 - 4, 0]));
  const every = random.below(2) === 0;
  const open = random.below(size);
  const bounded = (bounds: Float64Array, bound: number): Float64Array => bounds.map((own, c) => (c === open ? bound : own)); // prettier-ignore
  const hierarchical = { height, nodeOf, nodes: size };
  return [
    { from: 1, to: 20, at: (l) => ({ kind: 'entropy', ...shared, l }) },
    { from: 1e-9, to: 50, at: (c) => ({ kind: 'recursive', ...shared, l: 1 + (open % 5), c }) },
    { from: 0, to: 1, at: (t) => ({ kind: 't-equal', ...shared, t, global }) },
    { from: 0, to: 1, at: (t) => ({ kind: 't-ordered', ...shared, t, global }) },
    { from: 0, to: 1, at: (t) => ({ kind: 't-hierarchical', ...shared, t, global, ...hierarchical }) },
    { from: 0, to: 1, at: (b) => ({ kind: 'shares', ...shared, minimum: 1, every, lower: bounded(lower, b), upper }) },
    { from: 0, to: 1, at: (b) => ({ kind: 'shares', ...shared, minimum: 1, every, lower, upper: bounded(upper, b) }) },
    { from: 0, to: 12, at: (span) => ({ kind: 'range', ...shared, distinct: open % 4, span, values }) },
    { from: 0, to: 1, at: (min) => ({ kind: 'presence', ...shared, min, max: 1, empty: every }) },
    { from: 0, to: 1, at: (max) => ({ kind: 'presence', ...shared, min: 0, max, empty: every }) },
  ];
}

/** The number at which a condition changes on one class, to the last bit; or that it holds nowhere, or everywhere. */
function thresholdOf(engine: Engine, { from, to, at }: Family, histogram: Uint32Array): unknown {
  const rows = Uint32Array.of(histogram.reduce((sum, count) => sum + count, 0));
  const holds = (bound: number): number => engine.checkCondition(at(bound), rows, histogram)[0];
  let [low, high] = [from, to];
  const [atLow, atHigh] = [holds(low), holds(high)];
  if (atLow === atHigh) return [atLow, holds((low + high) / 2)];
  for (let i = 0; i < 56; i++) {
    const middle = (low + high) / 2;
    if (holds(middle) === atLow) low = middle;
    else high = middle;
  }
  return [atLow, low];
}

/** Thresholds of every kind of condition: small counts, and such as no table of logarithms holds. */
function prepareThresholds(seed: number): (subject: Subject) => unknown {
  const random = generator(seed + 300);
  const size = seed % 3 === 0 ? 2 : 1 + random.below(12);
  const most = [4, 30, 70_000, 2 ** 27][seed % 4];
  const draw = (): number => (random.below(3) === 0 ? 0 : random.below(most));
  const histogram = Uint32Array.from({ length: size }, draw);
  histogram[random.below(size)] += 1;
  const global = histogram.map((count) => count + random.below(most));
  const families = drawFamilies({ size, global, random }).filter((_, f) => f < 8 || size === 2);
  return ({ engine }) => families.map((family) => thresholdOf(engine, family, histogram));
}

/** Thresholds of conditions on persons: of pairs in the order of persons, and of their first rows. */
function preparePersons(seed: number): (subject: Subject) => unknown {
  const random = generator(seed + 900);
  const values = 1 + random.below(7);
  const persons = 1 + random.below(9);
  const pairsOf = Array.from({ length: persons }, () =>
    Array.from({ length: values }, (_, value) => value).filter(() => random.below(2) === 0),
  );
  const isFirsts = seed % 3 === 0;
  const personOf = Uint32Array.from(pairsOf.flatMap((own, person) => own.map(() => person)));
  const valueOf = Uint32Array.from(pairsOf.flat());
  const holders = new Uint32Array(values);
  const weights = new Float64Array(values);
  pairsOf.forEach((own) => own.forEach((value) => (weights[value] += 1 / own.length)));
  valueOf.forEach((value) => holders[value]++);
  const none = new Uint32Array(0);
  const pairs = isFirsts
    ? { personOf: none, valueOf: none, values, persons, holders, weights }
    : { personOf, valueOf, values, persons, holders, weights };
  const histogram = Uint32Array.from({ length: isFirsts ? 2 * values + 1 : valueOf.length }, () => random.below(3));
  if (histogram.length === 0) return () => 'no pair';
  histogram[random.below(isFirsts ? values : histogram.length)] += 1;
  const families = drawFamilies({ size: values, global: holders, random })
    .filter((_, f) => f < 8 && !(isFirsts && ((f >= 2 && f <= 4) || f === 7)))
    .map(({ at, ...range }) => ({ ...range, at: (bound: number): ClassCondition => ({ ...at(bound), pairs }) }));
  const lists = Array.from({ length: values }, () => [0, 1, 2, 3].filter(() => random.below(2) === 0));
  const start = Uint32Array.from([0, ...lists.map((_, v) => lists.slice(0, v + 1).flat().length)]);
  const items = { start, items: Uint32Array.from(lists.flat()), itemCount: 4 };
  const sets = (k: number): ClassCondition => ({ kind: 'sets', column: 0, k, m: 1 + (seed % 3), ...items, pairs });
  return ({ engine }) => [
    ...families.map((family) => thresholdOf(engine, family, histogram)),
    ...(isFirsts ? [] : [1, 2, 3].map((k) => engine.checkCondition(sets(k), Uint32Array.of(9), histogram))),
    ...[1, 2, 3, 4].flatMap((l): Uint8Array[] => [
      engine.checkCondition({ kind: 'distinct', column: 0, l, pairs }, Uint32Array.of(9), histogram),
      engine.checkCondition({ kind: 'firsts', column: 0, minimum: l }, Uint32Array.of(9), histogram),
    ]),
  ];
}

/** Conditions that count rows: of the class, of its members when others stand beside them, of a public table. */
function prepareCounts(seed: number): (subject: Subject) => unknown {
  const random = generator(seed + 700);
  const size = 2 + random.below(3);
  const classes = 1 + random.below(9);
  const histogram = Uint32Array.from({ length: classes * size }, () => random.below(4));
  const rows = Uint32Array.from({ length: classes }, (_, c) =>
    histogram.subarray(c * size, (c + 1) * size).reduce((sum, count) => sum + count, 0),
  );
  const shared = { column: 0, outside: true } as const;
  const conditions: ClassCondition[] = [0, 1, 2, 3, 4, 7].flatMap((minimum): ClassCondition[] => [
    { kind: 'size', minimum },
    { kind: 'members', ...shared, minimum },
    { kind: 'population', column: 0, minimum },
    { kind: 'distinct', ...shared, l: Math.max(1, minimum) },
    { kind: 'presence', column: 0, min: minimum / 7, max: random.pick([0.5, 1]), empty: minimum % 2 === 0 },
  ]);
  return ({ engine }) => conditions.map((condition) => engine.checkCondition(condition, rows, histogram));
}

export const conditionCases = [
  ...seededCases('thresholds', 24, prepareThresholds),
  ...seededCases('persons', 30, preparePersons),
  ...seededCases('counts', 20, prepareCounts),
];
