import { attributeOf } from '../privacy/attribute-of.js';
import * as v from 'valibot';
import { isPlainObject } from '../base/plain-object.js';
import { InvalidArgumentError } from '../base/errors.js';
import { kindOf } from '../hierarchy/kinds.js';
import { checkOptions, type Algorithm } from '../algorithms/algorithm.js';
import { privacyModels } from '../privacy/list.js';
import { checkFormat } from '../job/check-format.js';
import { checkQueries } from '../job/check-queries.js';
import { copyPlain } from '../job/copy-plain.js';
import { describeValue, formatPath } from '../base/describe.js';
import type { AlgorithmSpec, AttributeSpec, CheckedJob, PrivacySpec } from '../job/job.js';
import { fitsPattern, isPattern, keyOfName, nameOfKey, specOf } from '../job/patterns.js';
import { nearCure, suggestion } from '../base/near-name.js';
import { Problems } from '../base/problems.js';
import { checkWith } from '../base/schema-parts.js';
import { parseWhere } from '../table/parse-where.js';
import { attributeSchema, inputSchema, jobSchemaOf, privacySchemaOf } from '../job/schema.js';

/** {@link parseJob} of a job that may name these algorithms. */
export function parseJobBy(algorithms: readonly Algorithm[], value: unknown): CheckedJob {
  const problems = new Problems();
  const job = checkJobBy(algorithms, value, problems);
  problems.throwAll();
  return job;
}

/** {@link parseJobBy} that adds what is wrong to `problems`; the job is one only where nothing is. */
export function checkJobBy(algorithms: readonly Algorithm[], value: unknown, problems: Problems): CheckedJob {
  const copy = problems.attempt(() => copyPlain(value));
  if (copy === undefined && value !== undefined) return noJob;
  const { privacySchema, jobSchema } = (schemas ??= makeSchemas());
  const checked = checkWith(jobSchema, copy);
  if (checked.errors !== undefined) problems.add(...checked.errors);
  if (!isPlainObject(copy)) return noJob;
  problems.attempt(() => checkInput(validPart(inputSchema, copy.input)));
  const attributes = checkAttributes(copy.attributes, problems);
  const specs = Array.isArray(copy.privacy) ? copy.privacy.map((spec) => validPart(privacySchema, spec)) : [];
  checkModels(algorithms, { specs, algorithm: copy.algorithm, attributes }, problems);
  // A missing one is reported already.
  const algorithm = copy.algorithm === undefined ? '' : checkAlgorithm(algorithms, copy.algorithm, problems);
  checkTaken(copy, attributes.byName, problems);
  checkQueries(copy.queries, problems);
  problems.attempt(() => checkHousehold(copy.unit, attributes));
  problems.attempt(() => checkWithin(copy.within, attributes));
  problems.attempt(() => checkMissingText(validPart(inputSchema, copy.input), attributes.byName));
  if (checked.errors !== undefined) return noJob;
  return { ...checked.output, attributes: attributes.byName, algorithm } as CheckedJob;
}

let schemas: ReturnType<typeof makeSchemas> | undefined;

function makeSchemas() {
  const privacySchema = privacySchemaOf(privacyModels);
  return { privacySchema, jobSchema: jobSchemaOf(privacySchema) };
}

/** Placeholder for a job that is none: a problem is reported beside it. */
const noJob = {} as CheckedJob;

/** Returns a part of the job where it matches its schema, else undefined: its errors are reported already. */
function validPart<const Schema extends v.GenericSchema>(
  schema: Schema,
  value: unknown,
): v.InferOutput<Schema> | undefined {
  const { success, output } = v.safeParse(schema, value);
  return success ? output : undefined;
}

function checkInput(input: v.InferOutput<typeof inputSchema> | undefined): void {
  if (input === undefined) return;
  if (input.header === false && input.columns === undefined) {
    throw new InvalidArgumentError(
      'input.columns',
      'the column names of a file without a header',
      'nothing',
      'MISSING_OPTION',
    );
  }
  if (input.columns === undefined) return;
  if (input.header !== false) {
    throw new InvalidArgumentError('input.columns', 'no column names, or "header": false', 'both', 'UNKNOWN_OPTION');
  }
  if (new Set(input.columns).size !== input.columns.length) {
    throw new InvalidArgumentError('input.columns', 'unique names', 'a name twice', 'DUPLICATE_COLUMN');
  }
}

