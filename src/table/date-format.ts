import { powerOfTen } from '../base/elementary.js';
import { civilFromDays, daysFromCivil, isCivilDay } from './calendar.js';
import type { MonthLanguage } from './month-names.js';
import { MONTH_NAMES, monthNumber } from './month-names.js';

/** Parts of a calendar that a label may name as a whole, from coarse to fine. */
export type TimePart = 'year' | 'month' | 'day' | 'hour' | 'minute' | 'second';

/** Numbers from `start` up to, not including, `end`. */
export interface Stretch {
  readonly start: number;
  readonly end: number;
}

/**
 * How days or times are written: read from a pattern such as `DD.MM.YYYY` or `YYYY-MM-DDTHH:mm:ssZ`. Values are days since
 * 1970-01-01 for days, milliseconds since 1970-01-01 00:00 for times: of UTC where a zone is written, else of whatever zone
 * the times are of.
 */
export interface DateFormat {
  readonly hasTime: boolean;
  /** The least difference of two values: 1 for days; for times the milliseconds of the last digit written. */
  readonly unit: number;
  /** The value of a text, or NaN when it is none. Reads digits without their leading zeros, too. */
  read(text: string): number;
  write(value: number): string;
  /** Milliseconds (days: 0) that the clock of the zone written is ahead of the values. */
  readonly shift: number;
  /** True where a part of the calendar begins with the value. */
  isStart(value: number, part: TimePart): boolean;
  /** The part of the calendar that begins with the value, such as `1961` or `03.1961`. */
  writePart(value: number, part: TimePart): string;
  /** The values of a text that is a part of the calendar, or one value; null for other texts. */
  readPart(text: string): Stretch | null;
}

const DAY = 86_400_000;
const HOUR = 3_600_000;
const MINUTE = 60_000;
const SECOND = 1000;

type Field = 'YYYY' | 'YY' | 'MM' | 'M' | 'MMM' | 'MMMM' | 'MON' | 'DD' | 'D' | 'HH' | 'H' | 'hh' | 'h' | 'mm' | 'ss' | 'S' | 'A' | 'a' | 'zone'; // prettier-ignore

interface Token {
  /** Undefined for text that stands as it is. */
  readonly field?: Field;
  readonly text: string;
}

/** Meaning of a field, whatever its width. */
type Role = 'year' | 'month' | 'day' | 'hour' | 'minute' | 'second' | 'fraction' | 'half' | 'zone';

const ROLE: Readonly<Record<Field, Role>> = {
  YYYY: 'year', YY: 'year', MM: 'month', M: 'month', MMM: 'month', MMMM: 'month', MON: 'month', DD: 'day', D: 'day',
  HH: 'hour', H: 'hour', hh: 'hour', h: 'hour', mm: 'minute', ss: 'second', S: 'fraction', A: 'half', a: 'half', zone: 'zone',
}; // prettier-ignore

const TOKEN =
  /YYYY|YY|MMMM|MMM|MON|MM|M|DD|D|HH|H|hh|h|mm|ss|S+|[Aa](?![A-Za-z])|Z$|[+-]\d\d:?\d\d$|'[^']*'|\\[\s\S]|[\s\S]/gu;
const FIELD = /^(?:YYYY|YY|MMMM|MMM|MON|MM|M|DD|D|HH|H|hh|h|mm|ss|A|a)$/;

/** Two digits of a year are 1930 to 2029, as in spreadsheets. */
const FIRST_OF_TWO_DIGITS = 1930;

/** Made once for every pattern: columns, labels and the audit ask for the same ones again and again. */
const compiled = new Map<string, DateFormat | null>();

/** The format that a pattern says, for days or for times; null where it is none. */
export function dateFormat(pattern: string, type: 'date' | 'datetime'): DateFormat | null {
  const key = `${type} ${pattern}`;
  let format = compiled.get(key);
  if (format === undefined) compiled.set(key, (format = compile(pattern, type)));
  return format;
}

