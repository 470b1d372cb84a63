import type { Chunk, Cluster } from './vertical-partition.js';
import { fillChunks, fillsRecords } from './vertical-partition.js';

/** A round that joins fewer than one in so many joint clusters is the last. */
const fewJoins = 50;

/** What the records of several clusters have of terms that were in their term chunks. */
export interface SharedChunk extends Chunk {
  /** Of the joint cluster's clusters those from the first to before the second share it. */
  readonly from: number;
  readonly to: number;
}

/** Clusters that share chunks; joint clusters are joined again, so a chunk may be shared by some of the clusters. */
export interface JointCluster {
  readonly clusters: readonly Cluster[];
  readonly shared: readonly SharedChunk[];
}

/**
 * Brings terms back from term chunks (REFINE, section 5 of Terrovitis et al. 2012): clusters whose term chunks are alike
 * stand beside each other; neighbours become a joint cluster where terms of their term chunks, too rare in each, are
 * frequent in both together; again until a round joins fewer than one in 50. Of property 1 only the second case is used: a term of a shared
 * chunk is in no other chunk of the joint cluster, so that k^m-anonymity is enough. A cluster keeps a term in its term chunk
 * unless its own record chunks fill its records (lemma 2).
 *
 * @param most - records of the largest joint cluster
 * @param pause - waited for between steps; what it throws ends the search
 */
export async function refineClusters(
  records: readonly Uint32Array[],
  clusters: readonly Cluster[],
  k: number,
  m: number,
  most: number,
  pause: () => Promise<void> = async () => undefined,
): Promise<JointCluster[]> {
  let joints: JointCluster[] = clusters.map((cluster) => ({ clusters: [cluster], shared: [] }));
  // What stayed as it was is not looked at again.
  const refused = new WeakMap<JointCluster, WeakSet<JointCluster>>();
  const termsOf = new WeakMap<JointCluster, readonly number[]>();
  const summaries = new Summaries(records);
  const tryJoin = (a: JointCluster, b: JointCluster): JointCluster | null => {
    const known = refused.get(a) ?? new WeakSet();
    if (known.has(b)) return null;
    const joined = join(records, a, b, summaries, { k, m, most });
    if (joined === null) refused.set(a, known.add(b));
    return joined;
  };
  while (true) {
    const ordered = orderByTerms(joints, termsOf);
    const next: JointCluster[] = [];
    let joins = 0;
    for (let i = 0; i < ordered.length; i++) {
      await pause();
      const joined = i + 1 < ordered.length ? tryJoin(ordered[i], ordered[i + 1]) : null;
      if (joined === null) next.push(ordered[i]);
      else {
        next.push(joined);
        joins++;
        i++;
      }
    }
    joints = next;
    if (joins === 0 || joins * fewJoins < ordered.length) return joints;
  }
}

/** By their term chunks: terms that most term chunks have first, then as texts are ordered. */
function orderByTerms(
  joints: readonly JointCluster[],
  known: WeakMap<JointCluster, readonly number[]>,
): JointCluster[] {
  const chunksWith = new Map<number, number>();
  const termsOf = (joint: JointCluster): readonly number[] => {
    let terms = known.get(joint);
    if (terms === undefined) {
      terms = [...new Set(joint.clusters.flatMap((cluster) => cluster.terms))];
      known.set(joint, terms);
    }
    return terms;
  };
  for (const joint of joints) {
    for (const term of termsOf(joint)) chunksWith.set(term, (chunksWith.get(term) ?? 0) + 1);
  }
  const ranked = [...chunksWith.keys()].sort((a, b) => chunksWith.get(b)! - chunksWith.get(a)! || a - b);
  const rankOf = new Map(ranked.map((term, rank) => [term, rank]));
  const keyed = joints.map((joint) => ({
    joint,
    key: termsOf(joint)
      .map((term) => rankOf.get(term)!)
      .sort((a, b) => a - b),
  }));
  keyed.sort((a, b) => {
    for (let i = 0; i < Math.min(a.key.length, b.key.length); i++)
      if (a.key[i] !== b.key[i]) return a.key[i] - b.key[i];
    return b.key.length - a.key.length;
  });
  return keyed.map(({ joint }) => joint);
}