/** The attributes of a job that are as they should be, and the names of the others; null where `attributes` is none. */
interface FoundAttributes {
  readonly byName: Readonly<Record<string, AttributeSpec>>;
  readonly wrong: ReadonlySet<string> | null;
}

function checkAttributes(value: unknown, problems: Problems): FoundAttributes {
  const byName = Object.create(null) as Record<string, AttributeSpec>;
  if (!isPlainObject(value)) return { byName, wrong: null };
  const wrong = new Set<string>();
  for (const name of Object.keys(value)) {
    const checked = checkWith(attributeSchema, value[name], ['attributes', name]);
    if (checked.errors !== undefined) {
      problems.add(...checked.errors);
      wrong.add(name);
      continue;
    }
    const spec = checked.output;
    byName[name] = spec;
    const path = formatPath(['attributes', name, 'hierarchy']);
    const { hierarchy } = spec;
    if (hierarchy !== undefined) problems.attempt(() => kindOf(hierarchy).check?.(hierarchy, path, name));
    problems.attempt(() => checkFormat(spec, name));
    problems.attempt(() => checkFold(name, spec));
    problems.attempt(() => checkRare(name, spec));
    problems.attempt(() => checkPseudonym(name, spec));
    problems.attempt(() => checkReleased(name, spec));
    const read = problems.attempt(() => readOdd(name, readSet(name, spec)));
    problems.attempt(() => checkMissing(name, spec));
    problems.attempt(() => checkMatches(name, spec));
    if (read !== undefined) byName[name] = read;
  }
  problems.attempt(() => checkKeys(Object.keys(value)));
  for (const role of ['class', 'weight'] as const) {
    const having = Object.keys(byName).filter((name) => byName[name].role === role);
    if (having.length <= 1) continue;
    problems.add(
      new InvalidArgumentError('attributes', `at most one ${role} attribute`, `${having.length}`, 'ROLE_CONFLICT'),
    );
  }
  return { byName, wrong };
}

/** Checks models against attributes and each other. A model of an attribute that is wrong itself is left. */
function checkModels(
  algorithms: readonly Algorithm[],
  given: {
    readonly specs: readonly (PrivacySpec | undefined)[];
    readonly algorithm: unknown;
    readonly attributes: FoundAttributes;
  },
  problems: Problems,
): void {
  const { specs, algorithm, attributes } = given;
  const { wrong } = attributes;
  const named: unknown = isPlainObject(algorithm) ? algorithm.name : algorithm;
  const ofLists = algorithms.some(({ name, takesLists }) => name === named && takesLists !== undefined);
  specs.forEach((spec, index) => {
    const attribute = spec === undefined ? undefined : attributeOf(spec);
    if (spec === undefined || wrong === null || (attribute !== undefined && isWrong(wrong, attribute))) return;
    const byName = namedFor(attributes.byName, attribute);
    const path = `privacy[${index}]`;
    const definition = privacyModels.find(({ name }) => name === spec.model);
    problems.attempt(() => definition?.check?.(spec, path, byName));
    if (attribute === undefined) return;
    // A column of lists is both: it identifies, and it is sensitive.
    const isOfLists = ofLists && definition?.isOfLists === true;
    if (isOfLists && byName[attribute]?.role === 'quasi-identifier') return;
    problems.attempt(() => checkModelAttribute(attribute, `${path}.attribute`, byName));
  });
  problems.attempt(() => checkOnePublicTable(specs));
}

/** True where the description of a column, or a pattern that it matches, is wrong. */
const isWrong = (wrong: ReadonlySet<string>, name: string): boolean => [...wrong].some((key) => fitsPattern(key, name));

/** The attributes that a job names, and one that matches a pattern. */
function namedFor(attributes: FoundAttributes['byName'], name: string | undefined): FoundAttributes['byName'] {
  const named = Object.keys(attributes).flatMap((key) => (isPattern(key) ? [] : [[nameOfKey(key), attributes[key]]]));
  const spec = name === undefined ? undefined : specOf({ attributes }, name);
  if (spec !== undefined) named.push([name!, spec]);
  return Object.assign(Object.create(null), Object.fromEntries(named)) as FoundAttributes['byName'];
}

