/** `kohort/report-page`: the report for a page that has drawn pictures itself. */
import { reportContent } from './report-content.js';
import type { ReportFacts } from './report-facts.js';
import { pageOf } from './report-html.js';

export type { ReportFacts, ReportFile, ReportFiles } from './report-facts.js';

/** Drawings of a page: elements of `kohort/pictures`. The report draws absent ones itself. */
export interface ReportPictures {
  /** `drawClassSizes` of `audit.classSizes`. */
  readonly classSizes?: Element;
  /** `drawSearchTrace` of `result.search.trace`, where it has two points or more. */
  readonly trace?: Element;
}

/** `reportHtml` with the pictures of a page, which stand in the report as they are. It runs no script either. */
export const reportPage = (facts: ReportFacts, { classSizes, trace }: ReportPictures = {}): string =>
  pageOf(reportContent(facts), {
    ...(classSizes === undefined ? {} : { 'class-sizes': classSizes.outerHTML }),
    ...(trace === undefined ? {} : { trace: trace.outerHTML }),
  });
