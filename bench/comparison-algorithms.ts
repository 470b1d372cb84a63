/** Options of `kohort compare` on Adult, and the parts of its answer that the page shows. */
import type { Comparison, Job } from '../src/index.js';

/** The quasi-identifiers of the K-OPTIMIZE paper's evaluation. */
const QUASI_IDENTIFIERS = [
  'age',
  'workclass',
  'education',
  'marital-status',
  'occupation',
  'race',
  'sex',
  'native-country',
];

/** An algorithm: its text behind `--algorithms`, and its name on the page. */
export interface ComparedAlgorithm {
  readonly asked: string;
  readonly name: string;
}

export const ALGORITHMS: readonly ComparedAlgorithm[] = [
  { asked: 'incognito:metric=discernibility', name: 'Incognito' },
  { asked: 'k-optimize', name: 'K-OPTIMIZE' },
  { asked: 'mondrian:cuts=ranges', name: 'Mondrian' },
  { asked: 'mondrian', name: 'Mondrian along trees' },
];

/** One release of the comparison. */
export interface ComparedCell {
  readonly algorithm: string;
  readonly k: number;
  readonly discernibility: number;
  readonly averageClassSize: number;
  readonly classes: number;
  readonly suppressed: number;
  /** True when no release of the algorithm's kind costs less. */
  readonly optimal: boolean;
  readonly lowerBound: number | null;
}

/**
 * The job of the comparison.
 *
 * @param hierarchies - the folder of the hierarchies, with a slash behind it
 */
export function comparisonJob(hierarchies: string): Job {
  const attributes: Record<string, Job['attributes'][string]> = {};
  for (const name of QUASI_IDENTIFIERS) {
    attributes[name] = {
      role: 'quasi-identifier',
      ...(name === 'age' ? { type: 'integer' } : {}),
      hierarchy: { type: 'levels', file: `${hierarchies}${name}.csv` },
    };
  }
  return {
    input: { delimiter: ';' },
    attributes,
    privacy: [{ model: 'k-anonymity', k: 2 }],
    algorithm: 'mondrian',
    output: { ranges: 'tight' },
  };
}

/** The command line behind `kohort`. */
export function comparisonArguments(
  input: string,
  job: string,
  ks: readonly number[],
  seconds: number,
  algorithms = ALGORITHMS,
): string[] {
  return [
    'compare',
    input,
    ...['--job', job],
    ...['--algorithms', algorithms.map(({ asked }) => asked).join(',')],
    ...['--k', ks.join(',')],
    ...['--pareto', 'discernibility'],
    '--no-accuracy',
    ...['--time-limit', String(seconds)],
  ];
}

/** Reads what `kohort compare --json` prints of these algorithms. */
export function comparedCells(json: string, algorithms = ALGORITHMS): ComparedCell[] {
  const { runs } = JSON.parse(json) as Comparison;
  return runs.map(({ k, result, error }, i) => {
    if (result === null || k === null) throw new Error(`comparison: a run has no release: ${error?.message ?? 'no k'}`);
    const { metrics, search, classes, suppressed } = result;
    return {
      algorithm: algorithms[i % algorithms.length].name,
      k,
      discernibility: Number(metrics.discernibility),
      averageClassSize: Number(metrics.averageClassSize),
      classes: Number(classes),
      suppressed,
      optimal: search.optimal === true,
      lowerBound: search.lowerBound === null ? null : Number(search.lowerBound),
    };
  });
}
