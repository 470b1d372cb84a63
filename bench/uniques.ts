/**
 * How far estimates of population uniques are from the truth: samples of populations whose unique people are counted.
 *
 *   npm run bench -- uniques [--people 50000] [--samples 100] [--out docs/bench-uniques]
 *
 * Figures alone, no times; every draw has a seed. Writes `<out>.md`.
 */
import { writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { format } from 'prettier';
import { makeCensus } from '../scripts/census.mjs';
import { estimatePopulationUniques, type UniquesEstimator } from '../src/assess.js';
import { seededRandom, type RandomSource } from '../src/base/random.js';
import { readCsv } from '../src/index.js';
import { option } from './command-line.js';
import { makeNow } from './made.js';

const out = resolve(option('out', 'docs/bench-uniques'));
const people = Number(option('people', '50000'));
const samples = Number(option('samples', '100'));
const FRACTIONS = [0.01, 0.05, 0.1, 0.3, 0.6];
const ESTIMATORS: readonly UniquesEstimator[] = ['pitman', 'zayatz', 'snb'];

const uniform = (random: RandomSource): number => (random.below(2 ** 30) + 0.5) / 2 ** 30;

/** People of cells with these weights, drawn one by one. */
function drawCells(weights: Float64Array, seed: number): Uint32Array {
  const random = seededRandom(seed);
  const sums = new Float64Array(weights.length);
  weights.reduce((sum, weight, cell) => (sums[cell] = sum + weight), 0);
  const all = sums[sums.length - 1];
  return Uint32Array.from({ length: people }, () => {
    const at = uniform(random) * all;
    let [low, high] = [0, sums.length - 1];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (sums[middle] > at) high = middle;
      else low = middle + 1;
    }
    return low;
  });
}

/** Cells by Pitman's formula, person by person. */
function drawPitman(theta: number, alpha: number, seed: number): Uint32Array {
  const random = seededRandom(seed);
  const cells = new Uint32Array(people);
  let classes = 0;
  const sizes: number[] = [];
  for (let person = 0; person < people; person++) {
    if (person === 0 || uniform(random) * (person + theta) < theta + classes * alpha) {
      sizes.push(1);
      cells[person] = classes++;
      continue;
    }
    // A person drawn at random leads to a class by its size; classes keep size - alpha.
    for (;;) {
      const cell = cells[random.below(person)];
      if (uniform(random) * sizes[cell] >= alpha) {
        sizes[cell]++;
        cells[person] = cell;
        break;
      }
    }
  }
  return cells;
}

/** Cells of the demo's census by these columns. */
async function censusCells(columns: readonly string[]): Promise<Uint32Array> {
  const table = await readCsv(makeCensus(people, 7));
  const cells = new Map<string, number>();
  return Uint32Array.from({ length: people }, (_, row) => {
    const key = columns.map((name) => table.column(name)!.codes[row]).join();
    const known = cells.get(key) ?? cells.size;
    cells.set(key, known);
    return known;
  });
}

const logNormal = (cells: number, spread: number, seed: number): Float64Array => {
  const random = seededRandom(seed);
  return Float64Array.from({ length: cells }, () => {
    const normal = Math.sqrt(-2 * Math.log(uniform(random))) * Math.cos(2 * Math.PI * uniform(random));
    return Math.exp(spread * normal);
  });
};

const populations: readonly (readonly [name: string, cells: Uint32Array])[] = [
  ['census: age, sex, race, occupation', await censusCells(['age', 'sex', 'race', 'occupation'])],
  [
    'census: all but salary',
    await censusCells([
      'age',
      'workclass',
      'education-num',
      'marital-status',
      'occupation',
      'race',
      'sex',
      'native-country',
    ]),
  ],
  ['Pitman, theta 200, alpha 0.5', drawPitman(200, 0.5, 1)],
  ['cells alike', drawCells(new Float64Array(people / 2).fill(1), 2)],
  [
    'Zipf',
    drawCells(
      Float64Array.from({ length: 2 * people }, (_, rank) => 1 / (rank + 1)),
      3,
    ),
  ],
  ['log-normal, sigma 2', drawCells(logNormal(people, 2, 4), 5)],
];

function sizesOf(cells: Iterable<number>): number[] {
  const sizes = new Map<number, number>();
  for (const cell of cells) sizes.set(cell, (sizes.get(cell) ?? 0) + 1);
  return [...sizes.values()];
}

const percent = (value: number): string => `${(100 * value).toFixed(2)} %`;
const mean = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length;

const rows: string[][] = [];
for (const [name, cells] of populations) {
  const truth = sizesOf(cells).filter((size) => size === 1).length / people;
  for (const fraction of FRACTIONS) {
    const random = seededRandom(Math.round(1000 * fraction));
    const pool = cells.slice();
    const n = Math.round(fraction * people);
    const found: Record<string, number[]> = { pitman: [], zayatz: [], snb: [], dankar: [] };
    let [covered, intervals] = [0, 0];
    for (let sample = 0; sample < samples; sample++) {
      for (let i = 0; i < n; i++) {
        const other = i + random.below(people - i);
        [pool[i], pool[other]] = [pool[other], pool[i]];
      }
      const { estimates, share, interval } = estimatePopulationUniques(sizesOf(pool.subarray(0, n)), people);
      for (const each of ESTIMATORS) if (estimates[each] !== null) found[each].push(estimates[each] / people);
      found.dankar.push(share);
      if (interval === null) continue;
      intervals++;
      if (interval[0] <= truth && truth <= interval[1]) covered++;
    }
    const shown = ['pitman', 'zayatz', 'snb', 'dankar'].map((each) => {
      const own = found[each];
      if (own.length === 0) return 'none';
      const few = own.length < samples ? ` (of ${own.length})` : '';
      return `${percent(mean(own))}${few}`;
    });
    rows.push([
      name,
      percent(fraction),
      percent(truth),
      ...shown,
      intervals === 0 ? 'none' : percent(covered / intervals),
    ]);
    console.log(rows.at(-1)!.join(' | '));
  }
}

const made = makeNow();
const header = ['population', 'sample', 'unique', 'Pitman', 'Zayatz', 'SNB', "Dankar's rule", 'interval holds it'];
const page = `# How good estimates of unique people are

Populations of ${people.toLocaleString('en-US')} people, whose unique people are counted, and ${samples} simple random samples of each size. Columns have the share of the population that is unique, and the mean
estimates of it by the estimators of [attacks.md](attacks.md#uniqueness); "of" counts the samples in which an estimator has a solution, where not all have. "Interval holds it" is the share of samples
whose 95 % interval (\`interval\`, a jackknife of the estimate by Dankar's rule) holds the true share: it is far below 95 % wherever the estimator is biased, since the interval has the error of sampling alone.

- **Pitman** and **cells alike** draw from the model of one estimator, or from none; **Zipf** and **log-normal** have a long tail of rare cells; **census** is the demo's.
- No estimator is near the truth everywhere. Read an estimate of a small sample as an order of magnitude, and look at \`shares\`, the range of all estimators.

Made by \`npm run bench -- uniques\` on ${made.date}.

| ${header.join(' | ')} |
|${header.map((_, i) => (i === 0 ? '---' : '---:')).join('|')}|
${rows.map((cells) => `| ${cells.join(' | ')} |`).join('\n')}
`;
writeFileSync(`${out}.md`, await format(page, { parser: 'markdown', printWidth: 140 }));
