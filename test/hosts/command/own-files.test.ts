/** No file that a run reads is written over, by whatever output, name or link, and whatever it is read for. */
import { DuckDBInstance } from '@duckdb/node-api';
import { generateKeyPairSync } from 'node:crypto';
import {
  copyFileSync,
  linkSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { makeFolder, runInside } from './run-cli.js';
import { inTurn } from '../../shared.js';

const folder = makeFolder();
const kept = join(folder.path, 'kept');
const here = join(folder.path, 'here');
const at = (name: string): string => join(here, name);

const people = ['age,city,illness', ...Array.from({ length: 40 }, (_, i) => `${20 + i},c${i % 4},i${i % 5}`), ''].join(
  '\n',
);
const job = (more: object): string =>
  JSON.stringify({
    attributes: {
      age: { role: 'quasi-identifier', type: 'integer' },
      city: { role: 'quasi-identifier', hierarchy: { type: 'levels', file: 'city.csv' } },
      illness: { role: 'sensitive' },
    },
    privacy: [{ model: 'k-anonymity', k: 3 }],
    algorithm: 'k-optimize',
    ...more,
  });
const presence = { model: 'delta-presence', min: 0, max: 1, public: 'everybody.csv' };
const anatomy = {
  algorithm: 'anatomy',
  privacy: [{ model: 'l-diversity', variant: 'distinct', l: 2, attribute: 'illness' }],
};

beforeAll(async () => {
  mkdirSync(kept);
  const write = (name: string, text: string): void => writeFileSync(join(kept, name), text);
  write('people.csv', people);
  write('more.csv', people);
  write('city.csv', ['c0;a;*', 'c1;a;*', 'c2;b;*', 'c3;b;*', ''].join('\n'));
  write('everybody.csv', people);
  write('job.json', job({}));
  write('presence.json', job({ privacy: [presence], algorithm: 'mondrian' }));
  write('anatomy.json', job(anatomy));
  write('earlier.csv', 'age,city,illness\n*,*,i0\n');
  write('earlier.sensitive.csv', 'group,illness,count\n1,i0,1\n');
  write('state', 'a checkpoint\n');
  write('recoding.json', '{}');
  const { privateKey } = generateKeyPairSync('ed25519');
  write('key.pem', String(privateKey.export({ type: 'pkcs8', format: 'pem' })));
  const instance = await DuckDBInstance.create(join(kept, 'people.db'));
  const connection = await instance.connect();
  await connection.run(`CREATE TABLE people AS SELECT * FROM read_csv('${join(kept, 'people.csv')}')`);
  connection.closeSync();
  instance.closeSync();
});
beforeEach(() => {
  mkdirSync(here);
  for (const name of readdirSync(kept)) copyFileSync(join(kept, name), at(name));
});
afterEach(() => rmSync(here, { recursive: true }));

/** Options that write a file, with the ending that it must have. */
const written = {
  '--out': '.csv',
  '--report': '.html',
  '--recoding': '.json',
  '--certificate': '.json',
  '--checkpoint': '',
  '--save-job': '.json',
} as const;
type Written = keyof typeof written;

const plain = ['anonymize', 'people.csv', '--job', 'job.json'];
const made = ['anonymize', 'people.csv', '--k', '3', '--quasi', 'age,city'];
/** A file that a run reads, the run, and its further outputs. */
const reads: readonly [read: string, args: readonly string[], options: readonly Written[]][] = [
  ['people.csv', plain, ['--out', '--report', '--recoding', '--certificate', '--checkpoint']],
  ['people.csv', made, ['--out', '--save-job']],
  ['more.csv', [...plain, 'more.csv'], ['--out', '--report', '--checkpoint']],
  ['job.json', plain, ['--out', '--report', '--recoding', '--certificate', '--checkpoint']],
  ['city.csv', plain, ['--out', '--report', '--recoding', '--certificate', '--checkpoint']],
  ['everybody.csv', ['anonymize', 'people.csv', '--job', 'presence.json'], ['--out', '--report', '--recoding', '--certificate']],
  ['earlier.csv', [...plain, '--previous', 'earlier.csv'], ['--out', '--report', '--recoding', '--certificate']],
  ['earlier.sensitive.csv', ['anonymize', 'people.csv', '--job', 'anatomy.json', '--previous', 'earlier.csv'], ['--out', '--report']],
  ['anatomy.json', [...plain, '--previous', 'earlier.csv', '--previous-job', 'anatomy.json'], ['--out', '--recoding']],
  ['state', [...plain, '--resume', 'state'], ['--out', '--report', '--recoding', '--certificate']],
  ['key.pem', [...plain, '--sign', 'key.pem'], ['--out', '--report', '--recoding', '--certificate', '--checkpoint']],
  ['key.pem', [...made, '--sign', 'key.pem'], ['--out', '--save-job']],
  ['people.db', ['anonymize', 'duckdb:people.db#people', '--job', 'job.json'], ['--out', '--report', '--recoding', '--certificate']],
  ['people.csv', ['anonymize', 'duckdb:people.csv', '--job', 'job.json'], ['--out', '--report', '--recoding', '--certificate']],
  ['people.db', [...plain, '--previous', 'duckdb:people.db#people'], ['--out', '--checkpoint']],
  ['people.csv', ['apply', 'recoding.json', 'people.csv'], ['--out']],
  ['people.csv', ['apply', 'recoding.json', 'duckdb:people.csv'], ['--out']],
  ['recoding.json', ['apply', 'recoding.json', 'people.csv'], ['--out']],
  ['people.csv', ['init', 'people.csv', '--yes'], ['--out']],
  ['people.csv', ['init', 'duckdb:people.csv', '--yes'], ['--out']],
  ['people.db', ['init', 'duckdb:people.db#people', '--yes'], ['--out']],
]; // prettier-ignore

/** Names that lead to a file: its own where an output may have it, and links. */
function namesOf(read: string, ending: string): string[] {
  const own = read.endsWith(ending) ? [read, `./${read}`] : [];
  symlinkSync(at(read), at(`soft${ending}`));
  linkSync(at(read), at(`hard${ending}`));
  return [...own, `soft${ending}`, `hard${ending}`];
}

describe('what a run reads', () => {
  // promise: no-input-overwritten
  it.each(inTurn(reads, 3).map(([read, args, options]) => [read, args.join(' '), options, args] as const))(
    'is never written over: %s by %s %j',
    async (read, _, options, args) => {
      for (const option of options) {
        rmSync(here, { recursive: true });
        mkdirSync(here);
        for (const name of readdirSync(kept)) copyFileSync(join(kept, name), at(name));
        const names = namesOf(read, args[0] === 'init' ? '.json' : written[option]);
        const before = readdirSync(here).sort();
        for (const name of names) {
          const needsOut = args[0] === 'anonymize' && option !== '--out';
          // A key belongs to a certificate.
          const beside = args.includes('--sign') && option !== '--certificate' ? ['--certificate', 'c.json'] : [];
          const out = needsOut ? ['--out', 'out.csv'] : [];
          const done = await runInside([...args, option, name, ...out, ...beside, '--quiet'], here);
          const what = `${args.join(' ')} ${option} ${name}`;
          expect([done.code, done.stderr], what).toEqual([
            2,
            expect.stringMatching(/another file[^\n]*\[SAME_FILE\]\n$/),
          ]);
          expect(done.stderr, what).toContain(`kohort: ${option}: `);
          expect(readdirSync(here).sort(), what).toEqual(before);
        }
        for (const name of readdirSync(kept)) {
          const isSame = readFileSync(at(name)).equals(readFileSync(join(kept, name)));
          expect(isSame, `${name} after ${args.join(' ')} ${option}`).toBe(true);
        }
      }
    },
  );
});
