import type { Algorithm, Outcome, Permutation, Recoding, StartThread } from '../algorithms/algorithm.js';
import type { Engine } from '../engine/engine.js';
import { groupColumns } from '../engine/group-columns.js';
import { CapacityError, InvalidArgumentError } from '../errors.js';
import { valuesOf } from '../hierarchy/coding/code-domain.js';
import type { Domain } from '../hierarchy/domain.js';
import type { ResolvedJob } from './resolve-job.js';
import { hierarchiesOf, mayIgnoreHierarchies } from './hierarchy-for.js';
import type { Roles } from '../job/roles.js';
import type { PrivacyResult } from '../privacy/model.js';
import type { Metrics } from '../quality/metrics.js';
import { buildTableInSteps } from '../release/build-table.js';
import type { Pieces } from '../release/counted-release.js';
import { assignEntries, buildCountedRelease, countPieces } from '../release/counted-release.js';
import { permuteTableInSteps } from '../release/permute-table.js';
import { countByClass } from '../release/count-by-class.js';
import type { ClassValues, PermutedKinds, Released } from '../release/released.js';
import { assignRows, countRows, suppressedRow } from '../release/row-classes.js';
import { orderRows } from '../release/row-order.js';
import type { SeenClasses } from '../release/see-classes.js';
import { seeClassesInSteps } from '../release/see-classes.js';
import { tellsNothing, warnEndedEarly } from './ended-early.js';
import { cryptographicRandom, seededRandom } from '../random.js';
import type { Column, Table } from '../table/table.js';
import { mapCodes } from '../table/table.js';
import type { JoinedPublic } from './join-public.js';
import type { CountedRows } from './measure-release.js';
import { measureRelease } from './measure-release.js';
import type { ReleasePlan, RunOptions } from './options.js';
import type { Pace } from './pace.js';
import type { Prepared } from './prepare.js';
import { requireCountable } from './two-passes.js';
import { prepare } from './prepare.js';

const CHECKPOINT_SECONDS = 60;

/** A release before the audit has seen it. */
export interface Unconfirmed {
  readonly release: Table;
  /** The second table, where an algorithm releases the sensitive columns apart. */
  readonly sensitive: Table | null;
  /** [released rows] the row of the input that each was made from; absent for counted tables. */
  readonly order?: Uint32Array;
  readonly outcome: Outcome;
  readonly classes: number;
  readonly suppressed: number;
  readonly privacy: readonly PrivacyResult[];
  readonly metrics: Metrics;
  readonly warnings: Outcome['warnings'];
  /** See {@link AnonymizeResult}. */
  readonly tellsNothing?: boolean;
  /** How the entries of a counted table became the release. */
  readonly plan?: ReleasePlan;
  /** Seconds of the search (with its preparation), of the measuring and of the making of the table. */
  readonly seconds: { readonly search: number; readonly measure: number; readonly release: number };
}

/**
 * Searches, measures and makes the released table. `onEngineIdle` is told when nothing more is asked of the engine, where
 * that is before the end: then its memory may go. What it makes resident in the engine is disposed of, whatever happens.
 */
