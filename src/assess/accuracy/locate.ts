import { countNumbers, type Domain } from '../../hierarchy/domain.js';
import { LeafMatcher } from '../../hierarchy/leaf-matcher.js';
import type { LeafRun, ReleasedAttribute } from '../../quality/released.js';
import { countLeaves } from '../../quality/released.js';
import type { Column } from '../../table/table.js';

/** A quasi-identifier of a release: its values, and which class has which. */
export type Located = Pick<ReleasedAttribute, 'domain' | 'values' | 'valueOf'>;

/** The leaf of every dictionary entry of a column that the domain was not made from; -1 where there is none. */
export function leavesOf(domain: Domain, column: Column): Int32Array {
  const matcher = new LeafMatcher(domain.column, domain.missingTexts);
  domain.labels.forEach((label, leaf) => matcher.add(label, leaf));
  return Int32Array.from(column.texts, (text, code) => {
    if (code === column.missingCode) return domain.missingLeaf;
    const found = matcher.find(text);
    if (found >= 0 || domain.numbers === null || column.numbers === null) return found;
    return nearestLeaf(domain.numbers, column.numbers[code]);
  });
}

/** The leaf whose number is the nearest, the smaller of two; -1 without any. */
function nearestLeaf(numbers: Float64Array, wanted: number): number {
  let best = -1;
  numbers.forEach((number, leaf) => {
    if (Number.isNaN(number)) return;
    if (best < 0 || Math.abs(number - wanted) < Math.abs(numbers[best] - wanted)) best = leaf;
  });
  return best;
}

/**
 * Finds for a vector of leaves the values that the release would give it, as an index into each attribute's `values`;
 * -1 for an unknown leaf of an attribute that is recoded by itself.
 *
 * Where the released values of every attribute are disjoint, each attribute is recoded by itself: the value that covers
 * the leaf, else the nearest. Else the vector takes the values of the nearest class: the least sum over attributes of
 * the distance to the class's range (to the nearest member of a set), as a share of the domain; of several the smallest (sum of
 * widths), then the first.
 */
export function locator(attributes: readonly Located[]): (leaves: readonly number[]) => Int32Array {
  const scales = attributes.map(({ domain }) => scaleOf(domain));
  const distance = (a: number, value: number, leaf: number): number => {
    if (leaf < 0) return 0;
    const own = attributes[a].values[value];
    return (own.runs ?? [own]).reduce((least, run) => Math.min(least, distanceTo(scales[a], run, leaf)), Infinity);
  };
  if (attributes.every(areDisjoint)) {
    return (leaves) =>
      Int32Array.from(attributes, ({ values }, a) => {
        if (leaves[a] < 0) return -1;
        let best = 0;
        for (let v = 1; v < values.length; v++) {
          if (distance(a, v, leaves[a]) < distance(a, best, leaves[a])) best = v;
        }
        return best;
      });
  }
  const classes = attributes[0].valueOf.length;
  const width = new Float64Array(classes);
  attributes.forEach(({ values, valueOf }, a) => {
    const widths = values.map((value) =>
      value.runs === undefined ? scales[a][value.hi] - scales[a][value.lo] : scales[a][countLeaves(value) - 1],
    );
    for (let c = 0; c < classes; c++) width[c] += widths[valueOf[c]];
  });
  const bySize = Uint32Array.from({ length: classes }, (_, c) => c).sort((c, d) => width[c] - width[d] || c - d);
  const memo = attributes.map(() => new Map<number, Float64Array>());
  return (leaves) => {
    const distances = attributes.map(({ values }, a) => {
      let known = memo[a].get(leaves[a]);
      if (known === undefined) {
        known = Float64Array.from(values, (_, v) => distance(a, v, leaves[a]));
        memo[a].set(leaves[a], known);
      }
      return known;
    });
    let best = -1;
    let least = Infinity;
    for (const c of bySize) {
      let sum = 0;
      for (let a = 0; a < attributes.length && sum < least; a++) sum += distances[a][attributes[a].valueOf[c]];
      if (sum >= least) continue;
      least = sum;
      best = c;
      if (sum === 0) break;
    }
    return Int32Array.from(attributes, ({ valueOf }) => valueOf[best]);
  };
}

/** Position of every leaf, 0 .. 1: by its number where leaves are numbers, else by its place. */
function scaleOf({ size, numbers }: Domain): Float64Array {
  const last = numbers === null ? size - 1 : countNumbers(numbers) - 1;
  const range = numbers === null || last < 1 ? 0 : numbers[last] - numbers[0];
  return Float64Array.from({ length: size }, (_, leaf) => {
    if (leaf > last) return 2;
    return range > 0 ? (numbers![leaf] - numbers![0]) / range : leaf / size;
  });
}

/** Distance of a leaf from a run. */
function distanceTo(scale: Float64Array, { lo, hi }: LeafRun, leaf: number): number {
  if (leaf >= lo && leaf <= hi) return 0;
  return leaf < lo ? scale[lo] - scale[leaf] : scale[leaf] - scale[hi];
}

function areDisjoint({ values }: Located): boolean {
  const runs = values.flatMap((value): readonly LeafRun[] => value.runs ?? [value]).sort((a, b) => a.lo - b.lo);
  return runs.every(({ lo }, i) => i === 0 || lo > runs[i - 1].hi);
}
