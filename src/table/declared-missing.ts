import type { ColumnRules } from './build-column.js';
import { NO_DAYS } from './found-partial.js';
import { kindChecker } from './cell-problem.js';

/** Text of cells that are missing without a text of their own: the empty one, or the first that means missing. */
export const missingTextOf = (missing: ReadonlySet<string>): string =>
  missing.has('') || missing.size === 0 ? '' : [...missing][0];

/**
 * The rules of a column whose declared kind has texts of missing cells of its own, or takes odd cells for missing, or is one of days, among which 0000-00-00 is missing; the same rules elsewhere.
 *
 * @param text - what such cells become: a text that means missing in every column
 */
export function withDeclaredMissing(rules: ColumnRules, text: string): ColumnRules {
  const { declared, interpret } = rules;
  const check = declared?.odd === undefined ? null : kindChecker(declared);
  const isOfDays = declared?.type === 'date' || declared?.type === 'datetime';
  const marks = new Set([...(declared?.missing ?? []), ...(isOfDays ? NO_DAYS : [])]);
  if (check === null && marks.size === 0) return rules;
  return {
    ...rules,
    interpret: (spelling) => {
      const read = interpret(spelling);
      if (read.missing) return read;
      if (marks.has(read.content)) return { content: text, missing: true };
      return check === null || check(read.content) === null ? read : { content: text, missing: true, odd: true };
    },
  };
}
