import { bindWhere } from '../table/bind-where.js';
import { parseWhere, type Where } from '../table/parse-where.js';
import { type Column, Table } from '../table/table.js';
import { withRows } from './drawn-rows.js';

/** Rows of the original that the job takes: those that fulfil `where`, each as often as its cell in the column `count` says. */
interface AuditTaken {
  readonly where?: string;
  readonly count?: string;
}

/** The rows of an original that a job takes. */
interface TakenOriginal {
  readonly table: Table;
  /** Rows that do not fulfil `where`. */
  readonly rowsFilteredOut: number;
}

/**
 * The rows of an original that a job takes, found row by row. The rows of a counted table stay counted. Null where a column is not
 * there, or a cell of the column `count` is no whole number from 0.
 */
export function* takeOriginal(given: Table, { where, count }: AuditTaken): Generator<void, TakenOriginal | null> {
  if (where === undefined && count === undefined) return { table: given, rowsFilteredOut: 0 };
  const bound = where === undefined ? null : bindWhere(parseWhere(where), given.columns);
  const times = count === undefined ? undefined : given.column(count);
  if (count !== undefined && times?.numbers == null) return null;
  const byName = new Map(given.columns.map((column) => [column.name, column]));
  const entries: number[] = [];
  const weights: number[] = [];
  let rowsFilteredOut = 0;
  for (let entry = 0; entry < given.entries; entry++) {
    if (entry % 65_536 === 0) yield;
    if (bound !== null && !holds(bound, byName, entry)) {
      rowsFilteredOut += given.weights?.[entry] ?? 1;
      continue;
    }
    const own = times === undefined ? 1 : times.numbers![times.codes[entry]];
    if (!(own >= 0) || !Number.isInteger(own)) return null;
    if (own === 0) continue;
    if (given.weights === null) for (let row = 0; row < own; row++) entries.push(entry);
    else {
      entries.push(entry);
      weights.push(own * given.weights[entry]);
    }
  }
  const kept = Uint32Array.from(entries);
  const own = given.weights === null ? null : Uint32Array.from(weights);
  const rows = own === null ? kept.length : weights.reduce((sum, each) => sum + each, 0);
  const columns = given.columns.map((column) => withRows(column, kept, own));
  return { table: new Table(rows, columns, given.warnings, own), rowsFilteredOut };
}

type Columns = ReadonlyMap<string, Column>;

/** True where an entry fulfils a condition; a comparison with a missing value is false. */
export function holds(part: Where, columns: Columns, entry: number): boolean {
  if (part.kind === 'not') return !holds(part.of, columns, entry);
  if (part.kind === 'and') return holds(part.left, columns, entry) && holds(part.right, columns, entry);
  if (part.kind === 'or') return holds(part.left, columns, entry) || holds(part.right, columns, entry);
  if (part.kind === 'missing') return read(part.of, columns, entry) === undefined;
  if (part.kind === 'in') {
    const value = read(part.of, columns, entry);
    const isThere = part.items.some((item) => read(item, columns, entry) === value);
    return value !== undefined && isThere === !part.isNot;
  }
  if (part.kind !== 'compare') return false;
  const left = read(part.left, columns, entry);
  const right = read(part.right, columns, entry);
  if (left === undefined || right === undefined) return false;
  if (part.operator === '==') return left === right;
  if (part.operator === '!=') return left !== right;
  if (part.operator === '<') return left < right;
  if (part.operator === '<=') return left <= right;
  return part.operator === '>' ? left > right : left >= right;
}

/** The value of a part; undefined where it is missing. */
function read(part: Where, columns: Columns, entry: number): number | string | undefined {
  if (part.kind === 'number' || part.kind === 'text') return part.value;
  if (part.kind === 'column') {
    const { codes, texts, numbers, missingCode } = columns.get(part.name)!;
    const code = codes[entry];
    if (code === missingCode) return undefined;
    return numbers === null ? texts[code] : numbers[code];
  }
  if (part.kind === 'negative') {
    const of = read(part.of, columns, entry) as number | undefined;
    return of === undefined ? undefined : 0 - of;
  }
  if (part.kind !== 'arithmetic') return undefined;
  const left = read(part.left, columns, entry) as number | undefined;
  const right = read(part.right, columns, entry) as number | undefined;
  if (left === undefined || right === undefined) return undefined;
  const results = { '+': left + right, '-': left - right, '*': left * right, '/': left / right, '%': left % right };
  const result = results[part.operator];
  return Number.isFinite(result) ? result : undefined;
}
