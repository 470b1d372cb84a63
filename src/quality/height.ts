import type { Released } from './released.js';
import { defineMetric } from './metric.js';

export const height = defineMetric({
  name: 'height',
  definition: 'sum of the levels of a full-domain generalization',
  source: "Samarati: Protecting Respondents' Identities in Microdata Release, TKDE 2001",
  better: 'less',
  kind: 'rows',
  isOfLevels: true,
  measure: measureHeight,
});

/** Height: the sum of the level vector of a full-domain recoding; null for every other recoding. Samarati 2001. */
function measureHeight(released: Released): number | null {
  if (released.levels === null) return null;
  let sum = 0;
  for (const level of released.levels) sum += level;
  return sum;
}
