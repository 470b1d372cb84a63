import { dialectArgument } from '../../io/sql/print-sql.js';
import { dialects } from '../../io/sql/dialects.js';
import {
  bytesArgument,
  certificateArgument,
  listArgument,
  outArgument,
  releaseEndings,
  reportArgument,
} from './arguments.js';
import type { OptionsOf } from './declare.js';
import { flag, parsed, text } from './declare.js';
import { inputOptions } from './input-options.js';
import { outputOptions } from './output-options.js';
import { proposalOptions } from './proposal.js';
import { commonOptions, exactMetrics } from './run-options.js';

/** Options of `kohort anonymize`. */
export const anonymizeOptions = {
  ...commonOptions,
  ...inputOptions,
  job: text(
    '<file>',
    'job file (JSON); - reads stdin; without it a job is made from the table by --k and these options:',
  ),
  ...proposalOptions,
  ...outputOptions,
  saveJob: text(
    '<file>',
    'file for the job that was made (default: it is printed), or for the given one with the columns that match its patterns',
  ),
  out: parsed(
    '<file>',
    `file of the release: ${releaseEndings}, or a table of the engine of INPUT; default: stdout`,
    outArgument,
  ),
  badRowsTo: text(
    '<file>',
    'file for the rows that --bad-rows skip leaves out, as they stand; confidential as the input',
  ),
  verbose: flag('prints all metrics, seconds, and the reasons of a job that was made'),
  exactMetrics,
  twoPass: flag('counts distinct rows instead of keeping all rows; automatic for large files'),
  memory: parsed('<bytes>', 'limit of memory for the distinct rows, such as 512M; implies --two-pass', bytesArgument),
  checkpoint: text('<file>', 'file for an unfinished search, to resume it later; confidential'),
  resume: text('<file>', 'resumes a checkpoint of the same job and input'),
  sql: parsed(
    '<dialect>',
    'prints the SQL that makes the release instead of running it',
    (name: string, _before: unknown, option: string) => dialectArgument(name, option),
    () => Object.values(dialects).map(({ name }) => name),
  ),
  recoding: text('<file>', '.json file with which "kohort apply" releases new rows in the same way'),
  report: parsed('<file>', 'report file (.html, .md or .json); may be given several times', reportArgument),
  attacks: flag(
    'attacks the release and prints the figures in the report; ends with --time-limit, or 60 seconds after the start',
  ),
  certificate: parsed('<file>', '.json file that certifies the audit for the bytes of --out', certificateArgument),
  previous: parsed(
    '<file>',
    'earlier release of the same people; may be given several times; refuses a release that reveals more together with it',
    listArgument,
  ),
  previousJob: text('<file>', 'job of the earlier releases; default: --job'),
  key: text(
    '<file>',
    'file with the secret of the pseudonyms, at least 16 bytes; the same in every file that is to be joined; confidential',
  ),
  sign: text('<key>', 'private key that signs the certificate: Ed25519, PKCS#8 in PEM'),
};

export type AnonymizeOptions = OptionsOf<typeof anonymizeOptions>;
