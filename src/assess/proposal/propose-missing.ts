import { counted } from '../../base/numbers.js';
import type { Steps } from '../../base/steps.js';
import { withDeclaredTypes } from '../../table/declared-types.js';
import { partialCodes } from '../../table/found-partial.js';
import { findOddCells } from '../../table/odd-cells.js';
import { findSentinelsInSteps } from '../../table/sentinels.js';
import type { OpenEnds } from '../../table/number-format.js';
import { isSameKind, kindOf, spellingOf } from '../../table/spelling.js';
import { type Column, countRowsPerCode, type DeclaredKind, type Table } from '../../table/table.js';
import type { Battery } from './batteries.js';
import type { ProposedColumn } from './proposed-column.js';

/** Cells that a proposed job takes for missing, by the name of their column. */
export type FoundMissing = ReadonlyMap<string, { readonly kind: DeclaredKind; readonly reasons: readonly string[] }>;

/** Maximum share of odd cells that are proposed as missing; a single one always is. */
const MOST_ODD = 0.01;
/** Minimum share of the cells that are numbers, days or times. */
const LEAST_GOOD = 0.95;

/**
 * Reads columns of numbers, days and times as such where a few odd cells keep them from it, and takes codes such as -9, 999 or 9999-12-31
 * for missing where they lie apart from the other values.
 *
 * @returns the table with these cells missing, and what the job says of each such column
 */
export function* withFoundMissing(
  given: Table,
  batteries: readonly Battery[] = [],
): Steps<{ readonly table: Table; readonly found: FoundMissing }> {
  const found = new Map<string, { kind: DeclaredKind; reasons: string[] }>();
  for (const column of given.columns) {
    yield;
    const odd = oddKind(column);
    if (odd !== null) found.set(column.name, { kind: odd.kind, reasons: [odd.reason] });
    const open = openReason(countOpen(column), 0);
    if (open !== null) found.set(column.name, { kind: kindOf(column), reasons: [open] });
    const partial = countCells(column, partialCodes(column));
    if (partial > 0) found.set(column.name, { kind: kindOf(column), reasons: [partialReason(partial)] });
  }
  yield;
  const read = withDeclaredTypes(given, new Map(Array.from(found, ([name, { kind }]) => [name, kind])));
  for (const column of read.columns) {
    const { marks } = yield* findSentinelsInSteps(column);
    if (marks.length === 0) continue;
    const rows = countRowsPerCode(column);
    const cells = marks.map((code) => `${counted(rows[code], 'cell')} ${JSON.stringify(column.texts[code])}`);
    const reason = `${cells.join(', ')} lie apart from the other values, as codes of missing ones do, and count as missing ("missing")`;
    const own = found.get(column.name) ?? { kind: kindOf(column), reasons: [] };
    const missing = marks.map((code) => column.texts[code]);
    found.set(column.name, { kind: { ...own.kind, missing }, reasons: [...own.reasons, reason] });
  }
  for (const battery of batteries) joinFound(battery, found);
  yield;
  return { table: withDeclaredTypes(read, new Map(Array.from(found, ([name, { kind }]) => [name, kind]))), found };
}

/** Codes of missing values that some columns of a battery have count as missing in all of them. */
function joinFound(battery: Battery, found: Map<string, { kind: DeclaredKind; reasons: string[] }>): void {
  const having = battery.flatMap((name) => found.get(name) ?? []);
  const isCode = having.every(({ kind }) => kind.odd === undefined && isSameKind(kind, having[0].kind));
  if (having.length === 0 || !isCode) return;
  const missing = [...new Set(having.flatMap(({ kind }) => kind.missing ?? []))].sort();
  const codes = missing.map((code) => JSON.stringify(code)).join(' and ');
  const reason = `${codes} lie apart from the other values in ${having.length} of these columns, as codes of missing ones do, and count as missing ("missing")`;
  for (const name of battery) found.set(name, { kind: { ...having[0].kind, missing }, reasons: [reason] });
}

const NOUNS: Readonly<Partial<Record<Column['type'], string>>> = { date: 'day', datetime: 'time', time: 'time of day', duration: 'length of time' }; // prettier-ignore

/** The kind of a column but for a few odd cells, which count as missing; null where it has none or too many. */
function oddKind(column: Column): { readonly kind: DeclaredKind; readonly reason: string } | null {
  const found = findOddCells(column);
  if (found === null || found.formats.length > 0) return null;
  const rows = countRowsPerCode(column);
  const count = (codes: readonly number[]): number => codes.reduce((sum, code) => sum + rows[code], 0);
  const open = openReason(count(found.open), count(found.beyond));
  if (found.odd.length === 0) return open === null ? null : { kind: found.kind, reason: open };
  const odd = count(found.odd.flatMap(({ codes }) => codes));
  if (odd > Math.max(1, MOST_ODD * found.cells) || found.cells - odd < LEAST_GOOD * found.cells) return null;
  const all = odd + count(found.marks);
  const what = NOUNS[found.kind.type] ?? 'number';
  const [are, they] = all === 1 ? [`is not a ${what}`, 'counts'] : [`are not ${what}s`, 'count'];
  const reason = `${counted(all, 'cell')} ${are} and ${they} as missing ("odd")`;
  return { kind: { ...found.kind, odd: 'missing' }, reason: open === null ? reason : `${open}; ${reason}` };
}

const countCells = (column: Column, codes: readonly number[]): number => {
  const rows = countRowsPerCode(column);
  return codes.reduce((sum, code) => sum + rows[code], 0);
};

const partialReason = (cells: number): string =>
  `${counted(cells, 'cell')} ${cells === 1 ? 'has' : 'have'} no known day or month and ${cells === 1 ? 'is' : 'are'} read as the month or the year`;

/** Cells of a column of numbers that have an open end. */
function countOpen(column: Column): number {
  const { low, high } = column.numbers === null ? ({} as OpenEnds) : spellingOf(column).open;
  if (low === undefined && high === undefined) return 0;
  const rows = countRowsPerCode(column);
  return rows.reduce((sum, n, code) => ([low, high].includes(column.numbers![code]) ? sum + n : sum), 0);
}

/** Describes the numbers with an open end and those that it covers, by their cells; null where there are none. */
function openReason(open: number, beyond: number): string | null {
  if (open === 0) return null;
  const covered =
    beyond === 0 ? '' : `, and ${counted(beyond, 'cell')} beyond it ${beyond === 1 ? 'is' : 'are'} read as the end`;
  return `${counted(open, 'cell')} ${open === 1 ? 'has' : 'have'} an open end, as in 90+${covered}`;
}

/** A released column with the cells that count as missing, and why. */
export function sayMissing(proposed: ProposedColumn, found: FoundMissing): ProposedColumn {
  const own = found.get(proposed.name);
  if (own === undefined || !['quasi-identifier', 'sensitive'].includes(proposed.role)) return proposed;
  const { kind, reasons } = own;
  const reason = [proposed.reason, ...reasons].join('; ');
  const { missing } = kind;
  // Codes of digits are texts, among which no cell is odd.
  const read = proposed.type === 'string' ? { missing } : kind;
  return missing === undefined && proposed.type === 'string' ? proposed : { ...proposed, ...read, reason };
}