/** What decides whether two joint clusters are joined, kept for each so that it is gathered once. */
interface Summary {
  readonly size: number;
  /** Terms of chunks, shared ones too. */
  readonly told: ReadonlySet<number>;
  /** Of every term of a term chunk the records that have it. */
  readonly supports: ReadonlyMap<number, number>;
}

class Summaries {
  readonly #records: readonly Uint32Array[];
  readonly #known = new WeakMap<JointCluster, Summary>();

  constructor(records: readonly Uint32Array[]) {
    this.#records = records;
  }

  of(joint: JointCluster): Summary {
    let summary = this.#known.get(joint);
    if (summary === undefined) {
      summary = summarize(this.#records, joint);
      this.#known.set(joint, summary);
    }
    return summary;
  }
}

function summarize(records: readonly Uint32Array[], { clusters, shared }: JointCluster): Summary {
  const told = new Set<number>();
  for (const { chunks } of clusters) for (const { terms } of chunks) for (const term of terms) told.add(term);
  for (const { terms } of shared) for (const term of terms) told.add(term);
  const supports = new Map<number, number>();
  for (const { terms } of clusters) for (const term of terms) supports.set(term, 0);
  let size = 0;
  for (const { rows } of clusters) {
    size += rows.length;
    for (const row of rows) {
      for (const term of records[row]) {
        const support = supports.get(term);
        if (support !== undefined) supports.set(term, support + 1);
      }
    }
  }
  return { size, told, supports };
}

/** Terms of term chunks alone that k records of both together have, and how many. In no particular order. */
function sharable(a: Summary, b: Summary, k: number): Map<number, number> {
  const found = new Map<number, number>();
  for (const [term, support] of a.supports) {
    if (a.told.has(term) || b.told.has(term)) continue;
    const both = support + (b.supports.get(term) ?? 0);
    if (both >= k) found.set(term, both);
  }
  for (const [term, support] of b.supports) {
    if (support >= k && !a.supports.has(term) && !a.told.has(term) && !b.told.has(term)) found.set(term, support);
  }
  return found;
}

function join(
  records: readonly Uint32Array[],
  a: JointCluster,
  b: JointCluster,
  summaries: Summaries,
  { k, m, most }: { readonly k: number; readonly m: number; readonly most: number },
): JointCluster | null {
  const [first, second] = [summaries.of(a), summaries.of(b)];
  const size = first.size + second.size;
  if (size > most) return null;
  const candidates = sharable(first, second, k);
  if (candidates.size === 0) return null;
  const clusters = [...a.clusters, ...b.clusters];
  const rows = new Uint32Array(size);
  let at = 0;
  for (const { rows: own } of clusters) {
    rows.set(own, at);
    at += own.length;
  }
  for (const { rows: own, chunks, terms } of clusters) {
    if (terms.length === 0 || terms.some((term) => !candidates.has(term))) continue;
    if (fillsRecords(chunks, own.length, k, m)) continue;
    const [stays] = [...terms].sort((x, y) => candidates.get(x)! - candidates.get(y)! || x - y);
    candidates.delete(stays);
  }
  if (candidates.size === 0) return null;
  return {
    clusters: clusters.map((cluster) => ({
      ...cluster,
      terms: cluster.terms.filter((term) => !candidates.has(term)),
    })),
    shared: [
      ...a.shared,
      ...b.shared.map((chunk) => ({
        ...chunk,
        from: chunk.from + a.clusters.length,
        to: chunk.to + a.clusters.length,
      })),
      ...fillChunks(records, rows, [...candidates.keys()], k, m).map((chunk) => ({
        ...chunk,
        from: 0,
        to: clusters.length,
      })),
    ],
  };
}
