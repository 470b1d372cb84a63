import type { LevelMap } from '../../engine/engine.js';
import type { Domain } from '../../hierarchy/domain.js';

/** Levels above the leaves; 0 for a domain that cannot be generalized. */
export const heightOf = (domain: Domain): number => domain.hierarchy?.height ?? 0;

/** The lowest and the highest level that may be released. */
export const levelRangeOf = (domain: Domain): { readonly least: number; readonly most: number } =>
  domain.levelRange ?? { least: 0, most: heightOf(domain) };

/**
 * Leaf code -> node of `level` (0 .. height), for roll-ups of a set that holds leaves. Null for the leaves themselves.
 */
export function levelMap(domain: Domain, level: number): LevelMap | null {
  if (level === 0 || domain.hierarchy === null) return null;
  const { nodeOf, labels } = domain.hierarchy.levels[level];
  return { map: nodeOf, size: labels.length };
}

/** Node of level `from` -> node of level `to` >= `from`, for roll-ups of a set that is rolled up already. Null for equal levels. */
export function levelStep(domain: Domain, from: number, to: number): LevelMap | null {
  if (from === to || domain.hierarchy === null) return null;
  const { first } = domain.hierarchy.levels[from];
  const { nodeOf, labels } = domain.hierarchy.levels[to];
  return { map: Uint32Array.from({ length: first.length - 1 }, (_, node) => nodeOf[first[node]]), size: labels.length };
}

/** Nodes of a level: its generalized codes are 0 .. size - 1, in leaf order. */
export function levelSize(domain: Domain, level: number): number {
  return domain.hierarchy === null ? domain.size : domain.hierarchy.levels[level].labels.length;
}
