/** Numbers and models in the words of this page, which are those of the report. */
export { goals } from '../../../src/assess/proposal/goal.js';
export { algorithmFor, suppressionFor } from '../../../src/assess/proposal/goal-algorithm.js';
export { proposePresence } from '../../../src/assess/proposal/propose-models.js';
export { kOf } from '../../../src/job/k-of.js';
export { count, counted, percent, quantity } from '../../../src/base/numbers.js';
export { nounOfRows, rowsOfPeople, type UnitNoun, unitNoun } from '../../../src/base/unit.js';
export { auditedRisks } from '../../../src/report/risk-figures.js';
export { orderNote, type VerdictLine, verdictLines } from '../../../src/report/verdict.js';
export { isDetail, warningLines } from '../../../src/report/warning-lines.js';
export { modelTitle, parameterText } from '../../../src/report/words.js';

/** A text in which no line breaks between a number and its %. */
export const unbroken = (text: string): string => text.replace(/(\d) %/g, '$1\u00a0%');
