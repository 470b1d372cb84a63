/** Contents of a report, as plain data: made once, and written as HTML, Markdown and JSON. */
import type { Exposed, History, HouseholdRisk, PlainRisk, PopulationRisk } from '../audit/report.js';
import { listMatches } from '../job/patterns.js';
import { kOf } from '../job/k-of.js';
import { type ColumnsPlan, isWithheld, namedColumns, planColumns, plannedRole, rowsArePeople } from '../job/plan.js';
import type { CheckedJob, Role } from '../job/job.js';
import { expandAttributes } from '../job/job.js';
import type { PrivacyResult } from '../privacy/model.js';
import { binClassSizes } from './pictures/size-bins.js';
import type { TracePoint } from '../index.js';
import type { ReportDecision } from './decision.js';
import { decisionOf } from './decision.js';
import type { FiledJob } from './filed-job.js';
import type { PopulationUniques } from '../privacy/uniques/population-uniques.js';
import { uniquesOfJob } from './uniques-words.js';
import { publishAccuracy } from '../quality/query-accuracy.js';
import { fileJob, nameOfSource, withoutTexts } from './filed-job.js';
import { unitNoun } from '../base/unit.js';
import { promiseOf } from './promises.js';
import type { ReportFacts, ReportFile } from './report-facts.js';
import type { RiskFigures, Sizes } from './risk-figures.js';
import { auditedRisks, riskFigures } from './risk-figures.js';
import type { VerdictLine } from './verdict.js';
import { notReleasedLines, pseudonymLines, verdictLines } from './verdict.js';
import type { WarningLine } from './warning-lines.js';
import { warningLines } from './warning-lines.js';

const reportFormat = 'kohort-report';
/** Raised when a reader of the version before would take a report for something else than it is. */
const reportVersion = 1;

/** Largest and average probability that somebody is linked to a row. */
export interface AttackerRisk {
  /** The largest risk of a person, 0 .. 1. */
  readonly largest: number;
  /** The mean over all people, 0 .. 1. */
  readonly average: number;
}

/** An attacker's risk in the input and in the release; null where it is not known. */
interface AttackerRisks {
  /** From the input; null where it is not known. */
  readonly before: AttackerRisk | null;
  /** From the release; null where it is not known. */
  readonly after: AttackerRisk | null;
}

/** The risk that released rows are linked to their people. */
interface ReportRisks {
  /** Risk in the input, by sets of rows that share the quasi-identifiers; null where it is not known. */
  readonly before: RiskFigures | null;
  /** Risk in the release, likewise. */
  readonly after: RiskFigures | null;
  /** Knows that the person is in the release. */
  readonly prosecutor: AttackerRisks;
  /** Knows that the person is in the population. */
  readonly journalist: AttackerRisks;
  /** Links everybody at once; his largest risk is the share of rows that he is expected to link rightly. */
  readonly marketer: AttackerRisks;
  /** Knowledge of the journalist and the marketer: a public table that was given, or, where none was, everybody in the input. */
  readonly population: {
    /** Source of the population: a public table that was given, or everybody in the input. */
    readonly from: 'public-table' | 'input';
    /** Number of people in it. */
    readonly people: number;
  };
}

/** Changes in a column. */
export interface ReportColumn {
  /** Name of the column. */
  readonly column: string;
  /** Its role in the job. */
  readonly role: Role;
  /** Distinct values of the input; null where they are not known. */
  readonly valuesBefore: number | null;
  /** Distinct texts of the release. */
  readonly valuesAfter: number;
  /** Released rows in which it is `*`. */
  readonly starRows: number;
  /** Their share of the released rows, 0 .. 1. */
  readonly starShare: number;
  /** Its part of the metric `loss`, 0 .. 1; null where it has none. */
  readonly loss: number | null;
}

/** Certainty about a sensitive value of a person whose class is known. */
interface ReportHomogeneity {
  /** Name of the sensitive column. */
  readonly column: string;
  /** Classes with one value of it alone. */
  readonly oneValuedClasses: number;
  /** Their rows. */
  readonly oneValuedRows: number;
  /** Their persons, where persons are counted: one value is then one that all persons of a class hold. */
  readonly oneValuedPersons?: number;
  /** The classes and rows where spellings of one value are one; absent where there are no such spellings. */
  readonly folded?: { readonly classes: number; readonly rows: number; readonly persons?: number };
  /** Largest share of one value in a class, 0 .. 1. */
  readonly largestShare: number | null;
}

