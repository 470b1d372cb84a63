/** Evidence on a key from the columns of people: it is one of persons, or it is not. */
import type { Steps } from '../../base/steps.js';
import type { Column } from '../../table/table.js';
import type { Constancy, Grouping } from './constancy.js';
import { countConstant, excessOf, groupingOf, measureConstancy, pairOf, shareOf, strengthOf } from './constancy.js';
import type { PeopleColumn, PeopleFamily } from './people-columns.js';

/** A column that is constant within the values of a key. */
interface Support {
  readonly person: PeopleColumn;
  readonly constancy: Constancy;
}

/** Evidence for a key of persons, and against it. */
export interface Evidence {
  /** The most constant column of every family that speaks for it. */
  readonly supports: readonly Support[];
  /** True where rows with one value are about different people: their sex, or their birth, varies as if drawn. */
  readonly isContradicted: boolean;
  /** Sum of the strengths of {@link supports}. */
  readonly strength: number;
}

/** Share of the values in which a column of people is constant, at least; people move, so homes vary more often. */
const NEARLY_ALL = { birth: 0.9, sex: 0.9, origin: 0.9, place: 0.8 } as const;
/** Part of the chance to vary that must be gone. */
const MOST_OF_CHANCE = 0.75;
/** Constancy of one column is beyond chance from this strength on: one in 150. */
const SINGLE_STRENGTH = 5;
/** Minimum part of the chance to vary: below it a column speaks against the key, once `FEWEST_VARYING` groups were to vary. */
const CONTRADICTION = 0.6;
const AGE_CONTRADICTION = 0.3;
const FEWEST_VARYING = 3;
/** Ages that vary within a key by more than this part of their variance are those of several people. */
const AGE_VARIANCE = 0.5;

const speaksFor = ({ family }: PeopleColumn, constancy: Constancy): boolean =>
  shareOf(constancy) >= NEARLY_ALL[family] &&
  excessOf(constancy) >= MOST_OF_CHANCE &&
  strengthOf(constancy) >= SINGLE_STRENGTH;

/** Weights of the rows, and a limit, for the evidence of a key. */
export interface Looking {
  readonly weights: Uint32Array | null;
  /** Values of the key that may vary before the search ends; then the key counts as contradicted. */
  readonly most?: number;
}

/** Looks at the columns of people within the groups of a key. Yields between columns. */
export function* weighEvidence(
  key: Grouping,
  people: readonly PeopleColumn[],
  { weights, most }: Looking,
): Steps<Evidence> {
  const none: Evidence = { supports: [], isContradicted: true, strength: 0 };
  const supports = new Map<PeopleFamily, Support>();
  const judged = new Set<PeopleFamily>();
  let isContradicted = false;
  for (const person of people) {
    const { column, family, isAge, isGuessed } = person;
    const numbers = isAge ? column.numbers : null;
    const own = groupingOf(column);
    yield;
    const isDecisive = !isGuessed && (family === 'sex' || (family === 'birth' && !isAge));
    const constancy = measureConstancy(key, own, weights, { numbers, most: isDecisive ? most : undefined });
    if (constancy === null) return none;
    if (speaksFor(person, constancy) && (family === 'birth' || !isDecidedBy(own, key, weights))) {
      const before = supports.get(family);
      if (before === undefined || strengthOf(before.constancy) < strengthOf(constancy)) {
        supports.set(family, { person, constancy });
      }
    }
    yield;
    // The first column of a family is the plainest.
    if (!judged.has(family)) isContradicted ||= speaksAgainst(key, person, constancy, weights);
    judged.add(family);
    if (isContradicted && most !== undefined) return none;
  }
  const found = [...supports.values()];
  return {
    supports: found,
    isContradicted,
    strength: found.reduce((sum, each) => sum + strengthOf(each.constancy), 0),
  };
}

/** True where the values of a column decide those of the key: a zip code decides its city. */
function isDecidedBy(own: Grouping, key: Grouping, weights: Uint32Array | null): boolean {
  const turned = countConstant(own, key, weights);
  return turned !== null && turned.groups > 0 && shareOf(turned) >= NEARLY_ALL.sex;
}

function speaksAgainst(
  key: Grouping,
  { column, family, isAge, isGuessed }: PeopleColumn,
  constancy: Constancy,
  weights: Uint32Array | null,
): boolean {
  if (isGuessed || (family !== 'sex' && family !== 'birth')) return false;
  const { groups, expected } = constancy;
  if (groups - expected < FEWEST_VARYING) return false;
  if (!isAge) return excessOf(constancy) < CONTRADICTION;
  if (column.numbers === null) return excessOf(constancy) < AGE_CONTRADICTION;
  return varianceWithin(key, column, weights) >= AGE_VARIANCE;
}

/** Variance of numbers within the groups of a key, as a part of their variance; groups of one row left out. */
function varianceWithin(key: Grouping, { codes, numbers, missingCode }: Column, weights: Uint32Array | null): number {
  if (numbers === null) return 0;
  const rows = new Float64Array(key.size);
  const sums = new Float64Array(key.size);
  const each = (use: (group: number, value: number, weight: number) => void): void => {
    for (let entry = 0; entry < key.codes.length; entry++) {
      const group = key.codes[entry];
      if (group === key.missing || codes[entry] === missingCode) continue;
      use(group, numbers[codes[entry]], weights === null ? 1 : weights[entry]);
    }
  };
  each((group, value, weight) => {
    rows[group] += weight;
    sums[group] += weight * value;
  });
  let all = 0;
  let sum = 0;
  let groups = 0;
  rows.forEach((count, group) => {
    if (count < 2) return;
    groups++;
    all += count;
    sum += sums[group];
  });
  if (all === 0) return 0;
  const mean = sum / all;
  let within = 0;
  let total = 0;
  each((group, value, weight) => {
    if (rows[group] < 2) return;
    const own = value - sums[group] / rows[group];
    within += weight * own * own;
    total += weight * (value - mean) * (value - mean);
  });
  // Two rows of different people differ less from their own mean than from that of all.
  const unbiased = groups < all ? (within * all) / (all - groups) : within;
  return total === 0 ? 0 : unbiased / total;
}

/**
 * True where the key is a code for the columns that speak for it, such as the cell of a survey's weights: these together decide it,
 * and it has about as many values as they can have together.
 */
export function isCodeOf(
  key: Grouping,
  values: number,
  supports: readonly Support[],
  weights: Uint32Array | null,
): boolean {
  if (supports.some(({ person }) => person.isDay)) return false;
  const groupings = supports.map(({ person }) => groupingOf(person.column));
  const together = groupings.slice(1).reduce(pairOf, groupings[0]);
  const possible = groupings.reduce((product, { size }) => product * size, 1);
  return isDecidedBy(together, key, weights) && values >= possible / 2;
}
