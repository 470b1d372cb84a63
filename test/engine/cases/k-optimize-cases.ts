import { isDeepStrictEqual } from 'node:util';
import type { KOptimizePruning, KOptimizeSearch } from '../../../src/engine/engine.js';
import { HEADER_WORDS } from '../../../src/k-optimize/search/context.js';
import { frameAt, Heap } from '../../../src/k-optimize/search/heap.js';
import { readState } from '../../../src/k-optimize/block/state.js';
import { createSearchIn } from '../../../src/k-optimize/block/search-in-block.js';
import { finish } from '../finish.js';
import { randomPersonProblem } from '../../k-optimize/person-problems.js';
import type { SmallProblem } from '../../k-optimize/problems.js';
import {
  costOfCuts,
  everything,
  open,
  randomModelProblem,
  randomWidthProblem,
  randomProblem,
  randomPruning,
  specOf,
} from '../../k-optimize/problems.js';
import { generator } from '../random.js';
import type { Subject } from './kernel-case.js';
import { seededCases } from './kernel-case.js';
import { TightBlock } from './tight-block.js';

const FRAME_WORDS = 49;

/**
 * State of the open nodes of a search: their fields, and the memory that they point at. Memory that is only used within a step (bins of a sort, a
 * record past the last) is left out: engines leave different words there.
 */
function readNodes(search: KOptimizeSearch): unknown[] {
  const words = readState(search.save()).words.slice();
  const F = new Float64Array(words.buffer, 0, words.length >> 1);
  const heap = new Heap(words, F);
  const seen: unknown[] = [words.slice(0, HEADER_WORDS), readMeasures(heap)];
  let place = heap.frame;
  for (let depth = 0; place !== 0; place = frameAt(heap, place).parent) {
    if (depth++ > heap.values + 1) throw new Error('more open nodes than values');
    const frame = frameAt(heap, place);
    const { cells, cellCount, starts, classCount, head, tail, built, order, orderLength, totals } = frame;
    const list = (at: number, count: number): Int32Array => words.slice(at, at + count);
    seen.push(
      list(place, FRAME_WORDS),
      [cells, starts, totals].map((at, i) => list(at, [cellCount * heap.stride, classCount + 1, classCount * heap.sums][i])), // prettier-ignore
      [head, tail, built].map((at) => list(at, heap.setWords)),
      list(order, orderLength),
    );
    if (frame.state !== 2) continue;
    const { pairCount, singles, pairs, forcedSingles, forcedPairs } = frame;
    if (heap.limit !== 0) seen.push(F.slice(forcedSingles, forcedSingles + pairCount), F.slice(forcedPairs, forcedPairs + pairCount ** 2)); // prettier-ignore
    seen.push(list(frame.conflicts, heap.values * heap.setWords));
    if (heap.limit !== 0 && heap.costBy !== 0) seen.push(F.slice(singles, singles + pairCount), F.slice(pairs, pairs + pairCount ** 2)); // prettier-ignore
  }
  return seen;
}

/** Measures of single values, as they were last computed. */
function readMeasures(heap: Heap): unknown[] {
  const { I, F, values, setWords, attributes } = heap;
  const list = (at: number, count: number): Int32Array => I.slice(at, at + count);
  const doubles = (at: number, count: number): Float64Array => F.slice(at, at + count);
  const seen: unknown[] = [heap.splits, heap.forced, heap.flags].map((at) => list(at, values));
  seen.push(doubles(heap.squares, values), doubles(heap.extra, values));
  if (heap.ruleTables === 0) return seen;
  seen.push(doubles(heap.valueBounds, values), doubles(heap.attributeLoss, attributes));
  seen.push(list(heap.workSets, 8 * setWords), list(heap.localCount, attributes));
  return seen;
}

/** Searches, node by node; see k-optimize.test.ts for what they must find. */
function prepareSearch(seed: number, draw = randomProblem): (subject: Subject) => unknown {
  const random = generator(seed + 900);
  const problem = draw(random, seed % 6 === 0 ? 14 : 9);
  const pruning = seed % 3 === 0 ? everything : randomPruning(random);
  const budget = 1 + random.below(3);
  const cost = random.pick([Infinity, random.below(3000)]);
  const lowered = random.pick([Infinity, Infinity, random.below(2000)]);
  return ({ engine }) => {
    const set = open(engine, problem);
    const search = engine.kOptimize(set, specOf(problem, set, pruning, cost));
    const seen: unknown[] = [search.problem(), readNodes(search)];
    for (let step = 0; step < 12 && !search.step(budget); step++) {
      seen.push(search.status(), search.progress(), readNodes(search));
      if (step === 3) seen.push(search.openNodes());
      if (step === 2) search.lowerBestCost(lowered);
      const part = step === 4 ? search.split() : null;
      if (part === null) continue;
      const other = engine.resumeKOptimize(part);
      seen.push(readNodes(other), finish(other, 100));
    }
    seen.push(finish(search, 100));
    set.dispose();
    return seen;
  };
}

interface Drawn {
  readonly problem: SmallProblem;
  readonly pruning: KOptimizePruning;
  readonly cost: number;
}