/** Sets of rows that look alike, of `from` to `to` rows; of persons where `counted` of the report says so, each in the smallest of their sets. */
export interface ReportBin {
  /** Smallest size of the bin. */
  readonly from: number;
  /** Largest size of the bin, itself in it. */
  readonly to: number;
  /** Rows of the input in such sets; null where that is not known. */
  readonly rowsBefore: number | null;
  /** Classes of the release of these sizes. */
  readonly classes: number;
  /** Rows of the release in these classes. */
  readonly rowsAfter: number;
}

/** The contents of a report: names, counts, parameters, hashes; no cell but labels of hierarchies that the release shows. */
export interface ReportContent {
  /** Says that it is a report of kohort. */
  readonly format: typeof reportFormat;
  /** Version of this format, raised when a reader of the version before would misunderstand the report. */
  readonly formatVersion: typeof reportVersion;
  /** ISO 8601, UTC. */
  readonly date: string;
  /** Program that made the report. */
  readonly program: { readonly name: 'kohort'; readonly version: string };
  /** The engine that ran. */
  readonly engine: string;
  /** Threads that searched. */
  readonly threads: number;
  /** `row` where the job says that each row is one person, `household` where households are counted as persons; null: neither. */
  readonly unit: 'row' | 'household' | null;
  /** `separate` where rows without the key of a person are among the rows; else absent. */
  readonly missingPersons?: 'separate';
  /** Unit that sizes of classes, risks and exposure count. */
  readonly counted: 'rows' | 'persons';
  /** Null: a seed, with which the order of the rows can be undone, is in no report. */
  readonly seed: null;
  /** True where the order of the rows was drawn with a seed, false for the cryptographic generator. */
  readonly isSeeded: boolean;
  /** Input of the run. */
  readonly input: {
    /** Name of the file, or of the table in an SQL engine. */
    readonly name: string;
    /** Rows that were read. */
    readonly rows: number;
    /** Their persons, if the job has a role "person". */
    readonly persons?: number;
    /** Columns that were read; null where that is not known. */
    readonly columnsRead: number | null;
    /** Its files with sizes and hashes; none where they were not given. */
    readonly files: readonly ReportFile[];
  };
  /** Output of the run. */
  readonly release: {
    /** Null: standard output. */
    readonly name: string | null;
    /** Rows of the release without suppressed ones. */
    readonly rows: number;
    /** Persons with a released row, where the job says whose a row is. */
    readonly persons?: number;
    /** Its columns, in their order. */
    readonly columns: readonly string[];
    /** Summary of the audit. */
    readonly files: readonly ReportFile[];
  };
  /** The public table of the job's models, where it was a file; else null. */
  readonly public: ReportFile | null;
  /** The job as it is filed: without cells of the input. */
  readonly job: FiledJob & { readonly sha256: string | null };
  /** The most serious first, each with its cure. */
  readonly warnings: readonly WarningLine[];
  /** The page that is signed. */
  readonly decision: ReportDecision;
  /** Null for dissociated records and for permuted values, for which no risk of this kind is defined. */
  readonly verdict: {
    /** True when every model holds and there is no problem. */
    readonly holds: boolean;
    /** The lines below it. */
    readonly lines: readonly VerdictLine[];
  };
  /** Null of dissociated records and of permuted values, of which no risk of this kind is defined. */
  readonly risks: ReportRisks | null;
  /** Risks of households; absent without a key of households. */
  readonly householdRisk?: HouseholdRisk;
  /** Estimates for the population of a survey, by the weights of its rows; absent without weights. */
  readonly populationRisk?: PopulationRisk;
  /** Estimated unique people of the population; present where the job names it by the model `population-uniqueness`. */
  readonly populationUniques?: PopulationUniques;
  /** The chance to link a row with its own among the permuted values of its bucket, 1 / rows of the bucket; null where no values are permuted. */
  readonly buckets: AttackerRisk | null;
  /** By released column what fewer than k rows have; null where it was not counted. */
  readonly exposure: readonly (Exposed & { readonly column: string })[] | null;
  /** By sensitive column the classes that disclose its value. */
  readonly homogeneity: readonly ReportHomogeneity[];
  /**
   * By sensitive column that is constant within persons: persons of whom the classes with their rows together leave few values; absent
   * where rows are counted.
   */
  readonly history?: readonly History[];
  /** Every model: what was required and achieved, and what that promises. */
  readonly privacy: readonly (PrivacyResult & { readonly promise: string })[];
  /** Changes in every released column. */
  readonly columns: readonly ReportColumn[];
  /** Released columns that were not measured, since they never left an SQL engine, or the release is one of dissociated records. */
  readonly columnsNotMeasured: readonly string[];
  /** Sizes of the released classes. */
  readonly classes: {
    /** Number of classes. */
    readonly count: number;
    /** Rows of the smallest, or persons where they are counted; null without classes. */
    readonly smallest: number | null;
    /** Rows of the median class. */
    readonly median: number | null;
    /** Nine of ten classes have at most this number of rows. */
    readonly ninetieth: number | null;
    /** Rows of the largest. */
    readonly largest: number | null;
    /** Number of classes by size. */
    readonly bins: readonly ReportBin[];
  };
  /** Rows that were suppressed. */
  readonly suppression: {
    /** Number of suppressed rows. */
    readonly rows: number;
    /** Their share of the input, 0 .. 1. */
    readonly share: number;
    /** Treatment of suppressed rows: removed, or kept with `*`. */
    readonly written: 'drop' | 'star';
  };
  /** Results of the search. */
  readonly search: {
    /** Name of the algorithm and its options. */
    readonly algorithm: Readonly<Record<string, unknown>>;
    /** True when it proved that nothing is better. */
    readonly optimal: boolean;
    /** Lower bound on the cost of every solution; null where the search knows none. */
    readonly lowerBound: number | null;
    /** (cost - lowerBound) / cost; null where that is not known. */
    readonly gap: number | null;
    /** Columns of texts whose order the proof takes for granted; absent where there are none. */
    readonly assumedOrder?: readonly string[];
    /** Counters of the search, such as nodes. */
    readonly counters: Readonly<Record<string, number | boolean>>;
    /** Level of the hierarchy that every column was released at, for algorithms that choose one a column. */
    readonly levels: Readonly<Record<string, number>> | null;
    /** Least cost and bound over time, of searches that report them. */
    readonly trace: readonly TracePoint[];
  };
  /** Information loss of the release. */
  readonly metrics: readonly {
    /** Key of the metric in the result. */
    readonly name: string;
    /** Its value; null where it is not defined. */
    readonly value: number | bigint | null;
    /** Its meaning. */
    readonly definition: string;
    /** True when a larger value is better; null where that is not known. */
    readonly higherIsBetter: boolean | null;
  }[];
  /** Errors of the queries of the job; absent where it has none. */
  readonly queries?: readonly {
    /** Name of the query. */
    readonly name: string;
    /** Its condition, without its texts. */
    readonly where: string;
    /** |rows expected from the release - rows| / rows, to a step that leaves the count open; null where it is not shown. */
    readonly error: number | null;
    /** The error is a multiple of this; null without one. */
    readonly step: number | null;
  }[];
  /** Seconds that each part took. */
  readonly seconds: Readonly<Record<string, number>>;
  /** Figures that the audit recounted. */
  readonly audit: {
    /** Rows of the release. */
    readonly released: number;
    /** Classes of the release. */
    readonly classes: number;
    /** Models that hold. */
    readonly modelsHolding: number;
    /** Models that were asked for. */
    readonly models: number;
    /** Problems of the release; none in one that was handed out. */
    readonly problems: readonly string[];
  };
}

