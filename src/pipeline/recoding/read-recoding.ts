import { describeValue, formatPath } from '../../base/describe.js';
import { InvalidArgumentError } from '../../base/errors.js';
import { parseWith } from '../../base/schema-parts.js';
import { isMadeOfValues } from '../../hierarchy/kinds.js';
import { DELIMITERS } from '../../io/csv/detect-delimiter.js';
import { copyPlain } from '../../job/copy-plain.js';
import { checkFormat } from '../../job/check-format.js';
import { roleNames } from '../../job/names.js';
import { attributeSchema, inputSchema } from '../../job/schema.js';
import type { ApplicableRecoding } from './recoding.js';
import { recodingVersion } from './recoding.js';
import { checkSeal } from './seal-recoding.js';

type Path = readonly (string | number)[];
type Fields = Readonly<Record<string, unknown>>;

const KEYS = [
  'version',
  'kind',
  'applicable',
  'k',
  'input',
  'output',
  'persons',
  'columns',
  'attributes',
  'classes',
  'run',
  'sha256',
];
const RUN_KEYS = ['rows', 'released', 'suppressed', 'classes', 'privacy'];

const wrong = (path: Path, expected: string, value: unknown, code = 'RECODING_INVALID'): InvalidArgumentError =>
  new InvalidArgumentError(formatPath(['recoding', ...path]), expected, describeValue(value, { quote: false }), code);

/**
 * The recoding in what somebody kept: a result of `anonymize` as an object or as JSON was read, or its `recoding`. Every part is
 * checked, and nothing of it is used that is not.
 *
 * @throws InvalidArgumentError RECODING_INVALID with the path of what is wrong, RECODING_VERSION for another version,
 *   RECODING_NOT_APPLICABLE with the reason for one that says nothing of new rows, RECODING_CHANGED for one that is not as the run
 *   left it
 */
export async function readRecoding(given: unknown): Promise<ApplicableRecoding> {
  const expected = 'a result of anonymize, or its "recoding"';
  const outer = fieldsOf(given, [], expected);
  const inner = Object.hasOwn(outer, 'result') ? fieldsOf(outer.result, [], expected) : outer;
  const isWhole = Object.hasOwn(inner, 'recoding');
  const kept = checkForm(isWhole ? inner.recoding : inner, expected);
  await checkSeal(kept, isWhole ? inner : {});
  return kept;
}

/** Checks every part of a recoding. */
function checkForm(found: unknown, expected: string): ApplicableRecoding {
  const kept = fieldsOf(copyPlain(found), [], expected);
  if (kept.version === undefined) throw wrong([], expected, found);
  if (kept.version !== recodingVersion) {
    throw wrong(
      ['version'],
      `${recodingVersion}, the form that this version of kohort reads`,
      kept.version,
      'RECODING_VERSION',
    );
  }
  textOf(kept.kind, ['kind']);
  if (kept.applicable !== true) {
    const reason = kept.applicable === false ? textOf(kept.reason, ['reason']) : undefined;
    if (reason === undefined) throw wrong(['applicable'], 'true or false', kept.applicable);
    const applicable = 'one that says where new rows belong';
    throw new InvalidArgumentError(
      'recoding',
      applicable,
      `one of ${String(kept.kind)}: ${reason}`,
      'RECODING_NOT_APPLICABLE',
    );
  }
  checkFields(kept, [], KEYS);
  if (kept.k !== null && !isCount(kept.k)) throw wrong(['k'], 'a whole number from 1, or null', kept.k);
  if (kept.input !== undefined) parseWith(inputSchema, kept.input, ['recoding', 'input']);
  checkOutput(kept.output);
  const names = listOf(kept.columns, ['columns']).map((column, i) => checkColumn(column, ['columns', i]));
  if (new Set(names).size !== names.length) throw wrong(['columns'], 'every name once', kept.columns);
  if (kept.persons !== undefined) checkPersons(kept.persons, names);
  const attributes = listOf(kept.attributes, ['attributes']);
  const sizes = attributes.map((attribute, i) => checkAttribute(attribute, ['attributes', i], names));
  const quasi = new Set(attributes.map((attribute) => (attribute as { readonly name: string }).name));
  if (quasi.size !== attributes.length || attributes.length === 0) {
    throw wrong(['attributes'], 'at least one quasi-identifier, each once', kept.attributes);
  }
  checkClasses(listOf(kept.classes, ['classes']), sizes);
  checkFields(fieldsOf(kept.run, ['run'], 'an object'), ['run'], RUN_KEYS);
  textOf(kept.sha256, ['sha256']);
  return kept as unknown as ApplicableRecoding;
}

