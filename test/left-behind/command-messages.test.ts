/** Messages of every command about files that are wrong, damaged or not the ones that belong together: no cell of a person. */
import { tableFromArrays, tableToIPC } from 'apache-arrow';
import { parquetWriteBuffer } from 'hyparquet-writer';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { beforeAll, describe, expect, it } from 'vitest';
import { day } from '../day.js';
import { long } from '../shared.js';
import { makeFolder, runInside } from '../hosts/command/run-cli.js';

const folder = makeFolder();
const at = (name: string): string => join(folder.path, name);
const write = (name: string, content: string | Uint8Array | object): void =>
  writeFileSync(
    at(name),
    typeof content === 'string' || content instanceof Uint8Array ? content : JSON.stringify(content),
  );

/** Every cell of a text column holds it. */
const mark = 'cAnArY';
const columns = ['ssn', 'age', 'city', 'disease', 'note'];
const rows = Array.from({ length: 60 }, (_, i) => [
  `${mark}-id-${i}`,
  String(7_301_000 + i),
  `${mark}-city-${i % 4}`,
  `${mark}-disease-${i % 5}`,
  `${mark}-note-${i % 3}`,
]);
const secret = /cAnArY-(id|disease|note)|73010\d\d/;
const csvOf = (lines: readonly (readonly string[])[]): string => lines.map((line) => `${line.join()}\n`).join('');
const csv = csvOf([columns, ...rows]);
const attributes = {
  ssn: { role: 'identifier' },
  age: { role: 'quasi-identifier', type: 'integer', hierarchy: { type: 'suppress' } },
  city: { role: 'quasi-identifier' },
  disease: { role: 'sensitive' },
  note: { role: 'insensitive' },
};
const job = {
  attributes,
  privacy: [{ model: 'k-anonymity', k: 3 }, { model: 'l-diversity', variant: 'distinct', l: 2, attribute: 'disease' }],
  algorithm: 'mondrian',
}; // prettier-ignore

/** The table in each format, and in each what is wrong with it. */
function inputs(): Record<string, string | Uint8Array> {
  const records = rows.map((row) => Object.fromEntries(columns.map((name, c) => [name, row[c]])));
  const parquet = new Uint8Array(
    parquetWriteBuffer({ columnData: columns.map((name, c) => ({ name, data: rows.map((row) => row[c]), type: 'STRING' as const })) }),
  ); // prettier-ignore
  const arrow = tableToIPC(tableFromArrays(Object.fromEntries(columns.map((name, c) => [name, rows.map((row) => row[c])]))), 'file'); // prettier-ignore
  const lines = `${records.map((record) => JSON.stringify(record)).join('\n')}\n`;
  const gz = gzipSync(csv);
  const one = `${mark}-id-9`;
  return {
    'ragged.csv': `${csv}${one},${one}\n`,
    'quote.csv': `${csv}"${one}`,
    'after.csv': `${csv}"${one}"${one},a,b,c,d\n`,
    'nul.csv': `${csv}${one}\0,a,b,c,d\n`,
    'bytes.csv': Buffer.concat([Buffer.from(csv), Buffer.from([...Buffer.from(one), 0xff, 0xfe, 0x80]), Buffer.from(',1,b,c,d\n')]), // prettier-ignore
    'long.csv': `${csv}${one.repeat(300_000)},1,b,c,d\n`,
    'text.csv': csv.replaceAll(/,73010(\d\d),/g, `,${mark}-id-$1,`),
    'headless.csv': csvOf(rows),
    'twice.csv': csvOf([[...columns.slice(1), 'age'], ...rows]),
    'cut.csv.gz': gz.subarray(0, gz.length - 20),
    'damaged.csv.gz': Buffer.from(gz.map((byte, i) => (i === 60 ? byte ^ 0x55 : byte))),
    'cut.ndjson': lines.slice(0, -40),
    'odd.ndjson': `${lines}{"ssn":"${one}","age":{"part":"${one}"}}\n`,
    'list.ndjson': `${lines}["${one}"]\n`,
    'odd.json': `[${JSON.stringify(records[0])},{"ssn":"${one}" "age":1}]`,
    'nested.json': JSON.stringify({ people: records }),
    'by-person.json': JSON.stringify(Object.fromEntries(records.map(({ ssn, ...others }) => [ssn, others]))),
    'cut.parquet': parquet.subarray(0, parquet.length - 9),
    'cut.arrow': arrow.subarray(0, arrow.length - 30),
    'people.xlsx': `PK\u0003\u0004${csv}`,
    'no.csv': '',
  };
}

