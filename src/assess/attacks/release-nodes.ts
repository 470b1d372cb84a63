import type { Steps } from '../../base/steps.js';
import type { Runs } from '../../audit/domain.js';
import { leafCodes, makeDomain } from '../../audit/domain.js';
import { contains, readLabels } from '../../audit/labels.js';
import { isGiven, isOrder } from '../../audit/hierarchies/list.js';
import { findLeaves } from '../../audit/leaves.js';
import type { AuditSpec } from '../../audit/spec.js';
import { parseValue, plainDate, plainNumber } from '../../audit/values.js';
import type { Column, Table } from '../../table/table.js';

/** A released column of nodes of a hierarchy. Codes are those of the release's dictionary. */
export interface NodeColumn {
  readonly name: string;
  readonly column: Column;
  /** True when the values can be neither numbers nor dates, which some algorithms release as ranges in spite of a hierarchy. */
  readonly isText: boolean;
  /** [levels] all nodes, first the leaves. */
  readonly levels: readonly (readonly Runs[])[];
  /** Leaves under the released label. */
  readonly runsOf: (code: number) => Runs;
  /** The children of the released node that have one of the leaves in `occurs` (all when absent); none where fewer than two have. */
  readonly childrenOf: (code: number, occurs?: Uint8Array) => readonly Runs[];
  /** The lowest level that has all released nodes, or -1. A higher one that has them too is the same recoding. */
  readonly level: number;
  /** Code of the label of the release that has exactly these leaves, or -1. */
  readonly codeOf: (runs: Runs) => number;
  /** [dictionary] leaves of the values of another column, such as that of the people; -1 for what is none. */
  readonly leavesOf: (values: Column) => Int32Array;
}

/** Values that a release may hide from a reader without the input. */
interface HiddenValues {
  /** Missing values were kept, so that some may stand under a root although none is released as it is. */
  readonly mayHideMissing: boolean;
}

/**
 * Reads the quasi-identifiers of a release that have a hierarchy with levels and are released as its nodes; null for the
 * others (ranges, values without levels, leaves that are not known without the input). Yields between columns.
 *
 * @param people - a table whose values are leaves as well, where the hierarchy does not list them
 */
export function* readNodeColumns(
  release: Table,
  spec: AuditSpec,
  people: Table | undefined,
  { mayHideMissing }: HiddenValues,
): Steps<(NodeColumn | null)[]> {
  const missing = new Set(spec.missing.length === 0 && mayHideMissing ? [''] : spec.missing);
  const read = (attribute: AuditSpec['quasiIdentifiers'][number]): NodeColumn | null => {
    const { name } = attribute;
    const column = release.column(name);
    const known = people?.column(name);
    const isListed = isGiven(attribute.hierarchy) && !isOrder(attribute.hierarchy);
    if (column === undefined || (!isListed && known === undefined)) return null;
    const leaves = findLeaves(attribute, known, column, missing, {
      assumeMissing: mayHideMissing && known === undefined,
    });
    if (leaves === null) return null;
    const domain = makeDomain(attribute, known, leaves, missing);
    if (domain.height === null) return null;
    const used = Uint8Array.from(column.texts, () => 0);
    column.codes.forEach((code) => (used[code] = 1));
    const isWhole = known === undefined || isGiven(attribute.hierarchy);
    const mayLack = isWhole ? undefined : { isRounded: spec.exposure?.isRounded === true, hierarchy: attribute.hierarchy }; // prettier-ignore
    const labels = readLabels(column, domain, missing, used, { mayLack });
    if (labels.unresolved > 0 || labels.runs.some((runs, code) => runs !== null && labels.levels[code] < 0))
      return null;
    const key = (runs: Runs): string => runs.join(' ');
    const codes = new Map(labels.runs.flatMap((runs, code) => (runs === null ? [] : [[key(runs), code] as const])));
    const levels: Runs[][] = [
      Array.from({ length: domain.size }, (_, leaf) => [leaf, leaf]),
      ...domain.nodes.slice(1).map((nodes) => distinctRuns([...nodes.values()])),
    ];
    const isNode = levels.map((nodes) => new Set(nodes.map(key)));
    const isText = leaves.texts.every(
      (text, leaf) =>
        leaf === leaves.missing ||
        (Number.isNaN(parseValue(text, plainNumber)) && Number.isNaN(parseValue(text, plainDate))),
    );
    return {
      name,
      column,
      isText: attribute.type === 'string' || (attribute.type === undefined && isText),
      levels,
      runsOf: (code) => labels.runs[code] ?? [],
      childrenOf(code, occurs) {
        const runs = labels.runs[code];
        for (let level = levels.length - 1; runs !== null && level >= 0; level--) {
          const inside = nodesWithin(levels[level], runs).filter(
            (child) => occurs === undefined || hasAny(child, occurs),
          );
          if (inside.length > 1) return inside;
        }
        return [];
      },
      level: isNode.findIndex((nodes) =>
        labels.runs.every((runs, code) => used[code] === 0 || runs === null || nodes.has(key(runs))),
      ),
      codeOf: (runs) => codes.get(key(runs)) ?? -1,
      leavesOf: (values) => leafCodes(values, domain, missing),
    };
  };
  const columns: (NodeColumn | null)[] = [];
  for (const attribute of spec.quasiIdentifiers) {
    yield;
    columns.push(read(attribute));
  }
  return columns;
}

/** The nodes of a level that lie within a node. */
export function nodesWithin(nodes: readonly Runs[], runs: Runs): readonly Runs[] {
  return nodes.filter((node) => node[0] >= runs[0] && node[node.length - 1] <= runs[runs.length - 1]);
}

function hasAny(runs: Runs, occurs: Uint8Array): boolean {
  return occurs.some((isThere, leaf) => isThere === 1 && contains(runs, leaf));
}

function distinctRuns(all: readonly Runs[]): Runs[] {
  return [...new Map(all.map((runs) => [runs.join(' '), runs])).values()];
}
