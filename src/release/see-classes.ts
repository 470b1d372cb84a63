import type { Recoding } from '../algorithms/algorithm.js';
import type { Engine } from '../engine/engine.js';
import { groupColumns } from '../engine/group-columns.js';
import { InfeasibleError } from '../errors.js';
import type { Coding, Domain } from '../hierarchy/domain.js';
import type { ReleasedAttribute, ReleasedValue } from './released.js';
import { anyValue } from '../hierarchy/any-value.js';
import { valuesOf } from '../hierarchy/coding/code-domain.js';
import { releasedValue } from './value-label.js';
import type { Steps } from '../steps.js';
import { runToCompletion } from '../steps.js';

/** The classes as a reader of the release sees them: equal released values are one class. */
export interface SeenClasses {
  readonly count: number;
  /** [classes of the recoding] class as seen. */
  readonly classOf: Uint32Array;
  readonly attributes: readonly Pick<ReleasedAttribute, 'domain' | 'values' | 'valueOf'>[];
  /** The runs of leaves that the released values are in the domains that were searched, where those are coded. */
  readonly searched: readonly SearchedAttribute[];
}

/** A quasi-identifier in the leaves of the search. */
export interface SearchedAttribute {
  readonly size: number;
  readonly values: readonly { readonly lo: number; readonly hi: number }[];
  /** [classes] index into `values`. */
  readonly valueOf: Uint32Array;
}

/** A set of more members says little of each person: recodings that treat classes one by one release `*` instead. */
const MOST_MEMBERS = 12;

/**
 * Turns the boxes of a recoding into released values and joins the classes that no reader could tell apart. Throws
 * InfeasibleError `LABEL_AMBIGUOUS` when two different runs of one attribute would be written alike.
 */
export function seeClasses(recoding: Recoding, domains: readonly Domain[], engine: Engine): SeenClasses {
  return runToCompletion(seeClassesInSteps(recoding, domains, engine));
}

/** {@link seeClasses} that yields after every attribute. */
export function* seeClassesInSteps(recoding: Recoding, domains: readonly Domain[], engine: Engine): Steps<SeenClasses> {
  const found: ReturnType<typeof releasedValues>[] = [];
  for (const [a, domain] of domains.entries()) {
    found.push(releasedValues(domain, recoding, a));
    yield;
  }
  const attributes = found.map(({ values, valueOf, domain }) => ({ domain: valuesOf(domain), values, valueOf }));
  const searched = found.map(({ domain, runs, valueOf }) => ({ size: domain.size, values: runs, valueOf }));
  const { classes } = recoding;
  if (classes === 0) return { count: 0, classOf: new Uint32Array(0), attributes, searched };
  const { groups: count, groupOf: classOf } = groupColumns(
    engine,
    classes,
    attributes.map(({ values, valueOf }) => ({ codes: valueOf, size: values.length })),
  );
  if (count === classes) return { count, classOf, attributes, searched };
  const joined = found.map(({ valueOf }) => {
    const ofJoined = new Uint32Array(count);
    for (let c = 0; c < classes; c++) ofJoined[classOf[c]] = valueOf[c];
    return ofJoined;
  });
  return {
    count,
    classOf,
    attributes: attributes.map((attribute, a) => ({ ...attribute, valueOf: joined[a] })),
    searched: searched.map((attribute, a) => ({ ...attribute, valueOf: joined[a] })),
  };
}

function releasedValues(domain: Domain, recoding: Recoding, attribute: number) {
  const lower = recoding.lower[attribute];
  const upper = recoding.upper[attribute];
  const values: ReleasedValue[] = [];
  const runs: { lo: number; hi: number }[] = [];
  const indexOf = new RunIndex(domain.size);
  const byLabel = new Map<string, number>();
  const valueOf = new Uint32Array(recoding.classes);
  for (let c = 0; c < recoding.classes; c++) {
    const text = recoding.texts?.[attribute]?.[c] ?? null;
    if (text !== null) {
      valueOf[c] = addValue({ label: text, lo: 0, hi: valuesOf(domain).size - 1, level: null }, 0, domain.size - 1);
      continue;
    }
    const run = lower[c] * domain.size + upper[c];
    let index = indexOf.get(run);
    if (index < 0) {
      index = addRun(lower[c], upper[c]);
      indexOf.set(run, index);
    }
    valueOf[c] = index;
  }
  return { domain, values, runs, valueOf };

  function addRun(lo: number, hi: number): number {
    const { coding } = domain;
    if (coding !== undefined) {
      const coded = codedValue(domain, coding, lo, hi, mostMembers(domain, recoding));
      return coded.label === anyValue ? addValue(coded, 0, domain.size - 1) : addValue(coded, lo, hi);
    }
    const value = releasedValue(domain, lo, hi, recoding.nodes[attribute], recoding.levels?.[attribute]);
    const isStar = recoding.wholeAsStar === true && domain.size > 1 && value.hi - value.lo === domain.size - 1;
    return addValue(isStar ? { ...value, label: anyValue } : value, value.lo, value.hi);
  }

  function addValue(value: ReleasedValue, lo: number, hi: number): number {
    const known = byLabel.get(value.label);
    if (known === undefined) {
      byLabel.set(value.label, values.length);
      runs.push({ lo, hi });
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

/** The released value of a run of coded leaves, in terms of the values that they stand for. */
function codedValue(domain: Domain, coding: Coding, lo: number, hi: number, most: number): ReleasedValue {
  const { size, missingLeaf } = domain;
  const mixesMissing = domain.order === 'numeric' && hi === missingLeaf && lo !== hi;
  const isWhole = (lo === 0 && hi === size - 1 && size > 1) || mixesMissing || hi - lo >= most;
  if (!isWhole) {
    const { text, share } = coding.labelOf(lo, hi);
    const run = { lo: coding.first[lo], hi: coding.first[hi + 1] - 1, level: null };
    if (text !== anyValue) return share === undefined ? { label: text, ...run } : { label: text, ...run, share };
  }
  const { ends, values } = coding;
  return {
    label: anyValue,
    lo: 0,
    hi: values.size - 1,
    level: null,
    ...(ends === null ? {} : { share: values.size > 1 ? 1 : 0 }),
  };
}

/** Members of a set, of which a recoding of one class after the other allows a few only. */
function mostMembers({ order }: Domain, { kind }: Recoding): number {
  return order === 'sorted' && (kind === 'regions' || kind === 'groups') ? MOST_MEMBERS : Infinity;
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
