/** Columns of which the name alone says that they may be the key of a person, or describe who that is. */
import { keyNameOf, namePartOf } from './key-names.js';
import { describesPeople } from './people-columns.js';

/** True for a name such as `patient_id`, `surname`, `date_of_birth`. */
export function isPersonColumn(name: string): boolean {
  const key = keyNameOf(name);
  return (key !== null && key !== 'other') || namePartOf(name) !== null || describesPeople(name);
}
