/** In the place of Plot: what the pictures of `kohort/pictures` draw. */
export { plot } from '../../../node_modules/@observablehq/plot/src/plot.js';
export { barX, barY } from '../../../node_modules/@observablehq/plot/src/marks/bar.js';
export { dot } from '../../../node_modules/@observablehq/plot/src/marks/dot.js';
export { frame } from '../../../node_modules/@observablehq/plot/src/marks/frame.js';
export { line } from '../../../node_modules/@observablehq/plot/src/marks/line.js';
export { link } from '../../../node_modules/@observablehq/plot/src/marks/link.js';
export { rect } from '../../../node_modules/@observablehq/plot/src/marks/rect.js';
export { ruleY } from '../../../node_modules/@observablehq/plot/src/marks/rule.js';
export { text } from '../../../node_modules/@observablehq/plot/src/marks/text.js';
