/** Every byte of a certified file and of a signed certificate is held: `verify` notices whichever is changed, added or missing. */
import { generateKeyPairSync } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { beforeAll, describe, expect, it } from 'vitest';
import { long, inTurn } from '../../shared.js';
import { makeFolder, runInside } from './run-cli.js';

const folder = makeFolder();
const at = (name: string): string => join(folder.path, name);
const verify = async (certificate: string, file: string, ...more: string[]) =>
  runInside(['verify', certificate, file, ...more], folder.path);

beforeAll(async () => {
  const rows = Array.from({ length: 12 }, (_, i) => `${20 + i},${['flu', 'gout'][i % 2]}`);
  writeFileSync(at('people.csv'), ['age,illness', ...rows, ''].join('\n'));
  const job = {
    attributes: { age: { role: 'quasi-identifier', type: 'integer' }, illness: { role: 'sensitive' } },
    privacy: [{ model: 'k-anonymity', k: 4 }],
    algorithm: 'mondrian',
  };
  writeFileSync(at('job.json'), JSON.stringify(job));
  const { privateKey, publicKey } = generateKeyPairSync('ed25519');
  writeFileSync(at('key.pem'), privateKey.export({ type: 'pkcs8', format: 'pem' }));
  writeFileSync(at('key.pub.pem'), publicKey.export({ type: 'spki', format: 'pem' }));
  for (const [name, more] of [
    ['plain', []],
    ['signed', ['--sign', 'key.pem']],
  ] as const) {
    const args = ['anonymize', 'people.csv', '--job', 'job.json', '--quiet', '--seed', '1'];
    const done = await runInside(
      [...args, '--out', `${name}.csv`, '--certificate', `${name}.json`, ...more],
      folder.path,
    );
    expect(done).toMatchObject({ code: 0, stderr: '' });
    expect((await verify(`${name}.json`, `${name}.csv`)).code).toBe(0);
  }
});

describe('verify', () => {
  // promise: certificate-notices-changes
  it('notices each byte of a certified file that is changed, added or missing', async () => {
    const bytes = readFileSync(at('plain.csv'));
    const changed: Buffer[] = [
      bytes.subarray(0, -1),
      bytes.subarray(1),
      Buffer.concat([bytes, Buffer.of(10)]),
      Buffer.alloc(0),
    ];
    for (let i = 0; i < bytes.length; i += long ? 1 : 5) {
      const copy = Buffer.from(bytes);
      copy[i] ^= 1 << (i % 8);
      changed.push(copy);
    }
    for (const [i, copy] of changed.entries()) {
      writeFileSync(at('changed.csv'), copy);
      const { code, stdout, stderr } = await verify('plain.json', 'changed.csv');
      expect([i, code, stdout, stderr]).toEqual([i, 1, '', expect.stringContaining('is not the one certified')]);
    }
  });

  // promise: certificate-notices-changes
  it('notices each character of a signed certificate that is changed or missing, unless it says the same', async () => {
    const text = readFileSync(at('signed.json'), 'utf8');
    const meant: unknown = JSON.parse(text);
    let same = 0;
    for (let i = 0; i < text.length; i += long ? 1 : 53) {
      const char = text[i];
      const other = /\d/.test(char)
        ? String((Number(char) + 1) % 10)
        : /[a-y]/i.test(char)
          ? String.fromCharCode(char.charCodeAt(0) + 1)
          : '_';
      for (const changed of [text.slice(0, i) + other + text.slice(i + 1), text.slice(0, i) + text.slice(i + 1)]) {
        let says: unknown = null;
        try {
          says = JSON.parse(changed);
        } catch {
          // No JSON any more.
        }
        writeFileSync(at('changed.json'), changed);
        const { code } = await verify('changed.json', 'signed.csv', '--key', 'key.pub.pem');
        const isSame = isDeepStrictEqual(says, meant);
        if (isSame) same++;
        expect([i, changed.slice(Math.max(0, i - 20), i + 20), code]).toEqual([
          i,
          changed.slice(Math.max(0, i - 20), i + 20),
          isSame ? 0 : (expect.toSatisfy((found) => found === 1 || found === 3) as number),
        ]);
      }
    }
    // Blanks between its members say nothing.
    expect(same).toBeGreaterThan(0);
    expect(same).toBeLessThan(text.length / 2);
  });

  // promise: certificate-notices-changes
  it('notices each member of a signed certificate that is taken out, and that an unsigned one is not signed', async () => {
    const certificate = JSON.parse(readFileSync(at('signed.json'), 'utf8')) as Record<string, unknown>;
    const takeOut = (from: object, name: string): object =>
      Array.isArray(from)
        ? from.filter((_, i) => String(i) !== name)
        : Object.fromEntries(Object.entries(from).filter(([each]) => each !== name));
    const without = (value: unknown): unknown[] => {
      if (typeof value !== 'object' || value === null) return [];
      const names = Object.keys(value);
      const deeper = names.flatMap((name) =>
        without((value as Record<string, unknown>)[name]).map((less) =>
          Array.isArray(value)
            ? value.map((each, i) => (String(i) === name ? less : (each as unknown)))
            : { ...value, [name]: less },
        ),
      );
      return [...names.map((name) => takeOut(value, name)), ...deeper];
    };
    const all = without(certificate);
    expect(all.length).toBeGreaterThan(20);
    for (const less of inTurn(all, 3)) {
      writeFileSync(at('changed.json'), JSON.stringify(less));
      const { code } = await verify('changed.json', 'signed.csv', '--key', 'key.pub.pem');
      expect([JSON.stringify(less), code === 1 || code === 3]).toEqual([JSON.stringify(less), true]);
    }
    expect((await verify('plain.json', 'plain.csv', '--key', 'key.pub.pem')).code).toBe(1);
  });
});
