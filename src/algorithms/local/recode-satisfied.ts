import type { Steps } from '../../base/steps.js';
import { MOST_MEMBERS } from '../../hierarchy/coding/set-label.js';
import type { Domain } from '../../hierarchy/domain.js';
import type { Recoding } from '../algorithm.js';
import { joinUnsatisfied, type Group } from './groups.js';
import type { ClassJudge } from './judge.js';
import type { Span } from './spans.js';

/** Context in which groups are judged and joined. */
export interface Grouped {
  readonly domains: readonly Domain[];
  /** [attributes][vectors] leaf codes. */
  readonly codes: readonly Uint32Array[];
  readonly spans: readonly Span[];
  readonly judge: ClassJudge;
}

/** A release of groups. */
interface Satisfied {
  readonly recoding: Recoding;
  readonly groups: readonly Group[];
  /** Joins that it took. */
  readonly joined: number;
}

/**
 * Releases groups that satisfy the models. Groups that are released alike are one class: where a union may break a model, they are
 * joined, and judged again, until all classes satisfy the models. Yields between stretches of the work.
 *
 * @param release - releases every group as a class
 */
export function* recodeSatisfied(
  { domains, codes, spans, judge }: Grouped,
  found: readonly Group[],
  release: (groups: readonly Group[]) => Steps<Recoding>,
): Steps<Satisfied> {
  let groups = found;
  let joined = 0;
  let recoding = yield* release(groups);
  while (!judge.isMonotone) {
    const apart = joinAlike(domains, codes, recoding, groups);
    if (apart.length === groups.length) break;
    const satisfied = yield* joinUnsatisfied(codes, spans, judge, apart);
    joined += groups.length - satisfied.groups.length;
    groups = satisfied.groups;
    recoding = yield* release(groups);
  }
  return { recoding, groups, joined };
}

/** Joins groups whose classes are released alike, as far as boxes and texts show it. */
function joinAlike(
  domains: readonly Domain[],
  codes: readonly Uint32Array[],
  { lower, upper, nodes, ownValues, texts }: Recoding,
  groups: readonly Group[],
): Group[] {
  const joined = new Map<string, Group>();
  groups.forEach((group, c) => {
    const key = domains.map((domain, a) => {
      const text = texts?.[a]?.[c] ?? null;
      if (text !== null) return `=${text}`;
      const isSet = ownValues === true && !nodes[a] && domain.order === 'sorted';
      if (isSet && new Set(group.vectors.map((vector) => codes[a][vector])).size > MOST_MEMBERS) return '*';
      return isWhole(domain, lower[a][c], upper[a][c]) ? '*' : `${lower[a][c]}-${upper[a][c]}`;
    });
    const name = key.join('\u0000');
    const known = joined.get(name);
    if (known === undefined) joined.set(name, { vectors: [...group.vectors], counts: [...group.counts] });
    else {
      group.vectors.forEach((vector, i) => {
        known.vectors.push(vector);
        known.counts.push(group.counts[i]);
      });
    }
  });
  return [...joined.values()];
}

const isWhole = ({ size }: Domain, lo: number, hi: number): boolean => lo === 0 && hi === size - 1 && size > 1;
