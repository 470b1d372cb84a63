import type { AuditReport } from '../audit/report.js';
import type { MetricInfo } from '../pipeline/catalogue.js';
import type { Job } from '../job/job.js';
import type { RunResult } from '../pipeline/result.js';
import { escape, paragraph, section } from './html.js';
import {
  askedSection,
  auditSection,
  doneSection,
  metricSection,
  privacySection,
  provenSection,
  sizeSection,
  verdictSection,
  warningSection,
} from './sections.js';

/** What a report tells. */
export interface ReportFacts {
  readonly job: Job;
  readonly result: RunResult;
  /** The audit of the release as written. */
  readonly audit: AuditReport;
  /** Names of the files; null for standard output. */
  readonly input: string;
  readonly output: string | null;
  /** Seed of the row order, or null for the cryptographic generator. */
  readonly seed: number | null;
  /** Definitions of the metrics: `listAlgorithms().metrics`. */
  readonly metrics: readonly MetricInfo[];
}

/** What a report draws: elements of `kohort/pictures`. */
export interface ReportPictures {
  /** `drawClassSizes` of `audit.classSizes`. */
  readonly classSizes: Element;
  /** `drawSearchTrace` of `result.search.trace`, where it has two points or more. */
  readonly trace?: Element;
}

/**
 * `reportHtml` for a page, which has drawn the pictures itself: they stand in the report as they are, and it runs no script.
 * Then no chart library is loaded a second time.
 */
export const reportPage = (facts: ReportFacts, { classSizes, trace }: ReportPictures): string =>
  assembleReport(facts, { classSizes: classSizes.outerHTML, trace: trace?.outerHTML ?? '', script: '', policy: '' });

/** How the pictures come into a report, as HTML. */
interface DrawnParts {
  readonly classSizes: string;
  readonly trace: string;
  /** What stands at the end of the page. */
  readonly script: string;
  /** What the content security policy of the page allows beside styles. */
  readonly policy: string;
}

/** The report as a page. Names, counts and parameters; never a cell. It loads nothing: style and pictures are inside. */
export function assembleReport(facts: ReportFacts, { classSizes, trace, script, policy }: DrawnParts): string {
  const { result, audit, job } = facts;
  const sections = [
    section('Privacy', privacySection(result)),
    section('What was asked', askedSection(job, facts.input, facts.output)),
    section('What was done', doneSection(result, facts.seed)),
    section('What was proven', `${provenSection(result)}\n<figure id="picture-trace">${trace}</figure>`),
    section('Class sizes', `${sizeSection(audit)}\n<figure id="picture-class-sizes">${classSizes}</figure>`),
    section('Quality', metricSection(result, facts.metrics)),
    section('Audit', auditSection(audit)),
    section('Warnings', warningSection(result)),
  ];
  const verdict = audit.holds
    ? paragraph('The audit confirms every privacy model.', 'good')
    : paragraph('The audit failed.', 'bad');
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'${policy}">
<title>kohort: ${escape(facts.input)}</title>
<style>${style}</style>
</head>
<body>
<main>
<h1>Anonymization report</h1>
${verdictSection(result)}
${verdict}
${sections.join('\n')}
</main>
<footer>kohort ${escape(result.version)}</footer>
${script}</body>
</html>
`;
}

const style = `
:root { color-scheme: light dark; --picture-fill: #3b6fb6; }
body { font: 16px/1.5 system-ui, sans-serif; max-width: 48rem; margin: 2rem auto; padding: 0 1rem; }
h1 { font-size: 1.5rem; } h2 { font-size: 1.1rem; margin-top: 2rem; }
.scroll { overflow-x: auto; }
table { border-collapse: collapse; width: 100%; margin: 0.5rem 0; }
th, td { text-align: left; padding: 0.25rem 0.75rem 0.25rem 0; border-bottom: 1px solid #8884; vertical-align: top; font-weight: normal; }
th[scope="col"] { font-weight: 600; }
table.facts th { width: 14rem; }
table:not(.facts) td.number { text-align: right; }
td.number { font-variant-numeric: tabular-nums; }
figure { margin: 1rem 0; overflow-x: auto; } figure:empty { display: none; }
svg { max-width: 100%; height: auto; background: transparent; }
.good { color: #14713d; font-weight: 600; } .bad { color: #b3261e; font-weight: 600; }
@media (prefers-color-scheme: dark) {
  :root { --picture-fill: #7fa8e0; }
  body { background: #16181b; color: #e6e8ea; } .good { color: #6fd08c; } .bad { color: #ff8a80; }
}
@media (max-width: 40rem) {
  /* A definition gets a line of its own. */
  .metrics tr { display: grid; grid-template-columns: 1fr auto; border-bottom: 1px solid #8884; }
  .metrics tr:has(th) { display: none; }
  .metrics td { border: 0; } .metrics td:last-child { grid-column: 1 / -1; opacity: 0.85; }
  table.facts th { width: 9rem; }
}
@media print { body { max-width: none; margin: 0; } section { break-inside: avoid; } }
footer { margin-top: 3rem; opacity: 0.75; font-size: 0.85rem; }
`;
