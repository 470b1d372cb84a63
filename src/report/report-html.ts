/**
 * `kohort/report`: the report of a run that one can file, as HTML, Markdown and JSON from the same contents. It needs neither Node nor a
 * page, and no other package.
 */
import { escape } from './escape.js';
import { blockHtml } from './html.js';
import { headFacts, reportSections } from './report-blocks.js';
import type { ReportContent } from './report-content.js';
import { reportContent } from './report-content.js';
import type { ReportFacts } from './report-facts.js';
import type { Term } from './terms.js';
import { anchorOf } from './terms.js';

export { describeFile, jobSha256 } from './report-facts.js';
export type { ReportFacts, ReportFile, ReportFiles } from './report-facts.js';
export { reportContent } from './report-content.js';
export type { ReportContent } from './report-content.js';
export { reportJson } from './report-json.js';
export { reportMarkdown } from './report-markdown.js';
export { makeCertificate } from '../pipeline/certificate/certificate.js';

/**
 * The report as a self-contained HTML page that runs no script and loads nothing: style and pictures are inside. Names, counts,
 * parameters and hashes; never a cell, but labels of hierarchies that the release shows.
 *
 * @example
 * ```js
 * const html = reportHtml({ job, result, audit, input: 'people.csv', output: 'release.csv', seed: null, metrics: listAlgorithms().metrics });
 * ```
 */
export const reportHtml = (facts: ReportFacts): string => pageOf(reportContent(facts), {});

