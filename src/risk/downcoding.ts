import { groupRows } from '../audit/grouping.js';
import { InvalidArgumentError } from '../errors.js';
import type { Job } from '../job/job.js';
import { parseJob } from '../job/parse-job.js';
import { auditSpecOf, permutationOf, requireResolved } from '../run/audit-spec.js';
import type { Column, Table } from '../table/table.js';
import { readNodeColumns } from './release-nodes.js';

export interface DowncodingOptions {
  /**
   * What is taken to be minimal: `rows` (default): no rows of a class could have been released more exactly (Cohen); `classes`:
   * no class could have been specialized as a whole.
   */
  readonly minimal?: 'rows' | 'classes';
}

/** What minimality tells of one quasi-identifier. */
export interface DowncodedAttribute {
  readonly attribute: string;
  /** Classes released above the leaves, and those of them of which some row's child node is certain. */
  readonly generalized: number;
  readonly downcoded: number;
  /** Rows of a class that are certain to lie under a given child, summed over children and classes. */
  readonly certainRows: number;
  /** Classes that no minimal algorithm would have left as they are. */
  readonly notMinimal: number;
}

export interface DowncodingReport {
  readonly rows: number;
  readonly classes: number;
  readonly attributes: readonly DowncodedAttribute[];
  /** Quasi-identifiers that are not released as nodes of a hierarchy that can be read without the input. */
  readonly skipped: readonly string[];
}

/**
 * Downcoding of a hierarchical, minimal k-anonymous release: what the attacker learns of released nodes from knowing that no
 * more exact release would have been k-anonymous. Cohen, "Attacks on Deidentification's Defenses", USENIX Security 2022,
 * sections 3 and 4.
 *
 * For every class and attribute, all numbers of rows under the children of the released node are looked at that leave no
 * specialization of this one attribute open: into classes of k, or into classes that are released already. Between which
 * bounds every child's rows then lie is exact for these facts; what several attributes tell together is left out.
 *
 * @throws InvalidArgumentError MODEL_NOT_SUPPORTED for a job with another model than k-anonymity, or a permuted release
 */
export function attackDowncoding(release: Table, job: Job, options: DowncodingOptions = {}): DowncodingReport {
  const parsed = parseJob(job);
  requireResolved(parsed);
  const { minimal = 'rows' } = options;
  let k = 1;
  for (const model of parsed.privacy) {
    if (model.model !== 'k-anonymity' || permutationOf(parsed) !== undefined) {
      throw new InvalidArgumentError(
        'job',
        'k-anonymity alone, of a release that is not permuted',
        JSON.stringify(model.model),
        'MODEL_NOT_SUPPORTED',
      );
    }
    k = Math.max(k, model.k);
  }
  const spec = auditSpecOf(parsed);
  const columns = spec.quasiIdentifiers.map(({ name }): Column => {
    const column = release.column(name);
    if (column !== undefined) return column;
    throw new InvalidArgumentError(
      'release',
      `a column ${JSON.stringify(name)}`,
      'none of that name',
      'UNKNOWN_COLUMN',
    );
  });
  const read = readNodeColumns(release, spec);
  const classes = groupRows(
    release.rows,
    columns.map((column) => ({ codes: column.codes, width: column.texts.length })),
  );
  const first = new Int32Array(classes.count).fill(-1);
  classes.groupOf.forEach((group, row) => (first[group] = first[group] < 0 ? row : first[group]));
  const codesOf = Array.from(first, (row) => columns.map((column) => column.codes[row]));
  const sizeOf = new Map(codesOf.map((codes, group) => [codes.join(' '), classes.sizes[group]]));
  const attributes: DowncodedAttribute[] = [];
  read.forEach((attribute, a) => {
    if (attribute === null) return;
    let generalized = 0;
    let downcoded = 0;
    let certainRows = 0;
    let notMinimal = 0;
    codesOf.forEach((codes, group) => {
      const children = attribute.childrenOf[codes[a]];
      if (children.length === 0) return;
      generalized++;
      const beside = children.map((runs) => {
        const code = attribute.codeOf(runs);
        return code < 0 ? 0 : (sizeOf.get(codes.map((each, b) => (a === b ? code : each)).join(' ')) ?? 0);
      });
      const bounds = childBounds(classes.sizes[group], k, beside, minimal);
      if (bounds === null) {
        notMinimal++;
        return;
      }
      const certain = bounds.reduce((sum, [low]) => sum + low, 0);
      certainRows += certain;
      if (certain > 0) downcoded++;
    });
    attributes.push({ attribute: attribute.name, generalized, downcoded, certainRows, notMinimal });
  });
  return {
    rows: release.rows,
    classes: classes.count,
    attributes,
    skipped: spec.quasiIdentifiers.flatMap(({ name }, a) => (read[a] === null ? [name] : [])),
  };
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
