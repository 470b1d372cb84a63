import { describe, expect, it } from 'vitest';
import type { CheckedJob } from '../../../src/index.js';
import { seededRandom } from '../../../src/base/random.js';
import { dialects } from '../../../src/io/sql/dialects.js';
import { readSourceCounted } from '../../../src/io/sql/read-counted.js';
import type { SentTable, SqlConnection } from '../../../src/io/sql/source.js';
import { sql } from '../../../src/io/sql/sql.js';
import { tabSeparated, unescapeCell } from '../../../src/io/sql/tab-separated.js';

const texts = [
  '',
  ' ',
  'a',
  'ä',
  '日本',
  '😀',
  '\t',
  '\n',
  '\\',
  '\\N',
  'a\\tb',
  '\r\n',
  '\0',
  '\b\f',
  "'",
  'x'.repeat(300),
];

/** Rows as they are sent, and the text that comes of it. */
const sent = (rows: readonly (readonly string[])[]): SentTable => ({
  rows: rows.length,
  columns: rows[0].map((_, c) => {
    const distinct = [...new Set(rows.map((row) => row[c]))];
    const codes = Uint32Array.from(rows, (row) => distinct.indexOf(row[c]));
    return { name: `c${c}`, texts: distinct, codes };
  }),
});
const decoded = (table: SentTable, pieceLength?: number): string =>
  Buffer.concat([...tabSeparated(table, pieceLength)]).toString('utf8');

const unused = async (): Promise<never> => Promise.reject(new Error('unused'));
function connection(rows: readonly (readonly (string | null)[])[], columns = ['p', 'q']): SqlConnection {
  return {
    dialect: dialects.clickhouse,
    describe: async () => Promise.resolve(columns.map((name) => ({ name, type: null }))),
    async *query() {
      yield await Promise.resolve(rows);
    },
    execute: unused,
    map: { create: sql`CREATE TABLE`, inSchema: true, execute: unused, insert: unused },
    transaction: null,
    exists: unused,
    rename: unused,
    close: unused,
  };
}

const job = {
  attributes: { p: { role: 'quasi-identifier', type: 'string' }, q: { role: 'quasi-identifier', type: 'string' } },
  privacy: [{ model: 'k-anonymity', k: 2 }],
} as unknown as CheckedJob;

describe('counted vectors as bytes', () => {
  it('give the table that the same vectors give as texts, wherever the bytes are cut', async () => {
    const random = seededRandom(7);
    const below = (limit: number): number => random.below(limit);
    for (let round = 0; round < 200; round++) {
      const cell = (): string | null => (below(10) === 0 ? null : texts[below(texts.length)] + String(below(3)));
      const rows = Array.from({ length: 1 + below(60) }, () => [cell(), cell(), String(1 + below(5000))]);
      const lines = rows.map((row) =>
        row.map((text) => (text === null ? '\\N' : decoded(sent([[text]]), 1).slice(0, -1))).join('\t'),
      );
      const bytes = new TextEncoder().encode(`${lines.join('\n')}\n`);
      const plain = connection(rows);
      const coded: SqlConnection = {
        ...plain,
        async *queryBytes() {
          for (let at = 0; at < bytes.length;) {
            const length = 1 + below(50);
            yield await Promise.resolve(bytes.slice(at, at + length));
            at += length;
          }
        },
      };
      const [expected, found] = await Promise.all(
        [plain, coded].map(async (open) => readSourceCounted(open, sql`t`, job)),
      );
      expect(found.table.columns).toEqual(expected.table.columns);
      expect(found.table.weights).toEqual(expected.table.weights);
      expect(found.spelled.texts).toEqual(expected.spelled.texts);
      expect(found.spelled.index.rows()).toEqual(expected.spelled.index.rows());
    }
  });

  it('come with the sums of their fingerprints, modulo 2^64', async () => {
    const seen = { ...job, attributes: { ...job.attributes, r: { role: 'insensitive' } } } as CheckedJob;
    // Missing values are one: what they have is added up.
    const rows = [
      ['a', null, '1', '18446744073709551615'],
      ['b', 'x', '2', '-3'],
      ['a', '', '1', '36893488147419103234'],
    ];
    const plain = connection(rows, ['p', 'q', 'r']);
    const lines = 'a\t\\N\t1\t18446744073709551615\nb\tx\t2\t18446744073709551613\na\t\t1\t2\n';
    const coded: SqlConnection = {
      ...plain,
      async *queryBytes() {
        yield await Promise.resolve(new TextEncoder().encode(lines));
      },
    };
    for (const open of [plain, coded]) {
      const { printed } = await readSourceCounted(open, sql`t`, seen, { prints: true });
      expect(printed).toEqual({ columns: ['r'], sums: BigUint64Array.of(1n, 2n ** 64n - 3n) });
    }
    const cut: SqlConnection = {
      ...plain,
      async *queryBytes() {
        yield await Promise.resolve(new TextEncoder().encode('a\tb\t1\n'));
      },
    };
    await expect(readSourceCounted(cut, sql`t`, seen, { prints: true })).rejects.toMatchObject({ code: 'ENGINE_READ' });
  });

  it('refuse an answer that is not complete', async () => {
    for (const answer of [
      'a\tb\t1\na\tb',
      'a\n',
      'a\tb\t1Code: 241, e.displayText() = x\n',
      'a\tb\t\n',
      'a\tb\t1\nCode: 241, e\n',
    ]) {
      const open: SqlConnection = {
        ...connection([]),
        async *queryBytes() {
          yield await Promise.resolve(new TextEncoder().encode(answer));
        },
      };
      await expect(readSourceCounted(open, sql`t`, job)).rejects.toMatchObject({ code: 'ENGINE_READ' });
    }
  });
});

describe('TabSeparated', () => {
  it('comes back as it was, one line a row', () => {
    const rows = texts.map((text) => [text, `${text}.`]);
    const table = sent(rows);
    expect([...tabSeparated(table, 20)].length).toBeGreaterThan(3);
    const lines = decoded(table, 20).split('\n');
    expect(lines.pop()).toBe('');
    expect(lines.map((line) => line.split('\t').map(unescapeCell))).toEqual(rows);
    expect(unescapeCell('\\N')).toBeNull();
  });

  it('has whole numbers in digits', () => {
    const codes = Uint32Array.of(0, 9, 10, 4294967295, 1000000);
    const texts = ['\t'];
    const columns = [
      { name: 'n', texts: null, codes },
      { name: 't', texts, codes: new Uint32Array(5) },
      { name: 'm', texts: null, codes },
    ];
    expect(decoded({ rows: 5, columns })).toBe([...codes].map((n) => `${n}\t\\t\t${n}\n`).join(''));
  });
});
