import type { Certificate } from './certificate.js';
import { signedBytes } from './certificate.js';

/** Files, key and job that a certificate is compared with. */
interface Presented {
  /** SHA-256 of the files at hand: the release, then the second table where the certificate names one. */
  readonly sha256: readonly string[];
  /** The key that must have signed, DER of its SubjectPublicKeyInfo in base64. */
  readonly publicKey?: string;
  /** SHA-256 of the canonical JSON of the job that the release should be of. */
  readonly jobSha256?: string;
  /** SHA-256 of the public table at hand. */
  readonly publicSha256?: string;
  /** Tests whether a signature over the bytes is that of the public key. */
  verify(bytes: Uint8Array, signature: string, publicKey: string): boolean;
}

export interface CertificateCheck {
  readonly check: 'release' | 'sensitive' | 'signature' | 'key' | 'job' | 'public';
  readonly holds: boolean;
  /** Difference, where it does not hold. */
  readonly problem?: string;
}

const short = (sha256: string): string => `${sha256.slice(0, 16)}...`;
const check = (name: CertificateCheck['check'], holds: boolean, problem: string): CertificateCheck =>
  holds ? { check: name, holds } : { check: name, holds, problem };

/**
 * Checks a certificate against files, a key and a job. The signature is checked first: what it does not cover, nobody
 * vouches for.
 */
export function checkCertificate(certificate: Certificate, presented: Presented): readonly CertificateCheck[] {
  const { files, signer, signature, job } = certificate;
  const checks: CertificateCheck[] = [];
  if (signer !== undefined && signature !== undefined) {
    const isRight = presented.verify(signedBytes(certificate), signature, signer.publicKey);
    checks.push(check('signature', isRight, 'the signature is not one of this certificate: it was changed'));
  }
  if (presented.publicKey !== undefined) {
    const problem =
      signer === undefined
        ? 'the certificate is not signed'
        : 'the certificate is signed by another key than the one given';
    checks.push(check('key', signer?.publicKey === presented.publicKey, problem));
  }
  files.forEach(({ table, sha256 }, i) => {
    const what = table === 'release' ? 'the file' : 'the table of sensitive columns with it';
    const problem = `${what} is not the one certified: SHA-256 ${short(presented.sha256[i])} instead of ${short(sha256)}`;
    checks.push(check(table, presented.sha256[i] === sha256, problem));
  });
  if (presented.jobSha256 !== undefined) {
    const problem = `the job is not the one certified: SHA-256 ${short(presented.jobSha256)} instead of ${short(job.sha256)}`;
    checks.push(check('job', presented.jobSha256 === job.sha256, problem));
  }
  if (presented.publicSha256 !== undefined) {
    const certified = certificate.public?.sha256;
    const problem =
      certified === undefined
        ? 'the certificate names no file of a public table'
        : `the public table is not the one certified: SHA-256 ${short(presented.publicSha256)} instead of ${short(certified)}`;
    checks.push(check('public', presented.publicSha256 === certified, problem));
  }
  return checks;
}
