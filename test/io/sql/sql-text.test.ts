import { describe, expect, it } from 'vitest';
import { hideSecret, hideSecrets, parseSourceAddress } from '../../../src/table/source-address.js';
import type { Dialect } from '../../../src/io/sql/dialects.js';
import { analyzeStatement, dialects, quoteName, quoteTable, quoteText } from '../../../src/io/sql/dialects.js';
import { ownNames } from '../../../src/io/sql/own-names.js';
import { isOlderThanServer, isUnconfirmedRelease, nameOwnTables } from '../../../src/io/sql/own-tables.js';
import type { SentColumn } from '../../../src/io/sql/source.js';
import {
  countStatement,
  createMapStatements,
  insertStatements,
  presentCondition,
  recodeStatement,
} from '../../../src/io/sql/statements.js';

const all: readonly Dialect[] = Object.values(dialects);

/** One file a dialect in golden/: the statements for a small release. */
describe('the SQL of a release', () => {
  it.each(all.map((dialect) => [dialect.name, dialect] as const))('in %s is that of golden/', async (name, dialect) => {
    const from = quoteTable(dialect, 'people.census');
    const where = presentCondition(dialect, ['note'], ['', '?']);
    const inSchema = dialect.mapInSchema ? 'people.' : '';
    const map = { vectors: `${inSchema}map`, classes: `${inSchema}classes` };
    const column = (name: string, texts: readonly string[] | null): SentColumn => {
      return { name, texts, codes: Uint32Array.of(0, 1) };
    };
    const names = ownNames(['age', 'sex', 'disease', 'note']);
    const printed = dialect.hash === null ? [] : ['note', 'row'];
    const request = {
      from,
      names,
      target: 'people.released',
      map,
      attributes: ['age', 'sex'],
      released: ['sex', 'age', 'note'],
      blankNumber: null,
    };
    const text = [
      countStatement(dialect, { from, columns: ['age', 'sex', 'disease'], printed, names, where }),
      ...dialect.begin,
      ...createMapStatements(dialect, map, names, 2),
      ...insertStatements(dialect, map.vectors, {
        rows: 2,
        columns: [
          column('kohort_k0', ['25', '\u0001null']),
          column('kohort_k1', ['O\'Hara \\ `"', 'f']),
          column('kohort_class', null),
        ],
      }),
      ...insertStatements(dialect, map.classes, {
        rows: 2,
        columns: [column('kohort_class', null), column('kohort_r0', ['', '[25-26]']), column('kohort_r1', ['*', 'f'])],
      }),
      ...[analyzeStatement(dialect, map.vectors, 'kohort_class')].filter((statement) => statement !== null),
      recodeStatement(dialect, { ...request, where, keepOrder: false }),
      recodeStatement(dialect, { ...request, where: null, keepOrder: true }),
    ].join(';\n\n');
    await expect(`-- ${name}${dialect.tested ? '' : ': its text alone is tested'}\n${text};\n`).toMatchFileSnapshot(
      `golden/${name}.sql`,
    );
  });

  it('quotes what would end a name or a text', () => {
    expect(quoteName(dialects.duckdb, 'a"b')).toBe('"a""b"');
    expect(quoteName(dialects.spark, 'a`b')).toBe('`a``b`');
    expect(quoteName(dialects.clickhouse, 'a`\\b')).toBe('`a\\`\\\\b`');
    expect(quoteText(dialects.postgres, "it's \\")).toBe("'it''s \\'");
    expect(quoteText(dialects.clickhouse, "it's \\")).toBe("'it\\'s \\\\'");
    expect(quoteTable(dialects.postgres, 'public.a b')).toBe('"public"."a b"');
  });
});

describe('the tables of a run', () => {
  it('have names that differ from all others', () => {
    const { vectors, classes, release } = nameOwnTables();
    expect(nameOwnTables().release).not.toBe(release);
    expect(isUnconfirmedRelease(release)).toBe(true);
    expect([vectors, classes].map(isUnconfirmedRelease)).toEqual([false, false]);
    const drawn = release.slice(7, 19);
    const others = ['kohort_release', `kohort_${drawn}_release`, `kohort_${drawn}00000000_release`];
    others.push(`x${release}`, `${release}d`, release.toUpperCase());
    expect(others.filter(isUnconfirmedRelease)).toEqual([]);
  });

  it('differ from those of a server that ran before, though clocks count whole seconds', () => {
    const wrong: string[] = [];
    // Tenths of a second: the start of the server, when the table was made, and when somebody asks.
    for (let start = 100; start < 110; start++) {
      for (let made = start - 40; made <= start + 40; made++) {
        for (let now = Math.max(start, made) + 1; now < start + 80; now++) {
          const [age, uptime] = [Math.floor(now / 10) - Math.floor(made / 10), Math.floor((now - start) / 10)];
          const found = isOlderThanServer(age, uptime);
          if (found ? made >= start : made <= start - 20) wrong.push(`${start} ${made} ${now}`);
        }
      }
    }
    expect(wrong).toEqual([]);
  });
});

