import { toJson } from '../release/to-json.js';
import { reportContent } from './report-content.js';
import type { ReportFacts } from './report-facts.js';

/** The report as JSON, `ReportContent` as docs/report.md has it; whole numbers past 2^53 have all their digits. */
export const reportJson = (facts: ReportFacts): string => `${toJson(reportContent(facts), 2)}\n`;
