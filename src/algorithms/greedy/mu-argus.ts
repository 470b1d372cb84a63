import { InfeasibleError, throwIfAborted } from '../../base/errors.js';
import type { Engine } from '../../engine/engine.js';
import { groupColumns } from '../../engine/group-columns.js';
import { levelMap, levelRangeOf, levelSize } from '../lattice/level-maps.js';
import { amount, plural } from '../../base/plural.js';
import type { Warning } from '../../table/table.js';
import type { Control, Outcome, Problem, Recoding } from '../algorithm.js';
import { SearchClock } from '../search-clock.js';
import type { ClassCondition } from '../../engine/engine.js';
import type { Steps } from '../../base/steps.js';
import { classConditionsOf, judgeClasses, leastSize } from '../judge-classes.js';
import { GroupJudge, groupBoundsOf } from '../known-groups.js';
import { countPeople, peopleEntries } from '../local/count-people.js';
import { describeLevels } from '../lattice/outcome-of-levels.js';
import { combinationsOf, suppressOutliers, type Tuples } from './mu-argus-cells.js';
import { type ArgusOptions, resolveArgusOptions } from './mu-argus-options.js';

/**
 * μ-Argus: every attribute is generalized until each of its values has k rows; then combinations of two and three attributes are tested, and in rows
 * that have a rare combination single cells are suppressed.
 *
 * Hundepool and Willenborg, "μ- and τ-Argus: Software for Statistical Disclosure Control", 1996, as described by Sweeney, "Achieving k-Anonymity
 * Privacy Protection Using Generalization and Suppression", IJUFKS 10(5), 2002, section 4.4.
 *
 * It does not guarantee k-anonymity: combinations of four and more attributes are never tested, and a row with a suppressed cell is a class of its
 * own for a reader of the release. So the result is judged by every model of the job, and where one does not hold the run ends with InfeasibleError
 * MU_ARGUS_VIOLATES, which counts the rows; `violations: "release"` hands the release out nevertheless, with `holds: false` and a warning.
 * `combinations: "all"` closes the gap: all combinations are tested, and classes that still fail lose further cells until every model holds. Under models
 * on groups of known values, all combinations are those of at most `known` attributes.
 */
export async function run(problem: Problem, engine: Engine, options: ArgusOptions, control: Control): Promise<Outcome> {
  throwIfAborted(control.signal);
  const { domains } = problem;
  const { ranks, least } = resolveArgusOptions(options, domains);
  const ofClasses = classConditionsOf(problem);
  const bounds = groupBoundsOf(problem);
  const k = bounds.reduce((least, { fewest }) => Math.max(least, fewest), leastSize(ofClasses));
  // Models on groups alone bound no combination of more attributes than somebody knows.
  const largest = ofClasses.length > 0 ? Infinity : bounds.reduce((most, { known }) => Math.max(most, known), 0);
  const levels = generalizeAttributes(problem, least, k);
  const { tuples, tupleOf } = generalizedTuples(problem, engine, levels);
  const tested = combinationsOf(ranks, options.combinations, { tuples: tuples.counts.length, largest });
  const distinct = tuples.codes.map((codes, a) => {
    const seen = new Uint8Array(tuples.sizes[a]);
    for (let t = 0; t < codes.length; t++) seen[codes[t]] = 1;
    return seen.reduce((sum, isSeen) => sum + isSeen, 0);
  });
  const precedence = domains
    .map((_, a) => a)
    .filter((a) => tuples.sizes[a] > 1)
    .sort((a, b) => ranks[b] - ranks[a] || distinct[b] - distinct[a]);
  const clock = new SearchClock(control);
  const { starred, outliers } = await clock.drive(suppressOutliers(tuples, k, tested, precedence));
  const judge = { problem, engine, ofClasses, ofGroups: new GroupJudge(engine, problem.set, bounds) };
  let cells = await clock.drive(cellsOf(judge, tuples, tupleOf, starred));
  if (options.combinations === 'all') {
    for (let round = 0; cells.violating > 0; round++) {
      starFurther(problem, tuples, starred, cells, precedence, round);
      cells = await clock.drive(cellsOf(judge, tuples, tupleOf, starred));
      await clock.pause(1);
    }
  }
  const warnings = reportViolations(cells, options.violations);
  let suppressedCells = 0;
  for (const list of starred) for (let t = 0; t < list.length; t++) suppressedCells += list[t] * tuples.counts[t];
  return {
    recoding: recodeCells(problem, levels, tupleOf, cells),
    solution: { kind: 'regions', levels: describeLevels(domains, levels) },
    search: {
      optimal: false,
      lowerBound: null,
      nodes: levels.reduce((sum, level) => sum + level, 0) + 1,
      checked: tested.count,
      outliers,
      suppressedCells,
      violatingRows: cells.violating,
      violatingClasses: cells.violatingClasses,
    },
    options: { ...options, levels: Object.fromEntries(options.levels) },
    warnings,
    ...(cells.violating > 0 ? { mayViolate: true } : {}),
  };
}

