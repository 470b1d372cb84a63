import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { listAlgorithms } from '../../src/index.js';
import { tabledIn, withTables } from './option-tables.js';

const folder = resolve(import.meta.dirname, '../../docs');
const pages = readdirSync(folder).filter((name) => name.endsWith('.md'));
const read = (page: string): string => readFileSync(join(folder, page), 'utf8');
const { algorithms } = listAlgorithms();

/** `KOHORT_WRITE_DOCS=1` writes the tables. */
describe('the tables of options in docs/', () => {
  it('are those of every algorithm, each once', () => {
    const tabled = pages.flatMap((page) => tabledIn(read(page)));
    expect(tabled.toSorted()).toEqual(algorithms.map(({ name }) => name).toSorted());
  });

  it.each(pages.filter((page) => tabledIn(read(page)).length > 0))('%s has what the algorithms declare', (page) => {
    const text = read(page);
    const expected = withTables(text, algorithms);
    if (process.env.KOHORT_WRITE_DOCS === '1') writeFileSync(join(folder, page), expected);
    else expect(text).toBe(expected);
  });
});