export async function execute(
  table: Table,
  job: ResolvedJob,
  roles: Roles,
  domains: readonly Domain[],
  engine: Engine,
  options: RunOptions,
  pace: Pace,
  startThread: StartThread | null,
  joined: JoinedPublic | null = null,
  onEngineIdle: () => void = () => undefined,
): Promise<Unconfirmed> {
  const { algorithm, options: given } = job;
  algorithm.checkOptions(given, 'algorithm');
  const settled = mayIgnoreHierarchies(job) ? { ...given, hierarchies: hierarchiesOf(job) } : given;
  checkResumable(algorithm, options);
  const clock = stopwatch();
  await pace.pause('prepare', 0);
  const prepared = prepare(table, job, roles, domains, engine, joined);
  try {
    await pace.pause('prepare', 1);
    const random = options.seed === undefined ? cryptographicRandom() : seededRandom(options.seed);
    const outcome = await algorithm.run(prepared.problem, engine, settled, {
      random,
      signal: options.signal,
      finish: options.finish,
      timeLimit: options.timeLimit,
      startedAt: pace.startedAt,
      threads: algorithm.parallel === true ? options.threads : 1,
      startThread,
      resume: options.resume,
      onCheckpoint: options.onCheckpoint,
      checkpointSeconds: options.checkpointSeconds ?? CHECKPOINT_SECONDS,
      onProgress:
        options.onProgress === undefined
          ? undefined
          : (told) => options.onProgress?.({ ...told, phase: 'search', anytime: algorithm.anytime }),
    });
    const search = clock();
    await pace.pause('measure', 0);
    const seen = await pace.drive('measure', 0, seeClassesInSteps(outcome.recoding, domains, prepared.set, engine));
    const hasNothing = tellsNothing(seen);
    if (hasNothing) options.onProgress?.({ phase: 'measure', share: 0, tellsNothing: true });
    const found = {
      warnings: [...prepared.warnings, ...outcome.warnings, ...warnEndedEarly(outcome, options, hasNothing)],
      ...(hasNothing ? { tellsNothing: true } : {}),
    };
    const { permutation } = outcome.recoding;
    if (table.weights !== null) {
      // Permuting needs the rows: throws.
      if (permutation !== undefined) requireCountable(job, 'table');
      const counted = await releaseCounted(
        table,
        table.weights,
        job,
        roles,
        prepared,
        outcome,
        seen,
        engine,
        pace,
        clock,
        search,
        onEngineIdle,
        options.onPlan,
      );
      return { ...counted, ...found };
    }
    const { classOf, bucketOf, kinds } = classesOfRows(prepared, roles, outcome, seen);
    await pace.pause('measure', 0.3);
    const { recoding } = outcome;
    const counted =
      permutation === undefined
        ? countOfRows(prepared, seen.count, classOf, engine)
        : countOfRows(prepared, permutation.buckets, bucketOf, engine);
    const vectors = distinctVectors(table, prepared, recoding, seen, engine);
    const measured = await measureRelease(
      { table, job, roles, prepared, recoding, seen, counted, vectors, kinds },
      pace,
    );
    const measureSeconds = clock();
    await pace.pause('release', 0);
    const order = orderRows(classOf, job.output, random);
    await pace.pause('release', 0.3);
    const quasi = new Map(seen.attributes.map((attribute) => [attribute.domain.attribute, attribute]));
    const { released } = roles;
    const isShuffled = job.output?.order !== 'input';
    const { release, sensitive } =
      permutation === undefined
        ? {
            release: await pace.drive('release', 0.5, buildTableInSteps(released, quasi, classOf, order)),
            sensitive: null,
          }
        : await pace.drive(
            'release',
            0.5,
            permuteTableInSteps(released, quasi, classOf, bucketOf, permutation, order, random, isShuffled),
          );
    await pace.pause('release', 1);
    return {
      release,
      sensitive,
      order,
      outcome,
      classes: permutation?.buckets ?? seen.count,
      ...measured,
      ...found,
      seconds: { search, measure: measureSeconds, release: clock() },
    };
  } finally {
    prepared.dispose();
  }
}

/** Throws InvalidArgumentError `NOT_RESUMABLE`. */
function checkResumable({ name, resumable = false }: Algorithm, { resume, onCheckpoint }: RunOptions): void {
  if (resumable || (resume === undefined && onCheckpoint === undefined)) return;
  const option = resume === undefined ? 'onCheckpoint' : 'resume';
  throw new InvalidArgumentError(
    `options.${option}`,
    'a job whose search can be resumed (k-optimize)',
    name,
    'NOT_RESUMABLE',
  );
}

/** Class as seen of every row; where there are buckets, the bucket of every row, and the rows before they are permuted. */
function classesOfRows(
  prepared: Prepared,
  roles: Roles,
  { recoding }: Outcome,
  seen: SeenClasses,
): { readonly classOf: Uint32Array; readonly bucketOf: Uint32Array; readonly kinds: PermutedKinds | null } {
  const classOf = assignRows(prepared.vectorOf(), prepared.set.length, recoding.parts);
  const { permutation } = recoding;
  const kinds = permutation === undefined ? null : kindsOfRows(roles, recoding.classes, permutation, seen, classOf);
  const bucketOf =
    permutation === undefined
      ? new Uint32Array(0)
      : classOf.map((c) => (c === suppressedRow ? suppressedRow : permutation.bucketOf[c]));
  for (let row = 0; row < classOf.length; row++) {
    if (classOf[row] !== suppressedRow) classOf[row] = seen.classOf[classOf[row]];
  }
  return { classOf, bucketOf, kinds };
}

