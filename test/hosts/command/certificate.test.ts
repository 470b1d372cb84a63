import type { KeyPairKeyObjectResult } from 'node:crypto';
import { createHash, generateKeyPairSync } from 'node:crypto';
import { copyFileSync, existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { makeFolder, runInside } from './run-cli.js';
import { inTurn } from '../../shared.js';

const folder = makeFolder();
const at = (name: string): string => join(folder.path, name);

const rows = Array.from({ length: 40 }, (_, i) => `${20 + (i % 10)},${['f', 'm'][i % 2]},secret-${i % 3}`);
writeFileSync(at('in.csv'), ['age,sex,disease', ...rows].join('\n'));
const attributes =
  '{"age":{"role":"quasi-identifier"},"disease":{"role":"sensitive"},"sex":{"hierarchy":{"rows":[["f","*"],["m","*"]],"type":"levels"},"role":"quasi-identifier"}}';
/** In canonical form, so that its hash can be had without the program. */
const job = `{"algorithm":"mondrian","attributes":${attributes},"privacy":[{"k":4,"model":"k-anonymity"}]}`;
writeFileSync(at('job.json'), job);
writeFileSync(at('other.json'), job.replace('"k":4', '"k":3'));
const bothTables = job
  .replace('mondrian', 'anatomy')
  .replace(/"privacy":.*/, '"privacy":[{"attribute":"disease","l":2,"model":"l-diversity","variant":"distinct"}]}');
writeFileSync(at('anatomy.json'), bothTables);
writeFileSync(at('sex.csv'), 'f,*\nm,*\n');
writeFileSync(
  at('with-file.json'),
  job.replace('"rows":[["f","*"],["m","*"]]', '"delimiter":",","file":"sex.csv"').replace('"algorithm":"mondrian",', '').replace(/}$/, ',"algorithm":"mondrian"}'), // prettier-ignore
);

const writeKey = (name: string, { privateKey, publicKey }: KeyPairKeyObjectResult): void => {
  writeFileSync(at(`${name}.pem`), privateKey.export({ type: 'pkcs8', format: 'pem' }));
  writeFileSync(at(`${name}.pub.pem`), publicKey.export({ type: 'spki', format: 'pem' }));
};
for (const name of ['own', 'foreign']) writeKey(name, generateKeyPairSync('ed25519'));
writeKey('rsa', generateKeyPairSync('rsa', { modulusLength: 2048 }));

const hash = (bytes: Uint8Array | string): string => createHash('sha256').update(bytes).digest('hex');
const readJson = (name: string) => JSON.parse(readFileSync(at(name), 'utf8')) as Record<string, unknown>;
const anonymize = async (out: string, ...more: readonly string[]) =>
  runInside(['anonymize', at('in.csv'), '--job', at('job.json'), '--quiet', '--out', at(out), '--certificate', at('c.json'), ...more]); // prettier-ignore
const verify = async (file: string, ...more: readonly string[]) =>
  runInside(['verify', at('c.json'), at(file), ...more]);
const done = { code: 0, stdout: '', stderr: '' };

describe.each(inTurn(['wasm', 'js'], 2))('--certificate (%s)', (engine) => {
  it.each(['out.csv', 'out.csv.gz', 'out.parquet', 'out.arrow'])(
    'binds %s, and verify notices a changed byte',
    async (out) => {
      expect(await anonymize(out, '--engine', engine)).toEqual(done);
      const bytes = readFileSync(at(out));
      const certificate = readJson('c.json');
      expect(certificate).toMatchObject({
        engine,
        job: { sha256: hash(job) },
        files: [{ name: out, table: 'release', bytes: bytes.length, sha256: hash(bytes) }],
        privacy: [{ model: 'k-anonymity', required: { k: 4 }, holds: true }],
      });
      expect(Math.abs(Date.now() - Date.parse(certificate.date as string))).toBeLessThan(600_000);
      expect(JSON.stringify(certificate)).not.toMatch(/secret|"f"|"m"/);
      const verified = await verify(out, '--job', at('job.json'));
      expect([verified.code, verified.stderr]).toEqual([0, '']);
      expect(verified.stdout).toContain('not signed');
      bytes[bytes.length >> 1] ^= 1;
      writeFileSync(at('changed'), bytes);
      const refused = await verify('changed');
      expect([refused.code, refused.stdout]).toEqual([1, '']);
      expect(refused.stderr).toMatch(/^kohort: changed: the file is not the one certified: SHA-256 [^\n]*\n$/);
    },
  );
});

