import { InputError } from '../base/errors.js';
import { mergeSpellings } from './build-column.js';
import type { Column, ColumnType } from './table.js';
import { allocateCodes, countRowsPerCode, Table } from './table.js';
import { parseValue, VALUE_EXPECTED } from './value.js';

/**
 * The table with columns of the types that a job declares; the same table when it has them already. A type was found from the
 * texts only where every text is its value's own spelling, so a column of any type is a column of texts without loss.
 *
 * @param declared - column name -> type; names that the table does not have are passed over
 * @throws InputError with the attribute, NUMBER_..., DATE_INVALID, for a text that is no value of the declared type
 */
export function withDeclaredTypes(table: Table, declared: ReadonlyMap<string, ColumnType>): Table {
  const isAsDeclared = ({ name, type }: Column): boolean => (declared.get(name) ?? type) === type;
  if (table.columns.every(isAsDeclared)) return table;
  const columns = table.columns.map((column) =>
    isAsDeclared(column) ? column : retype(column, declared.get(column.name)!),
  );
  return new Table(table.rows, columns, table.warnings, table.weights);
}

function retype(column: Column, type: ColumnType): Column {
  const { name, codes, texts, missingCode } = column;
  if (type === 'string') return { ...column, type, numbers: null };
  texts.forEach((text, code) => {
    if (code === missingCode) return;
    const value = parseValue(text, type);
    if (typeof value !== 'number') throw new InputError(value, VALUE_EXPECTED[value], { attribute: name });
  });
  // Spellings must differ for the missing one to be told apart.
  const merged = mergeSpellings(texts.length, (code) => (code === missingCode ? '\0' : texts[code]), {
    name,
    type,
    interpret: (spelling) =>
      spelling === '\0' ? { content: texts[missingCode], missing: true } : { content: spelling, missing: false },
  });
  const codeOf = merged.codes;
  if (codeOf === null) return { ...column, type, texts: merged.texts, numbers: merged.numbers };
  const rowsPerCode = new Uint32Array(merged.texts.length);
  countRowsPerCode(column).forEach((rows, code) => (rowsPerCode[codeOf[code]] += rows));
  const recoded = allocateCodes(codes.length, merged.texts.length);
  for (let entry = 0; entry < codes.length; entry++) recoded[entry] = codeOf[codes[entry]];
  return {
    name,
    type,
    codes: recoded,
    texts: merged.texts,
    numbers: merged.numbers,
    missingCode: merged.missingCode,
    rowsPerCode,
  };
}
