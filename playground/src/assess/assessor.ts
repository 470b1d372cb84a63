/** The code that answers questions about a finished run, in the worker. Loaded with the first question. */
export { readHeaders, tryAttack } from './attack.js';
export { describeColumns } from './columns.js';
export { countRows, listAskable } from './count.js';
export { learnFrom } from './learn.js';
export { countPair } from './pair.js';
export { estimatePopulation } from './population.js';
export { heldRun, hold } from './read-release.js';
export { writeStatements } from './statements.js';
export { traceSuppressed } from './suppressed.js';
export { countUnique } from './unique.js';
