import type { Column, HierarchySpec } from 'kohort/js';
import { BoundsChoice } from './bounds-choice.js';
import { IntervalChoice } from './interval-choice.js';
import { boundsFor, intervalsFor } from './intervals.js';

interface Props {
  readonly column: Column;
  readonly spec: Extract<HierarchySpec, { type: 'intervals' }>;
  readonly onChange: (spec: HierarchySpec) => void;
}

/** Intervals by their width, or by bounds of one's own. */
export function IntervalsChoice({ column, spec, onChange }: Props) {
  const { widths, bounds } = spec;
  const isNumeric = column.type === 'integer' || column.type === 'number';
  return (
    <>
      {isNumeric && (
        <label class="fields">
          <input
            type="checkbox"
            aria-label={`Own bounds of ${column.name}`}
            checked={bounds !== undefined}
            onChange={() => onChange(bounds === undefined ? boundsFor(spec, column) : intervalsFor(column))}
          />{' '}
          own bounds
        </label>
      )}
      {bounds !== undefined && <BoundsChoice column={column} spec={{ ...spec, bounds }} onChange={onChange} />}
      {widths !== undefined && <IntervalChoice column={column} spec={{ ...spec, widths }} onChange={onChange} />}
    </>
  );
}
