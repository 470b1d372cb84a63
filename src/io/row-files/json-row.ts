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

/** Delimiter of the items of a list in a cell, where nothing else is said. */
const LIST_DELIMITER = ';';
/** Most objects within each other. */
const MOST_DEPTH = 64;

/**
 * Reads the rows of one input. An object within a row gives a column for each of its cells, called by the keys on the way to it: `patient.age`. A list
 * of texts and numbers is one cell with its items.
 */
export class JsonRows {
  /** Paths of the names that have a dot, as JSON. */
  readonly #paths = new Map<string, string>();

  /** @param listDelimiter delimiter between the items of a list, by the name of its column; default `;` */
  constructor(
    readonly parse: ParseJson,
    readonly words: JsonWords,
    readonly listDelimiter: (name: string) => string | undefined = () => undefined,
  ) {}

  /** The cells of an object. What is wrong with it is said without any of it but names. Throws InputError. */
  rowOf(text: string, where: InputError['where']): KeyedRow {
    const { words } = this;
    let value: unknown;
    try {
      value = this.parse(text);
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
    for (const name of keysOf(cells, text)) this.#take(row, [name], cells[name], where);
    return row;
  }

  #take(row: Map<string, string | null>, path: readonly string[], value: unknown, where: InputError['where']): void {
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) {
      if (path.length === MOST_DEPTH) {
        const message = `more than ${MOST_DEPTH} objects within each other`;
        throw new InputError('VALUE_TYPE', message, { ...where, attribute: path[0] });
      }
      for (const [key, cell] of Object.entries(value)) this.#take(row, [...path, key], cell, where);
      return;
    }
    const name = path.length === 1 ? path[0] : path.join('.');
    if (name.includes('.')) this.#requireOnePath(name, path, where);
    row.set(name, Array.isArray(value) ? this.#listOf(name, value, where) : value === null ? null : String(value));
  }

  /** Throws InputError where a key with a dot and a path of keys give one name. */
  #requireOnePath(name: string, path: readonly string[], where: InputError['where']): void {
    const own = JSON.stringify(path);
    const known = this.#paths.get(name);
    if (known === undefined) this.#paths.set(name, own);
    if (known === undefined || known === own) return;
    const message =
      'two columns would have this name: a key has a dot where others are keys within each other; rename the key';
    throw new InputError('DUPLICATE_COLUMN', message, { ...where, attribute: name });
  }

  /** The items of a list as one cell; null for none. */
  #listOf(name: string, items: readonly unknown[], where: InputError['where']): string | null {
    const delimiter = this.listDelimiter(name) ?? LIST_DELIMITER;
    const texts: string[] = [];
    for (const [i, item] of items.entries()) {
      const place = JSON.stringify(`${name}[${i}]`);
      if (typeof item === 'object' && item !== null) {
        const kind = Array.isArray(item) ? 'a list' : 'an object';
        const message = `expected texts, numbers, true, false or null in a list, found ${kind} (${place}); write one row for each, with the key of the person (role "person"), or leave the list out`;
        throw new InputError('VALUE_TYPE', message, { ...where, attribute: name });
      }
      if (item === null) continue;
      const text = String(item);
      if (text.includes(delimiter)) {
        const shown = JSON.stringify(delimiter);
        const message = `an item of a list (${place}) has the character ${shown}, which divides the items in the cell; give the column another: "set": {"delimiter": "|"}`;
        throw new InputError('VALUE_TYPE', message, { ...where, attribute: name });
      }
      texts.push(text);
    }
    return texts.length === 0 ? null : texts.join(delimiter);
  }
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
