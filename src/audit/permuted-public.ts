import { plural } from '../plural.js';
import type { Table } from '../table/table.js';
import { contains, countLeaves } from './labels.js';
import { leafCodes } from './domain.js';
import type { Grouping } from './grouping.js';
import { groupCodes, groupInSteps } from './grouping.js';
import { readQuasiIdentifiers } from './quasi-identifiers.js';
import { kindOf } from './privacy.js';
import type { PublicModel } from './public-table.js';
import { requiredOf } from './public-table.js';
import type { AuditedModel } from './report.js';
import type { AuditSpec } from './spec.js';

/** Rows, and buckets looked at, between two pauses. */
const rowsAtOnce = 1 << 12;

/**
 * Bounds of the probabilities of all public rows that they are in a permuted release: who matches a bucket, and what the
 * bucket shows, are read here from the file; the ways to choose people are counted by `spec.permutation.countWays`.
 * Null, with a problem, where that cannot be told. Yields between stretches of the work.
 *
 * @param release - the release without its column of buckets
 */
export function* measurePermutedPresence(
  release: Table,
  spec: AuditSpec,
  missing: ReadonlySet<string>,
  buckets: Grouping,
  problems: string[],
): Generator<void, readonly [number, number] | null> {
  const refuse = (problem: string): null => {
    problems.push(`${problem}: models on it cannot hold`);
    return null;
  };
  const { publicTable: table, permutation } = spec;
  if (table === undefined) return refuse('the public table was not given');
  if (permutation?.countWays === undefined || permutation.groups === null) {
    return refuse('who of the public table is in the buckets cannot be counted (groups of columns are not known)');
  }
  const names = spec.quasiIdentifiers.map(({ name }) => name);
  const released = names.map((name) => release.column(name));
  const known = names.map((name) => table.column(name));
  const before = problems.length;
  const vectors = (yield* groupInSteps(
    release,
    released.flatMap((column) => (column === undefined ? [] : [{ codes: column.codes, width: column.texts.length }])),
  )) as Grouping;
  const classes = { codes: groupCodes(vectors), sizes: vectors.sizes };
  const read = yield* readQuasiIdentifiers(release, spec, table, missing, classes, problems, () => undefined);
  const attributes = read.flatMap((attribute) => (attribute === null ? [] : [attribute]));
  if (attributes.length < names.length || problems.length > before) {
    return refuse('the released values cannot be read in the domains of the public table');
  }
  const named = new Set(permutation.groups.flat());
  const groups = [...permutation.groups, ...names.filter((name) => !named.has(name)).map((name) => [name])]
    .map((group) => group.flatMap((name) => (names.includes(name) ? [names.indexOf(name)] : [])))
    .filter((group) => group.length > 0);

  // What every bucket shows: labels by attribute, and rows by sub-tuple.
  const labelsIn = Array.from({ length: buckets.count }, () => names.map(() => new Set<number>()));
  const shownIn = Array.from({ length: buckets.count }, () => groups.map(() => new Map<string, number>()));
  const bucketsWith = released.map((column) => Array.from(column?.texts ?? [], () => new Set<number>()));
  for (let row = 0; row < release.rows; row++) {
    if (row % rowsAtOnce === 0) yield;
    const bucket = buckets.groupOf[row];
    const codes = released.map((column) => column?.codes[row] ?? 0);
    codes.forEach((code, a) => {
      labelsIn[bucket][a].add(code);
      bucketsWith[a][code].add(bucket);
    });
    groups.forEach((group, g) => {
      const key = group.map((a) => codes[a]).join(' ');
      shownIn[bucket][g].set(key, (shownIn[bucket][g].get(key) ?? 0) + 1);
    });
  }

  const columns = known.flatMap((column) => (column === undefined ? [] : [column]));
  const people = (yield* groupInSteps(
    table,
    columns.map((column) => ({ codes: column.codes, width: column.texts.length })),
  )) as Grouping;
  const codesOf = groupCodes(people);
  const leaves = columns.map((column, a) => leafCodes(column, attributes[a].domain, missing));
  const labelsOf = attributes.map(({ domain, labels }) => {
    const byLeaf: number[][] = Array.from({ length: domain.size }, () => []);
    labels.runs.forEach((runs, label) => {
      if (runs === null || countLeaves(runs) === 0) return;
      for (let leaf = 0; leaf < domain.size; leaf++) if (contains(runs, leaf)) byLeaf[leaf].push(label);
    });
    return byLeaf;
  });
  const kindsIn = Array.from(
    { length: buckets.count },
    () => new Map<string, { readonly keys: readonly string[]; rows: number }>(),
  );
  let outside = 0;
  let overlapping = 0;
  let looked = 0;
  for (let vector = 0; vector < people.count; vector++) {
    if (++looked % rowsAtOnce === 0) yield;
    const shown = leaves.map((leafOf, a) => labelsOf[a][leafOf[codesOf[a][vector]]] ?? []);
    const sizeOf = (a: number): number => shown[a].reduce((sum, label) => sum + bucketsWith[a][label].size, 0);
    const rarest = shown.reduce((best, _, a) => (sizeOf(a) < sizeOf(best) ? a : best), 0);
    const candidates = new Set(shown[rarest].flatMap((label) => [...bucketsWith[rarest][label]]));
    let found = 0;
    for (const bucket of candidates) {
      if (++looked % rowsAtOnce === 0) yield;
      const here = shown.map((labels, a) => labels.filter((label) => labelsIn[bucket][a].has(label)));
      if (here.some((labels) => labels.length === 0)) continue;
      if (here.some((labels) => labels.length > 1))
        return refuse('a public row is shown by several labels of a bucket');
      const keys = groups.map((group) => group.map((a) => here[a][0]).join(' '));
      if (keys.some((key, g) => !shownIn[bucket][g].has(key))) continue;
      found++;
      const name = keys.join('|');
      const kind = kindsIn[bucket].get(name);
      if (kind === undefined) kindsIn[bucket].set(name, { keys, rows: people.sizes[vector] });
      else kind.rows += people.sizes[vector];
    }
    if (found === 0) outside += people.sizes[vector];
    if (found > 1) overlapping += people.sizes[vector];
  }
  if (overlapping > 0)
    return refuse(`${overlapping} public ${plural(overlapping, 'row matches', 'rows match')} more than one bucket`);

  let low = Infinity;
  let high = -Infinity;
  for (let bucket = 0; bucket < buckets.count; bucket++) {
    const kinds = [...kindsIn[bucket].values()];
    const numberOf = shownIn[bucket].map((shown) => new Map([...shown.keys()].map((key, at) => [key, at])));
    const counted = yield* permutation.countWays({
      values: groups.map((_, g) => Uint32Array.from(kinds, ({ keys }) => numberOf[g].get(keys[g]) ?? 0)),
      available: Uint32Array.from(kinds, ({ rows }) => rows),
      wanted: shownIn[bucket].map((shown) => Uint32Array.from(shown.values())),
    });
    if (!counted.isPossible) return refuse('a bucket holds what no people of the public table can be');
    for (const each of counted.vectors) {
      low = Math.min(low, each.low);
      high = Math.max(high, each.high);
    }
  }
  const isJudged = spec.privacy.some((model) => kindOf(model).public?.countsOutside?.(model));
  if (outside > 0 && isJudged) {
    low = Math.min(low, 0);
    high = Math.max(high, 0);
  }
  return [low, high];
}

/** A model on the public table, of a permuted release. */
export function judgePermutedPublic(
  model: PublicModel,
  measured: readonly [number, number] | null,
  problems: string[],
): AuditedModel {
  const base = { model: model.model, required: requiredOf(model) };
  const judged = kindOf(model).public;
  if (judged?.judgeBounds === undefined) problems.push(`${model.model} cannot be judged of a permuted release`);
  if (judged?.judgeBounds === undefined || measured === null) return { ...base, achieved: {}, holds: false };
  return { ...base, ...judged.judgeBounds(model, ...measured) };
}