/** Step 2: the lowest level of every attribute, from its least one, at which each of its values has k rows, or persons. */
function generalizeAttributes(problem: Problem, least: readonly number[], k: number): number[] {
  const { domains, set } = problem;
  return domains.map((domain, a) => {
    const codes = Uint32Array.from(set.codes(a));
    for (let level = least[a]; level < levelRangeOf(domain).most; level++) {
      const map = levelMap(domain, level)?.map;
      const nodeOf = map === undefined ? codes : codes.map((code) => map[code]);
      if (countPeople(problem, nodeOf, levelSize(domain, level)).every((count) => count === 0 || count >= k))
        return level;
    }
    return levelRangeOf(domain).most;
  });
}

/** Distinct vectors at the levels, and which one [vectors] every vector of the problem is. */
function generalizedTuples(
  problem: Problem,
  engine: Engine,
  levels: readonly number[],
): { readonly tuples: Tuples; readonly tupleOf: Uint32Array } {
  const { domains, set } = problem;
  const sizes = domains.map((domain, a) => levelSize(domain, levels[a]));
  const { groups, groupOf, codes } = groupColumns(
    engine,
    set.length,
    domains.map((domain, a) => ({
      codes: set.codes(a),
      size: sizes[a],
      map: levelMap(domain, levels[a])?.map,
    })),
  );
  const rows = set.counts();
  const counts = new Float64Array(groups);
  for (let v = 0; v < groupOf.length; v++) counts[groupOf[v]] += rows[v];
  const people = peopleEntries(problem, groupOf, groups);
  return { tuples: { codes, sizes, counts, people }, tupleOf: groupOf };
}

/** The classes that a reader of the release sees: a suppressed cell is a value like others. */
interface SeenCells {
  /** [tuples] class. */
  readonly classOf: Uint32Array;
  /** [attributes][classes] node of the attribute's level, or its size where the cell is suppressed. */
  readonly codes: readonly ArrayLike<number>[];
  /** [classes] rows; 1 where every model holds. */
  readonly sizes: Uint32Array;
  readonly holds: Uint8Array;
  readonly violating: number;
  readonly violatingClasses: number;
}

interface CellsJudge {
  readonly problem: Problem;
  readonly engine: Engine;
  readonly ofClasses: readonly ClassCondition[];
  readonly ofGroups: GroupJudge;
}

function* cellsOf(
  { problem, engine, ofClasses, ofGroups }: CellsJudge,
  tuples: Tuples,
  tupleOf: Uint32Array,
  starred: readonly Uint8Array[],
): Steps<SeenCells> {
  const length = tuples.counts.length;
  const {
    groups,
    groupOf: classOf,
    codes,
  } = groupColumns(
    engine,
    length,
    tuples.codes.map((column, a) => {
      // A star equals the one node that is the whole domain.
      const star = tuples.sizes[a] === 1 ? 0 : tuples.sizes[a];
      const codes = Uint32Array.from(column);
      for (let t = 0; t < length; t++) if (starred[a][t] === 1) codes[t] = star;
      return { codes, size: tuples.sizes[a] + 1 };
    }),
  );
  const sizes = new Uint32Array(groups);
  for (let t = 0; t < length; t++) sizes[classOf[t]] += tuples.counts[t];
  const groupOf = tupleOf.map((t) => classOf[t]);
  const holds = judgeClasses(problem, engine, ofClasses, groupOf, sizes);
  const values = {
    codes: codes.map((column) => Uint32Array.from(column)),
    sizes: tuples.sizes.map((size) => size + 1),
  };
  // Failing classes are released, so groups are those of all classes.
  const inGroups = new Uint8Array(groups).fill(1);
  yield* ofGroups.takeFailing(values, groupOf, inGroups);
  inGroups.forEach((isGood, c) => (holds[c] &= isGood));
  let violating = 0;
  let violatingClasses = 0;
  holds.forEach((isGood, c) => {
    if (isGood === 1) return;
    violating += sizes[c];
    violatingClasses++;
  });
  return { classOf, codes, sizes, holds, violating, violatingClasses };
}

