import { HierarchyError } from '../base/errors.js';
import { count, counted } from '../base/numbers.js';
import { findMissingMarks, missingFlag } from '../table/missing-marks.js';
import { findOddCells } from '../table/odd-cells.js';
import { type Column, countRowsPerCode } from '../table/table.js';

/** HIERARCHY_TYPE for a column that is not of the expected type; counts the few cells that make it a column of texts, and says what cures that. */
export function wrongType(column: Column, expected: string): HierarchyError {
  const message = `${expected}, received ${column.type}${reasonOf(column)}`;
  return new HierarchyError('HIERARCHY_TYPE', column.name, message);
}

function reasonOf(column: Column): string {
  const marks = findMissingMarks(column);
  if (marks !== null && marks.kind.type !== 'string') {
    return `, since ${counted(marks.cells, 'cell')} ${marks.cells === 1 ? 'is' : 'are'} ${marks.marks.map((mark) => JSON.stringify(mark)).join(', ')}; ${missingFlag(marks.marks)}, or "missing" of "input", takes ${marks.cells === 1 ? 'it for a missing one' : 'them for missing ones'}`;
  }
  const found = findOddCells(column);
  if (found === null || found.odd.length === 0) return '';
  const rows = countRowsPerCode(column);
  const odd = [...found.odd.flatMap(({ codes }) => codes), ...found.marks].reduce((sum, code) => sum + rows[code], 0);
  const { type, format } = found.kind;
  const kind = format === undefined ? `"type": ${JSON.stringify(type)}` : `"format": ${JSON.stringify(format)}`;
  return `, since ${count(odd)} of its cells ${odd === 1 ? 'is' : 'are'} of another kind; ${kind} with "odd": "missing" takes ${odd === 1 ? 'it' : 'them'} for missing`;
}
