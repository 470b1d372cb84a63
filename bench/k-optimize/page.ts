/** The page of the grid: its table, what is proven in numbers, and the paper's figures. */
import * as Plot from '@observablehq/plot';
import { type Ablated, ablationSection } from './ablation.js';
import type { Measured } from './grid.js';
import type { SeededPair } from './seeded.js';
import { svg } from '../svg.js';

/** The best cost that an algorithm reached within some seconds: fine coding, k = 50, unlimited suppression. */
export interface Curve {
  readonly algorithm: string;
  readonly seconds: number;
  readonly cost: number;
}

const text = { fontSize: '12px', background: 'white', color: '#222' };

const shortName = (metric: Measured['metric']): string => (metric === 'discernibility' ? 'DM' : 'CM');

/** The measurements of the figures. */
interface Figures {
  readonly cells: readonly Measured[];
  readonly curves: readonly Curve[];
  readonly seeded?: readonly SeededPair[];
}

/** The paper's figures 6a, 6b, 7a (where it was measured) and 7b, and our searches with and without climbing, as SVG. */
export function figures({ cells, curves, seeded: pairs = [] }: Figures): Record<string, string> {
  const ks = [...new Set(cells.map(({ k }) => k))].sort((a, b) => b - a);
  const known = cells.filter((cell) => cell.cost !== null);
  const seeded = known.filter((cell) => cell.seeded);
  const metricName = (cell: Measured): string => cell.metric;
  const series = (cell: Measured): string => `${shortName(cell.metric)}, limit ${cell.limit}`;
  const facets = { fx: 'coding', x: { type: 'log' as const, label: 'k', reverse: true, ticks: ks } };
  return {
    '6a': svg({
      width: 900, height: 640, style: text, grid: true, x: facets.x, marginRight: 90, fy: { label: null }, fx: { label: null },
      color: { type: 'categorical' },
      y: { type: 'log', label: 'CPU seconds (hollow: not proven yet)' },
      marks: [
        Plot.line(seeded, { x: 'k', y: 'cpuSeconds', stroke: 'limit', fx: 'coding', fy: metricName, sort: 'k' }),
        Plot.dot(
          seeded.filter((c) => c.proven),
          { x: 'k', y: 'cpuSeconds', stroke: 'limit', fill: 'limit', fx: 'coding', fy: metricName },
        ),
        Plot.dot(
          seeded.filter((c) => !c.proven),
          { x: 'k', y: 'cpuSeconds', stroke: 'limit', fill: 'white', fx: 'coding', fy: metricName },
        ),
        Plot.text(seeded.filter((c) => c.k === Math.max(...ks)), { x: 'k', y: 'cpuSeconds', text: (c: Measured) => `limit ${c.limit}`, fx: 'coding', fy: metricName, dx: 6, dy: 4, textAnchor: 'start', fontSize: 10 }),
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
    climbing: svg({
      width: 900, height: 420, style: text, grid: true, x: facets.x,
      y: { type: 'log', label: 'CPU seconds, discernibility, limit 0 (hollow: not proven yet)' },
      marks: [
        Plot.line(known.filter((c) => c.metric === 'discernibility' && c.limit === '0'), { x: 'k', y: 'cpuSeconds', stroke: (c: Measured) => (c.seeded ? 'climbing' : 'search alone'), fx: 'coding', sort: 'k' }),
        Plot.dot(known.filter((c) => c.metric === 'discernibility' && c.limit === '0'), { x: 'k', y: 'cpuSeconds', stroke: (c: Measured) => (c.seeded ? 'climbing' : 'search alone'), fx: 'coding', fill: (c: Measured) => (c.proven ? '#222' : 'white') }),
      ],
    }),
    ...(pairs.length === 0 ? {} : { '7a': svg({
      width: 900, height: 420, style: text, grid: true, x: facets.x,
      y: { type: 'log', label: 'CPU seconds, discernibility, unlimited suppression (hollow: not proven)' },
      marks: [
        Plot.line(runsOf(pairs), { x: 'k', y: 'cpuSeconds', stroke: 'run', fx: 'coding', sort: 'k' }),
        Plot.dot(runsOf(pairs), { x: 'k', y: 'cpuSeconds', stroke: 'run', fx: 'coding', fill: (run: { proven: boolean }) => (run.proven ? '#222' : 'white') }),
        Plot.text(runsOf(pairs).filter((run) => run.k === pairs[0].k), { x: 'k', y: 'cpuSeconds', text: 'run', fx: 'coding', dx: 6, textAnchor: 'start', fontSize: 10 }),
      ],
    }) }),
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

const runsOf = (pairs: readonly SeededPair[]) =>
  pairs.flatMap(({ coding, k, unseeded, seeded }) => [
    { coding, k, run: 'unseeded', ...unseeded },
    { coding, k, run: 'seeded', ...seeded },
  ]);

/** Seconds that the paper gives in numbers (section 7.3); its figures show no more than the order of others. */
const PAPER: Readonly<Record<string, string>> = { 'fine-discernibility-unlimited-50': '5,359' };

const share = (part: number): string => `${(100 * part).toFixed(part < 0.1 ? 1 : 0)} %`;
const number = (value: number): string => Math.round(value).toLocaleString('en');
const seconds = (value: number): string =>
  value < 10 ? value.toFixed(2) : value < 100 ? value.toFixed(1) : number(value);

function row(cell: Measured): string {
  const { coding, metric, limit, k, cost, lowerBound, proven, cpuSeconds, seedSeconds, bestSeconds, nodes, threads } =
    cell;
  const gap = proven ? 'proven' : cost === null ? '' : `gap ${share(1 - lowerBound / cost)}`;
  const cells = [
    ...[coding, shortName(metric), limit, String(k)],
    ...[cost === null ? 'none found' : number(cost), gap, seconds(cpuSeconds), String(threads), number(nodes)],
    ...[number(nodes / cpuSeconds), share(seedSeconds / cpuSeconds), bestSeconds === null ? '' : seconds(bestSeconds)],
    PAPER[`${coding}-${metric}-${limit}-${k}`] ?? '',
  ];
  return `| ${cells.join(' | ')} |`;
}

const HEAD = `| coding | metric | limit | k | cost | proof | CPU s | threads | nodes | nodes/s | seed's share | best after s | paper s |
| --- | --- | --- | ---: | ---: | --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: |`;

/** Counts the proven searches, metric by metric, in a sentence. */
function summary(cells: readonly Measured[], whole: number): string {
  const of = (metric: Measured['metric']): string => {
    const own = cells.filter((cell) => cell.metric === metric);
    const proven = own.filter((cell) => cell.proven).sort((a, b) => a.cpuSeconds - b.cpuSeconds);
    if (proven.length === 0) return `${metric}: nothing of ${own.length}`;
    const [middle, last] = [proven[proven.length >> 1], proven[proven.length - 1]];
    return `${metric}: ${proven.length} of ${own.length}, the middle one in ${seconds(middle.cpuSeconds)} s, the longest in ${seconds(last.cpuSeconds)} s`;
  };
  const proven = cells.filter((cell) => cell.proven).length;
  return `**${proven} of the ${whole} settings are proven** (${of('discernibility')}; ${of('classification')}).`;
}

/** Compares the optima of two searches by their costs and bounds. */
function compare(first: Measured | undefined, second: Measured | undefined): 'costs more' | 'costs no more' | 'open' {
  if (first === undefined || second === undefined || first.cost === null || second.cost === null) return 'open';
  if (second.cost < first.lowerBound) return 'costs more';
  return second.lowerBound >= first.cost ? 'costs no more' : 'open';
}

const listed = (ks: readonly number[]): string => (ks.length === 0 ? 'none' : ks.join(', '));

/** The k at which what `pair` gives first is known to cost more than the second, no more, and where that is open. */
function comparison(ks: readonly number[], pair: (k: number) => readonly [Measured | undefined, Measured | undefined]) {
  const at = (answer: ReturnType<typeof compare>): string => listed(ks.filter((k) => compare(...pair(k)) === answer));
  return [at('costs more'), at('costs no more'), at('open')];
}

/** The paper's claims about the cost of the optima (section 7.2), beside the proven ones. */
function claims(cells: readonly Measured[]): string {
  const ks = [...new Set(cells.map(({ k }) => k))].sort((a, b) => b - a);
  const find = (of: Pick<Measured, 'coding' | 'metric' | 'limit' | 'k'>): Measured | undefined =>
    cells.find((cell) => (['coding', 'metric', 'limit', 'k'] as const).every((name) => cell[name] === of[name]));
  const lines: string[][] = [];
  for (const metric of ['discernibility', 'classification'] as const) {
    const name = shortName(metric);
    for (const coding of ['coarse', 'fine'] as const) {
      for (const [less, more] of [['0', '100'], ['100', 'unlimited'], ['0', 'unlimited']] as const) {
        const of = (limit: Measured['limit'], k: number) => find({ coding, metric, limit, k });
        lines.push([`${coding}, ${name}: limit ${less} costs more than ${more}`, ...comparison(ks, (k) => [of(less, k), of(more, k)])]);
      }
    }
    const of = (coding: Measured['coding'], k: number) => find({ coding, metric, limit: '0', k });
    lines.push([`${name}, limit 0: coarse ages cost more than fine ones`, ...comparison(ks, (k) => [of('coarse', k), of('fine', k)])]);
  }
  return `| optima | at k = | no more at k = | open at k = |
| --- | --- | --- | --- |
${lines.map((line) => `| ${line.join(' | ')} |`).join('\n')}`;
} // prettier-ignore

/** The CPU seconds that searches have taken, the least and the most of them. */
function spent(cells: readonly Measured[]): string {
  const all = cells.map(({ cpuSeconds }) => Math.round(cpuSeconds));
  const [least, most] = [Math.min(...all), Math.max(...all)];
  return least === most ? number(least) : `${number(least)} to ${number(most)}`;
}

/** Reasons why searches are open. */
function limits(open: readonly Measured[]): string {
  if (open.length === 0) return '';
  if (open.some(({ limit }) => limit === '0')) throw new Error('bench:kopt: a search without suppression is open: the page gives no reason for it');
  return `
## What limits the open ones

All of them may suppress rows. Without suppression, a cut that leaves a side below k is refused at once; with it, the cut costs no more than the rows that it suppresses. So cuts are refuted by what
they lose together, and the bounds (rules R1 to R4 in [k-optimize.md](k-optimize.md)) add up what single cuts and pairs of them lose, not what three or more lose beyond that. The smaller k is and
the finer the ages, the more cuts the optimum makes, and the more of its cost is of that kind. Under CM a suppressed row costs no more than a row of a minority, so that even less stands against a cut.
`;
} // prettier-ignore

interface Page {
  /** Prefix of the files of the figures. */
  readonly name: string;
  readonly machine: string;
  readonly engine: string;
  readonly cells: readonly Measured[];
  readonly curves: readonly Curve[];
  readonly seeded?: readonly SeededPair[];
  readonly ablation?: readonly Ablated[];
}

/** Distance of each climber's end from the best cost known of figure 7b's setting. */
function aboveBest(curves: readonly Curve[], best: number): string {
  const ends = new Map<string, Curve>();
  for (const point of curves)
    if ((ends.get(point.algorithm)?.seconds ?? 0) < point.seconds) ends.set(point.algorithm, point);
  const parts = Array.from(
    ends.values(),
    ({ algorithm, seconds: limit, cost }) =>
      `\`${algorithm}\` ${cost === best ? 'reaches it' : `costs ${(cost / best).toFixed(2)} times as much`} after ${limit} s`,
  );
  return `The best cost known is ${number(best)}: ${parts.join(', ')}.`;
}

/** The paper's experiment with seeds. */
function seeding(pairs: readonly SeededPair[]): string {
  if (pairs.length === 0) return '';
  const cell = ({ cost, proven, cpuSeconds }: SeededPair['seeded']): string =>
    `${seconds(cpuSeconds)} | ${cost === null ? 'none found' : number(cost)} | ${proven ? 'proven' : 'open'}`;
  return `
## Figure 7a: seeding runs that suppress

The paper seeds a run that may suppress any number of rows with the optimal cost of the run without suppression, and adds the seconds of both. Without climbing, as there:

| coding | k | unseeded CPU s | cost | proof | seeded CPU s, both runs | cost | proof |
| --- | ---: | ---: | ---: | --- | ---: | ---: | --- |
${pairs.map(({ coding, k, unseeded, seeded }) => `| ${coding} | ${k} | ${cell(unseeded)} | ${cell(seeded)} |`).join('\n')}
`;
} // prettier-ignore

/** The page, in Markdown. */
export function markdown({ name, machine, engine, cells, curves, seeded: pairs = [], ablation = [] }: Page): string {
  const dates = [...new Set(cells.map(({ date, commit }) => `${date} (commit ${commit})`))];
  const grid = cells.filter(({ seeded }) => seeded);
  const without = cells.filter(({ seeded }) => !seeded);
  const open = grid.filter(({ proven }) => !proven);
  return `# K-OPTIMIZE on Adult: the paper's evaluation

The settings of R. J. Bayardo and R. Agrawal (2005, section 7) on UCI Adult as they prepared it: eight quasi-identifiers, 30,162 rows, salary as the class; age in years (fine) or in ranges of
five (coarse). What is searched, and by which rules, is in [k-optimize.md](k-optimize.md).

${summary(grid, 96)}${open.length === 0 ? '' : ` The others had ${spent(open)} CPU seconds, and show their gap, (cost - bound) / cost: the bound is the least of the parts that are open.`}

\`npm run bench:kopt -- --all\` wrote this page, over several runs: each search is gone on with from its checkpoint. Measured on ${dates.join(', ')}; ${machine}, engine
${engine}. Seconds are those of the CPU, of all threads together, climbing included. "Seed's share" is the part of them that the climbing took, "best after" when the best solution was there.

![time](${name}-6a.svg) ![cost](${name}-6b.svg) ![with and without climbing](${name}-climbing.svg)${pairs.length === 0 ? '' : ` ![seeded](${name}-7a.svg)`} ![cost over time](${name}-7b.svg)

${HEAD}
${grid.map(row).join('\n')}
${limits(open)}
## What the paper says of the optima

Section 7.2 says that fine ages let the cost fall much under both metrics; that with fine ages "allowing an infinite number of suppressions did not improve the cost of the optimal solution at all";
that coarse ages gain from suppression at small k; and that CM costs the same for k above 100 whatever else is chosen. A cost below a proven bound decides, and so does a bound:

${claims(grid)}

The orders of the values are not the paper's, which it does not give. Nor are the alphabets: here the columns have
164 values with fine ages and 107 with coarse ones, of which 156 and 99 may begin an interval; the paper has "over 160" and 100.

## Without climbing

The search alone, which finds its solutions itself; no suppression. This is not the paper's Figure 7a, which seeds runs that suppress rows.

${HEAD}
${without.map(row).join('\n')}
${seeding(pairs)}${ablation.length === 0 ? '' : ablationSection(ablation)}
## Cost over time

Fine coding, DM, k = 50, unlimited suppression: the best cost that each algorithm reaches within a time limit. ${aboveBest(curves, Math.min(...curves.map(({ cost }) => cost)))}

| algorithm | time limit s | cost |
| --- | ---: | ---: |
${curves.map((point) => `| ${point.algorithm} | ${point.seconds} | ${number(point.cost)} |`).join('\n')}
`;
}
