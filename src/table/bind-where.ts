/** The types of an expression of `input.where` in a table. */
import { InvalidArgumentError } from '../base/errors.js';
import { listNames, nearCure, suggestion } from '../base/near-name.js';
import { columnsOfWhere, type Where, whereError } from './parse-where.js';
import { parseValue } from './spelling.js';
import type { Column, ValueKind } from './table.js';

/** Type of a part: what it compares with. `none`: a column without a value. */
type PartType = 'number' | 'date' | 'datetime' | 'time' | 'duration' | 'text' | 'condition' | 'none';

/** A part with its type, and the kind of its column, if it is one. */
interface Typed {
  readonly part: Where;
  readonly type: PartType;
  readonly kind?: ValueKind;
}

/** Columns as far as types need them. */
type Kinds = ReadonlyMap<string, Pick<Column, 'type' | 'format' | 'texts' | 'missingCode'>>;

const NOUNS: Readonly<Record<PartType, string>> = {
  number: 'a number',
  date: 'a day',
  datetime: 'a day with a time',
  time: 'a time of day',
  duration: 'a length of time',
  text: 'a text',
  condition: 'a condition',
  none: 'a column without a value',
};

/** Throws InvalidArgumentError UNKNOWN_COLUMN where an expression names no column of a table. */
export function requireWhereColumns(where: Where, columns: readonly string[], source = 'the table'): void {
  const known = new Set(columns);
  for (const [name, at] of columnsOfWhere(where)) {
    if (known.has(name)) continue;
    throw new InvalidArgumentError(
      'input.where',
      `names of columns of ${source}: ${listNames(columns)}${suggestion(name, columns)}`,
      `${JSON.stringify(name)}, at character ${at}`,
      'UNKNOWN_COLUMN',
      nearCure(name, columns),
    );
  }
}

/**
 * Checks the types of an expression. Days and times that are compared with columns of such become numbers, as the columns have them.
 *
 * @throws InvalidArgumentError UNKNOWN_COLUMN, WHERE_TYPE with the character
 */
export function bindWhere(where: Where, columns: readonly Column[]): Where {
  requireWhereColumns(
    where,
    columns.map(({ name }) => name),
  );
  const { part, type } = typed(where, new Map(columns.map((column) => [column.name, column])));
  requireCondition(part, type);
  return part;
}

/** Does some work on an expression that stands at another place of a job than `input.where`, and names that place in its errors. */
export function whereAt<Result>(path: string, work: () => Result): Result {
  try {
    return work();
  } catch (error) {
    if (!(error instanceof InvalidArgumentError) || error.argument !== 'input.where') throw error;
    throw new InvalidArgumentError(path, error.expected, error.received, error.code, error.cure);
  }
}

function requireCondition({ at }: Where, type: PartType): void {
  if (type !== 'condition') throw typeError(at, 'a condition, such as a comparison', NOUNS[type]);
}

const typeError = (at: number, expected: string, received: string): InvalidArgumentError =>
  whereError(at, expected, received, 'WHERE_TYPE');

function typed(part: Where, kinds: Kinds): Typed {
  switch (part.kind) {
    case 'number':
      return { part, type: 'number' };
    case 'text':
      return { part, type: 'text' };
    case 'column': {
      const kind = kinds.get(part.name)!;
      if (kind.texts.length === Number(kind.missingCode >= 0)) return { part, type: 'none' };
      const { type } = kind;
      return { part, type: type === 'string' ? 'text' : type === 'integer' ? 'number' : type, kind };
    }
    case 'negative': {
      const of = requireNumber(typed(part.of, kinds));
      return { part: { ...part, of: of.part }, type: 'number' };
    }
    case 'missing': {
      const of = typed(part.of, kinds);
      if (of.type === 'condition') throw typeError(part.of.at, 'a value in missing()', 'a condition');
      return { part: { ...part, of: of.part }, type: 'condition' };
    }
    case 'not': {
      const of = typed(part.of, kinds);
      requireCondition(of.part, of.type);
      return { part: { ...part, of: of.part }, type: 'condition' };
    }
    case 'and':
    case 'or': {
      const [left, right] = [typed(part.left, kinds), typed(part.right, kinds)];
      for (const side of [left, right]) requireCondition(side.part, side.type);
      return { part: { ...part, left: left.part, right: right.part }, type: 'condition' };
    }
    case 'arithmetic':
      return typedArithmetic(part, kinds);
    case 'compare':
      return typedComparison(part, kinds);
    case 'in': {
      const of = typed(part.of, kinds);
      const items = part.items.map((item) => alike(of, typed(item, kinds), 'in')[1].part);
      return { part: { ...part, of: of.part, items }, type: 'condition' };
    }
  }
}

