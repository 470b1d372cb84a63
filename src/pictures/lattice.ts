import * as Plot from '@observablehq/plot';
import type { Picture } from './picture.js';
import { asImage, count } from './picture.js';

/** A level vector of a full-domain search. */
export interface LatticeNode {
  readonly levels: readonly number[];
  /** satisfies: within the suppression limit; minimal: and no predecessor does; chosen: what was released. */
  readonly state: 'fails' | 'satisfies' | 'minimal' | 'chosen';
}

/** Most nodes that are drawn as dots; a larger lattice is drawn as bars by height. */
const mostDots = 1500;
const states = ['fails', 'satisfies', 'minimal', 'chosen'] as const;
const colors = ['#9aa4ad', '#3b8f5a', '#c2571a', '#7a3ec2'];

/** The generalization lattice by height: which level vectors satisfy the models, which are minimal, which was chosen. */
export function drawLattice(
  attributes: readonly string[],
  nodes: readonly LatticeNode[],
  { width, document }: Picture,
): Element {
  const height = (node: LatticeNode): number => node.levels.reduce((sum, level) => sum + level, 0);
  const rows = new Map<number, LatticeNode[]>();
  for (const node of nodes) rows.set(height(node), [...(rows.get(height(node)) ?? []), node]);
  const color = { domain: [...states], range: colors, legend: true };
  const describe = (node: LatticeNode): string =>
    node.levels.map((level, i) => `${attributes[i]} ${level}`).join(', ') + ` (${node.state})`;
  const base = { document, width, color };
  const label = 'Lattice of level vectors by height';
  if (nodes.length > mostDots) {
    return asImage(
      Plot.plot({
        ...base,
        height: 360,
        marginLeft: 48,
        x: { label: 'level vectors', grid: true, tickFormat: (value: number) => count(value) },
        y: { label: 'height', reverse: true, type: 'band' },
        marks: [Plot.barX(nodes, Plot.groupY({ x: 'count' }, { y: height, fill: 'state', order: [...states] }))],
      }),
      label,
    );
  }
  const placed = [...rows.values()].flatMap((row) =>
    row.map((node, i) => ({ node, x: i - (row.length - 1) / 2, y: height(node), state: node.state })),
  );
  return asImage(
    Plot.plot({
      ...base,
      height: 60 + 28 * rows.size,
      marginLeft: 48,
      x: { axis: null },
      y: { label: 'height', ticks: [...rows.keys()], tickFormat: (value: number) => String(value) },
      marks: [
        Plot.dot(placed, {
          x: 'x',
          y: 'y',
          fill: 'state',
          r: 4,
          title: ({ node }: (typeof placed)[number]) => describe(node),
        }),
      ],
    }),
    label,
  );
}
