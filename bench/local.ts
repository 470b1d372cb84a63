/**
 * Multidimensional and local recoding on Adult, whole runs through the front door: cost and CPU seconds of the search; compares the releases of both
 * engines.
 *
 *   npm run bench -- local [--only NAME] [--json]
 *
 * Needs ../shared/data/adult (or KOHORT_SHARED). CPU seconds are those of this process from the start of a run to its
 * audited release, the table already read; the first run of an algorithm pays for its compilation.
 */
import { existsSync, readFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { join } from 'node:path';
import { anonymize } from '../src/index.js';
import type { Job } from '../src/job/job.js';
import { readCsv } from '../src/io/csv/read-csv.js';
import type { Table } from '../src/table/table.js';
import { ADULT_EIGHT, adultFolder, readAdult, readAdultHierarchy } from './adult.js';
import { args, option } from './command-line.js';
import { boxAlgorithms } from '../test/registry.js';

const THREE = ['age', 'workclass', 'education-num'];
const TWO = ['age', 'education-num'];

interface Line {
  readonly algorithm: Job['algorithm'];
  readonly k: number;
  /** Names of the quasi-identifiers; null for the nine columns with their hierarchies. */
  readonly names: readonly string[] | null;
}

const LINES: readonly Line[] = [
  ...boxAlgorithms.map((algorithm) => ({ algorithm, k: 10, names: ADULT_EIGHT })),
  { algorithm: { name: 'hilbert', grouping: 'linear' }, k: 10, names: ADULT_EIGHT },
  { algorithm: { name: 'local-recoding', passes: 6 }, k: 10, names: ADULT_EIGHT },
  { algorithm: { name: 'mondrian', split: 'information-gain' }, k: 10, names: ADULT_EIGHT },
  { algorithm: { name: 'local-recoding', metric: 'loss', passes: 1 }, k: 5, names: null },
  { algorithm: { name: 'local-recoding', metric: 'loss' }, k: 5, names: null },
  ...[3, 10].flatMap((k) => ['fixed', 'variable'].map((variant) => ({ algorithm: { name: 'mdav', variant }, k, names: TWO }))),
  ...[2, 3, 5, 10].map((k) => ({ algorithm: 'local-suppression', k, names: THREE })),
]; // prettier-ignore

function jobOf({ algorithm, k, names }: Line, nine: Table): Job {
  const hierarchyOf = (name: string) => ({ type: 'levels' as const, rows: readAdultHierarchy(name) });
  const attributes: Record<string, Job['attributes'][string]> = {};
  for (const name of names ?? nine.columns.map((column) => column.name)) {
    attributes[name] = { role: 'quasi-identifier', ...(names === null ? { hierarchy: hierarchyOf(name) } : {}) };
  }
  if (names !== null) attributes.salary = { role: 'class' };
  return { attributes, privacy: [{ model: 'k-anonymity', k }], algorithm, output: { ranges: 'tight' } };
}

if (!existsSync(adultFolder)) console.log('bench local: SKIPPED, ../shared/data/adult is not there');
else {
  const all = await readAdult();
  const nine = await readCsv(new Uint8Array(readFileSync(join(adultFolder, 'adult-complete.csv'))), { delimiter: ';' });
  const results: Record<string, unknown>[] = [];
  const only = option('only', '');
  const nameOf = ({ algorithm }: Line): string => (typeof algorithm === 'string' ? algorithm : algorithm.name);
  for (const line of LINES.filter((each) => only === '' || nameOf(each) === only)) {
    const table = line.names === null ? nine : all;
    const job = jobOf(line, nine);
    const seconds: Record<string, number> = {};
    const costs: string[] = [];
    let found: Record<string, unknown> = {};
    for (const engine of ['wasm', 'js'] as const) {
      const before = process.cpuUsage();
      const { result } = await anonymize(table, job, { engine, seed: 1 });
      const used = process.cpuUsage(before);
      seconds[engine] = (used.user + used.system) / 1e6;
      const { discernibility, ncp, loss, classification } = result.metrics;
      costs.push(JSON.stringify([result.metrics, result.classes]));
      const { sse, suppressedCells } = result.search;
      found = { discernibility, ncp, loss, classification, classes: result.classes, sse, suppressedCells };
    }
    if (costs[0] !== costs[1]) throw new Error(`${JSON.stringify(line.algorithm)}: the engines differ`);
    results.push({ algorithm: line.algorithm, k: line.k, quasiIdentifiers: line.names?.length ?? 9, ...found, cpuSeconds: seconds }); // prettier-ignore
  }
  if (args.includes('--json')) console.log(JSON.stringify({ machine: cpus()[0]?.model, node: process.version, results }));
  else {
    console.log(`${cpus()[0]?.model}, Node ${process.version}; CPU seconds of whole runs, audit included`);
    for (const { algorithm, cpuSeconds, ...rest } of results) {
      const { wasm, js } = cpuSeconds as Record<string, number>;
      console.log(`${JSON.stringify(algorithm)} wasm ${wasm.toFixed(2)} s, js ${js.toFixed(2)} s ${JSON.stringify(rest)}`);
    }
  }
} // prettier-ignore