/** Facts with an object for every attribute of the job. */
type CheckedFacts = ReportFacts & { readonly job: CheckedJob };

/** Makes the contents of a report. */
export function reportContent(given: ReportFacts): ReportContent {
  const known = listMatches(expandAttributes(given.job), Object.keys(given.audit.columns));
  const facts: CheckedFacts = { ...given, job: known };
  const { job, result, audit, files = {}, date = new Date() } = facts;
  const measured = new Set(Object.keys(audit.columns));
  const plan = planColumns(job);
  const notMeasured = namedColumns(plan).filter((name) => !isWithheld(plan, name) && !measured.has(name));
  return {
    format: reportFormat,
    formatVersion: reportVersion,
    date: date.toISOString(),
    program: { name: 'kohort', version: result.version },
    engine: result.engine,
    threads: result.threads,
    unit: rowsArePeople(plan) ? 'row' : job.unit === 'household' ? job.unit : null,
    ...(plan.missingPersons === 'separate' ? { missingPersons: plan.missingPersons } : {}),
    counted: audit.classPersons === undefined ? 'rows' : 'persons',
    seed: null,
    isSeeded: facts.seed !== null,
    input: {
      name: nameOfSource(facts.input),
      rows: result.rows,
      ...(result.persons === null ? {} : { persons: result.persons }),
      columnsRead: facts.columnsRead ?? null,
      files: files.input ?? [],
    },
    release: {
      name: facts.output === null ? null : nameOfSource(facts.output),
      rows: audit.released,
      ...(result.personsReleased === undefined ? {} : { persons: result.personsReleased }),
      columns: [...measured, ...notMeasured],
      files: files.release ?? [],
    },
    public: files.public ?? null,
    job: { sha256: facts.jobSha256 ?? null, ...fileJob(job, plan, result, facts.release) },
    decision: decisionOf(job, plan, [...measured, ...notMeasured], facts),
    warnings: warningLines(result.warnings),
    verdict: verdictOf(facts, plan),
    risks: risksOf(facts),
    ...surveyOf(result.risk),
    ...populationOf(job, audit),
    buckets: audit.risk.of === 'bucket' ? both(riskFigures(audit.classSizes)) : null,
    exposure:
      audit.exposure === null ? null : Object.entries(audit.exposure).map(([column, each]) => ({ column, ...each })),
    homogeneity: homogeneityOf(facts),
    ...(result.history === undefined ? {} : { history: result.history }),
    privacy: result.privacy.map((model) => ({
      ...model,
      promise: promiseOf(model, result.solution.kind, unitNoun(job)),
    })),
    columns: Object.entries(audit.columns).map(([column, each]) => ({
      column,
      role: plannedRole(plan, column),
      ...each,
      starShare: audit.released === 0 ? 0 : each.starRows / audit.released,
    })),
    columnsNotMeasured: notMeasured,
    classes: classesOf(facts),
    suppression: {
      rows: result.suppressed,
      share: result.rows === 0 ? 0 : result.suppressed / result.rows,
      written: plan.suppressed,
    },
    search: searchOf(facts),
    metrics: metricsOf(facts),
    ...queriesOf(facts, plan),
    seconds: { ...result.seconds },
    audit: {
      released: audit.released,
      classes: audit.classes,
      modelsHolding: audit.privacy.filter((model) => model.holds).length,
      models: audit.privacy.length,
      problems: audit.problems,
    },
  };
}

