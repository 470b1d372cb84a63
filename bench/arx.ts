/**
 * Optimal full-domain generalization of Adult (nine quasi-identifiers, 12,960 nodes) by ARX and by kohort, interleaved. Compares the level
 * vectors of both optima; a pair of different ones is printed. "Search": from encoded rows to the optimum, without reading, coding, releasing.
 * "Process": a command from its start to the file of the release, which kohort also audits.
 *
 *   npm run bench -- arx --classes PATH [--cells k/limit,...] [--rounds 5] [--calls 30]
 *
 * PATH is the class path of ARX: its classes and the jars of its `lib` folder, joined by `:`. Needs `java`, `javac`, and ../shared or KOHORT_SHARED.
 */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { cpus, tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { checkOptions } from '../src/algorithms/algorithm.js';
import { findAlgorithm } from '../src/algorithms/list.js';
import { runToCompletion } from '../src/base/steps.js';
import { createEngine } from '../src/engine/create-engine.js';
import { resolveRoles } from '../src/job/roles.js';
import { planRun } from '../src/pipeline/plan-run.js';
import { buildDomains, prepare } from '../src/pipeline/prepare.js';
import { resolveJob } from '../src/pipeline/resolve-job.js';
import { adultFolder } from './adult.js';
import { option } from './command-line.js';
import { adultInput } from './lattice-input.js';
import { makeNow } from './made.js';

const METRICS = ['discernibility', 'loss', 'average-class-size'];
const table = join(adultFolder, 'adult-complete.csv');
const hierarchies = join(adultFolder, 'hierarchies');
const classes = option('classes', '');
if (classes === '') throw new Error('arx: --classes names the class path of ARX');
const rounds = Number(option('rounds', '5'));
const calls = Number(option('calls', '30'));

interface Run {
  readonly levels: string;
  /** Milliseconds of the wall clock. */
  readonly ms: number;
}

const median = (values: readonly number[]): number => [...values].sort((a, b) => a - b)[values.length >> 1];

const folder = mkdtempSync(join(tmpdir(), 'kohort-arx-'));
try {
  execFileSync('javac', ['-d', folder, '-cp', classes, resolve('bench/peers/ArxLattice.java')]);
  const engine = await createEngine({ initialBytes: 128 * 2 ** 20 });
  const input = await adultInput();
  const { date, commit } = makeNow();
  console.log(
    `${cpus()[0]?.model}, Node ${process.version}, ${date}, ${commit}; milliseconds, medians of ${rounds} rounds`,
  );
  console.log('search: the last third of the calls of a process; process: from files to the file of the release\n');
  console.log('| metric | k | limit | ARX, search | kohort, search | times | ARX, process | kohort, process | times |');
  console.log('| --- | --- | --- | --- | --- | --- | --- | --- | --- |');

  const arx = (k: number, limit: number, metric: string, times: number, out: string): Run[] =>
    execFileSync(
      'java',
      ['-cp', `${folder}:${classes}`, 'ArxLattice', table, hierarchies, out, `${k}`, `${limit}`, metric, `${times}`],
      { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] },
    )
      .trim()
      .split('\n')
      .map((line) => ({ levels: line.split(' ')[0], ms: Number(line.split(' ')[1]) }));

  for (const cell of option('cells', '5/0,5/0.02').split(',')) {
    const [k, limit] = cell.split('/').map(Number);
    for (const metric of METRICS) {
      const attributes = Object.fromEntries(
        input.table.columns.map(({ name }) => [
          name,
          {
            role: 'quasi-identifier',
            hierarchy: { type: 'levels', file: join(hierarchies, `${name}.csv`), delimiter: ';' },
          },
        ]),
      );
      const held = Object.fromEntries(
        Object.entries(input.hierarchies).map(([name, hierarchy]) => [name, { role: 'quasi-identifier', hierarchy }]),
      );
      const algorithm = { name: 'optimal-lattice', metric };
      const job = { privacy: [{ model: 'k-anonymity', k }], algorithm, suppression: { maxFraction: limit } };
      const jobFile = join(folder, 'job.json');
      writeFileSync(jobFile, JSON.stringify({ input: { delimiter: ';' }, unit: 'row', attributes, ...job }));
      const command = ['anonymize', table, '--job', jobFile, '--out', join(folder, 'k.csv'), '--quiet'];

      const kohort = async (times: number): Promise<Run[]> => {
        const runs: Run[] = [];
        const resolved = resolveJob({ attributes: held, ...job });
        const plan = planRun(resolved, input.table.columns);
        const roles = resolveRoles(plan, input.table);
        const { domains } = runToCompletion(buildDomains(roles, plan));
        for (let call = 0; call < times; call++) {
          const start = performance.now();
          const prepared = runToCompletion(
            prepare({ table: input.table, roles, domains }, { ...resolved, plan }, engine),
          );
          const found = findAlgorithm('optimal-lattice');
          const { solution } = await (
            await found.run()
          ).run(prepared.problem, engine, checkOptions(found, { metric }), {});
          const ms = performance.now() - start;
          prepared.dispose();
          runs.push({ levels: Object.values(solution.levels as Record<string, number>).join(''), ms });
        }
        return runs;
      };
      const timed = (run: () => unknown): number => {
        const start = performance.now();
        run();
        return performance.now() - start;
      };

      const searches: { arx: number[]; kohort: number[] } = { arx: [], kohort: [] };
      const processes: { arx: number[]; kohort: number[] } = { arx: [], kohort: [] };
      let levels = ['', ''];
      for (let round = 0; round < rounds; round++) {
        const warm = (runs: readonly Run[]): number[] => runs.slice(-Math.ceil(calls / 3)).map(({ ms }) => ms);
        const theirs = arx(k, limit, metric, calls, '-');
        searches.arx.push(...warm(theirs));
        const ours = await kohort(calls);
        searches.kohort.push(...warm(ours));
        levels = [theirs[0].levels, ours[0].levels];
        processes.arx.push(timed(() => arx(k, limit, metric, 1, join(folder, 'a.csv'))));
        processes.kohort.push(timed(() => execFileSync(process.execPath, ['dist/cli/main.js', ...command])));
      }
      const cells = [searches, processes].flatMap((times) => {
        const [theirs, ours] = [median(times.arx), median(times.kohort)];
        return [theirs.toFixed(1), ours.toFixed(1), `${(theirs / ours).toFixed(1)}x`];
      });
      console.log(`| ${metric} | ${k} | ${100 * limit} % | ${cells.join(' | ')} |`);
      if (levels[0] !== levels[1]) console.log(`optima differ: ARX ${levels[0]}, kohort ${levels[1]}`);
    }
  }
  engine.dispose();
} finally {
  rmSync(folder, { recursive: true, force: true });
}
