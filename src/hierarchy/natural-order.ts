import type { Domain } from './domain.js';

/**
 * The domain itself, but where a hierarchy puts numbers or dates in another order than their own: then its leaves, ascending,
 * under one root. Behind them stand texts of the hierarchy that are no numbers, and last the missing value. A range of numbers
 * is read by their order, whatever their hierarchy says; so what is released as ranges must be cut in that order.
 */
export function inNaturalOrder(domain: Domain): Domain {
  const { scattered, labels, missingLeaf, size } = domain;
  if (!scattered) return domain;
  const key = (leaf: number): number => (leaf === missingLeaf ? Infinity : scattered[leaf]);
  const leaves = Uint32Array.from(labels.keys()).sort((a, b) => compare(key(a), key(b)) || a - b);
  const place = new Uint32Array(size);
  leaves.forEach((leaf, at) => (place[leaf] = at));
  const ordered = Array.from(leaves, (leaf) => labels[leaf]);
  return {
    attribute: domain.attribute,
    column: domain.column,
    size,
    leafOf: domain.leafOf.map((leaf) => place[leaf]),
    labels: ordered,
    hierarchy: {
      attribute: domain.attribute,
      height: 1,
      levels: [
        {
          labels: ordered,
          nodeOf: Uint32Array.from(labels.keys()),
          first: Uint32Array.from({ length: size + 1 }, (_, i) => i),
        },
        { labels: ['*'], nodeOf: new Uint32Array(size), first: Uint32Array.of(0, size) },
      ],
    },
    order: 'numeric',
    numbers: Float64Array.from(leaves, (leaf) => scattered[leaf]),
    scattered: null,
    missingLeaf: missingLeaf < 0 ? -1 : place[missingLeaf],
    missingTexts: domain.missingTexts,
    given: { domain, leafOf: leaves },
  };
}

/** Numbers ascending, then what is none, then Infinity. */
function compare(a: number, b: number): number {
  const rank = (key: number): number => (key === Infinity ? 2 : Number.isNaN(key) ? 1 : 0);
  return rank(a) - rank(b) || (rank(a) === 0 ? a - b : 0);
}
