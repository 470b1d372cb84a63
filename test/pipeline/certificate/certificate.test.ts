import { createHash } from 'node:crypto';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { canonicalJson } from '../../../src/base/canonical-json.js';
import type { Certificate, CertifiedFile } from '../../../src/pipeline/certificate/certificate.js';
import { makeCertificate, signedBytes } from '../../../src/pipeline/certificate/certificate.js';
import { checkCertificate } from '../../../src/pipeline/certificate/check-certificate.js';
import { readCertificate } from '../../../src/pipeline/certificate/read-certificate.js';
import { isSignedBy } from '../../../src/hosts/node/signing-key.js';
import { unitNoun } from '../../../src/base/unit.js';
import { countsOf } from '../../../src/hosts/command/format.js';
import { anonymize, tableFromRows } from '../../../src/index.js';

describe('canonical JSON', () => {
  it('is that of RFC 8785, sections 3.2.2 and 3.2.3', () => {
    const sample = String.raw`{"numbers": [333333333.33333329, 1E30, 4.50, 2e-3, 0.000000000000000000000000001],
      "string": "\u20ac$\u000F\u000aA'\u0042\u0022\u005c\\\"\/", "literals": [null, true, false]}`;
    expect(canonicalJson(JSON.parse(sample))).toBe(
      String.raw`{"literals":[null,true,false],"numbers":[333333333.3333333,1e+30,4.5,0.002,1e-27],"string":"€$\u000f\nA'B\"\\\\\"/"}`,
    );
    const keys = String.raw`{"\u20ac": 5, "\r": 1, "\ufb33": 7, "1": 2, "\ud83d\ude00": 6, "\u0080": 3, "\u00f6": 4}`;
    expect(Object.values(JSON.parse(canonicalJson(JSON.parse(keys))) as object)).toHaveLength(7);
    expect(canonicalJson(JSON.parse(keys)).replace(/[^:]*:(\d)/g, '$1')).toBe('1234567}');
  });

  it('differs for all JSON that differs in more than the order of keys', () => {
    const shuffled = (value: unknown): unknown =>
      Array.isArray(value)
        ? value.map(shuffled)
        : typeof value === 'object' && value !== null
          ? Object.fromEntries(Object.entries(value).reverse().map(([key, each]) => [key, shuffled(each)])) // prettier-ignore
          : value;
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        const plain = JSON.parse(JSON.stringify(value)) as unknown;
        expect(canonicalJson(shuffled(plain))).toBe(canonicalJson(plain));
        expect(JSON.parse(canonicalJson(plain))).toEqual(plain);
      }),
      { numRuns: 200 },
    );
    expect(() => canonicalJson({ a: NaN })).toThrow(TypeError);
    expect(() => canonicalJson([1n])).toThrow(TypeError);
    expect(canonicalJson({ a: undefined, b: 1 })).toBe('{"b":1}');
  });
});

/** RFC 8032, section 7.1, test 2. */
const known = {
  publicKey: Buffer.from(
    '302a300506032b65700321003d4017c3e843895a92b70aa74d1b7ebc9c982ccf2ec4968cc0cd55f12af4660c',
    'hex',
  ).toString('base64'),
  message: new Uint8Array([0x72]),
  signature: Buffer.from(
    '92a009a9f0d4cab8720e820b5f642540a2b27b5416503f8fb3762223ebdb69da085ac1e43e15996e458f3613d0f11d8c387b2eaeb4302aeeb00d291612bb0c00',
    'hex',
  ).toString('base64'),
};

it('signatures are those of RFC 8032', () => {
  const { publicKey, message, signature } = known;
  expect(isSignedBy(message, signature, publicKey)).toBe(true);
  expect(isSignedBy(new Uint8Array([0x73]), signature, publicKey)).toBe(false);
  expect(isSignedBy(message, `A${signature.slice(1)}`, publicKey)).toBe(false);
  for (const other of ['', 'no key', known.signature, ` ${publicKey}`]) {
    expect(isSignedBy(message, signature, other)).toBe(false);
  }
});

