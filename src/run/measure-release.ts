import type { Recoding } from '../algorithms/algorithm.js';
import { InfeasibleError } from '../errors.js';
import type { Domain } from '../hierarchy/domain.js';
import type { ResolvedJob } from './resolve-job.js';
import { kOf } from '../job/k-of.js';
import type { Roles } from '../job/roles.js';
import { plural } from '../plural.js';
import type { PrivacyResult, PublicCounts } from '../privacy/model.js';
import type { Metrics } from '../quality/metrics.js';
import { measureClassesOnly, measurePermutedQuality, measureQuality } from '../quality/metrics.js';
import { countPublic } from '../release/count-public.js';
import type { ClassValues, PermutedKinds, Released } from '../release/released.js';
import type { SeenClasses } from '../release/see-classes.js';
import type { Steps } from '../steps.js';
import type { Column, Table } from '../table/table.js';
import type { Pace } from './pace.js';
import { measurePermutedPresence, waysCounter } from './permuted-presence.js';
import type { Prepared } from './prepare.js';
import { countValues } from './prepare.js';

/** What the measures need of the released rows: by classes or, of a permuted release, by buckets. */
export interface CountedRows {
  /** [classes] */
  readonly sizes: Uint32Array;
  readonly suppressed: number;
  /** [classes * size] released rows by the codes of a resident column. */
  readonly histogramOf: (column: number) => Uint32Array;
  /** Released rows by the values of any column, only those that occur. */
  readonly valuesOf: (column: Column) => ClassValues;
}

/** A recoding that was found, and what it makes of the table. */
export interface Recoded {
  readonly table: Table;
  readonly job: ResolvedJob;
  readonly roles: Roles;
  readonly prepared: Prepared;
  readonly recoding: Recoding;
  readonly seen: SeenClasses;
  readonly counted: CountedRows;
  readonly vectors: Released['vectors'];
  /** Rows of a permuted release, of which `counted` has the buckets; null for others. */
  readonly kinds: PermutedKinds | null;
}

/** What a run claims of its release. */
export interface Measured {
  readonly suppressed: number;
  readonly privacy: readonly PrivacyResult[];
  readonly metrics: Metrics;
}

/** Judges a release by every model of the job and by every metric. Throws InfeasibleError PUBLIC_OVERLAP. */
export async function measureRelease(recoded: Recoded, pace: Pace): Promise<Measured> {
  const { table, job, roles, prepared, recoding, seen, counted, vectors, kinds } = recoded;
  const { domains, classAt, models, sensitive, problem } = prepared;
  const { sizes, suppressed, histogramOf } = counted;
  const released: Released = {
    rows: table.rows,
    suppressed,
    sizes: kinds === null ? sizes : sizesOfClasses(kinds, seen.count),
    attributes: await pace.drive('measure', 0.3, withLeafCounts(seen)),
    vectors,
    labels: classAt < 0 ? null : { size: prepared.resident.sizes[classAt], histogram: histogramOf(classAt) },
    weights: table.weights,
    sensitive:
      roles.sensitive.length === 1
        ? { column: roles.sensitive[0], values: counted.valuesOf(roles.sensitive[0]) }
        : null,
    ...(kinds === null ? {} : { permuted: kinds }),
    k: kOf(job),
    levels: recoding.levels ?? null,
  };
  await pace.pause('measure', 0.35);
  const inPublic = await pace.drive(
    'measure',
    0.4,
    recoding.permutation === undefined
      ? publicCounts(prepared, seen, suppressed)
      : permutedCounts(prepared, seen, recoding, job),
  );
  const privacy: PrivacyResult[] = [];
  // The last model may be one that the run added.
  for (const model of models.slice(0, job.privacy.length)) {
    await pace.pause('measure', 0.45);
    const at = sensitive.findIndex(({ column }) => column.name === model.attribute);
    const histogram = at < 0 ? null : histogramOf(domains.length + at);
    privacy.push(model.achieved(sizes, histogram, at < 0 ? null : problem.sensitive[at].global, inPublic));
  }
  const metrics =
    recoding.texts !== undefined
      ? measureClassesOnly(released)
      : kinds === null
        ? measureQuality(released)
        : measurePermutedQuality(released, sizes);
  return { suppressed, privacy, metrics: await pace.drive('measure', 0.5, metrics) };
}

/** Public rows under the released classes. Throws InfeasibleError PUBLIC_OVERLAP when regions are not apart. */
function* publicCounts(
  { publicVectors }: Prepared,
  seen: SeenClasses,
  suppressed: number,
): Steps<PublicCounts | undefined> {
  if (publicVectors === null) return undefined;
  const { population, outside, overlapping } = yield* countPublic(seen, publicVectors);
  if (overlapping > 0) {
    throw new InfeasibleError(
      'PUBLIC_OVERLAP',
      `${overlapping} public ${plural(overlapping, 'row lies', 'rows lie')} under more than one released class, so models on the public table cannot be judged; numbers beside missing values are one cause ("onMissing": "drop")`,
    );
  }
  return { population, outside, suppressed };
}

/** The same of a permuted release: bounds of the probabilities of public rows, counted by bucket. */
function* permutedCounts(
  { publicVectors, domains, models }: Prepared,
  seen: SeenClasses,
  recoding: Recoding,
  job: ResolvedJob,
): Steps<PublicCounts | undefined> {
  if (publicVectors === null) return undefined;
  const names = domains.map(({ attribute }) => attribute);
  const isOutsideJudged = models.some(({ spec }) => spec.model === 'delta-presence' && spec.outside !== 'ignored');
  const ways = waysCounter(job);
  const presence = yield* measurePermutedPresence(recoding, seen, names, publicVectors, isOutsideJudged, ways);
  return { population: [], outside: 0, suppressed: 0, presence: presence ?? [] };
}

function* withLeafCounts({ attributes }: SeenClasses): Steps<Released['attributes']> {
  const counted: Released['attributes'][number][] = [];
  for (const attribute of attributes) {
    counted.push({ ...attribute, leafCounts: leafCounts(attribute.domain) });
    yield;
  }
  return counted;
}

/** [classes] rows by class of a permuted release. */
function sizesOfClasses({ sizes, classOf }: PermutedKinds, classes: number): Uint32Array {
  const rows = new Uint32Array(classes);
  for (let kind = 0; kind < sizes.length; kind++) rows[classOf[kind]] += sizes[kind];
  return rows;
}

function leafCounts(domain: Domain): Float64Array {
  const counts = new Float64Array(domain.size);
  countValues(domain.column).forEach((rows, code) => (counts[domain.leafOf[code]] += rows));
  return counts;
}
