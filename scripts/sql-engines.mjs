/**
 * Engines for the tests, on loopback, each in a temporary folder: two ClickHouse servers as two shards of one cluster
 * (`kohort_shards`), and a PostgreSQL cluster. Nothing of the system's own configuration is used.
 *
 *   import { startClickHouse, startPostgres } from './sql-engines.mjs';
 *
 * `node scripts/sql-engines.mjs` starts all that are installed, prints their addresses and stops them on Ctrl-C.
 */
import { spawn, spawnSync } from 'node:child_process';
import { chmodSync, chownSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';

/** Ports of loopback that are free now. */
async function freePorts(count) {
  const servers = await Promise.all(
    Array.from(
      { length: count },
      () =>
        new Promise((resolve, reject) => {
          const server = createServer();
          server.once('error', reject);
          server.listen(0, '127.0.0.1', () => resolve(server));
        }),
    ),
  );
  const ports = servers.map((server) => server.address().port);
  await Promise.all(servers.map((server) => new Promise((resolve) => server.close(resolve))));
  return ports;
}

const sleep = (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds));
const isInstalled = (program) => spawnSync('which', [program]).status === 0;

async function waitFor(isUp, name, seconds) {
  const end = Date.now() + seconds * 1000;
  while (Date.now() < end) {
    if (await isUp().catch(() => false)) return;
    await sleep(100);
  }
  throw new Error(`${name} was not up after ${seconds} s`);
}

const hasEnded = (child) => child.exitCode !== null || child.signalCode !== null;

async function stopProcess(child) {
  if (hasEnded(child)) return;
  const ended = new Promise((resolve) => child.once('exit', resolve));
  child.kill('SIGTERM');
  const timer = setTimeout(() => child.kill('SIGKILL'), 5000);
  await ended;
  clearTimeout(timer);
}

/** True when ClickHouse is installed. */
export const hasClickHouse = () => isInstalled('clickhouse-server');

/** The folder of PostgreSQL's programs, or null. */
function postgresFolder() {
  const root = '/usr/lib/postgresql';
  const versions = existsSync(root) ? readdirSync(root).sort((a, b) => Number(b) - Number(a)) : [];
  const found = versions.map((version) => join(root, version, 'bin')).find((bin) => existsSync(join(bin, 'initdb')));
  return found ?? null;
}

/** True when PostgreSQL is installed. */
export const hasPostgres = () => postgresFolder() !== null;

/**
 * Starts two ClickHouse servers that are two shards of the cluster `kohort_shards`. Gives `folder` (all their files), `urls` (HTTP, one a shard),
 * `query(shard, sql)`, `stopShard(shard)`, `killShard(shard)` (at once, in the middle of whatever it does), `startShard(shard)`
 * (unless it runs) and `stop()`.
 */
export async function startClickHouse() {
  const folder = mkdtempSync(join(tmpdir(), 'kohort-clickhouse-'));
  const ports = await freePorts(6);
  const shards = [0, 1].map((i) => ({ http: ports[3 * i], tcp: ports[3 * i + 1], interserver: ports[3 * i + 2] }));
  const start = (home) =>
    spawn('clickhouse-server', [`--config-file=${join(home, 'config.xml')}`], { cwd: home, stdio: 'ignore' });
  const children = shards.map(({ http, tcp, interserver }, i) => {
    const home = join(folder, `shard-${i}`);
    for (const name of ['data', 'tmp', 'files', 'formats']) mkdirSync(join(home, name), { recursive: true });
    const replica = ({ tcp: port }) =>
      `<shard><internal_replication>true</internal_replication><replica><host>127.0.0.1</host><port>${port}</port></replica></shard>`;
    writeFileSync(
      join(home, 'config.xml'),
      `<yandex>
  <logger><level>warning</level><log>${home}/log</log><errorlog>${home}/errors</errorlog></logger>
  <listen_host>127.0.0.1</listen_host><http_port>${http}</http_port><tcp_port>${tcp}</tcp_port>
  <interserver_http_port>${interserver}</interserver_http_port><interserver_http_host>127.0.0.1</interserver_http_host>
  <path>${home}/data/</path><tmp_path>${home}/tmp/</tmp_path><user_files_path>${home}/files/</user_files_path>
  <format_schema_path>${home}/formats/</format_schema_path>
  <users_config>${home}/users.xml</users_config><default_profile>default</default_profile>
  <default_database>default</default_database><timezone>UTC</timezone>
  <mark_cache_size>268435456</mark_cache_size><uncompressed_cache_size>268435456</uncompressed_cache_size>
  <max_concurrent_queries>50</max_concurrent_queries>
  <query_log><database>system</database><table>query_log</table><flush_interval_milliseconds>500</flush_interval_milliseconds></query_log>
  <remote_servers><kohort_shards>${shards.map(replica).join('')}</kohort_shards></remote_servers>
</yandex>`,
    );
    writeFileSync(
      join(home, 'users.xml'),
      `<yandex>
  <profiles><default><log_queries>1</log_queries><max_memory_usage>3000000000</max_memory_usage><max_threads>2</max_threads></default></profiles>
  <quotas><default></default></quotas>
  <users><default><password></password><networks><ip>127.0.0.1</ip></networks><profile>default</profile><quota>default</quota></default></users>
</yandex>`,
    );
    return start(home);
  });
  const urls = shards.map(({ http }) => `http://127.0.0.1:${http}`);
  const query = async (shard, sql) => {
    const answer = await fetch(urls[shard], { method: 'POST', body: sql, headers: { connection: 'close' } });
    const text = await answer.text();
    if (!answer.ok) throw new Error(text);
    return text;
  };
  const stop = async () => {
    await Promise.all(children.map(stopProcess));
    rmSync(folder, { recursive: true, force: true });
  };
  const isUp = (shard) => waitFor(async () => (await query(shard, 'SELECT 1')).startsWith('1'), 'ClickHouse', 60);
  try {
    for (const shard of [0, 1]) await isUp(shard);
  } catch (error) {
    await stop();
    throw error;
  }
  const killShard = async (shard) => {
    const ended = new Promise((resolve) => children[shard].once('exit', resolve));
    children[shard].kill('SIGKILL');
    await ended;
  };
  const startShard = async (shard) => {
    if (hasEnded(children[shard])) children[shard] = start(join(folder, `shard-${shard}`));
    await isUp(shard);
  };
  return { folder, urls, query, stop, stopShard: async (shard) => stopProcess(children[shard]), killShard, startShard };
}

