import type { AttributeSpec, CheckedJob } from '../../job/job.js';
import { keyOfName } from '../../job/patterns.js';
import { type Battery, patternOf } from './batteries.js';
import type { ProposedColumn } from './proposed-column.js';

/**
 * Attributes of a job: a battery by a pattern where its columns have one description, and the pattern matches no other battery. Columns that stand
 * alone have their names, which beat patterns.
 */
export function attributesOf(
  columns: readonly ProposedColumn[],
  batteries: readonly Battery[] = [],
): CheckedJob['attributes'] {
  const names = columns.map(({ name }) => name);
  const grouped = new Set(batteries.flat());
  const patterns = new Map<string, { readonly key: string; readonly battery: Battery }>();
  for (const battery of batteries) {
    const key = patternOf(battery, names, grouped);
    const specs = columns.flatMap((each) => (battery.includes(each.name) ? JSON.stringify(attributeOf(each)) : []));
    if (key !== null && new Set(specs).size === 1) for (const name of battery) patterns.set(name, { key, battery });
  }
  return Object.fromEntries(
    columns.flatMap((column): [string, AttributeSpec][] => {
      const { key, battery } = patterns.get(column.name) ?? { key: keyOfName(column.name), battery: null };
      if (battery === null) return [[key, attributeOf(column)]];
      return column.name === battery[0] ? [[key, { ...attributeOf(column), matches: battery }]] : [];
    }),
  );
}

function attributeOf({
  role,
  type,
  format,
  odd,
  missing,
  set,
  fold,
  rare,
  release,
  hierarchy,
}: ProposedColumn): AttributeSpec {
  return {
    role,
    ...(type === undefined ? {} : { type }),
    ...(format === undefined ? {} : { format }),
    ...(odd === undefined ? {} : { odd }),
    ...(missing === undefined ? {} : { missing }),
    ...(set === undefined || role !== 'sensitive' ? {} : { set }),
    ...(fold === undefined || role !== 'sensitive' ? {} : { fold }),
    ...(rare === undefined ? {} : { rare }),
    ...(release === undefined ? {} : { release }),
    ...(hierarchy === undefined ? {} : { hierarchy }),
  };
}
