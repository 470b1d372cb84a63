/**
 * Checks before an engine touches memory (checked-engine.ts): release kernels have no asserts. Messages carry sizes and positions only, never codes
 * of rows.
 */
import { CapacityError, InvalidArgumentError } from '../base/errors.js';
import { partListed } from './listed-columns.js';
import type {
  ClassCondition,
  Classes,
  EngineColumn,
  FrequencySet,
  LevelMap,
  MondrianSpec,
  NodeSetsSpec,
  PairColumn,
} from './engine.js';

const MAXIMUM_U32 = 0xffffffff;
/** Most cells of a histogram that is read out. */
const MAXIMUM_CELLS = 2 ** 28;
/** Most values that recursive (c,l)-diversity sorts apart. */
const MAXIMUM_L = 2 ** 20;

export function checkRows(rows: number, argument = 'rows'): void {
  if (!Number.isInteger(rows) || rows < 0 || rows > MAXIMUM_U32) {
    throw new InvalidArgumentError(argument, `an integer in 0 .. ${MAXIMUM_U32}`, String(rows));
  }
}

/** Shapes and maps of columns to load; whether codes fit is checked while they are read. */
export function checkColumns(rows: number, columns: readonly EngineColumn[]): void {
  checkRows(rows);
  columns.forEach((column, index) => {
    const argument = `columns[${index}]`;
    if (!Number.isInteger(column.size) || column.size < 1 || column.size > MAXIMUM_U32) {
      throw new InvalidArgumentError(`${argument}.size`, `an integer in 1 .. ${MAXIMUM_U32}`, String(column.size));
    }
    if (column.codes.length !== rows) {
      throw new InvalidArgumentError(`${argument}.codes`, `${rows} codes`, String(column.codes.length));
    }
    if (column.map !== undefined) checkMap(column.map, column.size, `${argument}.map`);
  });
}

/** The error for a code outside of its code space or map. */
export function codeOutOfRange(argument: string, limit: number): InvalidArgumentError {
  return new InvalidArgumentError(argument, `codes below ${limit}`, 'a larger code');
}

function checkMap(map: Uint32Array, size: number, argument: string): void {
  for (let code = 0; code < map.length; code++) {
    if (map[code] >= size) {
      throw new InvalidArgumentError(argument, `values below ${size}`, `${map[code]} at index ${code}`);
    }
  }
}

/** A level map over codes below `domain`. */
export function checkLevelMap(level: LevelMap, domain: number, argument: string): void {
  if (!Number.isInteger(level.size) || level.size < 1 || level.size > MAXIMUM_U32) {
    throw new InvalidArgumentError(`${argument}.size`, `an integer in 1 .. ${MAXIMUM_U32}`, String(level.size));
  }
  if (level.map.length !== domain) {
    throw new InvalidArgumentError(`${argument}.map`, `${domain} entries, one a code`, String(level.map.length));
  }
  checkMap(level.map, level.size, `${argument}.map`);
}

/** Column numbers, and one map or null for each when maps are given. */
export function checkSelection(
  sizes: readonly number[],
  columns: readonly number[],
  maps: readonly (LevelMap | null)[] | undefined,
): void {
  columns.forEach((column, index) => checkColumnIndex(column, sizes.length, `columns[${index}]`));
  if (maps === undefined) return;
  if (maps.length !== columns.length) {
    throw new InvalidArgumentError('maps', `${columns.length} entries, one a column`, String(maps.length));
  }
  maps.forEach((level, index) => {
    if (level !== null) checkLevelMap(level, sizes[columns[index]], `maps[${index}]`);
  });
}

export function checkColumnIndex(column: number, columns: number, argument: string): void {
  if (!Number.isInteger(column) || column < 0 || column >= columns) {
    throw new InvalidArgumentError(argument, `a column in 0 .. ${columns - 1}`, String(column));
  }
}

/** Weights of vectors: positive, with a sum that u32 holds. */
export function checkCounts(counts: Uint32Array): void {
  let sum = 0;
  for (let i = 0; i < counts.length; i++) {
    if (counts[i] === 0) throw new InvalidArgumentError('counts', 'counts of at least 1', `0 at index ${i}`);
    sum += counts[i];
  }
  if (sum > MAXIMUM_U32) throw new CapacityError('rows of a frequency set', sum, MAXIMUM_U32);
}

