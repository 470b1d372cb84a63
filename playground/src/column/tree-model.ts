/** Groups of values that a user makes: an immutable tree. */
import type { Hierarchy } from 'kohort/js';

export interface Value {
  readonly id: string;
  readonly label: string;
  readonly children?: undefined;
}

export interface Group {
  readonly id: string;
  readonly label: string;
  readonly children: readonly TreeNode[];
}

export type TreeNode = Value | Group;

export const isGroup = (node: TreeNode): node is Group => node.children !== undefined;

export const ROOT = 'root';
/** Most levels of a hierarchy, values and root counted. */
const MOST_LEVELS = 64;

/** The tree of a hierarchy: nodes that repeat their only child are none of their own. */
export function treeOf({ levels, height }: Hierarchy): Group {
  const nodesOf = (level: number, from: number, to: number): TreeNode[] => {
    const { labels, first, nodeOf } = levels[level];
    const nodes: TreeNode[] = [];
    for (let node = nodeOf[from]; node <= nodeOf[to]; node++) {
      if (level === 0) nodes.push({ id: `v${node}`, label: labels[node] });
      else {
        const children = nodesOf(level - 1, first[node], first[node + 1] - 1);
        const isRepeated = children.length === 1 && children[0].label === labels[node];
        nodes.push(isRepeated ? children[0] : { id: `g${level}.${node}`, label: labels[node], children });
      }
    }
    return nodes;
  };
  const leaves = levels[0].labels.length;
  if (height === 0) return { id: ROOT, label: '*', children: nodesOf(0, 0, leaves - 1) };
  const { labels } = levels[height];
  let children = nodesOf(height - 1, 0, leaves - 1);
  // A level that puts all values together under the root's own label is the root.
  while (children.length === 1 && isGroup(children[0]) && children[0].label === labels[0])
    children = [...children[0].children];
  return { id: ROOT, label: labels[0], children };
}

/** A line a value, itself first, as `{"type":"levels"}` has it: a value that lies higher repeats itself. */
export function rowsOfTree(root: Group): string[][] {
  const paths: { readonly value: string; readonly over: readonly string[] }[] = [];
  const visit = (node: TreeNode, over: readonly string[]): void => {
    if (!isGroup(node)) paths.push({ value: node.label, over });
    else for (const child of node.children) visit(child, [node.label, ...over]);
  };
  visit(root, []);
  const depth = paths.reduce((most, { over }) => Math.max(most, over.length), 0);
  return paths.map(({ value, over }) => [...Array.from({ length: depth + 1 - over.length }, () => value), ...over]);
}

/** Values under every group, by its id. */
export function countValues(root: Group): Map<string, number> {
  const counts = new Map<string, number>();
  const visit = (node: TreeNode): number => {
    const own = isGroup(node) ? node.children.reduce((sum, child) => sum + visit(child), 0) : 1;
    counts.set(node.id, own);
    return own;
  };
  visit(root);
  return counts;
}

/** A node with the group that it stands in, and how deep. */
export interface Row {
  readonly node: TreeNode;
  readonly parent: string | null;
  readonly depth: number;
  /** Its place among its siblings, from 1, and how many they are. */
  readonly place: number;
  readonly siblings: number;
}

/** The nodes in sight: those whose groups are open or, during a search, those that contain the text and their ancestors. */
export function rowsInSight(root: Group, isOpen: (id: string) => boolean, sought = ''): Row[] {
  const rows: Row[] = [];
  const text = sought.trim().toLowerCase();
  const bears = (node: TreeNode): boolean => node.label.toLowerCase().includes(text);
  const visit = (node: TreeNode, parent: string | null, depth: number, place: number, siblings: number): boolean => {
    const at = rows.length;
    rows.push({ node, parent, depth, place, siblings });
    let isFound = text === '' || bears(node);
    if (isGroup(node) && (text !== '' || isOpen(node.id))) {
      node.children.forEach((child, i) => {
        if (visit(child, node.id, depth + 1, i + 1, node.children.length)) isFound = true;
      });
    }
    if (!isFound && node.id !== ROOT) rows.length = at;
    return isFound;
  };
  visit(root, null, 0, 1, 1);
  return rows;
}

export function findNode(root: Group, id: string): TreeNode | null {
  const open: TreeNode[] = [root];
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    if (node.id === id) return node;
    if (isGroup(node)) for (const child of node.children) open.push(child);
  }
  return null;
}

/** All groups with the root first, each with the labels over it. */
export function groupsOf(root: Group): { readonly group: Group; readonly path: string }[] {
  const groups: { group: Group; path: string }[] = [];
  const visit = (group: Group, over: string): void => {
    const path = over === '' ? group.label : `${over} › ${group.label}`;
    groups.push({ group, path });
    for (const child of group.children) if (isGroup(child)) visit(child, group.id === ROOT ? '' : path);
  };
  visit(root, '');
  return groups;
}

