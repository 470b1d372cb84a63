import type { Column } from '../../table/table.js';

/** A kind of value that can be told from its spelling. */
export interface ValuePattern {
  readonly what: string;
  readonly role: 'identifier' | 'quasi-identifier';
  readonly pattern: RegExp;
}

/** Identifiers of HIPAA's Safe Harbor (45 CFR 164.514(b)(2)) that have a spelling of their own. */
const patterns: readonly ValuePattern[] = [
  { what: 'mail addresses', role: 'identifier', pattern: /^[^\s@]+@[^\s@]+\.[^\s@.]{2,}$/ },
  { what: 'web addresses', role: 'identifier', pattern: /^(?:https?:\/\/|www\.)\S+$/i },
  { what: 'addresses of machines', role: 'identifier', pattern: /^(?:\d{1,3}\.){3}\d{1,3}$|^(?=.*::|(?:.*:){7})[\da-f:]+$/i },
  { what: 'addresses of network cards', role: 'identifier', pattern: /^(?:[\da-f]{2}[:-]){5}[\da-f]{2}$/i },
  { what: 'social security numbers', role: 'identifier', pattern: /^\d{3}-\d{2}-\d{4}$/ },
  { what: 'bank accounts', role: 'identifier', pattern: /^[A-Z]{2}\d{2}(?: ?[\dA-Z]{4}){2,7}(?: ?[\dA-Z]{1,4})?$/ },
  { what: 'numbers of records', role: 'identifier', pattern: /^[\da-f]{8}-(?:[\da-f]{4}-){3}[\da-f]{12}$/i },
  { what: 'vehicles', role: 'identifier', pattern: /^(?=.*[A-Z])(?=.*\d)[A-HJ-NPR-Z\d]{17}$/ },
  { what: 'telephone numbers', role: 'identifier', pattern: /^(?:\+|00|\()?\d[\d ()./-]{5,18}\d$/ },
  { what: 'postal codes', role: 'quasi-identifier', pattern: /^(?:\d{5}-\d{4}|[A-Z]{1,2}\d[A-Z\d]? ?\d[A-Z]{2}|[A-Z]\d[A-Z] ?\d[A-Z]\d)$/i },
]; // prettier-ignore

/** A telephone number has a plus sign, brackets or groups; plain digits and dates are something else. */
const isWrittenInGroups = (text: string): boolean =>
  /^\+|^\(|^00\d|\d[ /]\d/.test(text) || /^\d+(?:[-.]\d+){2,}$/.test(text);
const isDay = (text: string): boolean => /^\d{1,4}[-./]\d{1,2}[-./]\d{1,4}(?:[ T]\d|$)/.test(text);

/** Values looked at, and the share of them that must fit. */
const SAMPLE = 2000;
const SHARE = 0.8;

/** What most values of a column of texts are spelled like, or null. */
export function patternOf({ type, texts, missingCode }: Column): ValuePattern | null {
  if (type !== 'string') return null;
  const sample = texts.filter((_, code) => code !== missingCode).slice(0, SAMPLE);
  if (sample.length === 0) return null;
  for (const known of patterns) {
    const isPhone = known.what === 'telephone numbers';
    const fits = (text: string): boolean =>
      known.pattern.test(text) && (!isPhone || (isWrittenInGroups(text) && !isDay(text)));
    if (sample.filter(fits).length >= SHARE * sample.length) return known;
  }
  const days = sample.filter(isDay);
  if (days.length >= SHARE * sample.length) {
    const times = days.filter((text) => /[ T]\d{1,2}:\d\d/.test(text)).length;
    return { what: times >= SHARE * days.length ? 'times' : 'days', role: 'quasi-identifier', pattern: /^/ };
  }
  return null;
}
