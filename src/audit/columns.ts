import { amount } from '../base/plural.js';
import { type Column, countRowsPerCode, type Table } from '../table/table.js';
import { countCodes } from './sensitive.js';
import type { AuditSpec } from './spec.js';
import { joinValues } from './values.js';
import type { JoinedValues } from './values.js';

/** A column that is released as it is, with its values numbered over original and release together. */
export interface KeptColumn {
  readonly original: Column;
  readonly release: Column;
  readonly values: JoinedValues;
}

/**
 * Checks which columns the release has, and that a column released as it is holds no cell that the original has not (or
 * not that often). Returns the kept columns. Yields after every column.
 *
 * @param blanks - `suppressed`: [entries of the release] 1 for suppressed rows, whose cells are blank; null without any
 */
export function* checkColumns(
  release: Table,
  spec: AuditSpec,
  original: Table | undefined,
  { missing, suppressed }: { readonly missing: ReadonlySet<string>; readonly suppressed: Uint8Array | null },
  problems: string[],
): Generator<void, KeptColumn[]> {
  const quasiIdentifiers = new Set(spec.quasiIdentifiers.map(({ name }) => name));
  const identifiers = new Set(spec.identifiers);
  const expected = spec.expectedColumns === undefined ? null : new Set(spec.expectedColumns);
  const allowed = spec.allowedColumns === undefined ? expected : new Set(spec.allowedColumns);
  const required = new Set([...quasiIdentifiers, ...(expected ?? [])]);
  if (spec.classColumn !== null) required.add(spec.classColumn);
  for (const name of required) {
    if (release.column(name) === undefined) problems.push(`column ${JSON.stringify(name)}: not in the release`);
  }

  const kept: KeptColumn[] = [];
  for (const column of release.columns) {
    yield;
    const name = JSON.stringify(column.name);
    const source = original?.column(column.name);
    if (identifiers.has(column.name)) problems.push(`column ${name}: an identifier is in the release`);
    else if (allowed !== null && !allowed.has(column.name)) problems.push(`column ${name}: not to be released`);
    else if (original !== undefined && source === undefined) problems.push(`column ${name}: not in the original`);
    else if (spec.pseudonyms?.includes(column.name) === true) {
      const others = countOthers(suppressed === null ? column : recount(column, release, suppressed), missing);
      if (others > 0) problems.push(`column ${name}: ${amount(others, 'cell is', 'cells are')} no pseudonym`);
    } else if (source !== undefined && !quasiIdentifiers.has(column.name) && !isAverage(spec, column.name)) {
      const values = joinValues(source, column, missing);
      const foreign = countForeign(source, suppressed === null ? column : recount(column, release, suppressed), values);
      if (foreign > 0)
        problems.push(
          `column ${name}: ${amount(foreign, 'cell is not a cell', 'cells are not cells')} of the original`,
        );
      kept.push({ original: source, release: column, values });
    }
  }
  return kept;
}

/** True for weights and columns of averages, which other checks read. */
const isAverage = ({ weight, averaged = [] }: AuditSpec, name: string): boolean =>
  name === weight?.column || averaged.some((each) => each.name === name);

/** Pseudonyms are 128 bits in hexadecimal digits. */
const PSEUDONYM = /^[0-9a-f]{32}$/;

/** Cells that are neither pseudonyms nor missing. */
const countOthers = (column: Column, missing: ReadonlySet<string>): number =>
  countRowsPerCode(column).reduce(
    (sum, rows, code) => (PSEUDONYM.test(column.texts[code]) || missing.has(column.texts[code]) ? sum : sum + rows),
    0,
  );

/** A column with the rows of its codes counted without the suppressed ones. */
function recount(column: Column, { weights }: Table, suppressed: Uint8Array): Column {
  const rowsPerCode = new Uint32Array(column.texts.length);
  column.codes.forEach((code, entry) => {
    if (suppressed[entry] === 0) rowsPerCode[code] += weights?.[entry] ?? 1;
  });
  return { ...column, rowsPerCode };
}

/** Cells of the release beyond those that the original has of each value. */
function countForeign(original: Column, release: Column, values: JoinedValues): number {
  const left = new Float64Array(values.count);
  countCodes(original).forEach((count, code) => (left[values.ofBase[code]] += count));
  countCodes(release).forEach((count, code) => (left[values.ofOther[code]] -= count));
  return left.reduce((foreign, rest) => (rest < 0 ? foreign - rest : foreign), 0);
}

/** Rows in, rows released, rows suppressed. */
export interface RowCounts {
  readonly rows: number;
  readonly released: number;
  readonly suppressed: number;
}

/** Counts rows, and checks that the counts fit each other. `starSuppressed`: suppressed rows that are in the release. */
export function checkRowCounts(
  release: Table,
  spec: AuditSpec,
  original: Table | undefined,
  starSuppressed: number,
  problems: string[],
): RowCounts {
  const star = spec.suppressed === 'star';
  const rows = original?.rows ?? (star ? release.rows : release.rows + (spec.suppressedRows ?? 0));
  const suppressed = starSuppressed + (star ? 0 : Math.max(0, rows - release.rows));
  if (star ? release.rows !== rows : release.rows > rows) {
    problems.push(`the release has ${amount(release.rows, 'row')}, the original ${rows}`);
  }
  if (spec.suppressedRows !== undefined && spec.suppressedRows !== suppressed) {
    problems.push(
      `${amount(suppressed, 'row is', 'rows are')} suppressed in the release, ${amount(spec.suppressedRows, 'was', 'were')} said to be`,
    );
  }
  if (spec.maxSuppressed !== undefined && suppressed > spec.maxSuppressed) {
    problems.push(`${amount(suppressed, 'row is', 'rows are')} suppressed, at most ${spec.maxSuppressed} may be`);
  }
  return { rows, released: release.rows - starSuppressed, suppressed };
}
