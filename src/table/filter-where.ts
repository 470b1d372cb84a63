/** The rows that fulfil an expression of `input.where`. */
import type { Steps } from '../base/steps.js';
import type { Comparison, Where } from './parse-where.js';
import { columnsOfWhere } from './parse-where.js';
import type { Column, Table } from './table.js';

/** Entries between two yields. */
const ENTRIES_AT_ONCE = 1 << 16;

type Test = (entry: number) => boolean;

/**
 * u8[entries] 1 for every entry that fulfils an expression. A comparison with a missing value is false, and so is one with a result that
 * is no finite number.
 *
 * @param where - with its types, as `bindWhere` gives it for the table
 */
export function* fulfils(where: Where, { columns, entries }: Pick<Table, 'columns' | 'entries'>): Steps<Uint8Array> {
  const test = testOf(where, new Map(columns.map((column) => [column.name, column])));
  const mask = new Uint8Array(entries);
  for (let entry = 0; entry < entries; entry++) {
    if (entry % ENTRIES_AT_ONCE === 0) yield;
    if (test(entry)) mask[entry] = 1;
  }
  return mask;
}

/** Test of an entry; a condition on one column is decided once for each of its values. */
function testOf(where: Where, columns: ReadonlyMap<string, Column>): Test {
  const [name, ...others] = columnsOfWhere(where).keys();
  const column = name === undefined || others.length > 0 ? undefined : columns.get(name);
  if (column === undefined) return conditionOf(where, columns);
  const byCode = conditionOf(
    where,
    new Map([[column.name, { ...column, codes: Uint32Array.from(column.texts.keys()) }]]),
  );
  const decided = Uint8Array.from(column.texts, (_, code) => Number(byCode(code)));
  const { codes } = column;
  return (entry) => decided[codes[entry]] === 1;
}

function conditionOf(where: Where, columns: ReadonlyMap<string, Column>): Test {
  const isAlone = columns.size === 1;
  const inner = (part: Where): Test => (isAlone ? conditionOf(part, columns) : testOf(part, columns));
  switch (where.kind) {
    case 'not': {
      const of = inner(where.of);
      return (entry) => !of(entry);
    }
    case 'and':
    case 'or': {
      const [left, right] = [inner(where.left), inner(where.right)];
      return where.kind === 'and' ? (entry) => left(entry) && right(entry) : (entry) => left(entry) || right(entry);
    }
    case 'missing': {
      const of = valueOf(where.of, columns);
      return (entry) => of(entry) === null;
    }
    case 'in': {
      const of = valueOf(where.of, columns);
      const items = new Set(where.items.map((item) => valueOf(item, columns)(0)));
      return (entry) => {
        const value = of(entry);
        return value !== null && items.has(value) !== where.isNot;
      };
    }
    case 'compare': {
      const [left, right] = [valueOf(where.left, columns), valueOf(where.right, columns)];
      const compare = comparisons[where.operator];
      return (entry) => {
        const [a, b] = [left(entry), right(entry)];
        return a !== null && b !== null && compare(a, b);
      };
    }
    default:
      return () => false;
  }
}

type Value = number | string | null;

const comparisons: Readonly<Record<Comparison, (a: number | string, b: number | string) => boolean>> = {
  '==': (a, b) => a === b,
  '!=': (a, b) => a !== b,
  '<': (a, b) => a < b,
  '<=': (a, b) => a <= b,
  '>': (a, b) => a > b,
  '>=': (a, b) => a >= b,
};

/** Value of a part in an entry; null where it is missing or no finite number. */
function valueOf(where: Where, columns: ReadonlyMap<string, Column>): (entry: number) => Value {
  switch (where.kind) {
    case 'number':
    case 'text':
      return () => where.value;
    case 'column': {
      const { codes, texts, numbers, missingCode } = columns.get(where.name)!;
      const values: readonly Value[] = texts.map((text, code) =>
        code === missingCode ? null : numbers === null ? text : numbers[code],
      );
      return (entry) => values[codes[entry]];
    }
    case 'negative': {
      const of = valueOf(where.of, columns);
      return (entry) => {
        const value = of(entry);
        // 0 has no sign.
        return value === null ? null : 0 - Number(value);
      };
    }
    case 'arithmetic': {
      const [left, right] = [valueOf(where.left, columns), valueOf(where.right, columns)];
      const { operator } = where;
      return (entry) => {
        const [a, b] = [left(entry), right(entry)];
        if (a === null || b === null) return null;
        const result = calculate(Number(a), operator, Number(b));
        return Number.isFinite(result) ? result : null;
      };
    }
    default:
      return () => null;
  }
}

function calculate(a: number, operator: string, b: number): number {
  switch (operator) {
    case '+':
      return a + b;
    case '-':
      return a - b;
    case '*':
      return a * b;
    case '/':
      return a / b;
    default:
      return a % b;
  }
}
