import { sortByCode } from '../../base/sort-by-code.js';
import type { RecordPersons, TermLists } from './term-lists.js';
import type { Chunk, Cluster, VerticalPartition } from './vertical-partition.js';
import { fillsRecords } from './vertical-partition.js';

/** The last round joins fewer than one in this number of joint clusters. */
const fewJoins = 50;

/** Sub-records of several clusters with terms that were in their term chunks. */
export interface SharedChunk extends Chunk {
  /** Range of the joint cluster's clusters that share it: from the first to before the second. */
  readonly from: number;
  readonly to: number;
}

/** Clusters that share chunks; joint clusters are joined again, so a chunk may be shared by some of the clusters. */
export interface JointCluster {
  readonly clusters: readonly Cluster[];
  readonly shared: readonly SharedChunk[];
}

/** Rules for joint clusters. */
interface JoinRules {
  readonly k: number;
  readonly m: number;
  /** Records of the largest joint cluster. */
  readonly most: number;
  /** Default: every record is of another person. */
  readonly persons?: RecordPersons | null;
}

/**
 * Brings terms back from term chunks (REFINE, section 5 of Terrovitis et al. 2012): clusters whose term chunks are alike
 * stand beside each other; neighbours become a joint cluster where terms of their term chunks, too rare in each, are
 * frequent in both together; again until a round joins fewer than one in 50. Of property 1 only the second case is used: a term of a shared
 * chunk is in no other chunk of the joint cluster, so that k^m-anonymity is enough. A cluster keeps a term in its term chunk
 * unless its own record chunks fill its records (lemma 2). Clusters that are joined may have records of one person: their shared chunks
 * count persons.
 *
 * @param terms - number of terms
 * @param vertical - fills the shared chunks
 * @param pause - waited for between steps; what it throws ends the search
 */
export async function refineClusters(
  records: TermLists,
  terms: number,
  clusters: readonly Cluster[],
  vertical: VerticalPartition,
  rules: JoinRules,
  pause: () => Promise<void> = async () => undefined,
): Promise<JointCluster[]> {
  let joints: Summarized[] = [];
  const joining = new Joining(records, terms, vertical, rules);
  for (const cluster of clusters) {
    await pause();
    joints.push(joining.summarize(cluster));
  }
  while (true) {
    const ordered = orderByTerms(joints, terms);
    const next: Summarized[] = [];
    let joins = 0;
    for (let i = 0; i < ordered.length; i++) {
      await pause();
      const joined = i + 1 < ordered.length ? joining.tryJoin(ordered[i], ordered[i + 1]) : null;
      if (joined === null) next.push(ordered[i]);
      else {
        next.push(joined);
        joins++;
        i++;
      }
    }
    joints = next;
    if (joins === 0 || joins * fewJoins < ordered.length) return joints.map(({ joint }) => joint);
  }
}

/** A joint cluster with what decides whether it is joined with another one. */
interface Summarized {
  readonly joint: JointCluster;
  /** Its records. */
  readonly size: number;
  /** Terms of chunks, shared ones too. */
  readonly shown: Uint32Array;
  /** Terms of term chunks, and the number of records of those that chunks do not release. */
  readonly hidden: Uint32Array;
  readonly supports: Uint32Array;
  /** Number of the joint cluster, by which refused pairs are noted. */
  readonly number: number;
}

/** By their term chunks: terms that most term chunks have first, then as texts are ordered. */
function orderByTerms(joints: readonly Summarized[], terms: number): Summarized[] {
  const chunksWith = new Uint32Array(terms);
  for (const { hidden } of joints) for (let i = 0; i < hidden.length; i++) chunksWith[hidden[i]]++;
  const rankOf = new Uint32Array(terms);
  Uint32Array.from(rankOf.keys())
    .sort((a, b) => chunksWith[b] - chunksWith[a] || a - b)
    .forEach((term, rank) => (rankOf[term] = rank));
  const keyed = joints.map((joint) => ({ joint, key: joint.hidden.map((term) => rankOf[term]).sort() }));
  keyed.sort((a, b) => {
    const length = Math.min(a.key.length, b.key.length);
    for (let i = 0; i < length; i++) if (a.key[i] !== b.key[i]) return a.key[i] - b.key[i];
    return b.key.length - a.key.length;
  });
  return keyed.map(({ joint }) => joint);
}

const pairOf = (a: Summarized, b: Summarized): number => a.number * 2 ** 26 + b.number;

/** Joins clusters, two at a time, in arrays that are used again. */
class Joining {
  readonly #records: TermLists;
  readonly #vertical: VerticalPartition;
  readonly #rules: JoinRules;
  /** [terms] records of both that have a term of a term chunk; 0 between two attempts. */
  readonly #both: Uint32Array;
  /** [terms] 1 for terms that chunks release, or are about to; 0 between two attempts. */
  readonly #isShown: Uint8Array;
  /** Pairs that were not joined: what stayed as it was is not looked at again. */
  readonly #refused = new Set<number>();
  #made = 0;

