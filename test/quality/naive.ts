import type { Domain } from '../../src/hierarchy/domain.js';
import type { ReleasedValue } from '../../src/release/released.js';
import type { Rows } from './released.js';

/** The metrics, straight from their definitions, row by row. */
export function measureNaively(rows: Rows) {
  const { leaves, classOf, boxes, domains, labels, k, levels } = rows;
  const n = leaves.length;
  const members = boxes.map((_, j) => leaves.map((_, row) => row).filter((row) => classOf[row] === j));
  const suppressed = classOf.filter((j) => j < 0).length;
  /** Mean over QIs of the mean over rows. */
  const mean = (cell: (domain: Domain, value: ReleasedValue) => number): number =>
    average(domains.map((domain, a) => average(classOf.map((j) => (j < 0 ? 1 : cell(domain, boxes[j][a]))))));
  const losses = domains.map((domain, a) => average(classOf.map((j) => (j < 0 ? 1 : loss(domain, boxes[j][a])))));
  const discernibility = sum(members.map((rows) => rows.length ** 2)) + n * suppressed;
  const classification =
    labels === null
      ? null
      : suppressed +
        sum(
          members.map((rows) => {
            const counts = new Map<number, number>();
            for (const row of rows) counts.set(labels[row], (counts.get(labels[row]) ?? 0) + 1);
            return rows.length - Math.max(0, ...counts.values());
          }),
        );
  const hasLevels =
    domains.every((domain) => (domain.hierarchy?.height ?? 0) >= 1) &&
    boxes.every((box) => box.every((value) => value.level !== null));
  let entropy = 0;
  domains.forEach((_, a) => {
    classOf.forEach((j, row) => {
      const under = j < 0 ? n : leaves.filter((codes) => covers(boxes[j][a], codes[a])).length;
      entropy += Math.log2(under / leaves.filter((codes) => codes[a] === leaves[row][a]).length);
    });
  });
  return {
    discernibility,
    classification,
    averageClassSize: n / (boxes.length + (suppressed > 0 ? 1 : 0)) / k,
    loss: average(losses),
    lossGeometric: product(losses.map((value) => value + 1)) ** (1 / losses.length) - 1,
    ncp: mean(certaintyPenalty),
    precision: hasLevels ? 1 - mean((domain, value) => (value.level ?? 0) / (domain.hierarchy?.height ?? 0)) : null,
    height: levels === null ? null : sum(levels),
    entropy,
    klDivergence: divergence(
      rows,
      members.map((rows) => rows.length),
      suppressed,
    ),
  };
}

function loss(domain: Domain, { lo, hi }: ReleasedValue): number {
  if (domain.hierarchy === null && domain.order === 'numeric') return rangeShare(domain, lo, hi);
  return domain.size === 1 ? 0 : (hi - lo) / (domain.size - 1);
}

function certaintyPenalty(domain: Domain, { lo, hi }: ReleasedValue): number {
  if (domain.order === 'numeric') return rangeShare(domain, lo, hi);
  return lo === hi ? 0 : (hi - lo + 1) / domain.size;
}

function rangeShare(domain: Domain, lo: number, hi: number): number {
  if (lo === hi) return 0;
  const numbers = Array.from(domain.numbers ?? []);
  if (numbers.slice(lo, hi + 1).some(Number.isNaN)) return 1;
  const known = numbers.filter((number) => !Number.isNaN(number));
  return (numbers[hi] - numbers[lo]) / (Math.max(...known) - Math.min(...known));
}

function divergence({ leaves, boxes, domains }: Rows, sizes: readonly number[], suppressed: number): number {
  const n = leaves.length;
  let result = 0;
  for (const key of new Set(leaves.map((codes) => codes.join()))) {
    const count = leaves.filter((codes) => codes.join() === key).length;
    const x = key.split(',').map(Number);
    let expected = suppressed / product(domains.map((domain) => domain.size));
    boxes.forEach((box, j) => {
      if (box.every((value, a) => covers(value, x[a]))) {
        expected += sizes[j] / product(box.map(({ lo, hi }) => hi - lo + 1));
      }
    });
    result += (count / n) * Math.log(count / expected);
  }
  return result;
}

const covers = ({ lo, hi }: ReleasedValue, leaf: number): boolean => lo <= leaf && leaf <= hi;
const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);
const product = (values: readonly number[]): number => values.reduce((total, value) => total * value, 1);
const average = (values: readonly number[]): number => sum(values) / values.length;
