import type { Engine, FrequencySet } from '../../engine/engine.js';
import type { Domain } from '../../hierarchy/domain.js';
import type { Recoding } from '../algorithm.js';

/** Ascending leaf codes, none 0: the first leaf of every interval but the first, per attribute. */
export type Cuts = readonly (readonly number[])[];

/**
 * The recoding that cuts make: every attribute's domain falls into intervals, vectors in the same intervals are one
 * class, and classes of fewer than k rows are suppressed (Bayardo and Agrawal 2005, sections 3 and 4).
 */
export function recodeByCuts(
  set: FrequencySet,
  domains: readonly Domain[],
  cuts: Cuts,
  k: number,
  engine: Engine,
): { readonly recoding: Recoding; readonly suppressed: number } {
  const starts = cuts.map((list) => [0, ...list]);
  const table = engine.load(
    set.length,
    domains.map((domain, a) => ({
      codes: set.codes(a),
      size: starts[a].length,
      map: intervalsOf(domain.size, starts[a]),
    })),
  );
  try {
    const found = engine.frequencySet(table);
    try {
      const counts = set.counts();
      const cellOf = found.vectorOf();
      const rows = new Float64Array(found.length);
      for (let v = 0; v < cellOf.length; v++) rows[cellOf[v]] += counts[v];
      const classOf = new Int32Array(found.length).fill(-1);
      let classes = 0;
      let suppressed = 0;
      let kept = 0;
      for (let cell = 0; cell < rows.length; cell++) {
        if (rows[cell] >= k) classOf[cell] = classes++;
        else suppressed += rows[cell];
      }
      const vector = new Uint32Array(cellOf.length);
      const classId = new Uint32Array(cellOf.length);
      const count = new Uint32Array(cellOf.length);
      for (let v = 0; v < cellOf.length; v++) {
        const id = classOf[cellOf[v]];
        if (id < 0) continue;
        vector[kept] = v;
        classId[kept] = id;
        count[kept++] = counts[v];
      }
      const boxes = domains.map((domain, a) => {
        const interval = found.codes(a);
        const lower = new Uint32Array(classes);
        const upper = new Uint32Array(classes);
        for (let cell = 0; cell < rows.length; cell++) {
          if (classOf[cell] < 0) continue;
          lower[classOf[cell]] = starts[a][interval[cell]];
          upper[classOf[cell]] = (starts[a][interval[cell] + 1] ?? domain.size) - 1;
        }
        return { lower, upper };
      });
      return {
        suppressed,
        recoding: {
          kind: 'cuts',
          classes,
          parts: { vector: vector.slice(0, kept), classId: classId.slice(0, kept), count: count.slice(0, kept) },
          lower: boxes.map(({ lower }) => lower),
          upper: boxes.map(({ upper }) => upper),
          nodes: domains.map(() => false),
        },
      };
    } finally {
      found.dispose();
    }
  } finally {
    table.dispose();
  }
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

/** Cuts as the result shows them: the text of the first value of every interval but the first. */
export function describeCuts(domains: readonly Domain[], cuts: Cuts): Record<string, (string | number)[]> {
  const described = Object.create(null) as Record<string, (string | number)[]>;
  domains.forEach((domain, a) => {
    described[domain.attribute] = cuts[a].map((leaf) =>
      domain.column.type === 'integer' || domain.column.type === 'number'
        ? Number.isNaN(domain.numbers?.[leaf] ?? NaN)
          ? domain.labels[leaf]
          : domain.numbers![leaf]
        : domain.labels[leaf],
    );
  });
  return described;
}
