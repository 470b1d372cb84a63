import type { PrivacyResult } from '../privacy/model.js';

/** 1,234,567 or 0.1235; `-` for null. */
export function quantity(value: number | bigint | null): string {
  if (value === null) return '-';
  if (typeof value === 'bigint' || Number.isInteger(value)) return value.toLocaleString('en-US');
  return String(Number(value.toPrecision(5)));
}

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
