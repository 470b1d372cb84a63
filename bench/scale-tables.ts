import { closeSync, existsSync, openSync, renameSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { seededRandom } from '../src/base/random.js';
import { censusColumns, censusRows } from '../scripts/census.mjs';

/** The tables that the scale bench asks every algorithm to release. */
export const TABLES = ['census', 'wide', 'distinct', 'attributes', 'baskets'] as const;
export type TableName = (typeof TABLES)[number];

/** Columns of the wide table that are released as they are, behind the nine of the census. */
export const FREE_COLUMNS = 91;
/** Quasi-identifiers of the table of many attributes. */
export const ATTRIBUTES = 30;

/** Header and rows of each table, the same ones for the same size. */
const MAKERS: Readonly<Record<TableName, (rows: number) => { header: readonly string[]; lines: Iterable<string> }>> = {
  census: (rows) => ({ header: censusColumns, lines: census(rows) }),
  wide: (rows) => ({
    header: [...censusColumns, ...Array.from({ length: FREE_COLUMNS }, (_, i) => `free${i}`)],
    lines: wide(rows),
  }),
  distinct: (rows) => ({ header: ['value'], lines: distinct(rows) }),
  attributes: (rows) => ({ header: Array.from({ length: ATTRIBUTES }, (_, i) => `a${i}`), lines: attributes(rows) }),
  baskets: (rows) => ({ header: ['items'], lines: baskets(rows) }),
};

function* census(rows: number): Generator<string> {
  for (const row of censusRows(rows, 1)) yield row.join(',');
}

function* wide(rows: number): Generator<string> {
  const random = seededRandom(2);
  for (const row of census(rows)) {
    let line = row;
    for (let i = 0; i < FREE_COLUMNS; i++) line += `,${random.below(i % 3 === 0 ? 5000 : 20)}`;
    yield line;
  }
}

/** One number a row, none twice. */
function* distinct(rows: number): Generator<string> {
  const random = seededRandom(3);
  const values = Uint32Array.from({ length: rows }, (_, i) => i * 7);
  for (let i = rows - 1; i > 0; i--) {
    const j = random.below(i + 1);
    [values[i], values[j]] = [values[j], values[i]];
  }
  for (const value of values) yield String(value);
}

/** Attributes of 2 to 9 values; each follows the wealth of the row or chance. */
function* attributes(rows: number): Generator<string> {
  const random = seededRandom(4);
  for (let row = 0; row < rows; row++) {
    const wealth = random.below(1000) / 1000;
    yield Array.from({ length: ATTRIBUTES }, (_, a) => {
      const size = 2 + (a % 8);
      return Math.floor(size * (random.below(3) > 0 ? wealth : random.below(1000) / 1000));
    }).join(',');
  }
}

/** One to eight of a thousand items, low ones often. */
function* baskets(rows: number): Generator<string> {
  const random = seededRandom(5);
  for (let row = 0; row < rows; row++) {
    const items = Array.from({ length: 1 + random.below(8) }, () => `i${random.below(1 + random.below(1000))}`);
    yield [...new Set(items)].join(' ');
  }
}

/** The CSV file of a table in a folder, made when it is not there yet. */
export function tableFile(folder: string, name: TableName, rows: number): string {
  const file = join(folder, `${name}-${rows}.csv`);
  if (existsSync(file)) return file;
  const { header, lines } = MAKERS[name](rows);
  writeTable(file, header, lines);
  return file;
}

/** Writes a CSV file whose cells need no quotes, under its name only when it is whole. */
export function writeTable(file: string, header: readonly string[], lines: Iterable<unknown>): void {
  const descriptor = openSync(`${file}.part`, 'w');
  let text = `${header.join(',')}\n`;
  for (const line of lines) {
    text += `${line}\n`;
    if (text.length < 1 << 20) continue;
    writeSync(descriptor, text);
    text = '';
  }
  writeSync(descriptor, text);
  closeSync(descriptor);
  renameSync(`${file}.part`, file);
}
