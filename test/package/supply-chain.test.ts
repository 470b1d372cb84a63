import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { createHash } from 'node:crypto';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeFolder } from '../hosts/command/run-cli.js';
import { long } from '../shared.js';
import type { Packed } from './packed.js';
import { installPacked } from './packed.js';
import { longTest } from '../long-test.js';

const root = resolve(import.meta.dirname, '../..');
const read = (path: string): string => readFileSync(join(root, path), 'utf8');
const folder = makeFolder();
const at = (name: string): string => join(folder.path, name);

let packed: Packed;
beforeAll(() => {
  packed = installPacked();
  const rows = Array.from({ length: 60 }, (_, i) => `${20 + (i % 9)},${i % 3 ? 'Oslo' : 'Bergen'}`);
  writeFileSync(at('people.csv'), `age,city\n${rows.join('\n')}\n`);
});
afterAll(() => packed?.remove());

const command = (): string => join(packed.folder, 'node_modules/kohort/dist/cli/main.js');
const run = (program: string, args: readonly string[]) =>
  spawnSync(program, args, { cwd: folder.path, encoding: 'utf8', env: { ...process.env, NODE_OPTIONS: '' } });
const anonymizeTo = (out: string): string[] => [
  ...['anonymize', 'people.csv', '--k', '5', '--quasi', 'age,city'],
  ...['--out', out, '--seed', '1', '--quiet'],
];

/** Release of `anonymize` without any fence. */
let expected: string | undefined;
function expectedRelease(): string {
  if (expected !== undefined) return expected;
  expect(run(process.execPath, [command(), ...anonymizeTo('expected.csv')]).status).toBe(0);
  return (expected = readFileSync(at('expected.csv'), 'utf8'));
}

interface Component {
  readonly name: string;
  readonly version: string;
  readonly scope: string;
  readonly hashes: readonly { readonly alg: string; readonly content: string }[];
  readonly properties: readonly { readonly value: string }[];
}

describe('the bill of materials', () => {
  const bill = JSON.parse(read('dist/sbom.cdx.json')) as { components: Component[] };
  const partsOf = ({ properties }: Component): string[] => properties.map(({ value }) => value);

  it('names what is needed, what is bundled and what is optional, as the lock file has it', () => {
    const { dependencies, peerDependencies } = JSON.parse(read('package.json')) as Record<string, object>;
    const { packages } = JSON.parse(read('package-lock.json')) as {
      packages: Record<string, { version: string; integrity: string }>;
    };
    const named = new Map(bill.components.map((component) => [component.name, component]));
    for (const name of Object.keys(dependencies)) expect(partsOf(named.get(name)!)).toContain('dependencies');
    for (const name of Object.keys(peerDependencies)) expect(named.get(name)?.scope).toBe('optional');
    expect(partsOf(named.get('@clack/prompts')!)).toContain('dist/cli');
    for (const { name, version, hashes } of bill.components) {
      const locked = packages[`node_modules/${name}`];
      expect([name, version]).toEqual([name, locked.version]);
      const digest = Buffer.from(locked.integrity.replace(/^sha512-/, ''), 'base64').toString('hex');
      expect(hashes).toEqual([{ alg: 'SHA-512', content: digest }]);
    }
  });

  it('leaves out nothing that is part of a bundle, and its licence stands in the package', () => {
    const licenses = read('dist/third-party-licenses.txt');
    const bundled = bill.components.filter((component) => partsOf(component).some((part) => part.startsWith('dist/')));
    expect(bundled.length).toBeGreaterThan(5);
    for (const { name, version } of bundled) expect(licenses).toContain(`${name} ${version}\n`);
    // Legal comments that bundlers keep name their packages.
    for (const name of ['papaparse', 'commander']) expect(bundled.map((component) => component.name)).toContain(name);
  });
});

