import { InputError } from '../base/errors.js';
import { runToCompletion } from '../base/steps.js';
import { mergeSpellings } from './build-column.js';
import type { Column, DeclaredKind, Warning } from './table.js';
import { allocateCodes, countRowsPerCode, Table } from './table.js';
import { kindChecker } from './cell-problem.js';
import { locatorOf } from './locate-cells.js';
import { withDeclaredMissing } from './declared-missing.js';
import { warnOfOddMissing } from './table-warnings.js';
import { isSameKind, kindOf } from './spelling.js';

/**
 * The table with columns of the types that a job declares; the same table when it has them already. A type was found from the
 * texts only where every text is its value's own spelling, so a column of any type is a column of texts without loss.
 *
 * @param declared - column name -> kind of values; names that the table does not have are passed over
 * @param declared - with `odd`, cells that do not fit the kind count as missing, with a warning
 * @throws InputError with the attribute, NUMBER_..., DATE_INVALID, TIME_INVALID, for a text that is no value of the declared type
 */
export function withDeclaredTypes(table: Table, declared: ReadonlyMap<string, DeclaredKind>): Table {
  const isAsDeclared = (column: Column): boolean => {
    const kind = declared.get(column.name) ?? column;
    // A type without a format takes the format that was found.
    const isOfKind = kind.format === undefined ? kind.type === column.type : isSameKind(kind, column);
    return isOfKind && !hasMarks(column, declared.get(column.name)?.missing);
  };
  if (table.columns.every(isAsDeclared)) return table;
  const noticed: Warning[] = [];
  const columns = table.columns.map((column) =>
    isAsDeclared(column) ? column : retype(column, declared.get(column.name)!, noticed),
  );
  // Findings about a column are void where another kind is declared.
  const retyped = new Set(table.columns.filter((column) => !isAsDeclared(column)).map(({ name }) => name));
  const warnings = table.warnings.filter(
    ({ code, attribute }) => code !== 'FORMAT_FOUND' || attribute === undefined || !retyped.has(attribute),
  );
  return new Table(table.rows, columns, [...warnings, ...noticed], table.weights);
}

/** True where cells of a column that are not missing have one of the texts of missing ones. */
const hasMarks = ({ texts, missingCode }: Column, marks: readonly string[] = []): boolean =>
  marks.some((mark) => texts.some((text, code) => text === mark && code !== missingCode));

function retype(column: Column, kind: DeclaredKind, noticed: Warning[]): Column {
  const { name, codes, texts, missingCode, rowsPerCode: known } = column;
  if (kind.type === 'string' && !hasMarks(column, kind.missing))
    return { name, ...kindOf(kind), codes, texts, numbers: null, missingCode, ...given(known) };
  const check = kindChecker(kind) ?? (() => null);
  const odd: number[] = [];
  texts.forEach((text, code) => {
    const problem = code === missingCode || kind.missing?.includes(text) === true ? null : check(text);
    if (problem === null) return;
    if (kind.odd === undefined) throw new InputError(problem.code, problem.message, { attribute: name });
    odd.push(code);
  });
  if (odd.length > 0) {
    const rows = countRowsPerCode(column);
    const cells = odd.reduce((sum, code) => sum + rows[code], 0);
    const { firstRow } = known === undefined ? locatorOf(column)(odd) : { firstRow: 0 };
    noticed.push(warnOfOddMissing(name, kind, { cells, firstRow }));
  }
  const missingText = missingCode < 0 ? '' : texts[missingCode];
  // The missing spelling must differ from all others.
  const merged = runToCompletion(
    mergeSpellings(
      texts.length,
      (code) => (code === missingCode ? '\0' : texts[code]),
      withDeclaredMissing(
        {
          name,
          declared: kind,
          interpret: (spelling) =>
            spelling === '\0' ? { content: missingText, missing: true } : { content: spelling, missing: false },
        },
        missingText,
      ),
    ),
  );
  const codeOf = merged.codes;
  const { texts: own, numbers } = merged;
  if (codeOf === null)
    return { name, ...kindOf(merged), codes, texts: own, numbers, missingCode: merged.missingCode, ...given(known) };
  const rowsPerCode = new Uint32Array(merged.texts.length);
  countRowsPerCode(column).forEach((rows, code) => (rowsPerCode[codeOf[code]] += rows));
  const recoded = allocateCodes(codes.length, merged.texts.length);
  for (let entry = 0; entry < codes.length; entry++) recoded[entry] = codeOf[codes[entry]];
  return {
    name,
    ...kindOf(merged),
    codes: recoded,
    texts: merged.texts,
    numbers: merged.numbers,
    missingCode: merged.missingCode,
    rowsPerCode,
  };
}

const given = (rowsPerCode: Uint32Array | undefined): Pick<Column, 'rowsPerCode'> =>
  rowsPerCode === undefined ? {} : { rowsPerCode };
