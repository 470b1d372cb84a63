import { isMissingMark } from './missing-marks.js';
import { MONTH_NAMES } from './month-names.js';
import { trimBlanks } from './value.js';

const CLOCK = /^(?:[01]?\d|2[0-3]):[0-5]\d(?::[0-5]\d(?:[.,]\d+)?)?(?:\s?[AaPp]\.?[Mm]\.?)?$/;
const LENGTH = /^-?\d{1,5}:[0-5]\d(?::[0-5]\d)?(?:[.,]\d+)?$/;
const ISO_LENGTH = /^-?P(?=\d|T\d)(?:\d+Y)?(?:\d+M)?(?:\d+W)?(?:\d+D)?(?:T(?:\d+H)?(?:\d+M)?(?:\d+(?:[.,]\d+)?S)?)?$/;
const HOURS_AND_MINUTES = /^\d+\s?h(?:\s*\d+\s?m(?:\s*\d+\s?s)?)?$/i;
const SPELLED = /^(?:\d+\s?(?:h|hrs?|hours?|min|mins?|minutes?|s|secs?|seconds?|d|days?|Std|Stunden|Minuten)\.?\s*)+$/i;

const MONTH_NAME = new RegExp(
  `^(?:${Object.values(MONTH_NAMES)
    .flatMap(({ long, short }) => [...long, ...short])
    .join('|')})[a-zéû]?\\.?[-/. ,']{1,2}(?:\\d{4}|\\d\\d)$`,
  'iu',
);
const MONTH = /^(?:(?:1[5-9]|20|21)\d\d[-./](?:0?[1-9]|1[0-2])|(?:0?[1-9]|1[0-2])[-./](?:1[5-9]|20|21)\d\d)$/;
const QUARTER = /^(?:(?:19|20)\d\d[-/ ]?[QT][1-4]|[QT][1-4][-/ ]?(?:19|20)\d\d)$/i;

/** Texts of one kind make the others of a column odd from this share on. */
const NEARLY_ALL = 0.9;

/** Times that no type has, in words, and what to write instead. */
interface UntypedTimes {
  readonly what: string;
  readonly instead: string;
}

/** The kind of times that nearly all texts are and that no type has; null for others. */
export function readsAsTimes(texts: readonly string[]): UntypedTimes | null {
  const present = texts.filter((text) => !isMissingMark(text));
  if (present.length < 2) return null;
  const areNearlyAll = (isTime: (text: string) => boolean): boolean =>
    present.reduce((sum, text) => sum + Number(isTime(trimBlanks(text))), 0) >= NEARLY_ALL * present.length;
  const clock = 'times such as 07:30, or lengths such as 1:30:00, throughout';
  if (areNearlyAll((text) => CLOCK.test(text)))
    return { what: 'times of day or lengths of time in several formats', instead: clock };
  const isLength = (text: string): boolean =>
    LENGTH.test(text) || ISO_LENGTH.test(text) || SPELLED.test(text) || HOURS_AND_MINUTES.test(text);
  if (areNearlyAll(isLength)) return { what: 'lengths of time in words or several formats', instead: clock };
  if (areNearlyAll((text) => MONTH.test(text) || MONTH_NAME.test(text)))
    return { what: 'months', instead: 'days, such as 1945-03-01' };
  return areNearlyAll((text) => QUARTER.test(text)) ? { what: 'quarters', instead: 'days, such as 1945-04-01' } : null;
}
