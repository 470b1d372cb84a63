import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runInside } from './run-cli.js';

const here = mkdtempSync(join(tmpdir(), 'kohort-errors-'));
const write = (name: string, text: string): void => writeFileSync(join(here, name), text);
const job = {
  attributes: { age: 'quasi-identifier' },
  privacy: [{ model: 'k-anonymity', k: 2 }],
  algorithm: 'mondrian',
};

beforeAll(() => {
  write('people.csv', 'age,sex\n23,F\n24,M\n31,F\n38,M\n');
  write('wide.csv', 'age,sex\n23,F,secret-cell\n');
  write('job.json', JSON.stringify(job));
  write('k9.json', JSON.stringify({ ...job, privacy: [{ model: 'k-anonymity', k: 9 }] }));
  write(
    'columns.json',
    JSON.stringify({ ...job, attributes: { agee: 'quasi-identifier', sexx: 'drop', age: 'drop' } }),
  );
  write('syntax.json', '{"attributes": {},}\n}');
  write(
    'three.json',
    '{"attributes": {"age": "quasi"}, "privacy": [{"model": "k-anonymity", "k": 0}], "algorithm": "mondrain"}',
  );
  const file = (name: string) => ({ type: 'levels', file: name });
  const attributes = {
    age: { role: 'quasi-identifier', hierarchy: file('no-age.csv') },
    sex: { role: 'quasi-identifier', hierarchy: file('no-sex.csv') },
  };
  write('brokn.csv', 'age,sex\n23,F\n24,M,secret-cell\n');
  write(
    'mixed.json',
    '{"attributes": {"age": "quasi", "sexx": "drop"}, "privacy": [{"model": "k-anonymity", "k": 2}], "algorithm": "mondrain"} // no job',
  );
  write('files.json', JSON.stringify({ ...job, attributes }));
});
afterAll(() => rmSync(here, { recursive: true }));

interface Told {
  readonly code: string;
  readonly path: string | null;
  readonly message: string;
  readonly cure: string;
}

const cases: readonly (readonly [
  args: string,
  exit: number,
  errors: readonly (readonly [code: string, path: string | null])[],
])[] = [
  [
    'anonymize people.csv --job three.json',
    2,
    [
      ['K_RANGE', 'privacy[0].k'],
      ['UNKNOWN_VALUE', 'attributes.age'],
      ['UNKNOWN_VALUE', 'algorithm'],
    ],
  ],
  [
    'audit people.csv --job three.json',
    2,
    [
      ['K_RANGE', 'privacy[0].k'],
      ['UNKNOWN_VALUE', 'attributes.age'],
      ['UNKNOWN_VALUE', 'algorithm'],
    ],
  ],
  [
    'anonymize people.csv --k 2 --quasi agee,zzz --sensitive yyy',
    2,
    [
      ['UNKNOWN_COLUMN', '--quasi'],
      ['UNKNOWN_COLUMN', '--sensitive'],
    ],
  ],
  ['inspect people.csv --job columns.json --time-limit 0', 2, [['OPTION_RANGE', '--time-limit']]],
  [
    'anonymize people.csv --job columns.json',
    2,
    [
      ['UNKNOWN_COLUMN', 'attributes.agee'],
      ['UNKNOWN_COLUMN', 'attributes.sexx'],
    ],
  ],
  [
    'anonymize people.csv --job files.json',
    2,
    [
      ['HIERARCHY_UNREADABLE', 'attributes.age.hierarchy.file'],
      ['HIERARCHY_UNREADABLE', 'attributes.sex.hierarchy.file'],
    ],
  ],
  ...['anonymize people.csv --job mixed.json', 'compare people.csv --job mixed.json --algorithms mondrian'].map(
    (args) =>
      [
        args,
        2,
        [
          ['UNKNOWN_VALUE', 'attributes.age'],
          ['UNKNOWN_VALUE', 'algorithm'],
          ['UNKNOWN_COLUMN', 'attributes.sexx'],
        ],
      ] as const,
  ),
  // A file that is missing or wrong is reported only when the job is right.
  [
    'anonymize none.csv --job mixed.json',
    2,
    [
      ['UNKNOWN_VALUE', 'attributes.age'],
      ['UNKNOWN_VALUE', 'algorithm'],
    ],
  ],
  // The header is looked at before any row.
  [
    'anonymize brokn.csv --job columns.json',
    2,
    [
      ['UNKNOWN_COLUMN', 'attributes.agee'],
      ['UNKNOWN_COLUMN', 'attributes.sexx'],
    ],
  ],
  ['anonymize people.csv --job syntax.json', 2, [['JOB_SYNTAX', 'syntax.json, line 2, column 1']]],
  ['anonymize people.csv --job none.json', 2, [['JOB_UNREADABLE', '--job']]],
  ['anonymize none.csv --job job.json', 3, [['INPUT_NOT_FOUND', 'none.csv']]],
  ['anonymize wide.csv --job job.json', 3, [['ROW_WIDTH', 'wide.csv']]],
  ['anonymize people.csv --job k9.json', 1, [['K_EXCEEDS_ROWS', null]]],
  ['compare people.csv --job job.json --algorithms mondrain', 2, [['UNKNOWN_VALUE', 'algorithms[0]']]],
  ['verify people.csv people.csv', 3, [['NOT_A_CERTIFICATE', 'people.csv']]],
  ['audit people.csv', 2, [['MISSING_OPTION', '--job']]],
  ['audit', 2, [['MISSING_OPTION', '--job']]],
  ['inspect people.csv --sed 4', 2, [['UNKNOWN_OPTION', '--sed']]],
  ['anonymise people.csv', 2, [['UNKNOWN_COMMAND', null]]],
  ['help nothing', 2, [['UNKNOWN_COMMAND', null]]],
  ['attack help nothing', 2, [['UNKNOWN_COMMAND', null]]],
  ['attack downcoding people.csv --job job.json --minimal x', 2, [['UNKNOWN_VALUE', '--minimal']]],
];