/** A pattern as it is kept: `dd.mm.yyyy` is `DD.MM.YYYY`. */
export function normalDatePattern(pattern: string, type: 'date' | 'datetime'): string {
  const [, language = '', body] = /^(\[[a-z]{2}\])?([\s\S]*)$/.exec(pattern) as unknown as [
    string,
    string | undefined,
    string,
  ];
  const outside = (text: string): string =>
    type === 'date' ? text.toUpperCase() : text.replace(/[dy]/g, (letter) => letter.toUpperCase());
  const parts = body.split(/('[^']*')/);
  return language + parts.map((part, i) => (i % 2 === 1 ? part : outside(part))).join('');
}

function tokenize(pattern: string): Token[] {
  const tokens: Token[] = [];
  for (const [text] of pattern.matchAll(TOKEN)) {
    if (/^S+$/.test(text)) tokens.push({ field: 'S', text });
    else if (FIELD.test(text)) tokens.push({ field: text as Field, text });
    else if (tokens.length > 0 && /^(?:Z|[+-]\d\d:?\d\d)$/.test(text)) tokens.push({ field: 'zone', text });
    else {
      const own = text.length > 1 ? text.replace(/^'([^']*)'$/, '$1').replace(/^\\/, '') : text;
      const last = tokens.at(-1);
      if (last !== undefined && last.field === undefined) tokens[tokens.length - 1] = { text: last.text + own };
      else tokens.push({ text: own });
    }
  }
  return tokens;
}

/** Text that may stand between fields unquoted. */
const hasStrayLetters = (pattern: string): boolean =>
  /\p{L}/u.test(
    pattern.replace(/'[^']*'|YYYY|YY|MMMM|MMM|MON|MM|M|DD|D|HH|H|hh|h|mm|ss|S+|[Aa](?![A-Za-z])|Z$|T(?=[Hh])/g, ' '),
  );