beforeAll(async () => {
  write('people.csv', csv);
  write('job.json', job);
  for (const [name, content] of Object.entries(inputs())) write(name, content);
  write(
    'release.csv',
    csvOf([columns.slice(1), ...rows.map(([, , city, disease, note]) => ['*', city, disease, note])]),
  );
  write('leaking.csv', csv);
  write('changed.csv', csvOf([columns.slice(1), ...rows.map(([, age, city], i) => [i === 7 ? age : '*', city, rows[0][0], 'x'])])); // prettier-ignore
  const done = await runInside(
    ['anonymize', 'people.csv', '--job', 'job.json', '--out', 'out.csv', '--recoding', 'recoding.json', '--certificate', 'c.json'],
    folder.path,
  ); // prettier-ignore
  expect([done.code, secret.exec(done.stderr)]).toEqual([0, null]);
  mkdirSync(at('runs'));
});

/** Commands on a file, as the input or for comparison with it. */
const commands: Readonly<Record<string, (file: string) => readonly string[]>> = {
  anonymize: (file) => ['anonymize', file, '--job', 'job.json', '--out', 'runs/out.csv', '--report', 'runs/r.html'],
  'anonymize in two passes': (file) => ['anonymize', file, '--job', 'job.json', '--two-pass', '--out', 'runs/out.csv'],
  'anonymize with an earlier release': (file) => [
    ...['anonymize', 'people.csv', '--job', 'job.json', '--previous', file, '--out', 'runs/out.csv'],
  ],
  'anonymize with it as a job': (file) => ['anonymize', 'people.csv', '--job', file, '--json'],
  'audit a release': (file) => ['audit', file, '--job', 'job.json', '--original', 'people.csv', '--json'],
  'audit by an original': (file) => ['audit', 'release.csv', '--job', 'job.json', '--original', file],
  'apply to it': (file) => ['apply', 'recoding.json', file, '--out', 'runs/applied.csv'],
  'apply it': (file) => ['apply', file, 'people.csv', '--out', 'runs/applied.csv', '--json'],
  verify: (file) => ['verify', 'c.json', file, '--json'],
  'verify it': (file) => ['verify', file, 'out.csv'],
  compare: (file) => ['compare', file, '--job', 'job.json', '--algorithms', 'mondrian,datafly', '--no-accuracy'],
  inspect: (file) => ['inspect', file, '--job', 'job.json', '--json'],
  'attack linkage': (file) => ['attack', 'linkage', 'release.csv', '--job', 'job.json', '--public', file, '--json'],
  'attack membership': (file) => ['attack', 'membership', file, '--job', 'job.json', '--public', 'people.csv'],
  'attack homogeneity': (file) => ['attack', 'homogeneity', file, '--job', 'job.json'],
  'attack downcoding': (file) => ['attack', 'downcoding', file, '--job', 'job.json', '--json'],
  'attack minimality': (file) => ['attack', 'minimality', file, '--job', 'job.json', '--public', 'people.csv'],
  'attack composition': (file) => [
    ...[
      'attack',
      'composition',
      'release.csv',
      '--job',
      'job.json',
      '--public',
      'people.csv',
      '--with',
      file,
      '--json',
    ],
  ],
};

describe('what a command says of a file that is wrong, damaged or another one', () => {
  const files = (): string[] => [
    ...Object.keys(inputs()),
    'people.csv',
    'leaking.csv',
    'changed.csv',
    'job.json',
    'c.json',
  ];

  // promise: no-cell-in-errors
  it.each(Object.entries(commands))('holds no cell of a person: %s', async (command, argsOf) => {
    const codes = new Set<number | null>();
    for (const [i, name] of files().entries()) {
      // In the short run the commands take turns.
      if (!long && i % 6 !== (command.length + day) % 6) continue;
      // Messages may hold names of columns and keys: also those of a file that has no header, or is no job.
      if (name === 'headless.csv' && ['audit a release', 'inspect'].includes(command)) continue;
      if (name === 'by-person.json' && command === 'anonymize with it as a job') continue;
      if (name === 'long.csv' && !long && command !== 'anonymize') continue;
      const { code, stdout, stderr } = await runInside(argsOf(name), folder.path);
      codes.add(code);
      const said = `${stderr}${stdout}`;
      expect([name, secret.exec(said)?.[0], /UNEXPECTED|^\s+at /m.exec(said)?.[0]]).toEqual([
        name,
        undefined,
        undefined,
      ]);
      for (const left of readdirSync(at('runs'))) {
        // A release holds what is released.
        if (left.endsWith('.csv')) continue;
        expect([name, left, secret.exec(readFileSync(join(at('runs'), left), 'utf8'))?.[0]]).toEqual([
          name,
          left,
          undefined,
        ]);
      }
    }
    expect([...codes].filter((code) => ![0, 1, 2, 3].includes(code!))).toEqual([]);
    expect(Math.max(...[...codes].map(Number))).toBeGreaterThan(0);
  });
});
