import type { AnonymizeOptions } from './anonymize-options.js';
import { basename } from 'node:path';
import { canonicalJson } from '../../base/canonical-json.js';
import type { CertifiedFile } from '../../pipeline/certificate/certificate.js';
import { makeCertificate } from '../../pipeline/certificate/certificate.js';
import { InputError, InvalidArgumentError } from '../../base/errors.js';
import { sha256OfFile, sha256OfText } from '../node/digest.js';
import { checkOutputTarget } from '../node/output-target.js';
import { readSigner } from '../node/signing-key.js';
import type { Output } from '../node/write-output.js';
import type { CheckedJob, RunResult } from '../../index.js';
import { isSourceAddress } from '../../table/source-address.js';
import type { JobFiles } from './read-job.js';

/** Makes the certificate of a run while its files are written. */
export interface Certifier {
  /** A file of the release that is complete under its temporary name. */
  add(file: CertifiedFile): void;
  /** The certificate as a file, to be written after the files of the release. */
  output(result: RunResult): Output;
}

/** SHA-256 of a job with its hierarchies read: what a certificate binds and `kohort verify --job` compares. */
export const sha256OfJob = (job: CheckedJob): string => sha256OfText(canonicalJson(job));

/**
 * Readies a certificate before any work: where it goes, and the key. Null where none is asked for.
 *
 * @param out - the release, null for stdout or a table of an engine
 * @param others - every other file of the run, the key among them
 * @throws InvalidArgumentError OUT_NEEDED, MISSING_OPTION, SAME_FILE, KEY_INVALID and as checkOutputTarget; InputError
 */
export async function prepareCertificate(
  { certificate, sign }: Pick<AnonymizeOptions, 'certificate' | 'sign'>,
  { job, publicFile }: Pick<JobFiles, 'job' | 'publicFile'>,
  out: string | null,
  others: readonly string[],
  signal: AbortSignal,
): Promise<Certifier | null> {
  if (certificate === undefined) {
    if (sign === undefined) return null;
    throw new InvalidArgumentError(
      '--sign',
      'a certificate to sign (--certificate FILE.json)',
      'none',
      'MISSING_OPTION',
    );
  }
  if (out === null) {
    const expected = 'a file for the release, whose bytes are certified';
    throw new InvalidArgumentError('--out', expected, 'nothing, or a table of an engine', 'OUT_NEEDED');
  }
  await checkOutputTarget('--certificate', certificate, ...others);
  const signer = sign === undefined ? undefined : await readSigner('--sign', sign);
  const path = publicFile === null || isSourceAddress(publicFile.path) ? null : publicFile.path;
  const hashPublic = async () =>
    path === null ? undefined : { name: basename(path), ...(await sha256OfFile(path, signal)) };
  const publicTable = await hashPublic();
  const files: CertifiedFile[] = [];
  return {
    add: (file) => void files.push(file),
    output: (result) => ({
      path: certificate,
      chunks: (async function* () {
        if ((await hashPublic())?.sha256 !== publicTable?.sha256) {
          const message = 'the public table changed during the run; run again when it is at rest';
          throw new InputError('INPUT_CHANGED', message, { source: path as string });
        }
        const { unit, missingPersons } = job;
        const jobSha256 = sha256OfJob(job);
        const facts = { files, jobSha256, unit, missingPersons, publicTable, date: new Date(), signer };
        const made = makeCertificate(result, facts);
        yield new TextEncoder().encode(`${JSON.stringify(made, null, 2)}\n`);
      })(),
    }),
  };
}
