/**
 * Cost of lkc-privacy on wide tables: top-down specialization, local suppression and audits of seeded surveys, each command in a process of its own. CPU seconds and peak memory.
 *
 *   npm run bench -- known-facts [--case 300x10000x2] [--engine js] [--smoke]
 *
 * A case is quasi-identifiers x rows x known, of a survey without rare answers.
 */
import { spawnSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { args, option } from './command-line.js';
import { makeNow } from './made.js';
import { surveyOf } from './survey.js';

const smoke = args.includes('--smoke');
const cases = option('case', smoke ? '30x1000x2' : '300x10000x2,60x100000x3').split(',');
const engine = option('engine', 'wasm');
const folder = resolve('build/known-facts');
/** Runs the command. The last line of its error output is the cost of its process. */
function run(label: string, asked: readonly string[]): void {
  const probe = join(folder, 'probe.mjs');
  writeFileSync(
    probe,
    `process.on('exit', () => { const { userCPUTime, systemCPUTime, maxRSS } = process.resourceUsage(); process._rawDebug(JSON.stringify([userCPUTime + systemCPUTime, maxRSS])); });\n`,
  );
  const done = spawnSync(
    process.execPath,
    ['--import', probe, 'dist/cli/main.js', ...asked, '--engine', engine, '--json'],
    {
      encoding: 'utf8',
      maxBuffer: 2 ** 30,
    },
  );
  const [cpu, kilobytes] = JSON.parse(done.stderr.trim().split('\n').pop()!) as [number, number];
  const result = JSON.parse(done.stdout) as {
    readonly privacy?: readonly { readonly achieved: Readonly<Record<string, number>>; readonly holds: boolean }[];
    readonly metrics?: { readonly loss: number };
  };
  const [model] = result.privacy ?? [];
  const found = `exit ${done.status}, k ${model?.achieved.k}, loss ${result.metrics?.loss ?? '-'}`;
  console.log(`${label}: ${(cpu / 1e6).toFixed(1)} CPU s, ${(kilobytes / 1024).toFixed(0)} MiB (${found})`);
  if (model?.holds !== true) process.exitCode = 1;
}

mkdirSync(folder, { recursive: true });
const { date, commit } = makeNow();
console.log(`${date}, ${commit}, Node ${process.version}, ${engine}, seed 1`);
for (const each of cases) {
  const [columns, rows, known] = each.split('x').map(Number);
  const file = (ending: string): string => join(folder, `${each}.${ending}`);
  writeFileSync(file('csv'), surveyOf(columns, rows));
  const writeJob = (to: string, algorithm: string): void =>
    writeFileSync(
      to,
      JSON.stringify({
        attributes: Object.fromEntries(Array.from({ length: columns }, (_, a) => [`q${a}`, 'quasi-identifier'])),
        unit: 'row',
        privacy: [{ model: 'lkc-privacy', known, k: 10 }],
        algorithm,
      }),
    );
  writeJob(file('json'), 'top-down-specialization');
  const cells = file('cells.json');
  writeJob(cells, 'local-suppression');
  const out = file('out.csv');
  run(`${each} top-down-specialization`, ['anonymize', file('csv'), '--job', file('json'), '--out', out]);
  run(`${each} local-suppression`, ['anonymize', file('csv'), '--job', cells, '--out', file('cells.csv')]);
  run(`${each} audit`, ['audit', out, '--job', file('json')]);
  run(`${each} audit with the original`, ['audit', out, '--job', file('json'), '--original', file('csv')]);
}
