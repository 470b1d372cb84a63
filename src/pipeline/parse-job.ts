import type * as v from 'valibot';
import { InvalidArgumentError } from '../base/errors.js';
import { kindOf } from '../hierarchy/kinds.js';
import { checkOptions } from '../algorithms/algorithm.js';
import { algorithms, findAlgorithm } from '../algorithms/list.js';
import { checkFormat } from '../job/check-format.js';
import { copyPlain } from '../job/copy-plain.js';
import { describeValue, formatPath } from '../base/describe.js';
import type { AlgorithmSpec, AttributeSpec, CheckedJob, PrivacySpec } from '../job/job.js';
import { suggestion } from '../base/near-name.js';
import { parseWith } from '../base/schema-parts.js';
import { attributeSchema, jobSchema } from '../job/schema.js';
import { findModel } from '../privacy/list.js';

/**
 * Checks an unknown value against the job file's schema and returns a copy of it: own enumerable keys only, each read
 * once, `attributes` without a prototype. Throws InvalidArgumentError (`code`, `argument` = path, `expected`,
 * `received`) for the first thing wrong, HierarchyError for a tree that is too deep. Columns are looked at
 * later, by `resolveRoles`.
 */
export function parseJob(value: unknown): CheckedJob {
  const copy = copyPlain(value);
  const output = parseWith(jobSchema, copy);
  checkInput(output.input);
  const attributes = parseAttributes(output.attributes);
  const named: unknown = (output.algorithm as { readonly name?: unknown } | null | undefined)?.name ?? output.algorithm;
  const ofLists = algorithms.some(({ name, takesLists }) => name === named && takesLists === true);
  output.privacy.forEach((spec, index) => checkModel(spec, `privacy[${index}]`, attributes, ofLists));
  checkOnePublicTable(output.privacy);
  const algorithm = parseAlgorithm(output.algorithm);
  const job: CheckedJob = { ...output, attributes, algorithm } as CheckedJob;
  return job;
}

function checkInput(input: v.InferOutput<typeof jobSchema>['input']): void {
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

function parseAttributes(value: Record<string, unknown>): Record<string, AttributeSpec> {
  const attributes = Object.create(null) as Record<string, AttributeSpec>;
  for (const name of Object.keys(value)) {
    const spec = parseWith(attributeSchema, value[name], ['attributes', name]);
    const path = formatPath(['attributes', name, 'hierarchy']);
    if (spec.hierarchy !== undefined) kindOf(spec.hierarchy).check?.(spec.hierarchy, path, name);
    checkFormat(spec, name);
    attributes[name] = readSet(name, spec);
  }
  const labelled = Object.keys(attributes).filter((name) => attributes[name].role === 'class');
  if (labelled.length > 1) {
    throw new InvalidArgumentError('attributes', 'at most one class attribute', `${labelled.length}`, 'ROLE_CONFLICT');
  }
  return attributes;
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

function checkModel(
  spec: PrivacySpec,
  path: string,
  attributes: Readonly<Record<string, AttributeSpec>>,
  ofLists: boolean,
): void {
  const definition = findModel(spec.model);
  definition?.check?.(spec, path, attributes);
  if (!('attribute' in spec)) return;
  // What is taken apart is both: it identifies, and it is sensitive.
  const isApart = ofLists && definition?.isOfLists === true;
  if (isApart && attributes[spec.attribute].role === 'quasi-identifier') return;
  checkModelAttribute(spec.attribute, `${path}.attribute`, attributes);
}

function checkOnePublicTable(privacy: readonly PrivacySpec[]): void {
  let first: string | null = null;
  privacy.forEach((spec, index) => {
    if (!('public' in spec)) return;
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

function parseAlgorithm(value: unknown): string | AlgorithmSpec {
  const plain = typeof value === 'object' && value !== null && !Array.isArray(value);
  const name: unknown = plain ? (value as Record<string, unknown>).name : value;
  const path = plain ? 'algorithm.name' : 'algorithm';
  checkAlgorithmName(name, path);
  if (plain) {
    const { name: known, ...options } = value as AlgorithmSpec;
    checkOptions(findAlgorithm(known), options);
  }
  return plain ? (value as AlgorithmSpec) : (name as string);
}

/** Throws InvalidArgumentError unless the name is that of an algorithm of this version. */
export function checkAlgorithmName(name: unknown, path: string): asserts name is string {
  if (typeof name !== 'string') {
    throw new InvalidArgumentError(
      path,
      'the name of an algorithm',
      describeValue(name, { quote: true }),
      name === undefined ? 'MISSING_OPTION' : 'WRONG_TYPE',
    );
  }
  const names = algorithms.map((algorithm) => algorithm.name);
  if (names.includes(name)) return;
  throw new InvalidArgumentError(
    path,
    `one of ${quoteAll(names)}${suggestion(name, names)}`,
    JSON.stringify(name),
    'UNKNOWN_VALUE',
  );
}

const quoteAll = (names: readonly string[]): string => names.map((name) => JSON.stringify(name)).join(', ');
