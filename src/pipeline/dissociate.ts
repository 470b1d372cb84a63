import type { DissociationOptions } from '../algorithms/sets/dissociation.js';
import { dissociateRecords, dissociationOptions } from '../algorithms/sets/dissociation.js';
import type { JointCluster } from '../algorithms/sets/refine.js';
import { auditDissociated, auditDissociatedInSteps } from '../audit/dissociated.js';
import type { DissociatedSpec } from '../audit/dissociated.js';
import type { AuditReport } from '../audit/report.js';
import { InvalidArgumentError } from '../base/errors.js';
import { formatPath } from '../base/describe.js';
import { parseWith } from '../base/schema-parts.js';
import type { ResolvedJob } from './resolved-job.js';
import { isWithheld, requireColumns, roleIn } from '../job/roles.js';
import { measureSizes } from '../quality/metrics.js';
import { buildDissociated, dissociatedColumns } from '../release/build-dissociated.js';
import type { Steps } from '../base/steps.js';
import type { Column, Table } from '../table/table.js';
import { rowsPerEntry } from '../table/table.js';
import { requireRows } from './pre-checks.js';
import { notApplicable } from './recoding/keep-recoding.js';
import { stopwatch } from './stopwatch.js';
import type { CheckedRun, RunContext, Unconfirmed } from './run-values.js';

/**
 * What a job of dissociation says. Throws InvalidArgumentError: MODEL_UNSUPPORTED unless the job has km-anonymity of one attribute
 * and nothing else, COLUMN_UNSUPPORTED for another attribute that would be released, RESERVED_NAME.
 */
function dissociatedSpecOf(job: ResolvedJob): DissociatedSpec {
  const [model, ...others] = job.privacy;
  if (model.model !== 'km-anonymity' || others.length > 0) {
    throw new InvalidArgumentError(
      'privacy',
      'one model, km-anonymity of the set-valued attribute, with dissociation',
      job.privacy.map((each) => each.model).join(', '),
      'MODEL_UNSUPPORTED',
    );
  }
  const { attribute, k, m } = model;
  if ((dissociatedColumns as readonly string[]).includes(attribute)) {
    throw new InvalidArgumentError(
      formatPath(['attributes', attribute]),
      `another name than ${dissociatedColumns.join(', ')}, which the release has itself`,
      JSON.stringify(attribute),
      'RESERVED_NAME',
    );
  }
  const names = Object.keys(job.attributes);
  const released = names.find((name) => name !== attribute && !isWithheld(job, name));
  if (released !== undefined || job.defaultRole === 'insensitive') {
    throw new InvalidArgumentError(
      released === undefined ? 'defaultRole' : formatPath(['attributes', released, 'role']),
      '"drop" or "identifier": dissociation releases the set-valued attribute alone, since other columns would join its parts',
      JSON.stringify(released === undefined ? job.defaultRole : roleIn(job, released)),
      'COLUMN_UNSUPPORTED',
    );
  }
  return {
    attribute,
    delimiter: job.attributes[attribute].set!.delimiter,
    k,
    m,
    missing: job.input?.missing ?? [''],
    identifiers: names.filter((name) => name !== attribute),
  };
}

/** Audits a dissociated release. */
export const auditDissociation = (release: Table, job: ResolvedJob, original?: Table): AuditReport =>
  auditDissociated(release, dissociatedSpecOf(job), original);

/** A job of dissociation on a table with a set-valued column. Throws what can be told before the search. */
export function checkListRun(table: Table, job: ResolvedJob): CheckedRun {
  const spec = dissociatedSpecOf(job);
  const options = parseWith(dissociationOptions(spec.k), job.given, ['algorithm']);
  requireColumns(
    job,
    table.columns.map(({ name }) => name),
  );
  requireRows(table, spec.k);
  return {
    rows: table.rows,
    quasiIdentifiers: [spec.attribute],
    warnings: table.warnings,
    execute: (_, context) => dissociate(table, spec, options, context),
  };
}

