import { basename } from 'node:path';
import type { Certificate } from '../../pipeline/certificate/certificate.js';
import type { CertificateCheck } from '../../pipeline/certificate/check-certificate.js';
import { checkCertificate } from '../../pipeline/certificate/check-certificate.js';
import { readCertificate } from '../../pipeline/certificate/read-certificate.js';
import { CertificateError, InputError } from '../../base/errors.js';
import { sha256OfFile } from '../node/digest.js';
import { readInput } from '../node/open-input.js';
import { isSignedBy, readPublicKey } from '../node/signing-key.js';
import { toJson } from '../../index.js';
import { countGroups, groupNoun, type GroupNoun } from '../../base/group-noun.js';
import { quantity } from '../../base/numbers.js';
import { type UnitNoun, unitNoun } from '../../base/unit.js';
import { algorithms } from '../../algorithms/list.js';
import { sha256OfJob } from './certify.js';
import { oneLine, writeResult } from './console.js';
import type { OptionsOf } from './declare.js';
import { defineCommand, text } from './declare.js';
import { countsOf, privacyRows } from './format.js';
import { readJob } from './read-job.js';
import { commonOptions } from './run-options.js';
import { sensitivePath } from './sensitive-file.js';
import { withTerminal } from './with-terminal.js';

const cards = {
  ...commonOptions,
  key: text('<file>', 'public key (PEM) that must have signed it'),
  job: text('<file>', 'job that the release must belong to'),
  public: text('<file>', 'public table that the models of the release must have been judged with'),
  sensitive: text('<file>', 'second table of anatomy; default: FILE with .sensitive before its extension'),
};

type VerifyOptions = OptionsOf<typeof cards>;

export const verify = defineCommand({
  usage: 'verify <certificate> <file>',
  help: 'checks a release against its certificate',
  options: cards,
  examples: [['kohort verify certificate.json release.csv', 'whether the release is the one certified']],
  run: verifyCommand,
});

/**
 * `kohort verify`: checks a certificate against a release, and returns the exit code: 1 where with `--json` something differs.
 * Throws CertificateError instead where the answer is for people.
 */
async function verifyCommand([path, file]: readonly string[], given: VerifyOptions): Promise<number> {
  const { json = false } = given;
  return withTerminal(given, async ({ signal }) => {
    const certificate = readCertificate(decode(await readInput(path), path), path);
    const publicKey = given.key === undefined ? undefined : await readPublicKey('--key', given.key);
    const job = given.job === undefined ? undefined : (await readJob(given.job, signal)).job;
    if (given.sensitive !== undefined && certificate.files.every(({ table }) => table === 'release')) {
      const name = basename(given.sensitive);
      throw new CertificateError(`--sensitive ${name}: the certificate covers one table, and not this file`);
    }
    const second = given.sensitive ?? sensitivePath(file);
    const sha256: string[] = [];
    for (const { table } of certificate.files) {
      sha256.push((await sha256OfFile(table === 'release' ? file : second, signal)).sha256);
    }
    const jobSha256 = job === undefined ? undefined : sha256OfJob(job);
    const publicSha256 = given.public === undefined ? undefined : (await sha256OfFile(given.public, signal)).sha256;
    const checks = checkCertificate(certificate, { sha256, publicKey, jobSha256, publicSha256, verify: isSignedBy });
    const wrong = checks.filter(({ holds }) => !holds);
    if (json) await writeResult(toJson(reportOf(certificate, checks), 2), { json });
    else if (wrong.length > 0) {
      const problems = wrong.map(({ problem }) => problem).join('; ');
      throw new CertificateError(`${basename(file)}: ${problems}; get both again from where they came from`);
    } else await writeResult(describe(basename(file), certificate, given).join('\n'), { json: false });
    return wrong.length === 0 ? 0 : 1;
  });
}

function decode(bytes: Uint8Array, source: string): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw new InputError('NOT_A_CERTIFICATE', 'not a certificate: expected UTF-8 text', { source });
  }
}

function reportOf(certificate: Certificate, checks: readonly CertificateCheck[]): object {
  return {
    verified: checks.every(({ holds }) => holds),
    signed: certificate.signature !== undefined,
    checks,
    certificate,
  };
}

/** Noun for the units that a certificate counts: persons where it has their number. */
const nounOf = ({ persons, ...counted }: Certificate): UnitNoun =>
  unitNoun({ ...counted, ...(persons === undefined ? {} : { attributes: { key: 'person' } }) });

/** Noun for the groups of a certificate: buckets where its algorithm permutes values. */
function groupsOf({ algorithm }: Certificate): GroupNoun {
  const found = algorithms.find(({ name }) => name === algorithm);
  return groupNoun(found?.permutes === undefined ? {} : { of: 'bucket' });
}

function describe(file: string, certificate: Certificate, { key, job, public: publicTable }: VerifyOptions): string[] {
  const { date, program, signer, suppressed, classes } = certificate;
  const vouched =
    signer === undefined
      ? 'not signed: the file is unchanged, but anybody could have written this certificate'
      : key === undefined
        ? `signed by the key ${signer.publicKey}; --key FILE checks that it is the key that you trust`
        : 'signed by the key given';
  const { input, release } = countsOf(certificate, nounOf(certificate));
  return [
    oneLine(`${file} is the file of the certificate of ${date}, ${program.name} ${program.version}`),
    oneLine(vouched),
    ...(job === undefined ? [] : ['made by the job given']),
    ...(publicTable === undefined ? [] : ['judged against the public table given']),
    `${input}, ${release} released in ${countGroups(classes, groupsOf(certificate))}, ${quantity(suppressed)} suppressed`,
    '',
    ...privacyRows(certificate.privacy),
  ];
}
