import { PERSONS } from '../../privacy/by-persons.js';
import { holdersOfGroups, NOBODY } from '../../table/units.js';
import type { Problem } from '../algorithm.js';

/** [groups] persons with a row in each group of vectors; rows where no model counts persons. */
export function countPeople({ set, domains, sensitive }: Problem, groupOf: Uint32Array, groups: number): Float64Array {
  const people = new Float64Array(groups);
  const at = sensitive.findIndex(({ attribute }) => attribute === PERSONS);
  if (at < 0) {
    const counts = set.counts();
    for (let vector = 0; vector < groupOf.length; vector++) people[groupOf[vector]] += counts[vector];
    return people;
  }
  const { size, hasKeyless } = sensitive[at];
  const count = hasKeyless === true ? size - 1 : size;
  const of = Uint32Array.from(set.codes(domains.length + at), (person) => (person < count ? person : NOBODY));
  const { start } = holdersOfGroups(groupOf, groups, { of, count });
  return people.map((_, group) => start[group + 1] - start[group]);
}
