/** Models on groups of classes (bounded knowledge): which classes a release can have so that every group satisfies them. */
import { sortByCode } from '../base/sort-by-code.js';
import { runToCompletion, type Steps } from '../base/steps.js';
import { scanCombinations } from '../engine/combinations.js';
import type {
  ClassCondition,
  CombinationClasses,
  CombinationScan,
  CountedEntries,
  Engine,
  FrequencySet,
} from '../engine/engine.js';
import { createGroupScan, type GroupScan } from '../engine/group-scan.js';
import type { Knowledge } from '../privacy/definition.js';
import type { Problem } from './algorithm.js';
import { conditionOf, isOfGroups } from './judge-classes.js';

/** A bound on groups, and the condition on classes that says what is counted. */
export interface GroupBound extends Knowledge {
  readonly condition: ClassCondition;
}

/** The bounds of the problem's models on groups; none beside a public table, where their conditions on classes are judged. */
export function groupBoundsOf(problem: Problem): GroupBound[] {
  return problem.models.flatMap((model) =>
    model.knowledge !== undefined && isOfGroups(model, problem)
      ? [{ ...model.knowledge, condition: conditionOf(model, problem) }]
      : [],
  );
}

/** Classes by their values in the quasi-identifiers. */
type ClassValues = Pick<CombinationClasses, 'codes' | 'sizes'>;

/** Rows or persons of the vectors, and the holders of each value, in the order in which a scan counts them. */
interface VectorEntries {
  /** [entries] vector, weight and number of the unit. */
  readonly counted: { readonly vectors: Uint32Array; readonly weight: Uint32Array; readonly unit: Uint32Array | null };
  readonly held: (VectorEntries['counted'] & { readonly start: Uint32Array }) | null;
}

/** Judges classes of the vectors of a set by groups. */
export class GroupJudge {
  readonly #engine: Engine;
  readonly #bounds: readonly { readonly bound: GroupBound; readonly entries: VectorEntries }[];

  constructor(engine: Engine, set: FrequencySet, bounds: readonly GroupBound[]) {
    this.#engine = engine;
    this.#bounds = bounds.map((bound) => ({ bound, entries: entriesOf(set, bound.condition) }));
  }

  /** True where there is nothing to judge. */
  get isIdle(): boolean {
    return this.#bounds.length === 0;
  }

  /**
   * Takes classes out of `accepted` [classes] until every group of the others satisfies all bounds: those of groups that break one, again and again.
   * Bounds of counts alone leave the largest part of the classes that satisfies them.
   *
   * @param groupOf - [vectors] class
   */
  *settle(values: ClassValues, groupOf: Uint32Array, accepted: Uint8Array): Steps<void> {
    while (yield* this.takeFailing(values, groupOf, accepted));
  }

  /** Takes the classes of groups that break a bound out of `accepted` [classes], once. Returns false where there are none. */
  *takeFailing(values: ClassValues, groupOf: Uint32Array, accepted: Uint8Array): Steps<boolean> {
    let isTaken = false;
    for (const { bound, entries } of this.#bounds) {
      const fails = yield* this.#scan(bound, entries, { values, groupOf, accepted });
      for (let c = 0; c < fails.length; c++) {
        if (fails[c] === 0) continue;
        accepted[c] = 0;
        isTaken = true;
      }
    }
    return isTaken;
  }

  /** Groups of the vectors themselves, in which the last value of every attribute stands for suppressed cells. */
  openCells(values: ClassValues): CellScan[] {
    const each = Uint32Array.from({ length: values.codes[0].length }, (_, v) => v);
    return this.#bounds.map(({ bound: { known, fewest, share }, entries }) => ({
      scan: createGroupScan(placedAll(entries, values, each).given, { fewest, share }, { blanks: true }),
      known,
    }));
  }

  /** Groups of the vectors themselves, whose values change one attribute after the other. */
  open(values: ClassValues): OpenGroups {
    const each = Uint32Array.from({ length: values.codes[0].length }, (_, v) => v);
    return new OpenGroups(
      values,
      this.#bounds.map(({ bound, entries }) => {
        const { given, areAllSizes } = placedAll(entries, values, each);
        const { known, fewest, share } = bound;
        return { known, areAllSizes, scan: this.#engine.combinationScan(given, { fewest, share }) };
      }),
    );
  }

  /** [classes] 1 for those in a group that breaks a bound. */
  *#scan(
    bound: GroupBound,
    entries: VectorEntries,
    {
      values,
      groupOf,
      accepted,
    }: { readonly values: ClassValues; readonly groupOf: Uint32Array; readonly accepted: Uint8Array },
  ): Steps<Uint8Array> {
    const { given, areAllSizes } = placedAll(entries, values, groupOf);
    const scan = this.#engine.combinationScan(given, { fewest: bound.fewest, share: bound.share });
    try {
      scan.start(accepted);
      yield* scanCombinations(scan, values, { known: bound.known, areAllSizes });
      return scan.found().fails;
    } finally {
      scan.dispose();
    }
  }

  /** {@link settle}, all at once. */
  settleNow(values: ClassValues, groupOf: Uint32Array, accepted: Uint8Array): void {
    runToCompletion(this.settle(values, groupOf, accepted));
  }
}

/** A scan of vectors under one bound, in which suppressed cells match nothing. */
export interface CellScan {
  readonly scan: GroupScan;
  readonly known: number;
}

/** A scan of vectors under one bound. */
interface OpenScan {
  readonly scan: CombinationScan;
  readonly known: number;
  readonly areAllSizes: boolean;
}

