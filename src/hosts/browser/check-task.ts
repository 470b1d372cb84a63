import { InvalidArgumentError } from '../../base/errors.js';
import type { Request, Task } from './protocol.js';

const kinds = ['anonymize', 'preview', 'propose', 'read', 'inspect', 'keep', 'forget', 'list', 'call'] as const;
/** Those that take tables alone. */
const ofTables: readonly unknown[] = ['preview', 'propose', 'inspect', 'keep'];
const outputs = ['csv', 'table', 'both', 'none'] as const;

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;

/** Tests whether a message is meant for the worker: frameworks and extensions of browsers send their own. */
export const isRequest = (message: unknown): message is Request =>
  isObject(message) && typeof message.id === 'number' && typeof message.kind === 'string';

/** Throws InvalidArgumentError for a task whose parts are not what the protocol says; jobs and options are checked by what takes them. */
export function checkTask(task: Task): void {
  const given = task as unknown as Record<string, unknown>;
  oneOf('kind', kinds, given.kind);
  if (given.kind === 'list') return;
  if (given.kind === 'forget') return number('kept', given.kept);
  if (given.kind === 'call') {
    if (typeof given.name !== 'string') throw wrong('name', 'the name of a function', given.name);
    return namedTables('tables', given.tables);
  }
  const { input, options } = given;
  const isKept = isObject(input) && 'kept' in input && given.kind !== 'keep' && given.kind !== 'read';
  if (isKept) number('input.kept', input.kept);
  const isTable = isKept || isPlainTable(input);
  const isOfTables = ofTables.includes(given.kind);
  if (isOfTables ? !isTable : !isTable && !isBytes(input)) {
    throw wrong('input', isOfTables ? 'a table' : 'text, bytes, a Blob or a table', input);
  }
  if (given.kind === 'inspect' || given.kind === 'keep') return;
  if (!isObject(options)) throw wrong('options', 'an object', options);
  if (given.kind === 'read' && isTable) throw wrong('input', 'text, bytes or a Blob', input);
  if (given.kind === 'anonymize') oneOf('output', outputs, given.output);
  if (options.publicTables !== undefined) namedTables('options.publicTables', options.publicTables);
  if (options.missingIn !== undefined && !Array.isArray(options.missingIn)) {
    throw wrong('options.missingIn', 'a list of names of columns', options.missingIn);
  }
}

const isPlainTable = (input: unknown): boolean =>
  isObject(input) && Array.isArray(input.columns) && input.columns.every(isColumn) && typeof input.rows === 'number';

const isColumn = (column: unknown): boolean =>
  isObject(column) &&
  typeof column.name === 'string' &&
  ArrayBuffer.isView(column.codes) &&
  Array.isArray(column.texts);

function namedTables(key: string, tables: unknown): void {
  if (!isObject(tables)) throw wrong(key, 'an object, name to table', tables);
  for (const table of Object.values(tables)) {
    if (isObject(table) && 'kept' in table) number(`${key}.kept`, table.kept);
    else if (!isPlainTable(table)) throw wrong(key, 'an object, name to table', table);
  }
}

const isBytes = (input: unknown): boolean =>
  typeof input === 'string' || input instanceof Uint8Array || input instanceof ArrayBuffer || input instanceof Blob;

function oneOf(key: string, known: readonly string[], value: unknown): void {
  if (!known.includes(value as string)) throw wrong(key, known.map((each) => JSON.stringify(each)).join(', '), value);
}

function wrong(key: string, expected: string, value: unknown): InvalidArgumentError {
  const received = value === undefined ? 'nothing' : value === null ? 'null' : `a ${typeof value}`;
  return new InvalidArgumentError(`message.${key}`, expected, received, 'WRONG_TYPE');
}

function number(key: string, value: unknown): void {
  if (typeof value !== 'number') throw wrong(key, 'a number', value);
}