/** Class count and length of classOf; the ids themselves are checked where they are read. */
export function checkClassesShape(classes: Classes, rows: number): void {
  checkRows(classes.count, 'classes.count');
  if (classes.classOf.length !== rows) {
    throw new InvalidArgumentError('classes.classOf', `${rows} entries`, String(classes.classOf.length));
  }
}

/** [length] numbers below `limit`. */
export function checkIds(ids: Uint32Array, length: number, limit: number, argument: string): void {
  if (ids.length !== length) throw new InvalidArgumentError(argument, `${length} entries`, String(ids.length));
  let largest = 0;
  for (let i = 0; i < ids.length; i++) largest = ids[i] > largest ? ids[i] : largest;
  if (length > 0 && largest >= limit) throw codeOutOfRange(argument, limit);
}

/** Cells of a histogram of `classes` rows by `size` columns; throws CapacityError past 2^28. */
export function checkCells(classes: number, size: number): void {
  const cells = classes * size;
  if (cells > MAXIMUM_CELLS) throw new CapacityError('cells of a histogram', cells, MAXIMUM_CELLS);
}

/** A histogram whose rows have `size` columns. */
export function checkHistogram(histogram: Uint32Array, size: number): void {
  if (!Number.isInteger(size) || size < 1) throw new InvalidArgumentError('size', 'an integer >= 1', String(size));
  if (histogram.length % size !== 0) {
    throw new InvalidArgumentError('histogram', `a multiple of ${size} cells`, String(histogram.length));
  }
}

/** Parameters of a condition. `sizes` are the code spaces of the frequency set, or null when only one column is known. */
export function checkCondition(condition: ClassCondition, sizes: readonly number[] | null, argument: string): void {
  const expect = (name: string, expected: string, value: number, valid: boolean): void => {
    if (!valid) throw new InvalidArgumentError(`${argument}.${name}`, expected, String(value));
  };
  if (condition.kind === 'size') {
    expect('minimum', 'a number >= 0', condition.minimum, condition.minimum >= 0);
    return;
  }
  if (sizes !== null) checkColumnIndex(condition.column, sizes.length, `${argument}.column`);
  const outside = condition.outside === true ? 1 : 0;
  if (condition.pairs !== undefined) checkPairs(condition.pairs, sizes?.[condition.column] ?? null, expect);
  const values = condition.pairs?.values ?? (sizes === null ? null : sizes[condition.column] - outside);
  switch (condition.kind) {
    case 'distinct':
      expect('l', 'a number >= 0', condition.l, condition.l >= 0);
      if (condition.keyless === true) expect('outside', '0 beside rows without a key', outside, outside === 0);
      return;
    case 'entropy':
      expect('l', 'a finite number >= 1', condition.l, condition.l >= 1 && Number.isFinite(condition.l));
      return;
    case 'recursive': {
      const { c, l } = condition;
      expect('l', `an integer in 1 .. ${MAXIMUM_L}`, l, Number.isInteger(l) && l >= 1 && l <= MAXIMUM_L);
      expect('c', 'a number > 0', c, c > 0);
      return;
    }
    case 'firsts':
      expect('minimum', 'a number >= 0', condition.minimum, condition.minimum >= 0);
      return;
    case 'members':
    case 'population':
      expect('minimum', 'a number >= 0', condition.minimum, condition.minimum >= 0);
      expect(
        'outside',
        condition.kind === 'members' && condition.pairs === undefined ? '1' : '0',
        outside,
        (condition.kind === 'members' && condition.pairs === undefined) === (outside === 1),
      );
      return;
    case 'presence':
      expect('min', 'a number >= 0', condition.min, condition.min >= 0);
      expect('max', 'a number >= 0', condition.max, condition.max >= 0);
      expect('outside', '0', outside, outside === 0);
      return;
    case 'shares': {
      const size = values ?? condition.upper.length;
      expect('minimum', 'a number >= 0', condition.minimum, condition.minimum >= 0);
      expect('lower', `${size} shares`, condition.lower.length, condition.lower.length === size);
      expect('upper', `${size} shares`, condition.upper.length, condition.upper.length === size);
      return;
    }
    case 'sets':
      checkSets(condition, values ?? condition.start.length - 1, expect);
      return;
    case 'range': {
      const size = values ?? condition.values.length;
      const { distinct } = condition;
      expect(
        'distinct',
        'an integer in 0 .. 2^32 - 1',
        distinct,
        Number.isInteger(distinct) && distinct >= 0 && distinct <= MAXIMUM_U32,
      );
      expect('span', 'a number >= 0', condition.span, condition.span >= 0);
      expect('values', `${size} numbers`, condition.values.length, condition.values.length === size);
      return;
    }
    default: {
      expect('t', 'a number >= 0', condition.t, condition.t >= 0);
      const size = values ?? condition.global.length;
      expect('global', `${size} counts`, condition.global.length, condition.global.length === size);
      if (condition.kind === 't-hierarchical') checkTree(condition, size, expect);
    }
  }
}

