/**
 * The evaluation of the K-OPTIMIZE paper (Bayardo and Agrawal 2005, section 7) on UCI Adult.
 *
 *   npm run bench:kopt [-- --cap 10] [--k 1000,100,10] [--engine wasm] [--out docs/bench-kopt] [--redraw]
 *   npm run bench:kopt -- --part "coarse discernibility 0" --out FILE, and then -- --join FILE,FILE,...
 *
 * Adult prepared as in the paper: eight quasi-identifiers, 30,162 rows, salary as the class; age in years (fine) or in
 * five-year ranges (coarse). For every k, suppression limit, metric and coding: seconds to the proof, or "not proven"
 * with the gap when the cap (seconds per cell) ends the search. Seconds are those of the CPU, one thread being all that a cell
 * takes, so that other work on the machine counts little; `--part` measures one coding, metric and limit, or the `curves`. Writes `<out>.md`, `<out>.json` and the figures
 * `<out>-6a.svg` (time), `-6b.svg` (optimal cost) and `-7b.svg` (cost over time against the stochastic methods).
 * Needs the folder of shared data (KOHORT_SHARED).
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { basename, dirname, join, resolve } from 'node:path';
import * as Plot from '@observablehq/plot';
import { anonymize, tableFromRows, type Job, type Table } from '../src/index.js';
import { adultFolder, readAdult, readAdultHierarchy } from './adult.js';
import { args, option } from './command-line.js';
import type { Made } from './made.js';
import { makeNow } from './made.js';
import { svg } from './svg.js';

const QIS = ['age', 'workclass', 'education', 'marital-status', 'occupation', 'race', 'sex', 'native-country'];
const LIMITS = ['0', '100', 'unlimited'] as const;

interface Cell {
  readonly coding: 'fine' | 'coarse';
  readonly metric: 'discernibility' | 'classification';
  readonly limit: (typeof LIMITS)[number];
  readonly k: number;
  readonly seeded: boolean;
  readonly cost: number | null;
  readonly proven: boolean;
  readonly gap: number | null;
  readonly seconds: number;
  readonly bestSeconds: number | null;
  readonly nodes: number;
}

const cap = Number(option('cap', '10'));
const ks = option('k', '1000,500,250,100,50,25,10,5').split(',').map(Number);
const engine = option('engine', 'wasm') as 'wasm' | 'js';
const out = resolve(option('out', 'docs/bench-kopt'));

async function readTables(): Promise<{ fine: Table; coarse: Table }> {
  const fine = await readAdult();
  const rows = Array.from({ length: fine.rows }, (_, row) =>
    Object.fromEntries(
      [...QIS, 'salary'].map((name) => {
        const column = fine.column(name)!;
        const text = column.texts[column.codes[row]];
        return [name, name === 'age' ? 16 + 5 * Math.floor((Number(text) - 16) / 5) : text];
      }),
    ),
  );
  return { fine, coarse: tableFromRows(rows) };
}

function jobOf(cell: Pick<Cell, 'metric' | 'limit' | 'k'>, algorithm: Job['algorithm']): Job {
  const attributes: Record<string, Job['attributes'][string]> = { salary: { role: 'class' } };
  for (const name of QIS) {
    attributes[name] =
      name === 'age'
        ? { role: 'quasi-identifier', type: 'integer' }
        : { role: 'quasi-identifier', hierarchy: { type: 'levels', rows: readAdultHierarchy(name) } };
  }
  return {
    attributes,
    privacy: [{ model: 'k-anonymity', k: cell.k }],
    algorithm,
    output: { ranges: 'tight' },
    ...(cell.limit === '0'
      ? {}
      : { suppression: cell.limit === 'unlimited' ? ('unlimited' as const) : { maxRows: Number(cell.limit) } }),
  };
}

async function measure(table: Table, cell: Pick<Cell, 'coding' | 'metric' | 'limit' | 'k' | 'seeded'>): Promise<Cell> {
  const algorithm = {
    name: 'k-optimize',
    metric: cell.metric,
    ...(cell.seeded ? {} : { seedCost: Number.MAX_SAFE_INTEGER - 1 }),
  };
  const started = performance.now();
  try {
    const { result } = await anonymize(table, jobOf(cell, algorithm), { engine, timeLimit: cap, seed: 1 });
    const search = result.search as Record<string, number | boolean | null>;
    return {
      ...cell,
      cost: search.cost as number,
      proven: search.optimal as boolean,
      gap: search.gap as number,
      seconds: result.seconds.search,
      bestSeconds: search.bestSeconds as number,
      nodes: search.nodes as number,
    };
  } catch {
    const seconds = (performance.now() - started) / 1000;
    return { ...cell, cost: null, proven: false, gap: null, seconds, bestSeconds: null, nodes: 0 };
  }
}

const text = { fontSize: '12px', background: 'white', color: '#222' };

function figures(cells: readonly Cell[], curves: readonly Curve[]): Record<string, string> {
  const known = cells.filter((cell) => cell.cost !== null);
  const seeded = known.filter((cell) => cell.seeded);
  const metricName = (cell: Cell): string => cell.metric;
  const series = (cell: Cell): string => `${cell.metric === 'discernibility' ? 'DM' : 'CM'}, limit ${cell.limit}`;
  const facets = { fx: 'coding', x: { type: 'log' as const, label: 'k', reverse: true, ticks: ks } };
  return {
    '6a': svg({
      width: 900, height: 640, style: text, grid: true, x: facets.x, marginRight: 90, fy: { label: null }, fx: { label: null },
      color: { type: 'categorical' },
      y: { type: 'log', label: `seconds (hollow: not proven within ${cap} s)` },
      marks: [
        Plot.line(seeded, { x: 'k', y: 'seconds', stroke: 'limit', fx: 'coding', fy: metricName, sort: 'k' }),
        Plot.dot(
          seeded.filter((c) => c.proven),
          { x: 'k', y: 'seconds', stroke: 'limit', fill: 'limit', fx: 'coding', fy: metricName },
        ),
        Plot.dot(
          seeded.filter((c) => !c.proven),
          { x: 'k', y: 'seconds', stroke: 'limit', fill: 'white', fx: 'coding', fy: metricName },
        ),
        Plot.text(seeded.filter((c) => c.k === Math.max(...ks)), { x: 'k', y: 'seconds', text: (c: Cell) => `limit ${c.limit}`, fx: 'coding', fy: metricName, dx: 6, dy: 4, textAnchor: 'start', fontSize: 10 }),
      ],
    }),
    '6b': svg({
      width: 900, height: 420, style: text, grid: true, x: facets.x,
      y: { type: 'log', label: 'best cost (discernibility)' },
      marks: [
        Plot.line(known.filter((c) => c.seeded && c.metric === 'discernibility'), { x: 'k', y: 'cost', stroke: series, fx: 'coding', sort: 'k' }),
        Plot.dot(known.filter((c) => c.seeded && c.metric === 'discernibility'), { x: 'k', y: 'cost', stroke: series, fx: 'coding' }),
      ],
    }),
    '7a': svg({
      width: 900, height: 420, style: text, grid: true, x: facets.x,
      y: { type: 'log', label: `seconds, discernibility, limit 0 (cap ${cap} s)` },
      marks: [
        Plot.line(known.filter((c) => c.metric === 'discernibility' && c.limit === '0'), { x: 'k', y: 'seconds', stroke: (c: Cell) => (c.seeded ? 'seeded' : 'unseeded'), fx: 'coding', sort: 'k' }),
        Plot.dot(known.filter((c) => c.metric === 'discernibility' && c.limit === '0'), { x: 'k', y: 'seconds', stroke: (c: Cell) => (c.seeded ? 'seeded' : 'unseeded'), fx: 'coding', fill: (c: Cell) => (c.proven ? '#222' : 'white') }),
      ],
    }),
    '7b': svg({
      width: 760, height: 420, style: text, grid: true,
      x: { type: 'log', label: 'time limit, seconds' },
      y: { type: 'log', label: 'best cost, fine, k = 50, unlimited suppression' },
      marks: [
        Plot.line(curves, { x: 'seconds', y: 'cost', stroke: 'algorithm', sort: 'seconds' }),
        Plot.dot(curves, { x: 'seconds', y: 'cost', stroke: 'algorithm' }),
        Plot.text(curves.filter((p) => p.seconds === Math.max(...curves.map((q) => q.seconds))), { x: 'seconds', y: 'cost', text: 'algorithm', dx: -6, dy: -8, textAnchor: 'end', fontSize: 10 }),
      ],
    }),
  }; // prettier-ignore
}

interface Curve {
  readonly algorithm: string;
  readonly seconds: number;
  readonly cost: number;
}

async function curvesOf(table: Table): Promise<Curve[]> {
  const curves: Curve[] = [];
  for (const name of ['k-optimize', 'two-phase-hill-climbing', 'genetic', 'simulated-annealing']) {
    for (const seconds of [0.25, 0.5, 1, 2, 4, 8].filter((s) => s <= cap)) {
      const cell = { metric: 'discernibility' as const, limit: 'unlimited' as const, k: 50 };
      const restarts = name === 'two-phase-hill-climbing' ? { restarts: 1_000_000 } : {};
      const { result } = await anonymize(table, jobOf(cell, { name, metric: 'discernibility', ...restarts }), {
        engine,
        timeLimit: seconds,
        seed: 1,
      });
      curves.push({ algorithm: name, seconds, cost: Number(result.metrics.discernibility) });
    }
  }
  return curves;
}

/** What `<out>.json` holds. */
interface Measured {
  readonly made: Made;
  /** Seconds a cell. */
  readonly cap: number;
  readonly engine: string;
  readonly cells: readonly Cell[];
  readonly curves: readonly Curve[];
}

