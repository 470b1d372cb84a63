/** Pictures of a report as SVG text: numbers alone, drawn when the report is made; no chart library and no script. */
import type { GroupNoun } from '../base/group-noun.js';
import { largestOf } from '../base/sequences.js';
import { count, percent, quantity } from '../base/numbers.js';
import { escape } from './escape.js';
import type { ReportBin, ReportColumn } from './report-content.js';
import type { TracePoint } from '../index.js';

const width = 720;
const fontSize = 12;
/** About so wide is a character. */
const characterWidth = 6.7;

interface Label {
  readonly x: number;
  readonly y: number;
  readonly anchor?: 'start' | 'middle' | 'end';
}

const label = (text: string, { x, y, anchor = 'start' }: Label): string =>
  `<text x="${round(x)}" y="${round(y)}" text-anchor="${anchor}">${escape(text)}</text>`;
const rectangle = (kind: string, x: number, y: number, wide: number, high: number): string =>
  `<rect class="${kind}" x="${round(x)}" y="${round(y)}" width="${round(wide)}" height="${round(high)}"/>`;
const line = (kind: string, x1: number, y1: number, x2: number, y2: number): string =>
  `<line class="${kind}" x1="${round(x1)}" y1="${round(y1)}" x2="${round(x2)}" y2="${round(y2)}"/>`;
const round = (value: number): string => String(Math.round(value * 10) / 10);

/** One image with a name, for those who do not see it; the table beside it has its numbers. */
const image = (height: number, name: string, parts: readonly string[]): string =>
  `<svg role="img" aria-label="${escape(name)}" viewBox="0 0 ${width} ${Math.ceil(height)}" width="${width}" height="${Math.ceil(height)}" font-size="${fontSize}">\n${parts.join('\n')}\n</svg>`;

/** Round steps of an axis from 0 that end at or above the largest value: four or five of them. */
export function axisSteps(largest: number): number[] {
  if (!(largest > 0)) return [0, 1];
  let power = 1;
  while (power * 10 <= largest / 4) power *= 10;
  while (power > largest / 4) power /= 10;
  const step = [1, 2, 2.5, 5, 10].map((digit) => digit * power).find((each) => each * 5 >= largest) ?? 10 * power;
  const steps = Math.ceil(largest / step - 1e-9);
  return Array.from({ length: steps + 1 }, (_, i) => i * step);
}

interface Frame {
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}

/** Lines across with their numbers, for an axis that goes up. */
function upAxis(
  steps: readonly number[],
  { left, right, top, bottom }: Frame,
  text: (value: number) => string,
): string[] {
  const largest = steps[steps.length - 1];
  return steps.flatMap((value) => {
    const y = bottom - ((bottom - top) * value) / largest;
    return [line('grid', left, y, right, y), label(text(value), { x: left - 6, y: y + 4, anchor: 'end' })];
  });
}

/** Legend of the colors, in one line. */
function legend(entries: readonly (readonly [kind: string, text: string])[], left: number): string[] {
  let x = left;
  return entries.flatMap(([kind, text]) => {
    const at = x;
    x += 18 + text.length * characterWidth + 18;
    return [rectangle(kind, at, 4, 12, 12), label(text, { x: at + 18, y: 14 })];
  });
}

/** Rows by how many rows look like them, in the input and in the release; by how many share their bucket where values are permuted. */
export function drawSizes(
  bins: readonly ReportBin[],
  many: 'rows' | 'people' | 'households' = 'rows',
  group: GroupNoun['one'] = 'class',
): string {
  const that = many === 'people' ? 'who' : 'that';
  const [whole, alike] =
    group === 'bucket'
      ? [`the number of ${many} in their bucket`, `${many} in the bucket`]
      : [`the number of ${many} ${that} look like them`, `${many} ${that} look alike`];
  const hasBefore = bins.some(({ rowsBefore }) => rowsBefore !== null);
  const rangeOf = ({ from, to }: ReportBin): string => (from === to ? count(from) : `${count(from)}–${count(to)}`);
  const names = bins.map(rangeOf);
  const steps = axisSteps(
    largestOf(
      bins.flatMap(({ rowsBefore, rowsAfter }) => [rowsBefore ?? 0, rowsAfter]),
      1,
    ),
  );
  const frame = { left: 76, right: width - 8, top: 32, bottom: 236 };
  const slot = (frame.right - frame.left) / Math.max(1, bins.length);
  const isTilted =
    largestOf(
      names.map((name) => name.length),
      0,
    ) *
      characterWidth >
    slot - 6;
  const bar = Math.min(48, (slot * 0.8) / (hasBefore ? 2 : 1));
  const scale = (frame.bottom - frame.top) / steps[steps.length - 1];
  const bars = bins.flatMap(({ rowsBefore, rowsAfter }, i) => {
    const middle = frame.left + slot * (i + 0.5);
    const start = middle - (hasBefore ? bar : bar / 2);
    const draw = (kind: string, rows: number, x: number): string =>
      rectangle(kind, x, frame.bottom - rows * scale, bar - 1, rows * scale);
    const x = middle;
    const y = frame.bottom + 18;
    const name = isTilted
      ? `<text x="${round(x + 4)}" y="${round(y)}" text-anchor="end" transform="rotate(-35 ${round(x + 4)} ${round(y)})">${escape(names[i])}</text>`
      : label(names[i], { x, y, anchor: 'middle' });
    return [
      ...(hasBefore ? [draw('before', rowsBefore ?? 0, start)] : []),
      draw('after', rowsAfter, hasBefore ? middle : start),
      name,
    ];
  });
  const below = isTilted ? 84 : 44;
  return image(frame.bottom + below, `${many === 'rows' ? 'Rows' : 'People'} by ${whole}`, [
    ...legend(
      [...(hasBefore ? [['before', `${many} of the input`] as const] : []), ['after', `${many} of the release`]],
      frame.left,
    ),
    ...upAxis(steps, frame, count),
    ...bars,
    line('axis', frame.left, frame.bottom, frame.right, frame.bottom),
    label(alike, { x: frame.right, y: frame.bottom + below - 8, anchor: 'end' }),
  ]);
}

