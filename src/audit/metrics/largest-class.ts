import { metricOfSizes } from './metric.js';

/** Rows of the largest class; 0 when there is none. */
export const largestClass = metricOfSizes('largestClass', ({ sizes }) =>
  sizes.reduce((most, size) => Math.max(most, size), 0),
);