function markdown({ made, cap, engine, cells, curves }: Measured): string {
  const name = basename(out);
  const head = `# K-OPTIMIZE on Adult: the paper's evaluation

**These figures are of ${made.date}, commit ${made.commit}.** What changed in the search later is not in them until this page is made anew
([k-optimize.md](k-optimize.md#measured) has later ones).

\`npm run bench:kopt -- --cap ${cap}\` wrote this page: ${cpus().length} cores of ${cpus()[0]?.model}, Node ${process.version}, engine
${engine}, one thread, cap ${cap} s a cell (the climbing of the seed included). Seconds are CPU seconds; the machine was busy. "Not proven" cells give the gap: (cost - bound) / cost.

![time](${name}-6a.svg) ![cost](${name}-6b.svg) ![seeded and unseeded](${name}-7a.svg) ![cost over time](${name}-7b.svg)

| coding | metric | limit | k | seed | cost | proven | gap | seconds | best after s | nodes |
|---|---|---|---|---|---|---|---|---|---|---|
`;
  const lines = cells.map((c) =>
    [
      '', c.coding, c.metric === 'discernibility' ? 'DM' : 'CM', c.limit, c.k, c.seeded ? 'auto' : 'none',
      c.cost ?? 'none found', c.proven ? 'yes' : 'no', c.gap === null ? '' : `${(100 * c.gap).toFixed(2)} %`,
      c.seconds.toFixed(2), c.bestSeconds === null ? '' : c.bestSeconds.toFixed(2), c.nodes, '',
    ].join(' | ').trim(),
  ); // prettier-ignore
  const over = curves.map((p) => `| ${p.algorithm} | ${p.seconds} | ${p.cost} |`);
  return `${head}${lines.join('\n')}\n\n| algorithm | time limit s | cost, fine, k = 50, unlimited |\n|---|---|---|\n${over.join('\n')}\n`;
}

