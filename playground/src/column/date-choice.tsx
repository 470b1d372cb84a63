import type { Column, HierarchySpec } from 'kohort/js';

type DateSpec = Extract<HierarchySpec, { type: 'dates' }>;
type DateLevel = DateSpec['levels'][number];

interface Props {
  readonly column: Column;
  readonly spec: DateSpec;
  readonly onChange: (spec: HierarchySpec) => void;
}

/** From fine to coarse, as a job lists them; the first three are of columns with times. */
const LEVELS: readonly DateLevel[] = ['minute', 'hour', 'day', 'week', 'month', 'quarter', 'year', 'decade', 'century'];
const OF_TIMES: readonly DateLevel[] = ['minute', 'hour', 'day'];

/** Parts of the calendar that are levels. Weeks nest in none of the coarser ones, so that they end the list. */
export function DateChoice({ column, spec, onChange }: Props) {
  const offered = column.type === 'datetime' ? LEVELS : LEVELS.filter((level) => !OF_TIMES.includes(level));
  const toggle = (level: DateLevel, isOn: boolean): void => {
    const dropped = (each: DateLevel): boolean =>
      isOn &&
      !OF_TIMES.includes(each) &&
      each !== level &&
      (level === 'week' || each === 'week') &&
      !OF_TIMES.includes(level);
    const levels = LEVELS.filter((each) => (each === level ? isOn : spec.levels.includes(each) && !dropped(each)));
    onChange({ ...spec, levels });
  };
  return (
    <fieldset class="choices">
      <legend>Levels, from fine to coarse</legend>
      {offered.map((level) => (
        <label key={level} class="chip">
          <input
            type="checkbox"
            checked={spec.levels.includes(level)}
            onChange={(event) => toggle(level, event.currentTarget.checked)}
          />
          {level}
        </label>
      ))}
    </fieldset>
  );
}
