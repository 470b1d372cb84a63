/** Each released column before and after. */
import { binsAfter, binsBefore, binsOf, sharesOf } from './bins.js';
import type { ColumnShape } from './answers.js';
import type { HeldRun, ReadColumn } from './read-release.js';
import { countCodes, rowsByLeaf } from './read-release.js';

/** Most bars of a column. */
const BARS = 24;

/** The shapes of all released columns. */
export function describeColumns(held: HeldRun): readonly ColumnShape[] {
  return held.names.map((name) => describeColumn(held, held.column(name)));
}

function describeColumn({ k }: HeldRun, seen: ReadColumn): ColumnShape {
  const bins = binsOf(seen, BARS, k);
  const { name, role } = seen;
  return {
    name,
    role,
    labels: bins.labels,
    before: [...binsBefore(seen, bins)],
    after: [...binsAfter(bins, sharesOf(seen, bins), countCodes(seen.released))],
    ...centresOf(seen),
  };
}

/** Mean and median before and after. Of the release a range counts by its middle; `*` and missing cells are left out. */
function centresOf(seen: ReadColumn): Pick<ColumnShape, 'mean' | 'median'> {
  const { numbers } = seen;
  if (numbers === null || seen.isListed) return { mean: null, median: null };
  const before = weigh(numbers, rowsByLeaf(seen));
  const after = weigh(middlesOf(seen, numbers), countCodes(seen.released));
  if (before === null || after === null) return { mean: null, median: null };
  const write = writerOf(seen.source.type);
  return {
    mean: [write(before.mean), write(after.mean)],
    median: [write(before.median), write(after.median)],
  };
}

/** [codes of the release] the middle of what a label names. */
export function middlesOf({ released, runs, named }: ReadColumn, numbers: Float64Array): Float64Array {
  const finite = numbers.filter((value) => !Number.isNaN(value)).sort();
  const [least, most] = [finite[0], finite[finite.length - 1]];
  return Float64Array.from(released.texts, (text, code) => {
    const own = runs[code];
    if (text === '*' || own === null || code === released.missingCode) return NaN;
    const range = named[code];
    if (range !== null) return (Math.max(least, range.low) + Math.min(most, range.high)) / 2;
    let [low, high] = [Infinity, -Infinity];
    for (let r = 0; r < own.length; r += 2) {
      for (let leaf = own[r]; leaf <= own[r + 1]; leaf++) {
        if (numbers[leaf] < low) low = numbers[leaf];
        if (numbers[leaf] > high) high = numbers[leaf];
      }
    }
    return low <= high ? (low + high) / 2 : NaN;
  });
}

function weigh(
  values: Float64Array,
  rows: ArrayLike<number>,
): { readonly mean: number; readonly median: number } | null {
  const order = Array.from(values.keys())
    .filter((at) => !Number.isNaN(values[at]) && rows[at] > 0)
    .sort((a, b) => values[a] - values[b]);
  const all = order.reduce((sum, at) => sum + rows[at], 0);
  if (all === 0) return null;
  const mean = order.reduce((sum, at) => sum + values[at] * (rows[at] / all), 0);
  let below = 0;
  const lower = order.find((at) => (below += rows[at]) >= all / 2);
  const upper = below > all / 2 ? lower : order[order.indexOf(lower ?? -1) + 1];
  return { mean, median: (values[lower ?? order[0]] + values[upper ?? order[0]]) / 2 };
}

function writerOf(type: string): (value: number) => string {
  const unit = type === 'date' ? 86_400_000 : type === 'datetime' ? 1 : null;
  if (unit !== null) return (value) => new Date(value * unit).toISOString().slice(0, 10);
  const format = new Intl.NumberFormat('en-US', { maximumSignificantDigits: 5 });
  return (value) => format.format(value);
}
