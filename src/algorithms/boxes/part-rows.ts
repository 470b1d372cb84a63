import { type Group, groupOfRows } from '../local/groups.js';
import type { ClassJudge } from '../local/judge.js';
import type { WeightedVectors } from './split-boxes.js';

/** Two groups of one. */
export interface Parts {
  readonly groups: readonly [Group, Group];
  /** Rows times cost of both boxes, and of the second one. */
  readonly cost: number;
  readonly second: number;
}

/**
 * Parts the rows of a group in two: two vectors far from each other are its poles, rows stand by how much nearer they are to
 * one than to the other, and of all cuts of that line (rows of one vector may part) the one after which the boxes cost
 * least is made. One side gets at least `first`, the other at least `second` times the fewest rows of a class, the larger
 * demand being the second group's. After Xu, Wang, Pei, Wang, Shi and Fu, KDD 2006, section 4.2. Null when there is none.
 */
export function parts(
  input: WeightedVectors,
  { vectors, counts }: Group,
  judge: ClassJudge,
  first: number,
  second: number,
): Parts | null {
  const { codes, spans } = input;
  const q = codes.length;
  let rows = 0;
  for (const count of counts) rows += count;
  const k = judge.minimum;
  if (rows < (first + second) * k) return null;
  const apart = (v: number, w: number): number => {
    let cost = 0;
    for (let a = 0; a < q; a++) {
      const x = codes[a][v];
      const y = codes[a][w];
      cost += x < y ? spans[a].cost(x, y) : spans[a].cost(y, x);
    }
    return cost;
  };
  const farthest = (from: number): number => {
    let best = from;
    let most = 0;
    for (const v of vectors) {
      const d = apart(from, v);
      if (d > most) {
        most = d;
        best = v;
      }
    }
    return best;
  };
  const one = farthest(vectors[0]);
  const two = farthest(one);
  const key = vectors.map((v) => apart(one, v) - apart(two, v));
  const order = Array.from(vectors.keys()).sort((i, j) => key[i] - key[j] || vectors[i] - vectors[j]);
  const line = new Uint32Array(rows);
  let row = 0;
  for (const i of order) {
    line.fill(vectors[i], row, row + counts[i]);
    row += counts[i];
  }
  const left = boxCosts(input, line);
  const right = boxCosts(input, line.slice().reverse());
  const sides = sidesHold(judge, line);
  let cut = -1;
  let least = Infinity;
  for (let at = k; at <= rows - k; at++) {
    const fits = (at >= first * k && rows - at >= second * k) || (at >= second * k && rows - at >= first * k);
    if (!fits) continue;
    const cost = at * left[at] + (rows - at) * right[rows - at];
    if (cost < least && sides(at)) {
      least = cost;
      cut = at;
    }
  }
  if (cut < 0) return null;
  const groups = [groupOfRows(line.subarray(0, cut)), groupOfRows(line.subarray(cut, rows))] as const;
  const costs = [cut * left[cut], (rows - cut) * right[rows - cut]];
  const turned = rows - cut < second * k;
  return turned
    ? { groups: [groups[1], groups[0]], cost: least, second: costs[0] }
    : { groups: [groups[0], groups[1]], cost: least, second: costs[1] };
}

/** Judges both sides of a cut before a place of the line. */
function sidesHold(judge: ClassJudge, line: Uint32Array): (cut: number) => boolean {
  if (judge.bySize) return () => true;
  if (judge.persons !== null) {
    const left = judge.prefixes(line);
    const right = judge.prefixes(line.slice().reverse());
    return (cut) => left[cut - 1] === 1 && right[line.length - cut - 1] === 1;
  }
  return (cut) =>
    [line.subarray(0, cut), line.subarray(cut)].every((side) => {
      judge.reset();
      for (const v of side) judge.add(v, 1);
      return judge.holds();
    });
}

/** [rows + 1] cost of the box of the first i rows. */
function boxCosts({ codes, spans }: WeightedVectors, line: Uint32Array): Float64Array {
  const q = codes.length;
  const costs = new Float64Array(line.length + 1);
  const lo = Uint32Array.from(codes, (column) => column[line[0]]);
  const hi = lo.slice();
  let cost = 0;
  for (let i = 0; i < line.length; i++) {
    if (i > 0 && line[i] !== line[i - 1]) {
      let changed = false;
      for (let a = 0; a < q; a++) {
        const code = codes[a][line[i]];
        if (code < lo[a]) {
          lo[a] = code;
          changed = true;
        } else if (code > hi[a]) {
          hi[a] = code;
          changed = true;
        }
      }
      if (changed) {
        cost = 0;
        for (let a = 0; a < q; a++) cost += spans[a].cost(lo[a], hi[a]);
      }
    }
    costs[i + 1] = cost;
  }
  return costs;
}