function checkOutput(output: unknown): void {
  if (output === undefined) return;
  const fields = fieldsOf(output, ['output'], 'an object');
  checkFields(fields, ['output'], ['suppressed', 'order', 'delimiter', 'bom', 'formulaGuard']);
  oneOf(fields.suppressed, ['output', 'suppressed'], ['drop', 'star', undefined]);
  oneOf(fields.order, ['output', 'order'], ['shuffle', 'input', undefined]);
  oneOf(fields.delimiter, ['output', 'delimiter'], [...DELIMITERS, undefined]);
  oneOf(fields.bom, ['output', 'bom'], [true, false, undefined]);
  oneOf(fields.formulaGuard, ['output', 'formulaGuard'], [true, false, undefined]);
}

/** Checks a column of the release; gives its name. */
function checkColumn(column: unknown, path: Path): string {
  const fields = fieldsOf(column, path, 'a column');
  checkFields(fields, path, ['name', 'role', 'spec', 'known']);
  if (fields.known !== undefined) textsOf(fields.known, [...path, 'known']);
  oneOf(fields.role, [...path, 'role'], roleNames);
  checkSpec(fields.spec, [...path, 'spec']);
  return nameOf(fields.name, [...path, 'name']);
}

/** Checks the columns of a person's key, none of which is released. */
function checkPersons(persons: unknown, released: readonly string[]): void {
  const path = ['persons'];
  const fields = fieldsOf(persons, path, 'an object');
  checkFields(fields, path, ['columns', 'missing', 'rowsPerPerson']);
  oneOf(fields.missing, [...path, 'missing'], ['separate', undefined]);
  const { rowsPerPerson } = fields;
  if (rowsPerPerson !== undefined && !isCount(rowsPerPerson)) {
    throw wrong([...path, 'rowsPerPerson'], 'a whole number from 1', rowsPerPerson);
  }
  const columns = listOf(fields.columns, [...path, 'columns']);
  if (columns.length === 0) throw wrong([...path, 'columns'], 'at least one column', columns);
  columns.forEach((column, i) => {
    const at = [...path, 'columns', i];
    const own = fieldsOf(column, at, 'a column');
    checkFields(own, at, ['name', 'type', 'format', 'spec']);
    const name = nameOf(own.name, [...at, 'name']);
    if (released.includes(name)) throw wrong([...at, 'name'], 'a column that is not released', name);
    checkKind(own, at, name);
    checkSpec(own.spec, [...at, 'spec']);
  });
}

/** Checks type and format of a column. */
function checkKind({ type, format }: Fields, path: Path, name: string): void {
  textOf(type, [...path, 'type']);
  const spec = { type, ...(format === undefined ? {} : { format }) };
  checkFormat(parseWith(attributeSchema, spec, ['recoding', ...path]), name);
}

function checkSpec(spec: unknown, path: Path): void {
  if (spec !== undefined) checkFormat(parseWith(attributeSchema, spec, ['recoding', ...path]), 'recoding');
}

/** Checks a quasi-identifier; gives the number of its values. */
function checkAttribute(attribute: unknown, path: Path, names: readonly string[]): number {
  const fields = fieldsOf(attribute, path, 'a quasi-identifier');
  checkFields(fields, path, ['name', 'type', 'format', 'spec', 'hierarchy', 'longest', 'leaves', 'known', 'values']);
  const name = nameOf(fields.name, [...path, 'name']);
  if (!names.includes(name)) throw wrong([...path, 'name'], 'one of the columns', fields.name);
  checkKind(fields, path, name);
  checkSpec(fields.spec, [...path, 'spec']);
  if (fields.longest !== undefined && !(isCount(fields.longest) && Number(fields.longest) < 64)) {
    throw wrong([...path, 'longest'], 'a whole number from 1 to 63', fields.longest);
  }
  let hasNodes = false;
  if (fields.hierarchy !== undefined) {
    const spec = parseWith(attributeSchema, { hierarchy: fields.hierarchy }, ['recoding', ...path]).hierarchy!;
    hasNodes = isMadeOfValues(spec);
    if (!hasNodes) throw wrong([...path, 'hierarchy'], 'one that is made of the values that come', fields.hierarchy);
  }
  if (fields.leaves !== undefined) textsOf(fields.leaves, [...path, 'leaves']);
  if (fields.known !== undefined) textsOf(fields.known, [...path, 'known']);
  const leaves = Array.isArray(fields.leaves) ? fields.leaves.length : 0;
  const values = listOf(fields.values, [...path, 'values']);
  values.forEach((value, i) => checkValue(value, [...path, 'values', i], { leaves, hasNodes }));
  const labels = new Set(values.map((value) => (value as { readonly label: string }).label));
  if (labels.size !== values.length) throw wrong([...path, 'values'], 'every label once', fields.values);
  return values.length;
}

