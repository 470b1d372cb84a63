/** Releases of the committed truth in plain rows, for the definitions. No code of `src/`. */
import type { PlainAttribute, PlainRelease } from './definitions/release.js';
import type { Attribute, Person } from './people.js';
import { groupBy, leavesUnder } from './people.js';

/** A release as its reader sees it, and its input: rows in the same order. */
export interface LabelledRelease {
  readonly people: readonly Person[];
  readonly attributes: readonly Attribute[];
  /** [rows] released texts of the attributes, or null for a suppressed row. */
  readonly cells: readonly (readonly string[] | null)[];
  readonly k: number;
  /** The level vector that was applied to the whole table, or null. */
  readonly levels: readonly number[] | null;
  readonly labelColumn: string | null;
}

/** Rows of every class. */
export function classesOf({ cells }: Pick<LabelledRelease, 'cells'>): number[][] {
  return groupBy(
    [...cells.keys()].filter((row) => cells[row] !== null),
    (row) => JSON.stringify(cells[row]),
  );
}

/** The level of a text: of a leaf 0; null for a range that no node is. */
function levelOf({ paths }: Attribute, label: string): number | null {
  const path = [...(paths?.values() ?? [])].find((labels) => labels.includes(label));
  return path === undefined ? null : path.indexOf(label);
}

/** Width shares of `intervals` from 0 in a domain of numbers. */
function widthsOf({ spec, leaves }: Attribute): number[] | null {
  const hierarchy = typeof spec === 'object' ? spec.hierarchy : undefined;
  if (typeof hierarchy !== 'object' || hierarchy.type !== 'intervals') return null;
  const { widths = [] } = hierarchy;
  const widest = widths.at(-1)!;
  const place = (leaf: string): number => Math.floor(Number(leaf) / widest);
  const span = widest * (place(leaves.at(-1)!) - place(leaves[0]) + 1);
  return [0, ...widths.map((width) => width / span), 1];
}

function plainAttribute(attribute: Attribute): PlainAttribute {
  const { name, isNumber, leaves, paths } = attribute;
  const labelsAt = (level: number): string[] => [...new Set([...paths!.values()].map((path) => path[level]))];
  const levels = [...(paths?.values() ?? [[]])][0].keys();
  return {
    name,
    leaves,
    numbers: isNumber ? leaves.map(Number) : null,
    missing: null,
    nodes:
      paths === null
        ? null
        : [...levels].map((level) =>
            labelsAt(level).map((label) => leaves.filter((leaf) => paths.get(leaf)?.[level] === label)),
          ),
    widths: widthsOf(attribute),
    isListed: false,
  };
}

/** Converts a release into plain rows. */
export function plainOf(release: LabelledRelease): PlainRelease {
  const { people, attributes, cells, k, levels, labelColumn } = release;
  const classes = classesOf(release);
  const levelsOf = attributes.map(() => new Map<string, number | null>());
  const levelAt = (a: number, label: string): number | null => {
    if (!levelsOf[a].has(label)) levelsOf[a].set(label, levelOf(attributes[a], label));
    return levelsOf[a].get(label)!;
  };
  return {
    attributes: attributes.map(plainAttribute),
    rows: people.map((person) => attributes.map(({ name }) => person[name])),
    classOf: cells.map((_, row) => classes.findIndex((rows) => rows.includes(row))),
    cells: cells.map(
      (row) =>
        row?.map((label, a) => ({ leaves: leavesUnder(attributes[a], label), level: levelAt(a, label) })) ?? null,
    ),
    k,
    levels: levels ?? attributes.map(() => null),
    isVector: levels !== null,
    labels: labelColumn === null ? null : people.map((person) => person[labelColumn]),
    sensitive: null,
    sensitiveValues: [],
  };
}
