/** Strata of a job (`within`), which no class crosses: each is searched as a problem of its own. */
import type { Control, Options, Outcome, Problem, Recoding, RunAlgorithm } from '../algorithms/algorithm.js';
import { conditionsOf, isOfGroups, judgeClasses } from '../algorithms/judge-classes.js';
import { InfeasibleError, InvalidArgumentError } from '../base/errors.js';
import { amount } from '../base/plural.js';
import type { Engine, EngineColumn, FrequencySet } from '../engine/engine.js';
import type { Plan } from '../job/plan.js';
import type { Warning } from '../table/table.js';
import { renumber } from '../table/units.js';

/** Throws InvalidArgumentError WITHIN_NOT_SUPPORTED where strata cannot be kept apart. */
export function requireStrata({ within, strata, algorithm, publicTable, history }: Plan): void {
  if (within.length === 0) return;
  const refuse = (path: string, expected: string, received: string): never => {
    throw new InvalidArgumentError(path, `${expected} beside "within"`, received, 'WITHIN_NOT_SUPPORTED');
  };
  if (strata === null)
    refuse('algorithm', 'an algorithm that keeps strata apart (mondrian, local-recoding, k-member, oka, mdav, hilbert, idistance, optimal-lattice, samarati, min-gen, datafly)', JSON.stringify(algorithm.name)); // prettier-ignore
  if (publicTable !== null) refuse(publicTable.path, 'no model on a public table', JSON.stringify(publicTable.name));
  if (history === 'protect') refuse('history', '"measure", since "protect" joins classes of any strata', '"protect"');
}

/** Vectors of the same values in the columns of strata. */
interface Strata {
  readonly count: number;
  /** [vectors] */
  readonly of: Uint32Array;
  /** [strata] rows. */
  readonly rows: Uint32Array;
}

/**
 * A search of each stratum by itself, in the order in which they appear; their classes together are the release. Strata that do not satisfy the models
 * even as one class are suppressed, if that is within the limit.
 *
 * @throws InfeasibleError STRATA_TOO_SMALL
 */
export const withinStrata =
  (run: RunAlgorithm, { within }: Pick<Plan, 'within'>): RunAlgorithm =>
  async (problem, engine, options, control) => {
    const strata = findStrata(problem, within);
    const failing = findFailing(problem, engine, strata);
    const lost = failing.reduce((sum, stratum) => sum + strata.rows[stratum], 0);
    if (lost > problem.suppressionLimit || failing.length === strata.count)
      throw tooSmall(problem, failing.length, lost);
    const found: { readonly outcome: Outcome; readonly vectors: Uint32Array }[] = [];
    let left = problem.suppressionLimit - lost;
    for (let stratum = 0; stratum < strata.count; stratum++) {
      if (failing.includes(stratum)) continue;
      const vectors = Uint32Array.from(strata.of.keys()).filter((vector) => strata.of[vector] === stratum);
      const outcome = await runPart({ problem, engine, options, control }, run, vectors, left);
      const released = outcome.recoding.parts.count.reduce((sum, count) => sum + count, 0);
      left -= strata.rows[stratum] - released;
      found.push({ outcome, vectors });
    }
    return joinOutcomes(found, failing.length === 0 ? [] : [warnOfSuppressed(failing.length, lost)]);
  };

/** Numbers the strata of vectors by first appearance. */
function findStrata({ domains, set }: Problem, within: readonly string[]): Strata {
  let numbered: { readonly of: Uint32Array; readonly count: number } = { of: new Uint32Array(set.length), count: 1 };
  for (const name of within) {
    const column = domains.findIndex(({ attribute }) => attribute === name);
    const codes = set.codes(column);
    const size = set.sizes[column];
    const keys = Float64Array.from(numbered.of, (stratum, vector) => stratum * size + codes[vector]);
    numbered = renumber(keys, numbered.count * size);
  }
  const rows = new Uint32Array(numbered.count);
  set.counts().forEach((count, vector) => (rows[numbered.of[vector]] += count));
  return { ...numbered, rows };
}

/** Strata whose rows as one class do not satisfy the models on classes. */
function findFailing(problem: Problem, engine: Engine, { of, rows }: Strata): number[] {
  const models = problem.models.filter((model) => !isOfGroups(model, problem));
  const holds = judgeClasses(problem, engine, conditionsOf({ ...problem, models }), of, rows);
  return Array.from(rows.keys()).filter((stratum) => holds[stratum] === 0);
}

const tooSmall = ({ suppressionLimit }: Problem, strata: number, rows: number): InfeasibleError =>
  new InfeasibleError(
    'STRATA_TOO_SMALL',
    `${amount(strata, 'stratum of "within" does', 'strata of "within" do')} not satisfy the models even as one class; ${strata === 1 ? 'it has' : 'they have'} ${amount(rows, 'row')}, and ${amount(suppressionLimit, 'row')} may be suppressed`,
  );

const warnOfSuppressed = (strata: number, rows: number): Warning => ({
  code: 'STRATA_SUPPRESSED',
  message: `${amount(strata, 'stratum', 'strata')} of ${amount(rows, 'row')} were suppressed: the models do not hold in them even for one class`,
});