function checkValue(
  value: unknown,
  path: Path,
  { leaves, hasNodes }: { readonly leaves: number; readonly hasNodes: boolean },
): void {
  const fields = fieldsOf(value, path, 'a released value');
  checkFields(fields, path, ['label', 'any', 'numbers', 'texts', 'other', 'missing', 'leaves', 'node', 'between']);
  textOf(fields.label, [...path, 'label']);
  for (const key of ['any', 'other', 'missing']) oneOf(fields[key], [...path, key], [true, undefined]);
  if (fields.texts !== undefined) textsOf(fields.texts, [...path, 'texts']);
  if (fields.between !== undefined && textsOf(fields.between, [...path, 'between']).length !== 2) {
    throw wrong([...path, 'between'], 'two texts', fields.between);
  }
  if (fields.numbers !== undefined) {
    const bounds = fieldsOf(fields.numbers, [...path, 'numbers'], 'an object of bounds');
    checkFields(bounds, [...path, 'numbers'], ['from', 'to', 'below']);
    for (const [key, bound] of Object.entries(bounds)) {
      if (typeof bound !== 'number' || !Number.isFinite(bound)) {
        throw wrong([...path, 'numbers', key], 'a finite number', bound);
      }
    }
  }
  if (fields.leaves !== undefined) {
    listOf(fields.leaves, [...path, 'leaves']).forEach((run, i) => {
      const [lo, hi, ...more] = listOf(run, [...path, 'leaves', i]);
      const isRun = isIndex(lo, leaves) && isIndex(hi, leaves) && lo <= hi && more.length === 0;
      if (!isRun) throw wrong([...path, 'leaves', i], 'the first and the last of the leaves', run);
    });
  }
  if (fields.node === undefined) return;
  const node = fieldsOf(fields.node, [...path, 'node'], 'a node');
  checkFields(node, [...path, 'node'], ['level', 'label']);
  if (!hasNodes) throw wrong([...path, 'node'], 'nothing, since the attribute has no "hierarchy"', fields.node);
  if (!isIndex(node.level, 64)) throw wrong([...path, 'node', 'level'], 'a level', node.level);
  textOf(node.label, [...path, 'node', 'label']);
}

function checkClasses(classes: readonly unknown[], sizes: readonly number[]): void {
  classes.forEach((one, c) => {
    const isClass =
      Array.isArray(one) && one.length === sizes.length && sizes.every((size, a) => isIndex(one[a], size));
    if (!isClass) throw wrong(['classes', c], 'the index of a value for every attribute', one);
  });
}

function fieldsOf(value: unknown, path: Path, expected: string): Fields {
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Fields;
  throw wrong(path, expected, value);
}

function checkFields(fields: Fields, path: Path, known: readonly string[]): void {
  for (const key of Object.keys(fields)) {
    if (!known.includes(key)) throw wrong([...path, key], `one of the keys ${known.join(', ')}`, fields[key]);
  }
}

function listOf(value: unknown, path: Path): readonly unknown[] {
  if (Array.isArray(value)) return value as unknown[];
  throw wrong(path, 'a list', value);
}

function textOf(value: unknown, path: Path): string {
  if (typeof value === 'string') return value;
  throw wrong(path, 'a text', value);
}

function nameOf(value: unknown, path: Path): string {
  if (typeof value === 'string' && value !== '') return value;
  throw wrong(path, 'the name of a column', value);
}

function textsOf(value: unknown, path: Path): readonly string[] {
  return listOf(value, path).map((text, i) => textOf(text, [...path, i]));
}

function oneOf(value: unknown, path: Path, known: readonly unknown[]): void {
  if (!known.includes(value))
    throw wrong(path, `one of ${known.filter((each) => each !== undefined).join(', ')}`, value);
}

const isCount = (value: unknown): boolean => Number.isSafeInteger(value) && Number(value) >= 1;

const isIndex = (value: unknown, size: number): value is number =>
  Number.isInteger(value) && Number(value) >= 0 && Number(value) < size;
