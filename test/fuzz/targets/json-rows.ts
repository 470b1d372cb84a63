import { readJson } from '../../../src/io/row-files/json.js';
import { readNdjson } from '../../../src/io/row-files/ndjson.js';
import type { Table } from '../../../src/table/table.js';
import { inChunks } from '../../io/in-chunks.js';
import { cellsOf, outcomeOf, requireSame } from '../tables.js';
import type { Target } from '../target.js';
import { bytesOf, Find, requireSilence, SECRET, textOf } from '../target.js';

const words = [
  '{', '}', '[', ']', ':', ',', '"a":', '"b":', '"a"', 'null', 'true', 'false', '1', '-0', '1e400', '1E5', '0.10', '12345678901234567890', '\n', '\r\n', '\\', '\\"', '\\u0000',
  '\\ud83d', '\\ude00', '"__proto__":', '"":', '{"a":1}', '{}', '[]', ' ', '\ufeff', '\u2028', `"${SECRET}"`, '[[[[[[[[', Uint8Array.of(0xff), Uint8Array.of(0xc3),
]; // prettier-ignore

/** The cells of objects within each other, by their paths. */
function flat(value: Readonly<Record<string, unknown>>, before = ''): Record<string, unknown> {
  const cells = Object.create(null) as Record<string, unknown>;
  for (const [key, cell] of Object.entries(value)) {
    const isObject = typeof cell === 'object' && cell !== null && !Array.isArray(cell);
    if (isObject) Object.assign(cells, flat(cell as Record<string, unknown>, `${before}${key}.`));
    else cells[before + key] = cell;
  }
  return cells;
}

/** Rows of plain JSON, as the host's parser has them; null where a text is none, or where the two may differ by design. */
function plainRows(values: readonly unknown[]): Map<string, string | null>[] | null {
  const rows: Map<string, string | null>[] = [];
  for (const value of values) {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return null;
    const row = new Map<string, string | null>();
    for (const [name, cell] of Object.entries(flat(value as Record<string, unknown>))) {
      if (typeof cell === 'object' && cell !== null) return null;
      // A number keeps the text that it has in the file.
      row.set(name, cell === null ? null : typeof cell === 'number' ? '#' : String(cell));
    }
    rows.push(row);
  }
  return rows;
}

function requireCells(table: Table, rows: readonly Map<string, string | null>[]): void {
  if (table.rows !== rows.length)
    throw new Find('has not the rows that the host reads', `${table.rows}, ${rows.length}`);
  cellsOf(table).forEach((cells, row) => {
    table.columns.forEach(({ name, missingCode, texts }, c) => {
      const expected = rows[row].get(name) ?? null;
      if (expected === '#' || (expected === null && cells[c] === null)) return;
      // Texts that count as missing are.
      if (expected === '' && missingCode >= 0 && texts[missingCode] === '' && cells[c] === null) return;
      if (expected !== cells[c]) throw new Find('a cell that the host reads otherwise', `${JSON.stringify(expected)}, ${JSON.stringify(cells[c])}`); // prettier-ignore
    });
  });
}

type Read = (source: AsyncIterable<Uint8Array> | Uint8Array, options: object) => Promise<Table>;

function rowTarget(
  name: string,
  read: Read,
  parse: (text: string) => unknown[] | null,
  seeds: readonly string[],
): Target {
  return {
    name,
    words,
    mostBytes: 2048,
    seeds: () => seeds.map(bytesOf),
    run: async (bytes) => {
      const text = textOf(bytes);
      const whole = await outcomeOf(async () => {
        try {
          return await read(bytes, {});
        } catch (error) {
          // Errors may hold names of columns.
          if (!new RegExp(`${SECRET}[^"]*"\\s*:|\\\\u|:\\s*[[{]`, 'i').test(text)) requireSilence(error);
          throw error;
        }
      });
      const cut = await outcomeOf(async () => read(inChunks(bytes, 1 + (bytes.length % 11)), {}));
      requireSame('a reading depends on the pieces that the file comes in', whole.told, cut.told);
      if (whole.table === null) return whole.told;
      const values = isUtf8(bytes) ? parse(text) : null;
      const rows = values === null ? null : plainRows(values);
      if (rows !== null) requireCells(whole.table, rows);
      return 'table';
    },
  };
}

function isUtf8(bytes: Uint8Array): boolean {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    return !bytes.includes(0);
  } catch {
    return false;
  }
}

function tryParse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

const rows = [
  { age: 31, city: 'Bonn', note: SECRET },
  { age: 32.5, city: null, note: 'é "x"' },
  { city: '', other: true },
];

export const json = rowTarget(
  'json',
  readJson,
  (text) => {
    const value = tryParse(text);
    return Array.isArray(value) ? (value as unknown[]) : null;
  },
  [
    JSON.stringify(rows),
    JSON.stringify(rows, null, 2),
    rows.map((row) => JSON.stringify(row)).join('\n'),
    '[]',
    '[{"a":1}]',
  ],
);

export const ndjson = rowTarget(
  'ndjson',
  readNdjson,
  (text) => {
    const values = text.split('\n').filter((line) => line.trim() !== '').map(tryParse);
    return values.includes(undefined) ? null : values;
  },
  [rows.map((row) => JSON.stringify(row)).join('\n'), `${rows.map((row) => JSON.stringify(row)).join('\r\n')}\r\n`, '{"a":1}\n\n{"b":2}\n'],
); // prettier-ignore
