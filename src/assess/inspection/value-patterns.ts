import type { Column } from '../../table/table.js';
import { familyNames, givenNames } from './name-lists.js';
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
  readonly role: 'identifier' | 'quasi-identifier' | 'sensitive';
  readonly pattern: RegExp;
  /** Further test of a text that fits the pattern. */
  readonly isRight?: (text: string) => boolean;
  /** True where plain numbers have this spelling too, so that a check digit must decide. */
  readonly isOfDigits?: boolean;
  /** Further test of all texts, where one alone may be something else. */
  readonly areRight?: (texts: readonly string[]) => boolean;
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

/** Texts of one word from which on names in it are no chance, and the share of them that has one. */
const FEWEST_ACCOUNTS = 10;
const ACCOUNTS = 0.4;

/** A name of people within one word: `anna_12`, `ameyer`, `meyera`. */
const hasNameWithin = (text: string): boolean =>
  text
    .toLowerCase()
    .split(/[^a-z]+/)
    .some(
      (word) =>
        word.length >= 3 &&
        (givenNames.has(word) ||
          [word, word.slice(1), word.slice(0, -1)].some((each) => each.length > 3 && familyNames.has(each))),
    );

/** Names in lower case with signs that no name has: numbers, dots, or an initial that is written together with it. */
function areAccounts(texts: readonly string[]): boolean {
  if (texts.length < FEWEST_ACCOUNTS) return false;
  const signs = texts.filter((text) => /\d|[._]/.test(text) || !familyNames.has(text.toLowerCase())).length;
  const names = texts.filter((text) => !/^\p{Lu}\p{Ll}+$/u.test(text) && hasNameWithin(text)).length;
  return signs >= texts.length / 2 && names >= ACCOUNTS * texts.length;
}

/**
 * Identifiers of HIPAA's Safe Harbor (45 CFR 164.514(b)(2)), and numbers that states and banks give to people. Those of digits alone
 * need their check digit. The first that fits counts: cards stand before telephone numbers.
 */
const patterns: readonly ValuePattern[] = [
  { what: 'mail addresses', role: 'identifier', pattern: /^[^\s@]+@[^\s@]+\.[^\s@.]{2,}$/ },
  { what: 'accounts', role: 'identifier', pattern: /^@[\w.-]{2,40}(?:@[\w-]+(?:\.[\w-]+)+)?$|^\/?u\/[\w-]{3,}$|^live:[\w.:-]+$/ },
  { what: 'accounts', role: 'identifier', pattern: /^[a-z][a-z\d._-]{2,30}$/i, areRight: areAccounts },
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

/** True where at least such a share of the texts fits, and there are several. */
const hasShare =
  (share: number, pattern: RegExp) =>
  (texts: readonly string[]): boolean =>
    texts.length >= 3 && texts.filter((text) => pattern.test(text)).length >= share * texts.length;

/** Codes of diagnoses, drugs, procedures and tests. Districts, cabins and rooms are short codes too: some signs must say more. */
const medicalPatterns: readonly ValuePattern[] = [
  {
    what: 'codes of diagnoses (ICD-10)',
    role: 'sensitive',
    pattern: /^(?:ICD-?10(?:-?[A-Z]{2})?[: ] ?)?[A-Z]\d[\dA-Z](?:\.[\dA-Z]{1,4})?[-+*!†]?$/,
    areRight: hasShare(0.2, /^ICD|[A-Z]\d[\dA-Z]\.[\dA-Z]/),
  },
  {
    what: 'codes of drugs (ATC)',
    role: 'sensitive',
    pattern: /^[ABCDGHJLMNPRSV](?:0[1-9]|1[0-6]|20|5\d)[A-Z]{2}(?:\d{2})?$/,
    areRight: hasShare(0.2, /\d{2}$/),
  },
  {
    what: 'codes of procedures (OPS)',
    role: 'sensitive',
    pattern: /^[1-9]-\d{2}[\da-z](?:\.[\da-z]{1,2})?$/,
    areRight: hasShare(0.2, /\./),
  },
  {
    what: 'codes of cases (DRG)',
    role: 'sensitive',
    pattern: /^[A-Z]\d{2}[A-IZ]$/,
    // Several chapters and degrees of severity.
    areRight: (texts) => [0, 3].every((at) => new Set(texts.map((text) => text[at])).size >= 3),
  },
  {
    what: 'codes of tests (LOINC)',
    role: 'sensitive',
    pattern: /^\d{1,5}-\d$/,
    isRight: checked(isLuhn),
    areRight: (texts) => texts.length >= FEWEST_NUMBERS,
  },
  {
    what: 'blood groups',
    role: 'sensitive',
    pattern: /^(?:A|B|AB|O|0) ?(?:[+-]|(?:rh ?)?(?:pos|neg|[+-]).*)$/i,
    areRight: (texts) => texts.length >= 3 && texts.some((text) => /^(?:AB|O|0)/i.test(text)),
  },
  {
    what: 'alleles',
    role: 'sensitive',
    pattern: /^(?:HLA-)?(?:[A-C]|D[RQP][AB]\d?)\*\d{2,3}(?::\d{2,3})*$/,
  },
];

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
  for (const known of [...patterns, ...medicalPatterns]) {
    if (type === 'integer' && known.isOfDigits !== true) continue;
    if (known.isOfDigits === true && sample.length < FEWEST_NUMBERS) continue;
    const { pattern, isRight = () => true, areRight = () => true } = known;
    let misses = 0;
    const most = (1 - SHARE) * sample.length;
    for (const text of sample) if (!(pattern.test(text) && isRight(text)) && ++misses > most) break;
    if (misses <= most && areRight(sample)) return known;
  }
  if (type === 'integer') return null;
  const days = sample.filter(isDay);
  if (days.length >= SHARE * sample.length) {
    const times = days.filter((text) => /[ T]\d{1,2}:\d\d/.test(text)).length;
    return { what: times >= SHARE * days.length ? 'times' : 'days', role: 'quasi-identifier', pattern: /^/ };
  }
  return null;
}
