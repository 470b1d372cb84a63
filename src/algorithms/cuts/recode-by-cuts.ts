import type { ClassCondition, Engine, FrequencySet } from '../../engine/engine.js';
import { groupColumns } from '../../engine/group-columns.js';
import type { Domain } from '../../hierarchy/domain.js';
import { formatValue } from '../../table/spelling.js';
import type { Recoding } from '../algorithm.js';
import { judgeClasses } from '../judge-classes.js';
import { keptParts } from '../kept-parts.js';
import { areReleasedAsCut } from '../released-boxes.js';

/** Ascending leaf codes, none 0: the first leaf of every interval but the first, per attribute. */
export type Cuts = readonly (readonly number[])[];

/**
 * The recoding that cuts make: every attribute's domain falls into intervals, vectors in the same intervals are one
 * class, and classes that fail a condition are suppressed (Bayardo and Agrawal 2005, sections 3 and 4: those below k).
 */
export function recodeByCuts(
  set: FrequencySet,
  domains: readonly Domain[],
  cuts: Cuts,
  conditions: readonly ClassCondition[],
  engine: Engine,
): { readonly recoding: Recoding; readonly suppressed: number } {
  const starts = cuts.map((list) => [0, ...list]);
  const { groups, groupOf, codes } = groupColumns(
    engine,
    set.length,
    domains.map((domain, a) => ({
      codes: set.codes(a),
      size: starts[a].length,
      map: intervalsOf(domain.size, starts[a]),
    })),
  );
  const counts = set.counts();
  const rows = new Uint32Array(groups);
  for (let v = 0; v < groupOf.length; v++) rows[groupOf[v]] += counts[v];
  const classOf = new Int32Array(groups).fill(-1);
  const holds = judgeClasses({ set }, engine, conditions, groupOf, rows);
  let classes = 0;
  let suppressed = 0;
  for (let cell = 0; cell < groups; cell++) {
    if (holds[cell] === 1) classOf[cell] = classes++;
    else suppressed += rows[cell];
  }
  const boxes = domains.map((domain, a) => {
    const interval = codes[a];
    const lower = new Uint32Array(classes);
    const upper = new Uint32Array(classes);
    for (let cell = 0; cell < groups; cell++) {
      if (classOf[cell] < 0) continue;
      lower[classOf[cell]] = starts[a][interval[cell]];
      upper[classOf[cell]] = (starts[a][interval[cell] + 1] ?? domain.size) - 1;
    }
    return { lower, upper };
  });
  const released = {
    lower: boxes.map(({ lower }) => lower),
    upper: boxes.map(({ upper }) => upper),
    nodes: domains.map(() => false),
  };
  const parts = keptParts(groupOf, classOf, counts);
  const disjoint = areReleasedAsCut(domains, released);
  return { suppressed, recoding: { kind: 'cuts', classes, parts, ...released, disjoint } };
}

/** [size] interval of every leaf. */
function intervalsOf(size: number, starts: readonly number[]): Uint32Array {
  const intervals = new Uint32Array(size);
  for (let leaf = 0, interval = 0; leaf < size; leaf++) {
    if (leaf === starts[interval + 1]) interval++;
    intervals[leaf] = interval;
  }
  return intervals;
}

/**
 * Cuts as the result shows them: the first value of every interval but the first, or the bound that the release has in its place
 * where numbers are coded.
 */
export function describeCuts(domains: readonly Domain[], cuts: Cuts): Record<string, (string | number)[]> {
  const described = Object.create(null) as Record<string, (string | number)[]>;
  domains.forEach((domain, a) => {
    const { coding, column } = domain;
    const textOf = (leaf: number): string | number =>
      domain.column.format === undefined && (domain.column.type === 'integer' || domain.column.type === 'number')
        ? Number.isNaN(domain.numbers?.[leaf] ?? NaN)
          ? domain.labels[leaf]
          : domain.numbers![leaf]
        : domain.labels[leaf];
    described[domain.attribute] = cuts[a].map((leaf) => {
      const from = coding === undefined || coding.ends === null ? undefined : coding.labelOf(leaf, leaf).bounds?.from;
      if (from === undefined) return textOf(leaf);
      const isNumber = column.format === undefined && (column.type === 'integer' || column.type === 'number');
      return isNumber ? from : formatValue(from, column);
    });
  });
  return described;
}
