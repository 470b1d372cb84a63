/** The expressions of `input.where`: parsed by jsep, which makes no code of texts. */
import * as jsep from 'jsep';
import { InvalidArgumentError } from '../base/errors.js';
import { parseNumber } from './value.js';

/** A part of an expression; `at` is its first character, from 1. */
export type Where = { readonly at: number } & (
  | { readonly kind: 'column'; readonly name: string }
  | { readonly kind: 'number'; readonly value: number }
  | { readonly kind: 'text'; readonly value: string }
  | { readonly kind: 'negative' | 'not' | 'missing'; readonly of: Where }
  | { readonly kind: 'and' | 'or'; readonly left: Where; readonly right: Where }
  | { readonly kind: 'arithmetic'; readonly operator: Arithmetic; readonly left: Where; readonly right: Where }
  | { readonly kind: 'compare'; readonly operator: Comparison; readonly left: Where; readonly right: Where }
  | { readonly kind: 'in'; readonly isNot: boolean; readonly of: Where; readonly items: readonly Where[] }
);

type Arithmetic = '+' | '-' | '*' | '/' | '%';
export type Comparison = '==' | '!=' | '<' | '<=' | '>' | '>=';

/** Maximum characters of an expression, and parts inside one another. */
const MOST_CHARACTERS = 10_000;
const DEEPEST = 100;

const ARITHMETIC: readonly string[] = ['+', '-', '*', '/', '%'];
const COMPARISONS: readonly string[] = ['==', '!=', '<', '<=', '>', '>='];

const EXAMPLE = 'such as "age >= 18 and not missing(income)"';

/** An error of an expression, at a character from 1. */
export const whereError = (
  at: number,
  expected: string,
  received: string,
  code = 'WHERE_INVALID',
): InvalidArgumentError => new InvalidArgumentError('input.where', expected, `${received}, at character ${at}`, code);

/** A node of jsep, with the place that {@link Parser} notes. */
interface Node {
  readonly type: string;
  at?: number;
  readonly operator?: string;
  readonly name?: string;
  readonly value?: unknown;
  readonly raw?: string;
  readonly left?: Node;
  readonly right?: Node;
  readonly argument?: Node;
  readonly callee?: Node;
  readonly arguments?: readonly Node[];
  readonly elements?: readonly (Node | null)[];
  readonly expressions?: readonly Node[];
  readonly body?: readonly Node[];
}

const WORDS = /(?:and|or|not\s+in|in)(?![\p{L}\p{N}_$])/iuy;
const SIGNS = /&&|\|\||==|!=|<>|<=|>=|[=<>+\-*/%]/y;
const NOT = /not(?![\p{L}\p{N}_$])/iuy;
const NAME = /`((?:[^`]|``)*)`/y;

/** Operators of jsep by ours: of two with one meaning, those that bind alike. */
const OPERATORS: Readonly<Record<string, string>> = {
  and: '&&',
  or: '||',
  '=': '==',
  '<>': '!=',
  in: '===',
  'not in': '!==',
};

/** The parser of jsep, which its types do not name. */
interface BaseParser {
  index: number;
  readonly expr: string;
  gobbleSpaces(): void;
  gobbleBinaryOp(): string | false;
  gobbleBinaryExpression(): Node | false;
  gobbleToken(): Node | false;
  gobbleGroup(): Node | false;
  gobbleArguments(end: number): Node[];
  throwError(message: string): never;
  parse(): Node;
}

const { Jsep } = jsep as unknown as { readonly Jsep: new (text: string) => BaseParser };

/** Reads the words `and`, `or`, `not`, `in` and names in backquotes too, and notes places; the settings of jsep, which programs share, stay as they are. */
class Parser extends Jsep {
  #depth = 0;
  /** True behind `not`, which ends before `and` and `or`. */
  #isNot = false;

  #find(pattern: RegExp): RegExpExecArray | null {
    pattern.lastIndex = this.index;
    return pattern.exec(this.expr);
  }

  override gobbleBinaryOp(): string | false {
    this.gobbleSpaces();
    const found = this.#find(WORDS) ?? this.#find(SIGNS);
    if (found === null) return false;
    const word = found[0].toLowerCase().replace(/\s+/, ' ');
    const operator = Object.hasOwn(OPERATORS, word) ? OPERATORS[word] : word;
    if (this.#isNot && (operator === '&&' || operator === '||')) return false;
    this.index += found[0].length;
    return operator;
  }

  override gobbleToken(): Node | false {
    this.gobbleSpaces();
    const at = this.index + 1;
    if (++this.#depth > DEEPEST) this.throwError('parts that are nested too deeply');
    const node = this.#token();
    this.#depth--;
    if (node) node.at ??= at;
    return node;
  }

  #token(): Node | false {
    const name = this.#find(NAME);
    if (name !== null) {
      this.index += name[0].length;
      return { type: 'Identifier', name: name[1].replaceAll('``', '`') };
    }
    if (this.#find(NOT) === null) return super.gobbleToken();
    this.index += 3;
    const argument = this.#within(true, () => this.gobbleBinaryExpression());
    if (!argument) this.throwError('a condition behind "not"');
    return { type: 'UnaryExpression', operator: '!', argument };
  }

  override gobbleGroup(): Node | false {
    return this.#within(false, () => super.gobbleGroup());
  }

  override gobbleArguments(end: number): Node[] {
    return this.#within(false, () => super.gobbleArguments(end));
  }

  #within<Result>(isNot: boolean, read: () => Result): Result {
    const before = this.#isNot;
    this.#isNot = isNot;
    const result = read();
    this.#isNot = before;
    return result;
  }
}

