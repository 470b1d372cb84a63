import type { Role } from '../../job/job.js';
import type { Column } from '../../table/table.js';
import { nameWords, personNames, wordsOf } from './name-words.js';
import { patternOf } from './value-patterns.js';

/** What a column may be, and why; a proposal to be checked by somebody who knows the data. */
export interface SuggestedRole {
  readonly suggestedRole: Role;
  readonly reason: string;
}

/** Rows with a value, from which on shares of them say something. */
const FEWEST_ROWS = 20;
/** Shares of the rows with a value whose value no other row has. */
const NEARLY_ALL = 0.95;
const MANY = 0.5;
/** So many values are kinds, not people. */
const FEW_VALUES = 20;
/** Texts of so many characters, on average, are sentences. */
const LONG_TEXT = 40;

/**
 * Suggests a role by these rules, the first that fits. Shares are those among the rows that have a value.
 *
 * 1. one value or none: drop;
 * 2. the spelling of mail addresses, telephone numbers, record numbers and the like: identifier;
 * 3. a name like `last_name`, `Vorname`, `email`, `ssn`, and more than 20 values: identifier;
 * 4. another value (of text, times included, or whole number) in 95 % of 20 rows or more: identifier, or drop where texts are long;
 *    but not whole numbers with a name like `age`, `salary`, which ranges or a model protect;
 * 5. a name like `id`, `case number`, `Aktenzeichen`, and every second row with a value of its own: identifier;
 * 6. days and times, whatever their name: quasi-identifier, since others know what happened on which day;
 * 7. a name like `diagnosis`, `salary`, `religion`: sensitive;
 * 8. a name like `age`, `zip`: quasi-identifier;
 * 9. postal codes, found by their spelling: quasi-identifier;
 * 10. else quasi-identifier, since what others may know of a person is seldom known.
 *
 * Sources: the 18 identifiers of HIPAA's Safe Harbor, 45 CFR 164.514(b)(2).
 *
 * @param counts - [distinct] rows per dictionary entry
 * @param times - what becomes of times: they `tell` who somebody is where nearly every row has its own (rule 4), or are released in
 *   `ranges` (rule 6), but for stamps of records by their name, such as `created_at`
 */
export function suggestRole(
  column: Column,
  counts: ArrayLike<number>,
  times: 'tell' | 'ranges' = 'tell',
): SuggestedRole {
  const { texts, missingCode, type } = column;
  let rows = 0;
  let unique = 0;
  for (let code = 0; code < texts.length; code++) {
    if (code === missingCode) continue;
    rows += counts[code];
    if (counts[code] === 1) unique++;
  }
  const distinct = texts.length - (missingCode < 0 ? 0 : 1);
  if (texts.length <= 1 || distinct === 0) return { suggestedRole: 'drop', reason: 'one value in all rows' };

  const pattern = patternOf(column);
  if (pattern?.role === 'identifier')
    return { suggestedRole: 'identifier', reason: `its values look like ${pattern.what}` };

  const words = wordsOf(column.name);
  const has = (known: ReadonlySet<string>): boolean => words.some((word) => known.has(word));
  const isKind = rows >= FEWEST_ROWS && distinct <= FEW_VALUES && unique < MANY * rows;
  const isName = has(nameWords.direct) || personNames.has(words.join(' '));
  if (isName && !isKind) return { suggestedRole: 'identifier', reason: 'its name' };

  const isTime = type === 'datetime' || pattern?.what === 'times';
  const isDay = type === 'date' || pattern?.what === 'days' || isTime;
  // Amounts with a currency, percent or groups of digits are measured, not counted.
  const isNumbering = isPlainWhole(column);
  // A stamp tells which record it is, however coarse.
  const tells = isTime && (times === 'tell' || has(nameWords.stamps));
  const isCountable = tells || (type === 'string' && pattern === null) || isNumbering;
  const isMeasured =
    (type === 'integer' || isNumbering) &&
    (has(nameWords.known) || has(nameWords.confidential)) &&
    !has(nameWords.numbering);
  if (isCountable && !isMeasured && rows >= FEWEST_ROWS && unique >= NEARLY_ALL * rows) {
    return averageLength(column) >= LONG_TEXT
      ? { suggestedRole: 'drop', reason: 'long texts of their own, which may name anybody' }
      : { suggestedRole: 'identifier', reason: 'nearly every row with a value has its own' };
  }
  if (has(nameWords.numbering) && isCountable && unique >= MANY * rows) {
    return { suggestedRole: 'identifier', reason: 'its name, and many rows with a value of their own' };
  }
  if (isDay)
    return {
      suggestedRole: 'quasi-identifier',
      reason: isTime ? 'times, finer than a year' : 'days, finer than a year',
    };
  if (has(nameWords.confidential)) return { suggestedRole: 'sensitive', reason: 'its name' };
  if (has(nameWords.known)) return { suggestedRole: 'quasi-identifier', reason: 'its name' };
  if (pattern !== null) return { suggestedRole: 'quasi-identifier', reason: `its values look like ${pattern.what}` };
  return { suggestedRole: 'quasi-identifier', reason: 'others may know it' };
}

/** Whole numbers without a format, or with decimals that are all zero, as some programs write all their numbers: `17.00`. */
function isPlainWhole({ type, format, numbers, missingCode }: Column): boolean {
  if (type === 'integer') return format === undefined;
  if (type !== 'number' || !/^0[.,]0+$/.test(format ?? '')) return false;
  return numbers?.every((number, code) => code === missingCode || Number.isInteger(number)) === true;
}

function averageLength({ texts }: Column): number {
  return texts.reduce((sum, text) => sum + text.length, 0) / Math.max(1, texts.length);
}
