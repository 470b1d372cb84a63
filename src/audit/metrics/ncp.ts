import type { ReadAttribute } from '../read-attribute.js';
import { meanOfCells, metricOfCells } from './cells.js';

/** Mean of the penalties of cells. */
export const ncp = metricOfCells('ncp', (attributes, release) => meanOfCells(attributes, release, penaltyOfCell));

/** Normalized certainty penalty: range share for numbers, leaves/|leaves| for others, 0 for one leaf. */
function penaltyOfCell({ domain, labels }: ReadAttribute): (code: number) => number {
  const { shares } = labels;
  if (shares !== null) return (code) => shares[code];
  return (code) => (labels.leaves[code] <= 1 ? 0 : labels.leaves[code] / domain.size);
}
