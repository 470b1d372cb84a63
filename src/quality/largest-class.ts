import type { ReleasedSizes } from './metric.js';
import { defineMetric } from './metric.js';

export const largestClass = defineMetric({
  name: 'largestClass',
  definition: 'rows of the largest released class',
  source: 'Sweeney: k-Anonymity: A Model for Protecting Privacy, 2002 (sizes of classes)',
  better: 'less',
  kind: 'sizes',
  measure: measureLargestClass,
});

/** Rows of the largest released class; 0 when nothing was released. */
function measureLargestClass({ sizes }: ReleasedSizes): number {
  let largest = 0;
  for (let j = 0; j < sizes.length; j++) if (sizes[j] > largest) largest = sizes[j];
  return largest;
}
