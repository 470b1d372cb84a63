/**
 * Cost of anonymizing a file as it grows: CPU seconds, bytes per second, the largest resident size, and the exponent of the CPU seconds over the
 * rows. Generates the census-like table (seed 1) into a temporary folder and removes it.
 *
 *   node bench/large-files.mjs [--rows 1,5,25,50] [--job JOB.json] [--order input] [--folder DIR]
 *
 * Rows in millions. The job defaults to nine quasi-identifiers, k = 10, strict Mondrian, `--order` is its `output.order`. Needs `npm run build`.
 */
import { spawnSync } from 'node:child_process';
import { createWriteStream, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { arch, cpus, tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { censusColumns, censusRows } from '../scripts/census.mjs';
import { nineJob } from '../scripts/demo-job.mjs';

const { values } = parseArgs({
  options: {
    rows: { type: 'string', default: '1,5,25,50' },
    job: { type: 'string' },
    order: { type: 'string', default: 'shuffle' },
    folder: { type: 'string' },
  },
});
const folder = mkdtempSync(join(values.folder ?? tmpdir(), 'kohort-large-'));
const main = resolve(import.meta.dirname, '../dist/cli/main.js');

async function generate(path, rows) {
  const out = createWriteStream(path);
  let text = `${censusColumns.join(',')}\n`;
  for (const row of censusRows(rows, 1)) {
    text += `${row.join(',')}\n`;
    if (text.length < 1 << 20) continue;
    if (!out.write(text)) await new Promise((drained) => out.once('drain', drained));
    text = '';
  }
  await new Promise((closed) => out.end(text, closed));
}

/** Runs the command in a process of its own and reads what the system says of it. */
function measure(input, job, out) {
  const inside = `
    process.argv = [process.argv[0], ${JSON.stringify(main)}, ...${JSON.stringify(['anonymize', input, '--job', job, '--out', out, '--json', '--quiet'])}];
    const write = process.stdout.write.bind(process.stdout);
    let text = '';
    process.stdout.write = (chunk, done) => { text += chunk; if (typeof done === 'function') done(); return true; };
    await import(${JSON.stringify(main)});
    const { userCPUTime, systemCPUTime, maxRSS } = process.resourceUsage();
    write(JSON.stringify({ result: JSON.parse(text), cpu: (userCPUTime + systemCPUTime) / 1e6, maxRSS }));`;
  const run = spawnSync(process.execPath, ['--input-type=module', '-e', inside], {
    maxBuffer: 1 << 28,
    encoding: 'utf8',
  });
  if (run.status !== 0) throw new Error(run.stderr);
  return JSON.parse(run.stdout);
}

try {
  let { job } = values;
  if (job === undefined) {
    job = join(folder, 'job.json');
    writeFileSync(job, JSON.stringify({ ...nineJob, output: { order: values.order } }));
  }
  console.log(`${cpus()[0].model.trim()}, ${cpus().length} cores, ${arch()}, Node ${process.versions.node}`);
  console.log('rows        MB   CPU s  wall s   MB/CPU s  MiB resident  classes');
  const points = [];
  for (const millions of values.rows.split(',').map(Number)) {
    const rows = millions * 1e6;
    const input = join(folder, 'people.csv');
    await generate(input, rows);
    const { size } = statSync(input);
    const { result, cpu, maxRSS } = measure(input, job, join(folder, 'released.csv'));
    points.push([Math.log(rows), Math.log(cpu)]);
    const cells = [
      rows,
      Math.round(size / 1e6),
      cpu.toFixed(1),
      result.seconds.total.toFixed(1),
      (size / 1e6 / cpu).toFixed(1),
      Math.round(maxRSS / 1024),
      result.classes,
    ];
    console.log(cells.join('  '));
  }
  if (points.length > 1) {
    const mean = (at) => points.reduce((sum, point) => sum + point[at], 0) / points.length;
    const [x, y] = [mean(0), mean(1)];
    const slope =
      points.reduce((sum, p) => sum + (p[0] - x) * (p[1] - y), 0) / points.reduce((sum, p) => sum + (p[0] - x) ** 2, 0);
    console.log(`exponent of the CPU seconds over the rows: ${slope.toFixed(2)}`);
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}
