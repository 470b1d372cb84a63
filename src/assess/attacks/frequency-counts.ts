import { runToCompletion, type Steps } from '../../base/steps.js';
import { InvalidArgumentError } from '../../base/errors.js';
import { amount } from '../../base/plural.js';
import type { Table } from '../../table/table.js';
import type { Units } from '../../table/units.js';
import { unitsByNames } from './keyed-units.js';

/** Options of the comparison of rows. */
export interface FrequencyOptions {
  /** The key variables. Default: all columns but those of `persons` and `sensitive`. */
  readonly columns?: readonly string[];
  /**
   * `value` (default): a missing cell equals missing cells only. `wildcard`: it matches every value, as in survey tools;
   * matching is then not transitive, so there are no classes, only counts per row.
   */
  readonly missing?: 'value' | 'wildcard';
  /** Texts that match every value too, with `wildcard`: such as `*`, a suppressed cell of a release. Default none. */
  readonly wildcards?: readonly string[];
  /** [rows] sampling weight of every row, finite and at least 0. Default 1 each. */
  readonly weights?: ArrayLike<number>;
  /**
   * Columns that together are the key of a person: then persons are counted who have a row that matches, each with their own weight. Rows of a
   * person have one weight. Default: rows are counted.
   */
  readonly persons?: readonly string[];
  /** A sensitive column: counts the distinct values among the rows that match. A missing value is one value there. */
  readonly sensitive?: string;
}

/** Counts per row. */
export interface FrequencyCounts {
  /** [rows] rows, or persons, that match, the row itself among them (fk). */
  readonly sample: Float64Array;
  /** [rows] sum of their weights (Fk): an estimate of how many people there are like this row. */
  readonly population: Float64Array;
  /** [rows] distinct sensitive values among them, or null without `sensitive`. */
  readonly distinct: Float64Array | null;
  /** Rows whose count is 1; where persons are counted, persons of whom the smallest count of a row is 1. */
  readonly unique: number;
  /** Those with the count 2, likewise. */
  readonly pairs: number;
}

/**
 * Counts for every row the rows, or persons, that are like it in the key variables: re-identification risks are made of these counts.
 * O(patterns^2 * distinct rows), patterns being the sets of columns that are missing together.
 *
 * @throws InvalidArgumentError UNKNOWN_COLUMN, WEIGHTS_LENGTH, WEIGHTS_RANGE, ROWS_NEEDED (a counted table), PERSON_MISSING.
 */
export function frequencyCounts(table: Table, options: FrequencyOptions = {}): FrequencyCounts {
  return runToCompletion(frequencyCountsInSteps(table, options));
}

/** {@link frequencyCounts} that yields between stretches of the work. */
export function* frequencyCountsInSteps(table: Table, options: FrequencyOptions = {}): Steps<FrequencyCounts> {
  const { missing = 'value', weights, sensitive } = options;
  if (table.weights !== null) {
    throw new InvalidArgumentError('table', 'a table of rows', 'a counted one', 'ROWS_NEEDED');
  }
  if (missing !== 'value' && missing !== 'wildcard') {
    throw new InvalidArgumentError('missing', '"value" or "wildcard"', 'another value', 'UNKNOWN_VALUE');
  }
  const { persons = [] } = options;
  const isKey = (name: string): boolean => name !== sensitive && !persons.includes(name);
  const names = options.columns ?? table.columns.map(({ name }) => name).filter(isKey);
  const columns = names.map((name) => columnOf(table, name));
  const values = sensitive === undefined ? null : columnOf(table, sensitive).codes;
  checkWeights(weights, table.rows);
  const units = yield* unitsByNames(table, persons);
  const weightOf = units === null ? null : weightsOfPersons(units, weights);

  // Distinct vectors: a code per column, with -1 for a wildcard.
  const wildcards = columns.map(
    ({ texts, missingCode }) =>
      new Set(
        missing === 'value'
          ? []
          : Array.from(texts.keys()).filter(
              (code) => code === missingCode || options.wildcards?.includes(texts[code]) === true,
            ),
      ),
  );
  const numbers = new Map<string, number>();
  const vectors: Vector[] = [];
  const vectorOf = new Uint32Array(table.rows);
  for (let row = 0; row < table.rows; row++) {
    if (row % ROWS_AT_ONCE === 0) yield;
    const codes = columns.map((column, c) => (wildcards[c].has(column.codes[row]) ? -1 : column.codes[row]));
    const key = codes.join();
    let vector = numbers.get(key);
    if (vector === undefined) {
      vector = vectors.push(emptyVector(codes)) - 1;
      numbers.set(key, vector);
    }
    vectorOf[row] = vector;
    vectors[vector].rows++;
    vectors[vector].weight += weights?.[row] ?? 1;
    if (values !== null) vectors[vector].values.add(values[row]);
    if (units !== null) vectors[vector].persons.add(units.of[row]);
  }

  const matched = yield* matchVectors(vectors);
  const pick = function* (of: (found: Vector) => number): Steps<Float64Array> {
    const ofVector = Float64Array.from(matched, of);
    const picked = new Float64Array(vectorOf.length);
    yield;
    for (let row = 0; row < picked.length; row++) picked[row] = ofVector[vectorOf[row]];
    return picked;
  };
  const sizeOf = ({ rows, persons: own }: Vector): number => (units === null ? rows : own.size);
  const sample = yield* pick(sizeOf);
  const fewest = units === null ? sample : fewestOfPersons(sample, units);
  return {
    sample,
    population: yield* pick(({ weight, persons: own }) => (weightOf === null ? weight : sumOf(own, weightOf))),
    distinct: values === null ? null : yield* pick((found) => found.values.size),
    unique: fewest.reduce((count, size) => (size === 1 ? count + 1 : count), 0),
    pairs: fewest.reduce((count, size) => (size === 2 ? count + 1 : count), 0),
  };
}

