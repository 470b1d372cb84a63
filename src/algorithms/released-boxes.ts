import type { Domain } from '../hierarchy/domain.js';
import { smallestNodeCovering, treeOf } from '../hierarchy/tree.js';
import type { Steps } from '../base/steps.js';
import type { Warning } from '../table/table.js';
import type { Recoding } from './algorithm.js';

/** Strings with a hierarchy are released as its nodes; numbers and dates only where it is to be followed, else as ranges. */
export function isReleasedAsNode(domain: Domain): boolean {
  return domain.hierarchy !== null && (domain.order === 'hierarchy' || domain.isFollowed === true);
}

/**
 * Widens boxes to the released values: a node of the hierarchy covers its whole run, and a range that mixes the missing value with numbers can only
 * be released as the whole domain, which overlaps other classes. The result counts as overlapping, since its boxes may overlap. Yields between
 * attributes.
 */
export function* widenToReleased(recoding: Recoding, domains: readonly Domain[]): Steps<Recoding> {
  const lower: Uint32Array[] = [];
  const upper: Uint32Array[] = [];
  for (const [a, domain] of domains.entries()) {
    yield;
    const lo = recoding.lower[a].slice();
    const hi = recoding.upper[a].slice();
    lower.push(lo);
    upper.push(hi);
    if (recoding.nodes[a]) {
      const tree = treeOf(domain.hierarchy!);
      for (let c = 0; c < recoding.classes; c++) {
        const node = smallestNodeCovering(tree, lo[c], hi[c]);
        lo[c] = tree.lo[node];
        hi[c] = tree.hi[node];
      }
    } else {
      for (let c = 0; c < recoding.classes; c++) {
        if (!mixesMissing(domain, lo[c], hi[c])) continue;
        lo[c] = 0;
        hi[c] = domain.size - 1;
      }
    }
  }
  return { ...recoding, disjoint: false, lower, upper };
}

/** True for leaves of numbers and the missing value, which are released as the whole domain where they are not a node. */
const mixesMissing = ({ order, missingLeaf }: Domain, lo: number, hi: number): boolean =>
  order === 'numeric' && missingLeaf >= 0 && hi === missingLeaf && lo !== missingLeaf;

/** True where the boxes of cuts, which share no vector, are released as they are. */
export const areReleasedAsCut = (
  domains: readonly Domain[],
  { lower, upper, nodes }: Pick<Recoding, 'lower' | 'upper' | 'nodes'>,
): boolean =>
  domains.every((domain, a) => nodes[a] || lower[a].every((lo, c) => !mixesMissing(domain, lo, upper[a][c])));

/**
 * Warns where a numeric attribute has levels that a release of ranges does not use.
 *
 * @param nodes - [attributes] true for what is released as nodes of its hierarchy, or as no range
 */
export function warnUnusedLevels(
  domains: readonly Domain[],
  who: string,
  nodes: readonly boolean[] = domains.map(isReleasedAsNode),
): Warning[] {
  return domains
    .filter((domain, a) => domain.order === 'numeric' && domain.hierarchy !== null && !nodes[a])
    .map((domain) => ({
      code: 'RANGES_INSTEAD_OF_LEVELS',
      attribute: domain.attribute,
      message: `${who} released ranges of numbers or dates, whose hierarchy was used for the loss only; "hierarchies": "follow" releases its nodes`,
    }));
}
