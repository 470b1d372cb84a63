import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Inspection } from '../../../src/index.js';
import { makeXlsx } from '../../io/row-files/make-xlsx.js';
import { makeFolder, runInside, start } from './run-cli.js';
import { longCases } from '../../shared.js';

const folder = makeFolder();
const at = (name: string): string => join(folder.path, name);

const rows = Array.from({ length: 40 }, (_, i) => [
  20 + (i % 4),
  i % 2 === 0 ? 'männlich' : 'weiblich',
  ['Grippe', 'Röteln', 'Übelkeit'][i % 3],
]);
const csvOf = (lines: readonly (readonly unknown[])[], delimiter = ','): string =>
  ['Größe,Geschlecht,Krankheit'.split(','), ...lines].map((line) => `${line.join(delimiter)}\n`).join('');
const western = (text: string): Uint8Array => Uint8Array.from(text, (each) => each.charCodeAt(0));
const wide = (text: string): Uint8Array => new Uint8Array(Buffer.from(`\ufeff${text}`, 'utf16le'));
const job = (more: object = {}): object => ({
  attributes: {
    Größe: { role: 'quasi-identifier' },
    Geschlecht: { role: 'quasi-identifier', hierarchy: { type: 'suppress' } },
    Krankheit: { role: 'sensitive' },
  },
  privacy: [{ model: 'k-anonymity', k: 5 }],
  algorithm: 'mondrian',
  output: { order: 'input' },
  ...more,
});

beforeAll(() => {
  writeFileSync(at('plain.csv'), csvOf(rows));
  writeFileSync(at('western.csv'), western(csvOf(rows)));
  writeFileSync(at('western.csv.gz'), gzipSync(western(csvOf(rows))));
  writeFileSync(at('western2.csv'), western(csvOf(rows.slice(0, 20))));
  writeFileSync(at('wide.csv'), wide(csvOf(rows)));
  writeFileSync(at('tabs.csv'), csvOf(rows, '\t'));
  writeFileSync(at('job.json'), JSON.stringify(job()));
  writeFileSync(at('utf8.json'), JSON.stringify(job({ input: { encoding: 'utf-8' } })));
  writeFileSync(at('strict.json'), JSON.stringify(job({ input: { strict: true } })));
});

const anonymize = async (file: string, ...options: readonly string[]) =>
  runInside(['anonymize', at(file), '--job', at('job.json'), ...options]);

describe('kohort anonymize with another encoding', () => {
  it('releases what it releases of UTF-8, kept, counted, unpacked, and in two passes', async () => {
    const plain = await anonymize('plain.csv');
    expect(plain.code).toBe(0);
    for (const file of ['western.csv', 'western.csv.gz', 'wide.csv']) {
      for (const options of longCases(
        [[], ['--two-pass'], ['--two-pass', '--engine', 'js']],
        (each) => each.length === (file === 'wide.csv' ? 3 : 0),
      )) {
        const found = await anonymize(file, ...options);
        expect([file, options, found.stdout]).toEqual([file, options, plain.stdout]);
        expect(found.stderr).toMatch(/read as (windows-1252|utf-16le), characters beyond ASCII: \d+/);
      }
    }
    for (const [file, name] of [
      ['western.csv', 'Latin1'],
      ['wide.csv', 'utf-16'],
    ]) {
      const said = await anonymize(file, '--encoding', name, '--two-pass');
      expect(said.stdout).toBe(plain.stdout);
      expect(said.stderr).not.toContain('read as');
    }
  });

  it('reads several files', async () => {
    const both = await runInside(['inspect', at('western.csv'), at('western2.csv'), '--json']);
    const found = JSON.parse(both.stdout) as Inspection;
    expect([found.rows, found.columns.map(({ name }) => name)]).toEqual([60, ['Größe', 'Geschlecht', 'Krankheit']]);
  });

  it('reads several files, each in an encoding of its own, and says which', async () => {
    const plain = await anonymize('plain.csv', '--encoding', 'utf-8');
    for (const second of longCases(['western.csv', 'wide.csv', 'unmarked.csv'], (each) => each !== 'wide.csv')) {
      writeFileSync(at('unmarked.csv'), Buffer.from(csvOf(rows), 'utf16le'));
      for (const files of [
        ['plain.csv', second],
        [second, 'plain.csv'],
      ]) {
        for (const more of longCases(
          [[], ['--two-pass'], ['--two-pass', '--engine', 'js']],
          (each) => each.length === (files[0] === second ? 1 : 0),
        )) {
          const both = await anonymize(files[0], at(files[1]), ...more);
          expect([both.code, both.stdout.split('\n').length]).toEqual([0, 2 * rows.length + 2]);
          expect(new Set(both.stdout.split('\n'))).toEqual(new Set(plain.stdout.split('\n')));
          const encoding = second === 'western.csv' ? 'windows-1252' : 'utf-16le';
          expect(both.stderr).toContain(`${at(second)} is not UTF-8: read as ${encoding}, characters beyond ASCII: `);
          expect(both.stderr.match(/ENCODING_FOUND/g)).toHaveLength(1);
        }
      }
    }
    const strict = await runInside(['inspect', at('plain.csv'), at('western.csv'), '--strict']);
    expect([strict.code, strict.stderr]).toEqual([3, expect.stringContaining('in any order, and one encoding')]);
    // Bytes that are no Windows-1252 are no more taken for it than of one file.
    writeFileSync(at('damaged.csv'), Buffer.concat([western(csvOf(rows)), Buffer.from(csvOf(rows))]));
    const damaged = await runInside(['inspect', at('plain.csv'), at('damaged.csv')]);
    expect([damaged.code, damaged.stderr]).toEqual([3, expect.stringContaining('ENCODING_UNCLEAR')]);
  });

  it('takes one encoding for all of several files where it is said', async () => {
    const both = await runInside(['inspect', at('western.csv'), at('western2.csv'), '--encoding', 'latin1', '--json']);
    expect((JSON.parse(both.stdout) as Inspection).rows).toBe(60);
    const mixed = await runInside(['inspect', at('plain.csv'), at('western.csv'), '--encoding', 'latin1']);
    expect([mixed.code, mixed.stderr]).toEqual([3, expect.stringContaining('in any order, and one encoding')]);
  });

  it('is refused when the job says so, and the command line is above the job', async () => {
    const strict = await runInside(['anonymize', at('western.csv'), '--job', at('strict.json')]);
    expect([strict.code, strict.stderr]).toEqual([3, expect.stringContaining('not UTF-8')]);
    expect((await anonymize('western.csv', '--strict')).code).toBe(3);
    const wrong = await runInside(['anonymize', at('western.csv'), '--job', at('utf8.json')]);
    expect(wrong.code).toBe(3);
    const above = await runInside(['anonymize', at('western.csv'), '--job', at('utf8.json'), '--encoding', 'cp1252']);
    expect(above.code).toBe(0);
    const unknown = await anonymize('western.csv', '--encoding', 'ebcdic');
    expect([unknown.code, unknown.stderr]).toEqual([2, expect.stringContaining('--encoding: expected one of utf-8')]);
  });
});

