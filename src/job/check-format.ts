import { formatPath } from '../base/describe.js';
import { InvalidArgumentError } from '../base/errors.js';
import { kindOfFormat } from '../table/spelling.js';
import type { AttributeSpec } from './job.js';

const EXPECTED = {
  date: 'days as in "DD.MM.YYYY", "MM/DD/YYYY", "D MMM YYYY" or "YYYYMMDD"',
  datetime: 'a day and a time as in "YYYY-MM-DD HH:mm:ss" or "DD.MM.YYYY HH:mm"',
  time: 'a time of day as in "HH:mm", "HH:mm:ss" or "h:mm A"',
  duration: 'a length of time as in "h:mm:ss", "m:ss" or "PT"',
  number: 'a pattern of numbers as in "#,##0.00", "0,0", "#.##0,00 €" or "0.0 %"',
};

/** Throws InvalidArgumentError `FORMAT_UNKNOWN` for a format that no values are written in, or that is not one of the type. */
export function checkFormat({ type, format }: AttributeSpec, name: string): void {
  if (format === undefined || kindOfFormat(type, format) !== null) return;
  const expected =
    type === undefined
      ? `${EXPECTED.date}, ${EXPECTED.datetime}, ${EXPECTED.time}, ${EXPECTED.duration}, or ${EXPECTED.number}`
      : type === 'string'
        ? 'no format, since the type is "string"'
        : EXPECTED[type === 'integer' ? 'number' : type];
  throw new InvalidArgumentError(
    formatPath(['attributes', name, 'format']),
    expected,
    JSON.stringify(format),
    'FORMAT_UNKNOWN',
  );
}
