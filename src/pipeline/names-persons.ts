/** True when a column of the job says whose row it is; for entry points, which know no jobs. */
export { hasPersons as namesPersons } from '../job/persons.js';
