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

/** `k 10, l 2` */
export const parameterText = (values: Readonly<Record<string, number>>): string =>
  Object.keys(values)
    .map((key) => `${key} ${quantity(values[key])}`)
    .join(', ');
