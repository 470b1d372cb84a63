import type { JointCluster } from '../algorithms/sets/refine.js';
import type { Chunk } from '../algorithms/sets/vertical-partition.js';
import type { RandomSource } from '../base/random.js';
import { shuffle } from '../base/random.js';
import { tableFromRowsInSteps } from '../io/from-rows.js';
import type { Steps } from '../base/steps.js';
import type { Table } from '../table/table.js';

/** The columns of a dissociated release before that of the sets. */
export const dissociatedColumns = ['cluster', 'chunk', 'records'] as const;

/** Sub-records by cluster and chunk as a table; see docs/dissociation.md. Yields between stretches of the work. */
export function* buildDissociated(
  joints: readonly JointCluster[],
  texts: readonly string[],
  attribute: { readonly name: string; readonly delimiter: string },
  random: RandomSource,
  { isShuffled }: { readonly isShuffled: boolean },
): Steps<Table> {
  const order = Uint32Array.from(joints, (_, i) => i);
  if (isShuffled) shuffle(order, random);
  const rows: (string | number | null)[][] = [];
  const cell = (terms: readonly number[]): string | null =>
    terms.length === 0
      ? null
      : terms
          .map((term) => texts[term])
          .sort()
          .join(attribute.delimiter);
  /** Sub-records leave in an order drawn at random, whatever the order of the rest: it would join them to others. */
  const add = (cluster: string, chunk: string, records: number, { subRecords }: Chunk): void => {
    const mixed = Uint32Array.from(subRecords, (_, i) => i);
    shuffle(mixed, random);
    for (const i of mixed) rows.push([cluster, chunk, records, cell(subRecords[i])]);
  };
  let number = 0;
  for (const at of order) {
    yield;
    const { clusters, shared } = joints[at];
    const first = number + 1;
    for (const { rows: own, chunks, terms } of clusters) {
      const name = String(++number);
      chunks.forEach((chunk, i) => add(name, String(i + 1), own.length, chunk));
      rows.push([name, 'terms', own.length, cell(terms)]);
    }
    shared.forEach((chunk, i) => {
      const own = clusters.slice(chunk.from, chunk.to);
      const name = own.map((_, at) => first + chunk.from + at).join('+');
      add(name, `shared ${i + 1}`, own.reduce((sum, cluster) => sum + cluster.rows.length, 0), chunk); // prettier-ignore
    });
  }
  return yield* tableFromRowsInSteps(rows, {
    columns: [...dissociatedColumns, attribute.name],
    types: { cluster: 'string', chunk: 'string', records: 'integer', [attribute.name]: 'string' },
    missing: [''],
  });
}
