import { isClockType } from './clock-format.js';
import { inferKind, isOfClock, isTime, PACKED_DAYS } from './infer-kind.js';
import { isPartialDay, NO_DAYS } from './found-partial.js';
import { isOpenNumber } from './kind-with-ends.js';
import { isMissingMark, missingFlag } from './missing-marks.js';
import type { ValueKind } from './table.js';
import { spellingOf } from './spelling.js';
import { trimBlanks, VALUE_EXPECTED } from './value.js';
import type { ValueProblem } from './value.js';

/** Reason why a cell is refused. */
export interface CellProblem {
  readonly code: string;
  readonly message: string;
}

/** A look at every cell of a column of a declared kind: what is wrong with it, or null. None for texts. */
export function kindChecker(kind: ValueKind | undefined): ((content: string) => CellProblem | null) | null {
  if (kind === undefined || kind.type === 'string') return null;
  const spelling = spellingOf(kind);
  const hasAnyFormat = kind.type === 'datetime' && kind.format === undefined;
  const clock = isClockType(kind.type) && kind.format === undefined ? kind.type : null;
  return (padded) => {
    const content = trimBlanks(padded);
    const value = spelling.read(content);
    if (
      typeof value === 'number' ||
      (hasAnyFormat && isTime(content)) ||
      isOpenNumber(content, kind) ||
      isPartialDay(content, kind)
    )
      return null;
    if (clock !== null && isOfClock(clock, content)) return null;
    if ((kind.type === 'date' || kind.type === 'datetime') && NO_DAYS.has(content)) return null;
    return { code: value, message: `${expectedOf(value, kind)}${nearest(content, kind)}` };
  };
}

/** 31 December 2024, 23:59: a day and a time that no column of people is likely to be made of. */
const EXAMPLE_DAY = 20_088;
const EXAMPLE_TIME = EXAMPLE_DAY * 86_400_000 + 86_340_000;

const EXAMPLE_CLOCK = 86_340_000;
const written = (format: string | undefined): string => (format === undefined ? '' : ` written ${format}`);

/** Suggests a format that fits, or a mark of a missing value; empty where there is none. */
function nearest(content: string, { type }: ValueKind): string {
  if (content !== '' && isMissingMark(content)) {
    if (/^nan$/i.test(content)) return '; if it stands for a missing value, name it in --missing or input.missing';
    const mark = JSON.stringify(content);
    return `; if ${mark} stands for a missing value, say ${missingFlag([content])}, or "input": {"missing": ["", ${mark}]}`;
  }
  const { kind, readings } = inferKind([content]);
  const isNumber = (each: ValueKind): boolean => each.type === 'number' || each.type === 'integer';
  const isAlike = (each: ValueKind): boolean =>
    each.type === type ||
    (isClockType(each.type) && isClockType(type)) ||
    (isNumber(each) && isNumber({ type })) ||
    (type !== 'string' && each.type === 'datetime');
  const packed = type === 'date' && typeof spellingOf(PACKED_DAYS).read(content) === 'number' ? [PACKED_DAYS] : [];
  const fitting = [kind, ...readings, ...packed].filter((each) => each.type !== 'string' && isAlike(each));
  const cures = fitting.map((each) =>
    each.format === undefined ? `"type": ${JSON.stringify(each.type)}` : `"format": ${JSON.stringify(each.format)}`,
  );
  return cures.length === 0 ? '' : `; this one fits ${cures.join(' or ')}`;
}

/** Describes the expected cell of a kind, with an example of the format; never the cell. */
export function expectedOf(problem: ValueProblem, kind: ValueKind): string {
  const { type, format } = kind;
  const spelling = spellingOf(kind);
  if (type === 'date' && format !== undefined) {
    return `expected a day of the calendar written ${format}, such as ${spelling.write(EXAMPLE_DAY)}`;
  }
  if (type === 'time') return `expected a time of day${written(format)}, such as ${spelling.write(EXAMPLE_CLOCK)}`;
  if (type === 'duration')
    return `expected a length of time${written(format)}, such as ${spelling.write(EXAMPLE_CLOCK)}`;
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
