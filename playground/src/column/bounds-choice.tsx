import type { Column, HierarchySpec } from 'kohort/js';
import { distributionOf } from './distribution.js';
import { Histogram } from './histogram.js';
import { type BoundsSpec, levelsOfBounds } from './intervals.js';

interface Props {
  readonly column: Column;
  readonly spec: BoundsSpec;
  readonly onChange: (spec: HierarchySpec) => void;
}

/** Bounds of intervals, a field a level, drawn over the values. */
export function BoundsChoice({ column, spec, onChange }: Props) {
  const { name } = column;
  const { range } = distributionOf(column);
  const levels = levelsOfBounds(spec.bounds);
  const borders = levels.map((own) => own.filter((bound) => typeof bound === 'number'));
  const replace = (level: number, text: string): void => {
    const own = boundsIn(text);
    const next = own.length === 0 ? levels.toSpliced(level, 1) : levels.toSpliced(level, 1, own);
    if (next.length > 0) onChange({ type: 'intervals', bounds: next });
  };
  return (
    <div class="intervals">
      {range !== null && (
        <Histogram
          range={range}
          label={`Bounds of intervals over the values of ${name}`}
          ends={[range.leastText, range.mostText]}
          borders={borders}
        />
      )}
      <div class="fields">
        {[...levels, []].map((own, level) => (
          <label key={level}>
            {level < levels.length ? `level ${level + 1}` : 'further level'}{' '}
            <input
              type="text"
              class="widths"
              aria-label={`Bounds of level ${level + 1} of ${name}`}
              placeholder={level < levels.length ? '' : 'some of the bounds before it'}
              value={own.join(', ')}
              onChange={(event) => replace(level, event.currentTarget.value)}
            />
          </label>
        ))}
      </div>
    </div>
  );
}

const boundsIn = (text: string): (number | string)[] =>
  text
    .split(/[\s,;]+/)
    .filter(Boolean)
    .map((each) => (Number.isNaN(Number(each)) ? each : Number(each)));
