import { hasCanonicalJson } from '../../base/canonical-json.js';
import { InputError } from '../../base/errors.js';
import { isPlainObject } from '../../base/plain-object.js';
import { checkJsonText } from '../../job/json-text.js';
import type { Certificate } from './certificate.js';
import { certificateFormat, certificateVersion } from './certificate.js';

const isCount = (value: unknown): boolean => Number.isSafeInteger(value) && (value as number) >= 0;
const isText = (value: unknown): boolean => typeof value === 'string';
const isHash = (value: unknown): boolean => typeof value === 'string' && /^[0-9a-f]{64}$/.test(value);

/** Tests for every member of a certificate; other members are let be, since a signature covers them too. */
const members: Readonly<Record<keyof Certificate, (value: unknown) => boolean>> = {
  format: (value) => value === certificateFormat,
  formatVersion: (value) => value === certificateVersion,
  date: isText,
  program: (value) => isPlainObject(value) && isText(value.name) && isText(value.version),
  engine: isText,
  algorithm: isText,
  files: (value) => Array.isArray(value) && value.length > 0 && value.length <= 2 && value.every(isFile),
  job: (value) => isPlainObject(value) && isHash(value.sha256),
  public: (value) =>
    value === undefined || (isPlainObject(value) && isText(value.name) && isCount(value.bytes) && isHash(value.sha256)),
  unit: (value) => [undefined, 'row', 'household'].includes(value as string | undefined),
  missingPersons: (value) => value === undefined || value === 'separate',
  rows: isCount,
  persons: (value) => value === undefined || isCount(value),
  personsReleased: (value) => value === undefined || isCount(value),
  rowsSkipped: (value) =>
    value === undefined ||
    (isPlainObject(value) && isCount(value.rows) && Array.isArray(value.lines) && value.lines.every(isCount)),
  released: isCount,
  suppressed: isCount,
  classes: isCount,
  privacy: (value) => Array.isArray(value) && value.every(isModel),
  metrics: isPlainObject,
  exposure: isPlainObject,
  signer: (value) =>
    value === undefined || (isPlainObject(value) && value.algorithm === 'Ed25519' && isText(value.publicKey)),
  signature: (value) => value === undefined || isText(value),
};

function isFile(value: unknown, index: number): boolean {
  if (!isPlainObject(value)) return false;
  const table = index === 0 ? 'release' : 'sensitive';
  return isText(value.name) && value.table === table && isCount(value.bytes) && isHash(value.sha256);
}

const isModel = (value: unknown): boolean =>
  isPlainObject(value) &&
  isText(value.model) &&
  typeof value.holds === 'boolean' &&
  [value.variant, value.distance, value.attribute].every((each) => each === undefined || isText(each)) &&
  isParameters(value.required) &&
  isParameters(value.achieved);

/** Numbers by name; null for those that JSON does not have. */
const isParameters = (value: unknown): boolean =>
  isPlainObject(value) && Object.values(value).every((each) => each === null || typeof each === 'number');

/**
 * Reads the text of a certificate. A key twice is refused: people and programs might read different ones.
 *
 * @param source - its name in messages
 * @throws InputError NOT_A_CERTIFICATE, CERTIFICATE_VERSION
 */
export function readCertificate(text: string, source: string): Certificate {
  const problem = checkJsonText(text);
  if (problem !== null) {
    const reason =
      problem.kind === 'syntax' ? `expected ${problem.expected}, found something else` : 'a key stands twice';
    const { line, column } = problem;
    throw new InputError('NOT_A_CERTIFICATE', `not a certificate: ${reason}`, { source, line, column });
  }
  const value: unknown = JSON.parse(text);
  if (!hasCanonicalJson(value)) {
    throw new InputError(
      'NOT_A_CERTIFICATE',
      'not a certificate: nested too deep, or a number too large for any program',
      {
        source,
      },
    );
  }
  if (!isPlainObject(value) || value.format !== certificateFormat) {
    throw new InputError(
      'NOT_A_CERTIFICATE',
      'expected a certificate, which kohort anonymize --certificate writes, found other JSON',
      { source },
    );
  }
  if (value.formatVersion !== certificateVersion) {
    throw new InputError(
      'CERTIFICATE_VERSION',
      `expected a certificate of version ${certificateVersion}, found another; use the kohort that wrote it`,
      { source },
    );
  }
  const wrong = Object.entries(members).find(([key, fits]) => !fits(value[key]));
  if (wrong !== undefined) {
    throw new InputError(
      'NOT_A_CERTIFICATE',
      `not a complete certificate: ${JSON.stringify(wrong[0])} is missing or wrong`,
      {
        source,
      },
    );
  }
  if ((value.signer === undefined) !== (value.signature === undefined)) {
    throw new InputError(
      'NOT_A_CERTIFICATE',
      'not a complete certificate: a signature without its key, or a key alone',
      {
        source,
      },
    );
  }
  return value as unknown as Certificate;
}
