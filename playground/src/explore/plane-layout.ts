/** Layout of the plane of risk and loss. */
import { extentOf } from '../parts/extent.js';
import { type Point, hasPlace, riskOf } from './points.js';

/** A point with its place, in CSS pixels. */
export interface Placed {
  readonly point: Point;
  readonly x: number;
  readonly y: number;
}

interface Tick {
  readonly at: number;
  readonly value: number;
}

interface Label {
  readonly key: string;
  readonly x: number;
  readonly y: number;
  readonly text: string;
  readonly anchor: 'start' | 'end';
}

/** A plane, laid out. */
export interface PlaneLayout {
  readonly left: number;
  readonly right: number;
  readonly bottom: number;
  readonly placed: readonly Placed[];
  readonly lossTicks: readonly Tick[];
  /** Ticks whose values are sizes of the smallest class: the risk is 1 divided by the size. */
  readonly riskTicks: readonly Tick[];
  /** One for each algorithm of a comparison. */
  readonly lines: readonly { readonly name: string; readonly path: string }[];
  /** Steps along the points that none beats. */
  readonly front: string;
  readonly labels: readonly Label[];
}

interface Size {
  readonly width: number;
  readonly height: number;
}

const margin = { left: 52, right: 24, top: 24, bottom: 44 };
/** About the width of a letter and the height of a line of a label, in CSS pixels. */
const letter = 6.2;
const line = 13;
const mostLetters = 26;

/** Lays points out: risk across, in steps that multiply, loss up from 0; null where no point has a place. */
export function layOut(
  points: readonly Point[],
  front: ReadonlySet<string>,
  { width, height }: Size,
): PlaneLayout | null {
  const measured = points.filter(hasPlace);
  if (measured.length === 0) return null;
  const [left, right] = [margin.left, Math.max(margin.left + 40, width - margin.right)];
  const [top, bottom] = [margin.top, height - margin.bottom];
  const risks = measured.map(({ figures }) => riskOf(figures) ?? 1);
  const reached = extentOf(risks);
  const [low, high] = [Math.log(reached.least / 1.25), Math.log(reached.most * 1.25)];
  const across = (risk: number): number => left + ((Math.log(risk) - low) / (high - low)) * (right - left);
  const most = Math.max(extentOf(measured.map(({ figures }) => figures.loss ?? 0)).most, 0.01) * 1.08;
  const up = (loss: number): number => bottom - (loss / most) * (bottom - top);
  const placed = measured.map((point) => ({
    point,
    x: across(riskOf(point.figures) ?? 1),
    y: up(point.figures.loss ?? 0),
  }));
  const onFront = placed.filter(({ point }) => front.has(point.id)).sort((a, b) => a.x - b.x || b.y - a.y);
  return {
    left,
    right,
    bottom,
    placed,
    lossTicks: stepsTo(most).map((value) => ({ value, at: up(value) })),
    riskTicks: apart(
      sizesWithin(Math.exp(low), Math.exp(high)).map((value) => ({ value, at: across(1 / value) })),
      64,
    ),
    lines: linesOf(placed),
    front: onFront.length < 2 ? '' : onFront.map(({ x, y }, at) => (at === 0 ? `M${x} ${y}` : `H${x}V${y}`)).join(''),
    labels: labelsOf(placed, right),
  };
}

/** Round steps from 0 to a value, four to eight of them. */
function stepsTo(most: number): number[] {
  const rough = most / 5;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = [1, 2, 5, 10].map((each) => each * power).find((each) => each >= rough) ?? rough;
  return Array.from({ length: Math.floor(most / step) + 1 }, (_, at) => Number((at * step).toPrecision(6)));
}

/** Sizes 1, 2, 5, 10, 20, ... whose risks, 1 / size, lie between two risks. */
function sizesWithin(low: number, high: number): number[] {
  const sizes: number[] = [];
  for (let power = 1; power <= 1e9; power *= 10) sizes.push(power, 2 * power, 5 * power);
  const within = sizes.filter((size) => 1 / size >= low && 1 / size <= high);
  return within.length > 0 ? within : [Math.round(2 / (low + high))];
}

/** Ticks that stand at least `least` pixels apart. */
function apart(ticks: readonly Tick[], least: number): Tick[] {
  const kept: Tick[] = [];
  for (const tick of ticks) if (kept.every(({ at }) => Math.abs(at - tick.at) >= least)) kept.push(tick);
  return kept;
}

function linesOf(placed: readonly Placed[]): { name: string; path: string }[] {
  const byAlgorithm = new Map<string, Placed[]>();
  for (const each of placed) {
    if (each.point.kind !== 'compared') continue;
    const { algorithm } = each.point.figures;
    byAlgorithm.set(algorithm, [...(byAlgorithm.get(algorithm) ?? []), each]);
  }
  return [...byAlgorithm].map(([name, own]) => ({
    name,
    path: own
      .sort((a, b) => a.x - b.x)
      .map(({ x, y }, at) => `${at === 0 ? 'M' : 'L'}${x} ${y}`)
      .join(''),
  }));
}

/** Names where they cover nothing: those of releases and pins, and of each algorithm once, where its line begins. */
function labelsOf(placed: readonly Placed[], right: number): Label[] {
  const first = new Map<string, Placed>();
  for (const each of placed) {
    const { algorithm } = each.point.figures;
    const known = first.get(algorithm);
    if (each.point.kind === 'compared' && (known === undefined || each.x < known.x)) first.set(algorithm, each);
  }
  const wanted = [
    ...placed
      .filter(({ point }) => point.kind === 'release' || point.kind === 'pin')
      .map((each) => ({ each, text: each.point.name })),
    ...[...first].map(([text, each]) => ({ each, text })),
  ];
  const taken = placed.map(({ x, y }) => ({ x1: x - 7, x2: x + 7, y1: y - 7, y2: y + 7 }));
  const labels: Label[] = [];
  for (const { each, text: whole } of wanted) {
    const text = whole.length > mostLetters ? `${whole.slice(0, mostLetters - 1)}…` : whole;
    const wide = letter * text.length;
    const places = [
      { dx: 11, dy: 4 },
      { dx: 9, dy: -9 },
      { dx: 9, dy: 18 },
    ];
    for (const { dx, dy } of places) {
      const isLeft = each.x + dx + wide > right + margin.right;
      const x1 = isLeft ? each.x - dx - wide : each.x + dx;
      const box = { x1, x2: x1 + wide, y1: each.y + dy - line + 3, y2: each.y + dy + 3 };
      const covers = taken.some(
        ({ x1: a, x2: b, y1: c, y2: d }) => box.x1 < b && a < box.x2 && box.y1 < d && c < box.y2,
      );
      if (covers || box.x1 < 0) continue;
      taken.push(box);
      labels.push({
        key: each.point.id,
        x: isLeft ? each.x - dx : each.x + dx,
        y: each.y + dy,
        text,
        anchor: isLeft ? 'end' : 'start',
      });
      break;
    }
  }
  return labels;
}
