import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';

const root = resolve(import.meta.dirname, '../..');
const folder = join(root, 'examples');
const names = readdirSync(folder)
  .filter((name) => name.endsWith('.mjs'))
  .sort();

/** Runs an example against what is built; gives what it printed. */
function runExample(name: string): string {
  if (!existsSync(join(root, 'dist/index.js'))) throw new Error('dist/ is not there: run "npm run build" first');
  const run = spawnSync(process.execPath, [join(folder, name)], { cwd: root, encoding: 'utf8' });
  expect(run.stderr).toBe('');
  expect(run.status).toBe(0);
  return run.stdout;
}

describe('the examples', () => {
  it('are numbered without gaps', () => {
    expect(names.map((name) => name.slice(0, 3))).toEqual(
      names.map((_, index) => `${String(index + 1).padStart(2, '0')}-`),
    );
  });

  it.each(names)('%s prints what its .txt says', (name) => {
    expect(runExample(name)).toBe(readFileSync(join(folder, name.replace('.mjs', '.txt')), 'utf8'));
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
