/**
 * Ablation of the pruning rules of K-OPTIMIZE on UCI Adult: nodes and CPU seconds with each rule off, as ratios to all rules on.
 *
 *   npm run bench:kopt -- --ablation [--nodes 10000] [--times 2] [--rounds 1] [--only runs,pairs]
 *
 * Those of the 96 settings take part that the page has proven within `--nodes` nodes. Each search begins with the best known cost plus 1, without climbing,
 * on one thread of the JavaScript engine, so that its nodes are the same in every run. With a rule off, a search is cut after `--times` its nodes.
 * A rule without an option is edited out of a copy of the sources: the kernels have no flags for it. CPU seconds are medians of the rounds. What was
 * measured is kept in build/bench/ablation.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { build, type Plugin } from 'esbuild';
import { adultFolder } from '../adult.js';
import { option } from '../command-line.js';
import type { Measured } from './grid.js';
import type { AblatedRun, AblationOrder } from './ablation-run.js';

/** A replacement in a file of src/k-optimize/search/. */
type Edit = readonly [file: string, from: string, to: string];

interface Rule {
  readonly name: string;
  readonly title: string;
  readonly pruning?: AblationOrder['pruning'];
  readonly edits?: readonly Edit[];
}

const RULES: readonly Rule[] = [
  { name: 'nodes', title: '`nodes`: bound of a node', pruning: { nodes: false } },
  { name: 'tail', title: '`tail`: bound of a value', pruning: { tail: false } },
  { name: 'broad', title: '`useless`: narrow instead of broad', pruning: { useless: 'narrow' } },
  { name: 'useless', title: '`useless`: off', pruning: { useless: 'off' } },
  { name: 'reorder', title: '`reorder`: next cut', pruning: { reorder: false } },
  { name: 'tables', title: '`tables`: all rules of tables', pruning: { tables: false } },
  { name: 'runs', title: '`runs`: runs without conflicts (R3)', pruning: { runs: false } },
  {
    name: 'losses',
    title: 'merge losses (R1, and R2 to R4, which rest on it)',
    edits: [
      ['refute.ts', '    F[h.attributeLoss + a] = loss;\n', '    loss = 0;\n    F[h.attributeLoss + a] = loss;\n'],
      ['refute.ts', 'const loss = byRuns ?', 'let loss = byRuns ?'],
      [
        'refute.ts',
        '    if (losses >= 0) F[losses + a] = loss;\n',
        '    loss = 0;\n    if (losses >= 0) F[losses + a] = loss;\n',
      ],
    ],
  },
  {
    name: 'conflicts',
    title: 'conflicts of pairs',
    edits: [
      [
        'pairs.ts',
        '  addValue(h, frame.conflicts + u * words, v);\n  addValue(h, frame.conflicts + v * words, u);\n',
        '',
      ],
    ],
  },
  {
    name: 'conflict-losses',
    title: 'losses of conflicts (R2)',
    edits: [
      ['refute.ts', 'let gone = bound >= best;', 'let gone = false;'],
      [
        'refute.ts',
        'gone = bound >= best || F[frame',
        'gone = (h.costBy != BY_SIZE && bound >= best && bound > fixed + loss) || F[frame',
      ],
    ],
  },
  {
    name: 'pairs',
    title: 'losses of pairs (R4)',
    edits: [
      [
        'refute.ts',
        'if (!releasesAll && !changed && h.costBy == BY_SIZE) changed = refutePairs(h, frame, fixed, owed);',
        '',
      ],
    ],
  },
  {
    name: 'room',
    title: 'suppressed rows by cost (DM)',
    edits: [['pairs.ts', '  if (h.costBy == BY_SIZE) {\n    // Costs are', '  if (h.rows < 0) {\n    // Costs are']],
  },
  {
    name: 'forced-cost',
    title: 'cost of forced rows (CM)',
    edits: [
      ['refute.ts', 'if (forced > bound) bound = forced;', ''],
      ['pairs.ts', 'refuted = fixed + cost >= h.best;', 'refuted = false;'],
    ],
  },
  {
    name: 'idle',
    title: 'values dropped that split no class, or make one fail a model',
    edits: [['refute.ts', '    dropValue(h, frame, v);\n    any = true;\n', '']],
  },
  {
    name: 'renewed',
    title: 'cells merged again',
    edits: [
      [
        'tables.ts',
        'if (100 * gone < REBUILD_PERCENT * frame.tableTail + 50) return true;',
        'if (gone >= 0) return true;',
      ],
    ],
  },
  {
    name: 'paper-below',
    title: "paper's rules below the root (CM with suppression)",
    edits: [['search.ts', 'frame.parent == 0 || (h.limit != 0 && h.costBy != BY_SIZE)', 'frame.parent == 0']],
  },
];

const ALL: Rule = { name: 'all', title: 'all rules on' };
const folder = resolve('build/bench/ablation');

/** Replaces text in copies of the sources. Throws when a text does not occur exactly once. */
const editing = (edits: readonly Edit[]): Plugin => ({
  name: 'ablation',
  setup({ onLoad }) {
    onLoad({ filter: /src\/k-optimize\/search\/\w+\.ts$/ }, ({ path }) => {
      let contents = readFileSync(path, 'utf8');
      for (const [file, from, to] of edits) {
        if (!path.endsWith(`/${file}`)) continue;
        if (contents.split(from).length !== 2) throw new Error(`${file}: not once: ${from}`);
        contents = contents.replace(from, to);
      }
      return { contents, loader: 'ts' };
    });
  },
});

