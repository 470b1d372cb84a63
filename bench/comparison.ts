/**
 * The comparison of Incognito, K-OPTIMIZE and Mondrian by discernibility over k (LeFevre et al. 2006, Figure 10), by `kohort compare`, and
 * tables 1 to 4 of Huang, "K-anonymity implementation via Samarati and Mondrian", on UCI Adult.
 *
 *   npm run bench:comparison [-- --k 2,5,10,25,50,100,250,500,1000] [--time-limit 300] [--seeds 100] [--out docs/bench-comparison] [--redraw]
 *
 * Writes `<out>.md`, `<out>.json` and `<out>.svg`; `--redraw` writes page and plot from `<out>.json`. Costs alone, no times. Needs the
 * built command (`npm run build`) and the folder of shared data (KOHORT_SHARED).
 */
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { args, option } from './command-line.js';
import { readAdult } from './adult.js';
import type { ComparedCell } from './comparison-algorithms.js';
import { comparedCells, comparisonArguments, comparisonJob } from './comparison-algorithms.js';
import {
  followAll,
  measureLevels,
  mondrianPoints,
  PRINTED_LEVELS,
  PRINTED_MONDRIAN,
  PRINTED_SEARCHES,
  runMondrian,
  searchLevels,
} from './comparison-huang.js';
import type { Measured } from './comparison-page.js';
import { drawComparison, writeFigures, writePage } from './comparison-page.js';
import { makeNow } from './made.js';

const out = resolve(option('out', 'docs/bench-comparison'));
const data = join(process.env.KOHORT_SHARED ?? resolve('../shared'), 'data/adult');
const ks = option('k', '2,5,10,25,50,100,250,500,1000').split(',').map(Number);
const timeLimit = Number(option('time-limit', '300'));
const seeds = Number(option('seeds', '100'));

function compareAll(): ComparedCell[] {
  const asked = comparisonArguments('adult-complete.csv', '-', ks, timeLimit);
  const { status, stdout, stderr } = spawnSync(process.execPath, [resolve('dist/cli/main.js'), ...asked, '--json'], {
    cwd: data,
    input: JSON.stringify(comparisonJob('hierarchies/')),
    encoding: 'utf8',
    maxBuffer: 1e8,
  });
  if (status !== 0) throw new Error(`kohort compare ended with ${status}: ${stderr}`);
  return comparedCells(stdout);
}

async function measure(): Promise<Measured> {
  const made = makeNow();
  const table = await readAdult(join(data, 'adult.data'));
  const searches: Measured['searches'][number][] = [];
  for (const { k, maxRows } of PRINTED_SEARCHES) {
    searches.push({
      first: await searchLevels(table, k, maxRows, 'first'),
      best: await searchLevels(table, k, maxRows, 'best'),
      any: await searchLevels(table, k, maxRows, 'any'),
    });
  }
  const points = mondrianPoints(table);
  const mondrian: Measured['mondrian'][number][] = [];
  for (const { k } of PRINTED_MONDRIAN) {
    mondrian.push({
      strict: await runMondrian(table, k, 'strict'),
      relaxed: await runMondrian(table, k, 'relaxed'),
      listing: followAll(points, k, seeds),
    });
  }
  const levels = PRINTED_LEVELS.map((printed) => measureLevels(table, printed.levels, printed.k));
  return { made, rows: table.rows, timeLimit, cells: compareAll(), levels, searches, mondrian };
}

async function main(): Promise<void> {
  const isRedrawn = args.includes('--redraw');
  if (!isRedrawn && !existsSync(join(data, 'adult.data'))) {
    console.log('bench:comparison: SKIPPED, it needs the shared data folder (KOHORT_SHARED)');
    return;
  }
  const measured = isRedrawn ? (JSON.parse(readFileSync(`${out}.json`, 'utf8')) as Measured) : await measure();
  if (!isRedrawn) writeFileSync(`${out}.json`, await writeFigures(measured));
  writeFileSync(`${out}.svg`, drawComparison(measured));
  writeFileSync(`${out}.md`, await writePage(measured, basename(out)));
}

await main();
