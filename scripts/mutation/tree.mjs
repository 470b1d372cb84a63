// The sources and tests as JavaScript, in a folder of their own where single files are exchanged for mutated ones.
import { existsSync, mkdirSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { build, transform } from 'esbuild';

export const root = resolve(import.meta.dirname, '../..');

/** What tests read beside sources: by links, as it is. */
const LINKED = ['assembly', 'build', 'dist', 'docs', 'examples', 'node_modules', 'package.json', 'scripts'];

export const filesUnder = (folder) =>
  readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(root, join(entry.parentPath, entry.name)))
    .sort();

const isCode = (path) => path.endsWith('.ts') && !path.endsWith('.d.ts');

/** Writes the tree anew. Returns its files of code, by their paths in the project. */
export async function writeTree(tree) {
  rmSync(tree, { recursive: true, force: true });
  mkdirSync(tree, { recursive: true });
  for (const name of LINKED) if (existsSync(join(root, name))) symlinkSync(join(root, name), join(tree, name));
  const files = [...filesUnder('src'), ...filesUnder('test'), ...filesUnder('bench')];
  await build({
    absWorkingDir: root,
    entryPoints: files.filter(isCode),
    outdir: tree,
    outbase: root,
    format: 'esm',
    platform: 'node',
    target: 'node20',
    logLevel: 'error',
  });
  for (const file of files) {
    mkdirSync(dirname(join(tree, file)), { recursive: true });
    // Sources too: some tests read them as text.
    symlinkSync(join(root, file), join(tree, file));
  }
  return files.filter(isCode);
}

export const builtPath = (tree, file) => join(tree, file.replace(/\.ts$/, '.js'));

export async function writeCode(tree, file, typescript) {
  const { code } = await transform(typescript, {
    loader: 'ts',
    format: 'esm',
    target: 'node20',
    minifySyntax: true,
  });
  writeFileSync(builtPath(tree, file), code);
}
