import type { Holders } from '../table/units.js';

/** Persons that groups take. */
interface MatchedPersons {
  /** [persons] the group that takes each, or -1. */
  readonly takenBy: Int32Array;
  /** Persons that groups want in vain. */
  readonly unmatched: number;
}

/**
 * Gives groups as many of their persons as they want, each person to one group, so that as few as can be are missing: augmenting paths
 * over groups (Ford and Fulkerson).
 *
 * @param wanted - [groups] persons that each wants
 * @param of - the persons that each may have
 */
export function matchPersons(wanted: ArrayLike<number>, { start, units }: Holders, persons: number): MatchedPersons {
  const takenBy = new Int32Array(persons).fill(-1);
  // [groups] the next holder that was not looked at for nothing.
  const next = start.slice(0, -1);
  const seen = new Uint32Array(wanted.length);
  const by = new Uint32Array(wanted.length);
  const from = new Uint32Array(wanted.length);
  let stamp = 0;
  const free = (group: number): number => {
    while (next[group] < start[group + 1] && takenBy[units[next[group]]] >= 0) next[group]++;
    return next[group] < start[group + 1] ? units[next[group]] : -1;
  };
  /** Finds a person for a group, where others may have to take another. */
  const augment = (wanting: number): boolean => {
    const queue = [wanting];
    seen[wanting] = ++stamp;
    for (const group of queue) {
      let person = free(group);
      if (person >= 0) {
        for (let at = group; ; at = from[at]) {
          takenBy[person] = at;
          if (at === wanting) return true;
          person = by[at];
        }
      }
      for (let i = start[group]; i < start[group + 1]; i++) {
        const holder = takenBy[units[i]];
        if (seen[holder] === stamp) continue;
        seen[holder] = stamp;
        by[holder] = units[i];
        from[holder] = group;
        queue.push(holder);
      }
    }
    return false;
  };
  let unmatched = 0;
  for (let group = 0; group < wanted.length; group++) {
    for (let left = wanted[group]; left > 0; left--) {
      if (augment(group)) continue;
      unmatched += left;
      break;
    }
  }
  return { takenBy, unmatched };
}
