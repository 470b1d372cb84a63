import { InputError } from '../../base/errors.js';
import { loadOptional, rethrow } from '../columnar/load-optional.js';
import type { KeyedRow } from './keyed-rows.js';

/** Parses a JSON text; numbers keep their text. */
export type ParseJson = (text: string) => unknown;

/** Words for the rows of a format, in messages. */
export interface JsonWords {
  readonly code: 'NDJSON_INVALID' | 'JSON_INVALID';
  /** Description of the expected JSON, for a text that is none. */
  readonly expected: string;
  /** Phrase for the place of every row. */
  readonly place: string;
  /** Cure for a list in the place of a row. */
  readonly ofList: string;
}

/** Error of a key that occurs twice. */
class DuplicateKey extends Error {}

/** The parser of the package `lossless-json`. Throws InvalidArgumentError PACKAGE_MISSING without it. */
export async function openJsonParser(): Promise<ParseJson> {
  const { parse } = await loadOptional('lossless-json', () => import('lossless-json').catch(rethrow));
  const refuseTwice = (): never => {
    throw new DuplicateKey();
  };
  return (text) => parse(text, undefined, { parseNumber: (number) => number, onDuplicateKey: refuseTwice });
}

/** The cells of an object. What is wrong with it is said without any of it but names. Throws InputError. */
export function rowOf(text: string, parse: ParseJson, words: JsonWords, where: InputError['where']): KeyedRow {
  let value: unknown;
  try {
    value = parse(text);
  } catch (error) {
    const message = error instanceof DuplicateKey ? 'an object has a key twice' : `expected ${words.expected}`;
    throw new InputError(words.code, message, where);
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    const what = Array.isArray(value)
      ? `a list${words.ofList}`
      : value === null
        ? 'null'
        : 'a text, a number, true or false';
    throw new InputError(words.code, `expected a JSON object ${words.place}, found ${what}`, where);
  }
  const row = new Map<string, string | null>();
  const cells = value as Readonly<Record<string, unknown>>;
  for (const name of keysOf(cells, text)) {
    const cell = cells[name];
    if (typeof cell === 'object' && cell !== null) {
      const kind = Array.isArray(cell) ? 'a list' : 'an object';
      const path = Array.isArray(cell) ? `${name}[0]` : `${name}.${Object.keys(cell)[0] ?? ''}`;
      const message = `expected a text, a number, true, false or null, found ${kind} (${JSON.stringify(path)}); make its parts keys of their own, or write it as one text`;
      throw new InputError('VALUE_TYPE', message, { ...where, attribute: name });
    }
    row.set(name, cell === null ? null : String(cell));
  }
  return row;
}

const WHOLE_NUMBER = /^(?:0|[1-9]\d*)$/;
/** A key and its cell in the text of an object of cells alone. */
const MEMBER = /("[^"\\]*(?:\\.[^"\\]*)*")\s*:\s*(?:"[^"\\]*(?:\\.[^"\\]*)*"|[^",{}[\]]+)/g;

/** Keys as the text has them: in an object of JavaScript those that are whole numbers come first. */
function keysOf(cells: Readonly<Record<string, unknown>>, text: string): readonly string[] {
  const keys = Object.keys(cells);
  if (!WHOLE_NUMBER.test(keys[0] ?? '')) return keys;
  if (Object.values(cells).some((cell) => typeof cell === 'object' && cell !== null)) return keys;
  return Array.from(text.matchAll(MEMBER), ([, key]) => JSON.parse(key) as string);
}
