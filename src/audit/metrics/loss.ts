import { exponentialMinusOne, logarithmOnePlus } from '../../base/elementary.js';
import type { ReadAttribute } from '../read-attribute.js';
import { mean, meanOfCells, metricOfCells } from './cells.js';
import type { AuditedRelease } from './metric.js';

/** Mean of the losses of cells. */
export const loss = metricOfCells('loss', (attributes, release) => meanOfLosses(attributes, release));

/** The mean over attributes of the mean loss of their cells, 1 for a suppressed row. */
export const meanOfLosses = (
  attributes: readonly ReadAttribute[],
  release: Pick<AuditedRelease, 'rows' | 'suppressed'>,
): number => meanOfCells(attributes, release, lossOfCell);

/** Geometric mean of the losses of attributes, each plus 1, minus 1. */
export const lossGeometric = metricOfCells('lossGeometric', (attributes, release) => {
  const losses = attributes.map((attribute) => meanOfLosses([attribute], release));
  return exponentialMinusOne(mean(losses.map((lost) => logarithmOnePlus(lost))));
});

/** Iyengar 2002: by leaves under levels, else by range for numbers and by values in the interval for others. */
function lossOfCell({ domain, labels }: ReadAttribute): (code: number) => number {
  const { shares } = labels;
  if (domain.height === null && shares !== null) return (code) => shares[code];
  if (domain.size <= 1) return () => 0;
  return (code) => (labels.leaves[code] - 1) / (domain.size - 1);
}