function checkPairs(
  { personOf, valueOf, values, holders, weights }: PairColumn,
  size: number | null,
  expect: (name: string, expected: string, value: number, valid: boolean) => void,
): void {
  const isFirsts = personOf.length === 0;
  const pairs = isFirsts ? 0 : (size ?? personOf.length);
  if (isFirsts && size !== null) expect('pairs.values', `${size} codes`, 2 * values + 1, 2 * values + 1 === size);
  expect('pairs.personOf', `${pairs} persons`, personOf.length, personOf.length === pairs);
  expect('pairs.valueOf', `${pairs} values`, valueOf.length, valueOf.length === pairs);
  expect('pairs.holders', `${values} counts`, holders.length, holders.length === values);
  expect('pairs.weights', `${values} weights`, weights.length, weights.length === values);
  for (let code = 0; code < pairs; code++) {
    if (valueOf[code] >= values) expect('pairs.valueOf', `values below ${values}`, valueOf[code], false);
  }
}

function checkSets(
  { k, m, start, items, itemCount }: Extract<ClassCondition, { kind: 'sets' }>,
  size: number,
  expect: (name: string, expected: string, value: number, valid: boolean) => void,
): void {
  const isCount = (value: number): boolean => Number.isInteger(value) && value >= 1 && value <= MAXIMUM_U32;
  expect('k', 'an integer in 1 .. 2^32 - 1', k, isCount(k));
  expect('m', 'an integer in 1 .. 2^32 - 1', m, isCount(m));
  expect('start', `${size + 1} entries`, start.length, start.length === size + 1);
  expect('start', 'a first entry of 0', start[0], start[0] === 0);
  expect('start', `a last entry of ${items.length}`, start[size], start[size] === items.length);
  for (let code = 0; code < size; code++) {
    if (start[code + 1] < start[code]) expect('start', 'ascending entries', start[code + 1], false);
    for (let at = start[code]; at < start[code + 1]; at++) {
      const isAscending = at === start[code] || items[at] > items[at - 1];
      if (items[at] >= itemCount || !isAscending) {
        expect('items', `ascending items below ${itemCount}`, items[at], false);
      }
    }
  }
}

/** Most levels and nodes of a hierarchy over sensitive values. */
const MAXIMUM_NODES = 2 ** 27;

function checkTree(
  condition: Extract<ClassCondition, { kind: 't-hierarchical' }>,
  size: number,
  expect: (name: string, expected: string, value: number, valid: boolean) => void,
): void {
  const { height, nodes, nodeOf } = condition;
  expect('height', 'an integer >= 1', height, Number.isInteger(height) && height >= 1 && height <= MAXIMUM_NODES);
  expect('nodes', 'an integer >= 0', nodes, Number.isInteger(nodes) && nodes >= 0 && nodes <= MAXIMUM_NODES);
  expect('nodeOf', `${height * size} nodes`, nodeOf.length, nodeOf.length === height * size);
  let largest = -1;
  for (let at = 0; at < nodeOf.length; at++) largest = nodeOf[at] > largest ? nodeOf[at] : largest;
  expect('nodeOf', `nodes below ${nodes}`, largest, largest < nodes);
}

/** Conditions that are judged on lists of codes. */
export function checkListed(conditions: readonly ClassCondition[], sizes: readonly number[]): void {
  conditions.forEach((condition, i) => checkCondition(condition, sizes, `conditions[${i}]`));
  if (partListed(conditions).others.length === 0) return;
  throw new InvalidArgumentError('conditions', 'conditions on persons, which lists serve', 'another one');
}

