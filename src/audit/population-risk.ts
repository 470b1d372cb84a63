/** Risks in the population that a survey was drawn from, estimated by the weights of its rows. */
import { logarithm } from '../base/elementary.js';
import type { Column, Table } from '../table/table.js';
import { countPersons, orderRows } from './person-counts.js';
import { eachAPerson, NONE, type Persons } from './persons.js';
import type { PopulationFigures } from './report.js';
import { isMissing, parseValue } from './values.js';

/**
 * The individual risk of a unit whose f units of the sample stand for F people, of whom F - f are negative binomial: the mean of 1 / F. R. Benedetti,
 * L. Franconi: Statistical and technological solutions for controlled data dissemination, NTTS 1998; L. Franconi, S. Polettini: Individual risk
 * estimation in mu-Argus: a review, PSD 2004.
 *
 * @param sample - f, at least 1
 * @param people - F, at least f
 */
export function individualRiskOf(sample: number, people: number): number {
  const p = sample / people;
  if (p >= 1) return 1 / sample;
  if (p >= 0.5) {
    // p / f times the hypergeometric series 2F1(1, 1; f + 1; 1 - p).
    let term = 1;
    let sum = 0;
    for (let j = 1; term > 1e-17 * sum; j++) {
      sum += term;
      term *= ((1 - p) * j) / (sample + j);
    }
    return (p / sample) * sum;
  }
  const odds = p / (1 - p);
  let integral = -logarithm(p);
  for (let n = 1; n < sample; n++) integral = 1 / n - odds * integral;
  return odds * integral;
}

/** Weights of the units of a table. */
interface UnitWeights {
  /** The persons of the rows; each row is one where rows are counted, or lack a key. */
  readonly persons: Persons;
  /** [persons] the smallest weight of one of their rows. */
  readonly of: Float64Array;
}

/** Reads the weights of a table; null where one is not a positive number, or where entries stand for several rows. */
export function readWeights(
  table: Table,
  column: Column | undefined,
  known: Persons | null,
  missing: ReadonlySet<string>,
): UnitWeights | null {
  if (column === undefined || table.weights !== null) return null;
  const kind = { type: 'number' as const, format: column.format };
  const values = Float64Array.from(column.texts, (text, code) => (isMissing(column, code, missing) ? NaN : parseValue(text, kind))); // prettier-ignore
  const persons = membersOf(table, known);
  const of = new Float64Array(persons.count).fill(Infinity);
  for (let row = 0; row < column.codes.length; row++) {
    const weight = values[column.codes[row]];
    if (!(weight > 0)) return null;
    if (weight < of[persons.of[row]]) of[persons.of[row]] = weight;
  }
  return { persons, of };
}

/** The persons of rows, with each row that lacks a key as one; the rows where none are known. */
export const membersOf = ({ rows }: Table, known: Persons | null): Persons =>
  known === null
    ? { count: rows, of: Uint32Array.from({ length: rows }, (_, row) => row), withoutKey: 0, weights: null }
    : eachAPerson(known);

/** Sums the weights. */
export const sumOfWeights = ({ of }: UnitWeights): number => of.reduce((sum, weight) => sum + weight, 0);

/**
 * The figures of classes of rows: a class of f units has an estimated F people, the sum of their weights and at least f. A unit with rows in several
 * classes has the largest of their risks, a lower bound.
 *
 * @param classOf - [rows] class, or {@link NONE}
 * @returns the figures, null where nobody is in a class, and [units] the risk of each, 0 in no class
 */
export function* measurePopulation(
  { persons, of: weights }: UnitWeights,
  classOf: Uint32Array,
  classes: number,
): Generator<void, { readonly figures: PopulationFigures | null; readonly risks: Float64Array }> {
  const ofPersons = orderRows(persons);
  yield;
  const { sizes, classesOf } = countPersons(ofPersons, classOf, classes);
  yield;
  const people = sumByClass({ persons, of: weights }, ofPersons, classOf, classes);
  const ofClasses = Float64Array.from(sizes, (size, c) => (size === 0 ? 0 : individualRiskOf(size, Math.max(size, people[c])))); // prettier-ignore
  yield;
  const risks = new Float64Array(weights.length);
  let units = 0;
  let [largest, expected, uniques] = [0, 0, 0];
  for (let person = 0; person < classesOf.length; person++) {
    if (classesOf[person] === 0) continue;
    let own = 0;
    let alone = 0;
    for (let at = ofPersons.start[person]; at < ofPersons.start[person + 1]; at++) {
      const c = classOf[ofPersons.order[at]];
      if (c === NONE) continue;
      own = Math.max(own, ofClasses[c]);
      if (sizes[c] === 1) alone = Math.max(alone, 1 / Math.max(1, people[c]));
    }
    units++;
    risks[person] = own;
    expected += own;
    uniques += alone;
    largest = Math.max(largest, own);
  }
  if (units === 0) return { figures: null, risks };
  const fewest = people.reduce((least, sum, c) => (sizes[c] === 0 ? least : Math.min(least, Math.max(sizes[c], sum))), Infinity); // prettier-ignore
  return { figures: { largest, average: expected / units, expected, uniques, fewest }, risks };
}

/** [classes] the sum of the weights of the units with a row in the class. */
function sumByClass(
  { of: weights }: UnitWeights,
  { start, order }: ReturnType<typeof orderRows>,
  classOf: Uint32Array,
  classes: number,
): Float64Array {
  const sums = new Float64Array(classes);
  const seen = new Uint32Array(classes);
  for (let person = 0; person < weights.length; person++) {
    for (let at = start[person]; at < start[person + 1]; at++) {
      const c = classOf[order[at]];
      if (c === NONE || seen[c] === person + 1) continue;
      seen[c] = person + 1;
      sums[c] += weights[person];
    }
  }
  return sums;
}
