import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { beforeAll, describe, expect, it } from 'vitest';

const root = resolve(import.meta.dirname, '../..');
const folder = join(root, 'examples');
const names = readdirSync(folder)
  .filter((name) => name.endsWith('.mjs'))
  .sort();

/** Output of every example: one process runs them all against dist/, one after the other. */
let printed: Map<string, string>;
beforeAll(() => {
  if (!existsSync(join(root, 'dist/index.js'))) throw new Error('dist/ is not there: run "npm run build" first');
  const urls = names.map((name) => pathToFileURL(join(folder, name)).href);
  const program = `for (const url of ${JSON.stringify(urls)}) { await import(url); process.stdout.write('\\0'); }`;
  const args = ['--input-type=module', '--eval', program];
  const { status, stdout, stderr } = spawnSync(process.execPath, args, { cwd: root, encoding: 'utf8' });
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
  printed = new Map(stdout.split('\0').map((text, i) => [names[i], text]));
});

describe('the examples', () => {
  it('are numbered without gaps', () => {
    expect(names.map((name) => name.slice(0, 3))).toEqual(
      names.map((_, index) => `${String(index + 1).padStart(2, '0')}-`),
    );
  });

  it.each(names)('%s prints what its .txt says', (name) => {
    expect(printed.get(name)).toBe(readFileSync(join(folder, name.replace('.mjs', '.txt')), 'utf8'));
  });
});

describe('the README', () => {
  it('shows the first example and what it prints', () => {
    const readme = readFileSync(join(root, 'README.md'), 'utf8');
    const program = readFileSync(join(folder, '01-first-steps.mjs'), 'utf8');
    expect(readme).toContain(program.slice(program.indexOf('import ')));
    expect(readme).toContain(readFileSync(join(folder, '01-first-steps.txt'), 'utf8'));
  });
});
