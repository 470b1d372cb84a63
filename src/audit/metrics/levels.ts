import { mean, metricOfCells, sumCells } from './cells.js';

/** 1 - the mean of level / height. Sweeney 2002, definition of Prec. */
export const precision = metricOfCells('precision', (attributes, { rows, suppressed }) => {
  const shares: number[] = [];
  for (const attribute of attributes) {
    const { domain, labels, counts } = attribute;
    if (domain.height === null) return null;
    if (counts.some((count, code) => count > 0 && labels.levels[code] < 0)) return null;
    const height = Math.max(1, domain.height);
    shares.push((sumCells(attribute, (code) => labels.levels[code] / height) + suppressed) / rows);
  }
  return 1 - mean(shares);
});

/** Levels summed over all cells, the height of the hierarchy for those of suppressed rows. Toth 2015. */
export const generalization = metricOfCells('generalization', (attributes, { suppressed }) => {
  let sum = 0;
  for (const attribute of attributes) {
    const { domain, labels, counts } = attribute;
    if (domain.height === null) return null;
    if (counts.some((count, code) => count > 0 && labels.levels[code] < 0)) return null;
    sum += sumCells(attribute, (code) => labels.levels[code]) + suppressed * domain.height;
  }
  return sum;
});

/** The sum of the levels, where every attribute stands on one. Samarati 2001. */
export const height = metricOfCells('height', (attributes) => {
  let height = 0;
  for (const { labels } of attributes) {
    if (labels.singleLevel === null) return null;
    height += labels.singleLevel;
  }
  return height;
});
