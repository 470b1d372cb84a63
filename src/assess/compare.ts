import { appendAll } from '../base/sequences.js';
import type { Anonymize } from '../pipeline/anonymize.js';
import { listAlgorithms } from '../pipeline/catalogue.js';
import { AbortError, InvalidArgumentError, KohortError } from '../base/errors.js';
import type { AccuracyReference, AccuracyStudy } from './accuracy/accuracy.js';
import { studyAccuracy } from './accuracy/accuracy.js';
import type { Classifier } from './accuracy/classifier.js';
import type { Criterion } from './accuracy/pareto.js';
import { markPareto } from './accuracy/pareto.js';
import type { AlgorithmSpec, CheckedJob, HierarchySpec, Job, PrivacySpec } from '../job/job.js';
import { listNames, suggestion } from '../base/near-name.js';
import { plural } from '../base/plural.js';
import { suggestLevels } from './proposal/level-hierarchies.js';
import type { AnonymizeResult, RunResult } from '../pipeline/result.js';
import type { RunOptions } from '../pipeline/options.js';
import { checkRunOptions } from '../pipeline/options.js';
import type { ResolvedJob } from '../pipeline/resolve-job.js';
import { resolveJob, toJob, withAlgorithm } from '../pipeline/resolve-job.js';
import type { TableSource } from '../io/read-table.js';
import { nameOfKey } from '../job/patterns.js';
import { namesForPatterns } from '../job/roles.js';
import { parseJob } from '../pipeline/parse-job.js';
import { readForChecked } from '../pipeline/read-for-checked.js';
import { takeInput } from '../pipeline/take-rows.js';
import { runWithEvents } from '../base/steps.js';
import type { Table, Warning } from '../table/table.js';
import { hidesFigures, publishResult } from '../pipeline/publish-figures.js';
import { isTable } from '../table/table.js';

/** One row of a comparison: an algorithm, with one k. */
export interface ComparedRun {
  /** Name of the algorithm. */
  readonly algorithm: string;
  /** Options of the algorithm as they were asked for; absent where none were. */
  readonly options?: Readonly<Record<string, unknown>>;
  /** Largest k of the job's models, or null where none has a k. */
  readonly k: number | null;
  /** Hierarchies that the job lacks and this algorithm needs, by column, as the goal `levels` proposes them; absent where none were. */
  readonly suggested?: Readonly<Record<string, HierarchySpec>>;
  /** Null when the algorithm has no release for this job; `error` says why. */
  readonly result: RunResult | null;
  /** Error that prevented the release; null where there is one. */
  readonly error: {
    /** Stable name, docs/errors.md. */
    readonly code: string;
    /** Message for people. */
    readonly message: string;
  } | null;
  /** Kind of the release: classes of generalized rows, buckets of permuted values, or records that are split; null without a release. */
  readonly family: 'generalizing' | 'permuting' | 'dissociating' | null;
  /** Largest re-identification risk: 1 / rows of the smallest released class, or its persons where they are counted; null without a release or classes, and where values are permuted. */
  readonly risk: number | null;
  /** Share of held-out rows whose label a classifier gets right that was trained on a release; null where not measured. */
  readonly accuracy: number | null;
  /** True when no other row of the same family is as good by every criterion and better by one; null where a criterion has no value. */
  readonly paretoOptimal: boolean | null;
}

/** Result of `compare`: for every k, in its order, the algorithms in theirs. */
export interface Comparison {
  /** Rows of the input. */
  readonly rows: number;
  /** Persons of the table, where the job says whose a row is and there is a release; null: risks are of rows. */
  readonly persons: number | null;
  /** Runs for every k, in its order, by the algorithms in theirs. */
  readonly runs: readonly ComparedRun[];
  /** Names of the criteria behind `paretoOptimal`. */
  readonly pareto: readonly string[];
  /** Reference of the accuracies; null when none were measured. */
  readonly accuracy: AccuracyReference | null;
  /** Warnings about table and job. */
  readonly warnings: readonly Warning[];
}

/** Options of `compare` beside those of `anonymize`. */
export interface CompareOptions extends Omit<RunOptions, 'resume' | 'onCheckpoint' | 'checkpointSeconds'> {
  /** Runs the job with each of these in place of k in every model that has one; without such a model, with k-anonymity added. */
  readonly k?: readonly number[];
  /** Criteria of the Pareto marks: `risk`, `accuracy`, `suppressed`, `classes`, `seconds` or a metric. Default loss and risk. */
  readonly pareto?: readonly string[];
  /** False measures no accuracy. Default true: measured where there are a class column and a `classifier`. */
  readonly accuracy?: boolean;
  /** Such as `naiveBayes` of `kohort/classifier`. */
  readonly classifier?: Classifier;
  /** False gives figures as the command prints them, which give away nothing that labels hide (docs/metrics.md). Default true. */
  readonly exactMetrics?: boolean;
  /** Thirds of the rows that are held out in turn, 1 .. 3. Default 1. */
  readonly holdouts?: number;
}

