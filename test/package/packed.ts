import { spawnSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';

const root = resolve(import.meta.dirname, '../..');

/** The package as `npm pack` makes it, installed into an empty folder. */
export interface Packed {
  /** The empty folder; `node_modules/kohort` is the extracted package, its dependencies are linked beside it. */
  readonly folder: string;
  /** The path of the tarball. */
  readonly tarball: string;
  /** Paths in the tarball, without the leading `package/`. */
  readonly files: readonly string[];
  /** Size of the tarball in bytes. */
  readonly bytes: number;
  remove(): void;
}

interface Described {
  readonly filename: string;
  readonly files: readonly { readonly path: string }[];
  readonly size: number;
}

/** Packs what is built into the folder of the test run, once for all its test files, and returns what npm says of it. */
function packOnce(run: string): Described {
  const done = join(run, 'packed.json');
  const isFirst = ((): boolean => {
    try {
      mkdirSync(join(run, 'packing'));
      return true;
    } catch {
      return false;
    }
  })();
  if (isFirst) {
    const pack = spawnSync('npm', ['pack', '--ignore-scripts', '--json', '--pack-destination', run], {
      cwd: root,
      encoding: 'utf8',
    });
    writeFileSync(`${done}.new`, JSON.stringify({ status: pack.status, stdout: pack.stdout, stderr: pack.stderr }));
    renameSync(`${done}.new`, done);
  }
  const sleeping = new Int32Array(new SharedArrayBuffer(4));
  while (!existsSync(done)) Atomics.wait(sleeping, 0, 0, 20);
  const { status, stdout, stderr } = JSON.parse(readFileSync(done, 'utf8')) as Record<string, string | number | null>;
  if (status !== 0) throw new Error(`npm pack ended with ${status}: ${stderr}`);
  const described: unknown = JSON.parse(String(stdout));
  return ((Array.isArray(described) ? described : Object.values(described as object)) as Described[])[0];
}

/** Installs the packed build without a network into a folder of its own. Throws when dist/ is not built. */
export function installPacked(): Packed {
  if (!existsSync(join(root, 'dist/index.js'))) throw new Error('dist/ is not there: run "npm run build" first');
  const run = process.env.KOHORT_TEST_RUN;
  if (run === undefined)
    throw new Error('test/test-run.ts, the global setup of Vitest, makes the folder of a test run');
  const { filename, files, size } = packOnce(run);
  const folder = mkdtempSync(join(tmpdir(), 'kohort-packed-'));
  const tarball = join(run, filename);
  const target = join(folder, 'node_modules/kohort');
  mkdirSync(target, { recursive: true });
  const tar = spawnSync('tar', ['-xzf', tarball, '-C', target, '--strip-components=1']);
  if (tar.status !== 0) throw new Error(`tar ended with ${tar.status}`);
  const { dependencies } = JSON.parse(readFileSync(join(target, 'package.json'), 'utf8')) as {
    dependencies: Record<string, string>;
  };
  for (const name of Object.keys(dependencies)) {
    const link = join(folder, 'node_modules', name);
    mkdirSync(dirname(link), { recursive: true });
    symlinkSync(join(root, 'node_modules', name), link, 'dir');
  }
  const remove = (): void => rmSync(folder, { recursive: true, force: true });
  return { folder, tarball, files: files.map(({ path }) => path), bytes: size, remove };
}