/**
 * Parses an expression of `input.where`.
 *
 * @throws InvalidArgumentError WHERE_INVALID with the character
 */
export function parseWhere(text: string): Where {
  if (text.length > MOST_CHARACTERS) {
    throw whereError(MOST_CHARACTERS + 1, `at most ${MOST_CHARACTERS} characters`, `${text.length}`);
  }
  let node: Node;
  try {
    node = new Parser(text).parse();
  } catch (error) {
    const { index = 0, description = '' } = error as { readonly index?: number; readonly description?: string };
    // Messages of the parser may hold pieces of the text.
    const expected = /^(?:a |parts )/.test(description) ? description : 'an expression';
    throw whereError(index + 1, `${expected}, ${EXAMPLE}`, index >= text.length ? 'its end' : 'something else');
  }
  if (node.type === 'Compound') {
    const [, second] = node.body ?? [];
    const received = second === undefined ? 'nothing' : 'two expressions (join them by "and" or "or")';
    throw whereError(placeOf(second), `an expression, ${EXAMPLE}`, received);
  }
  return partOf(node);
}

const placeOf = (node: Node | null | undefined): number =>
  node?.at ?? (node?.left === undefined ? 1 : placeOf(node.left));

function partOf(node: Node): Where {
  const at = placeOf(node);
  const { type, operator = '', left, right, argument } = node;
  switch (type) {
    case 'Identifier':
      return { kind: 'column', at, name: node.name! };
    case 'Literal':
      return literalOf(node, at);
    case 'UnaryExpression':
      if (operator === '!') return { kind: 'not', at, of: partOf(argument!) };
      if (operator === '-') return { kind: 'negative', at, of: partOf(argument!) };
      break;
    case 'BinaryExpression':
      return binaryOf(operator, at, left!, right!);
    case 'CallExpression': {
      const [of, ...others] = node.arguments ?? [];
      if (node.callee?.name?.toLowerCase() !== 'missing' || of === undefined || others.length > 0) {
        throw whereError(at, 'the function missing(column), and no other', 'another call');
      }
      return { kind: 'missing', at, of: partOf(of) };
    }
    case 'MemberExpression':
      throw whereError(at, 'the name of a column, in `backquotes` where it has other characters than letters, digits and _', 'a name with a dot or a bracket'); // prettier-ignore
    default:
  }
  throw whereError(at, 'columns, numbers, texts, comparisons, "and", "or", "not", "in", arithmetic or missing(column)', 'something else'); // prettier-ignore
}

function literalOf({ value, raw = '' }: Node, at: number): Where {
  if (typeof value === 'string') return { kind: 'text', at, value };
  const number = typeof value === 'number' ? parseNumber(raw) : 'NUMBER_SYNTAX';
  if (typeof number === 'number') return { kind: 'number', at, value: number };
  const expected =
    typeof value === 'number'
      ? 'a number that a double holds exactly'
      : 'a number or a text in quotes (missing(column) finds missing cells)';
  throw whereError(at, expected, 'another literal');
}

function binaryOf(operator: string, at: number, left: Node, right: Node): Where {
  if (operator === '&&' || operator === '||') {
    return { kind: operator === '&&' ? 'and' : 'or', at, left: partOf(left), right: partOf(right) };
  }
  if (operator === '===' || operator === '!==') {
    return { kind: 'in', at, isNot: operator === '!==', of: partOf(left), items: itemsOf(right) };
  }
  const sides = { at, left: partOf(left), right: partOf(right) };
  if (ARITHMETIC.includes(operator)) return { kind: 'arithmetic', operator: operator as Arithmetic, ...sides };
  if (COMPARISONS.includes(operator)) return { kind: 'compare', operator: operator as Comparison, ...sides };
  throw whereError(at, 'a comparison, "and", "or", "in" or arithmetic', 'another operator');
}

/** The items of a list, `[1, 2]` or `(1, 2)`. */
function itemsOf(node: Node): Where[] {
  const listed = node.type === 'ArrayExpression' ? node.elements : node.type === 'SequenceExpression' ? node.expressions : [node]; // prettier-ignore
  return (listed ?? []).map((each) => {
    const item = each === null ? null : partOf(each);
    const isValue = (part: Where): boolean =>
      part.kind === 'number' || part.kind === 'text' || (part.kind === 'negative' && isValue(part.of));
    if (item !== null && isValue(item)) return item;
    throw whereError(placeOf(each ?? node), 'numbers or texts in the list behind "in"', 'something else');
  });
}

/** Names of the columns of an expression, each once, with their places. */
export function columnsOfWhere(where: Where): Map<string, number> {
  const names = new Map<string, number>();
  const visit = (part: Where): void => {
    if (part.kind === 'column') {
      if (!names.has(part.name)) names.set(part.name, part.at);
      return;
    }
    if ('of' in part) visit(part.of);
    if ('left' in part) visit(part.left);
    if ('right' in part) visit(part.right);
  };
  visit(where);
  return names;
}
