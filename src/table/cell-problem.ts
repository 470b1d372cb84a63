import type { ValueKind } from './table.js';
import { spellingOf } from './spelling.js';
import { VALUE_EXPECTED } from './value.js';
import type { ValueProblem } from './value.js';

/** Why a cell is refused. */
export interface CellProblem {
  readonly code: string;
  readonly message: string;
}

/** A look at every cell of a column of a declared kind: what is wrong with it, or null. None for texts. */
export function kindChecker(kind: ValueKind | undefined): ((content: string) => CellProblem | null) | null {
  if (kind === undefined || kind.type === 'string') return null;
  const spelling = spellingOf(kind);
  return (content) => {
    const value = spelling.read(content);
    return typeof value === 'number' ? null : { code: value, message: expectedOf(value, kind) };
  };
}

/** 31 December 2024, 23:59: a day and a time that no column of people is likely to be made of. */
const EXAMPLE_DAY = 20_088;
const EXAMPLE_TIME = EXAMPLE_DAY * 86_400_000 + 86_340_000;

/** What was expected of a cell of the kind, with an example of the format; never the cell. */
export function expectedOf(problem: ValueProblem, kind: ValueKind): string {
  const { type, format } = kind;
  const spelling = spellingOf(kind);
  if (type === 'date' && format !== undefined) {
    return `expected a day of the calendar written ${format}, such as ${spelling.write(EXAMPLE_DAY)}`;
  }
  if (type === 'datetime') {
    return `expected a day and a time${format === undefined ? '' : ` written ${format}`}, such as ${spelling.write(EXAMPLE_TIME)}`;
  }
  if (problem === 'NUMBER_SYNTAX' && format !== undefined) {
    const example = spelling.write(type === 'integer' ? 1234 : 1234.5);
    return `expected a ${type === 'integer' ? 'whole number' : 'number'} written ${format}, such as ${example}`;
  }
  if (problem === 'NUMBER_SYNTAX' && type === 'integer') return 'expected a whole number, found other text';
  return VALUE_EXPECTED[problem];
}