const hash = (text: string): string => createHash('sha256').update(text).digest('hex');
/** In the place of a signature: the hash of key and bytes. */
const signer = {
  publicKey: 'key',
  sign: (bytes: Uint8Array) => hash(`key ${Buffer.from(bytes).toString('utf8')}`),
};
const verify = (bytes: Uint8Array, signature: string, publicKey: string) =>
  signature === hash(`${publicKey} ${Buffer.from(bytes).toString('utf8')}`);
const file: CertifiedFile = { name: 'out.csv', table: 'release', bytes: 3, sha256: hash('abc') };
const date = new Date(Date.UTC(2026, 0, 2, 3, 4, 5));

const make = async (
  engine: 'wasm' | 'js',
  signed: boolean,
  { unit, patient = 'drop' }: { unit?: 'row'; patient?: 'drop' | 'person' } = {},
): Promise<Certificate> => {
  const table = tableFromRows(
    Array.from({ length: 12 }, (_, i) => ({ patient: `p${i % 6}`, age: 20 + (i % 2), disease: `secret-${i % 3}` })),
  );
  const { result } = await anonymize(
    table,
    {
      unit,
      attributes: { patient, age: { role: 'quasi-identifier' }, disease: { role: 'sensitive' } },
      privacy: [{ model: 'l-diversity', variant: 'distinct', l: 2, attribute: 'disease' }],
      algorithm: 'mondrian',
    },
    { engine },
  );
  const facts = { files: [file], jobSha256: hash('job'), unit, date, signer: signed ? signer : undefined };
  return makeCertificate(result, facts);
};
const read = (value: unknown): Certificate => readCertificate(JSON.stringify(value), 'c.json');
const problemsOf = (certificate: Certificate, more: object = {}) =>
  checkCertificate(certificate, { sha256: [file.sha256], verify, ...more })
    .filter(({ holds }) => !holds)
    .map(({ check }) => check);

describe.each(['wasm', 'js'] as const)('a certificate (%s)', (engine) => {
  it('says what was found, of which bytes and which job, and no cell', async () => {
    const made = await make(engine, true);
    expect(made).toMatchObject({
      format: 'kohort-certificate',
      formatVersion: 1,
      date: '2026-01-02T03:04:05.000Z',
      program: { name: 'kohort' },
      engine,
      algorithm: 'mondrian',
      files: [file],
      job: { sha256: hash('job') },
      rows: 12,
      released: 12,
      suppressed: 0,
      privacy: [{ model: 'l-diversity', required: { l: 2 }, holds: true }],
      signer: { algorithm: 'Ed25519', publicKey: 'key' },
    });
    expect(Object.keys(made.exposure)).toEqual(['age', 'disease']);
    expect(made.metrics.discernibility).toBeGreaterThan(0);
    expect(JSON.stringify(made)).not.toContain('secret');
    expect(read(made)).toEqual(made);
    expect(new TextDecoder().decode(signedBytes(made))).not.toContain('signature');
  });

  it('says whether a row is a person, and counts persons beside their rows', async () => {
    const textOf = (made: Certificate): string => {
      const { input, release } = countsOf(read(made), unitNoun(made));
      return `${input}, ${release}`;
    };
    expect(textOf(await make(engine, false))).toBe('12 rows, 12');
    expect(textOf(await make(engine, false, { unit: 'row' }))).toBe('12 people, 12');
    const made = await make(engine, true, { patient: 'person' });
    expect(made).toMatchObject({ rows: 12, persons: 6, personsReleased: 6 });
    expect(textOf(made)).toBe('12 rows of 6 people, 12 rows of 6 people');
  });

  // promise: certificate-notices-changes
  it('tells another file, job and key, and every change of what is signed', async () => {
    const made = await make(engine, true);
    expect(problemsOf(made)).toEqual([]);
    expect(problemsOf(made, { publicKey: 'key', jobSha256: hash('job') })).toEqual([]);
    expect(problemsOf(made, { sha256: [hash('abd')] })).toEqual(['release']);
    expect(problemsOf(made, { publicKey: 'other' })).toEqual(['key']);
    expect(problemsOf(made, { jobSha256: hash('jobs') })).toEqual(['job']);
    const changes: object[] = [
      { rows: 13 },
      { classes: made.classes + 1 },
      { date: '2027-01-02T03:04:05.000Z' },
      { metrics: { ...made.metrics, loss: 0.123 } },
      { exposure: {} },
      { privacy: [] },
      { signer: { algorithm: 'Ed25519', publicKey: 'other' } },
      { added: 1 },
    ];
    for (const change of changes) expect(problemsOf(read({ ...made, ...change }))).toEqual(['signature']);
    const unsigned = await make(engine, false);
    expect(problemsOf(unsigned)).toEqual([]);
    expect(problemsOf(unsigned, { publicKey: 'key' })).toEqual(['key']);
  });
});

