import type { Column, HierarchySpec } from 'kohort/js';
import { useMemo } from 'preact/hooks';
import { distributionOf } from './distribution.js';
import { Histogram } from './histogram.js';
import { type IntervalSpec, bordersOf, niceWidths, ofLevels, ofWidth } from './intervals.js';

interface Props {
  readonly column: Column;
  readonly spec: IntervalSpec;
  readonly onChange: (spec: HierarchySpec) => void;
}

const MOST_LEVELS = 8;

/** Intervals by their width, their origin and their number of levels, drawn over the values. */
export function IntervalChoice({ column, spec, onChange }: Props) {
  const { name } = column;
  const widths = useMemo(() => niceWidths(column), [column]);
  const { range } = distributionOf(column);
  const borders = useMemo(() => bordersOf(spec, column), [spec, column]);
  const [first] = spec.widths;
  const at = widths.findIndex((width) => width >= first);
  return (
    <div class="intervals">
      {range !== null && (
        <Histogram
          range={range}
          label={`Borders of intervals over the values of ${name}`}
          ends={[range.leastText, range.mostText]}
          borders={borders}
        />
      )}
      <label class="slider">
        Width{' '}
        <input
          type="range"
          aria-label={`Width of intervals of ${name}`}
          min={0}
          max={widths.length - 1}
          value={at < 0 ? widths.length - 1 : at}
          aria-valuetext={String(first)}
          onInput={(event) => onChange({ ...spec, ...ofWidth(spec, widths[Number(event.currentTarget.value)]) })}
        />
        <output>{first}</output>
      </label>
      <label class="slider">
        Levels{' '}
        <input
          type="range"
          aria-label={`Levels of intervals of ${name}`}
          min={1}
          max={Math.max(MOST_LEVELS, spec.widths.length)}
          value={spec.widths.length}
          onInput={(event) => onChange({ ...spec, widths: ofLevels(spec, Number(event.currentTarget.value)) })}
        />
        <output>{spec.widths.length}</output>
      </label>
      <div class="fields">
        <label>
          from{' '}
          <input
            type="number"
            step="any"
            aria-label={`Origin of intervals of ${name}`}
            value={spec.origin ?? 0}
            onChange={({ currentTarget: { value } }) => onChange({ ...spec, origin: value === '' ? 0 : Number(value) })}
          />
        </label>
        <label>
          widths{' '}
          <input
            type="text"
            class="widths"
            aria-label={`Widths of intervals of ${name}, level by level`}
            value={spec.widths.join(', ')}
            onChange={(event) => onChange({ ...spec, widths: numbersIn(event.currentTarget.value) })}
          />
        </label>
      </div>
    </div>
  );
}

const numbersIn = (text: string): number[] =>
  text
    .split(/[\s,;]+/)
    .filter(Boolean)
    .map(Number);
