/** Python with pandas, and pyCANON, where this machine has them. */
import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import type { CheckerCase } from './released-cases.js';

const canImport = (python: string, module: string): boolean =>
  spawnSync(python, ['-c', `import ${module}`], { stdio: 'ignore' }).status === 0;

/** A Python that has pandas, or null: the one that is named, the first on the path, Debian's. */
export const pythonWithPandas: string | null =
  [process.env.KOHORT_PYTHON ?? 'python3', '/usr/bin/python3'].find((python) => canImport(python, 'pandas')) ?? null;

/** The checkout of pyCANON that KOHORT_PYCANON names, or null. */
export const pycanonFolder: string | null = (() => {
  const folder = process.env.KOHORT_PYCANON;
  if (folder === undefined || folder === '') return null;
  if (!existsSync(join(folder, 'pycanon', '__init__.py'))) throw new Error('KOHORT_PYCANON names no checkout of it');
  return folder;
})();

if (pythonWithPandas === null) {
  console.warn('SKIPPED: levels recounted by pandas. Neither python3 nor /usr/bin/python3 has it (python3-pandas).');
}
if (pythonWithPandas === null || pycanonFolder === null) {
  console.warn('SKIPPED: levels computed by pyCANON. KOHORT_PYCANON names no checkout of it, or there is no pandas.');
}

/** Answers of a program of this folder on every case. */
export function runChecker<T>(program: string, cases: readonly CheckerCase[]): T[] {
  if (pythonWithPandas === null) throw new Error('no Python with pandas');
  const path = [import.meta.dirname, ...(pycanonFolder === null ? [] : [pycanonFolder])].join(delimiter);
  const output = execFileSync(pythonWithPandas, ['-W', 'ignore', join(import.meta.dirname, program)], {
    input: JSON.stringify(cases),
    encoding: 'utf8',
    maxBuffer: 2 ** 28,
    env: { ...process.env, PYTHONPATH: path, PYTHONDONTWRITEBYTECODE: '1' },
  });
  return JSON.parse(output) as T[];
}
