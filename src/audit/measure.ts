import type { Table } from '../table/table.js';
import type { RowCounts } from './columns.js';
import type { Grouping } from './grouping.js';
import { groupInSteps } from './grouping.js';
import type { ClassPairs, ReadAttribute } from './metrics.js';
import {
  cellMetrics,
  classification,
  classificationPenalty,
  discernibility,
  largestClass,
  majorities,
  rowInformationLoss,
} from './metrics.js';
import type { QueriedTables } from './queries.js';
import { noQueryErrors, queryErrors } from './queries.js';
import type { AuditedMetrics, AuditSpec } from './spec.js';

/** A release that was read and judged. */
export interface JudgedRelease {
  readonly release: Table;
  readonly spec: AuditSpec;
  readonly counts: RowCounts;
  /** What people hide in: classes or, of a permuted release, buckets; and [classes] rows without suppressed ones. */
  readonly classes: Grouping;
  readonly sizes: Uint32Array;
  /** Rows by the labels of all quasi-identifiers, and [quasi-identifiers][vectors] those labels. */
  readonly vectors: Grouping;
  readonly codes: readonly Uint32Array[];
  /** Null where the domain or a label is not known. */
  readonly attributes: readonly (ReadAttribute | null)[];
  /** Of a permuted release; null for others. */
  readonly buckets: Grouping | null;
  /** True where suppressed rows stand beside a class of the whole domain and cannot be told from it. */
  readonly isMixed: boolean;
  readonly divergence: number | null;
  /** Release and original, where both are known and nothing is wrong; else null. */
  readonly fit: Pick<QueriedTables, 'release' | 'original' | 'spec' | 'attributes' | 'missing'> | null;
}

/** Measures a release by every metric. Yields between stretches of the work. */
export function* measureRelease(judged: JudgedRelease): Generator<void, AuditedMetrics> {
  const { release, spec, counts, classes, sizes, codes, attributes, buckets, isMixed, divergence } = judged;
  const { rows, suppressed } = counts;
  const labelled = isMixed ? null : yield* countLabels(release, spec.classColumn ?? spec.sensitiveColumn, classes);
  yield;
  const classCount = sizes.reduce((count, size) => count + (size > 0 ? 1 : 0), suppressed > 0 ? 1 : 0);
  const k = spec.privacy.reduce((most, model) => (model.model === 'k-anonymity' ? Math.max(most, model.k) : most), 1);
  return {
    discernibility: discernibility(sizes, rows, suppressed),
    classification:
      labelled === null || labelled.name !== spec.classColumn ? null : classification(labelled.most, sizes, suppressed),
    classificationPenalty: labelled === null ? null : classificationPenalty(labelled.most, sizes, rows, suppressed),
    averageClassSize: classCount === 0 ? null : rows / classCount / k,
    largestClass: largestClass(sizes),
    ...cellMetrics(attributes, rows, suppressed, spec.levelVector),
    rowInformationLoss: buckets === null ? rowInformationLoss(attributes, codes, sizes, rows, suppressed) : null,
    klDivergence: divergence,
    ...(yield* askQueries(judged, labelled)),
  };
}

/** `labelled` may have counted the sensitive column already. */
function* askQueries(
  { release, spec, counts, classes, sizes, vectors, codes, buckets, isMixed, fit }: JudgedRelease,
  labelled: LabelledRows | null,
) {
  if (fit === null || (isMixed && spec.sensitiveColumn !== undefined)) return noQueryErrors;
  const isCounted = labelled !== null && labelled.name === spec.sensitiveColumn;
  const sensitive =
    isCounted || buckets !== null ? labelled : yield* countLabels(release, spec.sensitiveColumn, classes);
  yield;
  return yield* queryErrors({
    ...fit,
    classes: vectors,
    codes,
    sizes: buckets === null ? sizes : vectors.sizes,
    suppressed: counts.suppressed,
    sensitivePairs: sensitive?.pairs ?? null,
    buckets,
    groups: spec.permutation?.groups ?? null,
  });
}

interface LabelledRows {
  /** The column. */
  readonly name: string | undefined;
  readonly pairs: ClassPairs;
  /** [classes] rows of the most frequent value. */
  readonly most: Uint32Array;
}

/** Rows of every class by the values of a column; null without the column. */
function* countLabels(
  release: Table,
  name: string | undefined,
  classes: Grouping,
): Generator<void, LabelledRows | null> {
  const column = name === undefined ? undefined : release.column(name);
  if (column === undefined) return null;
  const coded = [{ codes: column.codes, width: column.texts.length }];
  const { depths, sizes } = (yield* groupInSteps(release, coded, classes)) as Grouping;
  const pairs = { classOf: depths[0].parent, code: depths[0].code, rows: sizes };
  return { name, pairs, most: majorities(classes.count, pairs) };
}
