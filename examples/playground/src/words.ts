/** How this page writes numbers and models: as the report does. */
export { count, counted, percent, quantity } from '../../../src/numbers.js';
export { modelTitle, parameterText, warningLines } from '../../../src/report/words.js';
