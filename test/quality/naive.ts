import type { Domain } from '../../src/hierarchy/domain.js';
import type { ReleasedValue } from '../../src/quality/released.js';
import type { Rows } from './released.js';

/** The metrics, straight from their definitions, row by row. */
export function measureNaively(rows: Rows) {
  const { leaves, classOf, boxes, domains, labels, sensitive = null, k, levels } = rows;
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
  const penalized = labels ?? sensitive;
  const classificationPenalty =
    penalized === null
      ? null
      : sum(
          classOf.map((j, row) => {
            if (j < 0) return n;
            const commonest = (label: number): number =>
              members[j].filter((other) => penalized[other] === label).length;
            const majority = Math.max(...members[j].map((other) => commonest(penalized[other])));
            // One of equally frequent labels is the majority: the choice does not matter to the sum.
            const first = members[j].map((other) => penalized[other]).find((label) => commonest(label) === majority);
            return penalized[row] === first ? 0 : members[j].length;
          }),
        );
  const isLevelled = boxes.every((box) => box.every((value) => value.level !== null));
  const hasLevels = isLevelled && domains.every((domain) => (domain.hierarchy?.height ?? 0) >= 1);
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
    classificationPenalty,
    largestClass: Math.max(0, ...members.map((rows) => rows.length)),
    averageClassSize: n / (boxes.length + (suppressed > 0 ? 1 : 0)) / k,
    loss: average(losses),
    lossGeometric: product(losses.map((value) => value + 1)) ** (1 / losses.length) - 1,
    lossSum:
      sum(domains.map((domain, a) => average(leaves.map((codes, row) => cellLoss(rows, domain, a, codes[a], row))))) +
      (domains.length * suppressed) / n,
    ncp: mean(certaintyPenalty),
    informationLoss: mean((_, value) => 1 - 1 / leavesUnder(value)),
    rowInformationLoss: average(classOf.map((j) => (j < 0 ? 1 : 1 - 1 / product(boxes[j].map(leavesUnder))))),
    generalization:
      isLevelled && domains.every((domain) => domain.hierarchy !== null)
        ? sum(
            classOf.map((j) =>
              sum(domains.map((domain, a) => (j < 0 ? domain.hierarchy?.height : boxes[j][a].level) ?? NaN)),
            ),
          )
        : null,
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

/** Share of one cell in `lossSum`: suppressed rows by the level vector, where there is one, else nothing. */
function cellLoss({ classOf, boxes, levels }: Rows, domain: Domain, a: number, leaf: number, row: number): number {
  if (levels === null) {
    if (classOf[row] < 0) return 0;
    const value = boxes[classOf[row]][a];
    return value.runs === undefined ? widthLoss(domain, value.lo, value.hi, null) : loss(domain, value);
  }
  if (domain.hierarchy === null) return 0;
  const { nodeOf, first } = domain.hierarchy.levels[levels[a]];
  return widthLoss(domain, first[nodeOf[leaf]], first[nodeOf[leaf] + 1] - 1, levels[a]);
}

function widthLoss(domain: Domain, lo: number, hi: number, level: number | null): number {
  const { hierarchy, size, missingLeaf } = domain;
  if (hierarchy?.widthShares === undefined) return loss(domain, { label: '', lo, hi, level });
  if (size === 1 || (lo === hi && lo === missingLeaf)) return 0;
  for (let at = level ?? 0; at < hierarchy.levels.length; at++) {
    const { nodeOf, first } = hierarchy.levels[at];
    if (first[nodeOf[lo]] === lo && first[nodeOf[lo] + 1] - 1 === hi) return hierarchy.widthShares[at];
  }
  return rangeShare(domain, lo, hi);
}

function loss(domain: Domain, value: ReleasedValue): number {
  if (domain.hierarchy === null && domain.order === 'numeric') return rangeShare(domain, value.lo, value.hi);
  return domain.size === 1 ? 0 : (leavesUnder(value) - 1) / (domain.size - 1);
}

function certaintyPenalty(domain: Domain, value: ReleasedValue): number {
  if (domain.order === 'numeric') return rangeShare(domain, value.lo, value.hi);
  return value.lo === value.hi ? 0 : leavesUnder(value) / domain.size;
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
        expected += sizes[j] / product(box.map(leavesUnder));
      }
    });
    result += (count / n) * Math.log(count / expected);
  }
  return result;
}

const covers = (value: ReleasedValue, leaf: number): boolean =>
  (value.runs ?? [value]).some(({ lo, hi }) => lo <= leaf && leaf <= hi);
const leavesUnder = (value: ReleasedValue): number =>
  Array.from({ length: value.hi + 1 }, (_, leaf) => leaf).filter((leaf) => covers(value, leaf)).length;
const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);
const product = (values: readonly number[]): number => values.reduce((total, value) => total * value, 1);
const average = (values: readonly number[]): number => sum(values) / values.length;