describe('the package', () => {
  // promise: install-runs-nothing
  it('runs nothing when it is installed', () => {
    const { scripts } = JSON.parse(readFileSync(join(packed.folder, 'node_modules/kohort/package.json'), 'utf8')) as {
      scripts: Record<string, string>;
    };
    for (const name of ['preinstall', 'install', 'postinstall']) expect(scripts).not.toHaveProperty(name);
    expect(packed.files.filter((path) => path.endsWith('.node') || path.endsWith('.gyp'))).toEqual([]);
  });

  // promise: same-bytes
  longTest('has the hashes that doctor prints', () => {
    const own = join(packed.folder, 'node_modules/kohort');
    const lines: string[] = [];
    const walk = (path: string): void => {
      for (const entry of readdirSync(join(own, path), { withFileTypes: true })) {
        const each = `${path}/${entry.name}`;
        if (entry.isDirectory()) walk(each);
        else lines.push(each);
      }
    };
    walk('dist');
    const hash = (bytes: Buffer | string): string => createHash('sha256').update(bytes).digest('hex');
    const list = lines.sort().map((path) => `${hash(readFileSync(join(own, path)))}  ${path}\n`);
    const told = JSON.parse(run(process.execPath, [command(), 'doctor', '--json']).stdout) as { sha256: unknown };
    expect(told.sha256).toEqual({
      dist: hash(list.join('')),
      kernels: hash(readFileSync(join(own, 'dist/engine.wasm'))),
    });
  });

  // promise: own-files-only
  it('runs where Node lets it read its files and the input, and write into one folder', () => {
    const expected = expectedRelease();
    mkdirSync(at('out'));
    const [major] = process.versions.node.split('.').map(Number);
    const reads = [packed.folder, join(root, 'node_modules'), folder.path].map((path) => `--allow-fs-read=${path}/`);
    const fence = [major >= 24 ? '--permission' : '--experimental-permission', '--no-warnings', ...reads];
    const inside = run(process.execPath, [...fence, `--allow-fs-write=${at('out')}/`, command(), ...anonymizeTo('out/release.csv')]); // prettier-ignore
    expect([inside.status, inside.stderr]).toEqual([0, '']);
    expect(readFileSync(at('out/release.csv'), 'utf8')).toBe(expected);
    const outside = run(process.execPath, [...fence, `--allow-fs-write=${at('out')}/`, command(), ...anonymizeTo('other.csv')]); // prettier-ignore
    expect(outside.status).not.toBe(0);
    expect(readdirSync(folder.path)).not.toContain('other.csv');
  });

  // promise: install-runs-nothing
  it('asks no network for anything', () => {
    const expected = expectedRelease();
    writeFileSync(
      at('no-network.cjs'),
      `const refuse = (what) => () => { process.stderr.write('NETWORK ' + what); process.exit(99); };
require('net').Socket.prototype.connect = refuse('connect');
require('dgram').createSocket = refuse('datagram');
const dns = require('dns');
dns.lookup = refuse('lookup');
dns.promises.lookup = refuse('lookup');
globalThis.fetch = refuse('fetch');`,
    );
    const hooked = run(process.execPath, ['--require', at('no-network.cjs'), command(), ...anonymizeTo('hooked.csv')]);
    expect([hooked.status, hooked.stderr]).toEqual([0, '']);
    expect(readFileSync(at('hooked.csv'), 'utf8')).toBe(expected);
    // The hook is one: a program that asks for something ends by it.
    const asks = `require('net').connect(9, '127.0.0.1')`;
    expect(run(process.execPath, ['--require', at('no-network.cjs'), '-e', asks]).status).toBe(99);
  });

  const hasNamespaces = spawnSync('unshare', ['-rn', 'true']).status === 0;
  if (!hasNamespaces)
    console.log('supply-chain: no namespaces here (unshare -rn): the run without a network is left out');
  // promise: no-code-from-text
  it('makes no code from text in Node either, whatever it writes and reads again', () => {
    // The packages that are optional stand beside the sources.
    const strict = ['--disallow-code-generation-from-strings', join(root, 'dist/cli/main.js')];
    for (const out of long ? ['strict.csv', 'strict.parquet', 'strict.arrow', 'strict.ndjson'] : ['strict.parquet']) {
      const beside = ['--report', 'strict.html', '--certificate', 'strict-c.json', '--recoding', 'strict-r.json'];
      const made = run(process.execPath, [...strict, ...anonymizeTo(out), ...beside]);
      expect([out, made.status, made.stderr]).toEqual([out, 0, '']);
    }
    // The fence is one.
    expect(run(process.execPath, [strict[0], '-e', 'new Function("")']).status).not.toBe(0);
  });

  // promise: install-runs-nothing
  it.runIf(long && hasNamespaces)('runs in a namespace without a network', () => {
    const expected = expectedRelease();
    const alone = run('unshare', ['-rn', process.execPath, command(), ...anonymizeTo('alone.csv')]);
    expect([alone.status, alone.stderr]).toEqual([0, '']);
    expect(readFileSync(at('alone.csv'), 'utf8')).toBe(expected);
  });
});

if (!long) console.log('supply-chain: two builds of the package are compared by npm run test:long');
describe.runIf(long)('npm pack', () => {
  // promise: same-bytes
  it('gives the same bytes in two folders', () => {
    const files = spawnSync('git', ['ls-files', '-co', '--exclude-standard', '-z'], { cwd: root, encoding: 'utf8' })
      .stdout.split('\0')
      .filter((path) => path !== '' && path !== 'node_modules');
    const hashOf = (path: string): string => createHash('sha256').update(readFileSync(path)).digest('hex');
    const copy = at('another-folder/deeper');
    for (const path of files) cpSync(join(root, path), join(copy, path));
    symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'), 'dir');
    const built = spawnSync('npm', ['run', 'build'], { cwd: copy, encoding: 'utf8' });
    expect([built.status, built.stderr.includes('rror')]).toEqual([0, false]);
    const made = spawnSync('npm', ['pack', '--ignore-scripts', '--silent'], { cwd: copy, encoding: 'utf8' });
    const hash = hashOf(join(copy, made.stdout.trim()));
    rmSync(copy, { recursive: true });
    expect(hash, 'dist/ may be older than the sources: npm run build').toBe(hashOf(packed.tarball));
  }, 300_000);
});
