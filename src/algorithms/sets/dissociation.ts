import { InvalidArgumentError } from '../../errors.js';
import type { Algorithm } from '../algorithm.js';
import { partitionHorizontally } from './horizontal-partition.js';
import type { JointCluster } from './refine.js';
import { refineClusters } from './refine.js';
import type { Cluster } from './vertical-partition.js';
import { partitionVertically } from './vertical-partition.js';

/** Options of `dissociation` with their defaults filled in. */
export interface DissociationOptions {
  readonly maxClusterSize: number;
  readonly refine: boolean;
}

/** Joint clusters have at most this many times the records of the largest cluster. */
const jointFactor = 8;

/**
 * Checks the options. Throws InvalidArgumentError: UNKNOWN_OPTION, WRONG_TYPE, OPTION_RANGE.
 *
 * @param k - of the job's km-anonymity; without it the default of maxClusterSize is not yet known
 */
export function readDissociationOptions(
  options: Readonly<Record<string, unknown>>,
  path: string,
  k = 1,
): DissociationOptions {
  for (const key of Object.keys(options)) {
    if (key === 'name' || options[key] === undefined || key === 'maxClusterSize' || key === 'refine') continue;
    throw new InvalidArgumentError(
      `${path}.${key}`,
      'one of the options maxClusterSize, refine',
      'an unknown option',
      'UNKNOWN_OPTION',
    );
  }
  const { maxClusterSize = Math.max(100, 2 * k), refine = true } = options;
  if (!Number.isInteger(maxClusterSize) || (maxClusterSize as number) < 2 * k) {
    throw new InvalidArgumentError(
      `${path}.maxClusterSize`,
      `a whole number of at least 2 k = ${2 * k}`,
      JSON.stringify(maxClusterSize) ?? typeof maxClusterSize,
      'OPTION_RANGE',
    );
  }
  if (typeof refine !== 'boolean') {
    throw new InvalidArgumentError(
      `${path}.refine`,
      'true or false',
      JSON.stringify(refine) ?? typeof refine,
      'WRONG_TYPE',
    );
  }
  return { maxClusterSize: maxClusterSize as number, refine };
}

/**
 * Dissociates records: k^m-anonymous for everybody who knows up to m terms of a record.
 *
 * @param records - [records] terms of every record as numbers below `terms`, ascending
 * @param pause - waited for between steps; what it throws ends the search
 */
export async function dissociateRecords(
  records: readonly Uint32Array[],
  terms: number,
  k: number,
  m: number,
  { maxClusterSize, refine }: DissociationOptions,
  pause: () => Promise<void> = async () => undefined,
): Promise<JointCluster[]> {
  const clusters: Cluster[] = [];
  const cuts = partitionHorizontally(records, terms, k, maxClusterSize);
  let parts = cuts.next();
  for (; parts.done !== true; parts = cuts.next()) await pause();
  for (const rows of parts.value) {
    await pause();
    clusters.push(partitionVertically(records, rows, k, m));
  }
  if (!refine) return clusters.map((cluster) => ({ clusters: [cluster], shared: [] }));
  return refineClusters(records, clusters, k, m, jointFactor * maxClusterSize, pause);
}

/** `dissociation`: run by `run/dissociate.ts`, since its records are lists and no vectors of quasi-identifiers. */
export const dissociation: Algorithm = {
  name: 'dissociation',
  source:
    'M. Terrovitis, J. Liagouris, N. Mamoulis, S. Skiadopoulos: Privacy Preservation by Disassociation, PVLDB 5(10), 2012',
  guarantee:
    'k^m-anonymous records of one set-valued column: every term is released, rare combinations of terms are taken apart; no optimality',
  complexity: 'about O(n t log n) for n records of t terms, times t^(m-2) for m > 2',
  anytime: false,
  releases: 'values',
  takesLists: true,
  options: {
    maxClusterSize: 'records below which a cluster is not cut any further, at least 2 k; default 100 or 2 k',
    refine: 'true (default) or false: clusters share chunks for terms that are frequent in several together',
  },
  checkOptions(options, path) {
    readDissociationOptions(options, path);
  },
  run() {
    throw new InvalidArgumentError('problem', 'records of a set-valued column', 'vectors', 'NOT_A_TABLE_OF_SETS');
  },
};