/** A larger problem, whose sets of values, keys and tables of classes take several words. */
function drawLarge(seed: number): Drawn {
  const random = generator(seed + 1200);
  const attributes = 3 + random.below(seed % 4 === 3 ? 9 : 3);
  const largest = [12, 20, 34][seed % 3];
  const sizes = Array.from({ length: attributes }, () => 4 + random.below(largest));
  const count = 60 + random.below(240);
  const skew = random.pick([1, 2, 3]);
  const rows = Array.from({ length: count }, () => sizes.map((size) => Math.floor(size * random.unit() ** skew)));
  const labelSize = 1 + random.below(3);
  const problem: SmallProblem = {
    sizes,
    rows,
    labelSize,
    label: rows.map(() => random.below(labelSize)),
    k: 2 + random.below(seed % 2 === 0 ? 6 : 30),
    metric: seed % 5 < 3 ? 'discernibility' : 'classification',
    limit: [0, 0, Infinity, random.below(count)][seed % 4],
    allowed: sizes.map((size) => new Uint8Array(size).fill(1)),
  };
  // A cost of few classes: what costs more is refuted soon.
  const cost = random.pick([Infinity, ...[3, 6, 9, 13, 18, 25, 40].map((times) => times * count)]);
  return { problem, pruning: seed % 6 === 5 ? randomPruning(random) : everything, cost };
}

/** The first nodes of larger problems. */
function prepareLarge(seed: number): (subject: Subject) => unknown {
  const { problem, pruning, cost } = drawLarge(seed);
  return ({ engine }) => {
    const set = open(engine, problem);
    const search = engine.kOptimize(set, specOf(problem, set, pruning, cost));
    const seen: unknown[] = [];
    for (let step = 0; step < 10 && !search.step(1); step++) seen.push(search.status(), readNodes(search));
    seen.push(search.status());
    search.dispose();
    set.dispose();
    return seen;
  };
}

/** Classes with some sixty splits, of which many exclude each other, and best costs that solutions reach exactly. */
function prepareCrowded(seed: number): (subject: Subject) => unknown {
  const random = generator(seed + 1800);
  const attributes = 2 + random.below(4);
  const splits = [36, 48, 63, 64, 65, 90][seed % 6];
  const size = Math.floor(splits / attributes) + 1;
  const even = Array.from({ length: attributes }, (_, a) =>
    a === 0 ? splits - (attributes - 1) * (size - 1) + 1 : size,
  );
  const sizes = seed % 6 === 5 ? [70, 5, 4] : even;
  const count = 60 + random.below(140);
  const rows = Array.from({ length: count }, () => sizes.map((own) => random.below(own)));
  const allowed = sizes.map((own) => new Uint8Array(own).fill(1));
  const k = [2 + random.below(8), count >> 3, count >> 2, Math.floor(count / 3)][seed % 4];
  // Without tables values are measured by the rules of the paper.
  const pruning = seed % 5 === 4 ? { ...everything, tables: false } : everything;
  const problem: SmallProblem = { sizes, rows, labelSize: 1, label: rows.map(() => 0), k, metric: 'discernibility', limit: 0, allowed }; // prettier-ignore
  const cuts = sizes.map((own) =>
    Array.from({ length: own - 1 }, (_, i) => i + 1).filter(() => random.below(12) === 0),
  );
  const cost = seed % 2 === 0 ? costOfCuts(problem, cuts)[0] : count * (6 + random.below(30));
  return ({ engine }) => {
    const set = open(engine, problem);
    const search = engine.kOptimize(set, specOf(problem, set, pruning, cost));
    const seen: unknown[] = [];
    for (let step = 0; step < 8 && !search.step(1); step++) seen.push(search.status(), readNodes(search));
    search.dispose();
    set.dispose();
    return seen;
  };
}

/**
 * Searches that get the memory that they ask for and not one word more, from memory that holds poison: what they ask for, and that it
 * makes no difference to what they find.
 */
function prepareTight(seed: number): (subject: Subject) => unknown {
  const random = generator(seed + 1500);
  const { problem, pruning, cost } =
    seed % 3 === 2
      ? drawLarge(seed)
      : {
          problem: randomProblem(random, [9, 14][seed % 2]),
          pruning: seed % 4 === 0 ? randomPruning(random) : everything,
          cost: random.pick([Infinity, 3000]),
        };
  return ({ engine, openBlock }) => {
    const set = open(engine, problem);
    const spec = specOf(problem, set, pruning, cost);
    const block = new TightBlock(openBlock());
    const searches = [engine.kOptimize(set, spec), createSearchIn(block, set, spec)];
    const seen: unknown[] = [];
    for (let step = 0; step < 8; step++) {
      for (const search of searches) search.step(1);
      const [free, tight] = searches.map((search) => search.status());
      if (!isDeepStrictEqual(free, tight)) throw new Error('another result for want of memory');
      seen.push(tight, searches[1].progress(), block.asked.splice(0), readNodes(searches[1]));
    }
    for (const search of searches) search.dispose();
    set.dispose();
    return seen;
  };
}

export const kOptimizeCases = [
  ...seededCases('k-optimize', 150, (seed) => prepareSearch(seed)),
  ...seededCases('k-optimize, models', 60, (seed) => prepareSearch(seed, randomModelProblem)),
  ...seededCases('k-optimize, persons', 60, (seed) => prepareSearch(seed, randomPersonProblem)),
  ...seededCases('k-optimize, widths', 60, (seed) => prepareSearch(seed, randomWidthProblem)),
  ...seededCases('k-optimize, large', 64, prepareLarge),
  ...seededCases('k-optimize, crowded', 48, prepareCrowded),
  ...seededCases('k-optimize, tight', 45, prepareTight),
];