/** Compares several algorithms on one job; they are names or objects of a name and options. */
export type Compare = (
  source: TableSource,
  job: Job,
  algorithms: readonly (string | AlgorithmSpec)[],
  options?: CompareOptions,
) => Promise<Comparison>;

const defaultCriteria = ['loss', 'risk'];
/** The table that runs are compared on, and their job. */
async function inputOf(
  source: TableSource,
  job: Job,
  signal: AbortSignal | undefined,
): Promise<{ readonly table: Table; readonly job: Job }> {
  const parsed = parseJob(job);
  const input = isTable(source)
    ? { table: source, job: namesForPatterns(parsed, source) }
    : await readForChecked(source, parsed, { signal });
  return runWithEvents(takeInput(input.table, input.job), signal);
}

/** Seed of the held-out rows where the run has none. */
const defaultSeed = 1;

/**
 * Binds `compare` to a front door. The bound function runs the job with each algorithm and each k (options of the job's own
 * algorithm are kept for that one, defaults taken for the others), one after the other; releases are audited like any and
 * thrown away. An algorithm without a solution (exit 1) is listed with its error; every other error ends the comparison.
 * Accuracies are measured as `studyAccuracy` says.
 */
export function bindCompare(anonymize: Anonymize): Compare {
  return async (source, asking, algorithms, options) => {
    const { table, job } = await inputOf(source, asking, options?.signal);
    const resolved = resolveJob(job);
    const runs = algorithms.map((given, index) => readAlgorithm(given, resolved, `algorithms[${index}]`));
    const asked = withPseudonymKey(readOptions(options), resolved);
    const { run, ks, criteria, wantsAccuracy } = asked;
    const warnings: Warning[] = [];
    const study = wantsAccuracy ? prepareStudy(anonymize, table, toJob(resolved), asked, warnings) : null;
    const lacking = suggestionsFor(table, resolved, runs);
    if (lacking.warning !== null) warnings.push(lacking.warning);
    const rows: Omit<ComparedRun, 'paretoOptimal'>[] = [];
    const planned = ks.flatMap((k) => {
      const privacy = k === null ? resolved.privacy : withK(resolved.privacy, k);
      return runs.map((each) => ({ ...each, privacy, k: largestK(privacy) }));
    });
    for (const { name, options: own, needsLevels, privacy, k } of planned) {
      if (isEnded(run) && rows.length > 0) break;
      const suggested = needsLevels ? lacking.suggested : null;
      const plain = toJob(resolved);
      const jobOfRow: CheckedJob = {
        ...plain,
        ...(suggested === null ? {} : { attributes: withHierarchies(plain.attributes, suggested) }),
        privacy,
        algorithm: own === undefined ? name : { ...own, name },
      };
      const found = await runOne(anonymize, table, jobOfRow, run, asked);
      for (const { code, message } of found.result?.warnings ?? []) {
        if (code === 'STOPPED_EARLY') warnings.push({ code, message: `${name}, k = ${k}: ${message}` });
      }
      let accuracy: number | null = null;
      if (study !== null && found.result !== null) {
        const measured = await measureAccuracy(study, jobOfRow, run);
        ({ accuracy } = measured);
        if (measured.reason !== null) {
          warnings.push({
            code: 'ACCURACY_NOT_MEASURED',
            message: `${name}, k = ${k}: no accuracy: ${measured.reason}`,
          });
        }
      }
      rows.push({ algorithm: name, options: own, k, ...(suggested === null ? {} : { suggested }), ...found, accuracy });
    }
    if (rows.length < planned.length) {
      const message = `the comparison was interrupted: ${planned.length - rows.length} of its ${planned.length} runs are missing`;
      warnings.push({ code: 'STOPPED_EARLY', message });
    }
    const marks = marksByFamily(rows, criteria);
    return {
      rows: table.rows,
      persons: rows.find(({ result }) => result !== null)?.result?.persons ?? null,
      runs: rows.map((row, i) => ({ ...row, paretoOptimal: marks[i] })),
      pareto: criteria.map(({ name }) => name),
      accuracy: study?.reference ?? null,
      warnings,
    };
  };
}

interface AskedAlgorithm {
  readonly name: string;
  readonly options?: Readonly<Record<string, unknown>>;
  readonly needsLevels: boolean;
}

type Suggested = Readonly<Record<string, HierarchySpec>>;