describe('an error of the command', () => {
  it.each(cases)('%s', async (args, exit, expected) => {
    const words = args.split(' ');
    const shown = await runInside(words, here);
    expect([shown.code, shown.stdout]).toEqual([exit, '']);
    const lines = shown.stderr.split('\n').slice(0, -1);
    expect(lines).toHaveLength(expected.length);
    const json = await runInside([...words, '--json'], here);
    expect([json.code, json.stderr]).toEqual([exit, shown.stderr]);
    const printed = JSON.parse(json.stdout) as { errors: Told[] };
    expect(Object.keys(printed)).toEqual(['errors']);
    expect(printed.errors.map(({ code, path }) => [code, path])).toEqual(expected);
    printed.errors.forEach((error, i) => {
      expect(Object.keys(error)).toEqual(['code', 'path', 'message', 'cure']);
      expect(lines[i]).toBe(`kohort: ${error.message} [${error.code}]`);
      expect(error.cure).not.toBe('');
      expect(error.cure).not.toBe('do what the message says');
    });
    expect(json.stdout).not.toContain('secret-cell');
  });

  it('prints the first of many errors of a job, and all of them as JSON', async () => {
    const attributes = Object.fromEntries(Array.from({ length: 300 }, (_, i) => [`X${i}`, 'quasi-identifier']));
    write('many.json', JSON.stringify({ ...job, attributes }));
    const args = 'anonymize people.csv --job many.json --out x.csv'.split(' ');
    const lines = (await runInside(args, here)).stderr.trimEnd().split('\n');
    expect([lines.length, lines.at(-1)]).toEqual([21, 'kohort: 280 further errors (--json lists all)']);
    const { stdout } = await runInside([...args, '--json'], here);
    expect((JSON.parse(stdout) as { errors: unknown[] }).errors.length).toBe(300);
  });

  it('says which addresses are read where another is given', async () => {
    for (const [address, cure] of [
      ['mysql://host/database#people', 'expected duckdb:FILE#TABLE, clickhouse:URL#TABLE or postgres:URL#TABLE'],
      ['sqlite:people.db#people', 'SQLite is not read: write the table as CSV first'],
      ['https://example.org/people.csv', 'download it first'],
    ]) {
      const { code, stderr } = await runInside(['inspect', address], here);
      expect([code, stderr]).toEqual([3, expect.stringContaining(cure)]);
    }
  });

  it('names the near word as the cure', async () => {
    const { stdout } = await runInside(['anonymise', '--json'], here);
    expect((JSON.parse(stdout) as { errors: Told[] }).errors[0].cure).toBe('write anonymize');
    const help = await runInside(['help', 'anonymise'], here);
    expect(help).toMatchObject({ code: 2, stdout: '' });
    expect(help.stderr).toBe("kohort: unknown command 'anonymise' (Did you mean anonymize?) [UNKNOWN_COMMAND]\n");
    const attack = await runInside(['attack', 'help', 'membrship'], here);
    expect(attack.stderr).toContain("unknown command 'membrship' (Did you mean membership?)");
  });

  it('names the original that lacks the columns of a job', async () => {
    write('voters.csv', 'name;voted\nAnn;yes\n');
    const { code, stderr } = await runInside('audit people.csv --original voters.csv --job job.json'.split(' '), here);
    expect(code).toBe(2);
    expect(stderr.split('\n')[0]).toMatch(
      /^kohort: attributes\.\w+: expected the name of a column of voters\.csv: "name", "voted", received a name that no column of voters\.csv has \[UNKNOWN_COLUMN\]$/,
    );
  });

  it('reports that a command is missing below the help that lists them', async () => {
    const { code, stderr } = await runInside(['attack'], here);
    expect(code).toBe(2);
    expect(stderr).toMatch(/membership[^]*\nkohort: a command of the list has to be named \[USAGE\]\n$/);
    for (const words of [['help'], ['help', 'audit'], ['help', 'attack'], ['attack', 'help', 'linkage']]) {
      expect(await runInside(words, here)).toMatchObject({ code: 0, stderr: '' });
    }
  });
});
