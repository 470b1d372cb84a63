import { sortByCode } from '../../base/sort-by-code.js';
import { listCount, pickLists, type RecordPersons, type TermLists } from './term-lists.js';

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
  const all = Uint32Array.from({ length: listCount(records) }, (_, record) => record);
  if (persons === null) return { records, personOf: all };
  const order = sortByCode(all, persons.of);
  return { records: pickLists(records, order), personOf: order.map((record) => persons.of[record]) };
}

/**
 * Lists of the nodes that stand for the items of records under a cut, each node once.
 *
 * @param nodeOf - [leaves] the node that stands for each
 */
export function generalizeLists({ start, terms }: TermLists, nodeOf: Uint32Array): TermLists {
  const starts = new Uint32Array(start.length);
  const nodes = new Uint32Array(terms.length);
  let kept = 0;
  for (let record = 0; record + 1 < start.length; record++) {
    const from = kept;
    // Leaves ascend, and so do the nodes above them: equal ones are neighbours.
    for (let at = start[record]; at < start[record + 1]; at++) {
      const node = nodeOf[terms[at]];
      if (kept === from || nodes[kept - 1] !== node) nodes[kept++] = node;
    }
    starts[record + 1] = kept;
  }
  return { start: starts, terms: nodes.slice(0, kept) };
}