/** Runs the searches with a rule off, in a process of its own. */
async function runWithout(rule: Rule, order: AblationOrder): Promise<AblatedRun[]> {
  const outfile = join(folder, `${rule.name}.mjs`);
  await build({
    entryPoints: [resolve('bench/k-optimize/ablation-run.ts')],
    outfile,
    bundle: true,
    format: 'esm',
    platform: 'node',
    target: ['node20'],
    packages: 'external',
    plugins: [editing(rule.edits ?? [])],
  });
  const { status, stdout } = spawnSync(process.execPath, [outfile], {
    input: JSON.stringify({ ...order, pruning: rule.pruning ?? {} }),
    stdio: ['pipe', 'pipe', 'inherit'],
    encoding: 'utf8',
    env: { ...process.env, KOHORT_SHARED: resolve(adultFolder, '../..') },
  });
  if (status !== 0) throw new Error(`${rule.name}: ended with ${status}`);
  return JSON.parse(stdout) as AblatedRun[];
}

/** Totals of a rule's searches; a search is cut after `--times` the nodes that it has with all rules on. */
export interface Ablated {
  readonly title: string;
  /** Nodes under discernibility, and under classification. */
  readonly nodes: readonly [number, number];
  readonly cpuSeconds: number;
  readonly searches: number;
  /** Nodes within which a search of the table is proven. */
  readonly most: number;
  readonly cut: number;
}

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);
const median = (values: readonly number[]): number => [...values].sort((a, b) => a - b)[values.length >> 1];

/** Measures the rules of `--only`, or all, and returns those that the folder has. Kept runs of a rule are not made again. */
export async function ablate(cells: readonly Measured[]): Promise<Ablated[]> {
  mkdirSync(folder, { recursive: true });
  const rounds = Number(option('rounds', '1'));
  const only = option('only', '');
  const most = Number(option('nodes', '10000'));
  const times = Number(option('times', '2'));
  const settings = cells.flatMap(({ coding, metric, limit, k, seeded, proven, nodes, cost }) =>
    seeded && proven && nodes <= most && cost !== null
      ? [{ coding, metric: metric === 'discernibility' ? ('DM' as const) : ('CM' as const), limit, k, cost, most: 1e9 }]
      : [],
  );
  const keptOf = ({ name }: Rule): string => join(folder, `${name}-${most}.json`);
  const measure = async (rule: Rule, order: AblationOrder['settings']): Promise<AblatedRun[][]> => {
    const kept = keptOf(rule);
    if (!existsSync(kept)) {
      const runs: AblatedRun[][] = [];
      for (let round = 0; round < rounds; round++) runs.push(await runWithout(rule, { settings: order, pruning: {} }));
      writeFileSync(kept, JSON.stringify(runs));
    }
    return JSON.parse(readFileSync(kept, 'utf8')) as AblatedRun[][];
  };
  const all = await measure(ALL, settings);
  const order = settings.map((setting, i) => ({ ...setting, most: times * all[0][i].nodes }));
  for (const rule of RULES.filter(({ name }) => only === '' || only.split(',').includes(name)))
    await measure(rule, order);
  return [ALL, ...RULES].flatMap((rule) => {
    if (!existsSync(keptOf(rule))) return [];
    const rounds = JSON.parse(readFileSync(keptOf(rule), 'utf8')) as AblatedRun[][];
    const nodesOf = (metric: 'DM' | 'CM'): number =>
      sum(rounds[0].map(({ nodes }, i) => (settings[i].metric === metric ? nodes : 0)));
    return {
      title: rule.title,
      nodes: [nodesOf('DM'), nodesOf('CM')] as const,
      cpuSeconds: median(rounds.map((runs) => sum(runs.map(({ seconds }) => seconds)))),
      searches: settings.length,
      most,
      cut: rounds[0].filter(({ proven }) => !proven).length,
    };
  });
}

/** The section of the page: totals with all rules on, then ratios to them; one table for each limit of nodes. */
export function ablationSection(rows: readonly Ablated[]): string {
  const limits = [...new Set(rows.map(({ most }) => most))];
  return `
## Each rule off

Settings of the 96 that the table above proves within some nodes, without climbing, from the best known cost plus 1, on one thread of the JavaScript engine: totals with all
rules on, then ratios to them with one rule off. A search is cut after a multiple of its nodes (\`--times\`): a ratio with > is a lower bound, and - one that says nothing. Nodes are equal on each machine; seconds are of a machine with other work.
\`npm run bench:kopt -- --ablation\` measures it. The rules are those of [k-optimize.md](k-optimize.md#rules-of-the-paper); a rule without an option is edited out of a copy of the sources.
A rule that saves less than 5 % of both goes. Three stay all the same: \`nodes\` and \`tail\` are the rules of the paper, by which a search without tables prunes, and values that make a class fail are dropped for privacy models, which the 96 settings do not have.
${limits.map((most) => ablationTable(rows.filter((row) => row.most === most))).join('')}`;
}

function ablationTable(rows: readonly Ablated[]): string {
  const [all] = rows;
  const cellsOf = (row: Ablated): string => {
    const totals = [...[sum(row.nodes), ...row.nodes], row.cpuSeconds];
    const base = [...[sum(all.nodes), ...all.nodes], all.cpuSeconds];
    const shown = totals.map((total, i) => {
      if (row === all) return Math.round(total).toLocaleString('en-US');
      const ratio = (total / base[i]).toFixed(2);
      if (row.cut === 0) return ratio;
      return total > base[i] ? `> ${ratio}` : '-';
    });
    return `| ${row.title} | ${shown.join(' | ')} | ${row.cut} |`;
  };
  return `
The ${all.searches} settings within ${all.most.toLocaleString('en-US')} nodes:

| rule off | nodes | DM | CM | CPU s | searches cut |
| --- | ---: | ---: | ---: | ---: | ---: |
${rows.map(cellsOf).join('\n')}
`;
}