/** Groups of vectors under values that change, judged where a change may break a bound. */
export class OpenGroups {
  readonly #values: { readonly codes: Uint32Array[]; readonly sizes: number[] };
  readonly #scans: readonly OpenScan[];

  constructor({ codes, sizes }: ClassValues, scans: readonly OpenScan[]) {
    this.#values = { codes: [...codes], sizes: [...sizes] };
    this.#scans = scans;
  }

  /** [attributes][vectors] */
  get codes(): readonly Uint32Array[] {
    return this.#values.codes;
  }

  /** Replaces the values of an attribute, [vectors] below `size`. */
  replace(attribute: number, codes: Uint32Array, size: number): void {
    this.#values.codes[attribute] = codes;
    this.#values.sizes[attribute] = size;
    for (const { scan } of this.#scans) scan.replace(attribute, codes, size);
  }

  /**
   * Tests whether some group breaks a bound.
   *
   * @param split - only groups of these vectors that have a value of an attribute in common, which is given by `groupOf` [vectors]; default: all
   */
  *isBroken(split?: {
    readonly attribute: number;
    readonly kept: Uint32Array;
    readonly groupOf: Uint32Array;
    readonly groups: number;
  }): Steps<boolean> {
    const { codes } = this.#values;
    const accepted = split === undefined ? null : new Uint8Array(codes[0].length);
    for (const v of split?.kept ?? []) accepted![v] = 1;
    for (const { scan, known, areAllSizes } of this.#scans) {
      scan.start(accepted);
      yield* scanCombinations(scan, this.#values, {
        known,
        areAllSizes,
        having: split,
        kept: split?.kept,
        untilBroken: true,
      });
      if (scan.isBroken) return true;
    }
    return false;
  }

  dispose(): void {
    for (const { scan } of this.#scans) scan.dispose();
  }
}

/** The entries of classes, and whether groups of fewer attributes are judged apart. */
function placedAll({ counted, held }: VectorEntries, values: ClassValues, groupOf: Uint32Array) {
  const given: CombinationClasses = {
    ...values,
    counted: placed(counted, groupOf),
    held: held === null ? null : { ...placed(held, groupOf), start: held.start },
  };
  return { given, areAllSizes: counted.unit !== null && held !== null };
}

const placed = ({ vectors, weight, unit }: VectorEntries['counted'], groupOf: Uint32Array): CountedEntries => ({
  classOf: vectors.map((vector) => groupOf[vector]),
  weight,
  unit,
});

/** The entries of a set of vectors under a condition on classes. */
function entriesOf(set: FrequencySet, condition: ClassCondition): VectorEntries {
  const rows = set.counts();
  const all = Uint32Array.from(rows.keys());
  const pick = (vectors: Uint32Array) => ({ vectors, weight: vectors.map((v) => rows[v]), unit: null });
  if (!('column' in condition)) return { counted: pick(all), held: null };
  const codes = set.codes(condition.column);
  const size = set.sizes[condition.column];
  if (condition.kind === 'firsts') return { counted: pick(all.filter((v) => codes[v] === 0)), held: null };
  if (condition.kind === 'distinct') {
    const persons = condition.keyless === true ? size - 1 : size;
    return { counted: ofUnits(sortByCode(all.filter((v) => codes[v] < persons), codes), (v) => codes[v] + 1), held: null }; // prettier-ignore
  }
  const { pairs } = condition;
  if (pairs === undefined) return { counted: pick(all), held: byValue(all, size, (v) => codes[v], pick) };
  const { values, personOf, valueOf, persons } = pairs;
  if (personOf.length === 0) {
    // Rows that are neither the first of a person nor the first with a value count nothing.
    const shown = all.filter((v) => codes[v] < 2 * values);
    return { counted: pick(all.filter((v) => codes[v] < values)), held: byValue(shown, values, (v) => codes[v] % values, pick) }; // prettier-ignore
  }
  const ofPersons = sortByCode(all.filter((v) => personOf[codes[v]] < persons), codes); // prettier-ignore
  const counted = ofUnits(ofPersons, (v) => personOf[codes[v]] + 1);
  const held = byValue(ofPersons, values, (v) => valueOf[codes[v]], pick);
  let unit = 0;
  const unitOf = held.vectors.map((v, i) => {
    const isSame = i > 0 && codes[v] === codes[held.vectors[i - 1]];
    return isSame ? unit : ++unit;
  });
  return { counted, held: { ...held, weight: new Uint32Array(unitOf.length).fill(1), unit: unitOf } };
}

const ofUnits = (vectors: Uint32Array, unitOf: (vector: number) => number): VectorEntries['counted'] => ({
  vectors,
  weight: new Uint32Array(vectors.length).fill(1),
  unit: vectors.map(unitOf),
});

/** Vectors by value, those of one value in their order. */
function byValue(
  vectors: Uint32Array,
  values: number,
  valueOf: (vector: number) => number,
  pick: (vectors: Uint32Array) => VectorEntries['counted'],
): NonNullable<VectorEntries['held']> {
  const start = new Uint32Array(values + 1);
  for (const v of vectors) start[valueOf(v) + 1]++;
  for (let value = 0; value < values; value++) start[value + 1] += start[value];
  const at = start.slice();
  const sorted = new Uint32Array(vectors.length);
  for (const v of vectors) sorted[at[valueOf(v)]++] = v;
  return { ...pick(sorted), start };
}