function compile(given: string, type: 'date' | 'datetime'): DateFormat | null {
  const [, language = 'en', pattern] = /^(?:\[(en|de|fr|es)\])?([\s\S]*)$/.exec(given) as unknown as [
    string,
    MonthLanguage | undefined,
    string,
  ];
  if (hasStrayLetters(pattern) || /[\0-\x1f"*{}<>[\]]|\d\d(?![:\d]*$)/.test(pattern)) return null;
  const tokens = tokenize(pattern);
  const roles = tokens.flatMap(({ field }) => (field === undefined ? [] : [ROLE[field]]));
  const has = (role: Role): boolean => roles.includes(role);
  if (new Set(roles).size < roles.length || !has('year') || !has('month') || !has('day')) return null;
  const isTwelve = tokens.some(({ field }) => field === 'h' || field === 'hh');
  const isTime = has('hour') && has('minute') && isTwelve === has('half') && (has('second') || !has('fraction'));
  const times: Role[] = ['hour', 'minute', 'second', 'fraction', 'half', 'zone'];
  if (type === 'datetime' ? !isTime || !standsLast(roles) : times.some(has)) return null;
  if (tokens.some(({ field }) => field === 'YY') && hasFieldsTogether(tokens)) return null;
  return new PatternFormat(tokens, language, type);
}

/** The day comes first, then the time. */
function standsLast(roles: readonly Role[]): boolean {
  const days: Role[] = ['year', 'month', 'day'];
  return roles.every((role, i) => days.includes(role) === i < 3);
}

function hasFieldsTogether(tokens: readonly Token[]): boolean {
  return tokens.some(({ field }, i) => field !== undefined && i > 0 && tokens[i - 1].field !== undefined);
}

const escape = (text: string): string => text.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&').replace(/\s+/g, '\\s+');

/** A regular expression that reads the tokens, with one group for every field. Digits may lack leading zeros where a separator follows. */
function readerOf(tokens: readonly Token[]): RegExp {
  const isDigits = (token: Token | undefined): boolean =>
    token?.field !== undefined && !['MMM', 'MMMM', 'MON', 'A', 'a', 'zone'].includes(token.field);
  let source = '';
  tokens.forEach((token, i) => {
    const isPacked = isDigits(tokens[i - 1]) || isDigits(tokens[i + 1]);
    const two = isPacked ? '(\\d\\d)' : '(\\d\\d?)';
    switch (token.field) {
      case undefined:
        // Seconds and fractions are read with what stands before them, or not at all.
        if (tokens[i + 1]?.field === 'ss' || tokens[i + 1]?.field === 'S') return;
        source += tokens[i + 1] !== undefined && ROLE[tokens[i + 1].field ?? 'A'] === 'hour' && /^[Tt]$|^\s$/.test(token.text) ? '(?:T|\\s)' : escape(token.text); // prettier-ignore
        break;
      case 'YYYY':
        source += '(\\d{4})';
        break;
      case 'YY':
        source += '(\\d{4}|\\d\\d)';
        break;
      case 'MMM':
      case 'MMMM':
      case 'MON':
        source += '(\\p{L}+\\.?)';
        break;
      case 'mm':
        source += `(\\d\\d)${tokens.some(({ field }) => field === 'ss') ? '' : '(?::00(?:[.,]0+)?)?'}`;
        break;
      case 'ss':
        // Fractions are read whether they are written or not: those that are no zeros need a place of their own.
        source += tokens[i - 1].field === undefined ? `(?:${escape(tokens[i - 1].text)}(\\d\\d)` : '(?:(\\d\\d)';
        source += tokens.some(({ field }) => field === 'S') ? '' : '(?:[.,]0+)?)?';
        break;
      case 'S':
        source += '(?:[.,](\\d{1,9}))?)?';
        break;
      case 'A':
      case 'a':
        source += '([AaPp]\\.?[Mm]\\.?)';
        break;
      case 'zone':
        source += '\\s?([Zz]|[+-]\\d\\d(?::?\\d\\d)?)';
        break;
      default:
        source += two;
    }
  });
  return new RegExp(`^${source}$`, 'u');
}

class PatternFormat implements DateFormat {
  readonly hasTime: boolean;
  readonly unit: number;
  readonly #fields: readonly Field[];
  readonly #reader: RegExp;
  readonly #fractionDigits: number;
  /** Minutes that the zone written is ahead of UTC. */
  readonly #offset: number;
  readonly shift: number;
  readonly #parts: readonly {
    readonly part: TimePart;
    readonly tokens: readonly Token[];
    readonly reader: PatternFields;
  }[];

  constructor(
    readonly tokens: readonly Token[],
    readonly language: MonthLanguage,
    readonly type: 'date' | 'datetime',
  ) {
    this.#reader = readerOf(tokens);
    this.#fields = fieldsOf(tokens);
    this.hasTime = type === 'datetime';
    this.#fractionDigits = tokens.find(({ field }) => field === 'S')?.text.length ?? 0;
    this.#offset = offsetMinutes(tokens.find(({ field }) => field === 'zone')?.text ?? 'Z');
    this.shift = this.#offset * MINUTE;
    this.unit = !this.hasTime ? 1 : this.#fields.includes('S') ? 1000 / powerOfTen(Math.min(6, this.#fractionDigits)) : this.#fields.includes('ss') ? SECOND : MINUTE; // prettier-ignore
    this.#parts = partsOf(tokens, this.hasTime).map(([part, own]) => ({
      part,
      tokens: own,
      reader: { fields: fieldsOf(own), reader: readerOf(own) },
    }));
  }

  read(text: string): number {
    return this.#read(text, { fields: this.#fields, reader: this.#reader });
  }

  #read(text: string, { fields, reader }: PatternFields): number {
    const match = reader.exec(text);
    if (match === null) return NaN;
    const read = { year: NaN, month: 1, day: 1 };
    let [time, hour, offset] = [0, 0, this.#offset];
    let half = '';
    for (let i = 0; i < fields.length; i++) {
      const cell = match[i + 1] as string | undefined;
      if (cell === undefined) continue;
      const field = fields[i];
      switch (ROLE[field]) {
        case 'year':
          read.year = cell.length === 2 ? fullYear(Number(cell)) : Number(cell);
          break;
        case 'month':
          read.month = field === 'MM' || field === 'M' ? Number(cell) : (monthNumber(this.language, cell) ?? NaN);
          break;
        case 'day':
          read.day = Number(cell);
          break;
        case 'hour':
          hour = Number(cell);
          break;
        case 'minute':
          time += Number(cell) < 60 ? Number(cell) * MINUTE : NaN;
          break;
        case 'second':
          time += Number(cell) < 60 ? Number(cell) * SECOND : NaN;
          break;
        case 'fraction':
          time += fractionOf(cell, this.#fractionDigits);
          break;
        case 'half':
          half = cell[0].toUpperCase();
          break;
        case 'zone':
          offset = offsetMinutes(cell);
      }
    }
    if (!isCivilDay(read)) return NaN;
    const days = daysFromCivil(read);
    if (!this.hasTime) return days;
    if (half !== '') hour = hour < 1 || hour > 12 ? NaN : (hour % 12) + (half === 'P' ? 12 : 0);
    if (!(hour < 24)) return NaN;
    return days * DAY + hour * HOUR - offset * MINUTE + time;
  }

  write(value: number): string {
    return this.#write(value, this.tokens);
  }

  #write(value: number, tokens: readonly Token[]): string {
    const local = this.hasTime ? value + this.shift : value * DAY;
    const days = Math.floor(local / DAY);
    const { year, month, day } = civilFromDays(days);
    // Digits below the millisecond are counted in millionths of a second: sums of doubles are a little off.
    const micros = Math.round((local - days * DAY) * 1000);
    const second = Math.floor(micros / 1_000_000);
    const hour = Math.floor(second / 3600);
    const two = (number: number): string => String(number).padStart(2, '0');
    const names = MONTH_NAMES[this.language];
    let text = '';
    for (const token of tokens) {
      switch (token.field) {
        case undefined:
          text += token.text;
          break;
        case 'YYYY':
          text += String(year).padStart(4, '0');
          break;
        case 'YY':
          text += fullYear(year % 100) === year ? two(year % 100) : String(year).padStart(4, '0');
          break;
        case 'MMMM':
          text += names.long[month - 1];
          break;
        case 'MMM':
          text += names.short[month - 1];
          break;
        case 'MON':
          text += names.short[month - 1].toUpperCase();
          break;
        case 'MM':
          text += two(month);
          break;
        case 'M':
          text += String(month);
          break;
        case 'DD':
          text += two(day);
          break;
        case 'D':
          text += String(day);
          break;
        case 'HH':
          text += two(hour);
          break;
        case 'H':
          text += String(hour);
          break;
        case 'hh':
          text += two(hour % 12 === 0 ? 12 : hour % 12);
          break;
        case 'h':
          text += String(hour % 12 === 0 ? 12 : hour % 12);
          break;
        case 'mm':
          text += two(Math.floor(second / 60) % 60);
          break;
        case 'ss':
          text += two(second % 60);
          break;
        case 'S':
          text += String(micros % 1_000_000)
            .padStart(6, '0')
            .padEnd(9, '0')
            .slice(0, token.text.length);
          break;
        case 'A':
          text += hour < 12 ? 'AM' : 'PM';
          break;
        case 'a':
          text += hour < 12 ? 'am' : 'pm';
          break;
        case 'zone':
          text += token.text;
      }
    }
    return text;
  }

  isStart(value: number, part: TimePart): boolean {
    const time = this.hasTime ? modulo(value + this.shift, DAY) : 0;
    if (part === 'hour') return time % HOUR === 0;
    if (part === 'minute') return time % MINUTE === 0;
    if (part === 'second') return time % SECOND === 0;
    if (time !== 0) return false;
    const { month, day } = civilFromDays(this.hasTime ? (value + this.shift) / DAY : value);
    return part === 'day' || (day === 1 && (part === 'month' || month === 1));
  }

  writePart(value: number, part: TimePart): string {
    const known = this.#parts.find((each) => each.part === part);
    return known === undefined ? this.write(value) : this.#write(value, known.tokens);
  }

  readPart(text: string): Stretch | null {
    const value = this.read(text);
    const own = Number.isNaN(value) ? null : { start: value, end: value + this.unit };
    if (own !== null && this.write(value) === text) return own;
    // Values and parts may be read without their seconds, but are written with them: such a text is the whole minute.
    let loose: Stretch | null = null;
    for (const { part, tokens, reader } of this.#parts) {
      const start = this.#read(text, reader);
      if (Number.isNaN(start)) continue;
      const found = { start, end: this.#endOf(start, part) };
      if (this.#write(start, tokens) === text) return found;
      loose ??= found;
    }
    return own ?? loose;
  }

  /** Returns the end of the part of the calendar that begins with the value. */
  #endOf(start: number, part: TimePart): number {
    const [day, shift] = this.hasTime ? [DAY, this.shift] : [1, 0];
    if (part === 'hour') return start + HOUR;
    if (part === 'minute') return start + MINUTE;
    if (part === 'second') return start + SECOND;
    if (part === 'day') return start + day;
    const { year, month } = civilFromDays((start + shift) / day);
    const next =
      part === 'year' || month === 12 ? { year: year + 1, month: 1, day: 1 } : { year, month: month + 1, day: 1 };
    return daysFromCivil(next) * day - shift;
  }
}

