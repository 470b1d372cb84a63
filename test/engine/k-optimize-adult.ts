/** The census problems of the truth tables of K-OPTIMIZE, read as plainly as possible. */
import { readFileSync } from 'node:fs';
import type { Engine, FrequencySetWithRows, KOptimizePruning, KOptimizeSpec } from '../../src/engine/engine.js';
import { sharedPath } from '../shared.js';

export interface AdultCase {
  readonly coding: 'fine' | 'coarse';
  readonly metric: 'DM' | 'CM';
  readonly k: number;
  readonly suppressionLimit: number | null;
  readonly cost: number;
  readonly proven: boolean;
  readonly nativeSeconds?: number;
}

interface AdultTruth {
  readonly attributes: readonly string[];
  readonly order: Record<'fine' | 'coarse', Record<string, readonly string[]>>;
  readonly cases: readonly AdultCase[];
}

export interface ExhaustiveCase {
  readonly n: number;
  readonly qi: readonly string[];
  readonly k: number;
  readonly suppression: 'inf' | 'none' | number;
  readonly metric: 'DM' | 'CM';
  readonly optimal_cost: number;
}

const truth = <T>(name: string): T => JSON.parse(readFileSync(sharedPath('truth', name), 'utf8')) as T;
const read = new Map<string, string[][]>();
function table(path: string, separator: string): string[][] {
  let rows = read.get(path);
  if (rows === undefined) {
    rows = readFileSync(sharedPath('data', 'adult', path), 'utf8')
      .split('\n')
      .filter((line) => line.trim() !== '')
      .map((line) => line.split(separator).map((cell) => cell.trim()));
    read.set(path, rows);
  }
  return rows;
}

export const readAdultCases = (): readonly AdultCase[] => truth<AdultTruth>('kopt-adult.json').cases;
export const readExhaustiveCases = (): readonly ExhaustiveCase[] =>
  truth<{ cases: readonly ExhaustiveCase[] }>('kopt-exhaustive.json').cases;

/** A frequency set with its labels, as K-OPTIMIZE takes them. */
export interface LabelledSet {
  readonly set: FrequencySetWithRows;
  readonly labels: { readonly size: number; readonly histogram: Uint32Array };
}

function label(
  engine: Engine,
  columns: readonly (readonly string[])[],
  orders: string[][],
  labels: string[],
): LabelledSet {
  const rows = labels.length;
  const loaded = engine.load(
    rows,
    columns.map((column, a) => {
      const codeOf = new Map(orders[a].map((value, code) => [value, code]));
      return { codes: Uint32Array.from(column, (value) => codeOf.get(value)!), size: orders[a].length };
    }),
  );
  const set = engine.frequencySet(loaded);
  loaded.dispose();
  const names = [...new Set(labels)].sort();
  const histogram = new Uint32Array(set.length * names.length);
  set.vectorOf().forEach((vector, row) => histogram[vector * names.length + names.indexOf(labels[row])]++);
  return { set, labels: { size: names.length, histogram } };
}

const FIELDS = new Map(
  Object.entries({ age: 0, workclass: 1, education: 3, 'marital-status': 5, occupation: 6, race: 8, sex: 9 }),
).set('native-country', 13);

/** The 30,162 complete rows in one of the two codings. */
export function loadAdultCoding(engine: Engine, coding: 'fine' | 'coarse'): LabelledSet {
  const { attributes, order } = truth<AdultTruth>('kopt-adult.json');
  const rows = table('adult.data', ',').filter((row) => row.length === 15 && !row.includes('?'));
  const columns = attributes.map((name) =>
    rows.map((row) => {
      const value = row[FIELDS.get(name)!];
      if (name !== 'age' || coding === 'fine') return value;
      const from = 16 + 5 * Math.floor((Number(value) - 16) / 5);
      return `${from}-${from + 4}`;
    }),
  );
  return label(
    engine,
    columns,
    attributes.map((name) => [...order[coding][name]]),
    rows.map((row) => row[14]),
  );
}

/** The first rows of the complete table, values in alphabetical order. */
export function loadExhaustiveCase(engine: Engine, { n, qi }: ExhaustiveCase): LabelledSet {
  const [header, ...all] = table('adult-complete.csv', ';');
  const rows = all.slice(0, n);
  const columns = qi.map((name) => rows.map((row) => row[header.indexOf(name)]));
  const orders = columns.map((column) => [...new Set(column)].sort());
  const salary = header.indexOf('salary-class');
  return label(
    engine,
    columns,
    orders,
    rows.map((row) => row[salary]),
  );
}

export function labelledSpec(
  { set, labels }: LabelledSet,
  problem: { readonly metric: 'DM' | 'CM'; readonly k: number; readonly limit: number },
  seedCost: number,
  pruning: KOptimizePruning,
): KOptimizeSpec {
  return {
    attributes: set.sizes.length,
    k: problem.k,
    metric: problem.metric === 'DM' ? 'discernibility' : 'classification',
    suppressionLimit: problem.limit,
    labels: problem.metric === 'CM' ? labels : null,
    allowed: set.sizes.map((size) => new Uint8Array(size).fill(1)),
    seedCost,
    pruning,
  };
}