/** Hierarchies for algorithms that need levels, of columns that have none; null where there is nothing to suggest. */
function suggestionsFor(
  table: Table,
  job: ResolvedJob,
  runs: readonly AskedAlgorithm[],
): { readonly suggested: Suggested | null; readonly warning: Warning | null } {
  const names = runs.filter(({ needsLevels }) => needsLevels).map(({ name }) => name);
  const suggested = names.length === 0 ? new Map<string, HierarchySpec>() : suggestLevels(table, toJob(job).attributes);
  if (suggested.size === 0) return { suggested: null, warning: null };
  const columns = plural(suggested.size, 'column');
  const message = `${columns} ${listNames([...suggested.keys()])} of the job ${plural(suggested.size, 'has', 'have')} no hierarchy, and ${[...new Set(names)].join(', ')} ${plural(names.length, 'needs', 'need')} levels: compared with the hierarchies of the goal "levels"`;
  return { suggested: Object.fromEntries(suggested), warning: { code: 'LEVELS_SUGGESTED', message } };
}

const withHierarchies = (attributes: CheckedJob['attributes'], suggested: Suggested): CheckedJob['attributes'] =>
  Object.fromEntries(
    Object.entries(attributes).map(([name, spec]) => [
      name,
      Object.hasOwn(suggested, nameOfKey(name)) ? { ...spec, hierarchy: suggested[nameOfKey(name)] } : spec,
    ]),
  );

function readAlgorithm(asked: string | AlgorithmSpec, job: ResolvedJob, path: string): AskedAlgorithm {
  const { algorithm, given: options } = withAlgorithm(job, asked, path);
  const { name, needsLevels = false } = algorithm;
  return { name, needsLevels, ...(Object.keys(options).length === 0 ? {} : { options }) };
}

function readOptions(given: CompareOptions = {}) {
  const { k, pareto = defaultCriteria, accuracy = true, classifier, holdouts = 1, exactMetrics = true, ...run } = given;
  const wrong = (key: string, expected: string, value: unknown): InvalidArgumentError =>
    new InvalidArgumentError(`options.${key}`, expected, JSON.stringify(value) ?? typeof value, 'OPTION_RANGE');
  const isK = (value: unknown): boolean =>
    Number.isInteger(value) && (value as number) >= 1 && (value as number) < 2 ** 31;
  if (k !== undefined && !(Array.isArray(k) && k.length > 0 && k.every(isK))) {
    throw wrong('k', 'a list of whole numbers from 1 to 2^31 - 1', k);
  }
  if (!Array.isArray(pareto) || pareto.length === 0) throw wrong('pareto', 'a list of criteria', pareto);
  if (typeof accuracy !== 'boolean') throw wrong('accuracy', 'true or false', accuracy);
  if (![1, 2, 3].includes(holdouts)) throw wrong('holdouts', '1, 2 or 3', holdouts);
  if (classifier !== undefined && typeof classifier?.train !== 'function') {
    throw wrong('classifier', 'a classifier, such as naiveBayes of kohort/classifier', classifier);
  }
  for (const key of ['resume', 'onCheckpoint', 'checkpointSeconds']) {
    if (!Object.hasOwn(run, key)) continue;
    throw new InvalidArgumentError(`options.${key}`, 'none: a comparison is not resumed', 'one', 'UNKNOWN_OPTION');
  }
  return {
    run: checkRunOptions(run),
    ks: k ?? [null],
    criteria: pareto.map((name: unknown, i) => readCriterion(name, `options.pareto[${i}]`)),
    wantsAccuracy: accuracy,
    exactMetrics,
    classifier,
    holdouts,
  };
}

function readCriterion(name: unknown, path: string): Criterion {
  const known: Criterion[] = [
    ...['risk', 'suppressed', 'seconds'].map((each) => ({ name: each, higherIsBetter: false })),
    ...['accuracy', 'classes'].map((each) => ({ name: each, higherIsBetter: true })),
    ...listAlgorithms().metrics,
  ];
  const found = known.find((each) => each.name === name);
  if (found !== undefined) return { name: found.name, higherIsBetter: found.higherIsBetter };
  const names = known.map((each) => each.name);
  const near = typeof name === 'string' ? suggestion(name, names) : '';
  throw new InvalidArgumentError(path, `one of ${names.join(', ')}${near}`, JSON.stringify(name), 'UNKNOWN_VALUE');
}

function prepareStudy(
  anonymize: Anonymize,
  table: Table,
  job: CheckedJob,
  { classifier, holdouts, run }: ReturnType<typeof readOptions>,
  warnings: Warning[],
): AccuracyStudy | null {
  if (classifier === undefined) {
    warnings.push({
      code: 'NO_CLASSIFIER',
      message:
        'no classifier is given (npm install ml-naivebayes; naiveBayes of kohort/classifier): accuracies are null',
    });
    return null;
  }
  const study = studyAccuracy(anonymize, table, job, classifier, holdouts, run.seed ?? defaultSeed);
  if ('code' in study) {
    warnings.push(study);
    return null;
  }
  appendAll(warnings, study.warnings);
  return study;
}

