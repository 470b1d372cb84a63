import { logarithm } from '../base/elementary.js';
import { amount, plural } from '../base/plural.js';
import type { Table } from '../table/table.js';
import type { KeptColumn, RowCounts } from './columns.js';
import { leafCodes } from './domain.js';
import type { Runs } from './domain.js';
import { walkFits } from './fit.js';
import { findOnlyClass } from './only-class.js';
import { groupKept } from './group-kept.js';
import { groupInSteps } from './grouping.js';
import type { Grouping } from './grouping.js';
import type { ReadAttribute } from './read-attribute.js';
import type { OriginalVectors } from './original-vectors.js';
import { columnsOf, nodeLimit } from './original-vectors.js';
import type { AuditSpec } from './spec.js';

/** Entries between two pauses. */
const entriesAtOnce = 1 << 16;

/** Original and release with every quasi-identifier read. */
interface ReadTables {
  readonly release: Table;
  readonly original: Table;
  readonly vectors: OriginalVectors;
  readonly spec: AuditSpec;
  readonly attributes: readonly ReadAttribute[];
  readonly missing: ReadonlySet<string>;
  readonly budget: number;
}

/** Facts about the classes that quasi-identifiers alone make. */
interface ReadClasses {
  readonly classes: Grouping;
  /** [classes] rows without suppressed ones. */
  readonly sizes: Uint32Array;
  readonly counts: RowCounts;
  /** Suppressed rows that stay in the release: [entries] 1 for them, null without any, and their number. */
  readonly suppressed: { readonly entries: Uint8Array | null; readonly rows: number };
}

/**
 * Checks that the release can have been made from the original, and, when no problem is known then, returns the divergence
 * ({@link klDivergence}), or null. Yields between stretches of the work.
 *
 * Rows are alike when their kept columns agree, and a released class lies over the original vectors in its box. For every
 * class there must be as many original rows under it as it has, and for every original vector as many released rows over
 * it as it has (the suppressed ones apart). When boxes do not overlap this is exact; when they do, it is necessary.
 * Where every row of a counted original can lie under one class only, its rows are counted by class.
 */
export function* checkFit(
  input: ReadTables & ReadClasses & { readonly keptColumns: readonly KeptColumn[] },
  problems: string[],
  warn: (code: string, message: string) => void,
): Generator<void, number | null> {
  const { original, release, spec, keptColumns } = input;
  const giveUp = (reason: string): void =>
    warn('BUDGET', `whether the rows fit the original was checked by column only: ${reason}`);
  const known = problems.length;
  const names = spec.quasiIdentifiers.map(({ name }) => name);
  const only = yield* countByClass(input);
  if (only !== null) {
    tellMisfits(input, only, problems);
    return problems.length > known || !isDefined(input) ? null : only.divergence;
  }
  const together = keptColumns.length === 0 ? null : yield* groupKept(original.entries, release.entries, keptColumns);
  yield;
  const startOf = (from: number, to: number) =>
    together === null ? undefined : { groupOf: together.groupOf.subarray(from, to), count: together.count };
  const vectors =
    together === null
      ? yield* input.vectors.vectors()
      : yield* groupInSteps(original, columnsOf(original, names), startOf(0, original.entries), nodeLimit);
  const classes =
    together === null
      ? input.classes
      : yield* groupInSteps(release, columnsOf(release, names), startOf(original.entries, Infinity), nodeLimit);
  let divergence: number | null = null;
  if (vectors === null || classes === null) {
    giveUp('too many distinct rows');
  } else {
    const under = new Float64Array(classes.count);
    let uncovered = 0;
    const sizes = together === null ? input.sizes : sizesWithout(input, classes);
    // A class of `*` that is not released has labels that are not read.
    const runsOf = input.attributes.map(({ labels, domain }, i) => withStar(labels.runs, input, i, domain.size));
    // Without kept columns the divergence looks at the same pairs; classes with a label that is not read weigh nothing there.
    const likely = together === null ? likelihood(input) : null;
    let nats = 0;
    const done = yield* walkFits(
      { vectors, leafOf: leavesOf(input), classes, runsOf, roots: together?.count ?? 1, budget: input.budget },
      (vector, matches, from, to) => {
        let over = 0;
        for (let at = from; at < to; at++) {
          over += sizes[matches[at]];
          under[matches[at]] += vectors.sizes[vector];
        }
        uncovered += Math.max(0, vectors.sizes[vector] - over);
        if (likely !== null) nats += likely(vectors.sizes[vector], matches, from, to);
      },
    );
    if (!done) giveUp('it would take too many comparisons');
    else {
      let unfounded = 0;
      for (let c = 0; c < classes.count; c++) unfounded += Math.max(0, sizes[c] - under[c]);
      tellMisfits(input, { unfounded, uncovered }, problems);
      if (likely !== null) divergence = nats;
    }
  }
  if (problems.length > known || !isDefined(input)) return null;
  if (together !== null) divergence = yield* klDivergence(input);
  if (divergence === null) warn('BUDGET', 'klDivergence was not computed: it would take too many comparisons');
  return divergence;
}