describe('an address', () => {
  it('names engine, database and table', () => {
    expect(parseSourceAddress('duckdb:a/b.db#t', 'input')).toEqual({
      engine: 'duckdb',
      database: 'a/b.db',
      table: 't',
    });
    expect(parseSourceAddress('duckdb:x.parquet', 'input')).toEqual({
      engine: 'duckdb',
      database: 'x.parquet',
      table: null,
    });
    expect(parseSourceAddress('clickhouse:http://h:8123/db#s.t', 'input')).toEqual({
      engine: 'clickhouse',
      database: 'http://h:8123/db',
      table: 's.t',
    });
    expect(parseSourceAddress('postgres://u@h/db#t', 'input').database).toBe('postgres://u@h/db');
    expect(parseSourceAddress('postgresql://u@h/db#t', 'input').database).toBe('postgres://u@h/db');
  });

  it.each([
    'duckdb:',
    'duckdb:x.db',
    'clickhouse:http://h:8123/db',
    'clickhouse:nowhere#t',
    'postgres://u@h/db',
    'duckdb:x.db#',
  ])('that is none is refused: %s', (address) => {
    expect(() => parseSourceAddress(address, 'input')).toThrow(
      expect.objectContaining({ code: 'SOURCE_ADDRESS', exitCode: 2 }),
    );
  });

  // promise: no-password-in-messages
  it('keeps its password to itself', () => {
    expect(() => parseSourceAddress('postgres://u:secret@h/db', 'input')).not.toThrow(/secret/);
    try {
      parseSourceAddress('postgres://u:secret@h/db', 'input');
    } catch (error) {
      expect((error as Error).message).not.toContain('secret');
    }
  });

  it.each([
    ['postgres://u:secret@h/db#t', 'postgres://***@h/db#t'],
    ['postgres://u:sec@secret@h/db', 'postgres://***@h/db'],
    ['postgres://u:sec/secret@h/db', 'postgres://***@h/db'],
    ['postgres://u:sec#secret@h/db', 'postgres://***@h/db'],
    ['postgres://u:sec:secret?x@h/db#t', 'postgres://***'],
    ['postgres://h/db?x=@secret#t', 'postgres://***'],
    ['postgres://secret@h/db#t', 'postgres://***@h/db#t'],
    ['clickhouse:http://:secret@h:8123/db#t', 'clickhouse:http://***@h:8123/db#t'],
    ['postgres://h/db?user=u&password=secret&x=1#t', 'postgres://h/db?***'],
    ['postgres://h/db?password=sec#ret=1#t', 'postgres://h/db?***'],
    ['postgres://h/db?secret#t', 'postgres://h/db?***'],
    ['postgres://u:secret', 'postgres://***'],
    ['postgres://u:sec/ret#t', 'postgres://***'],
    ['postgres://h:5432/db#t', 'postgres://h:5432/db#t'],
    ['clickhouse:http://h:8123/db#t', 'clickhouse:http://h:8123/db#t'],
    ['clickhouse:u:secret@h:8123/db#t', 'clickhouse:***'],
    ['duckdb:https://h/p.parquet?X-Amz-Signature=secret', 'duckdb:https://h/p.parquet?***'],
    ['duckdb:md:db?motherduck_token=secret#t', 'duckdb:md:db?***'],
    ['duckdb:/data/people.db#t', 'duckdb:/data/people.db#t'],
    ['duckdb:what?.db#t', 'duckdb:what?.db#t'],
  ])('is shown without its password, also in a message: %s', (address, told) => {
    expect(hideSecret(address)).toBe(told);
    expect(hideSecrets(`--x: expected a file: "y", received "${address}" (a@b)`)).toBe(
      `--x: expected a file: "y", received "${told}" (a@b)`,
    );
  });
});
