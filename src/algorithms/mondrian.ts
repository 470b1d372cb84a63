import { InfeasibleError, throwIfAborted } from '../errors.js';
import type { ClassCondition, Engine, MondrianAttribute, MondrianResult } from '../engine/engine.js';
import type { Domain } from '../hierarchy/domain.js';
import { smallestNodeCovering, treeOf } from '../hierarchy/tree.js';
import type { Warning } from '../table/table.js';
import type { Algorithm, Control, Outcome, Problem, Recoding } from './algorithm.js';
import { checkOptions } from './check-options.js';
import { conditionsOf } from './judge-classes.js';
import { runSearch } from './run-search.js';

interface MondrianOptions {
  readonly partitioning: 'strict' | 'relaxed';
  readonly cuts: 'auto' | 'ranges';
}

const OPTIONS = {
  partitioning: { values: ['strict', 'relaxed'], default: 'strict' },
  cuts: { values: ['auto', 'ranges'], default: 'auto' },
} as const;

/**
 * Mondrian: greedy top-down partitioning of the space of the quasi-identifiers.
 *
 * LeFevre, DeWitt and Ramakrishnan, "Mondrian Multidimensional K-Anonymity", ICDE 2006, section 4. The attribute with
 * the widest normalized range is cut first, at the median of its frequency set; when no cut beside the median leaves
 * both sides satisfying every model, the next widest is tried, and a node that no attribute can cut becomes a class.
 * Ties of width go to the attribute with the smaller domain, then to the earlier one.
 *
 * - `strict`: equal values stay together, so classes are disjoint boxes. Numbers, dates and ordered values are cut into
 *   ranges; strings with a hierarchy along its tree, into all children of the smallest node that holds the class.
 * - `relaxed`: the rows of the median are divided (the first ones, in the order of the search, to the left), so the
 *   halves are even and classes have k to 2k - 1 rows unless rows are equal throughout; boxes may overlap, and classes
 *   that are released with equal values count as the one class they are.
 *
 * A class is released as its own bounding box, not as the box of the cuts that made it.
 */
export const mondrian: Algorithm = {
  name: 'mondrian',
  source: 'LeFevre, DeWitt, Ramakrishnan: Mondrian Multidimensional K-Anonymity, ICDE 2006',
  guarantee:
    'every class satisfies every model; greedy, not optimal (for k-anonymity on distinct points in d dimensions a strict class holds at most 2d(k-1)+m rows, m the copies of one point; relaxed at most 2k-1)',
  complexity: 'O(m q log m) time for m distinct vectors and q quasi-identifiers, O(m q) memory',
  anytime: false,
  options: {
    partitioning: 'strict (default): equal values stay together; relaxed: even halves, ties divided',
    cuts: 'auto (default): strings with a hierarchy are cut along its tree; ranges: along the order of its leaves',
  },
  checkOptions: (options, path) => void checkOptions(OPTIONS, options, path),
  run: runMondrian,
};

async function runMondrian(
  problem: Problem,
  engine: Engine,
  given: Readonly<Record<string, unknown>>,
  control: Control,
): Promise<Outcome> {
  throwIfAborted(control.signal);
  const options = checkOptions(OPTIONS, given, 'algorithm') as unknown as MondrianOptions;
  const trees = problem.domains.map((domain) => isCutAlongTree(domain, options));
  const conditions = conditionsOf(problem);
  refuseUnsatisfiable(problem, engine, conditions);
  const search = engine.mondrian(problem.set, {
    attributes: problem.domains.map((domain, i) => describeAttribute(domain, trees[i])),
    conditions,
    partitioning: options.partitioning,
  });
  let found: MondrianResult;
  try {
    await runSearch(search, 'partition', control);
    found = search.result();
  } finally {
    search.dispose();
  }
  const nodes = problem.domains.map((domain) => isReleasedAsNode(domain, options));
  const plain: Recoding = {
    kind: 'regions',
    classes: found.classes,
    parts: found.parts,
    lower: found.lower,
    upper: found.upper,
    nodes,
  };
  const recoding = widenToReleased(plain, problem.domains);
  return {
    recoding,
    search: {
      optimal: false,
      lowerBound: null,
      nodes: found.cuts + found.classes,
      checked: found.cuts + found.refused,
      cuts: found.cuts,
      refused: found.refused,
      groups: found.classes,
    },
    solution: { kind: 'regions' },
    options: { ...options },
    warnings: problem.domains.flatMap((domain) => describeChoice(domain)),
  };
}

