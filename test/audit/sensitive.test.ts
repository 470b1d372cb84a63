/** A sensitive column, counted by class and over the table, against counting its cells one by one. */
import { describe, expect, it } from 'vitest';
import { groupInSteps, type Grouping } from '../../src/audit/grouping.js';
import { readSensitive } from '../../src/audit/sensitive.js';
import type { AuditSpec } from '../../src/audit/spec.js';
import { runToCompletion } from '../../src/base/steps.js';
import { Table } from '../../src/table/table.js';
import { drawing } from '../random.js';
import { casesOf } from '../shared.js';
import { columnOf, countRows, specOf } from './tables.js';

const missing = new Set(['', 'NA']);
const base = specOf({ missing: [...missing] });
const tableOf = (cells: readonly string[], groups: readonly string[], type: 'string' | 'number' = 'string'): Table =>
  new Table(cells.length, [columnOf('c', groups), columnOf('s', cells, type, [...missing])]);

function read(release: Table, original: Table | undefined, more: Partial<AuditSpec> = {}) {
  const { codes, texts } = release.column('c')!;
  const classes = runToCompletion(groupInSteps(release, [{ codes, width: texts.length }])) as Grouping;
  const column = runToCompletion(
    readSensitive(release, { ...base, ...more }, original, missing, classes, { name: 's', isFolded: false }),
  )!;
  const { histogram, ...rest } = column;
  const byClass = Array.from({ length: classes.count }, (_, c) => {
    const counts = Array<number>(column.table.length).fill(0);
    for (let e = histogram.start[c]; e < histogram.start[c + 1]; e++) counts[histogram.rank[e]] = histogram.count[e];
    return counts;
  });
  return { ...rest, byClass, groupOf: classes.groupOf };
}

const codePoints = (text: string): readonly number[] => Array.from(text, (char) => char.codePointAt(0)!);
function byCodePoint(a: string, b: string): number {
  const [x, y] = [codePoints(a), codePoints(b)];
  const at = x.findIndex((point, i) => point !== y[i]);
  return at < 0 ? x.length - y.length : at < y.length ? x[at] - y[at] : 1;
}

/** One text for all missing cells. */
const cellOf = (text: string): string => (missing.has(text) ? '' : text);
const isNumber = (text: string): boolean => text !== '' && !Number.isNaN(Number(text));

const numeric = ['7', '10', '-2', '0.5', '100', '', 'NA'];
const codes = ['7', '007', '10', '-2', ''];
const words = ['b', 'a', 'ab', '\u{1f600}', '\uffee', 'B', '', 'NA', '10'];

describe('a sensitive column', () => {
  it('is counted by class and over the table, its values in their order', () => {
    const kinds = new Set<string>();
    for (let seed = 0; seed < casesOf(3000, 150); seed++) {
      const below = drawing(seed);
      const pool = [numeric, codes, words][below(3)];
      const type = pool === numeric && below(2) === 0 ? 'number' : 'string';
      const cells = Array.from({ length: 1 + below(20) }, () => pool[below(pool.length)]);
      const groups = cells.map(() => `g${below(4)}`);
      const isDropped = cells.map(() => below(4) === 0);
      const hasOriginal = below(2) === 0;
      const kept = [...cells.keys()].filter((row) => !hasOriginal || !isDropped[row]);
      const [left, of] = [kept.map((row) => cells[row]), kept.map((row) => groups[row])];
      const listed = below(3) === 0 ? pool.filter((text) => !missing.has(text) && below(2) === 0).reverse() : undefined;
      const isText = below(4) === 0;
      const more: Partial<AuditSpec> = {
        ...(listed === undefined ? {} : { sensitiveOrders: [{ name: 'c', values: ['b'] }, { name: 's', values: listed }] }),
        ...(isText ? { sensitiveTexts: ['s'] } : { sensitiveTexts: ['c'] }),
      };
      const original = hasOriginal ? tableOf(cells, groups, type) : undefined;
      const release = tableOf(left, of, type);
      const isCounted = below(3) === 0;
      const found = read(isCounted ? countRows(release) : release, original && isCounted ? countRows(original) : original, more);

      const values = [...new Set(cells.map(cellOf))];
      const areNumbers = values.every((text) => text === '' || (isNumber(text) && !/^[-+]?0\d/.test(text)));
      const isRanked = !isText && (type === 'number' || (areNumbers && !hasOriginal));
      const place = (text: string): number => (listed!.includes(text) ? listed!.indexOf(text) : 100 + values.indexOf(text));
      values.sort((a, b) => {
        if (listed !== undefined) return place(a) - place(b);
        if (a === '' || b === '') return a === '' ? 1 : -1;
        return isRanked ? Number(a) - Number(b) : byCodePoint(a, b);
      });
      const count = (text: string, group?: string): number =>
        (group === undefined ? cells : left).filter((cell, row) => cellOf(cell) === text && (group === undefined || of[row] === group)).length;
      expect({ seed, table: [...found.table] }).toEqual({ seed, table: values.map((text) => count(text)) });
      const names = [...new Set(of)];
      expect({ seed, byClass: found.byClass }).toEqual({ seed, byClass: names.map((group) => values.map((text) => count(text, group))) });
      const numbers = isText || (type === 'string' && !areNumbers) ? null : values.map((text) => (text === '' ? NaN : Number(text)));
      expect({ seed, numbers: found.numbers && [...found.numbers] }).toEqual({ seed, numbers });
      expect([found.tree, found.items]).toEqual([null, null]);
      kinds.add([type, isRanked, hasOriginal, numbers === null, listed === undefined].join());
    }
    expect(kinds.size).toBeGreaterThan(10);
  });

  it('of lists has their items, without the spaces around them and without empty ones', () => {
    const sets = [{ name: 'c', delimiter: ' ' }, { name: 's', delimiter: ';' }];
    const { items, numbers } = read(tableOf(['b; a;;  ;a', 'c', '', ';'], ['g', 'g', 'g', 'g']), undefined, { sets });
    // In the order of the texts, the missing one last.
    expect(items!.map((set) => [...set])).toEqual([[], ['b', 'a'], ['c'], []]);
    expect(numbers).toBeNull();
    expect(read(tableOf(['NA', 'NA;x'], ['g', 'g']), undefined, { sets }).items!.map((set) => [...set])).toEqual([['NA', 'x'], []]);
    expect(read(tableOf(['b;a'], ['g']), undefined, { sets: [sets[0]] }).items).toBeNull();
  });

  it('is none where the release has no such column', () => {
    const table = tableOf(['a'], ['g']);
    const classes = runToCompletion(groupInSteps(table, [{ codes: table.columns[0].codes, width: 1 }])) as Grouping;
    expect(runToCompletion(readSensitive(table, base, undefined, missing, classes, { name: 'x', isFolded: false }))).toBeNull();
  });
}); // prettier-ignore