/** Estimated unique people of the population of a job. */
function populationOf(
  job: CheckedFacts['job'],
  audit: CheckedFacts['audit'],
): Pick<ReportContent, 'populationUniques'> {
  const found = uniquesOfJob(job, audit);
  return found === null ? {} : { populationUniques: found };
}

/** Metrics of the release with their definitions. */
function metricsOf({ result, metrics }: CheckedFacts): ReportContent['metrics'] {
  const definitions = new Map(metrics.map((metric) => [metric.name, metric]));
  return Object.entries(result.metrics).map(([name, value]) => ({
    name,
    value: value as number | bigint | null,
    definition: definitions.get(name)?.definition ?? '',
    higherIsBetter: definitions.get(name)?.higherIsBetter ?? null,
  }));
}

/** Errors of the queries of the job, to steps that leave their counts open. */
const queriesOf = ({ result: { queries } }: CheckedFacts, plan: ColumnsPlan): Pick<ReportContent, 'queries'> =>
  queries === undefined
    ? {}
    : {
        queries: queries.map((query, i) => ({
          ...publishAccuracy(query),
          where: withoutTexts(plan.queries.at(i)?.where ?? ''),
        })),
      };

/** Risks of a survey: of its households, and in its population. */
const surveyOf = ({ households, population }: PlainRisk): Pick<ReportContent, 'householdRisk' | 'populationRisk'> => ({
  ...(households === undefined ? {} : { householdRisk: households }),
  ...(population === undefined ? {} : { populationRisk: population }),
});

const verdictOf = ({ audit, result, job }: CheckedFacts, plan: ColumnsPlan): ReportContent['verdict'] => ({
  holds: audit.holds,
  lines: [...pseudonymLines(plan), ...verdictLines(result, unitNoun(job)), ...notReleasedLines(plan)],
});

const homogeneityOf = ({ audit }: CheckedFacts): ReportHomogeneity[] =>
  Object.entries(audit.oneValued).map(([column, { classes, rows, persons, folded }]) => ({
    column,
    oneValuedClasses: classes,
    oneValuedRows: rows,
    ...(persons === undefined ? {} : { oneValuedPersons: persons }),
    ...(folded === undefined ? {} : { folded }),
    largestShare: audit.largestShares[column] ?? null,
  }));

