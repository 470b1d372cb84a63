/** Options of readers that say what cells are, whatever they are read from. */
import { InvalidArgumentError } from '../base/errors.js';
import type { NumberHints } from '../table/infer-numbers.js';
import type { InputSpec } from '../table/input-spec.js';
import { thousandsMarks } from '../table/number-format.js';
import { kindOf, kindOfFormat } from '../table/spelling.js';
import type { ColumnType, DeclaredKind } from '../table/table.js';

/** Declared type of a column: a type, or a type with the format of its values and the cells that count as missing. */
export type DeclaredType = ColumnType | DeclaredKind;

const TYPES: readonly string[] = ['string', 'integer', 'number', 'date', 'datetime'];

export function invalid(argument: string, expected: string, value: unknown): InvalidArgumentError {
  const received = typeof value === 'string' ? JSON.stringify(value) : typeof value === 'object' ? 'an object' : value;
  return new InvalidArgumentError(argument, expected, String(received));
}

/** Checks declared types. @throws InvalidArgumentError */
export function checkTypes(
  types: Readonly<Record<string, DeclaredType>> | undefined,
): ReadonlyMap<string, DeclaredKind> {
  const checked = new Map<string, DeclaredKind>();
  for (const [name, declared] of Object.entries(types ?? {})) {
    const path = `types[${JSON.stringify(name)}]`;
    const { type, format, odd, missing }: DeclaredKind = typeof declared === 'string' ? { type: declared } : declared;
    if (!TYPES.includes(type)) throw invalid(path, TYPES.join(' | '), type);
    const kind = format === undefined ? kindOf({ type }) : kindOfFormat(type, format);
    if (kind === null) throw invalid(`${path}.format`, `a format of type ${type}`, format);
    if (odd !== undefined && (odd as unknown) !== 'missing') throw invalid(`${path}.odd`, '"missing"', odd);
    const marks = missing === undefined ? undefined : [...checkMissing(missing, `${path}.missing`)];
    checked.set(name, {
      ...kind,
      ...(odd === undefined ? {} : { odd }),
      ...(marks === undefined ? {} : { missing: marks }),
    });
  }
  return checked;
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