const modulo = (value: number, width: number): number => value - Math.floor(value / width) * width;

interface PatternFields {
  readonly fields: readonly Field[];
  readonly reader: RegExp;
}

const fieldsOf = (tokens: readonly Token[]): Field[] =>
  tokens.flatMap(({ field }) => (field === undefined ? [] : [field]));

function fullYear(two: number): number {
  return two + (two < FIRST_OF_TWO_DIGITS % 100 ? 2000 : 1900);
}

function offsetMinutes(zone: string): number {
  if (/^z$/i.test(zone)) return 0;
  const [, sign, hours, minutes = '0'] = /^([+-])(\d\d)(?::?(\d\d))?$/.exec(zone) as RegExpExecArray;
  const offset = Number(hours) <= 14 && Number(minutes) < 60 ? Number(hours) * 60 + Number(minutes) : NaN;
  return sign === '-' ? -offset : offset;
}

/** Milliseconds of the digits behind the point; NaN where a digit would be lost. */
function fractionOf(digits: string, kept: number): number {
  const held = Math.min(kept, 6);
  if (/[1-9]/.test(digits.slice(held))) return NaN;
  const micros = Number(digits.slice(0, 6).padEnd(6, '0'));
  return Math.floor(micros / 1000) + (micros % 1000) / 1000;
}

