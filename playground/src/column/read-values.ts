/** Values read as another type: tried on the values that the table has. */
import type { Column } from 'kohort/js';
import { kindOfFormat, spellingOf, type ValueKind } from 'kohort/sources';

/** Values that a kind is tried on, those that a list of formats is, examples that are shown, and rows that are named. */
const TRIED = 20_000;
const TRIED_FORMATS = 200;
const SHOWN = 3;
const NAMED = 3;

const DAYS = ['YYYY-MM-DD', 'DD/MM/YYYY', 'MM/DD/YYYY', 'DD.MM.YYYY', 'DD-MM-YYYY', 'YYYY/MM/DD', 'YYYYMMDD', 'DD.MM.YY', 'DD/MM/YY', 'MM/DD/YY', 'D MMM YYYY', 'D MMMM YYYY', 'MMM D, YYYY', '[de]D. MMMM YYYY']; // prettier-ignore
const CLOCKS = ['HH:mm', 'HH:mm:ss', 'h:mm A'];
const FORMATS: Readonly<Record<Column['type'], readonly string[]>> = {
  string: [],
  integer: ['0', '#,##0', '#.##0', '# ##0'],
  number: ['0.#', '0,#', '#,##0.##', '#.##0,##', '# ##0,##'],
  date: DAYS,
  datetime: ['YYYY-MM-DDTHH:mm:ss', ...DAYS.slice(0, 6).flatMap((day) => CLOCKS.map((clock) => `${day} ${clock}`))],
  time: CLOCKS,
  duration: ['h:mm:ss', 'm:ss', 'h:mm', 'PT'],
};

/** 17 March 2024, half past two in the afternoon. */
const EXAMPLE_DAY = 19_799;
const EXAMPLES: Readonly<Record<Column['type'], number>> = {
  string: 0,
  integer: 1234,
  number: 1234.5,
  date: EXAMPLE_DAY,
  datetime: EXAMPLE_DAY * 86_400_000 + 52_200_000,
  time: 52_200_000,
  duration: 5_025_000,
};

/** A text, and what it is read as. */
export interface ReadValue {
  readonly text: string;
  readonly meaning: string;
}

/** Result of reading the values of a column as a kind. */
export interface Trial {
  readonly examples: readonly ReadValue[];
  /** Rows whose cell is no value of this kind, and the first of them, from 1. */
  readonly misfitRows: number;
  readonly firstMisfits: readonly number[];
}

/** Reads the values of a column as a kind. */
export function tryKind({ texts, codes, missingCode }: Column, kind: ValueKind): Trial {
  const misfits = new Set<number>();
  const examples: ReadValue[] = [];
  const read = readerOf(kind);
  for (let code = 0; code < Math.min(texts.length, TRIED); code++) {
    if (code === missingCode) continue;
    const meaning = read(texts[code]);
    if (meaning === null) misfits.add(code);
    else if (examples.length < SHOWN) examples.push({ text: texts[code], meaning: meaning() });
  }
  const firstMisfits: number[] = [];
  let misfitRows = 0;
  if (misfits.size > 0) {
    codes.forEach((code, row) => {
      if (!misfits.has(code)) return;
      misfitRows++;
      if (firstMisfits.length < NAMED) firstMisfits.push(row + 1);
    });
  }
  return { examples, misfitRows, firstMisfits };
}

/** A made-up value of the kind, and how it is read. */
export function exampleOf(kind: ValueKind): ReadValue {
  if (kind.type === 'string') return { text: '007', meaning: 'the text 007' };
  const text = spellingOf(kind).write(EXAMPLES[kind.type]);
  return { text, meaning: meaningOf(kind.type, EXAMPLES[kind.type]) };
}

/** Formats of a type that write the first values of a column exactly as they are; if none writes any of them so, those that read them. */
export function fittingFormats({ texts, missingCode }: Column, type: Column['type']): readonly string[] {
  const values = texts.slice(0, TRIED_FORMATS).filter((_, code) => code !== missingCode);
  const reading: string[] = [];
  const writing: string[] = [];
  for (const format of values.length === 0 ? [] : FORMATS[type]) {
    const kind = kindOfFormat(type, format);
    if (kind === null) continue;
    const { read, write } = spellingOf(kind);
    const numbers = values.map((text) => read(text));
    if (!numbers.every((number) => typeof number === 'number')) continue;
    reading.push(format);
    if (numbers.some((number, at) => write(number) === values[at])) writing.push(format);
  }
  return writing.length > 0 ? writing : reading;
}

/** Reads a text: what it means, when that is asked, or null. */
function readerOf(kind: ValueKind): (text: string) => (() => string) | null {
  if (kind.type === 'string') return (text) => () => `the text ${text}`;
  const spelling = spellingOf(kind);
  return (text) => {
    const value = spelling.read(text);
    return typeof value === 'number' ? () => meaningOf(kind.type, value) : null;
  };
}

function meaningOf(type: Column['type'], value: number): string {
  if (type === 'date') return dayText(new Date(value * 86_400_000), {});
  if (type === 'datetime') return dayText(new Date(value), { timeStyle: 'short' });
  if (type === 'time' || type === 'duration') return `${value / 60_000} minutes`;
  return `the number ${value.toLocaleString('en', { maximumFractionDigits: 12 })}`;
}

const dayText = (date: Date, options: Intl.DateTimeFormatOptions): string =>
  new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC', ...options }).format(date);
