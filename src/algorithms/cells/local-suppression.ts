import { EXACT_ROWS } from './exact-rows.js';
import type { Engine } from '../../engine/engine.js';
import { groupColumns } from '../../engine/group-columns.js';
import { InvalidArgumentError, throwIfAborted } from '../../base/errors.js';
import type { Control, Outcome, Problem, Recoding } from '../algorithm.js';
import { seededRandom } from '../../base/random.js';
import { codesOf, joinUnsatisfied, recodeGroups, type Group } from '../local/groups.js';
import { conditionsOf, isOfGroups } from '../judge-classes.js';
import { refuseUnsatisfiable } from '../refuse-unsatisfiable.js';
import { amount, plural } from '../../base/plural.js';
import type { Warning } from '../../table/table.js';
import { suppressKnown } from './suppress-known.js';
import { ClassJudge } from '../local/judge.js';
import { recodeSatisfied } from '../local/recode-satisfied.js';
import { starSpan } from '../local/spans.js';
import { Pauses } from '../pauses.js';
import type { Steps } from '../../base/steps.js';
import type { SuppressionInput } from './patterns.js';
import type { Block } from './suppress-cells.js';
import { suppressExactly, suppressGreedily } from './suppress-cells.js';
import type { LocalSuppressionOptions } from '../cards/local-suppression.js';

/** Most quasi-identifiers of classes: a pattern of suppressed cells is a bit mask. */
const MOST_ATTRIBUTES = 30;

/**
 * Cell suppression: values stay as they are or become `*`.
 *
 * The problem of Meyerson and Williams (PODS 2004) with a weight per attribute. `*` is a value of its own, so that classes are
 * rows with the same released text; survey tools (sdcMicro) let it match every value instead, which needs fewer cells and
 * protects less. Exact for at most 12 rows under k-anonymity; else a greedy cover of the unsafe rows by released values,
 * least weight a row first (Chvátal 1979), and passes that move rows to cheaper values. Where every model is on groups of known values, {@link suppressKnown}.
 */
export async function run(
  problem: Problem,
  engine: Engine,
  options: LocalSuppressionOptions,
  control: Control,
): Promise<Outcome> {
  throwIfAborted(control.signal);
  const { domains } = problem;
  const named = options.weights;
  for (const attribute of named.keys()) {
    if (domains.some((domain) => domain.attribute === attribute)) continue;
    throw new InvalidArgumentError(
      `algorithm.weights[${JSON.stringify(attribute)}]`,
      `a quasi-identifier: ${domains.map((domain) => domain.attribute).join(', ')}`,
      'another name',
    );
  }
  const weights = domains.map((domain) => named.get(domain.attribute) ?? 1);
  if (areAllOnGroups(problem)) return suppressByGroups(problem, engine, { options, weights }, control);
  if (domains.length > MOST_ATTRIBUTES) {
    throw new InvalidArgumentError(
      'attributes',
      `at most ${MOST_ATTRIBUTES} quasi-identifiers where classes are judged ("lkc-privacy" alone takes more)`,
      String(domains.length),
    );
  }
  const judge = new ClassJudge(problem, engine);
  const codes = codesOf(problem);
  const pauses = new Pauses(control, 'suppress');
  const points = await pauses.drive(mergeVectors(problem, codes, engine));
  const input = { codes: points.codes, counts: points.counts, weights, k: judge.minimum };
  const isExact = problem.rows <= EXACT_ROWS;
  const found = isExact
    ? suppressExactly(input).map((group) => group.map((point) => ({ point, count: 1 })))
    : await pauses.drive(greedyGroups(input, options, () => !pauses.isOver));
  const dealt = await pauses.drive(points.deal(found));
  const spans = weights.map((weight, a) => starSpan(domains[a].size, weight));
  const joined = judge.bySize
    ? { groups: dealt, joined: 0 }
    : await pauses.drive(joinUnsatisfied(codes, spans, judge, dealt));
  const release = function* (own: readonly Group[]): Steps<Recoding> {
    const boxes = yield* recodeGroups(problem, codes, own, domains.map(() => false)); // prettier-ignore
    return yield* starDifferences(boxes, domains.map((domain) => domain.size)); // prettier-ignore
  };
  const satisfied = recodeSatisfied({ domains, codes, spans, judge }, joined.groups, release);
  const { recoding, groups, ...more } = await pauses.drive(satisfied);
  const { cells, cost } = await pauses.drive(countStars(recoding, groups, weights));
  return {
    recoding,
    search: {
      optimal: isExact && judge.bySize,
      lowerBound: null,
      nodes: groups.length,
      checked: found.length,
      groups: groups.length,
      joined: joined.joined + more.joined,
      suppressedCells: cells,
      weightOfCells: cost,
    },
    solution: { kind: 'groups' },
    options: usedOptions(problem, options, weights),
    warnings: [],
    endedEarly: pauses.endedEarly,
  };
}

