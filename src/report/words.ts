import { percent, quantity } from '../base/numbers.js';
import type { PrivacyResult } from '../privacy/model.js';
import { publishAccuracy, type QueryAccuracy } from '../quality/query-accuracy.js';

/** `l-diversity (distinct) of "disease"`. */
export function modelTitle(
  model: Pick<PrivacyResult, 'variant' | 'distance' | 'attribute'> & { model: string },
): string {
  const kind = model.variant ?? model.distance;
  const of = model.attribute === undefined ? '' : ` of ${JSON.stringify(model.attribute)}`;
  return `${model.model}${kind === undefined ? '' : ` (${kind})`}${of}`;
}

/** The achieved values of a model: `l 3 (l 1 when spellings are folded)` where spellings of one value count apart. */
export const achievedText = ({
  achieved,
  achievedFolded,
}: Pick<PrivacyResult, 'achieved' | 'achievedFolded'>): string =>
  parameterText(achieved) +
  (achievedFolded === undefined || parameterText(achievedFolded) === parameterText(achieved)
    ? ''
    : ` (${parameterText(achievedFolded)} when spellings are folded)`);

/** `k 10, l 2` */
export const parameterText = (values: Readonly<Record<string, number>>): string =>
  Object.keys(values)
    .map((key) => `${key} ${quantity(values[key])}`)
    .join(', ');

/** The error of a query of the job, as a share of its count, to its step. */
export function queryErrorText(query: QueryAccuracy | undefined): string {
  const { error, step } = query === undefined ? { error: null, step: null } : publishAccuracy(query);
  if (error === null || step === null) return 'not shown';
  return error === 0 ? `at most ${percent(step / 2)}` : percent(error);
}

/** Explains errors of queries, and why some are not shown. */
export const QUERY_NOTE =
  'differences between a count in the release and in the input, rounded so that the count stays open; not shown where fewer than k are counted or left out, or where the release has no values to count by';
