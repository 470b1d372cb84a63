import { writeFileSync } from 'node:fs';
import { cpus, totalmem } from 'node:os';
import * as Plot from '@observablehq/plot';
import { format } from 'prettier';
import type { Made } from './made.js';
import { SEARCH_SECONDS } from './scale-jobs.js';
import { svg } from './svg.js';
import type { TableName } from './scale-tables.js';

/** Figures by which two builds are compared. */
type Figures = Pick<Cell, 'outcome' | 'cpu' | 'memory'>;

/** Figures of one run of one algorithm. */
export interface Cell {
  readonly algorithm: string;
  readonly table: TableName;
  readonly rows: number;
  /** `limit`: ended by the limit; `error`: refused or failed. */
  readonly outcome: 'released' | 'limit' | 'error';
  /** CPU seconds of the whole process; null where it was killed. */
  readonly cpu: number | null;
  readonly seconds: number;
  /** Seconds from the signal of the limit to the end. */
  readonly late: number;
  /** Peak of resident memory, MiB. */
  readonly memory: number | null;
  /** The metric `loss` of the release. */
  readonly loss: number | null;
  readonly phases: Readonly<Record<string, number>>;
  readonly note: string;
  /** This build and another one, right after each other. */
  readonly against?: { readonly before: Figures; readonly now: Figures };
  /** The release of the JavaScript engine is the same, to the byte. */
  readonly isEqual?: boolean;
}

/** Reasons why a cell may take more than its limit. */
const REASONS: Readonly<Record<string, string>> = {
  'k-optimize|census': 'it searches for the ten seconds that it is given',
  'k-optimize|attributes': 'it searches for the ten seconds that it is given',
  'optimal-lattice|attributes': 'it searches for the ten seconds that it is given',
  'mondrian|wide': 'reading and writing 100 million cells; the rest may take as long again',
  'mondrian|distinct': 'a million values are told apart, ordered and named by reading, measuring and audit',
  'mondrian|attributes': 'thirty columns that measuring and audit look at class by class',
  'idistance|census':
    'classes overlap: the density at a vector is a sum over all that it lies in, for the run and for the audit',
  'mdav|census': 'classes overlap, as those of idistance do',
  'mdav|attributes': 'distances in thirty dimensions, and classes that overlap there',
  'local-recoding|census': 'each group looks for the nearest ones to join or to trade rows with, pass after pass',
  'k-member|census': 'each group is compared with all rows of its block that are left, for every row that joins it',
  'oka|census': 'each row is compared with all clusters of its block',
  'local-suppression|census': 'patterns of suppressed cells are weighed for every vector below k',
  'local-suppression|attributes': 'patterns of suppressed cells are weighed for every vector below k',
  'dissociation|baskets':
    'records are parted by terms, and every chunk of terms is checked set by set, by the run and by the audit',
  'anatomy|census': 'two tables of a million rows, each with a number of its group, are made, written and audited',
  'slicing|census': 'every split of a bucket is judged by how its tuples could be put together',
  'mpalm|census': 'who may be in a bucket is counted in the search, the measuring and the audit',
  'generalize-and-permute|census': 'who may be in a bucket is counted in the search, the measuring and the audit',
};

/** Most CPU seconds and MiB by rows. */
const LIMITS: ReadonlyMap<number, { readonly cpu: number; readonly memory: number }> = new Map([
  [1_000_000, { cpu: 10, memory: 1024 }],
  [5_000_000, { cpu: 60, memory: Infinity }],
]);

interface How {
  readonly made: Made;
  /** Seconds after which a run was ended. */
  readonly limit: number;
  readonly threads: string;
}

const counted = (rows: number): string => rows.toLocaleString('en-US');

/** One run as a cell of the table. */
function cellOf(cell: Cell | undefined): string {
  if (cell === undefined) return '';
  if (cell.outcome === 'error') return 'refused';
  const figures = `${cell.cpu?.toFixed(1) ?? '?'} / ${cell.memory?.toFixed(0) ?? '?'}`;
  return cell.outcome === 'limit'
    ? `not ended: ${figures}`
    : `${figures}${cell.loss === null ? '' : ` / ${cell.loss.toFixed(3)}`}`;
}

/** Between the two largest sizes that ended: 1 is linear. */
function exponentOf(cells: readonly Cell[]): string {
  const [large, small] = cells
    .filter(({ outcome, cpu }) => outcome === 'released' && cpu !== null)
    .sort((a, b) => b.rows - a.rows);
  if (small === undefined) return '';
  return (Math.log(large.cpu! / small.cpu!) / Math.log(large.rows / small.rows)).toFixed(2);
}