/** Strings with a hierarchy; numbers and dates are cut into ranges even where they have one. */
function isReleasedAsNode(domain: Domain, options: MondrianOptions): boolean {
  return domain.hierarchy !== null && domain.order === 'hierarchy' && options.cuts === 'auto';
}

function isCutAlongTree(domain: Domain, options: MondrianOptions): boolean {
  return isReleasedAsNode(domain, options) && options.partitioning === 'strict';
}

function refuseUnsatisfiable(problem: Problem, engine: Engine, conditions: readonly ClassCondition[]): void {
  const sizes = Uint32Array.of(problem.rows);
  conditions.forEach((condition, i) => {
    const histogram =
      'column' in condition ? problem.sensitive[condition.column - problem.domains.length].global : null;
    if (engine.checkCondition(condition, sizes, histogram)[0] === 0) {
      throw new InfeasibleError(
        'NO_SOLUTION',
        `privacy[${i}]: even one class of all ${problem.rows} rows does not satisfy ${problem.models[i].name}, so no release can`,
      );
    }
  });
}

function describeAttribute(domain: Domain, alongTree: boolean): MondrianAttribute {
  const positions = new Float64Array(domain.size);
  let range = 1;
  if (domain.order === 'numeric' && domain.numbers !== null) {
    const last = domain.missingLeaf === domain.size - 1 ? domain.size - 2 : domain.size - 1;
    const origin = last >= 0 ? domain.numbers[0] : 0;
    const span = last > 0 ? domain.numbers[last] - origin : 0;
    range = span > 0 ? span : 1;
    // The missing value stands one whole range beyond the largest number: a class that mixes it with numbers is as wide as can be.
    for (let leaf = 0; leaf < domain.size; leaf++) {
      positions[leaf] = leaf === domain.missingLeaf ? 2 * range : domain.numbers[leaf] - origin;
    }
  } else {
    for (let leaf = 0; leaf < domain.size; leaf++) positions[leaf] = leaf;
    range = Math.max(1, domain.size - 1);
  }
  if (!alongTree) return { positions, range, tree: null };
  const { lo, hi, childStart, children } = treeOf(domain.hierarchy!);
  return { positions, range, tree: { lo, hi, childStart, children } };
}

/**
 * What is released may cover more than the bounding box: a node of the hierarchy covers its whole run, and a range that
 * mixes the missing value with numbers can only be released as the whole domain, which overlaps other classes.
 */
function widenToReleased(recoding: Recoding, domains: readonly Domain[]): Recoding {
  const lower: Uint32Array[] = [];
  const upper: Uint32Array[] = [];
  domains.forEach((domain, a) => {
    const lo = recoding.lower[a].slice();
    const hi = recoding.upper[a].slice();
    lower.push(lo);
    upper.push(hi);
    if (recoding.nodes[a]) {
      const tree = treeOf(domain.hierarchy!);
      for (let c = 0; c < recoding.classes; c++) {
        const node = smallestNodeCovering(tree, lo[c], hi[c]);
        lo[c] = tree.lo[node];
        hi[c] = tree.hi[node];
      }
    } else if (domain.order === 'numeric' && domain.missingLeaf >= 0) {
      for (let c = 0; c < recoding.classes; c++) {
        if (hi[c] !== domain.missingLeaf || lo[c] === domain.missingLeaf) continue;
        lo[c] = 0;
        hi[c] = domain.size - 1;
      }
    }
  });
  return { ...recoding, lower, upper };
}

function describeChoice(domain: Domain): Warning[] {
  if (domain.order === 'numeric' && domain.hierarchy !== null) {
    return [
      {
        code: 'RANGES_INSTEAD_OF_LEVELS',
        attribute: domain.attribute,
        message: `${JSON.stringify(domain.attribute)} is numeric: Mondrian released ranges of it; its hierarchy was used for the loss only`,
      },
    ];
  }
  return [];
}
