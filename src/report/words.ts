import { quantity } from '../base/numbers.js';
import type { PrivacyResult } from '../privacy/model.js';

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