/** Options of the result. */
const usedOptions = (
  { domains }: Problem,
  { restarts, seed }: LocalSuppressionOptions,
  weights: readonly number[],
): Outcome['options'] => ({
  restarts,
  seed,
  weights: Object.fromEntries(domains.map(({ attribute }, a) => [attribute, weights[a]])),
});

/** True where every model is on groups of known values. */
const areAllOnGroups = (problem: Problem): boolean => problem.models.every((model) => isOfGroups(model, problem));

/** Cell suppression by groups of known values. */
async function suppressByGroups(
  problem: Problem,
  engine: Engine,
  { options, weights }: { readonly options: LocalSuppressionOptions; readonly weights: readonly number[] },
  control: Control,
): Promise<Outcome> {
  refuseUnsatisfiable(problem, engine, conditionsOf(problem));
  const { domains } = problem;
  const codes = codesOf(problem);
  const pauses = new Pauses(control, 'suppress');
  const { starred, rounds } = await pauses.drive(
    suppressKnown(problem, engine, { codes, weights }, () => !pauses.isOver),
  );
  const recoded = await pauses.drive(recodeStarred(problem, engine, codes, starred));
  const { cells, cost } = await pauses.drive(countStars(recoded.recoding, recoded.groups, weights));
  const columns = starred.filter((own) => own.includes(1)).length;
  return {
    recoding: recoded.recoding,
    search: {
      optimal: false,
      lowerBound: null,
      nodes: recoded.groups.length,
      checked: rounds,
      groups: recoded.groups.length,
      suppressedCells: cells,
      weightOfCells: cost,
    },
    solution: { kind: 'groups' },
    options: usedOptions(problem, options, weights),
    warnings: cells === 0 ? [] : [warnOfStars(cells, columns, domains.length)],
    endedEarly: pauses.endedEarly,
  };
}

const warnOfStars = (cells: number, columns: number, all: number): Warning => ({
  code: 'STARS_MATCH_NOTHING',
  message: `${amount(cells, 'cell')} of ${columns} of ${amount(all, 'quasi-identifier')} ${plural(cells, 'is', 'are')} "*", which no known value matches: somebody who knows a suppressed value finds no row with it, but may look among the "*" of its column`,
});

/** A recoding of vectors whose cells stay as they are or become `*`. Equal ones are one group. */
function* recodeStarred(
  problem: Problem,
  engine: Engine,
  codes: readonly Uint32Array[],
  starred: readonly Uint8Array[],
): Steps<{ readonly recoding: Recoding; readonly groups: readonly Group[] }> {
  const { domains, set } = problem;
  const columns = codes.map((column, a) => ({
    codes: column.map((code, v) => (starred[a][v] === 1 ? domains[a].size : code)),
    size: domains[a].size + 1,
  }));
  yield;
  const { groups: count, groupOf } = groupColumns(engine, set.length, columns);
  yield;
  const counts = set.counts();
  const groups = Array.from({ length: count }, (): Group => ({ vectors: [], counts: [] }));
  for (let v = 0; v < counts.length; v++) {
    groups[groupOf[v]].vectors.push(v);
    groups[groupOf[v]].counts.push(counts[v]);
  }
  const boxes = yield* recodeGroups(problem, codes, groups, domains.map(() => false)); // prettier-ignore
  const bounds = (starBound: (size: number) => number, own: readonly Uint32Array[]): Uint32Array[] =>
    own.map((column, a) =>
      column.map((code, c) => (starred[a][groups[c].vectors[0]] === 1 ? starBound(domains[a].size) : code)),
    );
  const lower = bounds(() => 0, boxes.lower);
  yield;
  const upper = bounds((size) => size - 1, boxes.upper);
  return { recoding: { ...boxes, lower, upper, ownValues: false }, groups };
}

type Part = { readonly point: number; readonly count: number };

/** Groups dealt between two yields. */
const YIELD_GROUPS = 1 << 12;
/** Blocks grouped between two yields. */
const YIELD_BLOCKS = 1 << 14;

