import type { Engine } from '../../engine/engine.js';
import { groupColumns } from '../../engine/group-columns.js';
import { InvalidArgumentError, throwIfAborted } from '../../base/errors.js';
import { defineAlgorithm, type Control, type Outcome, type Problem, type Recoding } from '../algorithm.js';
import { seededRandom } from '../../base/random.js';
import { codesOf, joinUnsatisfied, recodeGroups, type Group } from '../local/groups.js';
import { ClassJudge } from '../local/judge.js';
import { WHOLE, type Span } from '../local/spans.js';
import { amountOr, amountsByAttribute, optionSet, seed, type OptionsOf } from '../options.js';
import { Pauses } from '../pauses.js';
import type { Steps } from '../../base/steps.js';
import type { Block } from './suppress-cells.js';
import { suppressExactly, suppressGreedily } from './suppress-cells.js';

/** Up to this many rows the least weight is found by trying all partitions. */
export const EXACT_ROWS = 12;
const MOST_ATTRIBUTES = 30;
const OPTIONS = optionSet({
  weights: amountsByAttribute(
    '1 each',
    { min: 0, above: true, max: 1e6 },
    'cost of a suppressed cell: cells of heavy attributes are kept where possible',
    'an object, attribute to a number above 0',
  ),
  restarts: amountOr(
    'up to 64, fewer where there are many vectors and attributes',
    { min: 0, max: 1e6, integer: true },
    'further runs with noise on the prices; the best of all is taken',
  ),
  seed,
});

/**
 * Cell suppression: values stay as they are or become `*`.
 *
 * The problem of Meyerson and Williams (PODS 2004) with a weight per attribute. `*` is a value of its own, so that classes are
 * rows with the same released text; survey tools (sdcMicro) let it match every value instead, which needs fewer cells and
 * protects less. Exact for at most 12 rows under k-anonymity; else a greedy cover of the unsafe rows by released values,
 * least weight a row first (Chvátal 1979), and passes that move rows to cheaper values.
 */
export const localSuppression = defineAlgorithm({
  name: 'local-suppression',
  source:
    'Meyerson, Williams: On the Complexity of Optimal k-Anonymity, PODS 2004; greedy cover: Chvátal, Mathematics of Operations Research 4(3), 1979',
  guarantee:
    'every class satisfies every model; at most 12 rows under k-anonymity: the least weight of suppressed cells, else greedy',
  complexity: 'O(m p + g m) time for m distinct vectors, p patterns (2^q for q <= 6) and g released values made',
  anytime: true,
  releases: 'value-or-star',
  minimality: ({ rows }) =>
    rows <= EXACT_ROWS ? 'every-row' : { unknown: `local-suppression of more than ${EXACT_ROWS} rows` },
  options: OPTIONS,
  run: runLocalSuppression,
});

async function runLocalSuppression(
  problem: Problem,
  engine: Engine,
  options: OptionsOf<typeof OPTIONS>,
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
  if (domains.length > MOST_ATTRIBUTES) {
    throw new InvalidArgumentError(
      'attributes',
      `at most ${MOST_ATTRIBUTES} quasi-identifiers`,
      String(domains.length),
    );
  }
  const weights = domains.map((domain) => named.get(domain.attribute) ?? 1);
  const judge = new ClassJudge(problem, engine);
  const codes = codesOf(problem);
  const pauses = new Pauses(control, 'suppress');
  const points = mergeVectors(problem, codes, engine);
  const input = { codes: points.codes, counts: points.counts, weights, k: judge.minimum };
  const isExact = problem.rows <= EXACT_ROWS;
  const found = isExact
    ? suppressExactly(input).map((group) => group.map((point) => ({ point, count: 1 })))
    : groupBlocks(
        await pauses.drive(suppressGreedily(input, seededRandom(options.seed), options.restarts, () => !pauses.isOver)),
      );
  const dealt = await pauses.drive(points.deal(found));
  const spans = weights.map((weight, a) => starSpan(domains[a].size, weight));
  const { groups, joined } = judge.bySize
    ? { groups: dealt, joined: 0 }
    : await pauses.drive(joinUnsatisfied(codes, spans, judge, dealt));
  const boxes = await pauses.drive(recodeGroups(problem, codes, groups, domains.map(() => false))); // prettier-ignore
  const recoding = starDifferences(boxes, domains.map((domain) => domain.size)); // prettier-ignore
  let cells = 0;
  let cost = 0;
  groups.forEach(({ counts }, c) => {
    const rows = counts.reduce((sum, count) => sum + count, 0);
    recoding.lower.forEach((lower, a) => {
      if (lower[c] === recoding.upper[a][c]) return;
      cells += rows;
      cost += rows * weights[a];
    });
  });
  return {
    recoding,
    search: {
      optimal: isExact && judge.bySize,
      lowerBound: null,
      nodes: groups.length,
      checked: found.length,
      groups: groups.length,
      joined,
      suppressedCells: cells,
      weightOfCells: cost,
    },
    solution: { kind: 'groups' },
    options: {
      restarts: options.restarts,
      seed: options.seed,
      weights: Object.fromEntries(domains.map((domain, a) => [domain.attribute, weights[a]])),
    },
    warnings: [],
    endedEarly: pauses.endedEarly,
  };
}

type Part = { readonly point: number; readonly count: number };

/** Groups dealt between two yields. */
const YIELD_GROUPS = 1 << 12;

/** Distinct vectors of the quasi-identifiers alone, and how rows of them are dealt to the vectors of the problem. */
function mergeVectors(problem: Problem, codes: readonly Uint32Array[], engine: Engine) {
  const counts = problem.set.counts();
  const columns = codes.map((column, a) => ({ codes: column, size: problem.domains[a].size }));
  const { groups, groupOf } = groupColumns(engine, counts.length, columns);
  const vectors: number[][] = Array.from({ length: groups }, () => []);
  groupOf.forEach((group, v) => vectors[group].push(v));
  const left = counts.slice();
  return {
    codes: codes.map((column) => Uint32Array.from(vectors, (own) => column[own[0]])),
    counts: Uint32Array.from(vectors, (own) => own.reduce((sum, v) => sum + counts[v], 0)),
    *deal(dealt: readonly (readonly Part[])[]): Steps<Group[]> {
      const made: Group[] = [];
      for (const parts of dealt) {
        if (made.length % YIELD_GROUPS === 0) yield;
        const group: Group = { vectors: [], counts: [] };
        for (const { point, count } of parts) {
          let open = count;
          for (const v of vectors[point]) {
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

/** Blocks that are released alike, together. */
function groupBlocks(blocks: readonly Block[]): Part[][] {
  const groups: Part[][] = [];
  const byPattern = new Map<number, Map<number, Part[]>>();
  for (const { point, pattern, count, value } of blocks) {
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

/** A cell costs its weight as soon as a group has two values of it. */
function starSpan(size: number, weight: number): Span {
  const cost = (lo: number, hi: number): number => (lo === hi ? 0 : Math.round(weight * WHOLE));
  return { size, table: null, line: null, tree: null, cost, released: null, growth: () => 0, growths: null };
}

function starDifferences(recoding: Recoding, sizes: readonly number[]): Recoding {
  const lower = recoding.lower.map((list, a) => list.map((lo, c) => (lo === recoding.upper[a][c] ? lo : 0)));
  const upper = recoding.upper.map((list, a) => list.map((hi, c) => (hi === recoding.lower[a][c] ? hi : sizes[a] - 1)));
  return { ...recoding, lower, upper, ownValues: false };
}
