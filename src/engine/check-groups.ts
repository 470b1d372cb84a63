/** Checks of both engines on points, lines and means before they touch memory. Messages carry sizes and positions only. */
import { InvalidArgumentError } from '../base/errors.js';
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