/** Reason why a group cannot have this name; null where it can. */
export function nameProblem(root: Group, name: string, own: string | null): string | null {
  const text = name.trim();
  if (text === '') return 'A group needs a name.';
  if (text === root.label || text === '*') return `“${text}” stands for every value. Take another name.`;
  const open: TreeNode[] = [...root.children];
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    if (node.label === text && node.id !== own) {
      return isGroup(node) ? `There is a group “${text}” already.` : `“${text}” is a value. Take another name.`;
    }
    if (isGroup(node)) for (const child of node.children) open.push(child);
  }
  return null;
}

/** The tree with the children of every group replaced; groups without any are left out. */
function mapGroups(group: Group, children: (group: Group, mapped: readonly TreeNode[]) => readonly TreeNode[]): Group {
  const mapped = group.children.flatMap((child): readonly TreeNode[] => {
    if (!isGroup(child)) return [child];
    const next = mapGroups(child, children);
    return next.children.length === 0 ? [] : [next];
  });
  return { ...group, children: children(group, mapped) };
}

/** The chosen nodes of which no group over them is chosen too, in their order. */
export function topmost(root: Group, ids: ReadonlySet<string>): TreeNode[] {
  const found: TreeNode[] = [];
  const visit = (node: TreeNode): void => {
    if (ids.has(node.id)) found.push(node);
    else if (isGroup(node)) node.children.forEach(visit);
  };
  root.children.forEach(visit);
  return found;
}

function contains(node: TreeNode, id: string): boolean {
  return node.id === id || (isGroup(node) && node.children.some((child) => contains(child, id)));
}

/** Tests whether nodes can go into a group: it is none of them, and in none of them. */
export const canMove = (root: Group, ids: ReadonlySet<string>, to: string): boolean => {
  const nodes = topmost(root, ids);
  return nodes.length > 0 && nodes.every((node) => !contains(node, to));
};

/** The nodes at the end of another group, in their order. */
export function move(root: Group, ids: ReadonlySet<string>, to: string): Group {
  if (!canMove(root, ids, to)) return root;
  const nodes = topmost(root, ids);
  const taken = new Set(nodes.map(({ id }) => id));
  // Filled before groups without children are left out.
  const fill = (group: Group): Group => ({
    ...group,
    children: [
      ...group.children.flatMap((child) => (taken.has(child.id) ? [] : [isGroup(child) ? fill(child) : child])),
      ...(group.id === to ? nodes : []),
    ],
  });
  return mapGroups(fill(root), (_, mapped) => mapped);
}

/** The nodes put together under a new group, where the first of them stands. */
export function group(root: Group, ids: ReadonlySet<string>, label: string, id: string): Group {
  const nodes = topmost(root, ids);
  if (nodes.length === 0) return root;
  const taken = new Set(nodes.map((node) => node.id));
  const made: Group = { id, label: label.trim(), children: nodes };
  // The deepest group that holds all of them; the new one stands there.
  let home: Group = root;
  for (;;) {
    const inner: TreeNode | undefined = home.children.find(
      (child) => isGroup(child) && !taken.has(child.id) && nodes.every((node) => contains(child, node.id)),
    );
    if (inner === undefined || !isGroup(inner)) break;
    home = inner;
  }
  const at = home.children.findIndex((child) => contains(child, nodes[0].id));
  const place = (node: Group): Group => {
    const children = node.children.flatMap((child, i): TreeNode[] => {
      const before = node.id === home.id && i === at ? [made] : [];
      if (taken.has(child.id)) return before;
      return [...before, isGroup(child) ? place(child) : child];
    });
    return { ...node, children };
  };
  return mapGroups(place(root), (_, mapped) => mapped);
}

export const rename = (root: Group, id: string, label: string): Group => {
  const visit = (node: Group): Group => ({
    ...node,
    label: node.id === id ? label.trim() : node.label,
    children: node.children.map((child) => (isGroup(child) ? visit(child) : child)),
  });
  return visit(root);
};

/** Groups dissolved: what they held stands in their place. */
export const ungroup = (root: Group, ids: ReadonlySet<string>): Group =>
  mapGroups(root, (_, mapped) =>
    mapped.flatMap((child) => (isGroup(child) && ids.has(child.id) ? child.children : [child])),
  );

/** A node one place up or down among its siblings. */
export const shift = (root: Group, id: string, by: -1 | 1): Group =>
  mapGroups(root, (_, mapped) => {
    const at = mapped.findIndex((child) => child.id === id);
    const to = at + by;
    if (at < 0 || to < 0 || to >= mapped.length) return mapped;
    const next = [...mapped];
    [next[at], next[to]] = [next[to], next[at]];
    return next;
  });

/** Number of levels of the tree, values and root counted. */
const levelsOf = (node: TreeNode): number =>
  isGroup(node) ? 1 + node.children.reduce((most, child) => Math.max(most, levelsOf(child)), 0) : 1;

export const isTooDeep = (root: Group): boolean => levelsOf(root) > MOST_LEVELS;