/** Throws InvalidArgumentError OPTION_UNUSED for `fold` of a column that is not sensitive. */
function checkFold(name: string, { fold = false, role }: AttributeSpec): void {
  if (!fold || role === 'sensitive') return;
  throw new InvalidArgumentError(
    formatPath(['attributes', name, 'fold']),
    'only of a sensitive column (a hierarchy groups the spellings of a quasi-identifier)',
    'true',
    'OPTION_UNUSED',
  );
}

/** Throws InvalidArgumentError OPTION_UNUSED for `rare` of a column that is not sensitive, or whose values have a hierarchy. */
function checkRare(name: string, { rare, role, hierarchy }: AttributeSpec): void {
  if (rare === undefined || (role === 'sensitive' && hierarchy === undefined)) return;
  const expected = 'only of a sensitive column of texts without "hierarchy"';
  throw new InvalidArgumentError(formatPath(['attributes', name, 'rare']), expected, String(rare), 'OPTION_UNUSED');
}

/** Keys of an attribute that say something of its values, which a pseudonym does not show. */
const OF_VALUES = ['type', 'format', 'odd', 'fold', 'rare', 'hierarchy', 'minLevel', 'maxLevel', 'set'] as const;

/** Throws InvalidArgumentError OPTION_UNUSED for `group` of another role, and for what a pseudonym does not show. */
function checkPseudonym(name: string, spec: AttributeSpec): void {
  const unused = spec.role === 'pseudonym' ? OF_VALUES.find((key) => spec[key] !== undefined) : undefined;
  const key = unused ?? (spec.role !== 'pseudonym' && spec.group !== undefined ? 'group' : null);
  if (key === null) return;
  const expected =
    key === 'group'
      ? 'only of a column with the role "pseudonym"'
      : 'only of a column whose values are released or generalized';
  throw new InvalidArgumentError(formatPath(['attributes', name, key]), expected, 'a value', 'OPTION_UNUSED');
}

/** Throws InvalidArgumentError OPTION_UNUSED for `release` of a column that is neither the weight nor insensitive, or in a way of the other one. */
function checkReleased(name: string, { release, role }: AttributeSpec): void {
  const isOfWeight = release === 'drop' || release === 'rounded';
  if (release === undefined || role === (isOfWeight ? 'weight' : 'insensitive')) return;
  const path = formatPath(['attributes', name, 'release']);
  const expected = isOfWeight ? 'only of the role "weight"' : 'only of the role "insensitive"';
  throw new InvalidArgumentError(path, expected, JSON.stringify(release), 'OPTION_UNUSED');
}

/** Lists of items are texts. */
function readSet(name: string, spec: AttributeSpec): AttributeSpec {
  if (spec.set === undefined) return spec;
  if (spec.type !== undefined && spec.type !== 'string') {
    throw new InvalidArgumentError(
      formatPath(['attributes', name, 'type']),
      '"string" for an attribute with "set"',
      JSON.stringify(spec.type),
      'SET_TYPE',
    );
  }
  return { ...spec, type: 'string' };
}

/** Throws InvalidArgumentError MISSING_OPTION where households are counted, and no column says which they are. */
function checkHousehold(unit: unknown, { byName, wrong }: FoundAttributes): void {
  if (unit !== 'household' || wrong === null || wrong.size > 0) return;
  if (Object.values(byName).some(({ role }) => role === 'household')) return;
  const expected = 'a column with the role "household" where households are counted';
  throw new InvalidArgumentError('attributes', expected, 'none', 'MISSING_OPTION');
}

/** Throws InvalidArgumentError ROLE_CONFLICT for strata of a column that is not a quasi-identifier. */
function checkWithin(within: unknown, { byName, wrong }: FoundAttributes): void {
  const names = typeof within === 'string' ? [within] : Array.isArray(within) ? within : [];
  for (const name of names) {
    if (typeof name !== 'string' || wrong === null || wrong.has(name)) continue;
    const { role } = Object.hasOwn(byName, name) ? byName[name] : {};
    if (role === 'quasi-identifier') continue;
    const expected = 'columns with the role "quasi-identifier", which are released as they are';
    const received = `${JSON.stringify(name)}, ${role === undefined ? 'without a role' : `a ${role}`}`;
    throw new InvalidArgumentError('within', expected, received, 'ROLE_CONFLICT');
  }
}