function risksOf({ audit, result, linkage, linkageBefore }: CheckedFacts): ReportRisks | null {
  // Dissociated records have no classes, and a bucket hides whose a value is, not who is in the table.
  if (audit.risk.after === null || audit.risk.of === 'bucket') return null;
  // Sizes of classes in rows would give too small a risk of people.
  if (result.persons !== null && audit.personsAlike === undefined) return null;
  const { before, after } = auditedRisks(audit);
  const prosecutor: AttackerRisks = { before: both(before), after: both(after) };
  if (linkage === undefined) {
    const marketer = { before: averaged(prosecutor.before), after: averaged(prosecutor.after) };
    return { before, after, prosecutor, journalist: prosecutor, marketer, population: { from: 'input', people: result.persons ?? result.rows } }; // prettier-ignore
  }
  const { journalist, marketer, people } = linkage;
  return {
    before,
    after,
    prosecutor,
    journalist: { before: both(linkageBefore?.journalist ?? null), after: both(journalist) },
    marketer: { before: both(linkageBefore?.marketer ?? null), after: both(marketer) },
    population: { from: 'public-table', people },
  };
}

const both = (figures: AttackerRisk | null): AttackerRisk | null =>
  figures === null ? null : { largest: figures.largest, average: figures.average };

/** Risks from an attacker who cares only for the number of right links. */
const averaged = (risk: AttackerRisk | null): AttackerRisk | null =>
  risk === null ? null : { largest: risk.average, average: risk.average };

function classesOf({ audit, job }: CheckedFacts): ReportContent['classes'] {
  const { classSizes, risk, personsAlike, classPersons: sizes = classSizes } = audit;
  const alikeOf = (given: Sizes): Sizes => given.map(([size, sets]) => [size, size * sets]);
  const after = personsAlike?.after ?? alikeOf(sizes);
  // Buckets are no sets of rows that look alike.
  const before =
    risk.of === 'bucket' || audit.originalSizes === null
      ? null
      : (personsAlike?.before ?? alikeOf(audit.originalSizes));
  const count = sizes.reduce((sum, [, classes]) => sum + classes, 0);
  const sizeOfShare = (share: number): number | null => {
    let seen = 0;
    for (const [size, classes] of sizes) {
      seen += classes;
      if (seen >= share * count) return size;
    }
    return null;
  };
  return {
    count,
    smallest: sizes[0]?.[0] ?? null,
    median: sizeOfShare(0.5),
    ninetieth: sizeOfShare(0.9),
    largest: sizes.at(-1)?.[0] ?? null,
    bins: binsOf(sizes, { before, after }, kOf(job)),
  };
}

/** Both distributions in the same bins, which double from k: classes by size, and rows or persons by how many look alike. */
function binsOf(
  sizes: Sizes,
  { before, after }: { readonly before: Sizes | null; readonly after: Sizes },
  k: number,
): ReportBin[] {
  const all = [...sizes, ...(before ?? [])].sort(([a], [b]) => a - b);
  const within = (given: Sizes, from: number, to: number): number =>
    given.reduce((sum, [size, count]) => (size >= from && size <= to ? sum + count : sum), 0);
  const bins = binClassSizes(all, k);
  return bins.map(({ from, to: end }, i) => {
    const to = i === bins.length - 1 ? Math.max(end, all.at(-1)?.[0] ?? 0) : end;
    return {
      from,
      to: end,
      rowsBefore: before === null ? null : within(before, from, to),
      classes: within(sizes, from, to),
      rowsAfter: within(after, from, to),
    };
  });
}

function searchOf({ result }: CheckedFacts): ReportContent['search'] {
  const { optimal, lowerBound, trace, gap, ...others } = result.search as typeof result.search & {
    readonly trace?: readonly TracePoint[];
    readonly gap?: number | null;
  };
  const counters = Object.entries(others).filter(
    (entry): entry is [string, number | boolean] => typeof entry[1] === 'number' || typeof entry[1] === 'boolean',
  );
  const { levels } = result.solution as { readonly levels?: Readonly<Record<string, number>> };
  return {
    algorithm: result.algorithm,
    optimal,
    lowerBound,
    gap: typeof gap === 'number' ? gap : null,
    ...(result.assumedOrder === undefined ? {} : { assumedOrder: result.assumedOrder }),
    counters: Object.fromEntries(counters),
    levels: levels ?? null,
    trace: trace ?? [],
  };
}
