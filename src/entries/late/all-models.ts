/** Every privacy model: loaded for jobs with other models than k-anonymity and l-diversity. */
export { kindOf } from '../../audit/all-kinds.js';
export { privacyModels } from '../../privacy/list.js';