/** Checks the expression `where` of the input, and that its column `count` is not released and stands for no persons. */
function checkTaken(
  job: Readonly<Record<string, unknown>>,
  byName: FoundAttributes['byName'],
  problems: Problems,
): void {
  const { where, count } = validPart(inputSchema, job.input) ?? {};
  if (where !== undefined) problems.attempt(() => parseWhere(where));
  if (count === undefined) return;
  problems.attempt(() => {
    const { role = 'drop' } = byName[keyOfName(count)] ?? {};
    if (role === 'drop') return;
    const expected = `a column that is not released (the rows of ${JSON.stringify(count)} are written out)`;
    throw new InvalidArgumentError('input.count', expected, `one with the role "${role}"`, 'ROLE_CONFLICT');
  });
  problems.attempt(() => {
    const person = Object.keys(byName).find(
      (name) => byName[name].role === 'person' || byName[name].role === 'household',
    );
    if (person === undefined) return;
    const { role } = byName[person];
    const expected = `no column with the role "${role}" beside it, since equal rows of one ${role} would be several`;
    throw new InvalidArgumentError('input.count', expected, JSON.stringify(person), 'ROLE_CONFLICT');
  });
}

/** Throws InvalidArgumentError MISSING_OPTION where columns have missing cells of their own, and no text is released for them. */
function checkMissingText(
  input: v.InferOutput<typeof inputSchema> | undefined,
  byName: FoundAttributes['byName'],
): void {
  if (input?.missing?.length !== 0) return;
  const name = Object.keys(byName).find((each) => byName[each].odd === 'missing' || byName[each].missing !== undefined);
  if (name === undefined) return;
  const expected = `at least one text, which missing cells of ${JSON.stringify(name)} have in the release, such as ""`;
  throw new InvalidArgumentError('input.missing', expected, 'an empty list', 'MISSING_OPTION');
}

/** Throws InvalidArgumentError MISSING_OPTION for `missing` of a column whose type the job does not say. */
function checkMissing(name: string, { missing, type, format, set }: AttributeSpec): void {
  if (missing === undefined || type !== undefined || format !== undefined || set !== undefined) return;
  const expected = 'beside "missing" a "type" or a "format" ("missing" of "input" counts in every column)';
  throw new InvalidArgumentError(formatPath(['attributes', name]), expected, 'neither', 'MISSING_OPTION');
}

/** Throws InvalidArgumentError ROLE_CONFLICT where two keys are one name: `a\b` and `a\\b`. */
function checkKeys(keys: readonly string[]): void {
  const seen = new Map<string, string>();
  for (const key of keys.filter((each) => !isPattern(each))) {
    const other = seen.get(nameOfKey(key));
    seen.set(nameOfKey(key), key);
    if (other === undefined) continue;
    const path = formatPath(['attributes', key]);
    const received = `the column of ${JSON.stringify(other)} again, with the backslash written in another way`;
    throw new InvalidArgumentError(path, 'every attribute once, with one role', received, 'ROLE_CONFLICT');
  }
}

/** Throws InvalidArgumentError for `matches` of a column, of which there is one, and for a name in it that the pattern does not match. */
function checkMatches(key: string, { matches }: AttributeSpec): void {
  if (matches === undefined) return;
  const path = formatPath(['attributes', key, 'matches']);
  if (!isPattern(key)) {
    const expected = 'only of a pattern, such as "F*" (a star in a name is written \\*)';
    throw new InvalidArgumentError(path, expected, `one of ${JSON.stringify(key)}`, 'OPTION_UNUSED');
  }
  const strange = matches.find((name) => !fitsPattern(key, name));
  if (strange === undefined) return;
  const expected = `names that match the pattern ${JSON.stringify(key)}`;
  throw new InvalidArgumentError(path, expected, JSON.stringify(strange), 'UNKNOWN_VALUE');
}

/** Hierarchies of numbers and days, which texts do not have. */
const OF_NUMBERS: readonly string[] = ['intervals', 'dates'];

/**
 * A column that keeps its odd cells is one of texts.
 *
 * @throws InvalidArgumentError MISSING_OPTION without a type of numbers, days or times; HIERARCHY_TYPE for texts with a hierarchy of numbers
 */
