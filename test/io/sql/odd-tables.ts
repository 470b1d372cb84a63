import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import type { Job } from '../../../src/index.js';
import { readCsv } from '../../../src/index.js';
import { seededRandom } from '../../../src/base/random.js';
import { runInside } from '../../hosts/command/run-cli.js';
import { comparable, linesOf } from './people.js';

/** A column of a table with names and values that ask for quotes: what it holds, and its name. */
export interface OddColumn {
  readonly name: string;
  readonly kind: 'text' | 'integer' | 'decimal' | 'date';
}

/** A table; null is NULL. Only texts are null. */
export interface OddTable {
  readonly columns: readonly OddColumn[];
  readonly rows: readonly (readonly (string | null)[])[];
}

/** Access of a test to an engine. */
export interface OddEngine {
  /** Makes the table with this name. */
  make(name: string, table: OddTable): Promise<void>;
  /** All rows of a table. */
  read(name: string): Promise<readonly (readonly unknown[])[]>;
  /** The address of a table. */
  address(name: string): string;
}

const columns: readonly OddColumn[] = [
  { name: 'k0', kind: 'text' },
  { name: 'a"b`c\'d\\e $$ $& % ?', kind: 'text' },
  { name: 'kohort_v0 日本 😀', kind: 'integer' },
  { name: 'select', kind: 'decimal' },
  { name: 't', kind: 'date' },
  { name: 'n', kind: 'text' },
  { name: 'r1', kind: 'text' },
];
const texts = [
  null,
  '',
  ' ',
  '\t',
  'a\nb',
  '\\',
  '\\N',
  '\\t',
  "it's",
  '"',
  '`',
  'NULL',
  '\u0001',
  'ä',
  '日本',
  '😀',
  '%?$1',
  '{,}',
];

/** A table of random rows, and a job for it. */
export function drawOdd(seed: number): { readonly table: OddTable; readonly job: Job } {
  const random = seededRandom(seed);
  const cell = ({ kind }: OddColumn): string | null => {
    if (kind === 'text') return texts[random.below(texts.length)];
    if (kind === 'integer') return String(random.below(9) - 4);
    if (kind === 'decimal') return `${random.below(2) === 0 ? '-' : ''}${1 + random.below(3)}.${random.below(4)}5`;
    return `20${20 + random.below(3)}-0${1 + random.below(9)}-1${random.below(9)}`;
  };
  const rows = Array.from({ length: 30 + random.below(60) }, () => columns.map(cell));
  const suppress = { role: 'quasi-identifier', hierarchy: { type: 'suppress' } } as const;
  const attributes: Record<string, Job['attributes'][string]> = {};
  for (const { name, kind } of columns.slice(0, 5)) {
    attributes[name] = kind === 'text' ? suppress : { role: 'quasi-identifier' };
  }
  const job: Job = {
    input: { missing: [''], trim: false, onMissing: random.below(3) === 0 ? 'drop' : 'keep' },
    attributes: { ...attributes, n: { role: 'sensitive' }, r1: { role: 'insensitive' } },
    privacy: [{ model: 'k-anonymity', k: 2 + random.below(3) }],
    algorithm: 'mondrian',
  };
  return { table: { columns, rows }, job };
}

/** Names that statements of kohort have for columns and relations of their own, and names like them. */
const ownNames = [
  ...['kohort_k0', 'kohort_K1', 'kohort_c0', 'kohort_r0', 'kohort_R1', 'kohort_v0', 'kohort_v1', 'kohort_class'],
  ...['kohort_n', 'kohort_rows', 'kohort_print', 'kohort_p', 'kohort_counted', 'kohort_t', 'kohort_m', 'kohort_s'],
  ...['KOHORT2_k0', 'kohort2_v0', 'kohort3_class', 'kohort', 't', 'm', 'r'],
];

/** A table whose columns are called as kohort's own may be, no two of them with the same values, and a job for it. */
export function drawOwnNames(seed: number): { readonly table: OddTable; readonly job: Job } {
  const random = seededRandom(seed);
  const names = [...ownNames];
  const drawn = Array.from({ length: 6 }, () => names.splice(random.below(names.length), 1)[0]);
  const roles = ['quasi-identifier', 'quasi-identifier', 'sensitive', 'insensitive', 'insensitive', 'insensitive'];
  const rows = Array.from({ length: 40 }, (_, row) => [
    String(20 + random.below(30)),
    String(100 + random.below(4)),
    `s${random.below(3)}`,
    `a${row}`,
    `b${random.below(5)}`,
    random.below(4) === 0 ? null : `c${random.below(5)}`,
  ]);
  const columns = drawn.map((name, c): OddColumn => ({ name, kind: c < 2 ? 'integer' : 'text' }));
  const job = {
    input: { missing: [''], trim: false },
    attributes: Object.fromEntries(drawn.map((name, c) => [name, { role: roles[c] }])),
    privacy: [{ model: 'k-anonymity', k: 3 }],
    algorithm: 'mondrian',
  } as Job;
  return { table: { columns, rows }, job };
}

/** Runs random jobs on random tables, as CSV files and in an engine: rows and metrics must be the same. */
export async function expectEqualToFiles(
  engine: OddEngine,
  folder: string,
  tables: number,
  draw: typeof drawOdd = drawOdd,
): Promise<void> {
  const name = draw.name.toLowerCase();
  for (let seed = 1; seed <= tables; seed++) {
    const { table, job } = draw(seed);
    const [jobFile, file, released] = ['odd.json', 'odd.csv', 'odd-released.csv'].map((file) => join(folder, file));
    writeFileSync(jobFile, JSON.stringify(job));
    const quoted = (cell: string | null): string => `"${(cell ?? '').replaceAll('"', '""')}"`;
    const lines = [table.columns.map((column) => column.name), ...table.rows].map((row) => row.map(quoted).join(','));
    writeFileSync(file, lines.join('\n'));
    await engine.make(`${name}_${seed}`, table);
    const options = ['--job', jobFile, '--quiet', '--json'];
    const byFile = await runInside(['anonymize', file, ...options, '--out', released]);
    // A name of a table is as hostile as one of a column; a dot would name a schema.
    const target = `${name}_released_${seed}${draw === drawOdd || draw === drawOwnNames ? '' : ` $$ ? % "\`' \\n;--`}`;
    const from = engine.address(`${name}_${seed}`);
    const byEngine = await runInside(['anonymize', from, ...options, '--out', engine.address(target)]);
    expect([byEngine.code, byEngine.stderr], `seed ${seed}: ${byEngine.stderr}`).toEqual([byFile.code, byFile.stderr]);
    expect(byFile.code).toBe(0);
    expect(comparable(byEngine.stdout), `seed ${seed}`).toEqual(comparable(byFile.stdout));
    const expected = await readCsv(readFileSync(released), { delimiter: ',', trim: false });
    const cells = Array.from({ length: expected.rows }, (_, row) =>
      expected.columns.map(({ texts: all, codes }) => all[codes[row]]),
    );
    expect(linesOf(await engine.read(target)), `seed ${seed}`).toEqual(linesOf(cells));
  }
}
