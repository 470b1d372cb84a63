import { largestOf } from '../../base/sequences.js';
import { runToCompletion } from '../../base/steps.js';
import type { Anonymize } from '../../pipeline/anonymize.js';
import { AbortError, InfeasibleError, KohortError } from '../../base/errors.js';
import type { Domain } from '../../hierarchy/domain.js';
import type { CheckedJob } from '../../job/job.js';
import { planColumns } from '../../job/plan.js';
import { resolveRoles } from '../../job/roles.js';
import { seededRandom } from '../../base/random.js';
import { suppressedRow } from '../../release/pieces.js';
import type { ReleasePlan } from '../../pipeline/options.js';
import type { RunOptions } from '../../pipeline/options.js';
import { planRun } from '../../pipeline/plan-run.js';
import { buildDomains } from '../../pipeline/prepare.js';
import { resolveChecked } from '../../pipeline/resolve-job.js';
import type { Column, Table, Warning } from '../../table/table.js';
import type { Classifier } from './classifier.js';
import { encoderFor } from './features.js';
import type { HeldOut } from './hold-out.js';
import { holdOut } from './hold-out.js';
import { leavesOf, locator } from './locate.js';

/** Maximum rows that an accuracy is measured on; of larger tables this number is drawn. */
export const mostRows = 45_000;
const mostLabels = 100;
const notGeneralized = 'its releases are not made of generalized values';

/** Reference for the accuracies of a comparison. */
export interface AccuracyReference {
  /** Name of the classifier. */
  readonly classifier: string;
  /** The class column. */
  readonly attribute: string;
  /** Rows held out, in sum over `holdouts`. */
  readonly testRows: number;
  /** Number of thirds of the rows that were held out in turn, 1 .. 3. */
  readonly holdouts: number;
  /** Seed of the division into thirds. */
  readonly seed: number;
  /** Share of the held-out rows whose label is right when the classifier was trained on the original rows, 0 .. 1. */
  readonly original: number;
  /** Share of the held-out rows that have the commonest label, 0 .. 1: what is right without any classifier. */
  readonly majority: number;
}

/** An accuracy that can be measured for several jobs on the same held-out rows. */
export interface AccuracyStudy {
  /** Accuracies that those of a release are compared with. */
  readonly reference: AccuracyReference;
  /** `ACCURACY_SAMPLED`, where rows were drawn. */
  readonly warnings: readonly Warning[];
  /**
   * The share of held-out rows whose label is right. The training rows alone are anonymized, so nothing of the held-out rows
   * is in the release; the classifier learns from released values and labels; a held-out row is mapped to the values
   * that the release would give it. Null, and why, where the training rows have no such release.
   */
  measure(
    job: CheckedJob,
    options: RunOptions,
  ): Promise<{ readonly accuracy: number | null; readonly reason: string | null }>;
}

/**
 * Makes the study of a table, or says in a warning why there is none.
 *
 * @param holdouts - thirds that are held out in turn, 1 .. 3
 */
export function studyAccuracy(
  anonymize: Anonymize,
  table: Table,
  job: CheckedJob,
  classifier: Classifier,
  holdouts: number,
  seed: number,
): AccuracyStudy | Warning {
  const plan = planColumns(job, table.columns);
  const hasClass = plan.columns.some(({ role }) => role === 'class');
  const label = hasClass ? resolveRoles(plan, table).class : null;
  if (label === null) {
    return { code: 'NO_CLASS_COLUMN', message: 'no attribute has the role "class": accuracies are null' };
  }
  if (label.texts.length > mostLabels || table.rows < 3) {
    return {
      code: 'ACCURACY_NOT_MEASURED',
      message: `accuracies take at least 3 rows and a class column of at most ${mostLabels} values: they are null`,
      attribute: label.name,
    };
  }
  const parts = holdOut(table, mostRows, holdouts, seededRandom(seed));
  let rows = 0;
  let original = 0;
  let majority = 0;
  for (const part of parts) {
    rows += part.test.rows;
    original += correctOnOriginal(part, job, label.name, classifier);
    majority += correctOfMajority(part, label.name);
  }
  return {
    reference: {
      classifier: classifier.name,
      attribute: label.name,
      testRows: rows,
      holdouts,
      seed,
      original: original / rows,
      majority: majority / rows,
    },
    warnings:
      table.rows <= mostRows
        ? []
        : [{ code: 'ACCURACY_SAMPLED', message: `accuracies are measured on ${mostRows} rows drawn from the table` }],
    async measure(measured, options) {
      const { permutes, takesLists } = resolveChecked(measured).algorithm;
      if (permutes !== undefined || takesLists !== undefined) return { accuracy: null, reason: notGeneralized };
      let correct = 0;
      for (const part of parts) {
        try {
          const { plan, result } = await anonymize(part.training, measured, options);
          // Means have no loss: a held-out row has none that the release would give it.
          if (plan === undefined || result.metrics.loss === null) return { accuracy: null, reason: notGeneralized };
          correct += correctOnRelease(part, plan, label.name, classifier);
        } catch (error) {
          if (!(error instanceof KohortError) || error instanceof AbortError || error.exitCode !== 1) throw error;
          return { accuracy: null, reason: error.message };
        }
      }
      return { accuracy: correct / rows, reason: null };
    },
  };
}

