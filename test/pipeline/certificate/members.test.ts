import { describe, expect, it } from 'vitest';
import { InputError } from '../../../src/base/errors.js';
import { readCertificate } from '../../../src/pipeline/certificate/read-certificate.js';

const hash = '0f'.repeat(32);
const whole = {
  format: 'kohort-certificate',
  formatVersion: 1,
  date: '2026-01-02T03:04:05.000Z',
  program: { name: 'kohort', version: '1.0.0' },
  engine: 'js',
  algorithm: 'mondrian',
  files: [
    { name: 'out.csv', table: 'release', bytes: 3, sha256: hash },
    { name: 'lists.csv', table: 'sensitive', bytes: 0, sha256: hash },
  ],
  job: { sha256: hash },
  public: { name: 'people.csv', bytes: 5, sha256: hash },
  rows: 12,
  released: 12,
  suppressed: 0,
  classes: 3,
  privacy: [
    {
      model: 't-closeness',
      distance: 'ordered',
      attribute: 'pay',
      required: { t: 0.2 },
      achieved: { t: null },
      holds: true,
    },
  ],
  metrics: { loss: 0.5 },
  exposure: {},
  signer: { algorithm: 'Ed25519', publicKey: 'key' },
  signature: 'signed',
};
const [release, sensitive] = whole.files;
const [model] = whole.privacy;
const { public: people } = whole;

/** `[member, value]`: what no certificate has there. */
const WRONG: readonly (readonly [string, unknown])[] = [
  ['format', 'other'],
  ['formatVersion', 2],
  ['date', 5],
  ['program', 'kohort'],
  ['program', { name: 'kohort' }],
  ['program', { version: '1' }],
  ['engine', null],
  ['algorithm', ['mondrian']],
  ['files', {}],
  ['files', []],
  ['files', [release, sensitive, sensitive]],
  ['files', [sensitive]],
  ['files', [release, release]],
  ['files', [null]],
  ['files', [{ ...release, name: 1 }]],
  ['files', [{ ...release, bytes: -1 }]],
  ['files', [{ ...release, bytes: 1.5 }]],
  ['files', [{ ...release, sha256: hash.toUpperCase() }]],
  ['files', [{ ...release, sha256: `${hash}0` }]],
  ['files', [{ ...release, sha256: hash.slice(1) }]],
  ['job', null],
  ['job', { sha256: 'short' }],
  ['public', null],
  ['public', { ...people, name: 0 }],
  ['public', { ...people, bytes: '5' }],
  ['public', { ...people, sha256: '' }],
  ['unit', 'people'],
  ['rows', '12'],
  ['persons', null],
  ['personsReleased', -1],
  ['released', -1],
  ['suppressed', 0.5],
  ['classes', 2 ** 53],
  ['privacy', {}],
  ['privacy', ['k-anonymity']],
  ['privacy', [{ ...model, model: 1 }]],
  ['privacy', [{ ...model, holds: 'yes' }]],
  ['privacy', [{ ...model, variant: 1 }]],
  ['privacy', [{ ...model, distance: {} }]],
  ['privacy', [{ ...model, attribute: 7 }]],
  ['privacy', [{ ...model, required: [] }]],
  ['privacy', [{ ...model, required: { t: '0.2' } }]],
  ['privacy', [{ ...model, achieved: { t: true } }]],
  ['privacy', [{ ...model, achieved: null }]],
  ['metrics', []],
  ['exposure', 0],
  ['signer', 'key'],
  ['signer', { ...whole.signer, algorithm: 'RSA' }],
  ['signer', { ...whole.signer, publicKey: 1 }],
  ['signature', 1],
];

const read = (value: unknown): unknown => readCertificate(JSON.stringify(value), 'c.json');
const codeOf = (value: unknown): string => {
  try {
    read(value);
  } catch (error) {
    expect(error).toBeInstanceOf(InputError);
    return (error as InputError).code;
  }
  return 'none';
};

describe('a text is a certificate', () => {
  it('when every member is what it must be, whatever stands beside them', () => {
    expect(read(whole)).toEqual(whole);
    const { public: _, signer: __, signature: ___, ...least } = whole;
    for (const value of [least, { ...least, files: [release], note: [1] }]) expect(read(value)).toEqual(value);
  });

  it.each(WRONG)('not with such a member %s: %j', (member, value) => {
    const expected = member === 'formatVersion' ? 'CERTIFICATE_VERSION' : 'NOT_A_CERTIFICATE';
    expect(codeOf({ ...whole, [member]: value })).toBe(expected);
  });

  it('not without a member, but for the public table and the signature with its key', () => {
    for (const member of Object.keys(whole)) {
      const { [member as keyof typeof whole]: _, ...rest } = whole;
      const expected =
        member === 'public' ? 'none' : member === 'formatVersion' ? 'CERTIFICATE_VERSION' : 'NOT_A_CERTIFICATE';
      expect({ member, code: codeOf(rest) }).toEqual({ member, code: expected });
    }
  });
});
