import { createHash } from 'node:crypto';
import { readdir, readFile, stat } from 'node:fs/promises';
import { dirname, join, sep } from 'node:path';
import { fileURLToPath } from 'node:url';

/** SHA-256 of an installed package, in hexadecimal digits: to compare with those of a package that was built elsewhere. */
export interface PackageHashes {
  /** Hash of the list that `find dist -type f | LC_ALL=C sort | xargs sha256sum` prints in the folder of the package. */
  readonly dist: string;
  /** Hash of dist/engine.wasm. */
  readonly kernels: string;
}

/** Hashes the package that this program is a part of; null where its files are not found or may not be read. */
export async function hashPackage(): Promise<PackageHashes | null> {
  try {
    return await hashFolder(await findRoot(dirname(fileURLToPath(import.meta.url))));
  } catch {
    return null;
  }
}

async function findRoot(folder: string): Promise<string> {
  const manifest = await readFile(join(folder, 'package.json'), 'utf8').catch(() => null);
  if (manifest !== null && (JSON.parse(manifest) as { readonly name?: unknown }).name === 'kohort') return folder;
  const parent = dirname(folder);
  if (parent === folder) throw new Error('no package.json of kohort');
  return findRoot(parent);
}

async function hashFolder(root: string): Promise<PackageHashes> {
  const found = await readdir(join(root, 'dist'), { recursive: true });
  const paths = found.map((path) => Buffer.from(`dist/${path.split(sep).join('/')}`)).sort(Buffer.compare);
  const lines: string[] = [];
  for (const path of paths.map(String)) {
    const file = join(root, path);
    if ((await stat(file)).isFile()) lines.push(`${hashOf(await readFile(file))}  ${path}\n`);
  }
  const kernels = hashOf(await readFile(join(root, 'dist/engine.wasm')));
  return { dist: hashOf(Buffer.from(lines.join(''))), kernels };
}

const hashOf = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');
