import { existsSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { describe, expect, it } from 'vitest';

interface Explained {
  readonly file: string;
  readonly mutator: string;
  readonly line: string;
  readonly replacement?: string;
  readonly reason: string;
}

const read = (path: string): string => readFileSync(resolve(import.meta.dirname, path), 'utf8');
const explained = JSON.parse(read('equivalent.json')) as readonly Explained[];

describe('mutants that no test can notice', () => {
  it('are of lines that still stand in their files, and have a reason', () => {
    const unfit = explained.filter(({ file, line, mutator, reason }) => {
      const path = resolve(import.meta.dirname, '../..', file);
      const lines = existsSync(path) ? readFileSync(path, 'utf8').split('\n') : [];
      return !lines.some((each) => each.trim() === line) || !/^[A-Z][A-Za-z]+$/.test(mutator) || reason.length < 20;
    });
    expect(unfit).toEqual([]);
  });

  it('are listed once', () => {
    const keys = explained.map(({ file, mutator, line, replacement }) =>
      [file, mutator, line, replacement].join(' | '),
    );
    expect(keys).toEqual([...new Set(keys)]);
  });
});