  constructor(records: TermLists, terms: number, vertical: VerticalPartition, rules: JoinRules) {
    this.#records = records;
    this.#vertical = vertical;
    this.#rules = rules;
    this.#both = new Uint32Array(terms);
    this.#isShown = new Uint8Array(terms);
  }

  /** A cluster that stands alone. */
  summarize(cluster: Cluster): Summarized {
    const { start, terms } = this.#records;
    const both = this.#both;
    for (const row of cluster.rows) for (let at = start[row]; at < start[row + 1]; at++) both[terms[at]]++;
    const hidden = Uint32Array.from(cluster.terms);
    const supports = hidden.map((term) => both[term]);
    for (const row of cluster.rows) for (let at = start[row]; at < start[row + 1]; at++) both[terms[at]] = 0;
    return {
      joint: { clusters: [cluster], shared: [] },
      size: cluster.rows.length,
      shown: Uint32Array.from(cluster.chunks.flatMap((chunk) => chunk.terms)),
      hidden,
      supports,
      number: this.#made++,
    };
  }

  /** Both joined, or null where nothing comes of it. */
  tryJoin(a: Summarized, b: Summarized): Summarized | null {
    if (a.size + b.size > this.#rules.most || this.#refused.has(pairOf(a, b))) return null;
    const [both, isShown] = [this.#both, this.#isShown];
    for (const { shown } of [a, b]) for (let i = 0; i < shown.length; i++) isShown[shown[i]] = 1;
    for (const { hidden, supports } of [a, b]) for (let i = 0; i < hidden.length; i++) both[hidden[i]] += supports[i];
    const joined = this.#join(a, b);
    for (const { shown } of [a, b]) for (let i = 0; i < shown.length; i++) isShown[shown[i]] = 0;
    for (const { hidden } of [a, b]) for (let i = 0; i < hidden.length; i++) both[hidden[i]] = 0;
    if (joined === null) this.#refused.add(pairOf(a, b));
    return joined;
  }

  #join(a: Summarized, b: Summarized): Summarized | null {
    const { k, m } = this.#rules;
    const both = this.#both;
    const candidates = this.#sharable(a, b);
    if (candidates.size === 0) return null;
    const clusters = [...a.joint.clusters, ...b.joint.clusters];
    const rows = this.#byPerson(clusters, a.size + b.size);
    if (this.#rules.persons) {
      const terms = [...candidates];
      const counts = this.#vertical.countPersons(rows, terms);
      terms.forEach((term, i) => {
        if (counts[i] < k) candidates.delete(term);
      });
    }
    for (const { rows: own, chunks, terms } of clusters) {
      if (terms.length === 0 || terms.some((term) => !candidates.has(term))) continue;
      if (fillsRecords(chunks, own.length, k, m)) continue;
      candidates.delete(terms.reduce((least, term) => (both[term] < both[least] ? term : least)));
    }
    if (candidates.size === 0) return null;
    const moved = [...candidates];
    const whole = { from: 0, to: clusters.length };
    const [before, after] = [a.joint, b.joint];
    const by = before.clusters.length;
    const joint = {
      clusters: clusters.map((cluster) =>
        cluster.terms.some((term) => candidates.has(term))
          ? { ...cluster, terms: cluster.terms.filter((term) => !candidates.has(term)) }
          : cluster,
      ),
      shared: [
        ...before.shared,
        ...after.shared.map((chunk) => ({ ...chunk, from: chunk.from + by, to: chunk.to + by })),
        ...this.#vertical.fillChunks(rows, moved).map((chunk) => ({ ...chunk, ...whole })),
      ],
    };
    const hidden = [...new Set([...a.hidden, ...b.hidden])].filter((term) => !candidates.has(term));
    return {
      joint,
      size: rows.length,
      shown: Uint32Array.from(new Set([...a.shown, ...b.shown, ...moved])),
      hidden: Uint32Array.from(hidden),
      supports: Uint32Array.from(hidden, (term) => both[term]),
      number: this.#made++,
    };
  }

  /** The records of clusters, those of a person one after the other. */
  #byPerson(clusters: readonly Cluster[], size: number): Uint32Array {
    const rows = new Uint32Array(size);
    let at = 0;
    for (const { rows: own } of clusters) {
      rows.set(own, at);
      at += own.length;
    }
    const { persons } = this.#rules;
    return persons ? sortByCode(rows, persons.of) : rows;
  }

  /** Terms of term chunks alone that k records of both together have. */
  #sharable(a: Summarized, b: Summarized): Set<number> {
    const found = new Set<number>();
    for (const { hidden } of [a, b]) {
      for (let i = 0; i < hidden.length; i++) {
        if (this.#isShown[hidden[i]] === 0 && this.#both[hidden[i]] >= this.#rules.k) found.add(hidden[i]);
      }
    }
    return found;
  }
}
