/** The page takes the package as its users do: by the exports of package.json. */
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import ts from 'typescript';
import { describe, expect, it } from 'vitest';

const root = resolve(import.meta.dirname, '../..');
const { exports } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
  readonly exports: Readonly<Record<string, unknown>>;
};
const exported = Object.keys(exports).map((path) => path.replace('.', 'kohort'));

/** Files outside of playground/ that the page may import: its sample, and parts of libraries that these do not export. */
const isOutsideAllowed = (path: string): boolean => /^(scripts\/(census|demo-job)\.mjs|node_modules\/)/.test(path);

/** True for an import that goes past the exports of the package. */
function goesPast(file: string, name: string): boolean {
  if (name.startsWith('.')) {
    const path = relative(root, resolve(root, dirname(file), name));
    return !path.startsWith('playground/') && !isOutsideAllowed(path);
  }
  return name.startsWith('#') || ((name === 'kohort' || name.startsWith('kohort/')) && !exported.includes(name));
}

describe('the imports of playground/', () => {
  const files = readdirSync(join(root, 'playground'), { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.(tsx?|js)$/.test(name))
    .map((name) => join('playground', name));
  const imports = files.flatMap((file) =>
    ts
      .preProcessFile(readFileSync(join(root, file), 'utf8'), true, true)
      .importedFiles.map(({ fileName }) => ({ file, name: fileName })),
  );

  it('go by the exports of the package', () => {
    expect(files.length).toBeGreaterThan(200);
    expect(imports.filter(({ name }) => name.startsWith('kohort')).length).toBeGreaterThan(100);
    expect(imports.filter(({ file, name }) => goesPast(file, name))).toEqual([]);
  });

  it('are found where they go past them', () => {
    const file = 'playground/src/app.tsx';
    const names = [
      'kohort',
      'kohort/assess',
      './roles.js',
      'kohort/inside/x',
      '../../src/x.js',
      '../../dist/x.js',
      '#x',
    ];
    expect(names.map((name) => goesPast(file, name))).toEqual([false, false, false, true, true, true, true]);
  });

  it('are resolved without aliases', () => {
    const settings = ['vite.config.ts', 'tsconfig.json'].map((name) =>
      readFileSync(join(root, 'playground', name), 'utf8'),
    );
    expect(settings.filter((text) => /\balias\b|\.\.\/(src|dist)\b/.test(text))).toEqual([]);
    expect(settings[1]).toContain('"paths": {}');
  });
});
