/**
 * A seeded table like a census: nine columns with the domain sizes, the skew and some of the correlation of UCI Adult
 * (age, workclass, education, marital status, occupation, race, sex, country, salary class). No real person is in it.
 */
import type { EngineColumn } from '../src/engine/engine.js';

export const CENSUS_NAMES = [
  'age',
  'workclass',
  'education',
  'marital-status',
  'occupation',
  'race',
  'sex',
  'native-country',
  'salary-class',
] as const;

export const CENSUS_SIZES = [74, 7, 16, 7, 14, 5, 2, 41, 2] as const;

/** mulberry32: uniform in [0, 1), the same on every host. */
export function uniform(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = state;
    t = Math.imul(t ^ (t >>> 15), t | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
}

/** A sampler of codes with the given weights, by a table of 4,096 entries. */
function sampler(weights: readonly number[]): (u: number) => number {
  const total = weights.reduce((a, b) => a + b, 0);
  const table = new Uint8Array(4096);
  let code = 0;
  let sum = weights[0];
  for (let i = 0; i < table.length; i++) {
    while (((i + 0.5) / table.length) * total > sum && code < weights.length - 1) sum += weights[++code];
    table[i] = code;
  }
  return (u) => table[Math.floor(u * 4096)];
}

const ages = sampler(
  Array.from({ length: 74 }, (_, i) =>
    i < 8 ? 18 + 2 * i : i < 25 ? 30 : Math.max(0.05, 30 * Math.exp(-((i - 24) ** 2) / 700)),
  ),
);
const workclass = sampler([82, 5, 3, 5, 2, 2, 0.1]);
const educationOf = [
  sampler([12, 30, 6, 34, 1, 3, 3, 1, 4, 0.3, 2, 0.5, 4, 0.1, 0.6, 0.1]),
  sampler([18, 22, 3, 32, 2, 4, 4, 2, 2, 5, 1, 2, 1.5, 1.2, 1, 0.3]),
  sampler([15, 18, 3, 32, 3, 4, 4, 4, 1.5, 7, 1, 5, 1.2, 2.5, 2, 0.5]),
];
const maritalOf = [
  sampler([10, 4, 80, 3, 0.3, 1.5, 0.3]),
  sampler([48, 14, 30, 4, 1, 2, 0.2]),
  sampler([64, 18, 6, 3, 7, 1.5, 0.1]),
];
const occupationOf = [
  sampler([3, 20, 13, 11, 7, 5, 9, 11, 5, 6, 7, 0.6, 3, 0.05]),
  sampler([4, 2, 20, 12, 12, 16, 4, 3, 26, 1, 1, 3, 0.6, 0.03]),
  sampler([4, 8, 4, 14, 24, 34, 1, 1, 6, 2, 1, 0.2, 2, 0.03]),
];
const race = sampler([89, 8, 2, 0.6, 0.5]);
const country = sampler(Array.from({ length: 41 }, (_, i) => (i === 0 ? 95 : i === 1 ? 1.8 : 0.5 * 0.85 ** i + 0.01)));

/**
 * `rows` rows; the same rows for the same seed. At 1,000,000 rows the first eight columns have about 200,000 distinct
 * vectors.
 */
export function censusColumns(rows: number, seed: number): EngineColumn[] {
  const random = uniform(seed);
  const columns = CENSUS_SIZES.map(() => new Uint8Array(rows));
  const [age, work, education, marital, occupation, races, sex, countries, salary] = columns;
  for (let row = 0; row < rows; row++) {
    const years = ages(random());
    const band = years < 10 ? 0 : years < 28 ? 1 : 2;
    const isWoman = random() < 0.325 ? 1 : 0;
    const schooling = educationOf[band](random());
    const isGraduate = schooling === 0 || schooling === 9 || schooling === 11 || schooling === 13;
    age[row] = years;
    work[row] = workclass(random());
    education[row] = schooling;
    marital[row] = maritalOf[band](random());
    occupation[row] = occupationOf[isGraduate ? 2 : isWoman](random());
    races[row] = race(random());
    sex[row] = isWoman;
    countries[row] = country(random());
    salary[row] = random() < (isGraduate ? 0.48 : 0.14) * (band === 0 ? 0.15 : 1.1) ? 1 : 0;
  }
  return columns.map((codes, i) => ({ codes, size: CENSUS_SIZES[i] }));
}
