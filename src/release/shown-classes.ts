import type { Recoding } from '../algorithms/algorithm.js';
import type { Engine, FrequencySet } from '../engine/engine.js';
import { groupColumns } from '../engine/group-columns.js';
import { InfeasibleError } from '../base/errors.js';
import type { Coding, Domain } from '../hierarchy/domain.js';
import { countByClass } from './count-by-class.js';
import type { ClassValues, LeafRun, ReleasedAttribute, ReleasedValue } from '../quality/released.js';
import { anyValue } from '../hierarchy/any-value.js';
import { valuesOf } from '../hierarchy/coding/code-domain.js';
import { MOST_MEMBERS, setLabel } from '../hierarchy/coding/set-label.js';
import type { Codes } from '../table/table.js';
import { pickCodes } from '../table/table.js';
import { releasedValue } from '../quality/value-label.js';
import type { Steps } from '../base/steps.js';

/** The classes as a reader of the release sees them: equal released values are one class. */
export interface ShownClasses {
  readonly count: number;
  /** [classes of the recoding] class as shown. */
  readonly classOf: Uint32Array;
  readonly attributes: readonly Pick<ReleasedAttribute, 'domain' | 'values' | 'valueOf'>[];
  /** The runs of leaves that the released values are in the domains that were searched, where those are coded. */
  readonly searched: readonly SearchedAttribute[];
}

/** Columns of classes: [vectors] coded leaves of an attribute. */
type SearchedVectors = Pick<FrequencySet, 'codes'>;

/** A quasi-identifier in the leaves of the search. */
export interface SearchedAttribute {
  readonly size: number;
  readonly values: readonly { readonly lo: number; readonly hi: number }[];
  /** [classes] index into `values`. */
  readonly valueOf: Uint32Array;
}

/**
 * Maximum members of a set where classes are counted in a public table, which has to show which of its rows lie under each class: `*` lies over all.
 */
const MOST_APART = 200;

/**
 * Turns the boxes of a recoding into released values and joins the classes that a reader cannot distinguish. Throws InfeasibleError `LABEL_AMBIGUOUS`
 * when two different runs of one attribute would be written alike. Yields between stretches of the work.
 *
 * @param vectors - what the recoding is a plan of; asked for the values of classes alone
 * @param options - `keepsApart`: whether sets of up to 200 members are written out, so that classes of different values do not overlap. Default: sets
 * of more than 12 are `*` where classes are treated one by one
 */
