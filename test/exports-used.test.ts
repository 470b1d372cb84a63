/** Every export of src is named by another file: what only its own file names is no export. */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { expect, it } from 'vitest';

const root = resolve(import.meta.dirname, '..');
const EXPORTED =
  /^export (?:abstract )?(?:async )?(?:const|let|function\*?|class|interface|type|enum) ([A-Za-z_$][\w$]*)/gm;

/** Files that users import by the exports of the package, and constants that kernels are made of. */
const isEntry = (file: string): boolean =>
  /^src\/(\w+|entries\/.*)\.ts$/.test(file) ||
  /^src\/(hosts\/(browser\/(client|worker|worker-modules)|sources\/.*)|report\/(report-html|report-page|pictures\/index)|assess\/accuracy\/naive-bayes)\.ts$/.test(
    file,
  ) ||
  /^src\/(engine\/wasm\/layouts|k-optimize\/search\/.*)\.ts$/.test(file);

/** Types that declarations of other files name, since they are inferred there. */
const INFERRED = ['AuditTree', 'DeltaPresence', 'LDiversity'];

it('no name is exported for its own file alone', () => {
  const files = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
    cwd: root,
    encoding: 'utf8',
  })
    .split('\n')
    .filter((file) => /\.(ts|tsx|mjs|js|json)$/.test(file) && !/package-lock/.test(file));
  const namedBy = new Map<string, Set<string>>();
  const texts = new Map<string, string>();
  for (const file of files) {
    const text = readFileSync(resolve(root, file), 'utf8');
    if (/^src\/.*\.ts$/.test(file)) texts.set(file, text);
    for (const word of text.match(/[A-Za-z_$][\w$]*/g) ?? []) {
      const own = namedBy.get(word) ?? new Set();
      namedBy.set(word, own.add(file));
    }
  }
  expect(texts.size).toBeGreaterThan(500);
  const unused: string[] = [];
  for (const [file, text] of texts) {
    if (isEntry(file)) continue;
    for (const [, name] of text.matchAll(EXPORTED)) {
      if (INFERRED.includes(name)) continue;
      if (
        [...(namedBy.get(name) ?? [])]
          .filter((other) => other !== 'test/exports-used.test.ts')
          .every((other) => other === file)
      )
        unused.push(`${file}: ${name}`);
    }
  }
  expect(unused).toEqual([]);
});