/** [persons] the smallest count of a row of each. */
function fewestOfPersons(sample: Float64Array, { of, count }: Units): Float64Array {
  const fewest = new Float64Array(count).fill(Infinity);
  of.forEach((person, row) => (fewest[person] = Math.min(fewest[person], sample[row])));
  return fewest;
}

/** [persons] the weight of the rows of each. */
function weightsOfPersons({ of, count }: Units, weights: ArrayLike<number> | undefined): Float64Array {
  const own = new Float64Array(count).fill(weights === undefined ? 1 : -1);
  of.forEach((person, row) => {
    const weight = weights?.[row] ?? 1;
    if (own[person] < 0) own[person] = weight;
    if (own[person] === weight) return;
    const received = `another in row ${row}`;
    throw new InvalidArgumentError('weights', 'one weight in all rows of a person', received, 'WEIGHTS_RANGE');
  });
  return own;
}

function sumOf(persons: ReadonlySet<number>, weightOf: Float64Array): number {
  let sum = 0;
  for (const person of persons) sum += weightOf[person];
  return sum;
}

interface Vector {
  /** Code per column, -1 for a wildcard. */
  readonly codes: readonly number[];
  rows: number;
  weight: number;
  readonly values: Set<number>;
  /** Empty where rows are counted. */
  readonly persons: Set<number>;
}

const emptyVector = (codes: readonly number[]): Vector => ({
  codes,
  rows: 0,
  weight: 0,
  values: new Set(),
  persons: new Set(),
});

/** Rows, and vectors, between two yields. */
const ROWS_AT_ONCE = 1 << 12;
const VECTORS_AT_ONCE = 1 << 11;

/** Sums for every vector over the vectors that agree with it wherever neither has a wildcard. */
function* matchVectors(vectors: readonly Vector[]): Steps<Vector[]> {
  let looked = 0;
  const patterns = new Map<string, number[]>();
  vectors.forEach(({ codes }, v) => {
    const pattern = codes.map((code) => (code < 0 ? '?' : '.')).join('');
    const members = patterns.get(pattern);
    if (members === undefined) patterns.set(pattern, [v]);
    else members.push(v);
  });
  const matched = vectors.map(({ codes }) => emptyVector(codes));
  for (const [pattern, members] of patterns) {
    for (const [other, others] of patterns) {
      const common = Array.from(pattern, (_, c) => c).filter((c) => pattern[c] === '.' && other[c] === '.');
      const keyOf = (v: number): string => common.map((c) => vectors[v].codes[c]).join();
      const sums = new Map<string, Vector>();
      for (const v of others) {
        if (++looked % VECTORS_AT_ONCE === 0) yield;
        const key = keyOf(v);
        let sum = sums.get(key);
        if (sum === undefined) sums.set(key, (sum = emptyVector([])));
        add(sum, vectors[v]);
      }
      for (const v of members) {
        if (++looked % VECTORS_AT_ONCE === 0) yield;
        const sum = sums.get(keyOf(v));
        if (sum !== undefined) add(matched[v], sum);
      }
    }
  }
  return matched;
}

function add(to: Vector, from: Vector): void {
  to.rows += from.rows;
  to.weight += from.weight;
  for (const value of from.values) to.values.add(value);
  for (const person of from.persons) to.persons.add(person);
}

function columnOf(table: Table, name: string): Table['columns'][number] {
  const column = table.column(name);
  if (column !== undefined) return column;
  throw new InvalidArgumentError('columns', 'names of columns', 'a name that no column has', 'UNKNOWN_COLUMN');
}

function checkWeights(weights: ArrayLike<number> | undefined, rows: number): void {
  if (weights === undefined) return;
  if (weights.length !== rows) {
    throw new InvalidArgumentError('weights', amount(rows, 'weight'), String(weights.length), 'WEIGHTS_LENGTH');
  }
  for (let row = 0; row < rows; row++) {
    if (weights[row] >= 0 && Number.isFinite(weights[row])) continue;
    throw new InvalidArgumentError('weights', 'finite numbers of at least 0', `another at row ${row}`, 'WEIGHTS_RANGE');
  }
}