/** Released rows without a row of the original under them, and rows of the original without a released row over them. */
interface Misfits {
  readonly unfounded: number;
  readonly uncovered: number;
}

function tellMisfits(
  { original, release, suppressed }: ReadTables & ReadClasses,
  { unfounded, uncovered }: Misfits,
  problems: string[],
): void {
  const removed = original.rows - release.rows + suppressed.rows;
  if (unfounded > 0)
    problems.push(
      `${unfounded} released ${plural(unfounded, 'row has', 'rows have')} no row of the original under ${plural(unfounded, 'it', 'them')}`,
    );
  if (uncovered > removed) {
    problems.push(
      `${amount(uncovered, 'row of the original fits', 'rows of the original fit')} no released row, but ${amount(removed, 'was', 'were')} removed`,
    );
  }
}

/** [classes] rows of classes of equal kept cells, without the suppressed ones. */
function sizesWithout({ release, suppressed }: ReadTables & ReadClasses, { groupOf, sizes }: Grouping): Uint32Array {
  const { entries } = suppressed;
  if (entries === null) return sizes;
  const shown = sizes.slice();
  groupOf.forEach((group, entry) => {
    if (entries[entry] === 1) shown[group] -= release.weights?.[entry] ?? 1;
  });
  return shown;
}

/**
 * Counts misfits of a counted original of quasi-identifiers alone, whose entries are its distinct vectors, when each can lie under one class only;
 * else null.
 */
function* countByClass(
  input: ReadTables & ReadClasses & { readonly keptColumns: readonly KeptColumn[] },
): Generator<void, (Misfits & { readonly divergence: number }) | null> {
  const { original, spec, classes, sizes, attributes } = input;
  const { weights } = original;
  if (weights === null || input.keptColumns.length > 0 || !input.vectors.areEntries) return null;
  const leafOf = leavesOf(input);
  const names = spec.quasiIdentifiers.map(({ name }) => name);
  const columns = columnsOf(original, names).map((column, i) => {
    const { labels, domain } = attributes[i];
    const { size } = domain;
    return { ...column, leafOf: leafOf[i], runsOf: withStar(labels.runs, input, i, size), size };
  });
  const classOf = yield* findOnlyClass(original.entries, columns, classes);
  if (classOf === null) return null;
  const likely = likelihood(input);
  const under = new Float64Array(classes.count);
  const match = new Uint32Array(1);
  let outside = 0;
  let nats = 0;
  for (let entry = 0; entry < classOf.length; entry++) {
    if (entry % entriesAtOnce === 0) yield;
    const isUnder = classOf[entry] > 0;
    if (isUnder) under[(match[0] = classOf[entry] - 1)] += weights[entry];
    else outside += weights[entry];
    nats += likely(weights[entry], match, 0, isUnder ? 1 : 0);
  }
  yield;
  let unfounded = 0;
  let uncovered = outside;
  for (let c = 0; c < classes.count; c++) {
    unfounded += Math.max(0, sizes[c] - under[c]);
    uncovered += Math.max(0, under[c] - sizes[c]);
  }
  return { unfounded, uncovered, divergence: nats };
}

/**
 * Kullback-Leibler divergence in nats between the empirical distribution of the original's vectors, p, and the estimate by the release, q(x) = (1/n)
 * (sum over classes C with x in C of |C| / leaves under C + s / size of the domain). Null when the budget runs out; infinite when a vector is nowhere
 * in the release.
 */
function* klDivergence(input: ReadTables & ReadClasses): Generator<void, number | null> {
  const { attributes, classes } = input;
  const vectors = yield* input.vectors.vectors();
  if (vectors === null) return null;
  const likely = likelihood(input);
  let nats = 0;
  const done = yield* walkFits(
    {
      vectors,
      leafOf: leavesOf(input),
      classes,
      runsOf: attributes.map(({ labels }) => labels.runs),
      roots: 1,
      budget: input.budget,
    },
    (vector, matches, from, to) => (nats += likely(vectors.sizes[vector], matches, from, to)),
  );
  return done ? nats : null;
}

/** Leaf vectors of a domain from which on the divergence is not defined: shares of one would be too small for a number. */
const MOST_LEAF_VECTORS = 2 ** 1000;

/** True where the divergence is defined: there are rows and quasi-identifiers, and their domain is not too large. */
const isDefined = ({ attributes, counts }: ReadTables & ReadClasses): boolean =>
  attributes.length > 0 &&
  counts.rows > 0 &&
  attributes.reduce((vectors, { domain }) => vectors * domain.size, 1) < MOST_LEAF_VECTORS;

/** The summand of a vector of `count` rows that lies under the classes matches[from .. to - 1]. */
function likelihood({ attributes, classes, sizes, counts }: ReadTables & ReadClasses) {
  const density = densities(attributes, classes, sizes);
  const rest = attributes.reduce((share, { domain }) => share / domain.size, counts.suppressed);
  return (count: number, matches: Uint32Array, from: number, to: number): number => {
    let q = rest;
    for (let at = from; at < to; at++) q += density[matches[at]];
    return (count / counts.rows) * logarithm(count / q);
  };
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
