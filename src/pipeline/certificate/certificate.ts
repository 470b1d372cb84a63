import type { PrivacyResult } from '../../privacy/model.js';
import { toJson } from '../../release/to-json.js';
import type { RunResult } from '../result.js';
import { canonicalJson } from '../../base/canonical-json.js';

export const certificateFormat = 'kohort-certificate';
/** Raised when a reader of the version before would take a certificate for something else than it is. */
export const certificateVersion = 1;

/** A file of the release as it stood on the disk when it got its name. */
export interface CertifiedFile {
  /** Name without its folder. For people: the bytes count. */
  readonly name: string;
  /** `sensitive`: the second table of an algorithm that releases two. */
  readonly table: 'release' | 'sensitive';
  readonly bytes: number;
  /** 64 digits, lower case. */
  readonly sha256: string;
}

/**
 * Findings about a release when it was handed out, bound to the bytes of its files and to the job: for a reader who has the release and neither the
 * input nor the job. It holds names, counts and hashes, never a cell and no label of a hierarchy.
 */
export interface Certificate {
  readonly format: typeof certificateFormat;
  readonly formatVersion: typeof certificateVersion;
  /** ISO 8601, UTC. */
  readonly date: string;
  readonly program: { readonly name: string; readonly version: string };
  readonly engine: string;
  readonly algorithm: string;
  /** The release first. */
  readonly files: readonly CertifiedFile[];
  /** SHA-256 of the canonical JSON of the job, hierarchy files read into it. */
  readonly job: { readonly sha256: string };
  /** The file of the public table that models of the job name, as it was read. */
  readonly public?: Omit<CertifiedFile, 'table'>;
  /** `row` where the job says that each row is one person. */
  readonly unit?: 'row' | 'household';
  /** `separate` where rows without the key of a person are among the rows. */
  readonly missingPersons?: 'separate';
  readonly rows: number;
  /** Persons of the input, where the job says whose row each is: the models count them. */
  readonly persons?: number;
  /** Persons with a released row, beside `persons`. */
  readonly personsReleased?: number;
  /** Rows of the input that could not be read and were left out, and the lines of the first 100. */
  readonly rowsSkipped?: RunResult['rowsSkipped'];
  readonly released: number;
  readonly suppressed: number;
  readonly classes: number;
  readonly privacy: readonly PrivacyResult[];
  readonly metrics: Readonly<Record<string, unknown>>;
  readonly exposure: Readonly<Record<string, { readonly texts: number; readonly rows: number }>>;
  /** Signer of the certificate: part of what is signed. */
  readonly signer?: { readonly algorithm: 'Ed25519'; readonly publicKey: string };
  /** Base64, over the canonical JSON of everything else. */
  readonly signature?: string;
}

/** Signs bytes with a private key; `publicKey` is the DER of its SubjectPublicKeyInfo in base64. */
export interface Signer {
  readonly publicKey: string;
  sign(bytes: Uint8Array): string;
}

/** Facts in a certificate beside the result of the run. */
interface CertificateFacts {
  readonly files: readonly CertifiedFile[];
  readonly jobSha256: string;
  /** The `unit` of the job. */
  readonly unit?: 'row' | 'household';
  /** The `missingPersons` of the job. */
  readonly missingPersons?: 'refuse' | 'separate';
  readonly publicTable?: Omit<CertifiedFile, 'table'>;
  readonly date: Date;
  readonly signer?: Signer;
}

/** Makes the certificate of a release. Numbers past 2^53 are rounded, so that every reader of JSON reads what was signed. */
export function makeCertificate(
  result: Omit<RunResult, 'search' | 'seconds' | 'solution'>,
  { files, jobSha256, unit, missingPersons, publicTable, date, signer }: CertificateFacts,
): Certificate {
  const { version, engine, algorithm, rows, persons, personsReleased, rowsSkipped } = result;
  const { released, suppressed, classes, privacy, metrics, exposure } = result;
  const content = {
    format: certificateFormat,
    formatVersion: certificateVersion,
    date: date.toISOString(),
    program: { name: 'kohort', version },
    engine,
    algorithm: algorithm.name,
    files,
    job: { sha256: jobSha256 },
    public: publicTable,
    ...{ unit, missingPersons: missingPersons === 'separate' ? missingPersons : undefined },
    ...{ rows, persons: persons ?? undefined, personsReleased, rowsSkipped },
    ...{ released, suppressed, classes, privacy, metrics, exposure },
    signer: signer === undefined ? undefined : { algorithm: 'Ed25519', publicKey: signer.publicKey },
  };
  const unsigned = JSON.parse(toJson(content)) as Certificate;
  return signer === undefined ? unsigned : { ...unsigned, signature: signer.sign(signedBytes(unsigned)) };
}

/** The bytes that a signature is over: the canonical JSON of the certificate without its signature. */
export function signedBytes(certificate: Certificate): Uint8Array {
  return new TextEncoder().encode(canonicalJson({ ...certificate, signature: undefined }));
}
