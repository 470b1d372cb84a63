import type { Column } from '../../table/table.js';
import {
  isAadhaar,
  isBsn,
  isCpf,
  isDni,
  isIban,
  isLuhn,
  isNhsNumber,
  isNir,
  isPesel,
  isSteuerId,
} from './check-digits.js';

/** A kind of value that its spelling shows. */
export interface ValuePattern {
  readonly what: string;
  readonly role: 'identifier' | 'quasi-identifier';
  readonly pattern: RegExp;
  /** Further test of a text that fits the pattern. */
  readonly isRight?: (text: string) => boolean;
  /** True where plain numbers have this spelling too, so that a check digit must decide. */
  readonly isOfDigits?: boolean;
}

/** A text without the signs that group its digits. */
const compact = (text: string): string => text.replace(/[\s./-]/g, '').toUpperCase();
const checked =
  (isRight: (text: string) => boolean) =>
  (text: string): boolean =>
    isRight(compact(text));

const isDay = (text: string): boolean => /^\d{1,4}[-./]\d{1,2}[-./]\d{1,4}(?:[ T]\d|$)/.test(text);
/** Months, school years and pressures of blood. */
const isPair = (text: string): boolean =>
  /^(?:(?:18|19|20)\d\d[-./ ](?:\d\d?|(?:18|19|20)\d\d)|\d\d?[-./ ](?:18|19|20)\d\d|\d{2,3}\/\d{2,3})$/.test(text);
