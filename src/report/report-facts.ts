import type { LinkageReport } from '../assess/attacks/linkage.js';
import type { AuditReport } from '../audit/report.js';
import { canonicalJson } from '../base/canonical-json.js';
import { sha256Of } from '../base/sha256.js';
import type { Job } from '../job/job.js';
import { expandAttributes } from '../job/job.js';
import type { MetricInfo } from '../pipeline/catalogue.js';
import type { RunResult } from '../pipeline/result.js';
import type { ReportAttack } from './decision.js';
import type { Table } from '../table/table.js';

/** A file as it stood when the report was made. */
export interface ReportFile {
  /** Name without its folder. */
  readonly name: string;
  /** Its size in bytes. */
  readonly bytes: number;
  /** 64 digits, lower case. */
  readonly sha256: string;
}

/** Files that a report names with their hashes; `describeFile` makes an entry. */
export interface ReportFiles {
  /** The files of the input, in their order. */
  readonly input?: readonly ReportFile[];
  /** The release first, then the second table of an algorithm that makes two. */
  readonly release?: readonly ReportFile[];
  /** The public table that models of the job name. */
  readonly public?: ReportFile;
}

/** Input of a report. */
export interface ReportFacts {
  /** The job as it ran, hierarchy files read into it. */
  readonly job: Job;
  /** `result` that `anonymize` returned. */
  readonly result: RunResult;
  /** The audit of the release as written. */
  readonly audit: AuditReport;
  /** Name of the input: a file, or a table in an SQL engine. */
  readonly input: string;
  /** Name of the release, likewise; null for standard output. */
  readonly output: string | null;
  /** Seed of the row order, or null for the cryptographic generator. */
  readonly seed: number | null;
  /** Definitions of the metrics: `listAlgorithms().metrics`. */
  readonly metrics: readonly MetricInfo[];
  /** When the report is made. Default: now. With a fixed one the same facts give the same report, byte by byte. */
  readonly date?: Date;
  /** Default: no file is named with its hash. */
  readonly files?: ReportFiles;
  /** `jobSha256(job)`. Default: the job has no hash in the report. */
  readonly jobSha256?: string;
  /** Columns of the input that were read: those that the job leaves out are not. Default: not in the report. */
  readonly columnsRead?: number;
  /** The released table: without it no label of a hierarchy is listed. */
  readonly release?: Table;
  /** `attackLinkage` of the release against the public table. Default: the report says what it assumes instead. */
  readonly linkage?: LinkageReport;
  /** Names of the earlier releases that this one was checked together with. Default: the report says that none is known. */
  readonly previous?: readonly string[];
  /** Attacks that were run on the release. Default: the report says that none was run beside the audit. */
  readonly attacks?: readonly ReportAttack[];
  /** With `linkage`: `attackLinkage` of the input against the same table. Default: the risk before is null for two of the attackers. */
  readonly linkageBefore?: Pick<LinkageReport, 'journalist' | 'marketer'>;
}

/**
 * Name, size and SHA-256 of a file, for `ReportFacts.files`. Folders before the name are left out.
 *
 * @example
 * ```js
 * const files = { input: [await describeFile(file.name, file)], release: [await describeFile('release.csv', csv)] };
 * ```
 */
export async function describeFile(name: string, content: Blob | Uint8Array | string): Promise<ReportFile> {
  const bytes =
    typeof content === 'string'
      ? new TextEncoder().encode(content)
      : content instanceof Uint8Array
        ? new Uint8Array(content)
        : new Uint8Array(await content.arrayBuffer());
  return { name: lastPart(name), bytes: bytes.length, sha256: await sha256Of(bytes) };
}

/** SHA-256 of the canonical JSON of a job (RFC 8785), as certificates have it for a job that `parseJob` gave. */
export const jobSha256 = (job: Job): Promise<string> => sha256Of(canonicalJson(expandAttributes(job)));

/** The last part of a path with `/` or `\`. */
export const lastPart = (path: string): string => path.split(/[/\\]/).at(-1) ?? path;
