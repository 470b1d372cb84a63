/** Values of a column in few groups, for bars and tables. No group is named by a text that fewer than k people have. */
import type { ReadColumn } from './read-release.js';
import { rowsByLeaf } from './read-release.js';

/** Leaves in groups. */
export interface Bins {
  readonly labels: readonly string[];
  /** [leaves] its group. */
  readonly binOf: Int32Array;
  /** True where groups stand in the order of numbers or days. */
  readonly isOrdered: boolean;
}

const DAY = 86_400_000;

/** At most `most` groups: of numbers and days ranges with round ends, of texts the most frequent values and all others. */
export function binsOf(seen: ReadColumn, most: number, k: number): Bins {
  const rows = rowsByLeaf(seen);
  return seen.numbers === null || seen.isListed
    ? binsOfTexts(seen, rows, most, k)
    : binsOfNumbers(seen, seen.numbers, rows, { most, k });
}

function binsOfTexts({ texts, missing, isListed }: ReadColumn, rows: Float64Array, most: number, k: number): Bins {
  const order = Array.from(texts.keys());
  if (!isListed) order.sort((a, b) => rows[b] - rows[a] || a - b);
  const isNamed = (leaf: number): boolean => rows[leaf] >= k && leaf !== missing;
  const named = order.filter(isNamed);
  const hasMissing = missing >= 0 && rows[missing] > 0;
  const room = most - (hasMissing ? 1 : 0);
  const fits = named.length + (hasMissing ? 1 : 0) === texts.length && named.length <= room;
  const shown = fits ? named : named.slice(0, room - 1);
  const labels = shown.map((leaf) => texts[leaf]);
  const binOf = new Int32Array(texts.length).fill(-1);
  shown.forEach((leaf, bin) => (binOf[leaf] = bin));
  if (hasMissing) binOf[missing] = labels.push('missing') - 1;
  const others = order.filter((leaf) => binOf[leaf] < 0);
  if (others.length > 0) {
    const other = labels.push(others.length === 1 ? '1 other value' : `${others.length} other values`) - 1;
    for (const leaf of others) binOf[leaf] = other;
  }
  return { labels, binOf, isOrdered: isListed };
}

function binsOfNumbers(
  { source, missing, texts }: ReadColumn,
  numbers: Float64Array,
  rows: Float64Array,
  { most, k }: { readonly most: number; readonly k: number },
): Bins {
  const isNumber = (leaf: number): boolean => !Number.isNaN(numbers[leaf]);
  const all = Array.from(numbers.keys());
  const present = all.filter((leaf) => isNumber(leaf) && rows[leaf] > 0).sort((a, b) => numbers[a] - numbers[b]);
  const room = all.every((leaf) => isNumber(leaf)) ? most : most - 1;
  const binOf = new Int32Array(texts.length).fill(-1);
  const labels: string[] = [];
  if (present.length < room && present.every((leaf) => rows[leaf] >= k)) {
    for (const leaf of present) binOf[leaf] = labels.push(texts[leaf]) - 1;
  } else if (present.length > 0) {
    const [least, largest] = [numbers[present[0]], numbers[present[present.length - 1]]];
    const { cut, label } = cutterOf(source.type, least, largest, room);
    const [first, last] = [cut(least), cut(largest)];
    for (let at = first; at <= last; at++) labels.push(label(at));
    for (const leaf of all) {
      if (isNumber(leaf)) binOf[leaf] = Math.min(last, Math.max(first, cut(numbers[leaf]))) - first;
    }
  }
  const others = all.filter((leaf) => binOf[leaf] < 0);
  if (others.length > 0) {
    const bin = labels.push(others.length === 1 && others[0] === missing ? 'missing' : 'other') - 1;
    for (const leaf of others) binOf[leaf] = bin;
  }
  return { labels, binOf, isOrdered: true };
}

interface Cutter {
  /** The number of the group that holds a value. */
  readonly cut: (value: number) => number;
  readonly label: (group: number) => string;
}

/** Milliseconds as hours and minutes. */
const clockText = (value: number): string =>
  `${Math.floor(value / 3_600_000)}:${String(Math.floor(value / 60_000) % 60).padStart(2, '0')}`;

