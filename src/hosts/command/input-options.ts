import { InvalidArgumentError } from '../../base/errors.js';
import type { InputSpec, Job } from '../../index.js';
import { numberArgument } from './arguments.js';
import type { OptionsOf } from './declare.js';
import { flag, parsed, text } from './declare.js';
import { thousandsMarks } from '../../table/number-format.js';
import { encodingNamed } from '../../io/encoding/encodings.js';
import { encodings, MOST_HEADER_ROWS } from '../../table/input-spec.js';
import type { Encoding, InputLimits } from '../../table/input-spec.js';
import { limitNames } from '../../io/input-limits.js';

/** `--missing` of `audit`, which has a second, older meaning. */
interface MissingFlag {
  readonly marks?: readonly string[];
  /** Values that a missing cell matches when classes are counted. */
  readonly semantics?: 'value' | 'wildcard';
}

const isLineCount = (value: number): boolean => Number.isInteger(value) && value >= 0 && value <= 1_000_000;

const missingHelp = "words for missing values, separated by commas, such as 'NA,?'";

const readingOptions = {
  encoding: parsed(
    '<name>',
    'encoding of the text, such as windows-1252; default: detected',
    encodingArgument,
    () => encodings,
  ),
  delimiter: parsed('<character>', ', ; | or tab; default: detected', delimiterArgument),
  skip: parsed(
    '<lines>',
    'number of lines above the header',
    numberArgument('a whole number from 0 to 1000000', isLineCount),
  ),
  headerRows: parsed(
    '<rows>',
    'number of rows of the header; the first names the columns, the others are left out; default: 1',
    numberArgument(
      `a whole number from 1 to ${MOST_HEADER_ROWS}`,
      (value) => Number.isInteger(value) && value >= 1 && value <= MOST_HEADER_ROWS,
    ),
  ),
  badRows: parsed(
    '<error|skip>',
    'skip leaves out rows that cannot be read (another number of cells, quotes out of place) and reports their lines; default: error',
    badRowsArgument,
    () => ['error', 'skip'],
  ),
  escapes: parsed(
    '<backslash>',
    'reads backslash escapes, as MySQL and PostgreSQL write them; a cell \\N is missing',
    escapesArgument,
    () => ['backslash'],
  ),
  baskets: text('<column>', 'reads a file of baskets, one a line and one item a cell, as lists of this column'),
  sheet: parsed('<sheet>', 'sheet of an Excel workbook, its name or number', sheetArgument),
  sheets: parsed(
    '<sheets>',
    'sheets of an Excel workbook that are read as one, separated by commas; "*": all that are not hidden',
    sheetsArgument,
  ),
  decimal: parsed('<mark>', 'decimal mark of numbers, . or ,; default: detected', decimalArgument),
  thousands: parsed('<mark>', "mark between groups of digits: , . ' or blank; default: detected", thousandsArgument),
  limit: parsed(
    '<name=number>',
    `limit of what a file may use: ${limitNames.join(', ')}; may be given again`,
    limitArgument,
  ),
  strict: flag('refuses a file that would be repaired with a warning'),
  allowNetwork: flag('allows a job to read its public table from a server'),
};

/** Options of every command that reads a table: how it is read, over what `input` of the job says. */
export const inputOptions = { ...readingOptions, missing: parsed('<marks>', missingHelp, marksArgument) };

/** {@link inputOptions} of `audit`, whose `--missing value` and `--missing wildcard` are an older spelling of `--wildcards`. */
export const auditInputOptions = {
  ...readingOptions,
  missing: parsed('<marks>', `${missingHelp}; "wildcard" alone: --wildcards`, auditMissingArgument),
};

export interface InputFlags extends OptionsOf<typeof readingOptions> {
  /** Marks of missing values, the empty cell among them. */
  readonly missing?: readonly string[] | MissingFlag;
}

/** Flags that are keys of `input`. */
const KEYS = [
  ...(['encoding', 'delimiter', 'skip', 'headerRows', 'badRows', 'escapes', 'baskets', 'sheet', 'sheets'] as const),
  ...(['strict', 'decimal', 'thousands'] as const),
];

/** `input` of a job with what the command line says over it. The one place where they meet. */
export function inputWith(input: InputSpec | undefined, flags: InputFlags): InputSpec {
  const missing = marksOf(flags.missing);
  const limits = flags.limit === undefined ? undefined : { ...input?.limits, ...flags.limit };
  const said = { ...Object.fromEntries(KEYS.map((key) => [key, flags[key]])), missing, limits };
  return { ...input, ...Object.fromEntries(Object.entries(said).filter(([, value]) => value !== undefined)) };
}

