import type { Recoding } from '../algorithms/algorithm.js';
import type { Engine } from '../engine/engine.js';
import { groupColumns } from '../engine/group-columns.js';
import { InfeasibleError } from '../errors.js';
import type { Domain } from '../hierarchy/domain.js';
import type { ReleasedAttribute, ReleasedValue } from './released.js';
import { anyValue, releasedValue } from './value-label.js';

/** The classes as a reader of the release sees them: equal released values are one class. */
export interface SeenClasses {
  readonly count: number;
  /** [classes of the recoding] class as seen. */
  readonly classOf: Uint32Array;
  readonly attributes: readonly Pick<ReleasedAttribute, 'domain' | 'values' | 'valueOf'>[];
}

/**
 * Turns the boxes of a recoding into released values and joins the classes that no reader could tell apart. Throws
 * InfeasibleError `LABEL_AMBIGUOUS` when two different runs of one attribute would be written alike.
 */
export function seeClasses(recoding: Recoding, domains: readonly Domain[], engine: Engine): SeenClasses {
  const attributes = domains.map((domain, a) => valuesOf(domain, recoding, a));
  const { classes } = recoding;
  if (classes === 0) return { count: 0, classOf: new Uint32Array(0), attributes };
  const { groups: count, groupOf: classOf } = groupColumns(
    engine,
    classes,
    attributes.map(({ values, valueOf }) => ({ codes: valueOf, size: values.length })),
  );
  if (count === classes) return { count, classOf, attributes };
  return {
    count,
    classOf,
    attributes: attributes.map((attribute) => {
      const valueOf = new Uint32Array(count);
      for (let c = 0; c < classes; c++) valueOf[classOf[c]] = attribute.valueOf[c];
      return { ...attribute, valueOf };
    }),
  };
}

function valuesOf(domain: Domain, recoding: Recoding, attribute: number) {
  const lower = recoding.lower[attribute];
  const upper = recoding.upper[attribute];
  const values: ReleasedValue[] = [];
  const indexOf = new RunIndex(domain.size);
  const byLabel = new Map<string, number>();
  const valueOf = new Uint32Array(recoding.classes);
  for (let c = 0; c < recoding.classes; c++) {
    const text = recoding.texts?.[attribute]?.[c] ?? null;
    if (text !== null) {
      valueOf[c] = addValue({ label: text, lo: 0, hi: domain.size - 1, level: null });
      continue;
    }
    const run = lower[c] * domain.size + upper[c];
    let index = indexOf.get(run);
    if (index < 0) {
      const value = releasedValue(domain, lower[c], upper[c], recoding.nodes[attribute], recoding.levels?.[attribute]);
      const isStar = recoding.wholeAsStar === true && domain.size > 1 && value.hi - value.lo === domain.size - 1;
      index = addValue(isStar ? { ...value, label: anyValue } : value);
      indexOf.set(run, index);
    }
    valueOf[c] = index;
  }
  return { domain, values, valueOf };

  function addValue(value: ReleasedValue): number {
    const known = byLabel.get(value.label);
    if (known === undefined) {
      byLabel.set(value.label, values.length);
      return values.push(value) - 1;
    }
    if (values[known].lo !== value.lo || values[known].hi !== value.hi) {
      throw new InfeasibleError(
        'LABEL_AMBIGUOUS',
        `attribute ${JSON.stringify(domain.attribute)}: two different ranges of its values would be written alike; give it a hierarchy`,
      );
    }
    return known;
  }
}

/** Numbers by run: in an array where there are few runs. */
class RunIndex {
  readonly #dense: Int32Array | null;
  readonly #map = new Map<number, number>();
  constructor(size: number) {
    this.#dense = size * size <= 1 << 16 ? new Int32Array(size * size).fill(-1) : null;
  }
  /** The number of a run, or -1. */
  get(run: number): number {
    return this.#dense === null ? (this.#map.get(run) ?? -1) : this.#dense[run];
  }
  set(run: number, number: number): void {
    if (this.#dense === null) this.#map.set(run, number);
    else this.#dense[run] = number;
  }
}
