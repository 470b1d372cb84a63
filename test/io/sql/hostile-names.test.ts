import { describe, expect, it } from 'vitest';
import { seededRandom } from '../../../src/base/random.js';
import type { Dialect } from '../../../src/io/sql/dialects.js';
import { analyzeStatement, dialects, quoteName, quoteTable } from '../../../src/io/sql/dialects.js';
import { ownNames } from '../../../src/io/sql/own-names.js';
import {
  countRowsStatement,
  countStatement,
  createMapStatements,
  dropStatement,
  insertStatements,
  presentCondition,
  recodeStatement,
} from '../../../src/io/sql/statements.js';
import { casesOf } from '../../shared.js';
import { drawHostileName } from './hostile-names.js';

/** A piece of a statement: what is quoted as a name or a text, decoded, and what stands between. */
type Token = readonly ['name' | 'text' | 'plain', string];

/** Takes a statement apart by the rules of a dialect, independent of how it was put together. */
function tokensOf({ name, identifierQuote, literals }: Dialect, statement: string): Token[] {
  const tokens: Token[] = [];
  let plain = '';
  let at = 0;
  const readQuoted = (quote: string, hasBackslashes: boolean): string => {
    let inside = '';
    for (at++; ; at++) {
      const c = statement[at];
      if (c === undefined) throw new Error('a quotation has no end');
      if (hasBackslashes && c === '\\') {
        const next = statement[++at];
        inside += ({ n: '\n', r: '\r', t: '\t' } as Record<string, string>)[next] ?? next;
      } else if (c === quote && !hasBackslashes && statement[at + 1] === quote) {
        inside += quote;
        at++;
      } else if (c === quote) {
        at++;
        return inside;
      } else inside += c;
    }
  };
  const escapesNames = ['clickhouse', 'bigquery'].includes(name);
  while (at < statement.length) {
    const c = statement[at];
    if (c !== identifierQuote && c !== "'") {
      plain += c;
      at++;
      continue;
    }
    tokens.push(['plain', plain]);
    plain = '';
    if (c === "'") tokens.push(['text', readQuoted(c, literals === 'backslash')]);
    else tokens.push(['name', readQuoted(c, escapesNames)]);
  }
  return [...tokens, ['plain', plain]];
}

/** All statements of a release of a table with these columns. */
function statementsFor(
  dialect: Dialect,
  columns: readonly string[],
  table: string,
  marks: readonly string[],
): string[] {
  const names = ownNames(columns);
  const [first, second, sensitive, ...others] = columns;
  const from = quoteTable(dialect, table);
  const where = presentCondition(dialect, columns, marks);
  const map = { vectors: `${table}_v`, classes: `${table}_c` };
  const printed = dialect.hash === null ? [] : others;
  const attributes = [first, second];
  const released = [...others, second, sensitive, first];
  const request = { from, target: `${table}_r`, map, names, attributes, released, blankNumber: null };
  const texts = columns.map((name, q) => ({
    name: names.key(q),
    texts: [name, ...marks],
    codes: Uint32Array.of(0, 1),
  }));
  return [
    countStatement(dialect, { from, columns: [first, second, sensitive], printed, names, where }),
    countRowsStatement(dialect, from, where),
    ...createMapStatements(dialect, map, names, 2),
    ...insertStatements(dialect, map.vectors, { rows: 2, columns: texts }),
    ...[analyzeStatement(dialect, map.vectors, names.classNumber)].filter((statement) => statement !== null),
    recodeStatement(dialect, { ...request, where, keepOrder: false }),
    recodeStatement(dialect, { ...request, where: null, keepOrder: true }),
    dropStatement(dialect, table),
  ];
}

const all: readonly Dialect[] = Object.values(dialects);

describe('hostile names', () => {
  const lists = casesOf(5000, 170);
  // promise: sql-names-harmless
  it.each(all.map((dialect) => [dialect.name, dialect] as const))(
    `stand in the statements of %s where plain ones would, each as it is (${lists * 6} names)`,
    (_, dialect) => {
      for (let seed = 1; seed <= lists; seed++) {
        const random = seededRandom(seed);
        const draw = (): string => drawHostileName((n) => random.below(n), 300);
        const columns = [...new Set(Array.from({ length: 6 }, draw))];
        for (let n = 0; columns.length < 6; n++) columns.push(`${columns[0]}${n}`);
        const table = draw().replaceAll('.', '$$');
        const marks = ['', draw(), draw()];
        const plain = ['p0', 'p1', 'p2', 'p3', 'p4', 'p5'];
        const expected = statementsFor(dialect, plain, 'tt', ['', 'm1', 'm2']);
        const found = statementsFor(dialect, columns, table, marks);
        // Names of our own are others where a column has one of them.
        const [own] = /^kohort\d*_/.exec(ownNames(columns).rows)!;
        const hostile = new Map([
          ...plain.map((name, c): [string, string] => [name, columns[c]]),
          ...['', '_v', '_c', '_r'].map((end): [string, string] => [`tt${end}`, `${table}${end}`]),
          ['m1', marks[1]],
          ['m2', marks[2]],
        ]);
        const inHostile = ([kind, text]: Token): Token => {
          if (kind === 'plain') return [kind, text];
          return [kind, hostile.get(text) ?? (kind === 'name' ? text.replace(/^kohort_/, own) : text)];
        };
        found.forEach((statement, i) => {
          const wanted = tokensOf(dialect, expected[i]).map(inHostile);
          const tokens = tokensOf(dialect, statement);
          if (JSON.stringify(tokens) !== JSON.stringify(wanted))
            expect(tokens, `seed ${seed}: ${statement}`).toEqual(wanted);
        });
      }
    },
  );

  // promise: sql-names-harmless
  it('are quoted so that nothing in them ends the quotation', () => {
    for (const dialect of all) {
      for (const name of [
        '$$',
        '$&',
        '?',
        '%',
        '(%)',
        '\\',
        '\\"',
        '`',
        '"',
        "'",
        '"; DROP TABLE x; --',
        'a\nb',
        '$`',
      ]) {
        expect(tokensOf(dialect, quoteName(dialect, name)), dialect.name).toEqual([
          ['plain', ''],
          ['name', name],
          ['plain', ''],
        ]);
      }
    }
  });
});
