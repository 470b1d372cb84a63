import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { cureOf, jobCures, runCures } from '../../src/base/cures.js';
import { describe, expect, it } from 'vitest';

const root = join(import.meta.dirname, '../..');
/** Codes of Node and of packages, and a mode of DuckDB. */
const notOurs = new Set([
  'ERR_MODULE_NOT_FOUND',
  'ERR_STREAM_DESTROYED',
  'ERR_WORKER_OUT_OF_MEMORY',
  'MODULE_NOT_FOUND',
  'Z_BUF_ERROR',
  'READ_ONLY',
  // Words of Parquet.
  'DATA_PAGE',
  'DATA_PAGE_V2',
  'DICTIONARY_PAGE',
  'PLAIN_DICTIONARY',
  'RLE_DICTIONARY',
  'BYTE_ARRAY',
  'TIME_MICROS',
  'TIME_MILLIS',
]);

describe('docs/errors.md', () => {
  it('names every code that the sources have', () => {
    const text = readFileSync(join(root, 'docs/errors.md'), 'utf8');
    const documented = new Set(Array.from(text.matchAll(/`([A-Z][A-Z0-9_]+)`/g), ([, code]) => code));
    // X_TYPE, X_RANGE and X_NOT_INTEGER of a number X of a model are said there in general.
    const isOfNumber = (code: string): boolean => /^[A-Z]+_(TYPE|RANGE|NOT_INTEGER)$/.test(code);
    const missing = new Set<string>();
    for (const file of readdirSync(join(root, 'src'), { recursive: true, encoding: 'utf8' })) {
      if (!file.endsWith('.ts') || file.endsWith('.generated.ts')) continue;
      for (const [, code] of readFileSync(join(root, 'src', file), 'utf8').matchAll(
        /'([A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+)'/g,
      )) {
        if (!documented.has(code) && !notOurs.has(code) && !isOfNumber(code)) missing.add(code);
      }
    }
    expect([...missing].sort(), 'codes without a row in docs/errors.md').toEqual([]);
  });

  it('says of every code of an error what it means and the cure that errors carry', () => {
    const text = readFileSync(join(root, 'docs/errors.md'), 'utf8');
    const codes = text.slice(text.indexOf('## Codes'), text.indexOf('## Warnings'));
    const rows = codes
      .split('\n')
      .map((line) => line.split(/(?<!\\)\|/).map((cell) => cell.trim().replaceAll('\\|', '|')))
      .filter(([, code]) => /^`[A-Z]/.test(code ?? ''))
      .map(([, code, meaning, cure]) => ({ code: code.slice(1, -1), meaning, cure }));
    const own = rows.filter(({ code }) => !code.startsWith('X_'));
    const withCure = [...Object.keys(jobCures), ...Object.keys(runCures)].sort();
    expect(own.map(({ code }) => code).sort(), 'rows of docs/errors.md, cures of src/base/cures.ts').toEqual(withCure);
    for (const { code, meaning, cure } of rows) {
      expect({ code, cure }).toEqual({ code, cure: cureOf(code, jobCures, runCures) });
      expect(meaning, code).not.toBe('');
    }
  });
});
