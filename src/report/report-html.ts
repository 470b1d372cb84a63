import { kOf } from '../job/k-of.js';
import { jsonElement } from './html.js';
import { picturesHash, picturesScript } from './pictures.generated.js';
import type { ReportFacts } from './report-page.js';
import { assembleReport } from './report-page.js';

export type { ReportFacts } from './report-page.js';

/**
 * A self-contained HTML page: what was asked, what was done, what was proven, what it cost, what the audit found. Names,
 * counts and parameters; never a cell. It loads nothing: style, pictures and the script that draws them are inside, and
 * its own content security policy allows that script alone.
 */
export function reportHtml(facts: ReportFacts): string {
  const { result, audit, job } = facts;
  const trace = (result.search as { readonly trace?: unknown }).trace ?? [];
  const numbers = jsonElement('kohort-pictures', { k: kOf(job), classSizes: audit.classSizes, trace });
  return assembleReport(facts, {
    classSizes: '',
    trace: '',
    script: `${numbers}\n<script>${picturesScript}</script>\n`,
    policy: `; script-src '${picturesHash}'`,
  });
}
