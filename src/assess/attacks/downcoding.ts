import type { Minimality } from '../../algorithms/algorithm.js';
import type { Runs } from '../../audit/domain.js';
import type { Grouping } from '../../audit/grouping.js';
import { InvalidArgumentError } from '../../base/errors.js';
import { runToCompletion, type Steps } from '../../base/steps.js';
import type { Job } from '../../job/job.js';
import { auditSpecOf } from '../../pipeline/audit-spec.js';
import { requireResolved } from '../../job/hierarchy-files.js';
import { attackedByRows } from './attacked-job.js';
import { knownToDowncoding } from '../../pipeline/minimal-recoding.js';
import type { Table } from '../../table/table.js';
import { divisionsOf } from './divisions.js';
import { requireColumn } from './permuted-buckets.js';
import { groupByColumns } from './group-by-columns.js';
import { nodesWithin, readNodeColumns, type NodeColumn } from './release-nodes.js';

/** Options of `attackDowncoding`. */
export interface DowncodingOptions {
  /**
   * Assumed minimality: `rows`: no rows of a class could have been released more exactly (Cohen); `classes`: no class could have been specialized as
   * a whole; `release`: no node or level could have been specialized in all classes that have it. Default: the guarantee of the job's algorithm.
   * Anything that it does not guarantee is refused.
   */
  readonly minimal?: 'rows' | 'classes' | 'release';
}

/** Downcoding of one quasi-identifier by minimality. */
export interface DowncodedAttribute {
  /** The quasi-identifier. */
  readonly attribute: string;
  /** Classes released above the leaves. */
  readonly generalized: number;
  /** Those of them of which some row's child node is certain. */
  readonly downcoded: number;
  /** Rows of a class that are certain to lie under a given child, summed over children and classes. */
  readonly certainRows: number;
  /** Classes that the algorithm would not have left as they are. */
  readonly notMinimal: number;
}

/**
 * Values that a release reveals below its released ones to a reader who knows that its algorithm generalizes as little as it may. Counts, never a
 * cell.
 */
export interface DowncodingReport {
  /** Released rows. */
  readonly rows: number;
  /** Released classes. */
  readonly classes: number;
  /** Assumed minimality. */
  readonly minimal: 'rows' | 'classes' | 'release';
  /** Every quasi-identifier that is released as nodes of a hierarchy. */
  readonly attributes: readonly DowncodedAttribute[];
  /** Quasi-identifiers that are not released as nodes of a hierarchy that can be read without the input. */
  readonly skipped: readonly string[];
}

/**
 * Downcoding of a hierarchical, minimal k-anonymous release: what the attacker learns of released nodes from knowing that no more exact release would
 * have been k-anonymous. Cohen, "Attacks on Deidentification's Defenses", USENIX Security 2022, sections 3 and 4.
 *
 * For every class and attribute, all numbers of rows under the children of the released node are looked at that leave no specialization of this one
 * attribute open which the job's algorithm would have made. Between which bounds every child's rows then lie is exact for these facts; conclusions
 * from several attributes together are left out.
 *
 * @throws InvalidArgumentError ALGORITHM_NOT_SUPPORTED for an algorithm that is not minimal in any of these ways, or not in the one asked for;
 * MODEL_NOT_SUPPORTED for a job with another model than k-anonymity, or a permuted release
 */
export function attackDowncoding(release: Table, job: Job, options: DowncodingOptions = {}): DowncodingReport {
  return runToCompletion(attackDowncodingInSteps(release, job, options));
}

/** {@link attackDowncoding} that yields between stretches of the work. */
export function* attackDowncodingInSteps(
  release: Table,
  job: Job,
  options: DowncodingOptions = {},
): Steps<DowncodingReport> {
  const { minimal, groups, nodes, names, attributes } = yield* downcode(release, job, options);
  return {
    rows: release.rows,
    classes: groups.count,
    minimal,
    attributes: attributes.map(({ attribute, generalized, bounded }) => {
      const certain = bounded.map(({ bounds }) => bounds?.reduce((sum, [low]) => sum + low, 0) ?? 0);
      return {
        attribute,
        generalized,
        downcoded: certain.filter((count) => count > 0).length,
        certainRows: certain.reduce((sum, count) => sum + count, 0),
        notMinimal: bounded.filter(({ bounds }) => bounds === null).length,
      };
    }),
    skipped: names.filter((_, a) => nodes[a] === null),
  };
}

