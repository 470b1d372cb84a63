/** Places of released values in their domain, read from their labels (docs/labels.md). */
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
  const leafAt = new Map(leaves.map((label, leaf) => [label, leaf]));
  const nodes = new Map<string, readonly [number, number]>();
  if (column !== undefined && spec !== undefined && spec.type !== 'order') {
    for (const { labels, first } of buildHierarchy(spec, column).levels) {
      labels.forEach((label, node) => nodes.set(label, [first[node], first[node + 1] - 1]));
    }
  }
  const unquote = (text: string): string => text.slice(1, -1).replaceAll('""', '"');
  const range = (from: string, to: string): readonly [number, number] | null => {
    const first = leafAt.get(from);
    const last = leafAt.get(to);
    return first !== undefined && last !== undefined && first <= last ? [first, last] : null;
  };
  return (text) => {
    if (text === '*') return [0, leaves.length - 1];
    const leaf = /^"(?:[^"]|"")*"$/.test(text) ? leafAt.get(unquote(text)) : undefined;
    if (leaf !== undefined) return [leaf, leaf];
    const quoted = /^\[("(?:[^"]|"")*")-("(?:[^"]|"")*")\]$/.exec(text);
    const between = quoted === null ? null : range(unquote(quoted[1]), unquote(quoted[2]));
    if (between !== null) return between;
    const known = nodes.get(text) ?? range(text, text);
    if (known !== null) return known;
    const inside = /^\[(.*)\]$/s.exec(text)?.[1];
    if (inside === undefined) return null;
    for (const separator of ['-', ' .. ']) {
      for (let at = inside.indexOf(separator); at >= 0; at = inside.indexOf(separator, at + 1)) {
        const found = range(inside.slice(0, at), inside.slice(at + separator.length));
        if (found !== null) return found;
      }
    }
    return null;
  };
}