/** The steps of a run in their order; records take the place of vectors, and parts of records that of classes. */
async function dissociate(
  table: Table,
  spec: DissociatedSpec,
  options: DissociationOptions,
  { job, progress, random }: RunContext,
): Promise<Unconfirmed> {
  const clock = stopwatch();
  const { attribute, delimiter, k, m } = spec;
  await progress.pause('prepare', 0);
  const { records, texts } = await progress.drive('prepare', 0, readRecords(table, table.column(attribute)!, spec));
  await progress.pause('search', 0);
  const joints = await dissociateRecords(records, texts.length, k, m, options, async () =>
    progress.pauseWhenDue('search', 0),
  );
  const search = clock();
  await progress.pause('measure', 0);
  const solution = { kind: 'sets', attribute, ...countSolution(joints, records) };
  const achieved = { k: await progress.drive('measure', 0, fewestOf(joints, m)) };
  const sizes = Uint32Array.from(joints.flatMap(({ clusters }) => clusters.map(({ rows }) => rows.length)));
  const metrics = await progress.drive('measure', 0.5, measureSizes({ rows: table.rows, suppressed: 0, sizes, k }));
  const measure = clock();
  await progress.pause('release', 0);
  const isShuffled = job.output?.order !== 'input';
  const column = { name: attribute, delimiter };
  const release = await progress.drive('release', 0.5, buildDissociated(joints, texts, column, random, { isShuffled }));
  return {
    release,
    sensitive: null,
    classes: solution.clusters,
    suppressed: 0,
    privacy: [{ model: 'km-anonymity', attribute, required: { k, m }, achieved, holds: achieved.k >= k }],
    metrics,
    outcome: { solution, options: { ...options }, search: { optimal: false, lowerBound: null, nodes: 0, checked: 0 } },
    recoding: notApplicable('sets', 'lists are taken apart together with those of other rows'),
    warnings: [],
    audit: auditDissociatedInSteps(release, spec, table),
    seconds: { search, measure, release: clock() },
  };
}

/** Entries, or texts, read between two yields. */
const YIELD_ENTRIES = 1 << 13;

/** The terms of every row as numbers, the most frequent first; ascending in a record. */
function* readRecords(
  table: Table,
  { codes, texts, missingCode }: Column,
  { delimiter, missing }: DissociatedSpec,
): Steps<{ readonly records: readonly Uint32Array[]; readonly texts: readonly string[] }> {
  const rowsWith = new Float64Array(texts.length);
  const weights = rowsPerEntry(table);
  codes.forEach((code, entry) => (rowsWith[code] += weights[entry]));
  const items: string[][] = [];
  const supports = new Map<string, number>();
  for (const [code, text] of texts.entries()) {
    if (code % YIELD_ENTRIES === 0) yield;
    const own = code === missingCode ? [] : text.split(delimiter).map((item) => item.trim());
    items.push([...new Set(own.filter((item) => item !== '' && !missing.includes(item)))]);
    if (rowsWith[code] === 0) continue;
    for (const item of items[code]) supports.set(item, (supports.get(item) ?? 0) + rowsWith[code]);
  }
  const known = [...supports.keys()].sort((a, b) => supports.get(b)! - supports.get(a)! || (a < b ? -1 : 1));
  const numberOf = new Map(known.map((item, number) => [item, number]));
  const recordOf: Uint32Array[] = [];
  for (const [code, own] of items.entries()) {
    if (code % YIELD_ENTRIES === 0) yield;
    recordOf.push(Uint32Array.from(own, (item) => numberOf.get(item)!).sort());
  }
  const records: Uint32Array[] = [];
  for (let entry = 0; entry < codes.length; entry++) {
    if (entry % YIELD_ENTRIES === 0) yield;
    for (let i = 0; i < weights[entry]; i++) records.push(recordOf[codes[entry]]);
  }
  return { records, texts: known };
}

function countSolution(joints: readonly JointCluster[], records: readonly Uint32Array[]) {
  const clusters = joints.flatMap((joint) => joint.clusters);
  const chunks = clusters.flatMap((cluster) => cluster.chunks);
  const shared = joints.flatMap((joint) => joint.shared);
  const count = (subRecords: readonly { readonly length: number }[]): number =>
    subRecords.reduce((sum, { length }) => sum + length, 0);
  const all = count(records);
  const told = [...chunks, ...shared].reduce((sum, { subRecords }) => sum + count(subRecords), 0);
  return {
    clusters: clusters.length,
    recordChunks: chunks.length,
    jointClusters: joints.filter((joint) => joint.clusters.length > 1).length,
    sharedChunks: shared.length,
    /** Terms of records, in how many the release tells that a record has them, and the rest, known by cluster alone. */
    terms: all,
    termsInChunks: told,
    termsInTermChunks: all - told,
  };
}

/** The largest k that the parts of the release have: records of a cluster, sub-records with a set of up to m terms. */
function* fewestOf(joints: readonly JointCluster[], m: number): Steps<number> {
  let fewest = Infinity;
  for (const { clusters, shared } of joints) {
    yield;
    for (const { rows } of clusters) fewest = Math.min(fewest, rows.length);
    for (const { subRecords } of [...clusters.flatMap(({ chunks }) => chunks), ...shared]) {
      const supports = new Map<string, number>();
      for (const terms of subRecords) countSets(terms, m, supports);
      for (const support of supports.values()) fewest = Math.min(fewest, support);
    }
  }
  return fewest;
}

function countSets(terms: readonly number[], m: number, supports: Map<string, number>): void {
  const extend = (from: number, length: number, key: string): void => {
    for (let at = from; at < terms.length; at++) {
      const longer = `${key} ${terms[at]}`;
      supports.set(longer, (supports.get(longer) ?? 0) + 1);
      if (length + 1 < m) extend(at + 1, length + 1, longer);
    }
  };
  extend(0, 0, '');
}
