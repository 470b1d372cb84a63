import type { AuditReport } from '../audit/spec.js';
import type { Job } from '../job/job.js';
import type { RunResult } from '../run/result.js';
import { modelTitle, quantity } from './format.js';

/** What a report tells beside the result. */
export interface ReportFacts {
  readonly job: Job;
  readonly result: RunResult;
  /** The audit of the file as written. */
  readonly audit: AuditReport;
  readonly input: string;
  readonly output: string | null;
}

/**
 * A self-contained HTML page: what was asked, what was done, what it cost, what the audit found. Names, counts and
 * parameters; never a cell. Everything that comes from outside is escaped.
 */
export function reportHtml(facts: ReportFacts): string {
  const { result, audit, job } = facts;
  const sections = [
    section('What was asked', asked(job, facts)),
    section('What was done', done(result)),
    section('Privacy', privacyTable(result)),
    section('Quality', metricTable(result)),
    section('Audit', auditPart(audit)),
    result.warnings.length === 0
      ? ''
      : section('Warnings', list(result.warnings.map(({ code, message }) => `${code}: ${message}`))),
  ];
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<title>kohort: ${escape(facts.input)}</title>
<style>${style}</style>
</head>
<body>
<h1>Anonymization report</h1>
<p class="${audit.holds ? 'good' : 'bad'}">${audit.holds ? 'The audit confirms every privacy model.' : 'The audit failed.'}</p>
${sections.filter((text) => text !== '').join('\n')}
<footer>kohort ${escape(result.version)}</footer>
</body>
</html>
`;
}

const style = `
:root { color-scheme: light dark; }
body { font: 16px/1.5 system-ui, sans-serif; max-width: 46rem; margin: 2rem auto; padding: 0 1rem; }
h1 { font-size: 1.5rem; } h2 { font-size: 1.1rem; margin-top: 2rem; }
table { border-collapse: collapse; width: 100%; }
th, td { text-align: left; padding: 0.25rem 0.75rem 0.25rem 0; border-bottom: 1px solid #8884; vertical-align: top; }
td.number { text-align: right; font-variant-numeric: tabular-nums; }
.good { color: #14713d; font-weight: 600; } .bad { color: #b3261e; font-weight: 600; }
@media (prefers-color-scheme: dark) { .good { color: #6fd08c; } .bad { color: #ff8a80; } }
footer { margin-top: 3rem; opacity: 0.6; font-size: 0.85rem; }
`;

/** Text as it may stand in HTML, in elements and in quoted attributes. */
export function escape(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}

const section = (title: string, body: string): string => `<section>\n<h2>${escape(title)}</h2>\n${body}\n</section>`;

const list = (lines: readonly string[]): string =>
  `<ul>\n${lines.map((line) => `<li>${escape(line)}</li>`).join('\n')}\n</ul>`;

type Cell = string | number | bigint | null;

const cell = (value: Cell): string =>
  typeof value === 'string' ? `<td>${escape(value)}</td>` : `<td class="number">${escape(quantity(value))}</td>`;

function table(head: readonly string[], rows: readonly (readonly Cell[])[]): string {
  const top = head.length === 0 ? '' : `<tr>${head.map((text) => `<th>${escape(text)}</th>`).join('')}</tr>\n`;
  return `<table>\n${top}${rows.map((row) => `<tr>${row.map(cell).join('')}</tr>`).join('\n')}\n</table>`;
}

function asked(job: Job, facts: ReportFacts): string {
  const roles = Object.keys(job.attributes).map((name) => {
    const { role, hierarchy } = job.attributes[name];
    return [name, role ?? job.defaultRole ?? 'drop', hierarchy === undefined ? '' : `hierarchy: ${hierarchy.type}`];
  });
  const files = [
    ['Input', facts.input],
    ['Release', facts.output ?? 'standard output'],
    ['Suppression limit', describeLimit(job)],
    ['Suppressed rows', job.output?.suppressed === 'star' ? 'kept, with * in every quasi-identifier' : 'removed'],
    ['Order of the rows', job.output?.order === 'input' ? 'as in the input' : 'drawn at random'],
  ];
  return `${table([], files)}\n${table(['Attribute', 'Role', ''], roles)}`;
}

function describeLimit(job: Job): string {
  const { suppression } = job;
  if (suppression === undefined) return 'no row';
  if (suppression === 'unlimited') return 'none';
  return 'maxRows' in suppression ? `${suppression.maxRows} rows` : `${suppression.maxFraction} of all rows`;
}

function done(result: RunResult): string {
  const { name, ...options } = result.algorithm;
  const chosen = Object.entries(options).map(([key, value]) => `${key} ${String(value)}`);
  const seconds = Object.entries(result.seconds).map(([key, value]) => `${key} ${value.toFixed(3)}`);
  return table(
    [],
    [
      ['Algorithm', [name, ...chosen].join(', ')],
      ['Engine', `${result.engine}, ${result.threads} ${result.threads === 1 ? 'thread' : 'threads'}`],
      ['Rows in', result.rows],
      ['Rows released', result.released],
      ['Rows suppressed', result.suppressed],
      ['Classes', result.classes],
      ['Proven optimal', result.search.optimal ? 'yes' : 'no'],
      ['Seconds', seconds.join(', ')],
    ],
  );
}

function privacyTable(result: RunResult): string {
  const parameters = (values: Readonly<Record<string, number>>): string =>
    Object.entries(values)
      .map(([key, value]) => `${key} = ${quantity(value)}`)
      .join(', ');
  return table(
    ['Model', 'Required', 'Achieved', ''],
    result.privacy.map((model) => [
      modelTitle(model),
      parameters(model.required),
      parameters(model.achieved),
      model.holds ? 'holds' : 'does not hold',
    ]),
  );
}

function metricTable(result: RunResult): string {
  const metrics = Object.entries(result.metrics) as [string, number | bigint | null][];
  return table([], metrics);
}

function auditPart(audit: AuditReport): string {
  const counts = table(
    [],
    [
      ['Rows in the release', audit.released],
      ['Classes found', audit.classes],
      ['Models that hold', `${audit.privacy.filter((model) => model.holds).length} of ${audit.privacy.length}`],
    ],
  );
  return audit.problems.length === 0 ? counts : `${counts}\n${list(audit.problems)}`;
}
