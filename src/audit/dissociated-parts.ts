/** A dissociated release taken apart, and the input of its audit. */
import type { Table } from '../table/table.js';
import type { Persons } from './persons.js';
import type { ListSpec, ReadTerms } from './list-terms.js';

/** Input of the audit of a dissociated release. */
export interface DissociatedSpec extends ListSpec {
  /** Most sets of terms that are counted. Default 10^7. */
  readonly budget?: number;
  /** [clusters by their numbers, from 1] the rows of the original that each has, where the caller knows. */
  readonly recordsOf?: readonly Uint32Array[];
}

/** A chunk of a release. */
export interface AuditedChunk {
  readonly cluster: string;
  readonly name: string;
  /** Texts of the release, whose terms the sub-records have. */
  readonly subRecords: number[];
}

/** A cluster of a release. */
interface AuditedCluster {
  records: number;
  readonly chunks: Map<string, AuditedChunk>;
  /** The text of its term chunk. */
  terms: number | null;
  /** Terms of its own and its shared chunks. */
  readonly seen: Set<number>;
}

/** Names the place of a chunk for problems. */
export const placeOf = ({ cluster, name }: Pick<AuditedChunk, 'cluster' | 'name'>): string =>
  `cluster ${JSON.stringify(cluster)}, chunk ${JSON.stringify(name)}`;

/** The clusters of a release by name, and the chunks that several of them share. */
export interface DissociatedParts {
  readonly clusters: Map<string, AuditedCluster>;
  readonly shared: Map<string, SharedChunk>;
}

/** A chunk that several clusters share. */
export type SharedChunk = AuditedChunk & { readonly joined: readonly string[]; readonly records: number };

/** A release with the original that it fits. */
export interface PersonsOfClusters {
  readonly parts: DissociatedParts;
  readonly shown: ReadTerms;
  readonly held: ReadTerms;
  readonly original: Table;
  readonly persons: Persons;
  /** The fewest records that anything known is in. */
  readonly fewest: number;
}
