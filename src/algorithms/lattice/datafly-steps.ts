import type { FrequencySet } from '../../engine/engine.js';
import type { Domain } from '../../hierarchy/domain.js';
import { heightOf, levelRangeOf, levelSize } from './level-maps.js';

/**
 * The attributes that Datafly takes up one level, one after the other, from the lowest levels that may be released to the highest: always the one with the most
 * distinct values at its level, the first of equal ones. Distinct values of an attribute hang on its own level alone, so
 * that the whole way is known from the values that occur.
 */
export function dataflySteps(domains: readonly Domain[], set: FrequencySet): number[] {
  if (set.length === 0) return [];
  const distinct = domains.map((domain, a) => distinctByLevel(domain, set.codes(a)));
  const ranges = domains.map(levelRangeOf);
  const levels = ranges.map(({ least }) => least);
  const steps: number[] = [];
  for (;;) {
    let next = -1;
    let most = 0;
    distinct.forEach((values, a) => {
      if (levels[a] >= ranges[a].most || values[levels[a]] <= most) return;
      next = a;
      most = values[levels[a]];
    });
    if (next < 0) return steps;
    levels[next]++;
    steps.push(next);
  }
}

/** [levels] values of an attribute that occur. */
function distinctByLevel(domain: Domain, codes: ArrayLike<number>): number[] {
  const isLeaf = new Uint8Array(domain.size);
  for (let v = 0; v < codes.length; v++) isLeaf[codes[v]] = 1;
  return Array.from({ length: heightOf(domain) + 1 }, (_, level) => {
    const nodeOf = domain.hierarchy?.levels[level].nodeOf;
    const seen = new Uint8Array(levelSize(domain, level));
    let values = 0;
    for (let leaf = 0; leaf < isLeaf.length; leaf++) {
      const node = nodeOf === undefined ? leaf : nodeOf[leaf];
      if (isLeaf[leaf] === 0 || seen[node] === 1) continue;
      seen[node] = 1;
      values++;
    }
    return values;
  });
}
