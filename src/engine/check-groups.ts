/** Checks of both engines on points, lines and means before they touch memory. Messages carry sizes and positions only. */
import { InvalidArgumentError } from '../base/errors.js';
import { MOST_GROUPS } from './combinations.js';
import type { CombinationClasses, CombinationLimits, CombinationScan, CountedEntries } from './engine.js';
import type { RowLine, RunCosts, RunLimits } from './engine.js';
import { checkIds } from './validate.js';

const MOST_ATTRIBUTES = 256;
const MOST_BITS = 16;

export function checkPoints(values: readonly Float64Array[], rows: Uint32Array): void {
  values.forEach((column, d) => checkLength(column, rows.length, `values[${d}]`));
}

/** Codes below the sizes of their attributes, all columns of one length. */
export function checkCodes(codes: readonly Uint32Array[], sizes: readonly number[]): void {
  checkLength(sizes, codes.length, 'sizes');
  if (codes.length === 0 || codes.length > MOST_ATTRIBUTES) {
    throw new InvalidArgumentError('codes', `1 to ${MOST_ATTRIBUTES} columns`, String(codes.length));
  }
  codes.forEach((column, a) => checkIds(column, codes[0].length, sizes[a], `codes[${a}]`));
}

/** Codes below the sizes of their attributes, entries of known classes, units in ascending order, and bounds that are numbers. */
export function checkCombinations(
  { codes, sizes, counted, held }: CombinationClasses,
  { fewest, share }: CombinationLimits,
): void {
  checkLength(sizes, codes.length, 'sizes');
  if (codes.length === 0) throw new InvalidArgumentError('codes', 'at least one column', 'none');
  const classes = codes[0].length;
  codes.forEach((column, a) => checkIds(column, classes, sizes[a], `codes[${a}]`));
  checkEntries(counted, classes, 'counted');
  if (held !== null) {
    checkEntries(held, classes, 'held');
    const { start } = held;
    const entries = held.classOf.length;
    if (start[0] !== 0 || start[start.length - 1] !== entries || start.some((at, v) => v > 0 && at < start[v - 1])) {
      throw new InvalidArgumentError('held.start', `ascending from 0 to ${entries}`, 'others');
    }
    const { unit } = held;
    if (unit !== null && start.some((at) => at > 0 && at < entries && unit[at] === unit[at - 1])) {
      throw new InvalidArgumentError('held.unit', 'other numbers for every value', 'one of two values');
    }
  }
  if (!Number.isInteger(fewest) || fewest < 1 || fewest > 0xffffffff) {
    throw new InvalidArgumentError('fewest', 'an integer from 1', String(fewest));
  }
  if (!(share >= 0)) throw new InvalidArgumentError('share', 'a number from 0', String(share));
}

function checkEntries({ classOf, weight, unit }: CountedEntries, classes: number, argument: string): void {
  checkIds(classOf, classOf.length, classes, `${argument}.classOf`);
  checkLength(weight, classOf.length, `${argument}.weight`);
  if (unit === null) return;
  checkLength(unit, classOf.length, `${argument}.unit`);
  if (unit.some((each, i) => each < (i === 0 ? 1 : unit[i - 1]))) {
    throw new InvalidArgumentError(`${argument}.unit`, 'numbers from 1, ascending', 'others');
  }
}

/** A scan that checks the groups that it is given. */
export function guardCombinations(scan: CombinationScan, { codes, sizes }: CombinationClasses): CombinationScan {
  const classes = codes[0].length;
  const now = [...sizes];
  const check = (groupOf: Uint32Array, groups: number, size: number): void => {
    checkIds(groupOf, classes, groups, 'groupOf');
    if (groups * size > MOST_GROUPS) {
      throw new InvalidArgumentError('groups', `at most ${MOST_GROUPS} groups with a value`, String(groups * size));
    }
  };
  const checkAttribute = (attribute: number): void => {
    if (Number.isInteger(attribute) && attribute >= 0 && attribute < sizes.length) return;
    throw new InvalidArgumentError('attribute', `an attribute in 0 .. ${sizes.length - 1}`, String(attribute));
  };
  return {
    start: (accepted) => {
      if (accepted !== null) checkLength(accepted, classes, 'accepted');
      scan.start(accepted);
    },
    replace: (attribute, column, size) => {
      checkAttribute(attribute);
      if (!Number.isInteger(size) || size < 1 || size > sizes[attribute]) {
        throw new InvalidArgumentError('size', `an integer in 1 .. ${sizes[attribute]}`, String(size));
      }
      checkIds(column, classes, size, 'codes');
      now[attribute] = size;
      scan.replace(attribute, column, size);
    },
    scan: (groupOf, groups, attributes) => {
      attributes.forEach(checkAttribute);
      check(
        groupOf,
        groups,
        attributes.reduce((most, a) => Math.max(most, now[a]), 1),
      );
      scan.scan(groupOf, groups, attributes);
    },
    scanGroups: (groupOf, groups) => {
      check(groupOf, groups, 1);
      scan.scanGroups(groupOf, groups);
    },
    found: () => scan.found(),
    get isBroken() {
      return scan.isBroken;
    },
    dispose: () => scan.dispose(),
  };
}

