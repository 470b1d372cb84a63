/**
 * Cost of a job on a table of two ClickHouse shards beside the engine's own queries: starts two servers on loopback, fills them with the census-like
 * table (seed 1), runs the command, and compares its seconds with those in the server's log of queries.
 *
 *   node bench/clickhouse.mjs [--rows 10] [--job JOB.json] [--folder DIR] [--once]
 *
 * The map is made while the server loads it, so the log counts some of kohort's own work as the query's. Therefore a second
 * run (not with --once) goes through a proxy that takes every request whole before it hands it on, and every answer too: no
 * query waits for kohort, and the seconds in which a body arrives while the server has nothing to do are kohort's own.
 *
 * Rows in millions. The job defaults to nine quasi-identifiers, k = 10, strict Mondrian. Needs `npm run build` and
 * clickhouse-server.
 */
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { censusColumns, censusRows } from '../scripts/census.mjs';
import { nineJob } from '../scripts/demo-job.mjs';
import { startClickHouse } from '../scripts/sql-engines.mjs';

const { values } = parseArgs({
  options: {
    rows: { type: 'string', default: '10' },
    job: { type: 'string' },
    folder: { type: 'string' },
    once: { type: 'boolean', default: false },
  },
});
const folder = mkdtempSync(join(values.folder ?? tmpdir(), 'kohort-clickhouse-'));
const main = resolve(import.meta.dirname, '../dist/cli/main.js');
const seconds = (milliseconds) => `${(milliseconds / 1000).toFixed(2)} s`;
const sleep = (milliseconds) => new Promise((wait) => setTimeout(wait, milliseconds));

/** A proxy that hands on whole requests and whole answers. `bodies`: milliseconds in which each large body arrived. */
async function storeAndForward(url) {
  const bodies = [];
  const collect = async (stream) => {
    const chunks = [];
    let first = 0;
    for await (const chunk of stream) {
      if (chunks.push(chunk) === 1) first = performance.now();
    }
    return { body: Buffer.concat(chunks), took: first === 0 ? 0 : performance.now() - first };
  };
  const server = createServer((asked, answer) => {
    void (async () => {
      const { body, took } = await collect(asked);
      if (body.length > 1 << 16) bodies.push(took);
      const headers = { ...asked.headers, 'content-length': String(body.length) };
      delete headers['transfer-encoding'];
      const { hostname, port } = new URL(url);
      const forward = request({ hostname, port, path: asked.url, method: asked.method, headers }, (found) => {
        void collect(found).then((whole) => {
          const fields = { ...found.headers, 'content-length': String(whole.body.length) };
          delete fields['transfer-encoding'];
          answer.writeHead(found.statusCode ?? 500, fields).end(whole.body);
        });
      });
      forward.once('error', () => answer.destroy());
      forward.end(body);
    })();
  });
  await new Promise((ready) => server.listen(0, '127.0.0.1', ready));
  const stop = () => new Promise((ended) => (server.closeAllConnections(), server.close(ended)));
  return { url: `http://127.0.0.1:${server.address().port}`, bodies, stop };
}

async function runCommand(args) {
  const started = performance.now();
  const child = spawn(process.execPath, [main, ...args], { stdio: ['ignore', 'pipe', 'inherit'] });
  let out = '';
  child.stdout.setEncoding('utf8').on('data', (text) => (out += text));
  const code = await new Promise((ended) => child.once('close', ended));
  if (code !== 0) throw new Error(`the command ended with ${code}`);
  return { took: performance.now() - started, result: JSON.parse(out) };
}

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

  /** Runs the job into the table `name`. Returns the seconds of its queries from the server's log. */
  const run = async (url, name) => {
    const table = (of) => `clickhouse:${url}/default#${of}`;
    // A second of its own: the log counts in seconds.
    await sleep(1500);
    const begin = Number(await cluster.query(0, 'SELECT toUInt32(now()) FORMAT TabSeparated'));
    const { took, result } = await runCommand([
      ...['anonymize', table('people'), '--job', job, '--out', table(name), '--json', '--quiet'],
    ]);
    // The log is written every half second.
    await sleep(2000);
    const logged = await cluster.query(
      0,
      `SELECT query_duration_ms, substring(replaceAll(query, '\\n', ' '), 1, 60) FROM system.query_log WHERE is_initial_query AND type = 2 AND toUInt32(query_start_time) >= ${begin} ORDER BY event_time FORMAT TabSeparated`,
    );
    const queries = logged
      .trim()
      .split('\n')
      .map((line) => line.split('\t'));
    const sum = (some) => some.reduce((total, [milliseconds]) => total + Number(milliseconds), 0);
    const loads = sum(queries.filter(([, text]) => text.startsWith('INSERT')));
    for (const [milliseconds, text] of queries) if (Number(milliseconds) >= 10) console.log(milliseconds, text);
    console.log(JSON.stringify({ rows: result.rows, classes: result.classes, seconds: result.seconds }));
    return { took, inside: sum(queries), loads };
  };
  const share = (name, part, { took }) =>
    console.log(`${name}: ${seconds(part)}, ${((100 * part) / took).toFixed(1)} %`);

  const plain = await run(cluster.urls[0], 'released');
  console.log(`whole process ${seconds(plain.took)}, queries ${seconds(plain.inside)}`);
  share('outside of the queries by the log', plain.took - plain.inside, plain);
  share('the same and the whole load of the map', plain.took - plain.inside + plain.loads, plain);
  if (!values.once) {
    const proxy = await storeAndForward(cluster.urls[0]);
    let stored;
    try {
      console.log('\nthrough a proxy that stores and forwards');
      stored = await run(proxy.url, 'released_again');
    } finally {
      await proxy.stop();
    }
    const own = proxy.bodies.reduce((total, took) => total + took, 0);
    console.log(`whole process ${seconds(stored.took)}, queries ${seconds(stored.inside)}`);
    share('outside of the queries by the log, nothing of kohort in them', stored.took - stored.inside, stored);
    console.log(`of these the making and sending of the map: ${seconds(own)}`);
    share('first run: outside by the log and the making of the map', plain.took - plain.inside + own, plain);
  }
} finally {
  await cluster.stop();
  rmSync(folder, { recursive: true, force: true });
}
