import { InfeasibleError } from '../../base/errors.js';
import { amount } from '../../base/plural.js';
import { largestOf } from '../../base/sequences.js';
import type { DissociationOptions } from './dissociation-options.js';
import { partitionHorizontally } from './horizontal-partition.js';
import type { JointCluster } from './refine.js';
import { refineClusters } from './refine.js';
import { listCount, type RecordPersons, type TermLists } from './term-lists.js';
import type { Cluster } from './vertical-partition.js';
import { VerticalPartition } from './vertical-partition.js';

/** Joint clusters have at most this many times the records of the largest cluster. */
const jointFactor = 8;

/**
 * Throws InfeasibleError PERSON_ROWS_UNREACHABLE where somebody has too many records for clusters of k persons without two records of one:
 * as many clusters as records of theirs.
 */
export function requireDealable({ of, count }: RecordPersons, k: number): void {
  const own = new Uint32Array(count);
  for (const person of of) own[person]++;
  const most = largestOf(own, 0);
  const needed = most * k;
  if (needed <= of.length) return;
  const keptOf = (limit: number): number => own.reduce((sum, many) => sum + Math.min(many, limit), 0);
  // Rows kept of a limit grow slower than the limit: it is the last one that suffices.
  let [limit, tooMany] = [1, most];
  while (tooMany - limit > 1) {
    const middle = (limit + tooMany) >> 1;
    if (keptOf(middle) < middle * k) tooMany = middle;
    else limit = middle;
  }
  throw new InfeasibleError(
    'PERSON_ROWS_UNREACHABLE',
    `no cluster may have two rows of one person, so the ${amount(most, 'row')} of one need ${amount(most, 'cluster')} of ${amount(k, 'person', 'persons')}, ${amount(needed, 'row')}; the table has ${of.length}, enough with "rowsPerPerson": ${limit}`,
  );
}

/** Options of {@link dissociateRecords} beside its rules. */
interface Dissociating {
  /** Waited for between steps; what it throws ends the search. */
  readonly pause?: () => Promise<void>;
  /** Such that `requireDealable` passes: no cluster has two records of one person, and chunks count persons. Default: every record is of another person. */
  readonly persons?: RecordPersons | null;
}

/**
 * Dissociates records: k^m-anonymous against attackers who know up to m terms of a record.
 *
 * @param records - terms of every record as numbers below `terms`, ascending
 */
export async function dissociateRecords(
  records: TermLists,
  terms: number,
  k: number,
  m: number,
  { maxClusterSize, refine }: DissociationOptions,
  { pause = async () => undefined, persons: whose = null }: Dissociating = {},
): Promise<JointCluster[]> {
  const persons = whose?.count === listCount(records) ? null : whose;
  const clusters: Cluster[] = [];
  const vertical = new VerticalPartition(records, terms, k, m, persons);
  const cuts = partitionHorizontally(records, terms, k, maxClusterSize, persons);
  let parts = cuts.next();
  for (; parts.done !== true; parts = cuts.next()) await pause();
  for (const rows of parts.value) {
    await pause();
    clusters.push(vertical.partition(rows));
  }
  if (!refine) return clusters.map((cluster) => ({ clusters: [cluster], shared: [] }));
  const rules = { k, m, most: jointFactor * maxClusterSize, persons };
  return refineClusters(records, terms, clusters, vertical, rules, pause);
}