/** Pareto marks of every run among the runs of its own family. */
function marksByFamily(
  rows: readonly Omit<ComparedRun, 'paretoOptimal'>[],
  criteria: readonly Criterion[],
): (boolean | null)[] {
  const marks: (boolean | null)[] = rows.map(() => null);
  for (const family of new Set(rows.map((row) => row.family))) {
    const own = [...rows.keys()].filter((i) => rows[i].family === family);
    const scores = own.map((i) => criteria.map(({ name }) => scoreOf(rows[i], name)));
    markPareto(scores, criteria).forEach((mark, at) => (marks[own[at]] = mark));
  }
  return marks;
}

/** Rows or persons of the smallest class; of generalized lists those who have a set of items that somebody may know. */
function fewestAlike({ solution, quasiIdentifiers, privacy }: RunResult, audit: AnonymizeResult['audit']): number {
  const [{ model, attribute, achieved }] = privacy;
  const isOfItems = solution.kind === 'cut-nodes' && model === 'km-anonymity' && attribute === quasiIdentifiers[0];
  return isOfItems ? achieved.k : ((audit.classPersons ?? audit.classSizes)[0]?.[0] ?? 0);
}

function familyOf({ solution }: RunResult): NonNullable<ComparedRun['family']> {
  if (solution.kind === 'permutation') return 'permuting';
  return solution.kind === 'sets' ? 'dissociating' : 'generalizing';
}

const hasK = (model: PrivacySpec): model is PrivacySpec & { readonly k: number } => 'k' in model;

function withK(privacy: readonly PrivacySpec[], k: number): readonly PrivacySpec[] {
  if (!privacy.some(hasK)) return [...privacy, { model: 'k-anonymity', k }];
  return privacy.map((model) => (hasK(model) ? { ...model, k } : model));
}

const largestK = (privacy: readonly PrivacySpec[]): number | null =>
  privacy.reduce<number | null>((most, model) => (hasK(model) ? Math.max(most ?? 0, model.k) : most), null);

/** True when `finish` asks for what there is. */
const isEnded = ({ finish }: RunOptions): boolean => finish?.aborted === true;

/** Measures the accuracy; gives none where `finish` ends its searches, whose releases would be worse than the row's own. */
async function measureAccuracy(
  study: AccuracyStudy,
  job: CheckedJob,
  options: RunOptions,
): ReturnType<AccuracyStudy['measure']> {
  const measured = isEnded(options) ? null : await study.measure(job, options);
  if (measured !== null && !isEnded(options)) return measured;
  return { accuracy: null, reason: 'the comparison was interrupted' };
}

/** The options with a key for pseudonyms that are compared and not released. */
function withPseudonymKey<Asked extends { readonly run: RunOptions }>(asked: Asked, job: ResolvedJob): Asked {
  const isNeeded = Object.values(job.attributes).some(({ role }) => role === 'pseudonym');
  if (!isNeeded || asked.run.pseudonymKey !== undefined) return asked;
  return { ...asked, run: { ...asked.run, pseudonymKey: crypto.getRandomValues(new Uint8Array(32)) } };
}

async function runOne(
  anonymize: Anonymize,
  table: Table,
  job: CheckedJob,
  options: RunOptions,
  { exactMetrics }: { readonly exactMetrics: boolean },
): Promise<Pick<ComparedRun, 'result' | 'error' | 'risk' | 'family'>> {
  try {
    const { result: exact, audit } = await anonymize(table, job, options);
    const result = hidesFigures(job, { exactMetrics }) ? publishResult(exact, audit) : exact;
    const smallest = fewestAlike(result, audit);
    const family = familyOf(result);
    // 1 / rows of a bucket of permuted values is the chance of a value, not of a person.
    const risk = family === 'permuting' || smallest === 0 ? null : 1 / smallest;
    return { result, error: null, risk, family };
  } catch (error) {
    if (!(error instanceof KohortError) || error instanceof AbortError || error.exitCode !== 1) throw error;
    return { result: null, error: { code: error.code, message: error.message }, risk: null, family: null };
  }
}

function scoreOf(row: Omit<ComparedRun, 'paretoOptimal'>, name: string): number | bigint | null {
  if (row.result === null) return null;
  switch (name) {
    case 'risk':
      return row.risk;
    case 'accuracy':
      return row.accuracy;
    case 'seconds':
      return row.result.seconds.total;
    case 'suppressed':
      return row.result.suppressed;
    case 'classes':
      return row.result.classes;
    default:
      return (row.result.metrics as unknown as Record<string, number | bigint | null>)[name] ?? null;
  }
}
