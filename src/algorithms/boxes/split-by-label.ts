import { sortByCode } from '../../base/sort-by-code.js';
import type { Steps } from '../../base/steps.js';
import { naturalLogarithm } from '../../base/logarithm.js';
import { type NodeTree, smallestNodeCovering } from '../../hierarchy/tree.js';
import type { Group } from '../local/groups.js';
import type { ClassJudge } from '../local/judge.js';
import { type CutBoxes, groupOfBox, type SplitJudge } from './split-boxes.js';

/** Input of cuts by label, which weigh how unlike the labels on the two sides are. */
export interface LabelSplit {
  readonly codes: readonly Uint32Array[];
  readonly counts: Uint32Array;
  /** [vectors * size] rows of every vector by label. */
  readonly labels: { readonly size: number; readonly histogram: Uint32Array };
  /** [size] numbers of the labels, whose squared deviation is made least; null: the entropy of the labels is. */
  readonly numbers: Float64Array | null;
  /** [attributes] smallest node that covers a run: its child boundaries are the only cuts; null for every boundary. */
  readonly firstLeaves: readonly ((lo: number, hi: number) => ReadonlySet<number>)[];
}

/** Cuts that are tried under models other than k-anonymity, best first. */
const MOST_TRIED = 64;
/** Numbers up to this have finite squares and sums of them; every number has when it is divided by the second. */
const LARGEST_SQUARED = 2 ** 480;
const TO_SQUARABLE = 2 ** 544;

/**
 * Top-down cuts for a workload. LeFevre, DeWitt and Ramakrishnan, "Workload-Aware Anonymization", KDD 2006, sections 3.1 and
 * 3.2 (TODS 2008): of all cuts of all attributes that leave both sides satisfying the models, the one after which the entropy
 * of the labels (InfoGain Mondrian) or the squared deviation of a numeric target (least squared deviance Mondrian),
 * weighted by rows, is least; until no cut is left. Ties: the more even cut, then the earlier attribute and value.
 */
export function* splitByLabel(input: LabelSplit, judge: ClassJudge): Steps<{ groups: Group[]; cuts: number }> {
  const boxes = yield* cutByLabel(input, judge, { few: 0, values: centredNumbers(input) });
  return { groups: boxes.isOpen.map((_, box) => groupOfBox(input, boxes, box)), cuts: boxes.cuts };
}

/**
 * The cuts of {@link splitByLabel}, but boxes of `few` vectors or fewer are left open: each can be cut by itself.
 *
 * @param values - {@link centredNumbers} of all vectors
 */
export function* cutByLabel(
  input: LabelSplit,
  judge: SplitJudge,
  { few, values }: { readonly few: number; readonly values: Float64Array | null },
): Steps<CutBoxes> {
  const { length } = input.counts;
  const vectors = Uint32Array.from(input.counts.keys());
  const scratch = new Uint32Array(length);
  const disorder = values === null ? entropyOfRows(input) : squaredDeviation(values);
  const starts = [0];
  const isOpen: boolean[] = [];
  const open: [number, number][] = length === 0 ? [] : [[0, length]];
  let cuts = 0;
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const [from, to] = next;
    const isLeft = to - from <= few;
    if (!isLeft) yield;
    const found = isLeft ? null : yield* findCut(input, judge, disorder, vectors.subarray(from, to));
    if (found === null) {
      starts.push(to);
      isOpen.push(isLeft);
      continue;
    }
    const column = input.codes[found.attribute];
    let left = from;
    let right = 0;
    for (let i = from; i < to; i++) {
      const v = vectors[i];
      if (column[v] < found.first) vectors[left++] = v;
      else scratch[right++] = v;
    }
    vectors.set(scratch.subarray(0, right), left);
    cuts++;
    open.push([left, to], [from, left]);
  }
  return { vectors, starts, isOpen, cuts };
}

/** Vectors of a part from which on it yields after every attribute. */
const YIELD_VECTORS = 1 << 10;

interface Cut {
  readonly cost: number;
  /** |rows left - rows right| */
  readonly uneven: number;
  readonly attribute: number;
  readonly first: number;
}

/** Rows by label and their number -> rows times disorder. */
type Disorder = (labels: Float64Array, rows: number) => number;

