/** How this page writes numbers and models: as the report does. */
export { count, percent, quantity } from '../../../src/numbers.js';
export { modelTitle, parameterText } from '../../../src/report/words.js';
