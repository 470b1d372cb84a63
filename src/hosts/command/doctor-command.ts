import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { availableParallelism, freemem, platform, release, tmpdir, totalmem } from 'node:os';
import { join } from 'node:path';
import { getHeapStatistics } from 'node:v8';
import { createEngine, toJson, version } from '../../index.js';
import { cardOf, formatNames } from '../../table/file-formats.js';
import { hashPackage } from './package-hashes.js';
import type { PackageHashes } from './package-hashes.js';
import { writeResult } from './console.js';
import { defineCommand, flag } from './declare.js';
import { columns } from './format.js';

/** Uses of optional packages. */
const packages: Readonly<Record<string, string>> = {
  ...Object.fromEntries(formatNames.flatMap((format) => Object.entries(cardOf(format).packages ?? {}))),
  '@duckdb/node-api': 'duckdb: addresses',
  '@clickhouse/client': 'clickhouse: addresses',
  pg: 'postgres: addresses',
  'ml-naivebayes': 'accuracies of compare',
};

/** Findings of `kohort doctor`. Sizes in bytes. */
interface Findings {
  readonly version: string;
  /** Program that runs the command. */
  readonly host: { readonly name: 'Node' | 'Deno' | 'Bun'; readonly version: string };
  /** SHA-256 of what is installed; null where it is not found. */
  readonly sha256: PackageHashes | null;
  /** The Node that the host is, or says to be like. */
  readonly node: { readonly version: string; readonly supported: boolean };
  readonly system: string;
  readonly engine: { readonly name: string; readonly simd: boolean };
  readonly threads: { readonly available: number };
  readonly memory: {
    readonly total: number;
    readonly free: number;
    /** Most that the heap of JavaScript takes; `NODE_OPTIONS=--max-old-space-size` changes it. */
    readonly heapLimit: number;
    readonly engineLimit: number;
  };
  readonly temporaryFolder: { readonly path: string; readonly writable: boolean };
  readonly packages: readonly {
    readonly name: string;
    readonly for: string;
    readonly version: string | null;
    /** Command that installs it; null where it is there. */
    readonly install: string | null;
  }[];
}

const oldestNode = 20;
const engineLimit = 65_535 * 65_536;

export const doctor = defineCommand({
  usage: 'doctor',
  help: 'prints engine, threads, memory and optional packages of this machine',
  options: { json: flag('the same as JSON') },
  examples: [['kohort doctor', 'engine, threads, memory, optional packages']],
  run: async (_args, options) => doctorCommand(options),
});

/** `kohort doctor`: facts of this machine that matter to a run. */
async function doctorCommand({ json = false }: { readonly json?: boolean }): Promise<void> {
  const found = await look();
  await writeResult(json ? toJson(found, 2) : describe(found).join('\n'), { json });
}

async function look(): Promise<Findings> {
  const engine = await createEngine();
  const { name } = engine;
  engine.dispose();
  return {
    version,
    host: hostOf(process.versions),
    sha256: await hashPackage(),
    node: { version: process.versions.node, supported: Number.parseInt(process.versions.node, 10) >= oldestNode },
    system: `${platform()} ${release()} ${process.arch}`,
    // The engine is WebAssembly only where SIMD runs.
    engine: { name, simd: name === 'wasm' },
    threads: { available: availableParallelism() },
    memory: {
      total: totalmem(),
      free: freemem(),
      heapLimit: getHeapStatistics().heap_size_limit,
      engineLimit,
    },
    temporaryFolder: { path: tmpdir(), writable: await isWritable(tmpdir()) },
    packages: Object.entries(packages).map(([name, purpose]) => {
      const version = versionOf(name);
      return { name, for: purpose, version, install: version === null ? `npm install ${name}` : null };
    }),
  };
}

/** Deno and Bun say beside their own version the one of Node that they are like. */
function hostOf({ deno, bun, node }: NodeJS.ProcessVersions): Findings['host'] {
  if (deno !== undefined) return { name: 'Deno', version: deno };
  if (bun !== undefined) return { name: 'Bun', version: bun };
  return { name: 'Node', version: node };
}

/** The version of a package that can be imported from here, or null. */
function versionOf(name: string): string | null {
  const require = createRequire(import.meta.url);
  for (const folder of require.resolve.paths(name) ?? []) {
    try {
      const { version } = require(join(folder, name, 'package.json')) as { readonly version?: unknown };
      return typeof version === 'string' ? version : 'unknown';
    } catch {
      continue;
    }
  }
  return null;
}

async function isWritable(folder: string): Promise<boolean> {
  try {
    const own = await mkdtemp(join(folder, 'kohort-doctor-'));
    try {
      await writeFile(join(own, 'probe'), 'written');
    } finally {
      await rm(own, { recursive: true });
    }
    return true;
  } catch {
    return false;
  }
}

const gibibytes = (bytes: number): string => `${(bytes / 2 ** 30).toFixed(1)} GiB`;

function describe({
  version,
  host,
  sha256,
  node,
  system,
  engine,
  threads,
  memory,
  temporaryFolder,
  packages,
}: Findings): string[] {
  const facts = [
    ['kohort', version],
    [host.name, node.supported ? host.version : `${host.version}: too old, Node ${oldestNode} or later is needed`],
    ['SHA-256 of dist/', sha256?.dist ?? 'unknown'],
    ['SHA-256 of kernels', sha256?.kernels ?? 'unknown'],
    ['system', system],
    ['engine', engine.simd ? 'WebAssembly with SIMD' : 'JavaScript: this host runs no WebAssembly with SIMD'],
    ['threads', `${threads.available} at once (--threads)`],
    ['memory', `${gibibytes(memory.free)} free of ${gibibytes(memory.total)}`],
    ['limits', `heap ${gibibytes(memory.heapLimit)}, engine ${gibibytes(memory.engineLimit)}`],
    [
      'temporary folder',
      `${temporaryFolder.path}, ${temporaryFolder.writable ? 'writable' : 'NOT WRITABLE (TMPDIR names another)'}`,
    ],
  ];
  const rows = packages.map(({ name, for: purpose, version, install }) => [
    name,
    purpose,
    version ?? 'none',
    install ?? '',
  ]);
  return [
    ...columns(facts, [0, 1]),
    '',
    ...columns([['optional package', 'for', 'version', 'to have it'], ...rows], [0, 1, 2, 3]),
  ];
}