function checkRunCosts(costs: readonly RunCosts[]): void {
  costs.forEach(({ size, table, line, tree }, a) => {
    const argument = `costs[${a}]`;
    if ([table, line, tree].filter((each) => each !== null).length !== 1) {
      throw new InvalidArgumentError(argument, 'one of table, line and tree', 'none or several');
    }
    if (table !== null) checkLength(table, size * size, `${argument}.table`);
    if (line !== null) checkLength(line.positions, size, `${argument}.line.positions`);
    if (tree !== null) {
      const nodes = tree.parent.length;
      checkIds(tree.nodeOf, size, nodes, `${argument}.tree.nodeOf`);
      checkIds(tree.parent, nodes, nodes, `${argument}.tree.parent`);
      checkLength(tree.hi, nodes, `${argument}.tree.hi`);
      checkLength(tree.cost, nodes, `${argument}.tree.cost`);
      // Every walk upwards must end.
      if (tree.hi[0] !== size - 1 || tree.parent.some((above, node) => node > 0 && above >= node)) {
        throw new InvalidArgumentError(
          `${argument}.tree`,
          'node 0 over all leaves, parents before children',
          'another',
        );
      }
    }
  });
}

export function checkMeans(groups: number, costs: readonly RunCosts[], places: readonly (Float64Array | null)[]): void {
  checkRunCosts(costs);
  checkLength(places, costs.length, 'places');
  places.forEach((own, a) => {
    if (own !== null) checkLength(own, costs[a].size, `places[${a}]`);
  });
  if (!Number.isInteger(groups) || groups < 0 || groups > 0xffffffff) {
    throw new InvalidArgumentError('groups', 'a number of groups', String(groups));
  }
}

export function checkHilbert(points: readonly Uint32Array[], bits: number): void {
  if (!Number.isInteger(bits) || bits < 1 || bits > MOST_BITS) {
    throw new InvalidArgumentError('bits', `an integer in 1 .. ${MOST_BITS}`, String(bits));
  }
  if (points.length === 0) throw new InvalidArgumentError('points', 'at least one dimension', 'none');
  points.forEach((column, d) => checkIds(column, points[0].length, 2 ** bits, `points[${d}]`));
}

export function checkRuns(line: RowLine, limits: RunLimits): void {
  checkLine(line);
  checkLimits(limits, line.vectorOf.length);
}

function checkLine({ vectorOf, codes, costs }: RowLine): void {
  checkRunCosts(costs);
  checkLength(costs, codes.length, 'line.costs');
  const vectors = codes.length === 0 ? 0xffffffff : codes[0].length;
  codes.forEach((column, a) => checkIds(column, vectors, costs[a].size, `line.codes[${a}]`));
  checkIds(vectorOf, vectorOf.length, vectors, 'line.vectorOf');
}

function checkLimits(limits: RunLimits, rows: number): void {
  if ('ends' in limits) {
    checkLength(limits.ends, rows + 1, 'ends');
    limits.ends.forEach((end, s) => {
      if (end > rows + 1 || end <= s)
        throw new InvalidArgumentError(`ends[${s}]`, `${s + 1} .. ${rows + 1}`, String(end));
    });
    return;
  }
  if (!Number.isInteger(limits.window) || limits.window < 1) {
    throw new InvalidArgumentError('window', 'a number of rows', String(limits.window));
  }
  checkLength(limits.holds, rows * limits.window, 'holds');
}

function checkLength(list: { readonly length: number }, length: number, argument: string): void {
  if (list.length !== length) throw new InvalidArgumentError(argument, `${length} entries`, String(list.length));
}