export function* showClassesInSteps(
  recoding: Recoding,
  domains: readonly Domain[],
  vectors: SearchedVectors,
  engine: Engine,
  { keepsApart = false }: { readonly keepsApart?: boolean } = {},
): Steps<ShownClasses> {
  const found: FoundValues[] = [];
  for (const [a, domain] of domains.entries()) {
    const values = new ValueList(domain, recoding, a, keepsApart ? MOST_APART : MOST_MEMBERS);
    const hasSets = recoding.ownValues === true && domain.coding !== undefined && domain.coding.members !== null;
    found.push(hasSets ? yield* findSets(values, recoding, vectors.codes(a)) : values.findRuns());
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

interface FoundValues {
  readonly domain: Domain;
  readonly values: readonly ReleasedValue[];
  readonly runs: readonly LeafRun[];
  readonly valueOf: Uint32Array;
}

/** Classes between two yields. */
const YIELD_CLASSES = 1 << 14;

/** The distinct released values of one attribute, and which class has which. */
class ValueList implements FoundValues {
  readonly values: ReleasedValue[] = [];
  readonly runs: LeafRun[] = [];
  readonly valueOf: Uint32Array;
  readonly #indexOf: RunIndex;
  readonly #byLabel = new Map<string, number>();
  readonly #bySet = new Map<string, number>();

  constructor(
    readonly domain: Domain,
    readonly recoding: Recoding,
    readonly attribute: number,
    /** Members of a set, of which a recoding of one class after the other allows a few only. */
    readonly most: number,
  ) {
    this.valueOf = new Uint32Array(recoding.classes);
    this.#indexOf = new RunIndex(domain.size);
  }

  /** Every class has the value of its box. */
  findRuns(): this {
    const lower = this.recoding.lower[this.attribute];
    const upper = this.recoding.upper[this.attribute];
    for (let c = 0; c < this.valueOf.length; c++) this.valueOf[c] = this.ofRun(c, lower[c], upper[c]);
    return this;
  }

  /** Index of the value of a class whose leaves are lo .. hi. */
  ofRun(id: number, lo: number, hi: number): number {
    const { domain, recoding, attribute } = this;
    const text = recoding.texts?.[attribute]?.[id] ?? null;
    if (text !== null) {
      return this.#addValue({ label: text, lo: 0, hi: valuesOf(domain).size - 1, level: null }, 0, domain.size - 1);
    }
    const run = lo * domain.size + hi;
    let index = this.#indexOf.get(run);
    if (index < 0) {
      index = this.#addRun(lo, hi);
      this.#indexOf.set(run, index);
    }
    return index;
  }

  /** Index of the value of coded leaves that are no run, ascending. */
  ofSet(leaves: Uint32Array): number {
    const key = leaves.join();
    let index = this.#bySet.get(key);
    if (index === undefined) {
      const value = setValue(this.domain.coding as Coding, leaves);
      index = this.#addValue(value, leaves[0], leaves[leaves.length - 1]);
      this.#bySet.set(key, index);
    }
    return index;
  }

  #addRun(lo: number, hi: number): number {
    const { domain, recoding, attribute } = this;
    const { coding } = domain;
    if (coding !== undefined) {
      const coded = codedValue(domain, coding, lo, hi, this.#mostInRun());
      return coded.label === anyValue ? this.#addValue(coded, 0, domain.size - 1) : this.#addValue(coded, lo, hi);
    }
    const value = releasedValue(domain, lo, hi, { asNode: recoding.nodes[attribute] }, recoding.levels?.[attribute]);
    const isStar = recoding.wholeAsStar === true && domain.size > 1 && value.hi - value.lo === domain.size - 1;
    return this.#addValue(isStar ? { ...value, label: anyValue } : value, value.lo, value.hi);
  }

  #mostInRun(): number {
    const { domain, recoding, most } = this;
    return domain.order === 'sorted' && (recoding.kind === 'regions' || recoding.kind === 'groups') ? most : Infinity;
  }

  #addValue(value: ReleasedValue, lo: number, hi: number): number {
    const known = this.#byLabel.get(value.label);
    if (known === undefined) {
      this.#byLabel.set(value.label, this.values.length);
      this.runs.push({ lo, hi });
      return this.values.push(value) - 1;
    }
    const other = this.values[known];
    if (!isSame(other, value)) {
      throw new InfeasibleError(
        'LABEL_AMBIGUOUS',
        `attribute ${JSON.stringify(this.domain.attribute)}: two different ranges of its values would be written alike; give it a hierarchy`,
      );
    }
    return known;
  }
}

/**
 * Every class has the values of its own rows: `*` where they are too many for a set. Yields between stretches of the work.
 *
 * @param codes - [vectors] coded leaves
 */
function* findSets(list: ValueList, { parts, classes }: Recoding, codes: Codes): Steps<FoundValues> {
  const { size } = list.domain;
  const own = countByClass(classes, parts.classId, pickCodes(codes, parts.vector), size);
  yield;
  for (let c = 0; c < classes; c++) {
    if (c % YIELD_CLASSES === YIELD_CLASSES - 1) yield;
    list.valueOf[c] = valueOfClass(list, own, c);
  }
  return list;
}

function valueOfClass(list: ValueList, { start, code }: ClassValues, id: number): number {
  const count = start[id + 1] - start[id];
  if (count === 1) return list.ofRun(id, code[start[id]], code[start[id]]);
  if (count > list.most) return list.ofRun(id, 0, list.domain.size - 1);
  const leaves = code.slice(start[id], start[id + 1]).sort();
  const [lo, hi] = [leaves[0], leaves[count - 1]];
  return hi - lo + 1 === count ? list.ofRun(id, lo, hi) : list.ofSet(leaves);
}

/** The released value of coded leaves that are no run, in terms of the values that they stand for. */
function setValue({ first, members }: Coding, codes: Uint32Array): ReleasedValue {
  const runs: { lo: number; hi: number }[] = [];
  codes.forEach((code, i) => {
    const hi = first[code + 1] - 1;
    if (i > 0 && codes[i - 1] === code - 1) runs[runs.length - 1].hi = hi;
    else runs.push({ lo: first[code], hi });
  });
  const label = setLabel(Array.from(codes, (code) => members![code]));
  return { label, lo: runs[0].lo, hi: runs[runs.length - 1].hi, runs, level: null };
}

/** True when two values cover the same leaves. */
function isSame(a: ReleasedValue, b: ReleasedValue): boolean {
  const [own, others] = [a.runs ?? [a], b.runs ?? [b]];
  return own.length === others.length && own.every(({ lo, hi }, r) => lo === others[r].lo && hi === others[r].hi);
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
