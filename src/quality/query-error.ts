import type { Released } from './released.js';
import { sortCodes } from '../hierarchy/sorted-codes.js';
import type { Steps } from '../base/steps.js';
import type { Column } from '../table/table.js';
import { countRowsPerCode } from '../table/table.js';
import { defineMetric, shareMeasure } from './metric.js';
import type { AnsweringColumn } from './query-answers.js';
import { countAnswers } from './query-answers.js';
import { estimateAnswers } from './query-estimates.js';
import { placesOfLeaves } from './query-places.js';
import type { CountingQuery } from './query-workload.js';
import { drawWorkload } from './query-workload.js';

const errors = shareMeasure(measureQueryError);

export const queryError = defineMetric({
  name: 'queryError',
  definition:
    'mean over 32 counting queries, the same for every release of a table, of |rows expected from the release - rows| / rows',
  source:
    'Machanavajjhala: K-Anonymity & Algorithms, lecture 3 of CompSci 590.03, Duke 2012; Xiao, Tao: Anatomy, VLDB 2006',
  better: 'less',
  kind: 'values',
  *measure(released) {
    return (yield* errors(released)).queryError;
  },
});

export const queryErrorMedian = defineMetric({
  name: 'queryErrorMedian',
  definition: 'median over the same queries of |rows expected from the release - rows| / rows',
  source:
    'Machanavajjhala: K-Anonymity & Algorithms, lecture 3 of CompSci 590.03, Duke 2012; Xiao, Tao: Anatomy, VLDB 2006',
  better: 'less',
  kind: 'values',
  *measure(released) {
    return (yield* errors(released)).queryErrorMedian;
  },
});

/** Relative errors of a workload of queries; null when no query of it counts a row. */
export interface QueryErrors {
  readonly queryError: number | null;
  readonly queryErrorMedian: number | null;
}

/**
 * Query error: mean and median of |estimate - count| / count over a fixed workload of counting queries with ranges of the
 * quasi-identifiers and of the sensitive attribute, where there is exactly one. Estimates are made from the release alone,
 * by the uniform assumption (k-anonymity lecture, Machanavajjhala 2012, slides 25 to 27; Xiao and Tao 2006, section 6, for
 * buckets). Queries that no row of the input meets have no relative error and are left out. Yields between stretches of the work.
 */
export function* measureQueryError(released: Released): Steps<QueryErrors> {
  const { attributes, sensitive, rows } = released;
  if (attributes.length === 0) return { queryError: null, queryErrorMedian: null };
  const places: Uint32Array[] = [];
  for (const { domain } of attributes) places.push(yield* placesOfLeaves(domain));
  const columns = attributes.map(({ domain: { attribute, column, leafOf }, leafCounts }, a) => {
    const byPlace = new Float64Array(leafCounts.length);
    leafCounts.forEach((count, leaf) => (byPlace[places[a][leaf]] = count));
    return {
      name: attribute,
      rows: byPlace,
      codes: column.codes,
      placeOf: Uint32Array.from(leafOf, (leaf) => places[a][leaf]),
    };
  });
  const last = sensitive === null ? null : yield* sensitiveColumn(sensitive.column);
  yield;
  const queries = drawWorkload(columns, last, rows);
  const counts = yield* countByQuery(released, places, last === null ? columns : [...columns, last], queries);
  const placed = { placesOfLeaves: places, placesOfValues: last?.placeOf ?? null };
  const estimates = yield* estimateAnswers(released, placed, queries);
  return summarize(counts, estimates);
}

/** Queries of quasi-identifiers alone are counted over their distinct vectors, which may be fewer than the entries. */
function* countByQuery(
  { attributes, vectors, weights }: Released,
  places: readonly Uint32Array[],
  columns: readonly AnsweringColumn[],
  queries: readonly CountingQuery[],
): Steps<Float64Array> {
  const isOfRows = (query: CountingQuery): boolean => query.some(({ column }) => column === attributes.length);
  const byVector = vectors.codes.map((codes, a) => ({ codes, placeOf: places[a] }));
  const ofVectors = yield* countAnswers(
    byVector,
    vectors.counts,
    queries.filter((query) => !isOfRows(query)),
  );
  const ofRows = yield* countAnswers(columns, weights, queries.filter(isOfRows));
  let [vector, row] = [0, 0];
  return Float64Array.from(queries, (query) => (isOfRows(query) ? ofRows[row++] : ofVectors[vector++]));
}

function* sensitiveColumn(column: Column) {
  const placeOf = new Uint32Array(column.texts.length);
  const rows = new Float64Array(column.texts.length);
  const counts = countRowsPerCode(column);
  (yield* sortCodes(column)).forEach((code, place) => {
    placeOf[code] = place;
    rows[place] = counts[code];
  });
  return { name: column.name, rows, codes: column.codes, placeOf };
}

function summarize(counts: Float64Array, estimates: Float64Array): QueryErrors {
  const errors: number[] = [];
  let sum = 0;
  counts.forEach((count, index) => {
    if (count === 0) return;
    const error = Math.abs(estimates[index] - count) / count;
    errors.push(error);
    sum += error;
  });
  if (errors.length === 0) return { queryError: null, queryErrorMedian: null };
  errors.sort((a, b) => a - b);
  const { length } = errors;
  return {
    queryError: sum / length,
    queryErrorMedian: (errors[(length - 1) >> 1] + errors[length >> 1]) / 2,
  };
}
