import { existsSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';

const root = resolve(import.meta.dirname, '..');

type Entry = string | { readonly node?: string; readonly default: string };

/** The exports of package.json as aliases of their sources: tests of the page share the package's classes with tests of the package. */
export function sourcesOfExports(): { find: RegExp; replacement: string }[] {
  const { exports } = JSON.parse(readFileSync(resolve(root, 'package.json'), 'utf8')) as {
    readonly exports: Readonly<Record<string, Entry>>;
  };
  return Object.entries(exports).flatMap(([path, entry]) => {
    const file = typeof entry === 'string' ? entry : (entry.node ?? entry.default);
    const source = resolve(root, file.replace('./dist/', 'src/').replace(/\.js$/, '.ts'));
    if (!existsSync(source)) return [];
    return [{ find: new RegExp(`^kohort${path.slice(1)}$`), replacement: source }];
  });
}