function cutterOf(type: string, least: number, most: number, room: number): Cutter {
  if (type === 'date') return cutterOfDays(least, most, room, 1);
  if (type === 'datetime') return cutterOfDays(least / DAY, most / DAY, room, DAY);
  const isWhole = type === 'integer';
  let width =
    type === 'time' || type === 'duration'
      ? 60_000
      : isWhole
        ? 1
        : 10 ** Math.floor(Math.log10((most - least) / room || 1));
  const steps = [2, 2.5, 2];
  for (let step = 0; groups(least, most, width) > room; step++) width *= steps[step % 3];
  if (isWhole) width = Math.max(1, Math.round(width));
  const isClock = type === 'time' || type === 'duration';
  const written = (value: number): string => (isClock ? clockText(value) : String(Number(value.toPrecision(10))));
  return {
    cut: (value) => Math.floor(value / width),
    label: (group) => {
      if (isWhole && width === 1) return written(group);
      const [from, to] = [group * width, (group + 1) * width];
      return isWhole ? `${written(from)} to ${written(to - 1)}` : `${written(from)} to below ${written(to)}`;
    },
  };
}

const groups = (least: number, most: number, width: number): number =>
  Math.floor(most / width) - Math.floor(least / width) + 1;

/** Days by years, months or days, several of them where one would be too few. */
function cutterOfDays(least: number, most: number, room: number, unit: number): Cutter {
  const monthOf = (day: number): number => {
    const date = new Date(Math.floor(day) * DAY);
    return date.getUTCFullYear() * 12 + date.getUTCMonth();
  };
  const months = [1, 3, 6, 12, 24, 60, 120, 240, 600, 1200, 6000].find(
    (each) => groups(monthOf(least), monthOf(most), each) <= room,
  );
  const days = [1, 2, 5, 10, 20].find((each) => groups(least, most, each) <= room);
  const iso = (day: number): string => new Date(day * DAY).toISOString().slice(0, 10);
  if (days !== undefined || months === undefined) {
    const width = days ?? 1;
    return {
      cut: (value) => Math.floor(value / unit / width),
      label: (group) => (width === 1 ? iso(group) : `${iso(group * width)} to ${iso((group + 1) * width - 1)}`),
    };
  }
  const month = (at: number): string => `${Math.floor(at / 12)}-${String((at % 12) + 1).padStart(2, '0')}`;
  return {
    cut: (value) => Math.floor(monthOf(value / unit) / months),
    label: (group) => {
      const [from, to] = [group * months, (group + 1) * months - 1];
      if (months === 12) return String(from / 12);
      if (months % 12 === 0) return `${from / 12} to ${Math.floor(to / 12)}`;
      return months === 1 ? month(from) : `${month(from)} to ${month(to)}`;
    },
  };
}

/** [groups] rows of the original. */
export function binsBefore(seen: ReadColumn, { labels, binOf }: Bins): Float64Array {
  const found = new Float64Array(labels.length);
  rowsByLeaf(seen).forEach((rows, leaf) => {
    if (rows > 0) found[binOf[leaf]] += rows;
  });
  return found;
}

/** [codes of the release] the groups that a label reaches, and its share in each: all of its leaves count alike. */
export function sharesOf(
  seen: ReadColumn,
  { labels, binOf }: Bins,
): readonly (readonly (readonly [bin: number, share: number])[])[] {
  // [groups][leaves + 1] would be large: labels are walked by their runs, long ones once each.
  const memo = new Map<string, readonly (readonly [number, number])[]>();
  return seen.runs.map((runs, code) => {
    if (runs === null) return [];
    const key = runs.join();
    let shares = memo.get(key);
    if (shares === undefined) {
      const found = new Float64Array(labels.length);
      for (let r = 0; r < runs.length; r += 2) {
        for (let leaf = runs[r]; leaf <= runs[r + 1]; leaf++) found[binOf[leaf]]++;
      }
      shares = Array.from(found, (count, bin) => [bin, count / seen.leaves[code]] as const).filter(
        ([, share]) => share > 0,
      );
      memo.set(key, shares);
    }
    return shares;
  });
}

/** [groups] rows of the release. */
export function binsAfter(bins: Bins, shares: ReturnType<typeof sharesOf>, rows: ArrayLike<number>): Float64Array {
  const found = new Float64Array(bins.labels.length);
  shares.forEach((all, code) => {
    for (const [bin, share] of all) found[bin] += share * rows[code];
  });
  return found;
}