const shorten = (text: string): string => (text.length > 24 ? `${text.slice(0, 23)}…` : text);

/** The loss of every quasi-identifier, and the share of its rows that are `*`. */
export function drawLoss(columns: readonly ReportColumn[]): string {
  const drawn = columns.filter(({ loss }) => loss !== null);
  const longest = largestOf(
    drawn.map(({ column }) => shorten(column).length),
    0,
  );
  const frame = { left: 16 + longest * characterWidth, right: width - 56, top: 24 };
  const rowHeight = 26;
  const bottom = frame.top + drawn.length * rowHeight;
  const wide = frame.right - frame.left;
  return image(bottom + 24, 'Loss by column', [
    ...[0, 0.25, 0.5, 0.75, 1].flatMap((value) => {
      const x = frame.left + value * wide;
      return [line('grid', x, frame.top, x, bottom), label(percent(value), { x, y: bottom + 16, anchor: 'middle' })];
    }),
    ...drawn.flatMap(({ column, loss }, i) => {
      const y = frame.top + i * rowHeight;
      const end = frame.left + (loss ?? 0) * wide;
      return [
        label(shorten(column), { x: frame.left - 8, y: y + 17, anchor: 'end' }),
        rectangle('after', frame.left, y + 5, end - frame.left, rowHeight - 10),
        label(percent(loss ?? 0), { x: end + 5, y: y + 17 }),
      ];
    }),
    line('axis', frame.left, frame.top, frame.left, bottom),
  ]);
}

/** Best cost and lower bound over time: the search has proven its result where the two lines meet. */
export function drawTrace(points: readonly TracePoint[]): string {
  const frame = { left: 96, right: width - 16, top: 32, bottom: 216 };
  const last = Math.max(largestOf(points.map(([seconds]) => seconds)), 1e-9);
  const steps = axisSteps(largestOf(points.flatMap(([, , cost, bound]) => [cost ?? 0, bound])));
  const x = (seconds: number): number => frame.left + ((frame.right - frame.left) * seconds) / last;
  const y = (value: number): number =>
    frame.bottom - ((frame.bottom - frame.top) * Math.max(0, value)) / steps[steps.length - 1];
  const path = (kind: string, values: readonly (readonly [number, number])[]): string => {
    const [first, ...rest] = values;
    const steady = rest.map(([seconds, value]) => `H${round(x(seconds))}V${round(y(value))}`).join('');
    return `<path class="${kind}" d="M${round(x(first[0]))} ${round(y(first[1]))}${steady}H${round(frame.right)}"/>`;
  };
  const costs = points.flatMap(([seconds, , cost]) => (cost === null ? [] : [[seconds, cost] as const]));
  const bounds = points.map(([seconds, , , bound]) => [seconds, bound] as const);
  return image(frame.bottom + 44, 'Best cost and lower bound over time', [
    ...legend(
      [
        ['after', 'best cost'],
        ['before', 'lower bound'],
      ],
      frame.left,
    ),
    ...upAxis(steps, frame, quantity),
    ...(costs.length === 0 ? [] : [path('line-after', costs)]),
    path('line-before', bounds),
    line('axis', frame.left, frame.bottom, frame.right, frame.bottom),
    label('0', { x: frame.left, y: frame.bottom + 18, anchor: 'middle' }),
    label(`${quantity(last)} seconds`, { x: frame.right, y: frame.bottom + 18, anchor: 'end' }),
  ]);
}