describe('an Excel workbook and lines of JSON', () => {
  it('are read by every command that reads a table', async () => {
    const header = ['Größe', 'Geschlecht', 'Krankheit'];
    writeFileSync(at('people.xlsx'), makeXlsx({ Notes: [['x']], People: [['Patients of 2024'], header, ...rows] }));
    const lines = rows.map((row) => JSON.stringify(Object.fromEntries(header.map((name, c) => [name, row[c]]))));
    writeFileSync(at('people.ndjson'), `${lines.join('\n')}\n`);
    writeFileSync(at('people.jsonl.gz'), gzipSync(lines.join('\n')));
    const plain = await anonymize('plain.csv', '--out', at('plain-release.csv'));
    expect(plain.code).toBe(0);
    for (const [file, ...options] of longCases(
      [['people.xlsx', '--sheet', 'People'], ['people.ndjson'], ['people.jsonl.gz']],
      ([name]) => name !== 'people.ndjson',
    )) {
      const reading = [at(file), '--job', at('job.json'), ...options];
      const out = at(`${file}.csv`);
      const done = await runInside(['anonymize', ...reading, '--out', out]);
      expect([file, done.code, done.stderr]).toEqual([file, 0, expect.not.stringContaining('SHEET')]);
      expect(readFileSync(out, 'utf8')).toBe(readFileSync(at('plain-release.csv'), 'utf8'));
      const found = await runInside(['inspect', at(file), ...options, '--json']);
      expect((JSON.parse(found.stdout) as Inspection).rows).toBe(40);
      const others = [
        ['compare', ...reading, '--algorithms', 'mondrian', '--no-accuracy'],
        ['audit', out, '--original', ...reading],
        ['attack', 'linkage', out, '--public', ...reading],
      ];
      for (const command of others) {
        const { code, stderr } = await runInside(command);
        expect([command[0], file, code, stderr]).toEqual([command[0], file, 0, stderr]);
      }
    }
    const first = await runInside(['inspect', at('people.xlsx')]);
    expect(first.stderr).toContain('2 sheets ("Notes", "People")');
    const counted = await anonymize('people.ndjson', '--two-pass');
    expect([counted.code, counted.stderr]).toEqual([2, expect.stringContaining('--two-pass')]);
  });
});

