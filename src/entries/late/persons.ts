/** The search for people with several rows: loaded when a run looks at its table. */
export { lookedColumns, warnOfPersons } from '../../pipeline/persons-of-job.js';
