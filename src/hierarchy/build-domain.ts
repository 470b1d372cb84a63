import { HierarchyError } from '../errors.js';
import type { HierarchySpec } from '../job/job.js';
import type { Column, Warning } from '../table/table.js';
import { buildHierarchy } from './build-hierarchy.js';
import type { Domain } from './domain.js';
import { LeafMatcher, requireCoverage } from './leaf-matcher.js';
import { leafNumber } from './leaf-number.js';
import { sortedCodes } from './sorted-codes.js';

/**
 * The domain of a quasi-identifier: with a hierarchy its leaves; with `{"type":"order"}` the listed values; else
 * numbers and dates ascending, strings by code point (warning ORDER_BY_CODE_POINT). A missing value that is not listed is
 * the last leaf.
 *
 * @param spec the hierarchy of the job, files already read, or undefined.
 * @throws what {@link buildHierarchy} throws; for a listed order HierarchyError HIERARCHY_EMPTY, _DUPLICATE_LEAF and
 *   _MISSING_VALUE.
 */
export function buildDomain(
  column: Column,
  spec: HierarchySpec | undefined,
): { readonly domain: Domain; readonly warnings: Warning[] } {
  const warnings: Warning[] = [];
  const domain =
    spec === undefined
      ? naturalDomain(column, warnings)
      : spec.type === 'order'
        ? listedDomain(column, spec.values)
        : hierarchyDomain(column, spec);
  const root = domain.hierarchy?.levels[domain.hierarchy.height].labels[0];
  if (domain.hierarchy?.height !== 0 && column.texts.some((text) => text === '*' || text === root)) {
    warnings.push({
      code: 'LABEL_COLLIDES_WITH_DATA',
      message: 'a value of the data is the label that stands for all values; in the release the two look alike',
      attribute: column.name,
    });
  }
  return { domain, warnings };
}

function hierarchyDomain(column: Column, spec: HierarchySpec): Domain {
  const hierarchy = buildHierarchy(spec, column);
  const labels = hierarchy.levels[0].labels;
  const matcher = new LeafMatcher(column);
  labels.forEach((label, leaf) => matcher.add(label, leaf));
  const leafOf = Uint32Array.from(matcher.cover());
  const missingLeaf = column.missingCode < 0 ? -1 : leafOf[column.missingCode];
  const values = numbersOf(column, labels, missingLeaf);
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
  };
}

/** The number of every leaf when all are numbers or dates (NaN for the missing value), else null. */
function numbersOf(column: Column, labels: readonly string[], missingLeaf: number): Float64Array | null {
  if (column.type === 'string') return null;
  const numbers = Float64Array.from(labels, (label, leaf) =>
    leaf === missingLeaf ? NaN : leafNumber(label, column.type),
  );
  return numbers.every((number, leaf) => leaf === missingLeaf || !Number.isNaN(number)) ? numbers : null;
}

/** True when numbers ascend and the missing value is the last leaf. */
function isAscending(numbers: Float64Array, missingLeaf: number): boolean {
  if (missingLeaf >= 0 && missingLeaf !== numbers.length - 1) return false;
  const count = missingLeaf < 0 ? numbers.length : numbers.length - 1;
  for (let leaf = 1; leaf < count; leaf++) if (numbers[leaf] <= numbers[leaf - 1]) return false;
  return true;
}

function listedDomain(column: Column, values: readonly string[]): Domain {
  if (values.length === 0) {
    throw new HierarchyError('HIERARCHY_EMPTY', column.name, 'order: expected at least one value, received none');
  }
  const matcher = new LeafMatcher(column);
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
  };
}

function naturalDomain(column: Column, warnings: Warning[]): Domain {
  const codes = sortedCodes(column);
  const leafOf = new Uint32Array(codes.length);
  codes.forEach((code, leaf) => {
    leafOf[code] = leaf;
  });
  const { numbers } = column;
  if (numbers === null && codes.length > 1) {
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
  };
}
