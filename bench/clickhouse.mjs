/**
 * What a job on a table of two ClickHouse shards costs beside the engine's own queries: starts two servers on loopback, fills
 * them with the census-like table (seed 1), runs the command, and holds its seconds against those that the server's log of
 * queries gives for the statements of the run.
 *
 *   node bench/clickhouse.mjs [--rows 10] [--job JOB.json] [--folder DIR]
 *
 * Rows in millions. The job defaults to nine quasi-identifiers, k = 10, strict Mondrian. Needs `npm run build` and
 * clickhouse-server.
 */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { censusColumns, censusRows } from '../scripts/census.mjs';
import { nineJob } from '../scripts/demo-job.mjs';
import { startClickHouse } from '../scripts/sql-engines.mjs';

const { values } = parseArgs({
  options: { rows: { type: 'string', default: '10' }, job: { type: 'string' }, folder: { type: 'string' } },
});
const folder = mkdtempSync(join(values.folder ?? tmpdir(), 'kohort-clickhouse-'));
const main = resolve(import.meta.dirname, '../dist/cli/main.js');
const cluster = await startClickHouse();
try {
  let { job } = values;
  if (job === undefined) {
    job = join(folder, 'job.json');
    writeFileSync(job, JSON.stringify(nineJob));
  }
  const types = censusColumns.map((name) => `\`${name}\` ${/^(age|education-num)$/.test(name) ? 'Int32' : 'String'}`);
  for (const shard of [0, 1]) {
    await cluster.query(shard, `CREATE TABLE people_local (${types.join(', ')}) ENGINE = MergeTree ORDER BY tuple()`);
  }
  let lines = [];
  let shard = 0;
  const send = async () => {
    await cluster.query(shard, `INSERT INTO people_local FORMAT CSV\n${lines.join('\n')}`);
    lines = [];
    shard = 1 - shard;
  };
  for (const row of censusRows(Number(values.rows) * 1e6, 1)) if (lines.push(row.join(',')) === 500_000) await send();
  if (lines.length > 0) await send();
  await cluster.query(
    0,
    'CREATE TABLE people AS people_local ENGINE = Distributed(kohort_shards, default, people_local)',
  );
  const table = (name) => `clickhouse:${cluster.urls[0]}/default#${name}`;
  // A second of its own: the log counts in seconds.
  await new Promise((wait) => setTimeout(wait, 1500));
  const begin = Number(await cluster.query(0, 'SELECT toUInt32(now()) FORMAT TabSeparated'));
  const args = ['anonymize', table('people'), '--job', job, '--out', table('released'), '--json', '--quiet'];
  const started = performance.now();
  const run = spawnSync(process.execPath, [main, ...args], { encoding: 'utf8', maxBuffer: 1 << 28 });
  const total = (performance.now() - started) / 1000;
  if (run.status !== 0) throw new Error(run.stderr);
  const { rows, classes, seconds } = JSON.parse(run.stdout);
  // The log is written every half second.
  await new Promise((wait) => setTimeout(wait, 2000));
  const logged = await cluster.query(
    0,
    `SELECT query_duration_ms, substring(replaceAll(query, '\\n', ' '), 1, 60) FROM system.query_log WHERE is_initial_query AND type = 2 AND toUInt32(query_start_time) >= ${begin} ORDER BY event_time FORMAT TabSeparated`,
  );
  const queries = logged.trim().split('\n');
  const inside = queries.reduce((sum, line) => sum + Number(line.split('\t')[0]) / 1000, 0);
  for (const line of queries) console.log(line);
  console.log(JSON.stringify({ rows, classes, seconds }));
  console.log(`whole process ${total.toFixed(1)} s, queries ${inside.toFixed(1)} s`);
  console.log(`outside of the queries: ${((100 * (total - inside)) / total).toFixed(1)} %`);
} finally {
  await cluster.stop();
  rmSync(folder, { recursive: true, force: true });
}
