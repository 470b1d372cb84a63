/** The card lies in the wing of K-OPTIMIZE. */
export { kOptimize } from '../../k-optimize/card.js';
