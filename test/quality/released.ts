import type { Domain } from '../../src/hierarchy/domain.js';
import type { Hierarchy } from '../../src/hierarchy/hierarchy.js';
import type { Released, ReleasedValue } from '../../src/quality/released.js';
import { countByClass } from '../../src/release/count-by-class.js';
import { suppressedRow } from '../../src/release/pieces.js';
import type { Column } from '../../src/table/table.js';
import type { PlainAttribute, PlainCell, PlainRelease } from '../truth/definitions/release.js';

/** A release row by row: what the naive definitions read. */
export interface Rows {
  /** [rows][attributes] leaf codes. */
  readonly leaves: readonly (readonly number[])[];
  /** [rows] class, or -1 when suppressed. */
  readonly classOf: readonly number[];
  /** [classes][attributes] */
  readonly boxes: readonly (readonly ReleasedValue[])[];
  readonly domains: readonly Domain[];
  /** [rows] label codes, or null. */
  readonly labels: readonly number[] | null;
  /** [rows] codes of the one sensitive attribute, or null. */
  readonly sensitive?: readonly number[] | null;
  readonly k: number;
  readonly levels: readonly number[] | null;
}

/** Leaves, each once or more often, as ascending runs. */
export function runsOf(leaves: readonly number[]): { lo: number; hi: number }[] {
  const runs: { lo: number; hi: number }[] = [];
  for (const leaf of [...new Set(leaves)].sort((a, b) => a - b)) {
    const last = runs.at(-1);
    if (last?.hi === leaf - 1) last.hi = leaf;
    else runs.push({ lo: leaf, hi: leaf });
  }
  return runs;
}

/** A domain of leaves 0 .. size - 1, without data. */
export function domainOf(
  size: number,
  options: { hierarchy?: Hierarchy; numbers?: readonly number[]; missingLeaf?: number } = {},
): Domain {
  const { hierarchy = null, numbers, missingLeaf = -1 } = options;
  const labels = Array.from({ length: size }, (_, leaf) => String(leaf));
  const column: Column = {
    name: 'a',
    type: numbers === undefined ? 'string' : 'number',
    codes: Uint8Array.from(labels, (_, leaf) => leaf),
    texts: labels,
    numbers: numbers === undefined ? null : Float64Array.from(numbers),
    missingCode: missingLeaf,
  };
  return {
    attribute: 'a',
    column,
    size,
    leafOf: Uint32Array.from(labels, (_, leaf) => leaf),
    labels,
    hierarchy,
    order: numbers !== undefined ? 'numeric' : hierarchy === null ? 'sorted' : 'hierarchy',
    numbers: numbers === undefined ? null : Float64Array.from(numbers),
    missingLeaf,
  };
}

/** A hierarchy over leaves 0 .. size - 1 whose levels group runs of `widths[i]` leaves, then a root. */
export function hierarchyOf(size: number, widths: readonly number[]): Hierarchy {
  const level = (width: number) => {
    const nodes = Math.ceil(size / width);
    return {
      labels: Array.from({ length: nodes }, (_, node) => `${width}/${node}`),
      nodeOf: Uint32Array.from({ length: size }, (_, leaf) => Math.floor(leaf / width)),
      first: Uint32Array.from({ length: nodes + 1 }, (_, node) => Math.min(size, node * width)),
    };
  };
  return { attribute: 'a', height: widths.length + 1, levels: [1, ...widths, size].map(level) };
}

/** The domain with the cells of the rows in its column, under a name of its own. */
function withRows(domain: Domain, a: number, leaves: Rows['leaves']): Domain {
  const codeOf = new Map(Array.from(domain.leafOf, (leaf, code) => [leaf, code]));
  const codes = Uint8Array.from(leaves, (row) => codeOf.get(row[a]) ?? NaN);
  return { ...domain, attribute: `a${a}`, column: { ...domain.column, codes } };
}

function sensitiveOf({ sensitive = null, classOf, boxes }: Rows): Released['sensitive'] {
  if (sensitive === null) return null;
  const texts = Array.from({ length: Math.max(0, ...sensitive) + 1 }, (_, code) => String(code));
  const codes = Uint8Array.from(sensitive);
  const column: Column = { name: 'sick', type: 'string', codes, texts, numbers: null, missingCode: -1 };
  const released = Uint32Array.from(classOf, (j) => (j < 0 ? suppressedRow : j));
  return { column, values: countByClass(boxes.length, released, codes, texts.length) };
}

