/** Where released values lie in their domain, read from their labels (docs/labels.md). */
import type { Column, HierarchySpec } from 'kohort/js';
import { buildHierarchy } from 'kohort/js';

/** The leaves of a domain in their order. */
export function leavesOf(column: Column | undefined, spec: HierarchySpec | undefined): readonly string[] {
  if (column === undefined) return [];
  if (spec?.type === 'order') return spec.values;
  if (spec !== undefined) return buildHierarchy(spec, column).levels[0].labels;
  const { texts, numbers } = column;
  const codes = texts.map((_, code) => code);
  if (numbers === null) return [...texts].sort((a, b) => (a < b ? -1 : a > b ? 1 : 0));
  return codes
    .sort((a, b) => (Number.isNaN(numbers[a]) ? 1 : Number.isNaN(numbers[b]) ? -1 : numbers[a] - numbers[b]))
    .map((code) => texts[code]);
}

/** Released text -> first and last leaf, both included; null for what is neither leaf, node nor range. */
export function locator(
  column: Column | undefined,
  spec: HierarchySpec | undefined,
): (text: string) => readonly [first: number, last: number] | null {
  const leaves = leavesOf(column, spec);
  const places = new Map<string, readonly [number, number]>();
  if (column !== undefined && spec !== undefined && spec.type !== 'order') {
    for (const { labels, first } of [...buildHierarchy(spec, column).levels].reverse()) {
      labels.forEach((label, node) => places.set(label, [first[node], first[node + 1] - 1]));
    }
  }
  leaves.forEach((label, leaf) => places.set(label, [leaf, leaf]));
  return (text) => {
    const known = places.get(text);
    if (known !== undefined) return known;
    if (text === '*') return [0, leaves.length - 1];
    const inside = /^\[(.*)\]$/s.exec(text)?.[1];
    if (inside === undefined) return null;
    for (const separator of [' .. ', '-']) {
      for (let at = inside.indexOf(separator); at >= 0; at = inside.indexOf(separator, at + 1)) {
        const first = places.get(inside.slice(0, at));
        const last = places.get(inside.slice(at + separator.length));
        if (first !== undefined && last !== undefined && first[0] <= last[0]) return [first[0], last[0]];
      }
    }
    return null;
  };
}
