/** What a report says, as plain data: made once, and written as HTML, Markdown and JSON. */
import type { Exposed } from '../audit/report.js';
import { kOf } from '../job/k-of.js';
import { isWithheld, roleIn } from '../job/roles.js';
import type { CheckedJob, Role } from '../job/job.js';
import { expandAttributes } from '../job/job.js';
import type { PrivacyResult } from '../privacy/model.js';
import { binClassSizes } from './pictures/size-bins.js';
import type { TracePoint } from '../index.js';
import type { FiledJob } from './filed-job.js';
import { fileJob, nameOfSource } from './filed-job.js';
import { promiseOf } from './promises.js';
import type { ReportFacts, ReportFile } from './report-facts.js';
import type { RiskFigures, Sizes } from './risk-figures.js';
import { riskFigures } from './risk-figures.js';
import type { VerdictLine } from './verdict.js';
import { notReleasedLines, verdictLines } from './verdict.js';
import type { WarningLine } from './warning-lines.js';
import { warningLines } from './warning-lines.js';

export const reportFormat = 'kohort-report';
/** Raised when a reader of the version before would take a report for something else than it is. */
export const reportVersion = 1;

/** Largest and average probability that somebody is linked to a row. */
export interface AttackerRisk {
  readonly largest: number;
  readonly average: number;
}

/** An attacker's risk in the input and in the release; null where it is not known. */
export interface AttackerRisks {
  readonly before: AttackerRisk | null;
  readonly after: AttackerRisk | null;
}

/** The risk that released rows are linked to their people. */
export interface ReportRisks {
  /** By sets of rows that share the quasi-identifiers. */
  readonly before: RiskFigures | null;
  readonly after: RiskFigures | null;
  /** Knows that the person is in the release. */
  readonly prosecutor: AttackerRisks;
  /** Knows that the person is in the population. */
  readonly journalist: AttackerRisks;
  /** Links everybody at once; his largest risk is the share of rows that he is expected to link rightly. */
  readonly marketer: AttackerRisks;
  /** What the journalist and the marketer know: a public table that was given, or, where none was, everybody in the input. */
  readonly population: { readonly from: 'public-table' | 'input'; readonly people: number };
}

/** What became of a column. */
export interface ReportColumn {
  readonly column: string;
  readonly role: Role;
  readonly valuesBefore: number | null;
  readonly valuesAfter: number;
  readonly starRows: number;
  /** Of the released rows. */
  readonly starShare: number;
  readonly loss: number | null;
}

/** How sure somebody can be of a sensitive value of a person whose class he knows. */
export interface ReportHomogeneity {
  readonly column: string;
  readonly oneValuedClasses: number;
  readonly oneValuedRows: number;
  readonly largestShare: number | null;
}

/** Sets of rows that look alike, of `from` to `to` rows. */
export interface ReportBin {
  readonly from: number;
  readonly to: number;
  /** Rows of the input in such sets; null where that is not known. */
  readonly rowsBefore: number | null;
  readonly classes: number;
  readonly rowsAfter: number;
}

/** The contents of a report: names, counts, parameters, hashes; no cell but labels of hierarchies that the release shows. */
export interface ReportContent {
  readonly format: typeof reportFormat;
  readonly formatVersion: typeof reportVersion;
  /** ISO 8601, UTC. */
  readonly date: string;
  readonly program: { readonly name: 'kohort'; readonly version: string };
  readonly engine: string;
  readonly threads: number;
  readonly seed: number | null;
  readonly input: {
    readonly name: string;
    readonly rows: number;
    /** Columns that were read; null where that is not known. */
    readonly columnsRead: number | null;
    readonly files: readonly ReportFile[];
  };
  readonly release: {
    /** Null: standard output. */
    readonly name: string | null;
    readonly rows: number;
    readonly columns: readonly string[];
    readonly files: readonly ReportFile[];
  };
  readonly public: ReportFile | null;
  readonly job: FiledJob & { readonly sha256: string | null };
  /** The most serious first, each with its cure. */
  readonly warnings: readonly WarningLine[];
  readonly verdict: { readonly holds: boolean; readonly lines: readonly VerdictLine[] };
  /** Null of dissociated records, of which no risk of this kind is defined. */
  readonly risks: ReportRisks | null;
  readonly exposure: readonly (Exposed & { readonly column: string })[] | null;
  readonly homogeneity: readonly ReportHomogeneity[];
  readonly privacy: readonly (PrivacyResult & { readonly promise: string })[];
  readonly columns: readonly ReportColumn[];
  /** Released columns that were not measured, since they never left an SQL engine, or the release is one of dissociated records. */
  readonly columnsNotMeasured: readonly string[];
  readonly classes: {
    readonly count: number;
    readonly smallest: number | null;
    readonly median: number | null;
    /** Nine of ten classes have at most so many rows. */
    readonly ninetieth: number | null;
    readonly largest: number | null;
    readonly bins: readonly ReportBin[];
  };
  readonly suppression: {
    readonly rows: number;
    readonly share: number;
    /** What became of them: removed, or kept with `*`. */
    readonly written: 'drop' | 'star';
  };
  readonly search: {
    readonly algorithm: Readonly<Record<string, unknown>>;
    readonly optimal: boolean;
    readonly lowerBound: number | null;
    readonly gap: number | null;
    readonly counters: Readonly<Record<string, number | boolean>>;
    /** Level of the hierarchy that every column was released at, for algorithms that choose one a column. */
    readonly levels: Readonly<Record<string, number>> | null;
    readonly trace: readonly TracePoint[];
  };
  readonly metrics: readonly {
    readonly name: string;
    readonly value: number | bigint | null;
    readonly definition: string;
    readonly higherIsBetter: boolean | null;
  }[];
  readonly seconds: Readonly<Record<string, number>>;
  readonly audit: {
    readonly released: number;
    readonly classes: number;
    readonly modelsHolding: number;
    readonly models: number;
    readonly problems: readonly string[];
  };
}