/** A job whose `input` is what the command line says, and otherwise its own. */
export function jobWith<Asked extends Pick<Job, 'input'>>(job: Asked, flags: InputFlags): Asked {
  const input = inputWith(job.input, flags);
  return Object.keys(input).length === 0 ? job : { ...job, input };
}

function marksOf(missing: InputFlags['missing']): readonly string[] | undefined {
  return missing === undefined || 'length' in missing ? missing : missing.marks;
}

/** `--encoding`: any name that people use. */
function encodingArgument(text: string): Encoding {
  const found = encodingNamed(text);
  if (found !== null) return found;
  throw new InvalidArgumentError('--encoding', `one of ${encodings.join(', ')}`, JSON.stringify(text), 'UNKNOWN_VALUE');
}

function escapesArgument(text: string): 'backslash' {
  if (text === 'backslash') return text;
  throw new InvalidArgumentError('--escapes', '"backslash"', JSON.stringify(text), 'UNKNOWN_VALUE');
}

function badRowsArgument(text: string): 'error' | 'skip' {
  if (text === 'error' || text === 'skip') return text;
  throw new InvalidArgumentError('--bad-rows', '"error" or "skip"', JSON.stringify(text), 'UNKNOWN_VALUE');
}

const delimiterNames: Readonly<Record<string, string>> = {
  ',': ',',
  ';': ';',
  '|': '|',
  '\t': '\t',
  '\\t': '\t',
  tab: '\t',
  comma: ',',
  semicolon: ';',
  pipe: '|',
};

/** `--delimiter`: the character, or what it is called. */
export function delimiterArgument(text: string, _before: unknown, option: string): string {
  const name = text.toLowerCase();
  if (Object.hasOwn(delimiterNames, name)) return delimiterNames[name];
  throw new InvalidArgumentError(option, '"," ";" "|" or tab', JSON.stringify(text), 'UNKNOWN_VALUE');
}

/** `--sheet`: a number where it reads so, else a name. */
function sheetArgument(text: string): string | number {
  return /^[1-9]\d{0,5}$/.test(text) ? Number(text) : text;
}

/** `--sheets`: all, or their names and numbers. */
function sheetsArgument(names: string): '*' | (string | number)[] {
  return names === '*' ? '*' : names.split(',').map((name) => sheetArgument(name.trim()));
}

/** `--decimal`: the mark, or what it is called. */
function decimalArgument(text: string): '.' | ',' {
  const mark = { point: '.', dot: '.', comma: ',' }[text.toLowerCase()] ?? text;
  if (mark === '.' || mark === ',') return mark;
  throw new InvalidArgumentError('--decimal', '"." or ","', JSON.stringify(text), 'UNKNOWN_VALUE');
}

/** `--thousands`: the mark, or what it is called. */
function thousandsArgument(text: string): string {
  const names: Readonly<Record<string, string>> = {
    point: '.',
    dot: '.',
    comma: ',',
    blank: ' ',
    space: ' ',
    apostrophe: "'",
  };
  const mark = names[text.toLowerCase()] ?? text;
  if ((thousandsMarks as readonly string[]).includes(mark)) return mark;
  throw new InvalidArgumentError('--thousands', '"," "." "\'" or blank', JSON.stringify(text), 'UNKNOWN_VALUE');
}

/** `--limit rows=5000000`. Given again, the limits add up. */
function limitArgument(text: string, before: InputLimits = {}): InputLimits {
  const [, name = '', digits = ''] = /^(\w+)=(\d+(?:\.\d+)?)$/.exec(text) ?? [];
  const value = Number(digits);
  if (value > 0 && (limitNames as readonly string[]).includes(name)) return { ...before, [name]: value };
  const expected = `NAME=NUMBER, the name one of ${limitNames.join(', ')}`;
  throw new InvalidArgumentError('--limit', expected, JSON.stringify(text), 'UNKNOWN_VALUE');
}

/** `--missing 'NA,?'`: the empty cell counts too. Given again, the marks add up. */
function marksArgument(text: string, before: readonly string[] = ['']): string[] {
  return [...new Set([...before, ...text.split(',').map((mark) => mark.trim())])];
}

/** `--missing` of `audit`: marks, or alone one of the two names. */
function auditMissingArgument(text: string, before: MissingFlag = {}): MissingFlag {
  if (text === 'value' || text === 'wildcard') return { ...before, semantics: text };
  if (/^(value|wildcard)s?$/i.test(text)) {
    const expected = 'marks separated by commas, or "value" or "wildcard"';
    throw new InvalidArgumentError('--missing', expected, JSON.stringify(text), 'UNKNOWN_VALUE');
  }
  return { ...before, marks: marksArgument(text, before.marks) };
}
