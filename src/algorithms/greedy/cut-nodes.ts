import { anyValue } from '../../hierarchy/any-value.js';
import type { Domain } from '../../hierarchy/domain.js';
import { releasedValue } from '../../quality/value-label.js';
import type { Outcome, Problem, Recoding } from '../algorithm.js';
import { keptParts } from '../kept-parts.js';
import { areReleasedAsCut } from '../released-boxes.js';
import type { Taxonomy } from './taxonomy.js';

/** Result of a search for a cut through the taxonomies. */
export interface CutOfNodes {
  /** [vectors] class of every vector; [classes] rows, and 1 where every model holds; others are suppressed. */
  readonly groupOf: Uint32Array;
  readonly sizes: Uint32Array;
  readonly holds: Uint8Array;
  /** [attributes][classes] node of the attribute's taxonomy. */
  readonly nodes: readonly ArrayLike<number>[];
}

/** The label of a node as the release has it: of coded values their own. */
function labelOf(domain: Domain, lo: number, hi: number, asNode: boolean): string {
  const { coding, size, missingLeaf, order } = domain;
  if (coding === undefined) return releasedValue(domain, lo, hi, { asNode }).label;
  const isWhole = lo === 0 && hi === size - 1 && size > 1;
  const mixesMissing = order === 'numeric' && hi === missingLeaf && lo !== hi;
  return isWhole || mixesMissing ? anyValue : coding.labelOf(lo, hi).text;
}

/** The recoding of a cut and `solution` {kind: 'cut-nodes'}: the values that stand in the release, in leaf order. */
export function outcomeOfCutNodes(
  problem: Problem,
  taxonomies: readonly Taxonomy[],
  cut: CutOfNodes,
  rest: Pick<Outcome, 'search' | 'options' | 'warnings' | 'threads' | 'endedEarly'>,
): Outcome {
  const { groupOf, holds } = cut;
  const counts = problem.set.counts();
  const classOf = new Int32Array(holds.length).fill(-1);
  const kept: number[] = [];
  for (const group of groupOf) {
    if (holds[group] === 1 && classOf[group] < 0) classOf[group] = kept.push(group) - 1;
  }
  const runs = taxonomies.map(({ lo, hi }, a) => ({
    lower: Uint32Array.from(kept, (group) => lo[cut.nodes[a][group]]),
    upper: Uint32Array.from(kept, (group) => hi[cut.nodes[a][group]]),
  }));
  const boxes = {
    lower: runs.map(({ lower }) => lower),
    upper: runs.map(({ upper }) => upper),
    nodes: taxonomies.map(({ hasHierarchy }) => hasHierarchy),
  };
  const domains = taxonomies.map(({ domain }) => domain);
  const recoding: Recoding = {
    kind: 'cut-nodes',
    classes: kept.length,
    parts: keptParts(groupOf, classOf, counts),
    ...boxes,
    disjoint: areReleasedAsCut(domains, boxes),
  };
  const released = Object.create(null) as Record<string, string[]>;
  taxonomies.forEach(({ domain, hasHierarchy, lo, hi }, a) => {
    const used = [...new Set(kept.map((group) => cut.nodes[a][group]))].sort((x, y) => lo[x] - lo[y]);
    released[domain.attribute] = used.map((node) => labelOf(domain, lo[node], hi[node], hasHierarchy));
  });
  return { recoding, solution: { kind: 'cut-nodes', nodes: released }, ...rest };
}
