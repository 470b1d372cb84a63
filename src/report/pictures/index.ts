/**
 * `kohort/pictures`: what a release looks like, as SVG elements. Needs `@observablehq/plot`, an optional peer of the
 * package. Pictures take numbers and labels of released values, never cells.
 */
export { drawClassSizes } from './class-sizes.js';
export { drawLattice } from './lattice.js';
export type { LatticeNode, LatticePicture } from './lattice.js';
export type { Picture } from './picture.js';
export { drawRectangles } from './rectangles.js';
export type { Rectangle, RectangleAxis } from './rectangles.js';
export { drawRiskUtility } from './risk-utility.js';
export type { RiskUtilityPoint } from './risk-utility.js';
export { drawSearchTrace } from './search-trace.js';
export type { TracePoint } from './search-trace.js';
export { binClassSizes } from './size-bins.js';
export type { SizeBin } from './size-bins.js';