/** Distinct vectors of the quasi-identifiers alone, and how rows of them are dealt to the vectors of the problem. */
function* mergeVectors(problem: Problem, codes: readonly Uint32Array[], engine: Engine) {
  const counts = problem.set.counts();
  const columns = codes.map((column, a) => ({ codes: column, size: problem.domains[a].size }));
  yield;
  const { groups, groupOf } = groupColumns(engine, counts.length, columns);
  yield;
  // The vectors of a group stand side by side, ascending.
  const start = new Uint32Array(groups + 1);
  for (let v = 0; v < counts.length; v++) start[groupOf[v] + 1]++;
  for (let group = 0; group < groups; group++) start[group + 1] += start[group];
  const vectors = new Uint32Array(counts.length);
  const end = start.slice();
  const rows = new Uint32Array(groups);
  for (let v = 0; v < counts.length; v++) {
    vectors[end[groupOf[v]]++] = v;
    rows[groupOf[v]] += counts[v];
  }
  const merged: Uint32Array[] = [];
  for (const column of codes) {
    yield;
    const own = new Uint32Array(groups);
    for (let group = 0; group < groups; group++) own[group] = column[vectors[start[group]]];
    merged.push(own);
  }
  const left = counts.slice();
  return {
    codes: merged,
    counts: rows,
    *deal(dealt: readonly (readonly Part[])[]): Steps<Group[]> {
      const made: Group[] = [];
      for (const parts of dealt) {
        if (made.length % YIELD_GROUPS === 0) yield;
        const group: Group = { vectors: [], counts: [] };
        for (const { point, count } of parts) {
          let open = count;
          for (let i = start[point]; i < start[point + 1] && open > 0; i++) {
            const v = vectors[i];
            const taken = Math.min(open, left[v]);
            if (taken === 0) continue;
            group.vectors.push(v);
            group.counts.push(taken);
            left[v] -= taken;
            open -= taken;
          }
        }
        made.push(group);
      }
      return made;
    },
  };
}

/** Groups by {@link suppressGreedily}. */
function* greedyGroups(
  input: SuppressionInput,
  { seed, restarts }: Pick<LocalSuppressionOptions, 'seed' | 'restarts'>,
  inTime: () => boolean,
): Steps<Part[][]> {
  return yield* groupBlocks(yield* suppressGreedily(input, seededRandom(seed), restarts, inTime));
}

/** Blocks that are released alike, together. */
function* groupBlocks(blocks: readonly Block[]): Steps<Part[][]> {
  const groups: Part[][] = [];
  const byPattern = new Map<number, Map<number, Part[]>>();
  for (const [i, { point, pattern, count, value }] of blocks.entries()) {
    if (i % YIELD_BLOCKS === 0) yield;
    let byValue = byPattern.get(pattern);
    if (byValue === undefined) byPattern.set(pattern, (byValue = new Map<number, Part[]>()));
    let group = byValue.get(value);
    if (group === undefined) {
      group = [];
      byValue.set(value, group);
      groups.push(group);
    }
    group.push({ point, count });
  }
  return groups;
}

function* starDifferences(recoding: Recoding, sizes: readonly number[]): Steps<Recoding> {
  const lower: Uint32Array[] = [];
  const upper: Uint32Array[] = [];
  for (const [a, size] of sizes.entries()) {
    yield;
    const [lo, hi] = [recoding.lower[a].slice(), recoding.upper[a].slice()];
    for (let c = 0; c < lo.length; c++) {
      if (lo[c] === hi[c]) continue;
      lo[c] = 0;
      hi[c] = size - 1;
    }
    lower.push(lo);
    upper.push(hi);
  }
  return { ...recoding, lower, upper, ownValues: false };
}

/** Suppressed cells of the rows of all groups, and their weight. */
function* countStars(
  { lower, upper }: Recoding,
  groups: readonly Group[],
  weights: readonly number[],
): Steps<{ readonly cells: number; readonly cost: number }> {
  let cells = 0;
  let cost = 0;
  for (const [c, { counts }] of groups.entries()) {
    if (c % YIELD_GROUPS === 0) yield;
    const rows = counts.reduce((sum, count) => sum + count, 0);
    for (let a = 0; a < weights.length; a++) {
      if (lower[a][c] === upper[a][c]) continue;
      cells += rows;
      cost += rows * weights[a];
    }
  }
  return { cells, cost };
}
