// The sources and tests as JavaScript, in a folder of their own where single files are exchanged for mutated ones.
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { build, transform } from 'esbuild';

export const root = resolve(import.meta.dirname, '../..');

/** Things that tests read beside sources: linked, unchanged. */
const LINKED = [
  'assembly',
  'build',
  'dist',
  'docs',
  'examples',
  'node_modules',
  'package.json',
  'playground',
  'scripts',
];

export const filesUnder = (folder) =>
  readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(root, join(entry.parentPath, entry.name)))
    .sort();

const isCode = (path) => path.endsWith('.ts') && !path.endsWith('.d.ts');

/**
 * Values that a source keeps for the next caller (a format that was compiled, counts of a column) would outlive the mutant that made them, or the
 * unmutated code before the mutant. Therefore every `Map` and `WeakMap` that a source declares empty, outside of its functions, is emptied before
 * each test: see `forgetKept` in `load-tests.mjs`. A `WeakMap` becomes a `Map`, which can be emptied.
 */
const withForgetting = (typescript) =>
  typescript.replace(
    /^const (\w+) = new (?:Weak)?Map<.*>\(\);$/gm,
    'const $1 = new Map(); (globalThis.kohortKept ??= new Set()).add($1);',
  );

/** Writes the whole tree. Returns its files of code, by their paths in the project. */
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
  for (const file of files.filter((each) => each.startsWith('src/') && isCode(each))) {
    const typescript = readFileSync(join(root, file), 'utf8');
    if (withForgetting(typescript) !== typescript) await writeCode(tree, file, typescript);
  }
  for (const file of files) {
    mkdirSync(dirname(join(tree, file)), { recursive: true });
    // Sources too: some tests read them as text.
    symlinkSync(join(root, file), join(tree, file));
  }
  return files.filter(isCode);
}

export const builtPath = (tree, file) => join(tree, file.replace(/\.ts$/, '.js'));

export async function writeCode(tree, file, typescript) {
  const { code } = await transform(withForgetting(typescript), {
    loader: 'ts',
    format: 'esm',
    target: 'node20',
    minifySyntax: true,
  });
  writeFileSync(builtPath(tree, file), code);
}
