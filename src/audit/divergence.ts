import type { Table } from '../table/table.js';
import type { KeptColumn, RowCounts } from './columns.js';
import { leafCodes } from './domain.js';
import type { Runs } from './domain.js';
import { walkFits } from './fit.js';
import { groupEntries, groupRows } from './grouping.js';
import type { Grouping } from './grouping.js';
import type { ReadAttribute } from './metrics.js';
import { valueCodes } from './sensitive.js';
import type { AuditSpec } from './spec.js';

/** Most nodes of a prefix tree that the fit check builds; 8 bytes each. */
const nodeLimit = 1 << 26;

/** Original and release with every quasi-identifier read. */
interface ReadTables {
  readonly release: Table;
  readonly original: Table;
  readonly spec: AuditSpec;
  readonly attributes: readonly ReadAttribute[];
  readonly missing: ReadonlySet<string>;
  readonly budget: number;
}

/**
 * Checks that the release can have been made from the original: rows are alike when their kept columns agree, and a
 * released class lies over the original vectors in its box. For every class there must be as many original rows under it
 * as it has, and for every original vector as many released rows over it as it has (the suppressed ones apart). When boxes
 * do not overlap this is exact; when they do, it is necessary.
 */
export function checkFit(
  input: ReadTables & { readonly keptColumns: readonly KeptColumn[] },
  problems: string[],
  warn: (code: string, message: string) => void,
): void {
  const { original, release, keptColumns } = input;
  const together = groupKept(original.entries, release.entries, keptColumns);
  const roots = together.count;
  const ofOriginal = { groupOf: together.groupOf.subarray(0, original.entries), count: roots };
  const ofRelease = { groupOf: together.groupOf.subarray(original.entries), count: roots };
  const vectors = groupEntries(original, columnsOf(original, input.spec), ofOriginal, nodeLimit);
  const classes = groupEntries(release, columnsOf(release, input.spec), ofRelease, nodeLimit);
  if (vectors === null || classes === null) {
    warn('BUDGET', 'whether the rows fit the original was checked by column only: too many distinct rows');
    return;
  }
  const under = new Float64Array(classes.count);
  let uncovered = 0;
  // Suppressed rows that stay in the release as `*` are a class of the whole domain here, and cover what they came from.
  const runsOf = input.attributes.map(({ labels, domain }, i) => withStar(labels.runs, input, i, domain.size));
  const done = walkFits(
    { vectors, leafOf: leavesOf(input), classes, runsOf, roots, budget: input.budget },
    (vector, matches, from, to) => {
      let over = 0;
      for (let at = from; at < to; at++) {
        over += classes.sizes[matches[at]];
        under[matches[at]] += vectors.sizes[vector];
      }
      uncovered += Math.max(0, vectors.sizes[vector] - over);
    },
  );
  if (!done) {
    warn('BUDGET', 'whether the rows fit the original was checked by column only: it would take too many comparisons');
    return;
  }
  let unfounded = 0;
  for (let c = 0; c < classes.count; c++) unfounded += Math.max(0, classes.sizes[c] - under[c]);
  const removed = original.rows - release.rows;
  if (unfounded > 0) problems.push(`${unfounded} released rows have no row of the original under them`);
  if (uncovered > removed) {
    problems.push(`${uncovered} rows of the original fit no released row, but ${removed} were removed`);
  }
}

/**
 * Kullback-Leibler divergence in nats between the empirical distribution of the original's vectors, p, and what the
 * release tells of it, q(x) = (1/n) (sum over classes C with x in C of |C| / leaves under C + s / size of the domain).
 * Null when the budget runs out; infinite when a vector is nowhere in the release.
 *
 * @param sizes - [classes] rows without suppressed ones
 */
export function klDivergence(
  input: ReadTables & { readonly classes: Grouping; readonly sizes: Uint32Array; readonly counts: RowCounts },
): number | null {
  const { original, attributes, classes, sizes, counts } = input;
  if (attributes.length === 0 || counts.rows === 0) return null;
  const start = { groupOf: new Uint32Array(original.entries), count: 1 };
  const vectors = groupEntries(original, columnsOf(original, input.spec), start, nodeLimit);
  if (vectors === null) return null;
  const density = densities(attributes, classes, sizes);
  const rest = attributes.reduce((share, { domain }) => share / domain.size, counts.suppressed);
  let nats = 0;
  const done = walkFits(
    {
      vectors,
      leafOf: leavesOf(input),
      classes,
      runsOf: attributes.map(({ labels }) => labels.runs),
      roots: 1,
      budget: input.budget,
    },
    (vector, matches, from, to) => {
      let q = rest;
      for (let at = from; at < to; at++) q += density[matches[at]];
      const count = vectors.sizes[vector];
      nats += (count / counts.rows) * Math.log(count / q);
    },
  );
  return done ? nats : null;
}

/** [classes] rows of the class / leaves under its values. */
function densities(attributes: readonly ReadAttribute[], classes: Grouping, sizes: Uint32Array): Float64Array {
  // Down the prefix tree: 1 / leaves so far.
  let shares = Float64Array.of(1);
  classes.depths.forEach(({ count, parent, code }, depth) => {
    const { leaves } = attributes[depth].labels;
    const next = new Float64Array(count);
    for (let node = 0; node < count; node++) {
      next[node] = leaves[code[node]] === 0 ? 0 : shares[parent[node]] / leaves[code[node]];
    }
    shares = next;
  });
  return shares.map((share, c) => share * sizes[c]);
}

function columnsOf(table: Table, spec: AuditSpec) {
  return spec.quasiIdentifiers.map(({ name }) => {
    const column = table.column(name);
    return { codes: column?.codes ?? new Uint32Array(table.entries), width: column?.texts.length ?? 1 };
  });
}

function leavesOf({ original, spec, attributes, missing }: ReadTables): Int32Array[] {
  return attributes.map(({ domain }, i) => {
    const column = original.column(spec.quasiIdentifiers[i].name);
    return column === undefined ? new Int32Array(1).fill(-1) : leafCodes(column, domain, missing);
  });
}

/** The runs of all labels; `*` of suppressed rows, which is not read, stands for the whole domain. */
function withStar(runs: readonly (Runs | null)[], { release, spec }: ReadTables, i: number, size: number) {
  const star = release.column(spec.quasiIdentifiers[i].name)?.texts.indexOf('*') ?? -1;
  return runs.map((known, code): Runs | null => (known === null && code === star ? [0, size - 1] : known));
}

/** Groups the rows of the original, then of the release, by the columns that are released as they are. */
function groupKept(originalRows: number, releaseRows: number, columns: readonly KeptColumn[]) {
  const rows = originalRows + releaseRows;
  let groups: { groupOf: Uint32Array; count: number } = { groupOf: new Uint32Array(rows), count: 1 };
  for (const { original, release, values } of columns) {
    const codes = new Uint32Array(rows);
    codes.set(valueCodes(original, values.ofBase));
    codes.set(valueCodes(release, values.ofOther), originalRows);
    groups = groupRows(rows, [{ codes, width: values.count }], groups);
  }
  return groups;
}