it('binds the public table that models are judged against', async () => {
  const everybody = ['age,sex', ...rows.map((row) => row.split(',').slice(0, 2).join(',')), '25,f', '25,m'].join('\n');
  writeFileSync(at('everybody.csv'), everybody);
  const model = '{"max":0.99,"min":0,"model":"delta-presence","public":"everybody.csv"}';
  writeFileSync(at('presence.json'), job.replace('"privacy":[', `"privacy":[${model},`));
  const run = async (...more: string[]) =>
    runInside(['anonymize', at('in.csv'), '--job', at('presence.json'), '--quiet', '--out', at('known.csv'), '--certificate', at('c.json'), ...more]); // prettier-ignore
  expect(await run()).toEqual(done);
  const bytes = Buffer.byteLength(everybody);
  expect(readJson('c.json').public).toEqual({ name: 'everybody.csv', bytes, sha256: hash(everybody) });
  const verified = await verify('known.csv', '--public', at('everybody.csv'));
  expect([verified.code, verified.stdout]).toEqual([0, expect.stringContaining('judged against the public table')]);
  writeFileSync(at('everybody.csv'), `${everybody}\n26,f`);
  const other = await verify('known.csv', '--public', at('everybody.csv'));
  expect([other.code, other.stderr]).toEqual([
    1,
    expect.stringMatching(/^kohort: known.csv: the public table is not the one certified: SHA-256 [^\n]*\n$/),
  ]);
  // The findings of its certificate are signed.
  expect(await run('--sign', at('own.pem'))).toEqual(done);
  const certificate = readJson('c.json') as { public: { sha256: string } };
  certificate.public.sha256 = hash('another');
  writeFileSync(at('c.json'), JSON.stringify(certificate));
  expect((await verify('known.csv')).stderr).toContain('the signature is not one of this certificate');
  expect(await anonymize('out.csv')).toEqual(done);
  const none = await verify('out.csv', '--public', at('everybody.csv'));
  expect([none.code, none.stderr]).toEqual([1, expect.stringContaining('names no file of a public table')]);
});

it('binds both tables of anatomy', async () => {
  const anatomy = ['--job', at('anatomy.json'), '--out', at('two.csv'), '--certificate', at('c.json'), '--quiet'];
  expect(await runInside(['anonymize', at('in.csv'), ...anatomy])).toEqual(done);
  expect(readJson('c.json').files).toMatchObject([
    { name: 'two.csv', table: 'release' },
    { name: 'two.sensitive.csv', table: 'sensitive' },
  ]);
  const verified = await verify('two.csv', '--job', at('anatomy.json'));
  expect([verified.code, verified.stdout]).toEqual([0, expect.stringMatching(/ released in \d+ buckets, /)]);
  copyFileSync(at('two.csv'), at('moved.csv'));
  expect((await verify('moved.csv')).code).toBe(3);
  expect((await verify('moved.csv', '--sensitive', at('two.sensitive.csv'))).code).toBe(0);
  writeFileSync(at('two.sensitive.csv'), `${readFileSync(at('two.sensitive.csv'), 'utf8')}9,x\n`);
  const refused = await verify('two.csv');
  expect([refused.code, refused.stderr]).toEqual([1, expect.stringContaining('table of sensitive columns')]);
});

it('is the same of a counted input, and of a job whose hierarchy is in a file', async () => {
  expect(await anonymize('counted.csv', '--two-pass', '--job', at('with-file.json'))).toEqual(done);
  expect(readJson('c.json').job).toEqual({ sha256: hash(job) });
  expect((await verify('counted.csv', '--job', at('with-file.json'))).code).toBe(0);
  const other = await verify('counted.csv', '--job', at('other.json'));
  expect([other.code, other.stderr]).toEqual([1, expect.stringMatching(/the job is not the one certified/)]);
});