/** A class that minimality may bound in one attribute. */
interface BoundedClass {
  readonly group: number;
  readonly children: readonly Runs[];
  /** [children] fewest and most rows; null when the algorithm would not have left the class as it is. */
  readonly bounds: readonly (readonly [number, number])[] | null;
}

interface Downcoded {
  readonly minimal: DowncodingReport['minimal'];
  readonly groups: Grouping;
  readonly nodes: readonly (NodeColumn | null)[];
  readonly names: readonly string[];
  readonly attributes: readonly {
    readonly attribute: string;
    readonly generalized: number;
    readonly bounded: readonly BoundedClass[];
  }[];
}

/**
 * Finds the classes that `attackDowncoding` counts; of those that are not listed nothing is known. Throws as it does. Yields between
 * stretches of the work.
 */
export function* downcode(release: Table, job: Job, { minimal: asked }: DowncodingOptions = {}): Steps<Downcoded> {
  const attacked = attackedByRows(
    job,
    { tables: [release] },
    'the downcoding attack',
    'the attacks "linkage", "homogeneity" and "history"',
  );
  requireResolved(attacked);
  const known = knownToDowncoding(attacked, release.rows);
  if (typeof known === 'object') throw new InvalidArgumentError('job', known.expected, known.received, known.code);
  const minimal = guaranteeOf(known);
  if (asked !== undefined && asked !== minimal && !(asked === 'classes' && minimal === 'rows')) {
    const { name } = attacked.algorithm;
    const received = JSON.stringify(asked);
    throw new InvalidArgumentError('minimal', `${JSON.stringify(minimal)}, which ${name} guarantees`, received, 'ALGORITHM_NOT_SUPPORTED'); // prettier-ignore
  }
  const spec = auditSpecOf(attacked);
  const names = spec.quasiIdentifiers.map(({ name }) => name);
  const columns = names.map((name) => requireColumn(release, name, 'release'));
  const onMissing = attacked.plan.input.onMissing ?? 'keep';
  yield;
  const nodes = yield* readNodeColumns(release, spec, undefined, { mayHideMissing: onMissing === 'keep' });
  const groups = yield* groupByColumns(release.rows, columns);
  const first = new Int32Array(groups.count).fill(-1);
  for (let row = release.rows - 1; row >= 0; row--) first[groups.groupOf[row]] = row;
  yield;
  const classes = { sizes: groups.sizes, codes: Array.from(first, (row) => columns.map(({ codes }) => codes[row])) };
  const { k } = attacked.plan;
  const bounded =
    known === 'every-row'
      ? yield* boundByRows(classes, nodes, k, asked === 'classes' ? 'classes' : 'rows')
      : yield* boundByDivisions(classes, nodes, k, known);
  const attributes = nodes.flatMap((node, a) => {
    if (node === null || (known === 'every-class' && !node.isText)) return [];
    const generalized = classes.codes.filter((codes) => node.childrenOf(codes[a]).length > 0).length;
    return [{ attribute: names[a], generalized, bounded: bounded[a] }];
  });
  const read = nodes.map((node) => (node !== null && known === 'every-class' && !node.isText ? null : node));
  return { minimal: asked ?? minimal, groups, nodes: read, names, attributes };
}

function guaranteeOf(known: Minimality): 'rows' | 'classes' | 'release' {
  return known === 'every-row' ? 'rows' : known === 'every-class' ? 'classes' : 'release';
}

interface Classes {
  readonly sizes: ArrayLike<number>;
  /** [classes][attributes] code of the release's dictionary. */
  readonly codes: readonly (readonly number[])[];
}

/** Classes between two yields. */
const CLASSES_AT_ONCE = 64;

