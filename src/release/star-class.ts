import { anyValue } from '../hierarchy/any-value.js';
import { valuesOf } from '../hierarchy/coding/code-domain.js';
import type { Domain } from '../hierarchy/domain.js';
import { nodeLabel } from '../hierarchy/labels.js';
import type { ReleasedValue } from '../quality/released.js';
import type { SearchedAttribute, ShownClasses } from './shown-classes.js';

/** Classes with the class of `*` in every quasi-identifier, and its number: that of a class they had, or the last one. */
interface StarredClasses {
  readonly shownClasses: ShownClasses;
  readonly starClass: number;
}

/**
 * Adds the class of rows with `*` in every quasi-identifier, if there is none.
 *
 * @param domains - as they were searched
 */
export function withStarClass(shownClasses: ShownClasses, domains: readonly Domain[]): StarredClasses {
  const stars = shownClasses.attributes.map(({ values }) => values.findIndex(({ label }) => label === anyValue));
  for (let c = 0; c < shownClasses.count; c++) {
    if (shownClasses.attributes.every(({ valueOf }, a) => valueOf[c] === stars[a]))
      return { shownClasses, starClass: c };
  }
  const at = stars.map((star, a) => (star < 0 ? shownClasses.attributes[a].values.length : star));
  const attributes = shownClasses.attributes.map((attribute, a) => {
    const values = attribute.values.map((value) => onLowestLevel(valuesOf(domains[a]), value));
    return {
      ...attribute,
      values: stars[a] < 0 ? [...values, wholeDomain(domains[a])] : values,
      valueOf: withLast(attribute.valueOf, shownClasses.count, at[a]),
    };
  });
  const searched = shownClasses.searched.map((attribute, a): SearchedAttribute => ({
    ...attribute,
    values: stars[a] < 0 ? [...attribute.values, { lo: 0, hi: attribute.size - 1 }] : attribute.values,
    valueOf: withLast(attribute.valueOf, shownClasses.count, at[a]),
  }));
  return {
    shownClasses: { ...shownClasses, count: shownClasses.count + 1, attributes, searched },
    starClass: shownClasses.count,
  };
}

/** The value on the lowest level that has its label and its leaves: beside `*` no level of the column says which one it has. */
function onLowestLevel(domain: Domain, value: ReleasedValue): ReleasedValue {
  const { label, lo, hi } = value;
  if (value.level === null || domain.hierarchy === null) return value;
  const level = domain.hierarchy.levels.findIndex(({ nodeOf, first }, at) => {
    const node = nodeOf[lo];
    return first[node] === lo && first[node + 1] === hi + 1 && nodeLabel(domain, at, node) === label;
  });
  return level < 0 ? value : { ...value, level };
}

/** `*`, which covers all leaves: on the lowest level that has one node. */
function wholeDomain(domain: Domain): ReleasedValue {
  const values = valuesOf(domain);
  const level = values.hierarchy?.levels.findIndex(({ first }, at) => at > 0 && first.length === 2) ?? -1;
  const share = domain.coding === undefined || domain.coding.ends === null ? {} : { share: values.size > 1 ? 1 : 0 };
  return { label: anyValue, lo: 0, hi: values.size - 1, level: level < 0 ? null : level, ...share };
}

function withLast(values: Uint32Array, count: number, last: number): Uint32Array {
  const longer = new Uint32Array(count + 1);
  longer.set(values.subarray(0, count));
  longer[count] = last;
  return longer;
}