function correctOnRelease(
  { training, test }: HeldOut,
  plan: ReleasePlan,
  name: string,
  classifier: Classifier,
): number {
  const { attributes, pieces } = plan;
  const domains = attributes.map(({ domain }) => domain);
  const encoder = encoderFor(domains);
  const byClass = Array.from(attributes[0].valueOf, (_, c) =>
    encoder.encode(attributes.map(({ values, valueOf }) => values[valueOf[c]])),
  );
  const labels = training.column(name)!;
  const rows: Float64Array[] = [];
  const texts: string[] = [];
  pieces.entry.forEach((entry, p) => {
    if (pieces.classId[p] === suppressedRow) return;
    for (let i = 0; i < pieces.count[p]; i++) {
      rows.push(byClass[pieces.classId[p]]);
      texts.push(labels.texts[labels.codes[entry]]);
    }
  });
  if (rows.length === 0) throw new InfeasibleError('ALL_ROWS_SUPPRESSED', 'every training row was suppressed');
  const locate = locator(attributes);
  return score({ rows, texts }, test, name, classifier, domains, (leaves) => {
    const values = locate(leaves);
    return encoder.encode(attributes.map((attribute, a) => (values[a] < 0 ? null : attribute.values[values[a]])));
  });
}

function correctOnOriginal({ training, test }: HeldOut, job: CheckedJob, name: string, classifier: Classifier): number {
  const plan = planRun(resolveChecked(job), training.columns);
  const built = buildDomains(resolveRoles(plan, training), plan, null, training.weights);
  const { domains } = runToCompletion(built);
  const encoder = encoderFor(domains);
  const encode = (leaves: readonly number[]): Float64Array =>
    encoder.encode(leaves.map((leaf) => (leaf < 0 ? null : { lo: leaf, hi: leaf })));
  const labels = training.column(name)!;
  const rows: Float64Array[] = [];
  const texts: string[] = [];
  for (let entry = 0; entry < training.entries; entry++) {
    const row = encode(domains.map(({ column, leafOf }) => leafOf[column.codes[entry]]));
    for (let i = 0; i < training.weights![entry]; i++) {
      rows.push(row);
      texts.push(labels.texts[labels.codes[entry]]);
    }
  }
  return score({ rows, texts }, test, name, classifier, domains, encode);
}

/** Trains and counts the test rows whose label is right. */
function score(
  training: { readonly rows: readonly Float64Array[]; readonly texts: readonly string[] },
  test: Table,
  name: string,
  classifier: Classifier,
  domains: readonly Domain[],
  encode: (leaves: readonly number[]) => Float64Array,
): number {
  const known = [...new Set(training.texts)];
  const codeOf = new Map(known.map((text, code) => [text, code]));
  const predict = classifier.train(
    training.rows,
    training.texts.map((text) => codeOf.get(text)!),
  );
  const columns = domains.map(({ attribute }) => test.column(attribute)!);
  const leafOf = domains.map((domain, a) => leavesOf(domain, columns[a]));
  const rows: Float64Array[] = [];
  const memo = new Map<string, number>();
  const rowOf = Uint32Array.from({ length: test.entries }, (_, entry) => {
    const leaves = columns.map((column, a) => leafOf[a][column.codes[entry]]);
    const key = leaves.join();
    let row = memo.get(key);
    if (row === undefined) {
      row = rows.push(encode(leaves)) - 1;
      memo.set(key, row);
    }
    return row;
  });
  const predicted = predict(rows);
  const labels = test.column(name)!;
  let correct = 0;
  rowOf.forEach((row, entry) => {
    if (known[predicted[row]] === labels.texts[labels.codes[entry]]) correct += test.weights![entry];
  });
  return correct;
}

/** Test rows with the label that most training rows have, the first of several. */
function correctOfMajority({ training, test }: HeldOut, name: string): number {
  const seen: Column = training.column(name)!;
  const counts = seen.rowsPerCode!;
  const text = seen.texts[counts.indexOf(largestOf(counts))];
  const labels = test.column(name)!;
  const code = labels.texts.indexOf(text);
  return code < 0 ? 0 : labels.rowsPerCode![code];
}
