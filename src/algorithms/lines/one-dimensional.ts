import type { Engine, EngineSearch, Runs } from '../../engine/engine.js';
import { throwIfAborted } from '../../base/errors.js';
import type { Domain } from '../../hierarchy/domain.js';
import type { Control, Outcome, Problem } from '../algorithm.js';
import type { ValueOf } from '../options.js';
import { Pauses } from '../pauses.js';
import { warnUnusedLevels } from '../released-boxes.js';
import { runSearch } from '../run-search.js';
import type { Steps } from '../../base/steps.js';
import { frontierGroups } from './diverse-frontier.js';
import { codesOf, groupOfRows, joinUnsatisfied, recodeGroups, type Group } from '../local/groups.js';
import { ClassJudge } from '../local/judge.js';
import { recodeSatisfied } from '../local/recode-satisfied.js';
import { PERSONS } from '../../privacy/by-persons.js';
import { leastEnds, tryWindows } from './line-grouping.js';
import { spansOf } from '../local/spans.js';
import { sortByWords } from './sort-by-words.js';
import type { GROUPING } from '../shared-options.js';

/** Input of a mapping to a line. */
interface LinePoints {
  /** The quasi-identifiers in which vectors differ, at least two. */
  readonly domains: readonly Domain[];
  /** [attributes][vectors] their leaf codes. */
  readonly codes: readonly Uint32Array[];
  /** [vectors] rows. */
  readonly counts: Uint32Array;
}

/** Maps vectors to a line: [words][vectors] their keys, the first word counting most. */
type LineMapping = (points: LinePoints) => Steps<readonly Uint32Array[]>;

/**
 * Groups rows along a line and releases every group as its bounding box: what `hilbert` and `idistance` share. Ghinita,
 * Karras, Kalnis and Mamoulis, "Fast Data Anonymization with Low Information Loss", VLDB 2007.
 *
 * @param mapToLine - not asked where the values of one quasi-identifier are the line
 */
export async function groupAlongLine(
  problem: Problem,
  engine: Engine,
  options: { readonly grouping: ValueOf<typeof GROUPING> },
  control: Control,
  who: string,
  mapToLine: LineMapping,
): Promise<Outcome> {
  throwIfAborted(control.signal);
  const pauses = new Pauses(control, 'order');
  const judge = new ClassJudge(problem, engine);
  const codes = codesOf(problem);
  const spans = spansOf(problem.domains, 'ncp');
  const counts = problem.set.counts();
  const order = await pauses.drive(orderAlongLine({ domains: problem.domains, codes, counts }, mapToLine));
  control.onProgress?.({ phase: 'order', share: 0.3 });
  throwIfAborted(control.signal);
  const vectorOf = new Uint32Array(problem.rows);
  let row = 0;
  for (const vector of order) {
    vectorOf.fill(vector, row, row + counts[vector]);
    row += counts[vector];
  }
  let groups = options.grouping === 'linear' ? await pauses.drive(diverseGroups(problem, vectorOf, judge)) : null;
  let joined = 0;
  if (groups === null) {
    const line = { vectorOf, codes, costs: spans };
    const isOptimal = options.grouping === 'optimal';
    const windows = isOptimal && !judge.isUpward ? await pauses.drive(tryWindows(line, judge)) : null;
    const runs = windows === null ? null : await findRuns(engine.cheapestRuns(line, windows), control);
    if (runs !== null) groups = groupsOfRuns(vectorOf, runs.starts);
    else {
      const ends = await pauses.drive(leastEnds(line, judge));
      const search = isOptimal ? engine.cheapestRuns(line, { ends }) : engine.greedyRuns(line, ends);
      groups = groupsOfRuns(vectorOf, (await findRuns<Runs | null>(search, control))!.starts);
    }
  }
  if (!judge.isUpward) ({ groups, joined } = await pauses.drive(joinUnsatisfied(codes, spans, judge, groups)));
  control.onProgress?.({ phase: 'groups', share: 1 });
  const { domains } = problem;
  const satisfied = recodeSatisfied({ domains, codes, spans, judge }, groups, (own) =>
    recodeGroups(problem, codes, own),
  );
  const { recoding, ...last } = await pauses.drive(satisfied);
  return {
    recoding,
    search: {
      // Optimal along the line only, not among all releases.
      optimal: false,
      lowerBound: null,
      nodes: problem.rows,
      checked: last.groups.length,
      groups: last.groups.length,
      joined: joined + last.joined,
    },
    solution: { kind: 'groups' },
    options: { ...options },
    warnings: warnUnusedLevels(problem.domains, who),
  };
}

/**
 * The vectors by their keys on the line, equal keys in the order of their values (the first attribute first). One attribute
 * needs no mapping: its values are a line. In steps.
 */
function* orderAlongLine({ domains, codes, counts }: LinePoints, mapToLine: LineMapping): Steps<Uint32Array> {
  const varying = [...codes.keys()].filter((a) => codes[a].some((code) => code !== codes[a][0]));
  const points = { domains: varying.map((a) => domains[a]), codes: varying.map((a) => codes[a]), counts };
  yield;
  const keys = varying.length > 1 ? yield* mapToLine(points) : [];
  return yield* sortByWords([...keys, ...points.codes], counts.length);
}

/** The result of a search for runs, which is disposed of. */
async function findRuns<Found>(search: EngineSearch<Found>, control: Control): Promise<Found> {
  try {
    await runSearch(search, 'groups', control);
    return search.result();
  } finally {
    search.dispose();
  }
}

/** Groups by one list of rows per sensitive value, when the models are k-anonymity and l-diversity of one attribute. */
function* diverseGroups(problem: Problem, vectorOf: Uint32Array, judge: ClassJudge): Steps<Group[] | null> {
  let l = 0;
  let attribute: string | null = null;
  for (const { spec } of problem.models) {
    if (spec.model === 'k-anonymity') continue;
    if (spec.model !== 'l-diversity' || (attribute !== null && attribute !== spec.attribute)) return null;
    attribute = spec.attribute;
    l = Math.max(l, Math.ceil(spec.l));
  }
  if (attribute === null || problem.models.some(({ attribute: looked }) => looked === PERSONS)) return null;
  const at = problem.sensitive.findIndex((sensitive) => sensitive.attribute === attribute);
  const valueOf = problem.set.codes(problem.domains.length + at);
  const size = l * Math.ceil(Math.max(judge.minimum, l) / l);
  return yield* frontierGroups(vectorOf, valueOf, problem.sensitive[at].size, l, size);
}

/** Groups from the ascending starts of runs of rows. */
function groupsOfRuns(vectorOf: Uint32Array, starts: Uint32Array): Group[] {
  return Array.from(starts, (start, i) => groupOfRows(vectorOf.subarray(start, starts[i + 1])));
}
