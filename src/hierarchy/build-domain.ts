import { HierarchyError } from '../base/errors.js';
import { eachInSteps, runToCompletion, type Steps } from '../base/steps.js';
import type { Column, Warning } from '../table/table.js';
import { buildHierarchyInSteps } from './build-hierarchy.js';
import { countNumbers, type Domain } from './domain.js';
import type { HierarchySpec } from './kinds.js';
import { listedOrder } from './kinds.js';
import { needsQuotes } from './labels.js';
import { LeafMatcher, requireCoverage } from './leaf-matcher.js';
import { leafNumber } from './leaf-number.js';
import { sortCodes } from './sorted-codes.js';

/** A domain, and what there is to say about it. */
export interface BuiltDomain {
  readonly domain: Domain;
  readonly warnings: Warning[];
}

/** Values of a text column from which their order decides much of what is released. */
const MANY_VALUES = 12;

/**
 * The domain of a quasi-identifier: with a hierarchy its leaves; with `{"type":"order"}` the listed values; else
 * numbers and dates ascending, strings by code point (warning ORDER_BY_CODE_POINT from a dozen values on). A missing value that is not listed is
 * the last leaf.
 *
 * @param spec the hierarchy of the job, files already read, or undefined.
 * @param missing texts that are read as missing cells; a leaf of the hierarchy that is one of them stands for the missing value.
 * @throws what {@link buildHierarchy} throws; for a listed order HierarchyError HIERARCHY_EMPTY, _DUPLICATE_LEAF and
 *   _MISSING_VALUE.
 */
export function buildDomain(
  column: Column,
  spec: HierarchySpec | undefined,
  missing: readonly string[] = [],
): BuiltDomain {
  return runToCompletion(buildDomainInSteps(column, spec, missing));
}

/** {@link buildDomain} that yields between stretches of the work. */
export function* buildDomainInSteps(
  column: Column,
  spec: HierarchySpec | undefined,
  missing: readonly string[] = [],
): Steps<BuiltDomain> {
  const warnings: Warning[] = [];
  const missingTexts = new Set(missing);
  if (column.missingCode >= 0) missingTexts.add(column.texts[column.missingCode]);
  const listed = listedOrder(spec);
  const domain =
    spec === undefined
      ? yield* naturalDomain(column, missingTexts, warnings)
      : listed !== null
        ? listedDomain(column, listed, missingTexts)
        : yield* hierarchyDomain(column, spec, missingTexts);
  yield;
  let isQuoted = false;
  yield* eachInSteps(domain.leafOf.length, (code) => (isQuoted ||= needsQuotes(domain, domain.leafOf[code])));
  if (isQuoted) {
    warnings.push({
      code: 'LABEL_COLLIDES_WITH_DATA',
      message: 'a value of the data reads like a label that stands for others; it is released in double quotes',
      attribute: column.name,
    });
  }
  return { domain, warnings };
}

function* hierarchyDomain(column: Column, spec: HierarchySpec, missingTexts: ReadonlySet<string>): Steps<Domain> {
  const hierarchy = yield* buildHierarchyInSteps(spec, column, missingTexts);
  yield;
  const labels = hierarchy.levels[0].labels;
  const matcher = new LeafMatcher(column, missingTexts);
  yield* eachInSteps(labels.length, (leaf) => matcher.add(labels[leaf], leaf));
  const leafOf = Uint32Array.from(matcher.cover());
  yield;
  const missingLeaf = column.missingCode < 0 ? -1 : leafOf[column.missingCode];
  const values = numbersOf(column, labels, leafOf, missingTexts);
  const numbers = values !== null && isAscending(values, missingLeaf) ? values : null;
  return {
    attribute: column.name,
    column,
    size: labels.length,
    leafOf,
    labels,
    hierarchy,
    order: numbers === null ? 'hierarchy' : 'numeric',
    numbers,
    scattered: numbers === null ? values : null,
    missingLeaf,
    missingTexts,
  };
}

/** The number of every leaf of a column of numbers or dates (NaN for leaves that are none), else null. */
function numbersOf(
  column: Column,
  labels: readonly string[],
  leafOf: Uint32Array,
  missingTexts: ReadonlySet<string>,
): Float64Array | null {
  const { numbers: known, missingCode } = column;
  if (known === null) return null;
  const numbers = Float64Array.from(labels, (label) => (missingTexts.has(label) ? NaN : leafNumber(label, column)));
  leafOf.forEach((leaf, code) => (numbers[leaf] = code === missingCode ? NaN : known[code]));
  return numbers;
}

/** True when numbers ascend, leaves that are no numbers stand behind them, and the missing value is the last. */
function isAscending(numbers: Float64Array, missingLeaf: number): boolean {
  if (missingLeaf >= 0 && missingLeaf !== numbers.length - 1) return false;
  const count = countNumbers(numbers);
  if (count > 0 && Number.isNaN(numbers[0])) return false;
  for (let leaf = 1; leaf < count; leaf++) if (!(numbers[leaf] > numbers[leaf - 1])) return false;
  return true;
}

function listedDomain(column: Column, values: readonly string[], missingTexts: ReadonlySet<string>): Domain {
  if (values.length === 0) {
    throw new HierarchyError('HIERARCHY_EMPTY', column.name, 'order: expected at least one value, received none');
  }
  const matcher = new LeafMatcher(column, missingTexts);
  const labels = Array.from(values);
  labels.forEach((value, leaf) => {
    if (matcher.find(value) >= 0) {
      throw new HierarchyError(
        'HIERARCHY_DUPLICATE_LEAF',
        column.name,
        `order, values[${leaf}]: expected every value once, received one a second time`,
      );
    }
    matcher.add(value, leaf);
  });
  const cover = matcher.cover();
  requireCoverage(column, cover);
  const missing = column.missingCode;
  if (missing >= 0 && cover[missing] < 0) {
    cover[missing] = labels.length;
    labels.push(column.texts[missing]);
  }
  const leafOf = Uint32Array.from(cover);
  leafOf.forEach((leaf, code) => {
    labels[leaf] = column.texts[code];
  });
  return {
    attribute: column.name,
    column,
    size: labels.length,
    leafOf,
    labels,
    hierarchy: null,
    order: 'listed',
    numbers: null,
    missingLeaf: missing < 0 ? -1 : leafOf[missing],
    missingTexts,
  };
}

function* naturalDomain(column: Column, missingTexts: ReadonlySet<string>, warnings: Warning[]): Steps<Domain> {
  const codes = yield* sortCodes(column);
  yield;
  const leafOf = new Uint32Array(codes.length);
  codes.forEach((code, leaf) => {
    leafOf[code] = leaf;
  });
  const { numbers } = column;
  const present = codes.length - (column.missingCode < 0 ? 0 : 1);
  if (numbers === null && present >= MANY_VALUES) {
    warnings.push({
      code: 'ORDER_BY_CODE_POINT',
      message: 'no hierarchy and no order is given: strings are put in the order of their code points',
      attribute: column.name,
    });
  }
  return {
    attribute: column.name,
    column,
    size: codes.length,
    leafOf,
    labels: Array.from(codes, (code) => column.texts[code]),
    hierarchy: null,
    order: numbers === null ? 'sorted' : 'numeric',
    numbers: numbers === null ? null : Float64Array.from(codes, (code) => numbers[code]),
    missingLeaf: column.missingCode < 0 ? -1 : leafOf[column.missingCode],
    missingTexts,
  };
}