/** `kindOf` [rows] class of the recoding. */
function kindsOfRows(
  { sensitive }: Roles,
  kinds: number,
  { bucketOf, buckets, groups }: Permutation,
  { classOf }: SeenClasses,
  kindOf: Uint32Array,
): PermutedKinds {
  const { sizes } = countRows(kindOf, kinds);
  const values =
    sensitive.length === 1 ? countByClass(kinds, kindOf, sensitive[0].codes, sensitive[0].texts.length) : null;
  return { sizes, classOf, bucketOf, buckets, groups, sensitive: values };
}

/** The same for a counted table: nothing is done per row, and the release is counted too. */
async function releaseCounted(
  table: Table,
  weights: Uint32Array,
  job: ResolvedJob,
  roles: Roles,
  prepared: Prepared,
  outcome: Outcome,
  seen: SeenClasses,
  engine: Engine,
  pace: Pace,
  clock: () => number,
  search: number,
  onEngineIdle: () => void,
  onPlan: RunOptions['onPlan'],
): Promise<Omit<Unconfirmed, 'warnings'>> {
  const { recoding } = outcome;
  const distinct = prepared.set.length;
  // What the table knows is not read out of the engine, whose memory goes first.
  const isKnown = prepared.isEntryVector && prepared.set.sizes.length === prepared.domains.length;
  const early = isKnown
    ? null
    : { vectorOf: prepared.vectorOf(), vectors: distinctVectors(table, prepared, recoding, seen, engine) };
  prepared.dispose();
  onEngineIdle();
  await pace.pause('measure', 0.2);
  const pieces = assignEntries(early?.vectorOf ?? prepared.vectorOf(), weights, distinct, recoding.parts, seen.classOf);
  const plan: ReleasePlan = { pieces, attributes: seen.attributes };
  const assigned = clock();
  await onPlan?.(plan);
  clock();
  const vectors = early?.vectors ?? entryVectors(prepared, weights, recoding, seen);
  await pace.pause('measure', 0.25);
  const counted = countOfPieces(prepared, seen, pieces);
  const measured = await measureRelease(
    { table, job, roles, prepared, recoding, seen, counted, vectors, kinds: null },
    pace,
  );
  const measureSeconds = assigned + clock();
  await pace.pause('release', 0);
  const quasi = new Map(seen.attributes.map((attribute) => [attribute.domain.attribute, attribute]));
  const { release, entryOf } = buildCountedRelease(roles.released, quasi, pieces, job.output?.suppressed === 'star');
  await pace.pause('release', 1);
  return {
    release,
    sensitive: null,
    outcome,
    classes: seen.count,
    ...measured,
    plan: job.output?.order === 'input' ? { ...plan, entryOf } : plan,
    seconds: { search, measure: measureSeconds, release: clock() },
  };
}

function countOfPieces({ columns }: Prepared, seen: SeenClasses, pieces: Pieces): CountedRows {
  const histogramOf = (column: number): Uint32Array => {
    const { codes, size, map } = columns[column];
    const histogram = new Uint32Array(seen.count * size);
    for (let p = 0; p < pieces.entry.length; p++) {
      if (pieces.classId[p] === suppressedRow) continue;
      const code = codes[pieces.entry[p]];
      histogram[pieces.classId[p] * size + (map === undefined ? code : map[code])] += pieces.count[p];
    }
    return histogram;
  };
  const { entry, classId, count } = pieces;
  const valuesOf = ({ codes, texts }: Column): ClassValues => {
    const own = new Uint32Array(entry.length);
    for (let p = 0; p < entry.length; p++) own[p] = codes[entry[p]];
    return countByClass(seen.count, classId, own, texts.length, count);
  };
  return { ...countPieces(pieces, seen.count), histogramOf, valuesOf };
}

function countOfRows(prepared: Prepared, classes: number, classOf: Uint32Array, engine: Engine): CountedRows {
  const { sizes, suppressed } = countRows(classOf, classes);
  // Suppressed rows stand in one more class, which is cut off the histograms again.
  const all = suppressed === 0 ? classOf : classOf.map((c) => (c === suppressedRow ? classes : c));
  const count = classes + (suppressed === 0 ? 0 : 1);
  const histograms = new Map<number, Uint32Array>();
  const histogramOf = (column: number): Uint32Array => {
    let histogram = histograms.get(column);
    if (histogram === undefined) {
      const whole = engine.histogram(prepared.resident, { count, classOf: all }, column);
      histogram = whole.subarray(0, classes * prepared.resident.sizes[column]);
      histograms.set(column, histogram);
    }
    return histogram;
  };
  const valuesOf = ({ codes, texts }: Column): ClassValues => countByClass(classes, classOf, codes, texts.length);
  return { sizes, suppressed, histogramOf, valuesOf };
}