/** Runs the search on some of the vectors. */
async function runPart(
  {
    problem,
    engine,
    options,
    control,
  }: { readonly problem: Problem; readonly engine: Engine; readonly options: Options; readonly control: Control },
  run: RunAlgorithm,
  vectors: Uint32Array,
  limit: number,
): Promise<Outcome> {
  const { set, sensitive, labels, domains, failingLimit } = problem;
  const pick = (codes: ArrayLike<number>): Uint32Array => Uint32Array.from(vectors, (vector) => codes[vector]);
  const counts = pick(set.counts());
  const columns = set.sizes.map((size, column): EngineColumn => ({ codes: pick(set.codes(column)), size }));
  const part: FrequencySet = engine.frequencySetOf(columns, counts, true);
  try {
    return await run(
      {
        ...problem,
        rows: part.rows,
        set: part,
        sensitive: sensitive.map((column, s) => ({ ...column, own: countCodes(columns[domains.length + s], counts) })),
        labels:
          labels === null
            ? null
            : { ...labels, histogram: () => pickHistogram(labels.histogram(), vectors, labels.size) },
        suppressionLimit: Math.min(limit, part.rows),
        ...(failingLimit === undefined ? {} : { failingLimit: Math.min(failingLimit, limit) }),
      },
      engine,
      options,
      control,
    );
  } finally {
    part.dispose();
  }
}

function countCodes({ codes, size }: EngineColumn, counts: Uint32Array): Uint32Array {
  const rows = new Uint32Array(size);
  for (let i = 0; i < counts.length; i++) rows[codes[i]] += counts[i];
  return rows;
}

function pickHistogram(histogram: Uint32Array, vectors: Uint32Array, size: number): Uint32Array {
  const picked = new Uint32Array(vectors.length * size);
  vectors.forEach((vector, i) => picked.set(histogram.subarray(vector * size, (vector + 1) * size), i * size));
  return picked;
}

/** The release of several strata: their classes one after another. Counters of the searches are summed. */
function joinOutcomes(
  found: readonly { readonly outcome: Outcome; readonly vectors: Uint32Array }[],
  warnings: readonly Warning[],
): Outcome {
  const [{ outcome: first }] = found;
  const outcomes = found.map(({ outcome }) => outcome);
  const search: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(first.search)) {
    const all = outcomes.map((outcome) => outcome.search[name]);
    if (typeof value === 'number') search[name] = all.reduce((sum: number, own) => sum + Number(own), 0);
    else if (typeof value === 'boolean') search[name] = all.every((own) => own === true);
    else if (value === null) search[name] = null;
  }
  const seen = new Set<string>();
  const own = outcomes.flatMap((outcome) => outcome.warnings).filter(({ code, message }) => !seen.has(code + message) && seen.add(code + message)); // prettier-ignore
  return {
    ...first,
    recoding: joinRecodings(found),
    search: { ...search, strata: found.length } as unknown as Outcome['search'],
    warnings: [...warnings, ...own],
    endedEarly: outcomes.some(({ endedEarly }) => endedEarly === true),
    mayViolate: outcomes.some(({ mayViolate }) => mayViolate === true),
    threads: outcomes.reduce((most, { threads = 1 }) => Math.max(most, threads), 1),
  };
}

function joinRecodings(found: readonly { readonly outcome: Outcome; readonly vectors: Uint32Array }[]): Recoding {
  const recodings = found.map(({ outcome }) => outcome.recoding);
  const [first] = recodings;
  const parts: { readonly vector: number; readonly classId: number; readonly count: number }[] = [];
  let classes = 0;
  for (const { outcome, vectors } of found) {
    const { vector, classId, count } = outcome.recoding.parts;
    for (let i = 0; i < vector.length; i++)
      parts.push({ vector: vectors[vector[i]], classId: classes + classId[i], count: count[i] });
    classes += outcome.recoding.classes;
  }
  // Stable: the parts of a vector keep their order.
  parts.sort((a, b) => a.vector - b.vector);
  const joinAll = (of: (recoding: Recoding) => readonly Uint32Array[]): Uint32Array[] =>
    of(first).map((_, a) => Uint32Array.from(recodings.flatMap((recoding) => Array.from(of(recoding)[a]))));
  const { texts: _, levels: __, ...others } = first;
  const texts = recodings.some((recoding) => recoding.texts !== undefined)
    ? first.lower.map((___, a) =>
        recodings.flatMap(({ texts: all, classes: own }) => all?.[a] ?? new Array<string | null>(own).fill(null)),
      )
    : undefined;
  return {
    ...others,
    classes,
    parts: {
      vector: Uint32Array.from(parts, ({ vector }) => vector),
      classId: Uint32Array.from(parts, ({ classId }) => classId),
      count: Uint32Array.from(parts, ({ count }) => count),
    },
    lower: joinAll(({ lower }) => lower),
    upper: joinAll(({ upper }) => upper),
    disjoint: recodings.every(({ disjoint }) => disjoint === true),
    ...(texts === undefined ? {} : { texts }),
  };
}