/** Starts a PostgreSQL cluster with the user `kohort`. Gives `url`, `folder` (all its files), `crash()`, `restart()` after it (unless it runs), and `stop()`. */
export async function startPostgres() {
  const bin = postgresFolder();
  const folder = mkdtempSync(join(tmpdir(), 'kohort-postgres-'));
  const [port] = await freePorts(1);
  // PostgreSQL does not run as root: Debian's package brings a user of its own.
  const account = {};
  if (userInfo().uid === 0) {
    const [uid, gid] = ['-u', '-g'].map((flag) => Number(spawnSync('id', [flag, 'postgres']).stdout));
    Object.assign(account, { uid, gid });
    chownSync(folder, uid, gid);
  }
  chmodSync(folder, 0o700);
  const data = join(folder, 'data');
  const options = { ...account, cwd: folder, stdio: 'ignore' };
  const made = spawnSync(
    join(bin, 'initdb'),
    ['-D', data, '-U', 'kohort', '-A', 'trust', '-E', 'UTF8', '--locale=C', '-N'],
    options,
  );
  if (made.status !== 0) throw new Error('initdb failed');
  const settings = ['listen_addresses=127.0.0.1', `unix_socket_directories=${folder}`, 'fsync=off'];
  settings.push('shared_buffers=128MB', 'work_mem=128MB');
  const given = settings.flatMap((setting) => ['-c', setting]);
  const isReady = async () =>
    spawnSync(join(bin, 'pg_isready'), ['-h', '127.0.0.1', '-p', String(port), '-U', 'kohort']).status === 0;
  let child;
  const restart = async () => {
    if (child === undefined || hasEnded(child))
      child = spawn(join(bin, 'postgres'), ['-D', data, '-p', String(port), ...given], options);
    await waitFor(isReady, 'PostgreSQL', 60);
  };
  const stop = async () => {
    if (!hasEnded(child)) child.kill('SIGINT');
    await stopProcess(child);
    rmSync(folder, { recursive: true, force: true });
  };
  // Shuts down "immediately": the next start recovers from the log, as after a crash.
  const crash = async () => {
    const ended = new Promise((resolve) => child.once('exit', resolve));
    child.kill('SIGQUIT');
    await ended;
  };
  try {
    await restart();
  } catch (error) {
    await stop();
    throw error;
  }
  return { url: `postgres://kohort@127.0.0.1:${port}/postgres`, folder, crash, restart, stop };
}

if (import.meta.url === `file://${process.argv[1]}`) {
  const started = [];
  if (hasClickHouse()) {
    const server = await startClickHouse();
    started.push(server);
    server.urls.forEach((url) => process.stdout.write(`clickhouse:${url}/default\n`));
  }
  if (hasPostgres()) {
    const server = await startPostgres();
    started.push(server);
    process.stdout.write(`${server.url}\n`);
  }
  process.once('SIGINT', () => void Promise.all(started.map(({ stop }) => stop())));
}
