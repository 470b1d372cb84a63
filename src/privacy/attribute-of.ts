import type { PrivacySpec } from './list.js';

/** The sensitive attribute of a model; undefined where it has none. */
export const attributeOf = (spec: PrivacySpec): string | undefined =>
  'attribute' in spec ? spec.attribute : undefined;