it('texts that are no certificate are refused, none of their content shown', async () => {
  const made = await make('js', true);
  const code = (text: string): string => {
    try {
      readCertificate(text, 'c.json');
      return 'read';
    } catch (error) {
      expect((error as Error).message).not.toContain('mondrian');
      return (error as { code: string }).code;
    }
  };
  const text = JSON.stringify(made);
  expect(code(text)).toBe('read');
  for (const wrong of ['', 'age,disease', '[]', '{}', 'null', text.slice(0, -1), `${text} `.repeat(2)]) {
    expect(code(wrong)).toBe('NOT_A_CERTIFICATE');
  }
  expect(code(text.replace('{', '{"rows":7,'))).toBe('NOT_A_CERTIFICATE');
  expect(code(text.replace('"formatVersion":1', '"formatVersion":2'))).toBe('CERTIFICATE_VERSION');
  for (const key of Object.keys(made)) {
    expect([key, code(JSON.stringify({ ...made, [key]: undefined }))]).toEqual([key, key === 'formatVersion' ? 'CERTIFICATE_VERSION' : 'NOT_A_CERTIFICATE']); // prettier-ignore
  }
  expect(code(JSON.stringify({ ...made, files: [] }))).toBe('NOT_A_CERTIFICATE');
  expect(code(JSON.stringify({ ...made, files: [{ ...file, sha256: 'ab' }] }))).toBe('NOT_A_CERTIFICATE');
  expect(code(JSON.stringify({ ...made, privacy: [{ model: 'k-anonymity' }] }))).toBe('NOT_A_CERTIFICATE');
});

it('what can be no content of a certificate is refused before anything is signed, compared or printed', async () => {
  const text = JSON.stringify({ ...(await make('js', true)), metrics: 'HERE' });
  const nested = (depth: number): string => '{"a":'.repeat(depth) + '1' + '}'.repeat(depth);
  const code = (metrics: string): string => {
    try {
      const certificate = readCertificate(text.replace('"HERE"', metrics), 'c.json');
      checkCertificate(certificate, { sha256: [file.sha256], verify });
      return 'read';
    } catch (error) {
      return (error as { code?: string }).code ?? (error as Error).name;
    }
  };
  expect(code('{"loss":1e308}')).toBe('read');
  for (const number of ['1e999', '-1e999']) {
    expect(code(`{"loss":${number}}`)).toBe('NOT_A_CERTIFICATE');
    expect(code(`{"loss":{"age":[${number}]}}`)).toBe('NOT_A_CERTIFICATE');
  }
  expect(code(nested(20))).toBe('read');
  expect(code(nested(200))).toBe('NOT_A_CERTIFICATE');
  expect(code(nested(200_000))).toBe('NOT_A_CERTIFICATE');
  expect(code(`{"a":${'['.repeat(200_000)}${']'.repeat(200_000)}}`)).toBe('NOT_A_CERTIFICATE');
});