/** Values are released as they are or not at all: every leaf is a child. */
function* boundByRows(
  { sizes, codes }: Classes,
  nodes: readonly (NodeColumn | null)[],
  k: number,
  minimal: 'rows' | 'classes',
): Steps<BoundedClass[][]> {
  const sizeOf = new Map(codes.map((own, group) => [own.join(' '), sizes[group]]));
  const bounded: BoundedClass[][] = [];
  for (const [a, node] of nodes.entries()) {
    const found: BoundedClass[] = [];
    bounded.push(found);
    for (const [group, own] of codes.entries()) {
      if (group % CLASSES_AT_ONCE === 0) yield;
      if (node === null || node.childrenOf(own[a]).length === 0) continue;
      const children = nodesWithin(node.levels[0], node.runsOf(own[a]));
      const beside = children.map((runs) => {
        const code = node.codeOf(runs);
        return code < 0 ? 0 : (sizeOf.get(own.map((each, b) => (a === b ? code : each)).join(' ')) ?? 0);
      });
      found.push({ group, children, bounds: childBounds(sizes[group], k, beside, minimal) });
    }
  }
  return bounded;
}

/** Bounds by divisions that are facts of their own: if one of several divisions breaks k-anonymity, any of them may be the one. */
function* boundByDivisions(
  { sizes, codes }: Classes,
  nodes: readonly (NodeColumn | null)[],
  k: number,
  known: Exclude<Minimality, 'every-row'>,
): Steps<BoundedClass[][]> {
  const bounded: BoundedClass[][] = nodes.map(() => []);
  const divisions = ((yield* divisionsOf(known, nodes, codes)) ?? []).flatMap((own, group) =>
    own.map((division) => ({ ...division, group })),
  );
  const shared = new Map<number, number>();
  for (const { fact } of divisions) shared.set(fact, (shared.get(fact) ?? 0) + 1);
  for (const [at, { attribute, children, fact, group }] of divisions.entries()) {
    if (at % CLASSES_AT_ONCE === 0) yield;
    if ((shared.get(fact) ?? 0) > 1) continue;
    const beside = children.map(() => 0);
    bounded[attribute].push({ group, children, bounds: childBounds(sizes[group], k, beside, 'classes') });
  }
  return bounded;
}

/**
 * Fewest and most of a class's rows under every child of its node, when no specialization to children was open; null when one
 * was open whatever the rows.
 *
 * Rows may move to a child when at least `need` = max(1, k - rows of the released class there) of them do. With `rows`, some
 * may move while k or more stay: so a child whose need leaves k behind has fewer rows than it needs. All may move when
 * every child that has rows has what it needs: so some child has rows, and fewer than it needs.
 *
 * @param beside - [children] rows of the released class that has the child instead of the node, 0: there is none
 */
export function childBounds(
  rows: number,
  k: number,
  beside: readonly number[],
  minimal: 'rows' | 'classes',
): (readonly [number, number])[] | null {
  const need = beside.map((other) => Math.max(1, k - other));
  const most = need.map((each) => (minimal === 'rows' && rows - each >= k ? each - 1 : rows));
  // The most that a child has when it is the one with fewer rows than it needs.
  const few = need.map((each, w) => Math.min(each - 1, most[w]));
  const total = most.reduce((sum, each) => sum + each, 0);
  const isPossible = (w: number, own: number): boolean => {
    if (own > most[w]) return false;
    const rest = rows - own;
    const others = total - most[w];
    if (own >= 1 && own <= few[w] && others >= rest) return true;
    return need.some((_, v) => v !== w && few[v] >= 1 && rest >= 1 && others - most[v] + few[v] >= rest);
  };
  const bounds = need.map((_, w): readonly [number, number] | null => {
    let low = 0;
    while (low <= rows && !isPossible(w, low)) low++;
    let high = rows;
    while (high >= 0 && !isPossible(w, high)) high--;
    return low > high ? null : [low, high];
  });
  return bounds.includes(null) ? null : bounds.flatMap((each) => (each === null ? [] : [each]));
}
