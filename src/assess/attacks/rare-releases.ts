/** `other` of releases with `rare`, read beside what other releases show. */
import { RARE_TEXT } from '../../table/merge-rare.js';
import { type Plan, plannedColumn } from '../../job/plan.js';

/** A release, as far as its plan says which values it hides. */
interface ViewedRelease {
  readonly plan: Plan;
}

/** [releases][buckets] rows by value. */
export type ValuesByBucket = readonly ReadonlyMap<string, number>[];

/** The texts of every release that has rows of `other` by `rare`; null for the others. */
function textsOfRare(
  sides: readonly ViewedRelease[],
  values: readonly ValuesByBucket[],
  attribute: string,
): readonly (ReadonlySet<string> | null)[] {
  return sides.map(({ plan }, side) => {
    if (plannedColumn(plan, attribute)?.spec.rare === undefined) return null;
    const texts = new Set(values[side].flatMap((bucket) => [...bucket.keys()]));
    return texts.has(RARE_TEXT) ? texts : null;
  });
}

/**
 * The values with `other` for what a release with `rare` does not show: such a value of another release stands under its `other`.
 * A person keeps no more values so than with the values below `other`.
 */
export function joinRare(
  sides: readonly ViewedRelease[],
  values: readonly ValuesByBucket[],
  attribute: string,
): readonly ValuesByBucket[] {
  const known = textsOfRare(sides, values, attribute).filter((texts) => texts !== null);
  if (known.length === 0) return values;
  return values.map((buckets) =>
    buckets.map((bucket) => {
      const joined = new Map<string, number>();
      for (const [text, rows] of bucket) {
        const shown = known.every((texts) => texts.has(text)) ? text : RARE_TEXT;
        joined.set(shown, (joined.get(shown) ?? 0) + rows);
      }
      return joined;
    }),
  );
}

/**
 * [releases][buckets] values that rows of a bucket may have: `other` of a release with `rare` is each value that another release
 * shows and it does not, or one that none shows. Null where no release has such an `other`.
 */
export function spreadRare(
  sides: readonly ViewedRelease[],
  values: readonly ValuesByBucket[],
  attribute: string,
): readonly (readonly ReadonlySet<string>[])[] | null {
  const known = textsOfRare(sides, values, attribute);
  if (known.every((texts) => texts === null)) return null;
  const all = new Set(values.flatMap((buckets) => buckets.flatMap((bucket) => [...bucket.keys()])));
  return values.map((buckets, side) => {
    const texts = known[side];
    const hidden = texts === null ? [] : [...all].filter((text) => !texts.has(text));
    return buckets.map((bucket) => new Set([...bucket.keys(), ...(bucket.has(RARE_TEXT) ? hidden : [])]));
  });
}

/** Values that the classes of a kind share in the releases that it matches. */
export function sharedValues(
  classes: readonly (readonly number[])[],
  spread: readonly (readonly ReadonlySet<string>[])[],
): ReadonlySet<string> {
  const sets = classes.flatMap((own, side) =>
    own.length === 0 ? [] : [new Set(own.flatMap((each) => [...spread[side][each]]))],
  );
  const [first = new Set<string>(), ...rest] = sets;
  return new Set([...first].filter((value) => rest.every((set) => set.has(value))));
}