/**
 * Every class that fails loses one more cell, by precedence; where none of them has one left, other classes, the smallest
 * first and twice as many each round, lose all of theirs. Ends with one class of all rows at the latest.
 *
 * @throws InfeasibleError NO_SOLUTION when even that fails
 */
function starFurther(
  problem: Problem,
  tuples: Tuples,
  starred: readonly Uint8Array[],
  cells: SeenCells,
  precedence: readonly number[],
  round: number,
): void {
  const { classOf, holds, sizes } = cells;
  const isStar = (a: number, c: number): boolean => cells.codes[a][c] === tuples.sizes[a];
  const next = Int32Array.from(holds, (isGood, c) =>
    isGood === 1 ? -1 : (precedence.find((a) => !isStar(a, c)) ?? -1),
  );
  if (next.every((a) => a < 0)) {
    const good = Array.from(holds.keys()).filter((c) => holds[c] === 1);
    if (good.length === 0) {
      throw new InfeasibleError(
        'NO_SOLUTION',
        `even one class of all ${amount(problem.rows, 'row')} does not satisfy the privacy models, so no release can`,
      );
    }
    good.sort((x, y) => sizes[x] - sizes[y] || x - y);
    const chosen = new Set(good.slice(0, 2 ** Math.min(30, Math.max(0, round - precedence.length))));
    classOf.forEach((c, t) => {
      if (chosen.has(c)) for (const a of precedence) starred[a][t] = 1;
    });
    return;
  }
  classOf.forEach((c, t) => {
    if (next[c] >= 0) starred[next[c]][t] = 1;
  });
}

/** Warnings of the result. Throws InfeasibleError when violations are refused. */
function reportViolations(cells: SeenCells, violations: 'refuse' | 'release'): Warning[] {
  if (cells.violating === 0) return [];
  const found = `mu-argus does not guarantee k-anonymity: ${amount(cells.violating, 'row')} in ${cells.violatingClasses} released ${plural(cells.violatingClasses, 'class', 'classes')} ${plural(cells.violating, 'violates', 'violate')} the privacy models`;
  if (violations === 'release') {
    const message = `${found}; they were released since the option violations is "release"`;
    return [{ code: 'PRIVACY_VIOLATED', message }];
  }
  throw new InfeasibleError(
    'MU_ARGUS_VIOLATES',
    `${found}; "combinations": "all" closes the gap, "violations": "release" releases them nevertheless`,
  );
}

function recodeCells(
  { domains, set }: Problem,
  levels: readonly number[],
  tupleOf: Uint32Array,
  cells: SeenCells,
): Recoding {
  const classes = cells.sizes.length;
  const boxes = domains.map((domain, a) => {
    const first = domain.hierarchy?.levels[levels[a]].first ?? null;
    const whole = levelSize(domain, levels[a]);
    const lower = new Uint32Array(classes);
    const upper = new Uint32Array(classes);
    for (let c = 0; c < classes; c++) {
      const node = cells.codes[a][c];
      if (node === whole) upper[c] = domain.size - 1;
      else {
        lower[c] = first === null ? node : first[node];
        upper[c] = first === null ? node : first[node + 1] - 1;
      }
    }
    return { lower, upper };
  });
  return {
    kind: 'regions',
    classes,
    parts: {
      vector: Uint32Array.from(tupleOf.keys()),
      classId: tupleOf.map((t) => cells.classOf[t]),
      count: set.counts(),
    },
    lower: boxes.map(({ lower }) => lower),
    upper: boxes.map(({ upper }) => upper),
    nodes: domains.map(({ hierarchy }) => hierarchy !== null),
    wholeAsStar: true,
  };
}
