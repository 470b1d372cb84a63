import type { Runs } from '../audit/domain.js';
import { makeDomain } from '../audit/domain.js';
import { readLabels } from '../audit/labels.js';
import { findLeaves } from '../audit/leaves.js';
import type { AuditSpec } from '../audit/spec.js';
import type { Column, Table } from '../table/table.js';

/** A released column of nodes of a hierarchy. */
export interface NodeColumn {
  readonly name: string;
  readonly column: Column;
  /** [dictionary of the release] first and last leaves of the children of every node; none for leaves. */
  readonly childrenOf: readonly (readonly Runs[])[];
  /**
   * [dictionary of the release] the nodes under every node on the next level down, when all released nodes are of one level; null
   * when they are leaves, or of several levels.
   */
  readonly oneLevelDown: readonly (readonly Runs[])[] | null;
  /** Code of the label of the release that has exactly these leaves, or -1. */
  readonly codeOf: (runs: Runs) => number;
  /** Leaf of a text, or -1. */
  readonly leafOf: (text: string) => number;
}

/**
 * Reads the quasi-identifiers of a release that have a hierarchy with levels and are released as its nodes; null for the
 * others (ranges, values without levels, leaves that are not known without the input).
 *
 * @param people - a table whose values are leaves as well, where the hierarchy does not list them
 */
export function readNodeColumns(release: Table, spec: AuditSpec, people?: Table): (NodeColumn | null)[] {
  const missing = new Set(spec.missing);
  return spec.quasiIdentifiers.map((attribute): NodeColumn | null => {
    const { name } = attribute;
    const column = release.column(name);
    const known = people?.column(name);
    const isListed = attribute.hierarchy?.type === 'levels' || attribute.hierarchy?.type === 'tree';
    if (column === undefined || (!isListed && known === undefined)) return null;
    const leaves = findLeaves(attribute, known, column, missing);
    if (leaves === null) return null;
    const domain = makeDomain(attribute, known, leaves, missing);
    if (domain.height === null) return null;
    const used = Uint8Array.from(column.texts, () => 0);
    column.codes.forEach((code) => (used[code] = 1));
    const labels = readLabels(column, domain, missing, used);
    if (labels.unresolved > 0 || labels.runs.some((runs, code) => runs !== null && labels.levels[code] < 0))
      return null;
    const key = (runs: Runs): string => runs.join(' ');
    const codes = new Map(labels.runs.flatMap((runs, code) => (runs === null ? [] : [[key(runs), code] as const])));
    const levels: Runs[][] = [
      Array.from({ length: domain.size }, (_, leaf) => [leaf, leaf]),
      ...domain.nodes.slice(1).map((nodes) => distinctRuns([...nodes.values()])),
    ];
    const childrenOf = labels.runs.map((runs, code): readonly Runs[] => {
      if (runs === null) return [];
      for (let level = Math.min(labels.levels[code], levels.length) - 1; level >= 0; level--) {
        const inside = levels[level].filter(
          (child) => child[0] >= runs[0] && child[child.length - 1] <= runs[runs.length - 1],
        );
        if (inside.length > 1) return inside;
      }
      return [];
    });
    // The lowest level that has them all: a higher one that has them too is the same recoding.
    const isNode = levels.map((nodes) => new Set(nodes.map(key)));
    const level = isNode.findIndex((nodes) =>
      labels.runs.every((runs, code) => used[code] === 0 || runs === null || nodes.has(key(runs))),
    );
    const oneLevelDown =
      level < 1
        ? null
        : labels.runs.map((runs): readonly Runs[] =>
            runs === null
              ? []
              : levels[level - 1].filter(
                  (child) => child[0] >= runs[0] && child[child.length - 1] <= runs[runs.length - 1],
                ),
          );
    return {
      name,
      column,
      childrenOf,
      oneLevelDown,
      codeOf: (runs) => codes.get(key(runs)) ?? -1,
      leafOf: (text) => domain.leafOf(text),
    };
  });
}

function distinctRuns(all: readonly Runs[]): Runs[] {
  return [...new Map(all.map((runs) => [runs.join(' '), runs])).values()];
}