/** The summary that metrics read. */
export function summarize(rows: Rows): Released {
  const { leaves, classOf, boxes, domains, labels, k, levels } = rows;
  const sizes = new Uint32Array(boxes.length);
  for (const j of classOf) if (j >= 0) sizes[j]++;
  const vectors = new Map<string, { codes: readonly number[]; count: number }>();
  for (const codes of leaves) {
    const known = vectors.get(codes.join());
    if (known === undefined) vectors.set(codes.join(), { codes, count: 1 });
    else known.count++;
  }
  const distinct = [...vectors.values()];
  let labelCounts: Released['labels'] = null;
  if (labels !== null) {
    const size = Math.max(0, ...labels) + 1;
    const histogram = new Uint32Array(boxes.length * size);
    classOf.forEach((j, row) => {
      if (j >= 0) histogram[j * size + labels[row]]++;
    });
    labelCounts = { size, histogram };
  }
  return {
    rows: leaves.length,
    suppressed: classOf.filter((j) => j < 0).length,
    sizes,
    attributes: domains.map((domain, a) => {
      const values: ReleasedValue[] = [];
      const ids = new Map<string, number>();
      const valueOf = Uint32Array.from(boxes, (box) => {
        const { lo, hi, level, runs } = box[a];
        const key = `${lo} ${hi} ${level} ${JSON.stringify(runs)}`;
        if (!ids.has(key)) ids.set(key, values.push(box[a]) - 1);
        return ids.get(key) ?? 0;
      });
      const leafCounts = new Float64Array(domain.size);
      for (const codes of leaves) leafCounts[codes[a]]++;
      return { domain: withRows(domain, a, leaves), values, valueOf, leafCounts };
    }),
    vectors: {
      codes: domains.map((_, a) => Uint32Array.from(distinct, ({ codes }) => codes[a])),
      counts: Uint32Array.from(distinct, ({ count }) => count),
    },
    labels: labelCounts,
    sensitive: sensitiveOf(rows),
    weights: null,
    k,
    levels,
  };
}

function plainAttribute(domain: Domain, a: number): PlainAttribute {
  const { size, labels, hierarchy, numbers, order, missingLeaf } = domain;
  const nodesOf = (first: Uint32Array): string[][] =>
    Array.from({ length: first.length - 1 }, (_, node) => labels.slice(first[node], first[node + 1]));
  return {
    name: `a${a}`,
    leaves: labels.slice(0, size),
    numbers: order === 'numeric' ? Array.from(numbers ?? []) : null,
    missing: labels[missingLeaf] ?? null,
    nodes: hierarchy?.levels.map(({ first }) => nodesOf(first)) ?? null,
    widths: hierarchy?.widthShares ?? null,
    isListed: order === 'listed',
  };
}

/** Rows as the definitions of test/truth/definitions/ read them. */
export function plainOf(rows: Rows, permutation?: PlainRelease['permutation']): PlainRelease {
  const { leaves, classOf, boxes, domains, labels, sensitive = null, k, levels } = rows;
  const textsOf = (codes: readonly number[] | null): string[] | null => codes?.map(String) ?? null;
  const cellOf = ({ lo, hi, runs, level }: ReleasedValue, a: number): PlainCell => ({
    leaves: (runs ?? [{ lo, hi }]).flatMap((run) => domains[a].labels.slice(run.lo, run.hi + 1)),
    level,
  });
  return {
    attributes: domains.map(plainAttribute),
    rows: leaves.map((codes) => codes.map((leaf, a) => domains[a].labels[leaf])),
    classOf,
    cells: classOf.map((j) => (j < 0 ? null : boxes[j].map(cellOf))),
    k,
    levels: levels ?? domains.map(() => null),
    isVector: levels !== null,
    labels: textsOf(labels),
    sensitive: textsOf(sensitive),
    sensitiveValues: Array.from({ length: Math.max(0, ...(sensitive ?? [])) + 1 }, (_, code) => String(code)),
    permutation,
  };
}
