import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
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

/** Packs what is built and installs it without a network. Throws when dist/ is not built. */
export function installPacked(): Packed {
  if (!existsSync(join(root, 'dist/index.js'))) throw new Error('dist/ is not there: run "npm run build" first');
  const folder = mkdtempSync(join(tmpdir(), 'kohort-packed-'));
  const pack = spawnSync('npm', ['pack', '--ignore-scripts', '--json', '--pack-destination', folder], {
    cwd: root,
    encoding: 'utf8',
  });
  if (pack.status !== 0) throw new Error(`npm pack ended with ${pack.status}: ${pack.stderr}`);
  const described: unknown = JSON.parse(pack.stdout);
  const [{ filename, files, size }] = (Array.isArray(described) ? described : Object.values(described as object)) as {
    filename: string;
    files: { path: string }[];
    size: number;
  }[];
  const tarball = join(folder, filename);
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
