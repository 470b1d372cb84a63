import { describe, expect, it } from 'vitest';
import { listAt, listCount, termListsOf, type TermLists } from '../../../src/algorithms/sets/term-lists.js';
import { VerticalPartition } from '../../../src/algorithms/sets/vertical-partition.js';
import { seededRandom } from '../../../src/base/random.js';

/** True when k records have every set of up to m of the terms that some record has (Terrovitis et al. 2012, definition 1). */
function isAnonymous(records: readonly Uint32Array[], terms: readonly number[], k: number, m: number): boolean {
  const counts = new Map<string, number>();
  for (const record of records) {
    const own = terms.filter((term) => record.includes(term));
    for (let set = 1; set < 2 ** own.length; set++) {
      const chosen = own.filter((_, i) => ((set >> i) & 1) === 1);
      if (chosen.length <= m) counts.set(chosen.join(), (counts.get(chosen.join()) ?? 0) + 1);
    }
  }
  return [...counts.values()].every((count) => count >= k);
}

/** Every term, the most frequent first, in the first chunk that stays anonymous with it. */
function fillByHand(records: readonly Uint32Array[], terms: readonly number[], k: number, m: number): number[][] {
  const having = (term: number): number => records.filter((record) => record.includes(term)).length;
  const chunks: number[][] = [];
  for (const term of [...terms].sort((a, b) => having(b) - having(a) || a - b)) {
    const fit = chunks.find((chunk) =>
      isAnonymous(
        records,
        [...chunk, term].sort((a, b) => a - b),
        k,
        m,
      ),
    );
    if (fit === undefined) chunks.push([term]);
    else fit.push(term);
  }
  return chunks.map((chunk) => chunk.sort((a, b) => a - b));
}

const listsOf = (lists: TermLists): number[][] =>
  Array.from({ length: listCount(lists) }, (_, list) => [...listAt(lists, list)]);

describe('record chunks', () => {
  it.each([1, 2, 3, 4])('take every term into the first that stays anonymous, m = %i', (m) => {
    let several = 0;
    let wide = 0;
    for (let seed = 0; seed < 60; seed++) {
      const random = seededRandom(100 * m + seed);
      const terms = 2 + random.below(6);
      const share = 2 + random.below(3);
      const records = Array.from({ length: 4 + random.below(20) }, () =>
        Uint32Array.from(Array.from({ length: terms }, (_, term) => term).filter(() => random.below(4) < share)),
      );
      const k = 2 + random.below(2);
      const frequent = Array.from({ length: terms }, (_, term) => term).filter(
        (term) => records.filter((record) => record.includes(term)).length >= k,
      );
      const rows = Uint32Array.from(records.keys());
      const chunks = new VerticalPartition(termListsOf(records), terms, k, m).fillChunks(rows, frequent);
      const expected = fillByHand(records, frequent, k, m);
      expect(chunks.map((chunk) => chunk.terms)).toEqual(expected);
      for (const chunk of chunks) {
        const projected = records.map((record) => chunk.terms.filter((term) => record.includes(term)));
        expect(listsOf(chunk.subRecords)).toEqual(projected.filter((own) => own.length > 0));
      }
      several += chunks.length > 1 ? 1 : 0;
      wide += expected.some((chunk) => chunk.length > m) ? 1 : 0;
    }
    if (m > 1) expect(several).toBeGreaterThan(5);
    expect(wide).toBeGreaterThan(5);
  });
});
