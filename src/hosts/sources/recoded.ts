import type { Recoded } from '../../io/sql/map-tables.js';
import type { ColumnsPlan } from '../../job/plan.js';
import type { ReleasePlan } from '../../pipeline/options.js';
import { suppressedRow } from '../../release/pieces.js';

/** Outcome of the entries of a counted table. */
export function recodedOf({ pieces, attributes }: ReleasePlan, { suppressed }: ColumnsPlan): Recoded {
  return {
    entry: pieces.entry,
    classId: pieces.classId,
    suppressed: suppressedRow,
    attributes: attributes.map(({ domain, values, valueOf }) => ({
      name: domain.attribute,
      labels: values.map(({ label }) => label),
      valueOf,
    })),
    star: suppressed === 'star',
  };
}
