/** Top-down specialization and bottom-up generalization, all rows counted again at every step. No code of `src/`. */
import type { Attribute, Person } from './people.js';
import { groupBy, nodeOver, sum } from './people.js';
import type { Cells } from './naive-lattice.js';

/** A node of a taxonomy over the values that occur. */
interface TreeNode {
  readonly a: number;
  readonly label: string;
  readonly values: ReadonlySet<string>;
  /** None, or at least two. */
  readonly children: readonly TreeNode[];
}

/** The tree over values that occur; a node with one child only is passed over. */
function plant(attribute: Attribute, a: number, values: readonly string[]): TreeNode {
  const label = nodeOver(attribute, values);
  const below = (value: string): string => {
    const path = attribute.paths!.get(value)!;
    return path[path.indexOf(label) - 1];
  };
  const children = values.length === 1 ? [] : groupBy(values, below).map((part) => plant(attribute, a, part));
  return { a, label, values: new Set(values), children };
}

const plantAll = (people: readonly Person[], attributes: readonly Attribute[]): TreeNode[] =>
  attributes.map((attribute, a) =>
    plant(
      attribute,
      a,
      attribute.leaves.filter((leaf) => people.some((person) => person[attribute.name] === leaf)),
    ),
  );

function entropyOf(people: readonly Person[], label: string): number {
  const shares = groupBy(people, (person) => person[label]).map(({ length }) => length / people.length);
  return -sum(shares.map((share) => share * Math.log2(share)));
}

/** The search's view of the people. */
class Cut {
  constructor(
    readonly people: readonly Person[],
    readonly attributes: readonly Attribute[],
    readonly label: string,
    readonly nodes: readonly TreeNode[],
  ) {}

  without(out: readonly TreeNode[], into: readonly TreeNode[]): Cut {
    const nodes = [...this.nodes.filter((node) => !out.includes(node)), ...into];
    return new Cut(this.people, this.attributes, this.label, nodes);
  }

  cells(): string[][] {
    return this.people.map((person) =>
      this.attributes.map(
        ({ name }, a) => this.nodes.find((node) => node.a === a && node.values.has(person[name]))!.label,
      ),
    );
  }

  smallest(): number {
    return Math.min(...groupBy(this.cells(), (row) => row.join('|')).map(({ length }) => length));
  }

  /** Information gain of splitting a node into its children. */
  gain({ a, values, children }: TreeNode): number {
    const under = (of: ReadonlySet<string>): Person[] =>
      this.people.filter((person) => of.has(person[this.attributes[a].name]));
    const all = under(values);
    const parts = children.map((child) => under(child.values));
    return (
      entropyOf(all, this.label) - sum(parts.map((part) => (part.length / all.length) * entropyOf(part, this.label)))
    );
  }
}

/** Earlier attributes first, then earlier values. */
const inOrder = ({ attributes }: Cut, nodes: readonly TreeNode[]): TreeNode[] => {
  const first = ({ a, values }: TreeNode): number => attributes[a].leaves.findIndex((leaf) => values.has(leaf));
  return [...nodes].sort((x, y) => x.a - y.a || first(x) - first(y));
};

/** The first of the nodes whose score is the largest, beyond the noise of sums of logarithms. */
function firstBest(nodes: readonly TreeNode[], score: (node: TreeNode) => number): TreeNode | null {
  let best: { node: TreeNode; score: number } | null = null;
  for (const node of nodes) {
    const its = score(node);
    if (best === null || its > best.score + 1e-12 * Math.abs(best.score)) best = { node, score: its };
  }
  return best?.node ?? null;
}

/** Fung, Wang and Yu 2005, k-anonymity, information gain per row of anonymity lost. */
export function specialize(
  people: readonly Person[],
  attributes: readonly Attribute[],
  label: string,
  k: number,
): Cells {
  let cut = new Cut(people, attributes, label, plantAll(people, attributes));
  for (;;) {
    const now = cut;
    const after = (node: TreeNode): number => now.without([node], node.children).smallest();
    const splits = inOrder(now, now.nodes).filter(
      (node) => node.children.length > 0 && now.gain(node) > 1e-12 && after(node) >= k,
    );
    const best = firstBest(splits, (node) => now.gain(node) / Math.max(1, now.smallest() - after(node)));
    if (best === null) return now.cells();
    cut = now.without([best], best.children);
  }
}

/** Wang, Yu and Chakraborty 2004, k-anonymity, least information lost per row of anonymity gained. */
export function generalize(
  people: readonly Person[],
  attributes: readonly Attribute[],
  label: string,
  k: number,
): Cells {
  const all: TreeNode[] = [];
  const walk = (node: TreeNode): void => {
    all.push(node);
    node.children.forEach(walk);
  };
  plantAll(people, attributes).forEach(walk);
  let cut = new Cut(
    people,
    attributes,
    label,
    all.filter(({ children }) => children.length === 0),
  );
  while (cut.smallest() < k) {
    const now = cut;
    const gained = (node: TreeNode): number => now.without(node.children, [node]).smallest() - now.smallest();
    const ready = inOrder(now, all).filter(
      ({ children }) => children.length > 0 && children.every((child) => now.nodes.includes(child)),
    );
    const critical = ready.filter((node) => gained(node) > 0);
    const best =
      critical.length > 0
        ? firstBest(critical, (node) => -now.gain(node) / gained(node))!
        : firstBest(ready, (node) => -now.gain(node))!;
    cut = now.without(best.children, [best]);
  }
  return cut.cells();
}