/** Facts with an object for every attribute of the job. */
type CheckedFacts = ReportFacts & { readonly job: CheckedJob };

/** Makes the contents of a report. */
export function reportContent(given: ReportFacts): ReportContent {
  const facts: CheckedFacts = { ...given, job: expandAttributes(given.job) };
  const { job, result, audit, files = {}, date = new Date() } = facts;
  const measured = new Set(Object.keys(audit.columns));
  const notMeasured = Object.keys(job.attributes).filter((name) => !isWithheld(job, name) && !measured.has(name));
  const definitions = new Map(facts.metrics.map((metric) => [metric.name, metric]));
  return {
    format: reportFormat,
    formatVersion: reportVersion,
    date: date.toISOString(),
    program: { name: 'kohort', version: result.version },
    engine: result.engine,
    threads: result.threads,
    seed: facts.seed,
    input: {
      name: nameOfSource(facts.input),
      rows: result.rows,
      columnsRead: facts.columnsRead ?? null,
      files: files.input ?? [],
    },
    release: {
      name: facts.output === null ? null : nameOfSource(facts.output),
      rows: audit.released,
      columns: [...measured, ...notMeasured],
      files: files.release ?? [],
    },
    public: files.public ?? null,
    job: { sha256: facts.jobSha256 ?? null, ...fileJob(job, result, facts.release) },
    warnings: warningLines(result.warnings),
    verdict: { holds: audit.holds, lines: [...verdictLines(result), ...notReleasedLines(job)] },
    risks: risksOf(facts),
    exposure:
      audit.exposure === null ? null : Object.entries(audit.exposure).map(([column, each]) => ({ column, ...each })),
    homogeneity: Object.entries(audit.oneValued).map(([column, { classes, rows }]) => ({
      column,
      oneValuedClasses: classes,
      oneValuedRows: rows,
      largestShare: audit.largestShares[column] ?? null,
    })),
    privacy: result.privacy.map((model) => ({ ...model, promise: promiseOf(model) })),
    columns: Object.entries(audit.columns).map(([column, each]) => ({
      column,
      role: roleIn(job, column),
      ...each,
      starShare: audit.released === 0 ? 0 : each.starRows / audit.released,
    })),
    columnsNotMeasured: notMeasured,
    classes: classesOf(facts),
    suppression: {
      rows: result.suppressed,
      share: result.rows === 0 ? 0 : result.suppressed / result.rows,
      written: job.output?.suppressed ?? 'drop',
    },
    search: searchOf(facts),
    metrics: Object.entries(result.metrics).map(([name, value]) => ({
      name,
      value: value as number | bigint | null,
      definition: definitions.get(name)?.definition ?? '',
      higherIsBetter: definitions.get(name)?.higherIsBetter ?? null,
    })),
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

function risksOf({ audit, result, linkage }: CheckedFacts): ReportRisks | null {
  // Of dissociated records nobody knows which belong together.
  if (audit.risk.after === null) return null;
  const before = audit.originalSizes === null ? null : riskFigures(audit.originalSizes);
  const after = riskFigures(audit.classSizes);
  const prosecutor: AttackerRisks = { before: both(before), after: both(after) };
  if (linkage === undefined) {
    const marketer = { before: averaged(prosecutor.before), after: averaged(prosecutor.after) };
    return { before, after, prosecutor, journalist: prosecutor, marketer, population: { from: 'input', people: result.rows } }; // prettier-ignore
  }
  const { journalist, marketer, people } = linkage;
  return {
    before,
    after,
    prosecutor,
    journalist: { before: null, after: both(journalist) },
    marketer: { before: null, after: both(marketer) },
    population: { from: 'public-table', people },
  };
}

const both = (figures: AttackerRisk | null): AttackerRisk | null =>
  figures === null ? null : { largest: figures.largest, average: figures.average };

/** Of somebody who cares for the number of right links only. */
const averaged = (risk: AttackerRisk | null): AttackerRisk | null =>
  risk === null ? null : { largest: risk.average, average: risk.average };

function classesOf({ audit, job }: CheckedFacts): ReportContent['classes'] {
  const { classSizes: sizes, originalSizes } = audit;
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
    bins: binsOf(sizes, originalSizes, kOf(job)),
  };
}

/** Both distributions in the same bins, which double from k. */
function binsOf(after: Sizes, before: Sizes | null, k: number): ReportBin[] {
  const all = [...after, ...(before ?? [])].sort(([a], [b]) => a - b);
  const inBin = (sizes: Sizes, from: number, to: number) => sizes.filter(([size]) => size >= from && size <= to);
  const rowsIn = (sizes: Sizes): number => sizes.reduce((sum, [size, sets]) => sum + size * sets, 0);
  const bins = binClassSizes(all, k);
  return bins.map(({ from, to: end }, i) => {
    const to = i === bins.length - 1 ? Math.max(end, all.at(-1)?.[0] ?? 0) : end;
    const released = inBin(after, from, to);
    return {
      from,
      to: end,
      rowsBefore: before === null ? null : rowsIn(inBin(before, from, to)),
      classes: released.reduce((sum, [, classes]) => sum + classes, 0),
      rowsAfter: rowsIn(released),
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
    counters: Object.fromEntries(counters),
    levels: levels ?? null,
    trace: trace ?? [],
  };
}