/** The page of a report from its contents. `reportHtml` makes both at once. */
export function pageOf(content: ReportContent, pictures: Readonly<Record<string, string>>): string {
  const sections = reportSections(content).map(({ title, blocks, startsPage = false }) => {
    const seen = new Set<Term>();
    const body = blocks.map((block) => blockHtml(block, seen, pictures)).join('\n');
    const id = anchorOf(title);
    return `<section aria-labelledby="${id}"${startsPage ? ' class="page"' : ''}>\n<h2 id="${id}">${escape(title)}</h2>\n${body}\n</section>`;
  });
  const facts = headFacts(content).map(([name, value]) => `<dt>${escape(name)}</dt><dd>${escape(value)}</dd>`);
  const { version } = content.program;
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<meta name="generator" content="kohort ${escape(version)}">
<title>Anonymization report: ${escape(content.input.name)}</title>
<style>${style}${pageFoot(content)}</style>
</head>
<body>
<main>
<h1>Anonymization report</h1>
<dl class="head">
${facts.join('\n')}
</dl>
${sections.join('\n')}
</main>
<footer>kohort ${escape(version)}, ${escape(content.date)}</footer>
</body>
</html>
`;
}

/** The foot of every printed page: what was released, and which page it is. A hash and numbers need no escape in CSS. */
function pageFoot({ date, release, job }: ReportContent): string {
  const [file] = release.files;
  const hash = file !== undefined ? `release SHA-256 ${file.sha256}` : `job SHA-256 ${job.sha256 ?? '-'}`;
  const isHash = /^[0-9a-f]{64}$/.test(file?.sha256 ?? job.sha256 ?? '');
  return `@page { margin: 18mm 16mm 20mm;
  @bottom-left { content: "${isHash ? hash : date}"; font: 7pt monospace; color: #444; }
  @bottom-right { content: counter(page) " / " counter(pages); font: 8pt system-ui, sans-serif; color: #444; }
}
`;
}

const style = `
:root { color-scheme: light dark; --text: #1b1d1f; --page: #fff; --line: #8886; --soft: #555b61; --link: #1a56a8; --before: #8d959d; --after: #2f67b1; --good: #14713d; --bad: #a3180f; --code: #f3f4f5; }
body { font: 16px/1.5 system-ui, sans-serif; max-width: 48rem; margin: 2rem auto; padding: 0 1rem; color: var(--text); background: var(--page); overflow-wrap: break-word; }
h1 { font-size: 1.6rem; margin: 0 0 1rem; } h2 { font-size: 1.2rem; margin: 2.5rem 0 0.5rem; break-after: avoid; }
a { color: var(--link); text-decoration-thickness: 1px; text-underline-offset: 2px; }
.scroll { overflow-x: auto; margin: 0.75rem 0 1.25rem; }
table { border-collapse: collapse; width: 100%; }
caption { text-align: left; font-size: 0.9rem; color: var(--soft); padding-bottom: 0.25rem; break-after: avoid; }
th, td { text-align: left; padding: 0.25rem 0.75rem 0.25rem 0; border-bottom: 1px solid var(--line); vertical-align: top; font-weight: normal; unicode-bidi: isolate; }
.long { overflow-wrap: anywhere; min-width: 8rem; } .text { min-width: 11rem; }
th[scope="col"] { font-weight: 600; vertical-align: bottom; }
.number { text-align: right; font-variant-numeric: tabular-nums; } td.number, .figure { white-space: nowrap; }
tr { break-inside: avoid; }
dl { margin: 0.5rem 0; } dt { font-weight: 600; } dd { margin: 0 0 0.6rem; overflow-wrap: anywhere; }
dl.head { display: grid; grid-template-columns: max-content 1fr; column-gap: 1rem; } dl.head dd { margin-bottom: 0.25rem; }
dl.form { break-inside: avoid; display: grid; grid-template-columns: max-content 1fr; column-gap: 1rem; row-gap: 0.75rem; } dl.form dt { font-weight: normal; align-self: end; } dl.form dd { border-bottom: 1px solid var(--text); margin: 0; min-height: 1.6rem; }
li { margin: 0.25rem 0; unicode-bidi: isolate; overflow-wrap: anywhere; }
pre { font-size: 0.8rem; line-height: 1.4; background: var(--code); padding: 0.75rem; white-space: pre-wrap; overflow-wrap: anywhere; }
figure { margin: 1rem 0; break-inside: avoid; }
svg { max-width: 100%; height: auto; background: transparent; font-family: system-ui, sans-serif; }
svg text { fill: var(--text); } svg .grid { stroke: var(--line); } svg .axis { stroke: var(--text); }
svg .before { fill: var(--before); } svg .after { fill: var(--after); }
svg .line-before, svg .line-after { fill: none; stroke-width: 2; } svg .line-before { stroke: var(--before); } svg .line-after { stroke: var(--after); }
.good { color: var(--good); font-weight: 600; } .bad { color: var(--bad); font-weight: 600; }
footer { margin-top: 3rem; color: var(--soft); font-size: 0.85rem; }
@media screen and (prefers-color-scheme: dark) {
  :root { --text: #e6e8ea; --page: #16181b; --line: #fff3; --soft: #a9b0b7; --link: #8ab8f5; --before: #7b848d; --after: #7fa8e0; --good: #6fd08c; --bad: #ff8a80; --code: #202327; }
}
@media screen and (max-width: 40rem) {
  dl.head { display: block; } th, td { padding-right: 0.5rem; } table { font-size: 0.9rem; }
}
@media print {
  :root { color-scheme: light; }
  body { max-width: none; margin: 0; padding: 0; font-size: 10pt; } footer { display: none; }
  .scroll { overflow: visible; } thead { display: table-header-group; } section.page { break-before: page; }
  a { color: inherit; text-decoration: none; } p, li { orphans: 3; widows: 3; } dt { break-after: avoid; } pre { font-size: 8pt; }
  section[aria-labelledby="decision"] { font-size: 8pt; line-height: 1.3; } section[aria-labelledby="decision"] h2 { margin-top: 0.75rem; } section[aria-labelledby="decision"] .scroll { margin: 0.25rem 0 0.5rem; } section[aria-labelledby="decision"] p { margin: 0.4rem 0; }
  section[aria-labelledby="decision"] :is(th, td) { padding-top: 1px; padding-bottom: 1px; } section[aria-labelledby="decision"] caption { font-size: 8pt; } section[aria-labelledby="decision"] dl.form dd { min-height: 0.9rem; } dl.head { font-size: 8pt; } h1 { font-size: 1.3rem; margin-bottom: 0.5rem; } dl.form { grid-template-columns: max-content 1fr max-content 1fr; row-gap: 0.25rem; }
  .before, .after { print-color-adjust: exact; }
}
`;
