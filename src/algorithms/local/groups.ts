import type { Problem, Recoding } from '../algorithm.js';
import { isReleasedAsNode, widenToReleased } from '../released-boxes.js';
import type { Steps } from '../../base/steps.js';
import type { ClassJudge } from './judge.js';
import { NearBoxes, type RowBox } from './near-boxes.js';
import { boxCost, type Span } from './spans.js';

/** Rows of one class: counts[i] rows of vectors[i]. A vector may stand in several groups, and twice in one. */
export interface Group {
  readonly vectors: number[];
  readonly counts: number[];
}

/** Adds a row to a group; rows of one vector that follow each other are counted together. */
export function addRow({ vectors, counts }: Group, vector: number): void {
  const last = vectors.length - 1;
  if (last >= 0 && vectors[last] === vector) counts[last]++;
  else {
    vectors.push(vector);
    counts.push(1);
  }
}

/** The group of some rows by the vector of each. */
export function groupOfRows(rows: Uint32Array): Group {
  const group: Group = { vectors: [], counts: [] };
  for (const vector of rows) addRow(group, vector);
  return group;
}

/** [attributes][vectors] leaf codes of the quasi-identifiers, all in one type of array. */
export function codesOf(problem: Problem): Uint32Array[] {
  return problem.domains.map((_, a) => Uint32Array.from(problem.set.codes(a)));
}

/** Cells, and boxes of groups, looked at between two yields. */
const YIELD_CELLS = 1 << 18;
const YIELD_BOXES = 1 << 13;

/**
 * The release in which every group is a class with its bounding box; `nodes` as in {@link Recoding}. Yields between stretches
 * of the work.
 */
export function* recodeGroups(
  problem: Problem,
  codes: readonly Uint32Array[],
  groups: readonly Group[],
  nodes: readonly boolean[] = problem.domains.map((domain) => isReleasedAsNode(domain)),
): Steps<Recoding> {
  const { domains } = problem;
  const lower = domains.map(() => new Uint32Array(groups.length).fill(0xffffffff));
  const upper = domains.map(() => new Uint32Array(groups.length));
  let looked = 0;
  // Loops in functions of their own: in a generator they are slower.
  const bound = (c: number): void => {
    for (const vector of groups[c].vectors) {
      for (let a = 0; a < codes.length; a++) {
        const code = codes[a][vector];
        if (code < lower[a][c]) lower[a][c] = code;
        if (code > upper[a][c]) upper[a][c] = code;
      }
    }
  };
  for (let c = 0; c < groups.length; c++) {
    looked += groups[c].vectors.length * codes.length;
    if (looked >= YIELD_CELLS) {
      looked = 0;
      yield;
    }
    bound(c);
  }
  yield;
  const plain: Recoding = {
    kind: 'groups',
    classes: groups.length,
    parts: yield* partsOf(groups, problem.set.length),
    lower,
    upper,
    nodes,
    ownValues: true,
  };
  yield;
  return yield* widenToReleased(plain, domains);
}

/** Returns the parts of groups, by ascending vector, then class. Yields between stretches of the work. */
export function* partsOf(groups: readonly Group[], length: number): Steps<Recoding['parts']> {
  const starts = new Uint32Array(length + 1);
  const take = (c: number): void => {
    for (const vector of groups[c].vectors) starts[vector + 1]++;
  };
  let looked = 0;
  const isDue = (c: number): boolean => {
    looked += groups[c].vectors.length;
    if (looked < YIELD_CELLS) return false;
    looked = 0;
    return true;
  };
  for (let c = 0; c < groups.length; c++) {
    if (isDue(c)) yield;
    take(c);
  }
  for (let v = 0; v < length; v++) starts[v + 1] += starts[v];
  const all = starts[length];
  const vector = new Uint32Array(all);
  const classId = new Uint32Array(all);
  const count = new Uint32Array(all);
  const place = (c: number): void => {
    const { vectors, counts } = groups[c];
    for (let i = 0; i < vectors.length; i++) {
      const at = starts[vectors[i]]++;
      vector[at] = vectors[i];
      classId[at] = c;
      count[at] = counts[i];
    }
  };
  for (let c = 0; c < groups.length; c++) {
    if (isDue(c)) yield;
    place(c);
  }
  yield;
  const kept = joinEqual(vector, classId, count);
  return { vector: vector.slice(0, kept), classId: classId.slice(0, kept), count: count.slice(0, kept) };
}

/** Joins neighbours of one vector in one class, in place; returns how many there are then. */
function joinEqual(vector: Uint32Array, classId: Uint32Array, count: Uint32Array): number {
  let kept = 0;
  for (let i = 0; i < vector.length; i++) {
    if (kept > 0 && vector[kept - 1] === vector[i] && classId[kept - 1] === classId[i]) {
      count[kept - 1] += count[i];
      continue;
    }
    vector[kept] = vector[i];
    classId[kept] = classId[i];
    count[kept++] = count[i];
  }
  return kept;
}

/**
 * Joins every group that breaks a model to the group with which it costs least, until all groups satisfy all models. All
 * rows together must. Returns the groups, and how many joins it took. Yields between stretches of the work.
 */
export function* joinUnsatisfied(
  codes: readonly Uint32Array[],
  spans: readonly Span[],
  judge: ClassJudge,
  groups: readonly Group[],
): Steps<{ groups: Group[]; joined: number }> {
  const kept = groups.filter(({ vectors }) => vectors.length > 0);
  const boxes: RowBox[] = [];
  for (const group of kept) {
    if (boxes.length % YIELD_BOXES === 0) yield;
    boxes.push(boxOf(codes, spans, group));
  }
  const alive = kept.map(() => true);
  const holds = (group: Group): boolean => {
    judge.reset();
    group.vectors.forEach((vector, i) => judge.add(vector, group.counts[i]));
    return judge.holds();
  };
  const open: number[] = [];
  for (const [c, group] of kept.entries()) {
    if (c % YIELD_BOXES === 0) yield;
    if (!holds(group)) open.push(c);
  }
  if (open.length === 0) return { groups: kept, joined: 0 };
  const near = new NearBoxes(spans, boxes);
  let joined = 0;
  let pausedAt = 0;
  for (let c = open.pop(); c !== undefined; c = open.pop()) {
    if (!alive[c] || holds(kept[c])) continue;
    const best = near.nearest(c);
    if (near.looked - pausedAt >= YIELD_BOXES) {
      pausedAt = near.looked;
      yield;
    }
    if (best < 0) break;
    // One by one: a call takes about a hundred thousand arguments.
    kept[c].vectors.forEach((vector, i) => {
      kept[best].vectors.push(vector);
      kept[best].counts.push(kept[c].counts[i]);
    });
    near.join(c, best);
    alive[c] = false;
    joined++;
    open.push(best);
  }
  return { groups: kept.filter((_, c) => alive[c]), joined };
}

function boxOf(codes: readonly Uint32Array[], spans: readonly Span[], { vectors, counts }: Group): RowBox {
  const lo = new Uint32Array(codes.length).fill(0xffffffff);
  const hi = new Uint32Array(codes.length);
  for (const vector of vectors) {
    for (let a = 0; a < codes.length; a++) {
      lo[a] = Math.min(lo[a], codes[a][vector]);
      hi[a] = Math.max(hi[a], codes[a][vector]);
    }
  }
  return { lo, hi, rows: counts.reduce((sum, count) => sum + count, 0), cost: boxCost(spans, lo, hi) };
}