function draw(cells: readonly Cell[], curves: readonly Curve[]): void {
  for (const [figure, content] of Object.entries(figures(cells, curves))) {
    writeFileSync(`${out}-${figure}.svg`, content);
  }
}

/** The searches heed a clock of CPU seconds. */
performance.now = () => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
};

const part = option('part', '');
const isAsked = (...names: string[]): boolean => part === '' || part === names.join(' ');

function write(measured: Measured): void {
  writeFileSync(`${out}.json`, `${JSON.stringify(measured, null, 1)}\n`);
  if (part !== '') return;
  draw(measured.cells, measured.curves);
  writeFileSync(`${out}.md`, markdown(measured));
  console.log(`written: ${join(dirname(out), basename(out))}.md`);
}

async function main(): Promise<void> {
  if (args.includes('--redraw')) {
    const { cells, curves } = JSON.parse(readFileSync(`${out}.json`, 'utf8')) as Measured;
    draw(cells, curves);
    return;
  }
  if (args.includes('--join')) {
    const parts = option('join', '')
      .split(',')
      .map((file) => JSON.parse(readFileSync(`${file}.json`, 'utf8')) as Measured)
      .sort((one, other) => (one.made.date < other.made.date ? -1 : 1));
    // The oldest part tells how old the page is.
    write({
      ...parts[0],
      cells: parts.flatMap(({ cells }) => cells),
      curves: parts.flatMap(({ curves }) => curves),
    });
    return;
  }
  if (!existsSync(join(adultFolder, 'adult.data'))) {
    console.log('bench:kopt: SKIPPED, it needs the shared data folder (KOHORT_SHARED)');
    return;
  }
  const made = makeNow();
  const tables = await readTables();
  const cells: Cell[] = [];
  for (const coding of ['coarse', 'fine'] as const) {
    for (const metric of ['discernibility', 'classification'] as const) {
      for (const limit of LIMITS) {
        if (!isAsked(coding, metric, limit)) continue;
        for (const k of ks) {
          for (const seeded of limit === '0' ? [true, false] : [true]) {
            const cell = await measure(tables[coding], { coding, metric, limit, k, seeded });
            cells.push(cell);
            const { cost, proven, seconds, nodes } = cell;
            console.log(
              `${coding} ${metric} limit ${limit} k ${k} ${seeded ? 'seeded' : 'unseeded'}: ${cost} ${proven ? 'proven' : 'not proven'} ${seconds.toFixed(2)} s, ${nodes} nodes`,
            );
          }
        }
      }
    }
  }
  write({ made, cap, engine, cells, curves: isAsked('curves') ? await curvesOf(tables.fine) : [] });
}

await main();
