/** Options of readers that say what cells are, whatever they are read from. */
import { InvalidArgumentError } from '../base/errors.js';
import type { NumberHints } from '../table/infer-numbers.js';
import type { InputSpec } from '../table/input-spec.js';
import { thousandsMarks } from '../table/number-format.js';
import { kindOf, kindOfFormat } from '../table/spelling.js';
import type { DeclaredKind, DeclaredType, DeclaredTypes } from '../table/table.js';

export type { DeclaredType, DeclaredTypes } from '../table/table.js';

const TYPES: readonly string[] = ['string', 'integer', 'number', 'date', 'datetime', 'time', 'duration'];

export function invalid(argument: string, expected: string, value: unknown): InvalidArgumentError {
  const received = typeof value === 'string' ? JSON.stringify(value) : typeof value === 'object' ? 'an object' : value;
  return new InvalidArgumentError(argument, expected, String(received));
}

/** Checked types by the name of the column. */
export interface CheckedTypes {
  /** The type of a column; undefined for one that none is declared for. */
  get(name: string): DeclaredKind | undefined;
}

/** Checks declared types; those of a function as they are asked for. @throws InvalidArgumentError */
export function checkTypes(types: DeclaredTypes | undefined): CheckedTypes {
  if (typeof types === 'function') {
    return {
      get(name) {
        const declared = types(name);
        return declared === undefined ? undefined : checkType(name, declared);
      },
    };
  }
  return new Map(Object.entries(types ?? {}).map(([name, declared]) => [name, checkType(name, declared)]));
}

/** The declared types of some columns. */
export const typesOfColumns = (types: DeclaredTypes = {}, names: readonly string[]): Record<string, DeclaredType> =>
  Object.fromEntries(
    names.flatMap((name) => {
      const own = typeof types === 'function' ? types(name) : Object.hasOwn(types, name) ? types[name] : undefined;
      return own === undefined ? [] : [[name, own]];
    }),
  );

function checkType(name: string, declared: DeclaredType): DeclaredKind {
  const path = `types[${JSON.stringify(name)}]`;
  const { type, format, odd, missing }: DeclaredKind = typeof declared === 'string' ? { type: declared } : declared;
  if (!TYPES.includes(type)) throw invalid(path, TYPES.join(' | '), type);
  const kind = format === undefined ? kindOf({ type }) : kindOfFormat(type, format);
  if (kind === null) throw invalid(`${path}.format`, `a format of type ${type}`, format);
  if (odd !== undefined && (odd as unknown) !== 'missing') throw invalid(`${path}.odd`, '"missing"', odd);
  const marks = missing === undefined ? undefined : [...checkMissing(missing, `${path}.missing`)];
  return { ...kind, ...(odd === undefined ? {} : { odd }), ...(marks === undefined ? {} : { missing: marks }) };
}

/** Checks how numbers are written. @throws InvalidArgumentError */
export function checkHints({ decimal, thousands }: Pick<InputSpec, 'decimal' | 'thousands'>): NumberHints {
  if (decimal !== undefined && decimal !== '.' && decimal !== ',')
    throw invalid('input.decimal', '"." or ","', decimal);
  const marks: readonly string[] = thousandsMarks;
  if (thousands !== undefined && (!marks.includes(thousands) || thousands === decimal)) {
    throw invalid('input.thousands', `"," "." a blank or an apostrophe, and not the decimal mark`, thousands);
  }
  return { decimal, thousands };
}

/** Checks missing spellings. @throws InvalidArgumentError */
export function checkMissing(missing: readonly string[] | undefined, path = 'input.missing'): ReadonlySet<string> {
  const list = missing ?? [''];
  if (!Array.isArray(list) || !list.every((text) => typeof text === 'string')) {
    throw invalid(path, 'a list of strings', missing);
  }
  return new Set(list);
}
