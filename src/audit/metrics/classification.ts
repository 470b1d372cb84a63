import { metricOfRelease } from './metric.js';

/** Rows outside the majority label of their class, plus the suppressed ones; null without a class column. */
export const classification = metricOfRelease('classification', ({ labelled, spec, sizes, suppressed }) => {
  if (labelled === null || labelled.name !== spec.classColumn) return null;
  let outside = suppressed;
  for (let c = 0; c < sizes.length; c++) if (sizes[c] > 0) outside += sizes[c] - labelled.most[c];
  return outside;
});