/** A telephone number has a plus sign, brackets or groups; plain digits and dates are something else. */
const isTelephone = (text: string): boolean =>
  !isDay(text) && !isPair(text) && (/^\+|^\(|^00\d|\d[ /]\d/.test(text) || /^\d+(?:[-.]\d+){2,}$/.test(text));
/** A number of equal digits or of a plain row of zeros has a right check digit by chance. */
const isVaried = (text: string): boolean => !/^(\d)\1*$/.test(text);

/**
 * Identifiers of HIPAA's Safe Harbor (45 CFR 164.514(b)(2)), and numbers that states and banks give to people. Those of digits alone
 * need their check digit. The first that fits counts: cards stand before telephone numbers.
 */
const patterns: readonly ValuePattern[] = [
  { what: 'mail addresses', role: 'identifier', pattern: /^[^\s@]+@[^\s@]+\.[^\s@.]{2,}$/ },
  { what: 'web addresses', role: 'identifier', pattern: /^(?:https?:\/\/|www\.)\S+$/i },
  { what: 'addresses of machines', role: 'identifier', pattern: /^(?:\d{1,3}\.){3}\d{1,3}$|^(?=.*::|(?:.*:){7})[\da-f:]+$/i },
  { what: 'addresses of network cards', role: 'identifier', pattern: /^(?:[\da-f]{2}[:-]){5}[\da-f]{2}$/i },
  { what: 'social security numbers', role: 'identifier', pattern: /^\d{3}-\d{2}-\d{4}$/ },
  { what: 'bank accounts', role: 'identifier', pattern: /^[A-Z]{2}\d{2}(?: ?[\dA-Z]{4}){2,7}(?: ?[\dA-Z]{1,4})?$/ },
  { what: 'bank accounts', role: 'identifier', pattern: /^[a-z]{2}\d{2}[ -]?(?:[\da-z]{2,4}[ -]?){3,8}$/i, isRight: checked(isIban) },
  { what: 'tax codes of people', role: 'identifier', pattern: /^[a-z]{6}\d{2}[a-ehlmprst]\d{2}[a-z]\d{3}[a-z]$/i },
  { what: 'numbers of records', role: 'identifier', pattern: /^[\da-f]{8}-(?:[\da-f]{4}-){3}[\da-f]{12}$/i },
  { what: 'hashes', role: 'identifier', pattern: /^(?=.*[a-f])(?=.*\d)(?:[\da-f]{32}|[\da-f]{40}|[\da-f]{64})$/i },
  { what: 'vehicles', role: 'identifier', pattern: /^(?=.*[A-Z])(?=.*\d)[A-HJ-NPR-Z\d]{17}$/ },
  { what: 'cards', role: 'identifier', pattern: /^[2-6]\d{3}([ -])\d{4}\1\d{4}\1\d{4}$|^3\d{3}([ -])\d{6}\2\d{5}$/ },
  { what: 'cards', role: 'identifier', pattern: /^[2-6]\d(?:[ -]?\d){11,17}$/, isRight: (text) => isVaried(compact(text)) && isLuhn(compact(text)), isOfDigits: true },
  { what: 'identity numbers', role: 'identifier', pattern: /^(?:\d{8}|[XYZ]\d{7})-?[A-Z]$/i, isRight: checked(isDni) },
  { what: 'identity numbers', role: 'identifier', pattern: /^[12] ?\d{2} ?\d{2} ?(?:\d{2}|2[AB]) ?\d{3} ?\d{3} ?\d{2}$/i, isRight: checked(isNir), isOfDigits: true },
  { what: 'tax numbers of people', role: 'identifier', pattern: /^\d{3}\.\d{3}\.\d{3}-\d{2}$/ },
  { what: 'tax numbers of people', role: 'identifier', pattern: /^\d{11}$/, isRight: isCpf, isOfDigits: true },
  { what: 'tax numbers of people', role: 'identifier', pattern: /^[1-9]\d ?\d{3} ?\d{3} ?\d{3}$/, isRight: checked(isSteuerId), isOfDigits: true },
  { what: 'identity numbers', role: 'identifier', pattern: /^\d{2}(?:[02468][1-9]|[13579][0-2])[0-3]\d{6}$/, isRight: isPesel, isOfDigits: true },
  { what: 'identity numbers', role: 'identifier', pattern: /^\d{4} ?\d{4} ?\d{4}$/, isRight: checked(isAadhaar), isOfDigits: true },
  { what: 'identity numbers', role: 'identifier', pattern: /^(?:\d{2})?\d{2}[01]\d[0-3]\d[-+]\d{4}$/ },
  { what: 'NHS numbers', role: 'identifier', pattern: /^\d{3}[ -]?\d{3}[ -]?\d{4}$/, isRight: checked(isNhsNumber), isOfDigits: true },
  { what: 'identity numbers', role: 'identifier', pattern: /^\d{9}$/, isRight: isBsn, isOfDigits: true },
  { what: 'identity numbers', role: 'identifier', pattern: /^\d{3}[ -]\d{3}[ -]\d{3}$/, isRight: checked(isLuhn) },
  { what: 'telephone numbers', role: 'identifier', pattern: /^(?:\+|00|\()?\d[\d ()./-]{5,18}\d$/, isRight: isTelephone },
  { what: 'postal codes', role: 'quasi-identifier', pattern: /^(?:\d{5}-\d{4}|[A-Z]{1,2}\d[A-Z\d]? ?\d[A-Z]{2}|[A-Z]\d[A-Z] ?\d[A-Z]\d)$/i },
]; // prettier-ignore

/** Values looked at, and the share of them that must fit. */
const SAMPLE = 2000;
const SHARE = 0.8;
/** Fewer numbers than this have right check digits by chance. */
const FEWEST_NUMBERS = 4;

/** The spelling that most values of a column have, or null. Columns of numbers have only spellings with a check digit. */
export function patternOf(column: Column): ValuePattern | null {
  let found = foundOnce.get(column);
  if (found === undefined) foundOnce.set(column, (found = findPattern(column)));
  return found;
}

const foundOnce = new WeakMap<Column, ValuePattern | null>();

function findPattern({ type, texts, missingCode }: Column): ValuePattern | null {
  if (type !== 'string' && type !== 'integer') return null;
  const sample = texts
    .slice(0, SAMPLE + 1)
    .filter((_, code) => code !== missingCode)
    .slice(0, SAMPLE);
  if (sample.length === 0) return null;
  for (const known of patterns) {
    if (type === 'integer' && known.isOfDigits !== true) continue;
    if (known.isOfDigits === true && sample.length < FEWEST_NUMBERS) continue;
    const { pattern, isRight = () => true } = known;
    let misses = 0;
    const most = (1 - SHARE) * sample.length;
    for (const text of sample) if (!(pattern.test(text) && isRight(text)) && ++misses > most) break;
    if (misses <= most) return known;
  }
  if (type === 'integer') return null;
  const days = sample.filter(isDay);
  if (days.length >= SHARE * sample.length) {
    const times = days.filter((text) => /[ T]\d{1,2}:\d\d/.test(text)).length;
    return { what: times >= SHARE * days.length ? 'times' : 'days', role: 'quasi-identifier', pattern: /^/ };
  }
  return null;
}
