/** Kinds of hierarchies as the page offers them. */
import type { Column, HierarchySpec } from 'kohort/js';

/** A choice: a kind, or none. `tree` is `levels` that came with a job. */
export type Kind = 'none' | HierarchySpec['type'];

export const KIND_NAMES: Readonly<Record<Kind, string>> = {
  none: 'no hierarchy',
  suppress: 'the value, or *',
  intervals: 'intervals',
  mask: 'fewer characters',
  prefix: 'beginnings of codes',
  dates: 'parts of the calendar',
  levels: 'groups of your own',
  tree: 'groups of your own',
  order: 'an order of your own',
};

export const KIND_MEANINGS: Readonly<Record<Kind, string>> = {
  none: 'Values are released as ranges or sets, as the algorithm makes them.',
  suppress: 'A value is released as it is, or not at all.',
  intervals: 'Numbers become intervals that are wider on every level.',
  mask: 'Characters are hidden, one more on every level.',
  prefix: 'Codes of several lengths become their beginnings: postcodes, diagnoses, regions, occupations.',
  dates: 'Days become months, years or other parts of the calendar.',
  levels: 'Values are put together by what they mean: cities by country, jobs by trade.',
  tree: 'Values are put together by what they mean: cities by country, jobs by trade.',
  order: 'Values have an order, and are released as ranges of it.',
};

/** The kinds that can be made of a column's values. */
export function kindsFor(type: Column['type']): Kind[] {
  if (type === 'date' || type === 'datetime') return ['none', 'suppress', 'dates', 'levels'];
  if (type === 'string') return ['none', 'suppress', 'levels', 'mask', 'prefix', 'order'];
  return ['none', 'suppress', 'intervals', 'mask', 'levels'];
}

/** Tests whether a hierarchy can stay where a column gets another type. */
export const fits = (spec: HierarchySpec | undefined, type: Column['type']): boolean =>
  spec === undefined || kindsFor(type).includes(spec.type === 'tree' ? 'levels' : spec.type);