function requireNumber(side: Typed): Typed {
  if (side.type === 'number' || side.type === 'none') return side;
  throw typeError(side.part.at, 'a number', NOUNS[side.type]);
}

/** Numbers; the days between two days; a day some days before or after another. */
function typedArithmetic(part: Where & { readonly kind: 'arithmetic' }, kinds: Kinds): Typed {
  const [left, right] = [typed(part.left, kinds), typed(part.right, kinds)];
  const { operator } = part;
  if (left.type === 'date' && (operator === '-' || operator === '+') && right.type !== 'number') {
    const [from, to] = operator === '-' ? alike(left, right, operator) : [left, requireNumber(right)];
    return { part: { ...part, left: from.part, right: to.part }, type: 'number' };
  }
  const isShift = left.type === 'date' && (operator === '-' || operator === '+');
  if (!isShift) requireNumber(left);
  requireNumber(right);
  const own = { part: { ...part, left: left.part, right: right.part } };
  return isShift ? { ...own, type: 'date', kind: { type: 'date' } } : { ...own, type: 'number' };
}

function typedComparison(part: Where & { readonly kind: 'compare' }, kinds: Kinds): Typed {
  const { operator } = part;
  const [left, right] = alike(typed(part.left, kinds), typed(part.right, kinds), operator);
  const isOrder = operator !== '==' && operator !== '!=';
  if (isOrder && left.type === 'text') {
    throw typeError(part.at, `numbers or days on both sides of ${operator}, since texts have no order`, 'texts');
  }
  return { part: { ...part, left: left.part, right: right.part }, type: 'condition' };
}

/** Two parts that can be compared; a text beside days or times becomes one. */
function alike(left: Typed, right: Typed, operator: string): [Typed, Typed] {
  const sides: [Typed, Typed] = [asDay(left, right), asDay(right, left)];
  const [a, b] = sides;
  for (const { type, part } of sides) {
    if (type !== 'condition') continue;
    throw typeError(part.at, `values on both sides of ${operator} (join comparisons by "and")`, 'a condition');
  }
  if (a.type === b.type || a.type === 'none' || b.type === 'none') return sides;
  const quotes = [a.type, b.type].sort().join() === 'number,text' ? ' (texts have quotes, numbers have none; "type" of an attribute says what a column has)' : ''; // prettier-ignore
  throw typeError(b.part.at, `${NOUNS[a.type]} behind ${operator}, as before it${quotes}`, NOUNS[b.type]);
}

const EXAMPLES = { date: '"2024-12-31"', datetime: '"2024-12-31T23:59:00"', time: '"23:59"', duration: '"1:23:45"' };

const isOfTime = (type: PartType): type is 'date' | 'datetime' | 'time' | 'duration' =>
  type === 'date' || type === 'datetime' || type === 'time' || type === 'duration';

function asDay(side: Typed, other: Typed): Typed {
  const { part } = side;
  if (part.kind !== 'text' || !isOfTime(other.type)) return side;
  const { type } = other;
  const inFormat = other.kind === undefined ? null : parseValue(part.value, other.kind);
  const value = typeof inFormat === 'number' ? inFormat : parseValue(part.value, { type });
  if (typeof value === 'number') return { part: { kind: 'number', at: part.at, value }, type };
  const example = EXAMPLES[type];
  throw typeError(part.at, `${NOUNS[type]}, such as ${example}`, 'another text');
}