/** Cells above their limits, each with its reason. */
function aboveLimits(cells: readonly Cell[]): string {
  const above = cells.filter(({ rows, outcome, cpu, memory }) => {
    const limit = LIMITS.get(rows);
    return limit !== undefined && outcome !== 'error' && ((cpu ?? 0) > limit.cpu || (memory ?? 0) > limit.memory);
  });
  if (above.length === 0) return '';
  const lines = above.map((cell) => {
    const { algorithm, table, rows, cpu, memory } = cell;
    const reason = REASONS[`${algorithm}|${table}`] ?? '';
    return `| \`${algorithm}\` | ${table} | ${counted(rows)} | ${cpu?.toFixed(1)} | ${memory?.toFixed(0)} | ${longestPhase(cell)} | ${reason} |`;
  });
  return `
## Above the limits

Wanted are at most ten CPU seconds and 1 GiB at a million rows, and at most sixty at five million.

| algorithm | table | rows | CPU s | MiB | longest, on the clock | why |
| --- | --- | ---: | ---: | ---: | --- | --- |
${lines.join('\n')}
`;
}

/** The part of a run that takes most. */
function longestPhase({ phases }: Cell): string {
  const [phase, seconds] = Object.entries(phases)
    .filter(([name]) => name !== 'total')
    .reduce((most, entry) => (entry[1] > most[1] ? entry : most), ['', 0]);
  return phase === '' ? 'ended by the limit' : `${phase} ${seconds.toFixed(1)} s`;
}

/** Both builds side by side, where there are figures of two. */
function againstOther(cells: readonly Cell[]): string {
  const both = cells.filter(({ against }) => against !== undefined);
  if (both.length === 0) return '';
  const figure = (cell: Figures): string =>
    cell.outcome === 'released'
      ? `${cell.cpu?.toFixed(1)} / ${cell.memory?.toFixed(0)}`
      : cell.outcome === 'limit'
        ? 'not ended'
        : 'refused';
  const lines = both.map(({ algorithm, table, rows, against }) => {
    const { before, now } = against!;
    const isBoth = before.outcome === 'released' && now.outcome === 'released';
    const ratio = isBoth ? (before.cpu! / now.cpu!).toFixed(2) : '';
    return `| \`${algorithm}\` | ${table} | ${counted(rows)} | ${figure(before)} | ${figure(now)} | ${ratio} |`;
  });
  return `
## Against the state before

CPU seconds / MiB of the state before the work on scale and of this one, run in turn (\`--against OTHER/dist/cli/main.js\`); the ratio is that of the CPU seconds.

| algorithm | table | rows | before | now | ratio |
| --- | --- | ---: | --- | --- | ---: |
${lines.join('\n')}
`;
}

/** Compares with the release of the other engine, where it was run. */
function engines(cells: readonly Cell[]): string {
  const asked = cells.filter(({ isEqual }) => isEqual !== undefined);
  if (asked.length === 0) return '';
  const different = asked.filter(({ isEqual }) => isEqual === false);
  const sizes = [...new Set(asked.map(({ rows }) => counted(rows)))].join(', ');
  return `
## Both engines

${asked.length} cells of ${sizes} rows were run by \`--engine js\` too (\`--both\`), as far as it ended within a minute and the search is not ended by the clock: ${
    different.length === 0
      ? 'each gave the same release, to the byte.'
      : `different releases: ${different.map(({ algorithm, table }) => `${algorithm}, ${table}`).join('; ')}.`
  }
`;
}