describe('files beside the input', () => {
  beforeAll(() => {
    const spec = { type: 'levels', file: 'levels.csv' };
    const own = job({
      attributes: {
        Größe: { role: 'quasi-identifier' },
        Geschlecht: { role: 'quasi-identifier', hierarchy: spec },
        Krankheit: { role: 'sensitive' },
      },
      privacy: [{ model: 'k-map', k: 5, public: 'western.csv' }],
    });
    writeFileSync(at('own.json'), JSON.stringify(own));
  });

  it('are repaired as the input is, with a warning that names them', async () => {
    const levels = 'männlich;*;\r\nweiblich;*;\r\n';
    const outputs: string[] = [];
    for (const file of [levels.replaceAll(';\r', '\r'), western(levels), wide(`sep=;\r\n${levels}`)]) {
      writeFileSync(at('levels.csv'), file);
      const done = await runInside(['anonymize', at('plain.csv'), '--job', at('own.json')]);
      expect([done.code, done.stderr]).toEqual([0, expect.stringContaining('the public table: the file is not UTF-8')]);
      outputs.push(done.stdout);
      if (typeof file === 'string') continue;
      expect(done.stderr).toMatch(/hierarchy of "Geschlecht": .*(windows-1252|utf-16le)/);
      expect(done.stderr).toContain('delimiter, which makes no level');
      const strict = await runInside(['anonymize', at('plain.csv'), '--job', at('own.json'), '--strict']);
      expect([strict.code, strict.stderr]).toEqual([2, expect.stringContaining('hierarchy.file')]);
    }
    expect(new Set(outputs).size).toBe(1);
  });

  it('are said to be of another encoding where that is not sure', async () => {
    writeFileSync(at('levels.csv'), Uint8Array.of(0x62, 0x8a, 0x72, 0x3b, 0x2a, 0x0a));
    const done = await runInside(['anonymize', at('plain.csv'), '--job', at('own.json')]);
    expect([done.code, done.stderr]).toEqual([2, expect.stringContaining('unlikely in Windows-1252')]);
  });
});

describe('stdin', () => {
  it('is read in another encoding, and repaired', async () => {
    const plain = await anonymize('plain.csv');
    const messy = `sep=,\r\n# patients\r\n${csvOf(rows).replaceAll('\n', ',\r\n')}`;
    for (const bytes of [western(messy), wide(messy)]) {
      const { child, ended } = start(['anonymize', '-', '--job', at('job.json')], folder.path);
      child.stdin?.end(bytes);
      const { code, stdout, stderr } = await ended;
      expect([code, stdout]).toEqual([0, plain.stdout]);
      for (const told of ['read as', 'first line gives the delimiter', 'above the header', 'end with delimiters']) {
        expect(stderr).toContain(told);
      }
    }
  });
});

describe('the options of reading', () => {
  it('are taken by every command that reads a table', async () => {
    const release = await anonymize('plain.csv', '--out', at('release.csv'));
    expect(release.code).toBe(0);
    const reading = ['--encoding', 'latin1', '--delimiter', ',', '--missing', 'NA,?'];
    const withJob = ['--job', at('job.json'), ...reading];
    const commands = [
      ['inspect', at('western.csv'), ...reading],
      ['compare', at('western.csv'), '--algorithms', 'mondrian', '--no-accuracy', ...withJob],
      ['audit', at('release.csv'), '--original', at('western.csv'), ...withJob],
      ['attack', 'linkage', at('release.csv'), '--public', at('western.csv'), ...withJob],
    ];
    for (const command of commands) {
      const done = await runInside(command);
      expect([command[0], done.code, done.stderr]).toEqual([command[0], 0, expect.not.stringContaining('ENCODING')]);
      const wrong = await runInside([
        ...command.filter((each) => each !== 'latin1' && each !== '--encoding'),
        '--strict',
      ]);
      expect([command[0], wrong.code]).toEqual([command[0], 3]);
    }
  });

  it('say the delimiter and the marks of missing values; the empty cell stays one', async () => {
    for (const name of ['tab', '\\t', '\t', 'TAB']) {
      const { stdout } = await runInside(['inspect', at('tabs.csv'), '--delimiter', name, '--json']);
      expect((JSON.parse(stdout) as Inspection).columns).toHaveLength(3);
    }
    const other = await runInside(['inspect', at('tabs.csv'), '--delimiter', 'x']);
    expect([other.code, other.stderr]).toEqual([2, expect.stringContaining('--delimiter')]);
    writeFileSync(at('gaps.csv'), 'age,sex\n20,f\nNA,m\n,f\n30,?\n');
    const { stdout } = await runInside(['inspect', at('gaps.csv'), '--missing', 'NA,?', '--json']);
    const { columns } = JSON.parse(stdout) as Inspection;
    expect(columns.map(({ type, missing }) => [type, missing])).toEqual([
      ['integer', 2],
      ['string', 1],
    ]);
  });
});
