import type { Dialect } from '../../io/sql/dialects.js';
import type { CertificateOptions } from './certify.js';
import type { PreviousOptions } from './previous-releases.js';
import type { OutputFlags } from './output-options.js';
import type { InputFlags } from './input-options.js';
import type { ProposalOptions } from './proposal.js';
import type { CommonOptions, ResumeOptions } from './run-options.js';

/** Options of `kohort anonymize`. */
export interface AnonymizeOptions
  extends CommonOptions, InputFlags, ResumeOptions, CertificateOptions, PreviousOptions, ProposalOptions, OutputFlags {
  /** Further CSV files with the same header, read after INPUT as if they were one. */
  readonly more?: readonly string[];
  /** The job; without it one is made from the table, as the options of a proposal say. */
  readonly job?: string;
  /** File for the job that was made; default: it is printed. */
  readonly saveJob?: string;
  readonly out?: string;
  /** Prints every metric, the seconds, and of a job that was made the reasons. */
  readonly verbose?: boolean;
  /** Reports for people, HTML, Markdown or JSON by the ending of each. */
  readonly report?: readonly string[];
  /** File for the recoding, for `kohort apply`. */
  readonly recoding?: string;
  /** Counts distinct rows instead of keeping the rows. */
  readonly twoPass?: boolean;
  /** Most bytes that the distinct rows may take; implies `twoPass`. */
  readonly memory?: number;
  /** Writes all metrics with all digits, as measured on the values. */
  readonly exactMetrics?: boolean;
  /** Prints the statements of this dialect instead of running them. */
  readonly sql?: Dialect;
}
