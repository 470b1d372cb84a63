import { sortByCode } from '../../base/sort-by-code.js';
import type { CountedEntries } from '../../engine/engine.js';
import { PERSONS } from '../../privacy/by-persons.js';
import { holdersOfGroups, NOBODY } from '../../table/units.js';
import type { Problem } from '../algorithm.js';

/** [vectors] the person whose rows a vector has, NOBODY without a key; null where no model counts persons. */
function personsOf({ set, domains, sensitive }: Problem): { readonly of: Uint32Array; readonly count: number } | null {
  const at = sensitive.findIndex(({ attribute }) => attribute === PERSONS);
  if (at < 0) return null;
  const { size, hasKeyless } = sensitive[at];
  const count = hasKeyless === true ? size - 1 : size;
  return {
    of: Uint32Array.from(set.codes(domains.length + at), (person) => (person < count ? person : NOBODY)),
    count,
  };
}

/** [groups] persons with a row in each group of vectors; rows where no model counts persons. */
export function countPeople(problem: Problem, groupOf: Uint32Array, groups: number): Float64Array {
  const people = new Float64Array(groups);
  const persons = personsOf(problem);
  if (persons === null) {
    const counts = problem.set.counts();
    for (let vector = 0; vector < groupOf.length; vector++) people[groupOf[vector]] += counts[vector];
    return people;
  }
  const { start } = holdersOfGroups(groupOf, groups, persons);
  return people.map((_, group) => start[group + 1] - start[group]);
}

/** Entries that count {@link countPeople} in unions of groups. */
export function peopleEntries(problem: Problem, groupOf: Uint32Array, groups: number): CountedEntries {
  const persons = personsOf(problem);
  if (persons === null) {
    const weight = Uint32Array.from(countPeople(problem, groupOf, groups));
    return { classOf: Uint32Array.from(weight.keys()), weight, unit: null };
  }
  const known = Uint32Array.from(groupOf.keys()).filter((vector) => persons.of[vector] !== NOBODY);
  const vectors = sortByCode(known, persons.of);
  return {
    classOf: vectors.map((vector) => groupOf[vector]),
    weight: new Uint32Array(vectors.length).fill(1),
    unit: vectors.map((vector) => persons.of[vector] + 1),
  };
}