/** Entries per value that a condition brings along, or null for one that brings none. */
function valuesOfCondition(condition: ClassCondition): number | null {
  if (condition.pairs !== undefined) return condition.pairs.personOf.length || 2 * condition.pairs.values + 1;
  if ('global' in condition) return condition.global.length;
  if (condition.kind === 'shares') return condition.upper.length;
  if (condition.kind === 'sets') return condition.start.length - 1;
  return condition.kind === 'range' ? condition.values.length : null;
}

/** Classes and histogram of a condition. */
export function checkConditionInput(
  condition: ClassCondition,
  sizes: Uint32Array,
  histogram: Uint32Array | null,
): void {
  checkCondition(condition, null, 'condition');
  if (condition.kind === 'size') return;
  if (histogram === null) throw new InvalidArgumentError('histogram', 'counts per class', 'null');
  const size = sizes.length === 0 ? 0 : histogram.length / sizes.length;
  if (!Number.isInteger(size)) {
    throw new InvalidArgumentError('histogram', `a multiple of ${sizes.length} cells`, String(histogram.length));
  }
  const given = valuesOfCondition(condition);
  const values = condition.outside === true ? size - 1 : size;
  if (sizes.length > 0 && ((given !== null && given !== values) || values < 1)) {
    throw new InvalidArgumentError('condition.global', `${values} counts`, String(given));
  }
}

/** Attributes and conditions of a Mondrian search over code spaces `sizes`. */
export function checkMondrian(spec: MondrianSpec, sizes: readonly number[]): void {
  const q = spec.attributes.length;
  if (q < 1 || q > sizes.length) {
    throw new InvalidArgumentError('attributes', `1 to ${sizes.length} attributes`, String(q));
  }
  spec.attributes.forEach((attribute, a) => {
    const argument = `attributes[${a}]`;
    if (attribute.positions.length !== sizes[a]) {
      const received = String(attribute.positions.length);
      throw new InvalidArgumentError(`${argument}.positions`, `${sizes[a]} positions`, received);
    }
    if (!(attribute.range > 0)) {
      throw new InvalidArgumentError(`${argument}.range`, 'a number > 0', String(attribute.range));
    }
    if (attribute.rank !== attribute.rank >>> 0) {
      throw new InvalidArgumentError(`${argument}.rank`, 'a whole number in 0 .. 2^32 - 1', String(attribute.rank));
    }
  });
  spec.conditions.forEach((condition, i) => {
    const argument = `conditions[${i}]`;
    checkCondition(condition, sizes, argument);
    if (condition.kind !== 'size' && condition.column < q) {
      throw new InvalidArgumentError(`${argument}.column`, `a column from ${q} on`, String(condition.column));
    }
  });
}

/** Most rows of node sets that sum squares, which stay exact in f64. */
const MAXIMUM_NODE_ROWS = 2 ** 26;

/** Levels, weights and histograms of node sets. */
export function checkNodeSets(set: FrequencySet, spec: NodeSetsSpec): void {
  if (spec.squares !== false && set.rows > MAXIMUM_NODE_ROWS) {
    throw new CapacityError('rows whose discernibility is counted exactly', set.rows, MAXIMUM_NODE_ROWS);
  }
  if (spec.attributes.length < 1 || spec.attributes.length > 256) {
    throw new InvalidArgumentError('attributes', '1 to 256 attributes', String(spec.attributes.length));
  }
  spec.attributes.forEach(({ column, levels }, a) => {
    checkColumnIndex(column, set.sizes.length, `attributes[${a}].column`);
    if (levels.length < 1) throw new InvalidArgumentError(`attributes[${a}].levels`, 'at least one level', 'none');
    levels.forEach((level, l) => checkLevelMap(level, set.sizes[column], `attributes[${a}].levels[${l}]`));
    const weights = spec.weights?.[a];
    if (weights !== undefined && levels.some(({ size }, l) => weights[l]?.length !== size)) {
      throw new InvalidArgumentError(`weights[${a}]`, 'one weight per node of every level', 'another number');
    }
  });
  checkListed(spec.listed ?? [], set.sizes);
  spec.histograms.forEach((column, h) => {
    checkColumnIndex(column, set.sizes.length, `histograms[${h}]`);
    checkCells(set.length, set.sizes[column]);
  });
}