function readOdd(name: string, spec: AttributeSpec): AttributeSpec {
  const { odd = 'error', type, format, hierarchy } = spec;
  if (spec.odd === undefined) return spec;
  const path = formatPath(['attributes', name]);
  const isOfValues = format !== undefined || (type !== undefined && type !== 'string');
  // The job was read before, and the type is what it says.
  const isRead = odd === 'text' && type === 'string' && spec.set === undefined;
  if (!isOfValues && !isRead) {
    const expected = `beside "odd" a "type" of numbers, days or times, or a "format"`;
    throw new InvalidArgumentError(
      path,
      expected,
      type === undefined ? 'neither' : `"type": "${type}"`,
      'MISSING_OPTION',
    );
  }
  if (odd !== 'text') return spec;
  if (hierarchy !== undefined && OF_NUMBERS.includes(hierarchy.type)) {
    const expected = `beside "odd": "text" a hierarchy of texts, since odd cells lie in no interval ("odd": "missing" takes them for missing)`;
    throw new InvalidArgumentError(`${path}.hierarchy`, expected, JSON.stringify(hierarchy.type), 'HIERARCHY_TYPE');
  }
  const { format: _, ...others } = spec;
  return { ...others, type: 'string' };
}

function checkOnePublicTable(privacy: readonly (PrivacySpec | undefined)[]): void {
  let first: string | null = null;
  privacy.forEach((spec, index) => {
    if (spec === undefined || !('public' in spec)) return;
    first ??= spec.public;
    if (spec.public !== first) {
      throw new InvalidArgumentError(
        `privacy[${index}].public`,
        'one public table for all models of a job',
        'another one than before',
        'PUBLIC_CONFLICT',
      );
    }
  });
}

function checkModelAttribute(
  attribute: string,
  path: string,
  attributes: Readonly<Record<string, AttributeSpec>>,
): void {
  const spec = Object.hasOwn(attributes, attribute) ? attributes[attribute] : undefined;
  const role = spec?.role;
  if (role === 'sensitive' || role === 'class') return;
  const expected = 'an attribute with the role "sensitive" or "class"';
  if (spec === undefined) {
    const near = suggestion(attribute, Object.keys(attributes));
    throw new InvalidArgumentError(
      path,
      `${expected}${near}`,
      `${JSON.stringify(attribute)}, which "attributes" does not name`,
      'ROLE_NOT_SENSITIVE',
      nearCure(attribute, Object.keys(attributes)) ??
        `add ${JSON.stringify(attribute)}: "sensitive" to "attributes", or name another one`,
    );
  }
  const received = `${JSON.stringify(attribute)}, ${role === undefined ? 'without a role' : `a ${role}`}`;
  throw new InvalidArgumentError(
    path,
    expected,
    received,
    role === 'quasi-identifier' ? 'ROLE_CONFLICT' : 'ROLE_NOT_SENSITIVE',
  );
}

function checkAlgorithm(algorithms: readonly Algorithm[], value: unknown, problems: Problems): string | AlgorithmSpec {
  const name: unknown = isPlainObject(value) ? value.name : value;
  const path = isPlainObject(value) ? 'algorithm.name' : 'algorithm';
  const found = problems.attempt(() => findAlgorithm(algorithms, name, path));
  if (isPlainObject(value) && found !== undefined) {
    const { name: _, ...options } = value;
    problems.attempt(() => checkOptions(found, options));
  }
  return value as string | AlgorithmSpec;
}

/** The algorithm of that name. Throws InvalidArgumentError at `path` where none has it. */
export function findAlgorithm(algorithms: readonly Algorithm[], name: unknown, path: string): Algorithm {
  if (typeof name !== 'string') {
    throw new InvalidArgumentError(
      path,
      'the name of an algorithm',
      describeValue(name, { quote: true }),
      name === undefined ? 'MISSING_OPTION' : 'WRONG_TYPE',
    );
  }
  const found = algorithms.find((algorithm) => algorithm.name === name);
  if (found !== undefined) return found;
  const names = algorithms.map((algorithm) => algorithm.name);
  throw new InvalidArgumentError(
    path,
    `one of ${quoteAll(names)}${suggestion(name, names)}`,
    JSON.stringify(name),
    'UNKNOWN_VALUE',
    nearCure(name, names),
  );
}

const quoteAll = (names: readonly string[]): string => names.map((name) => JSON.stringify(name)).join(', ');
