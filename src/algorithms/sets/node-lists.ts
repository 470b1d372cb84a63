import type { ItemTree } from './item-tree.js';
import { listCount, type RecordPersons, type TermLists } from './term-lists.js';

/**
 * Records with their persons, as the counts of sets of nodes see them: those of a person stand side by side, so that a count of persons looks at the
 * person before.
 */
export interface CountedRecords {
  /** [records] terms are leaves of the tree, ascending. */
  readonly records: TermLists;
  /** [records] whose each is; ascending. */
  readonly personOf: Uint32Array;
}

/** Brings the records of a person together. */
export function countedRecords(records: TermLists, persons: RecordPersons | null): CountedRecords {
  const count = listCount(records);
  if (persons === null) return { records, personOf: Uint32Array.from({ length: count }, (_, record) => record) };
  const order = Uint32Array.from({ length: count }, (_, record) => record);
  order.sort((a, b) => persons.of[a] - persons.of[b] || a - b);
  const start = new Uint32Array(count + 1);
  const terms = new Uint32Array(records.terms.length);
  order.forEach((record, place) => {
    const own = records.terms.subarray(records.start[record], records.start[record + 1]);
    terms.set(own, start[place]);
    start[place + 1] = start[place] + own.length;
  });
  return { records: { start, terms }, personOf: order.map((record) => persons.of[record]) };
}

/**
 * Lists of the nodes that stand for the items of records under a cut, each node once.
 *
 * @param nodeAt - [nodes] the node that stands for a node
 */
export function generalizeLists({ start, terms }: TermLists, { leafNode }: ItemTree, nodeAt: Uint32Array): TermLists {
  const starts = new Uint32Array(start.length);
  const nodes = new Uint32Array(terms.length);
  let kept = 0;
  for (let record = 0; record + 1 < start.length; record++) {
    const from = kept;
    // Leaves ascend, and so do the nodes above them: equal ones are neighbours.
    for (let at = start[record]; at < start[record + 1]; at++) {
      const node = nodeAt[leafNode[terms[at]]];
      if (kept === from || nodes[kept - 1] !== node) nodes[kept++] = node;
    }
    starts[record + 1] = kept;
  }
  return { start: starts, terms: nodes.slice(0, kept) };
}
