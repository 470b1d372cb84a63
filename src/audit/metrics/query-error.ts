import type { QueryErrors } from '../queries.js';
import { noQueryErrors, queryErrors } from '../queries.js';
import type { AuditedRelease } from './metric.js';
import { metricOfRelease } from './metric.js';

/** Queries are asked once for both metrics. */
const asked = new WeakMap<AuditedRelease, QueryErrors>();

function* askQueries(release: AuditedRelease): Generator<void, QueryErrors> {
  const known = asked.get(release);
  if (known !== undefined) return known;
  const errors = release.queried === null ? noQueryErrors : yield* queryErrors(release.queried);
  asked.set(release, errors);
  return errors;
}

/** Mean relative error. */
export const queryError = metricOfRelease('queryError', function* (release): Generator<void, number | null> {
  return (yield* askQueries(release)).queryError;
});

/** Median relative error. */
export const queryErrorMedian = metricOfRelease('queryErrorMedian', function* (release): Generator<
  void,
  number | null
> {
  return (yield* askQueries(release)).queryErrorMedian;
});