function* findCut(input: LabelSplit, judge: SplitJudge, disorder: Disorder, vectors: Uint32Array): Steps<Cut | null> {
  const { codes, counts, labels } = input;
  const { size, histogram } = labels;
  let rows = 0;
  for (const v of vectors) rows += counts[v];
  if (rows < 2 * judge.minimum) return null;
  const found: Cut[] = [];
  const all = new Float64Array(size);
  for (const v of vectors) for (let label = 0; label < size; label++) all[label] += histogram[v * size + label];
  const left = new Float64Array(size);
  const right = new Float64Array(size);
  for (const [attribute, column] of codes.entries()) {
    if (vectors.length > YIELD_VECTORS) yield;
    const order = sortByCode(vectors, column);
    const allowed = input.firstLeaves[attribute](column[order[0]], column[order[order.length - 1]]);
    left.fill(0);
    let before = 0;
    for (let i = 0; i < order.length; i++) {
      const v = order[i];
      const first = column[v];
      const isCut = i > 0 && first !== column[order[i - 1]] && allowed.has(first);
      if (isCut && before >= judge.minimum && rows - before >= judge.minimum) {
        for (let label = 0; label < size; label++) right[label] = all[label] - left[label];
        const cost = disorder(left, before) + disorder(right, rows - before);
        found.push({ cost, uneven: Math.abs(rows - 2 * before), attribute, first });
      }
      for (let label = 0; label < size; label++) left[label] += histogram[v * size + label];
      before += counts[v];
    }
  }
  found.sort((x, y) => x.cost - y.cost || x.uneven - y.uneven || x.attribute - y.attribute || x.first - y.first);
  if (judge.bySize) return found[0] ?? null;
  return found.slice(0, MOST_TRIED).find((cut) => holds(input, judge, vectors, cut)) ?? null;
}

function holds({ codes, counts }: LabelSplit, judge: ClassJudge, vectors: Uint32Array, cut: Cut): boolean {
  for (const isLeft of [true, false]) {
    judge.reset();
    for (const v of vectors) if (codes[cut.attribute][v] < cut.first === isLeft) judge.add(v, counts[v]);
    if (!judge.holds()) return false;
  }
  return true;
}

/** Rows times the entropy of their labels, in nats. */
function entropyOfRows({ counts }: LabelSplit): Disorder {
  const rows = counts.reduce((sum, count) => sum + count, 0);
  const weights = new Float64Array(rows + 1);
  for (let n = 2; n <= rows; n++) weights[n] = n * naturalLogarithm(n);
  return (labels, n) => {
    let sum = weights[n];
    for (const count of labels) sum -= weights[count];
    return sum;
  };
}

/** Numbers whose squares could overflow, divided by a power of two, which changes no order of their deviations. */
function withFiniteSquares(numbers: Float64Array): Float64Array {
  const isHuge = numbers.some((number) => Math.abs(number) > LARGEST_SQUARED);
  return isHuge ? numbers.map((number) => number / TO_SQUARABLE) : numbers;
}

/** The numbers of the labels less the mean of all rows, 0 for a label without one; null where their entropy counts. */
export function centredNumbers({ labels, counts, numbers }: LabelSplit): Float64Array | null {
  if (numbers === null) return null;
  const finite = withFiniteSquares(numbers);
  const { size, histogram } = labels;
  let sum = 0;
  let known = 0;
  for (let v = 0; v < counts.length; v++) {
    for (let label = 0; label < size; label++) {
      if (Number.isNaN(finite[label])) continue;
      sum += histogram[v * size + label] * finite[label];
      known += histogram[v * size + label];
    }
  }
  const mean = known > 0 ? sum / known : 0;
  return Float64Array.from({ length: size }, (_, label) => (Number.isNaN(finite[label]) ? 0 : finite[label] - mean));
}

/** Sum of squared deviations of the labels' numbers from their mean; a label without a number counts with the mean of all. */
function squaredDeviation(values: Float64Array): Disorder {
  return (rows, n) => {
    let first = 0;
    let second = 0;
    for (let label = 0; label < values.length; label++) {
      first += rows[label] * values[label];
      second += rows[label] * values[label] * values[label];
    }
    return second - (first * first) / n;
  };
}

/** Input of {@link firstLeavesOf}: the number of leaves of a domain, and the tree along which it is cut, or null. */
export interface CutPlaces {
  readonly size: number;
  readonly tree: Pick<NodeTree, 'lo' | 'hi' | 'childStart' | 'children'> | null;
}

/** Leaves before which a run may be cut: all of an ordered domain, first leaves of the children of its node along a tree. */
export function firstLeavesOf({ size, tree }: CutPlaces): LabelSplit['firstLeaves'][number] {
  if (tree === null) {
    const all = new Set(Array.from({ length: size }, (_, leaf) => leaf));
    return () => all;
  }
  const { childStart, children } = tree;
  return (lo, hi) => {
    const node = smallestNodeCovering(tree, lo, hi);
    return new Set(Array.from(children.subarray(childStart[node], childStart[node + 1]), (child) => tree.lo[child]));
  };
}