/** The tokens that write whole parts of the calendar: the day first without its day, then with more and more of its time. */
function partsOf(tokens: readonly Token[], hasTime: boolean): [TimePart, Token[]][] {
  const isYear = ({ field }: Token): boolean => field !== undefined && ROLE[field] === 'year';
  const fullYears = (list: readonly Token[]): Token[] =>
    list.map((token) => (isYear(token) ? { field: 'YYYY', text: 'YYYY' } : token));
  const timeAt = tokens.findIndex(({ field }) => field !== undefined && ROLE[field] === 'hour');
  const between = hasTime ? tokens[timeAt - 1] : undefined;
  const day = hasTime ? tokens.slice(0, timeAt - (between?.field === undefined ? 1 : 0)) : tokens.slice();
  const dayAt = day.findIndex(({ field }) => field !== undefined && ROLE[field] === 'day');
  const next = day[dayAt + 1] as Token | undefined;
  const isLast = next === undefined;
  const dropped = next?.field === undefined && !isLast ? dayAt + 1 : isLast && day[dayAt - 1].field === undefined ? dayAt - 1 : dayAt; // prettier-ignore
  const month = fullYears(day.filter((_, i) => i !== dayAt && i !== dropped));
  const parts: [TimePart, Token[]][] = [
    ['year', [{ field: 'YYYY', text: 'YYYY' }]],
    ['month', month],
  ];
  if (!hasTime) return parts;
  const half = tokens.find(({ field }) => field === 'A' || field === 'a');
  const zone = tokens.find(({ field }) => field === 'zone');
  const hour = tokens[timeAt];
  const end = (list: readonly Token[]): Token[] => [
    ...day,
    ...(between?.field === undefined && between !== undefined ? [between] : []),
    ...list,
    ...(half === undefined ? [] : [{ text: ' ' }, half]),
    ...(zone === undefined ? [] : [zone]),
  ];
  const colon = { text: ':' };
  const minute: Token = { field: 'mm', text: 'mm' };
  parts.push(['day', day], ['hour', end([hour])], ['minute', end([hour, colon, minute])]);
  if (tokens.some(({ field }) => field === 'S')) {
    parts.push(['second', end([hour, colon, minute, colon, { field: 'ss', text: 'ss' }])]);
  }
  return parts;
}
