/** The people of the committed truth: some of the seeded census, with hierarchies written out as lists. No code of `src/`. */
import { censusColumns, censusRows } from '../../scripts/census.mjs';
import type { AttributeSpec } from '../../src/index.js';

/** Cells by column. */
export type Person = Readonly<Record<string, string>>;

const drawn: Person[] = [...censusRows(720, 16)].map((cells) =>
  Object.fromEntries(censusColumns.map((name, i) => [name, String(cells[i])])),
);

/** The private table. */
export const people: readonly Person[] = drawn.slice(0, 360);

/** The public table of models that need one: those people and as many others. */
export const publicPeople: readonly Person[] = drawn;

/** A quasi-identifier: how a job declares it, and what the declaration means. */
export interface Attribute {
  readonly name: string;
  readonly isNumber: boolean;
  /** Leaves in their order. */
  readonly leaves: readonly string[];
  /** [leaf] its label at every level, the root last; null for numbers without a hierarchy. */
  readonly paths: ReadonlyMap<string, readonly string[]> | null;
  readonly spec: AttributeSpec;
}

const workclasses = {
  '*': {
    Employee: { 'Private-sector': ['Private'], Government: ['Federal-gov', 'Local-gov', 'State-gov'] },
    'Not-an-employee': { 'Self-employed': ['Self-emp-inc', 'Self-emp-not-inc'], Unpaid: ['Without-pay'] },
  },
};
const maritals = {
  '*': {
    Married: ['Married-civ-spouse', 'Married-AF-spouse', 'Married-spouse-absent'],
    'Not-married': ['Never-married', 'Divorced', 'Separated', 'Widowed'],
  },
};
const widths = [5, 10, 20];

type Tree = { readonly [label: string]: Tree | readonly string[] };

function pathsOfTree(tree: Tree, above: readonly string[] = []): [string, string[]][] {
  return Object.entries(tree).flatMap(([label, below]) =>
    Array.isArray(below)
      ? (below as readonly string[]).map((leaf): [string, string[]] => [leaf, [leaf, label, ...above]])
      : pathsOfTree(below as Tree, [label, ...above]),
  );
}

const intervalPath = (age: string): [string, string[]] => {
  const from = (width: number): number => Math.floor(Number(age) / width) * width;
  return [age, [age, ...widths.map((width) => `[${from(width)}-${from(width) + width - 1}]`), '*']];
};

const valuesOf = (rows: readonly Person[], name: string): string[] => [...new Set(rows.map((row) => row[name]))];
const role = 'quasi-identifier';

/** age, workclass, marital-status and sex, their leaves from the rows where a hierarchy does not list them. */
export function quasiIdentifiers(rows: readonly Person[]): Attribute[] {
  const ages = valuesOf(rows, 'age').sort((a, b) => Number(a) - Number(b));
  const ofTree = (name: string, tree: Tree): Attribute => {
    const paths = pathsOfTree(tree);
    const leaves = paths.map(([leaf]) => leaf);
    return { name, isNumber: false, leaves, paths: new Map(paths), spec: { role, hierarchy: { type: 'tree', tree } } };
  };
  const sexes = valuesOf(rows, 'sex').sort();
  return [
    {
      name: 'age',
      isNumber: true,
      leaves: ages,
      paths: new Map(ages.map(intervalPath)),
      spec: { role, type: 'integer', hierarchy: { type: 'intervals', widths } },
    },
    ofTree('workclass', workclasses),
    ofTree('marital-status', maritals),
    {
      name: 'sex',
      isNumber: false,
      leaves: sexes,
      paths: new Map(sexes.map((sex) => [sex, [sex, '*']])),
      spec: { role, hierarchy: { type: 'suppress' } },
    },
  ];
}

/** Numbers whose order alone counts, for projections. */
export function plainNumbers(rows: readonly Person[], name: string): Attribute {
  const leaves = valuesOf(rows, name).sort((a, b) => Number(a) - Number(b));
  return { name, isNumber: true, leaves, paths: null, spec: { role, type: 'integer' } };
}

/** Levels above the leaves. */
export const heightOf = ({ paths }: Attribute): number => [...(paths?.values() ?? [[]])][0].length - 1;

/** The leaves that a released text stands for: a node of the hierarchy, or a range of numbers. */
export function leavesUnder(attribute: Attribute, label: string): readonly string[] {
  const known = leavesOf.get(attribute) ?? new Map<string, readonly string[]>();
  leavesOf.set(attribute, known);
  if (!known.has(label)) known.set(label, findLeaves(attribute, label));
  return known.get(label)!;
}

/** Results of {@link leavesUnder} so far. */
const leavesOf = new WeakMap<Attribute, Map<string, readonly string[]>>();

function findLeaves({ leaves, paths }: Attribute, label: string): readonly string[] {
  if (label === '*' || leaves.includes(label)) return label === '*' ? leaves : [label];
  const under = leaves.filter((leaf) => paths?.get(leaf)?.includes(label));
  if (under.length > 0) return under;
  const range = /^\[(-?\d+)-(-?\d+)\]$/.exec(label);
  if (range === null) throw new Error('a label that nothing explains');
  return leaves.filter((leaf) => Number(range[1]) <= Number(leaf) && Number(leaf) <= Number(range[2]));
}

/** The smallest node of the hierarchy over some values. */
export function nodeOver({ paths }: Attribute, values: readonly string[]): string {
  const [first, ...others] = values.map((value) => paths!.get(value)!);
  return first.find((label, level) => others.every((path) => path[level] === label))!;
}

/** The smallest range of numbers over some values. */
export function rangeOver(values: readonly string[]): string {
  const numbers = values.map(Number);
  const [low, high] = [Math.min(...numbers), Math.max(...numbers)];
  return low === high ? String(low) : `[${low}-${high}]`;
}

/** The items of every key, in the order in which keys first appear. */
export function groupBy<T>(items: readonly T[], keyOf: (item: T) => string): T[][] {
  const groups = new Map<string, T[]>();
  for (const item of items) {
    const key = keyOf(item);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [item]);
    else group.push(item);
  }
  return [...groups.values()];
}

export const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);
export const mean = (values: readonly number[]): number => sum(values) / values.length;