type Vectors = Released['vectors'];

/** The distinct vectors of quasi-identifiers, copied out of the engine, with the class of each where boxes share none. */
function distinctVectors(
  table: Table,
  prepared: Prepared,
  recoding: Recoding,
  seen: SeenClasses,
  engine: Engine,
): Vectors {
  const { domains, set } = prepared;
  if (domains.some(({ coding }) => coding !== undefined)) return valueVectors(table, prepared, recoding, seen, engine);
  const at = domains.map((_, index) => index);
  if (set.sizes.length === domains.length) {
    return {
      codes: at.map((index) => set.codes(index)),
      counts: set.counts(),
      ...knownClasses(set.length, recoding, seen),
    };
  }
  const vectors = engine.project(set, at);
  try {
    return { codes: at.map((index) => vectors.codes(index)), counts: vectors.counts() };
  } finally {
    vectors.dispose();
  }
}

/** The distinct vectors of values, where the search saw coded leaves. */
function valueVectors(
  { entries, weights }: Table,
  prepared: Prepared,
  recoding: Recoding,
  seen: SeenClasses,
  engine: Engine,
): Vectors {
  const columns = prepared.domains.map(valuesOf).map(({ column, leafOf, size }) => ({ codes: column.codes, map: leafOf, size })); // prettier-ignore
  const { groups, groupOf, codes } = groupColumns(engine, entries, columns);
  const counts = new Uint32Array(groups);
  for (let entry = 0; entry < entries; entry++) counts[groupOf[entry]] += weights === null ? 1 : weights[entry];
  if (!isDisjoint(recoding, seen)) return { codes, counts };
  const classOfSearched = onlyClasses(prepared.set.length, recoding, seen);
  const vectorOf = prepared.vectorOf();
  const classOf = new Uint32Array(groups);
  for (let entry = 0; entry < entries; entry++) classOf[groupOf[entry]] = classOfSearched[vectorOf[entry]];
  return { codes, counts, classOf, isOutside: recoding.levels !== undefined };
}

/** The distinct vectors where every entry is one. */
function entryVectors({ domains }: Prepared, weights: Uint32Array, recoding: Recoding, seen: SeenClasses): Vectors {
  const codes = domains.map(valuesOf).map(({ column, leafOf, size }) => mapCodes(column.codes, leafOf, size));
  return { codes, counts: weights, ...knownClasses(weights.length, recoding, seen) };
}

/**
 * The class of every vector, where boxes share none. By levels a vector lies in no box but that of its own nodes, which is
 * released with all vectors under it or not at all.
 */
function knownClasses(vectors: number, recoding: Recoding, seen: SeenClasses): Pick<Vectors, 'classOf' | 'isOutside'> {
  if (!isDisjoint(recoding, seen)) return {};
  return { classOf: onlyClasses(vectors, recoding, seen), isOutside: recoding.levels !== undefined };
}

/** True when released values are the recoding's boxes, class by class, and those share no vector. */
function isDisjoint({ disjoint = false, classes, lower, upper }: Recoding, { count, classOf, searched }: SeenClasses) {
  if (!disjoint || count !== classes) return false;
  return searched.every(({ values, valueOf }, a) => {
    for (let c = 0; c < classes; c++) {
      const { lo, hi } = values[valueOf[classOf[c]]];
      if (lo !== lower[a][c] || hi !== upper[a][c]) return false;
    }
    return true;
  });
}

/** [vectors] class as seen, or {@link suppressedRow}. */
function onlyClasses(vectors: number, { parts }: Recoding, seen: SeenClasses): Uint32Array {
  const classOf = new Uint32Array(vectors).fill(suppressedRow);
  for (let p = 0; p < parts.vector.length; p++) classOf[parts.vector[p]] = seen.classOf[parts.classId[p]];
  return classOf;
}

/** Seconds since the last call. */
export function stopwatch(): () => number {
  let last = performance.now();
  return () => {
    const now = performance.now();
    const seconds = (now - last) / 1000;
    last = now;
    return seconds;
  };
}

/** Allocation failures of the host as CapacityError; every other error as it is. */
export function asCapacityError(error: unknown, rows: number): unknown {
  if (error instanceof RangeError && /allocation|array length|out of memory/i.test(error.message)) {
    return new CapacityError(
      'memory of this machine (bytes of one array of the run, bytes that are left)',
      4 * rows,
      0,
    );
  }
  return error;
}
