import { largestOf } from '../../base/sequences.js';
import * as Plot from '@observablehq/plot';
import { count } from '../../base/numbers.js';
import type { Picture } from './picture.js';
import { asImage } from './picture.js';

/** A level vector of a full-domain search. */
export interface LatticeNode {
  /** Level of every quasi-identifier, in the order of the columns. */
  readonly levels: readonly number[];
  /**
   * satisfies: within the suppression limit; minimal: and no vector below it is; chosen: what was released; unknown: the
   * search did not judge it.
   */
  readonly state: 'fails' | 'satisfies' | 'minimal' | 'chosen' | 'unknown';
}

/** Options of the picture of a lattice. */
export interface LatticePicture extends Picture {
  /** Called when a node is clicked, or a height with null. Circles of nodes then have their levels as `data-levels`: `1,0,2`. */
  readonly onChoose?: (height: number, node: LatticeNode | null) => void;
}

const states = ['unknown', 'fails', 'satisfies', 'minimal', 'chosen'] as const;
const colors = ['#c8ced4', '#8a949e', '#3b8f5a', '#d2691e', '#8e4ee0'];
/** Fewest pixels between two nodes of a height that are drawn one by one, and most nodes so. */
const nodePixels = 12;
const mostNodes = 600;
const rowPixels = 44;

/** The sum of the levels. */
const heightOf = ({ levels }: LatticeNode): number => levels.reduce((sum, level) => sum + level, 0);

/**
 * The generalization lattice by height: which level vectors satisfy the models, which are minimal, which was chosen. Node by node,
 * with a line wherever one attribute differs by one level, where there is room for it; else as bars that count.
 */
export function drawLattice(
  attributes: readonly string[],
  nodes: readonly LatticeNode[],
  picture: LatticePicture,
): Element {
  const rows = new Map<number, LatticeNode[]>();
  for (const node of nodes) {
    const height = heightOf(node);
    const row = rows.get(height);
    if (row === undefined) rows.set(height, [node]);
    else row.push(node);
  }
  const widest = largestOf(
    [...rows.values()].map(({ length }) => length),
    0,
  );
  const draw = nodes.length <= mostNodes && widest * nodePixels <= picture.width - 80 ? drawNodes : drawBars;
  const chart = draw(attributes, rows, picture);
  return asImage(chart, 'Lattice of level vectors by height');
}

/** The states that occur, with their colors. */
function colorsOf(rows: ReadonlyMap<number, readonly LatticeNode[]>): Plot.ScaleOptions & { legend: boolean } {
  const found = new Set([...rows.values()].flat().map(({ state }) => state));
  const domain = states.filter((state) => found.has(state));
  return { domain, range: domain.map((state) => colors[states.indexOf(state)]), legend: true };
}

interface Placed {
  readonly node: LatticeNode;
  readonly x: number;
  readonly height: number;
}

function drawNodes(
  attributes: readonly string[],
  rows: ReadonlyMap<number, readonly LatticeNode[]>,
  { width, document, onChoose }: LatticePicture,
): Element {
  const placed = new Map<string, Placed>();
  for (const [height, row] of rows) {
    row.forEach((node, i) => placed.set(node.levels.join(), { node, x: i - (row.length - 1) / 2, height }));
  }
  const lines = [...placed.values()].flatMap((from) =>
    from.node.levels.flatMap((_, a) => {
      const to = placed.get(from.node.levels.map((each, b) => (b === a ? each + 1 : each)).join());
      return to === undefined ? [] : [{ x1: from.x, y1: from.height, x2: to.x, y2: to.height }];
    }),
  );
  const dots = [...placed.values()];
  const describe = ({ levels, state }: LatticeNode): string =>
    levels.map((level, a) => `${attributes[a]} ${level}`).join(', ') + ` (${state})`;
  const chart = Plot.plot({
    document,
    width,
    height: 60 + rowPixels * rows.size,
    marginLeft: 48,
    color: colorsOf(rows),
    x: { axis: null, inset: 16 },
    y: { label: 'height', ticks: [...rows.keys()], tickFormat: (value: number) => String(value), inset: 12 },
    marks: [
      Plot.link(lines, { x1: 'x1', y1: 'y1', x2: 'x2', y2: 'y2', strokeOpacity: 0.2 }),
      Plot.dot(dots, {
        x: 'x',
        y: 'height',
        fill: ({ node }: Placed) => node.state,
        r: ({ node }: Placed) => (node.state === 'chosen' ? 8 : 5),
        sort: null,
        title: ({ node }: Placed) => describe(node),
      }),
    ],
    r: { type: 'identity' },
  });
  listen(chart, 'circle', (i) => onChoose?.(dots[i].height, dots[i].node), onChoose).forEach((circle, i) => {
    circle.dataset.levels = dots[i].node.levels.join();
  });
  return chart;
}

function drawBars(
  _: readonly string[],
  rows: ReadonlyMap<number, readonly LatticeNode[]>,
  { width, document, onChoose }: LatticePicture,
): Element {
  const bars = [...rows].flatMap(([height, row]) =>
    states.flatMap((state) => {
      const length = row.filter((node) => node.state === state).length;
      return length === 0 ? [] : [{ height, state, length }];
    }),
  );
  const chosen = [...rows].filter(([, row]) => row.some(({ state }) => state === 'chosen'));
  const chart = Plot.plot({
    document,
    width,
    height: 60 + 22 * rows.size,
    marginLeft: 48,
    marginRight: 64,
    color: colorsOf(rows),
    x: { label: 'level vectors', grid: true, tickFormat: (value: number) => count(value) },
    y: { label: 'height', reverse: true, type: 'band', domain: [...rows.keys()].sort((a, b) => a - b) },
    marks: [
      Plot.barX(bars, {
        x: 'length',
        y: 'height',
        fill: 'state',
        title: ({ height, state, length }: (typeof bars)[number]) => `height ${height}: ${count(length)} ${state}`,
      }),
      Plot.text(chosen, {
        x: ([, row]: (typeof chosen)[number]) => row.length,
        y: ([height]: (typeof chosen)[number]) => height,
        text: () => '◂ chosen',
        textAnchor: 'start',
        dx: 6,
      }),
    ],
  });
  listen(chart, 'rect', (i) => onChoose?.(bars[i].height, null), onChoose);
  return chart;
}

/** Makes the marks of the chart itself, not those of its legend, answer clicks; gives them, none where nobody listens. */
function listen(chart: Element, mark: string, choose: (index: number) => void, wanted: unknown): SVGElement[] {
  if (wanted === undefined) return [];
  const svg = chart.matches('svg') ? chart : [...chart.querySelectorAll('svg')].at(-1);
  const marks = [...(svg?.querySelectorAll<SVGElement>(`g[aria-label] ${mark}`) ?? [])];
  marks.forEach((element, i) => {
    element.style.cursor = 'pointer';
    element.addEventListener('click', () => choose(i));
  });
  return marks;
}
