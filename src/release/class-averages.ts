/** A column of numbers as a release shows it where the job averages it: the mean or the median of each class. */
import { formatValue, kindOf } from '../table/spelling.js';
import { allocateCodes, type Column } from '../table/table.js';
import { NOBODY, type Units } from '../table/units.js';
import { type Pieces, suppressedRow } from './pieces.js';

/** Averages that a job may ask for. */
export type Average = 'mean' | 'median';

/** Significant digits of a released average. */
const DIGITS = 5;

/**
 * A column in which every row has the average over the people of its class, to five digits. A person with several rows in the class counts once, with the
 * mean of them; missing cells do not count. Classes of fewer than `least` persons (or rows) with a value have a missing cell.
 *
 * @param pieces - one for each row of the table
 * @param of.classes - number of classes
 * @param of.units - persons of the rows; null where rows are counted
 * @param of.blank - text of a missing cell
 */
export function withClassAverages(
  column: Column,
  { entry, classId }: Pick<Pieces, 'entry' | 'classId'>,
  {
    average,
    classes,
    units,
    least,
    blank,
  }: {
    readonly average: Average;
    readonly classes: number;
    readonly units: Units | null;
    readonly least: number;
    readonly blank: string;
  },
): Column {
  const { numbers, codes: given, missingCode } = column;
  const valuesOf = Array.from({ length: classes }, () => new Map<number, { sum: number; rows: number }>());
  const persons = new Uint32Array(classes);
  for (let piece = 0; piece < entry.length; piece++) {
    const own = classId[piece];
    const code = given[entry[piece]];
    if (own === suppressedRow || code === missingCode) continue;
    const person = units === null ? NOBODY : units.of[entry[piece]];
    // A row of nobody is known by its number, behind those of persons.
    const key = person === NOBODY ? NOBODY + entry[piece] : person;
    const found = valuesOf[own].get(key);
    if (found === undefined) {
      valuesOf[own].set(key, { sum: numbers![code], rows: 1 });
      if (units === null || person !== NOBODY) persons[own]++;
    } else {
      found.sum += numbers![code];
      found.rows++;
    }
  }
  const averages = valuesOf.map((values, own) =>
    persons[own] < least
      ? null
      : round(
          averageOf(
            [...values.values()].map(({ sum, rows }) => sum / rows),
            average,
          ),
        ),
  );
  return columnOf(column, { entry, classId }, averages, blank);
}

const round = (value: number): number => Number(value.toPrecision(DIGITS));

function averageOf(values: readonly number[], average: Average): number {
  const sorted = Float64Array.from(values).sort();
  const { length } = sorted;
  if (average === 'median') return (sorted[(length - 1) >> 1] + sorted[length >> 1]) / 2;
  return sorted.reduce((sum, value) => sum + value, 0) / length;
}

/** The column whose cells are the averages of their classes. */
function columnOf(
  column: Column,
  { entry, classId }: Pick<Pieces, 'entry' | 'classId'>,
  averages: readonly (number | null)[],
  blank: string,
): Column {
  const kind = kindOf({ type: 'number', format: column.format });
  const codeOf = new Map<number | null, number>();
  const codes = new Uint32Array(column.codes.length);
  for (let piece = 0; piece < entry.length; piece++) {
    if (classId[piece] === suppressedRow) continue;
    const value = averages[classId[piece]];
    let code = codeOf.get(value);
    if (code === undefined) codeOf.set(value, (code = codeOf.size));
    codes[entry[piece]] = code;
  }
  // Suppressed rows have a code that is not written.
  if (codeOf.size === 0) codeOf.set(null, 0);
  const values = [...codeOf.keys()];
  const narrow = allocateCodes(codes.length, values.length);
  narrow.set(codes);
  return {
    name: column.name,
    ...kind,
    codes: narrow,
    texts: values.map((value) => (value === null ? blank : formatValue(value, kind))),
    numbers: Float64Array.from(values, (value) => value ?? NaN),
    missingCode: codeOf.get(null) ?? -1,
  };
}
