/** The census problems of the truth tables of K-OPTIMIZE, read as plainly as possible. */
import { readFileSync } from 'node:fs';
import type {
  Engine,
  EngineColumn,
  FrequencySetWithRows,
  KOptimizePruning,
  KOptimizeSpec,
} from '../../src/engine/engine.js';
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

type Coded = EngineColumn & { readonly codes: Uint32Array };

const codedColumns = new Map<string, Coded>();
/** A column by the places of its values in `order`; the same name stands for the same column and order. */
function coded(name: string, column: readonly string[], order: readonly string[]): Coded {
  let known = codedColumns.get(name);
  if (known === undefined) {
    const codeOf = new Map(order.map((value, code) => [value, code]));
    known = { codes: Uint32Array.from(column, (value) => codeOf.get(value)!), size: order.length };
    codedColumns.set(name, known);
  }
  return known;
}

const inOrder = (column: readonly string[]): string[] => [...new Set(column)].sort();

function label(engine: Engine, columns: readonly Coded[], labels: Coded): LabelledSet {
  const loaded = engine.load(labels.codes.length, columns);
  const set = engine.frequencySet(loaded);
  loaded.dispose();
  const histogram = new Uint32Array(set.length * labels.size);
  set.vectorOf().forEach((vector, row) => histogram[vector * labels.size + labels.codes[row]]++);
  return { set, labels: { size: labels.size, histogram } };
}

const FIELDS = new Map(
  Object.entries({ age: 0, workclass: 1, education: 3, 'marital-status': 5, occupation: 6, race: 8, sex: 9 }),
).set('native-country', 13);

let complete: string[][] | undefined;

/** The 30,162 complete rows in one of the two codings. */
export function loadAdultCoding(engine: Engine, coding: 'fine' | 'coarse'): LabelledSet {
  const { attributes, order } = truth<AdultTruth>('kopt-adult.json');
  complete ??= table('adult.data', ',').filter((row) => row.length === 15 && !row.includes('?'));
  const rows = complete;
  const valueOf = (name: string, value: string): string => {
    if (name !== 'age' || coding === 'fine') return value;
    const from = 16 + 5 * Math.floor((Number(value) - 16) / 5);
    return `${from}-${from + 4}`;
  };
  const columns = attributes.map((name) => {
    const field = FIELDS.get(name)!;
    const column = rows.map((row) => valueOf(name, row[field]));
    return coded(`${coding} ${name}`, column, order[coding][name]);
  });
  const salaries = rows.map((row) => row[14]);
  return label(engine, columns, coded('salary', salaries, inOrder(salaries)));
}

/** The first rows of the complete table, values in alphabetical order. */
export function loadExhaustiveCase(engine: Engine, { n, qi }: ExhaustiveCase): LabelledSet {
  const [header, ...all] = table('adult-complete.csv', ';');
  const rows = all.slice(0, n);
  const column = (name: string): Coded => {
    const at = header.indexOf(name);
    const values = rows.map((row) => row[at]);
    return coded(`first ${n}: ${name}`, values, inOrder(values));
  };
  return label(engine, qi.map(column), column('salary-class'));
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
