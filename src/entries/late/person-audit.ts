/** Loaded for jobs that name the person. */
export { judgeByPersons } from '../../audit/judge-persons.js';
export { drawOriginal } from '../../audit/drawn-rows.js';
export { splitEntries, splitKeyless } from '../../audit/split-entries.js';