describe('--sign and --key', () => {
  it('show who made a certificate, and changes of it', async () => {
    expect(await anonymize('signed.csv', '--sign', at('own.pem'))).toEqual(done);
    const signed = readJson('c.json');
    expect((await verify('signed.csv')).code).toBe(0);
    expect((await verify('signed.csv', '--key', at('own.pub.pem'))).code).toBe(0);
    const foreign = await verify('signed.csv', '--key', at('foreign.pub.pem'));
    expect([foreign.code, foreign.stderr]).toEqual([1, expect.stringMatching(/by another key than the one given/)]);
    writeFileSync(at('c.json'), JSON.stringify({ ...signed, rows: 41 }));
    const changed = await verify('signed.csv');
    expect([changed.code, changed.stderr]).toEqual([1, expect.stringMatching(/signature is not one of this cert/)]);
    const json = await verify('signed.csv', '--json', '--key', at('foreign.pub.pem'));
    expect([json.code, json.stderr]).toEqual([1, '']);
    expect(JSON.parse(json.stdout)).toMatchObject({
      verified: false,
      signed: true,
      checks: [
        { check: 'signature', holds: false },
        { check: 'key', holds: false },
        { check: 'release', holds: true },
      ],
    });
    writeFileSync(at('c.json'), JSON.stringify({ ...signed, signer: undefined, signature: undefined }));
    const bare = await verify('signed.csv', '--key', at('own.pub.pem'));
    expect([bare.code, bare.stderr]).toEqual([1, expect.stringMatching(/the certificate is not signed/)]);
  });

  it('take Ed25519 keys alone, and never show a piece of a file', async () => {
    writeFileSync(at('words'), 'SECRET WORDS');
    const body = readFileSync(at('own.pem'), 'utf8').split('\n')[1];
    writeFileSync(at('damaged.pem'), readFileSync(at('own.pem'), 'utf8').replace(body, body.slice(0, 20)));
    const cases = {
      'rsa.pem': /a key for rsa/,
      words: /not PEM/,
      'own.pub.pem': /public key/,
      'damaged.pem': /damaged/,
    };
    for (const [name, message] of Object.entries(cases)) {
      const refused = await anonymize('never.csv', '--sign', at(name));
      expect([name, refused.code, refused.stderr]).toEqual([name, 2, expect.stringMatching(message)]);
      expect(refused.stderr).not.toMatch(/SECRET/);
      expect(refused.stderr).not.toContain(body.slice(0, 16));
    }
    expect(existsSync(at('never.csv'))).toBe(false);
    expect(await anonymize('signed.csv')).toEqual(done);
    expect((await verify('signed.csv', '--key', at('own.pem'))).code).toBe(2);
  });
});

it('is refused where no file is certified, and where it would replace another', async () => {
  const run = async (...args: readonly string[]) => (await runInside(['anonymize', at('in.csv'), '--job', at('job.json'), '--quiet', ...args])).code; // prettier-ignore
  const before = readdirSync(folder.path);
  expect(await run('--certificate', at('new.json'))).toBe(2);
  expect(await run('--certificate', at('new.txt'), '--out', at('new.csv'))).toBe(2);
  expect(await run('--certificate', at('no/new.json'), '--out', at('new.csv'))).toBe(2);
  expect(await run('--certificate', at('job.json'), '--out', at('new.csv'))).toBe(2);
  expect(await run('--sign', at('own.pem'), '--out', at('new.csv'))).toBe(2);
  expect(readFileSync(at('job.json'), 'utf8')).toBe(job);
  expect(readdirSync(folder.path)).toEqual(before);
});

it('leaves nothing of a run whose release is not handed out', async () => {
  writeFileSync(at('too-much.json'), job.replace('"k":4', '"k":41'));
  const before = readdirSync(folder.path);
  const refused = await runInside(['anonymize', at('in.csv'), '--job', at('too-much.json'), '--out', at('new.csv'), '--certificate', at('new.json')]); // prettier-ignore
  expect(refused.code).toBe(1);
  expect(readdirSync(folder.path)).toEqual(before);
});

it('verify reports what is no certificate by exit code 3', async () => {
  writeFileSync(at('c.json'), job);
  expect(await verify('signed.csv')).toMatchObject({
    code: 3,
    stderr: expect.stringMatching(/expected a certificate/),
  });
  expect((await runInside(['verify', at('none.json'), at('signed.csv')])).code).toBe(3);
  await anonymize('signed.csv');
  expect((await verify('none.csv')).code).toBe(3);
});

it('certifies a file that an SQL engine was read for, and refuses tables and statements', async () => {
  const { DuckDBInstance } = await import('@duckdb/node-api');
  const instance = await DuckDBInstance.create(at('in.db'));
  const connection = await instance.connect();
  await connection.run(`CREATE TABLE people AS SELECT * FROM read_csv('${at('in.csv')}')`);
  connection.closeSync();
  instance.closeSync();
  const run = async (...args: readonly string[]) =>
    runInside(['anonymize', `duckdb:${at('in.db')}#people`, '--job', at('job.json'), '--quiet', '--certificate', at('c.json'), ...args]); // prettier-ignore
  expect(await run('--out', at('sql.csv'))).toEqual(done);
  expect((await verify('sql.csv', '--job', at('job.json'))).code).toBe(0);
  const target = await run('--out', `duckdb:${at('in.db')}#released`);
  expect([target.code, target.stderr]).toEqual([2, expect.stringMatching(/whose bytes are certified/)]);
  expect((await run('--sql', 'duckdb')).code).toBe(2);
});
