import { cpSync, readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'jsonc-parser';
import { describe, expect, it } from 'vitest';
import { makeFolder, runInside } from '../hosts/command/run-cli.js';
import type { Ended } from '../hosts/command/run-cli.js';
import { sharedFolder, sharedPath } from '../shared.js';

/** One case in a folder of its own: the command, and the files that it writes. */
interface Case {
  readonly kohort: (...args: string[]) => Promise<Ended>;
  readonly read: (name: string) => string;
  /** Rows of a CSV file without its header, split at commas that no quotes enclose. */
  readonly rows: (name: string) => string[][];
}

type Check = (files: Case) => Promise<void>;

const splitLine = (line: string): string[] =>
  (line.match(/("([^"]|"")*"|[^,]*)(,|$)/g) ?? []).slice(0, -1).map((cell) => cell.replace(/,$/, ''));
const cellsOf = (text: string): string[][] =>
  text
    .trim()
    .split('\n')
    .slice(1)
    .map((line) => splitLine(`${line},`));
const countOf = (texts: readonly string[]): Map<string, number> => {
  const counts = new Map<string, number>();
  for (const text of texts) counts.set(text, (counts.get(text) ?? 0) + 1);
  return counts;
};
const roleOf = (job: string, column: string): string | undefined => {
  const { attributes } = parse(job) as { attributes: Record<string, string | { role?: string }> };
  const attribute = attributes[column];
  return typeof attribute === 'string' ? attribute : attribute?.role;
};
const proposed = async ({ kohort, read }: Case, ...options: string[]): Promise<{ job: string; stderr: string }> => {
  const ended = await kohort('init', 'input.csv', '--yes', '--out', 'proposed.json', ...options);
  expect(ended.code, ended.stderr).toBe(0);
  return { job: read('proposed.json'), stderr: ended.stderr };
};
const released = async (files: Case, ...args: string[]): Promise<Ended> => {
  const ended = await files.kohort('anonymize', ...args);
  expect(ended.code, ended.stderr).toBe(0);
  return ended;
};
const said = ({ stdout, stderr }: Ended): string => `${stdout}\n${stderr}`;

/** Right behaviour by name of the case; a text says which capability a case waits for. */
const cases: Readonly<Record<string, Check | string>> = {
  'age-90-plus': async (files) => {
    const { job, stderr } = await proposed(files);
    expect(stderr).toMatch(/"?age"?.*\d cells? ha(?:s|ve) an open end/);
    expect(roleOf(job, 'age')).not.toBe('identifier');
  },
  'apply-mu-argus': async (files) => {
    await released(files, 'mu.csv', '--job', 'mu.json', '--recoding', 'r.json', '--out', 'o.csv');
    const ended = await files.kohort('apply', 'r.json', 'mu.csv', '--out', 'applied.csv');
    const classes = ended.code === 0 ? [...countOf(files.rows('applied.csv').map(String)).values()] : [];
    // A class of one is released only with a word about it.
    if (classes.includes(1)) expect(said(ended)).toMatch(/violat|fewer than|smaller than/i);
  },
  'area-income-is-released-exactly': async (files) => {
    const { job } = await proposed(files);
    for (const column of ['p_income', 'h_income']) expect(roleOf(job, column)).not.toBe('sensitive');
    await released(files, 'input.csv', '--k', '5', '--out', 'r.csv');
    const header = files.read('r.csv').split('\n')[0].split(',');
    for (const income of ['p_income', 'h_income'].filter((name) => header.includes(name))) {
      const counts = countOf(files.rows('r.csv').map((row) => row[header.indexOf(income)]));
      expect(Math.min(...counts.values()), income).toBeGreaterThanOrEqual(5);
    }
  },
  'audit-of-foreign-release-with-suppressed-row': async ({ kohort }) => {
    const ended = await kohort('audit', 'release.csv', '--job', 'job.json');
    expect(said(ended)).toMatch(/suppressed/);
    if (ended.code !== 0) expect(said(ended)).toMatch(/"?suppressed"?: "star"/);
  },
  'big-integers': async (files) => {
    for (const input of ['in.csv', 'in2.csv']) await released(files, input, '--job', 'job.json', '--out', 'o.csv');
  },
  bounds: async (files) => {
    await released(files, 'in.csv', '--job', 'job.json', '--out', 'o.csv');
    // Bounds lie on a grid of round numbers, whatever the ages are: docs/labels.md says no more.
    const bounds = files.rows('o.csv').flatMap(([label]) => label.match(/\d+/g) ?? []);
    expect(bounds.filter((bound) => Number(bound) % 5 !== 0 && (Number(bound) + 1) % 5 !== 0)).toEqual([]);
  },
  'bounds-of-ones-own': 'own bounds of intervals',
  braces: async (files) => {
    for (const algorithm of ['mondrian', 'optimal-lattice']) {
      await released(files, 'in.csv', '--job', `${algorithm}.json`, '--out', `${algorithm}.csv`);
      const labels = new Set(files.rows(`${algorithm}.csv`).map(([label]) => label));
      expect(labels).not.toContain('{b}');
      expect(labels).not.toContain('other');
    }
  },
  'bucket-risk': async (files) => {
    const ended = await released(files, 'in.csv', '--job', 'job.json', '--out', 'o.csv');
    expect(said(ended)).not.toMatch(/in the release.*33\.3 %|33\.3 % in the release/);
    const compared = await files.kohort(
      'compare',
      'in.csv',
      '--job',
      'job.json',
      '--algorithms',
      'mondrian,bucketization',
    );
    expect(compared.stdout).not.toMatch(/^bucketization.*\*\s*$/m);
  },
  'codes-of-several-lengths': 'prefix hierarchies',
  'dates-with-unknown-parts': async (files) => {
    const { stderr } = await proposed(files);
    expect(stderr).toMatch(/birth/);
  },
  'excel-hidden-first-sheet': async ({ kohort }) => {
    const ended = await kohort('inspect', 'input.xlsx');
    expect(ended.code, ended.stderr).toBe(0);
    expect(said(ended)).toMatch(/hidden/);
    expect(said(ended)).not.toMatch(/the first/);
  },
  'formats-differ-between-files': async (files) => {
    const ended = await files.kohort('anonymize', 'f1.csv', 'f2.csv', '--job', 'job.json', '--out', 'o.csv');
    expect(said(ended)).toMatch(/FORMAT_MIXED.*YYYY-MM-DD.*DD\.MM\.YYYY|FORMAT_MIXED.*DD\.MM\.YYYY.*YYYY-MM-DD/);
  },
  households: async (files) => {
    const ended = await files.kohort('anonymize', 'input.csv', '--k', '5', '--out', 'r.csv');
    if (ended.code !== 0) return expect(ended).toMatchObject({ code: 2, stderr: expect.stringMatching(/hhid|pid/) });
    expect(files.read('r.csv').split('\n')[0]).not.toMatch(/hhid/);
    return undefined;
  },
  'linkage-attack-understates': async (files) => {
    await released(files, 'input.csv', '--job', 'job.json', '--out', 'r.csv');
    const ended = await files.kohort('attack', 'linkage', 'r.csv', '--public', 'register.csv', '--job', 'job.json');
    expect(said(ended)).toMatch(/journalist +100\.00 %/);
  },
  'lists-in-cells': async (files) => {
    const ended = await files.kohort('anonymize', 'input.csv', '--job', 'job.json', '--out', 'r.csv');
    expect(said(ended)).toMatch(/SIMILAR_VALUES|L_UNREACHABLE|order/);
    const { job, stderr } = await proposed(files);
    expect(`${job}\n${stderr}`).toMatch(/"set"|list/);
  },
  'mac-roman-no-break-space': async (files) => {
    const ended = await files.kohort('anonymize', 'input.csv', '--k', '5', '--out', 'r.csv');
    const texts = `${said(ended)}${ended.code === 0 ? files.read('r.csv') : ''}`;
    expect(texts).not.toMatch(/Ê/);
  },
  'mdav-median': async (files) => {
    await released(files, 'in.csv', '--job', 'job.json', '--out', 'o.csv');
    const input = new Set(cellsOf(files.read('in.csv')).flatMap(([age, zip]) => [age, zip]));
    const texts = files.rows('o.csv').flatMap(([age, zip]) => [age, zip]);
    expect(texts.filter((text) => text.endsWith('.01') && input.has(text.slice(0, -3)))).toEqual([]);
  },
  'membership-overlap': async ({ kohort }) => {
    const ended = await kohort('attack', 'membership', 'release.csv', '--public', 'public.csv', '--job', 'job.json');
    expect(ended.stdout).toMatch(/in the release for certain\s+4/);
  },
  'names-of-people-with-k-rows': async (files) => {
    const { job } = await proposed(files, '--rows-are-people');
    expect(roleOf(job, 'Owner')).toBe('identifier');
    await released(files, 'input.csv', '--k', '5', '--rows-are-people', '--out', 'r.csv');
    expect(files.read('r.csv')).not.toMatch(/Anna Meyer/);
  },
  'number-spelled-twice-under-hierarchy': async (files) => {
    const ended = await files.kohort('anonymize', 'input.csv', '--job', 'job.json', '--out', 'r.csv');
    if (ended.code !== 0) expect(ended.stderr).toMatch(/"type": "number"/);
  },
  'numbers-as-python-and-r-write-them': async (files) => {
    const { job } = await proposed(files);
    expect(job).toMatch(/"weight":\s*\{[^}]*"number"/);
    expect(job).toMatch(/"jitter":\s*\{[^}]*"number"/);
  },
  'one-odd-cell-of-2000': async (files) => {
    const { stderr } = await proposed(files);
    expect(stderr).toMatch(/"?age"?.*1 of 2,?000 cells.*row 778/);
  },
  'previous-alone': async (files) => {
    const ended = await files.kohort(
      'anonymize',
      'in.csv',
      '--job',
      'job1.json',
      '--out',
      'o.csv',
      '--previous',
      'first.csv',
    );
    expect(said(ended)).not.toMatch(/(no row|nobody|no person) is left with fewer/i);
  },
  'previous-other': async (files) => {
    const args = [
      'new.csv',
      '--job',
      'job2.json',
      '--out',
      's.csv',
      '--previous',
      'first.csv',
      '--previous-job',
      'job1.json',
    ];
    const ended = await files.kohort('anonymize', ...args);
    if (ended.code === 0) expect(said(ended)).not.toMatch(/is left with fewer/i);
    else expect(ended.code).toBe(1);
  },
  'ragged-baskets': async (files) => {
    const ended = await files.kohort('anonymize', 'input.csv', '--k', '2', '--out', 'r.csv');
    expect(ended.code).not.toBe(0);
    expect(ended.stderr).toMatch(/basket|list|set/i);
    await released(files, 'input.csv', '--job', 'works.json', '--out', 'r.csv');
  },
  'repeated-ids-are-quasi-identifiers': async (files) => {
    const { job } = await proposed(files, '--rows-are-people');
    for (const column of ['mrn', 'customer_id', 'subject#', 'codice_fiscale', 'nhs_number', 'Kundennr'])
      expect(roleOf(job, column), column).toBe('identifier');
    const refused = await files.kohort('anonymize', 'input.csv', '--k', '5', '--out', 'r.csv');
    expect(refused).toMatchObject({ code: 2, stderr: expect.stringContaining('REPEATED_PERSONS') });
  },
  'rows-as-people': async (files) => {
    const ended = await files.kohort('anonymize', 'in.csv', '--job', 'job.json', '--out', 'o.csv', '--report', 'r2.md');
    expect(said(ended)).toMatch(/REPEATED_PERSONS/);
    expect(said(ended)).not.toMatch(/Every person/);
    if (ended.code === 0) expect(files.read('r2.md')).not.toMatch(/Every person|people share/i);
  },
  'rows-in-the-file-five-times': async (files) => {
    const ended = await files.kohort('anonymize', 'input.csv', '--k', '5', '--out', 'r.csv');
    expect(ended).toMatchObject({ code: 2, stderr: expect.stringContaining('REPEATED_PERSONS') });
    expect(ended.stderr).toMatch(/200/);
  },
  'rows-that-stand-for-many': 'a column that counts the people of a row',
  'sentinels-among-numbers': async (files) => {
    const { stderr } = await proposed(files);
    for (const column of ['age', 'birth'])
      expect(stderr).toMatch(new RegExp(`MAYBE_MISSING.*${column}|${column}.*MAYBE_MISSING`));
  },
  'tds-nodes': async (files) => {
    const ended = await released(files, 'in.csv', '--job', 'job.json', '--out', 'o.csv', '--json');
    const { solution } = JSON.parse(ended.stdout) as { solution: { nodes: Record<string, string[]> } };
    const ages = new Set(files.rows('o.csv').map(([age]) => age));
    expect([...ages].filter((age) => age !== '*' && !solution.nodes.age.includes(age))).toEqual([]);
  },
  'times-of-day-and-durations': 'types time and duration',
  'verify-sensitive': async ({ kohort }) => {
    const ended = await kohort('verify', 'c.json', 'r.csv', '--sensitive', 'patients.csv');
    expect(ended.code).not.toBe(0);
  },
  'year-0000': async (files) => {
    await released(files, 'in.csv', '--job', 'job.json', '--out', 'o.csv');
    expect(files.read('o.csv')).not.toMatch(/0000/);
  },
};

describe.runIf(sharedFolder !== null)('small inputs that failed', () => {
  const folder = makeFolder();
  const names = sharedFolder === null ? [] : readdirSync(sharedPath('cases')).filter((name) => !name.endsWith('.md'));

  it('are all listed here', () => {
    expect(names.filter((name) => !(name in cases))).toEqual([]);
  });

  for (const [name, check] of Object.entries(cases)) {
    if (typeof check === 'string') {
      it(`${name}: waits for ${check}, and its note says so`, () => {
        expect(readFileSync(sharedPath('cases', name, 'NOTE.md'), 'utf8')).toContain('missing capability');
      });
      continue;
    }
    it(`${name}: behaves as its note says is right`, async () => {
      const path = join(folder.path, name);
      cpSync(sharedPath('cases', name), path, { recursive: true });
      await check({
        kohort: (...args) => runInside(args, path),
        read: (file) => readFileSync(join(path, file), 'utf8'),
        rows: (file) => cellsOf(readFileSync(join(path, file), 'utf8')),
      });
    });
  }
});
