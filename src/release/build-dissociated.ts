import type { JointCluster } from '../algorithms/sets/refine.js';
import { listAt, listCount } from '../algorithms/sets/term-lists.js';
import type { Chunk } from '../algorithms/sets/vertical-partition.js';
import type { RandomSource } from '../base/random.js';
import { shuffle } from '../base/random.js';
import { tableFromRowsInSteps } from '../io/from-rows.js';
import type { Steps } from '../base/steps.js';
import type { Table } from '../table/table.js';

/** The columns of a dissociated release before that of the sets. */
export const dissociatedColumns = ['cluster', 'chunk', 'records'] as const;

/** Joint clusters in the order in which they leave. */
export function orderClusters(
  joints: readonly JointCluster[],
  random: RandomSource,
  { isShuffled }: { readonly isShuffled: boolean },
): JointCluster[] {
  const order = Uint32Array.from(joints, (_, i) => i);
  if (isShuffled) shuffle(order, random);
  return Array.from(order, (at) => joints[at]);
}

/** Sub-records by cluster, numbered in their order from 1, and chunk as a table; see docs/dissociation.md. Yields between stretches of the work. */
export function* buildDissociated(
  joints: readonly JointCluster[],
  texts: readonly string[],
  attribute: { readonly name: string; readonly delimiter: string },
  random: RandomSource,
): Steps<Table> {
  return yield* tableFromRowsInSteps(rowsOf(joints, texts, attribute.delimiter, random), {
    columns: [...dissociatedColumns, attribute.name],
    types: { cluster: 'string', chunk: 'string', records: 'integer', [attribute.name]: 'string' },
    missing: [''],
  });
}

/** The rows one after the other: all of them at once would take more memory than the table. */
function* rowsOf(
  joints: readonly JointCluster[],
  texts: readonly string[],
  delimiter: string,
  random: RandomSource,
): Generator<(string | number | null)[]> {
  const cell = (terms: Iterable<number>): string | null => {
    const own = Array.from(terms, (term) => texts[term]);
    return own.length === 0 ? null : own.sort().join(delimiter);
  };
  /** Sub-records leave in an order drawn at random, whatever the order of the rest: it would join them to others. */
  function* rowsOfChunk(cluster: string, chunk: string, records: number, { subRecords }: Chunk) {
    const mixed = Uint32Array.from({ length: listCount(subRecords) }, (_, i) => i);
    shuffle(mixed, random);
    for (const i of mixed) yield [cluster, chunk, records, cell(listAt(subRecords, i))];
  }
  let number = 0;
  for (const { clusters, shared } of joints) {
    const first = number + 1;
    for (const { rows: own, chunks, terms } of clusters) {
      const name = String(++number);
      for (const [i, chunk] of chunks.entries()) yield* rowsOfChunk(name, String(i + 1), own.length, chunk);
      yield [name, 'terms', own.length, cell(terms)];
    }
    for (const [i, chunk] of shared.entries()) {
      const own = clusters.slice(chunk.from, chunk.to);
      const name = own.map((_, place) => first + chunk.from + place).join('+');
      const records = own.reduce((sum, cluster) => sum + cluster.rows.length, 0);
      yield* rowsOfChunk(name, `shared ${i + 1}`, records, chunk);
    }
  }
}
