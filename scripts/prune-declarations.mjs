/**
 * Removes the declarations of dist/ that no export of the package leads to: nobody can name what stands in them, and they are a twelfth
 * of the package.
 */
import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import ts from 'typescript';

const root = resolve(import.meta.dirname, '..');
const dist = join(root, 'dist');
const { exports } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));

/** The files that an export names, where `*` stands for any name. */
function filesOf(path) {
  if (!path.includes('*')) return [join(root, path)];
  const [start, end] = path.split('*');
  const folder = join(root, dirname(`${start}x`));
  return readdirSync(folder)
    .filter((name) => name.endsWith(end))
    .map((name) => join(folder, name));
}

const kept = new Set(
  Object.values(exports)
    .filter((entry) => entry.types !== undefined)
    .flatMap(({ types }) => filesOf(types)),
);
for (const path of kept) {
  if (!existsSync(path)) throw new Error(`package.json exports the types ${path}, which the build has not made`);
  const { importedFiles } = ts.preProcessFile(readFileSync(path, 'utf8'), true, true);
  for (const { fileName } of importedFiles) {
    if (fileName.startsWith('.')) kept.add(join(dirname(path), fileName.replace(/\.js$/, '.d.ts')));
  }
}
let removed = 0;
for (const name of readdirSync(dist, { recursive: true, encoding: 'utf8' })) {
  const path = join(dist, name);
  if (!name.endsWith('.d.ts') || kept.has(path)) continue;
  rmSync(path);
  removed++;
}
console.log(`build: ${kept.size} declarations, ${removed} removed that no export leads to`);
