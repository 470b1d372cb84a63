/** Before any test: kernels that are older than their sources would give wrong results without a word. */
import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

const root = resolve(import.meta.dirname, '..');
const list = join(root, 'build/engine.sources.json');

export default function requireBuiltKernels(): void {
  if (!existsSync(list)) throw refusal('the kernels are not built: run `npm run build`');
  const hashes = JSON.parse(readFileSync(list, 'utf8')) as Readonly<Record<string, string>>;
  const hashOf = (path: string): string =>
    createHash('sha256')
      .update(readFileSync(join(root, path)))
      .digest('hex');
  const changed = Object.keys(hashes).filter((path) => !existsSync(join(root, path)) || hashOf(path) !== hashes[path]);
  if (changed.length > 0) throw refusal(`the kernels are older than ${changed.join(', ')}: run \`npm run build\``);
}

/** Error without frames: of those of a global setup, Vitest prints "code.charCodeAt is not a function" instead of the message. */
const refusal = (message: string): Error => Object.assign(new Error(message), { stack: message });