/** The page of what every algorithm takes, and its plot. */
export async function writeScalePage(cells: readonly Cell[], { made, limit, threads }: How): Promise<void> {
  const sizes = [...new Set(cells.map(({ rows }) => rows))].sort((a, b) => a - b);
  const keys = [...new Set(cells.map(({ algorithm, table }) => `${algorithm}|${table}`))];
  const rows = keys.map((key) => {
    const own = cells.filter(({ algorithm, table }) => `${algorithm}|${table}` === key);
    const [algorithm, table] = key.split('|');
    return `| \`${algorithm}\` | ${table} | ${sizes.map((size) => cellOf(own.find((cell) => cell.rows === size))).join(' | ')} | ${exponentOf(own)} |`;
  });
  const reasons = cells
    .filter(({ outcome }) => outcome === 'error')
    .map(
      ({ algorithm, table, rows: size, note }) =>
        `- \`${algorithm}\`, ${table}, ${counted(size)} rows: ${note.replace(/^kohort: /, '')}`,
    );
  const page = `# Every algorithm by the size of the table

What each algorithm takes from one CSV file to another: reading, search, measuring, audit and writing, by the command of a user (\`kohort anonymize --json\`), k = 10.
Each cell has **CPU seconds / peak memory in MiB / loss** of one run in a process of its own, with ${threads === '' ? 'the usual threads' : `${threads} thread${threads === '1' ? '' : 's'}`}; a run that takes longer than ${limit} s on the clock is ended (_not ended_). The exponent
is that of the CPU seconds between the two largest sizes that ended: 1 is linear, and fixed costs of some 0.4 s make small tables look better than linear.
${cpus().length} cores of ${cpus()[0]?.model.trim() ?? 'an unknown machine'}, ${(totalmem() / 2 ** 30).toFixed(0)} GiB, Node ${process.version}; ${made.date} (commit ${made.commit}). Made by

\`\`\`sh
npm run bench -- scale --write                       # ten thousand to a million rows
npm run bench -- scale --all --only mondrian,datafly  # five million too, of two algorithms
npm run bench -- scale --command OTHER/dist/cli/main.js --results other.json  # another build, to compare
\`\`\`

Tables, all made by seed: **census** has nine quasi-identifiers (the demo's people), of which some algorithms make one the class or the sensitive column; **wide** has 91 further columns
that are released as they are; **distinct** has one quasi-identifier with another value in every row; **attributes** has thirty quasi-identifiers with levels; **baskets** has
sets of one to eight of a thousand items.

![CPU seconds by rows, for every algorithm on the census](scale.svg)

| algorithm | table | ${sizes.map((size) => `${counted(size)} rows`).join(' | ')} | exponent |
| --- | --- | ${sizes.map(() => '---').join(' | ')} | ---: |
${rows.join('\n')}
${reasons.length === 0 ? '' : `\nRefused:\n\n${[...new Set(reasons)].join('\n')}\n`}
Anytime searches (\`k-optimize\`, \`optimal-lattice\` on thirty attributes) take all the time that they are given, here ${SEARCH_SECONDS} s on the clock; the others end by themselves. Clusterings of many vectors work in
[blocks](algorithms.md#blocks).
${aboveLimits(cells)}${againstOther(cells)}${engines(cells)}`;
  writeFileSync('docs/scale.md', await format(page, { parser: 'markdown', printWidth: 140, proseWrap: 'preserve' }));
  writeFileSync('docs/scale.svg', plotOf(cells));
}

/** Names beside the ends of lines, moved up where they would lie on each other. */
function labelsOf(ends: readonly Cell[], height: number): { rows: number; cpu: number; algorithm: string }[] {
  const logs = ends.map(({ cpu }) => Math.log(cpu!));
  const gap = ((Math.max(...logs) - Math.min(...logs)) * 13) / height;
  let last = -Infinity;
  return [...ends]
    .sort((a, b) => a.cpu! - b.cpu!)
    .map(({ rows, cpu, algorithm }) => {
      last = Math.max(Math.log(cpu!), last + gap);
      return { rows, cpu: Math.exp(last), algorithm };
    });
}

function plotOf(cells: readonly Cell[]): string {
  const shown = cells.filter(({ table, outcome, cpu }) => table === 'census' && outcome === 'released' && cpu !== null);
  const sizes = [...new Set(shown.map(({ rows }) => rows))].sort((a, b) => a - b);
  const height = 560;
  const labels = labelsOf(
    shown.filter(({ rows }) => rows === sizes[sizes.length - 1]),
    height - 80,
  );
  return svg({
    width: 760,
    height,
    marginRight: 170,
    style: { fontSize: '11px', background: 'white', color: '#222' },
    x: { type: 'log', label: 'rows', ticks: sizes, tickFormat: (rows: number) => counted(rows) },
    y: { type: 'log', label: 'CPU seconds', grid: true, tickFormat: (seconds: number) => String(seconds) },
    marks: [
      Plot.line(shown, { x: 'rows', y: 'cpu', z: 'algorithm', stroke: 'algorithm', strokeWidth: 1 }),
      Plot.dot(shown, { x: 'rows', y: 'cpu', fill: 'algorithm', r: 2 }),
      Plot.text(labels, { x: 'rows', y: 'cpu', text: 'algorithm', textAnchor: 'start', dx: 8, fill: 'algorithm' }),
    ],
  });
}
