/** Moves of the arrow keys in the picture of a lattice. */
import { extentOf } from '../parts/extent.js';
import type { LatticeNode } from 'kohort/pictures';

/** The sum of the levels. */
export const heightOf = ({ levels }: LatticeNode): number => levels.reduce((sum, level) => sum + level, 0);

/**
 * The node that a key leads to: left and right, Home and End within the height, up and down to the place above or below, PageUp and
 * PageDown to the top and the bottom. Null where the key leads nowhere.
 */
export function nodeBeside(nodes: readonly LatticeNode[], from: LatticeNode, key: string): LatticeNode | null {
  const row = (height: number): LatticeNode[] => nodes.filter((node) => heightOf(node) === height);
  const height = heightOf(from);
  const own = row(height);
  const at = own.findIndex(({ levels }) => levels.join() === from.levels.join());
  const middle = (own.length - 1) / 2;
  /** The node of another height that stands nearest above or below: rows are drawn around one middle. */
  const nearest = (other: number): LatticeNode | null => {
    const found = row(other);
    if (found.length === 0) return null;
    return found[Math.min(found.length - 1, Math.max(0, Math.round(at - middle + (found.length - 1) / 2)))];
  };
  const heights = nodes.map(heightOf);
  switch (key) {
    case 'ArrowLeft':
      return own[at - 1] ?? null;
    case 'ArrowRight':
      return own[at + 1] ?? null;
    case 'Home':
      return own[0];
    case 'End':
      return own[own.length - 1];
    case 'ArrowUp':
      return nearest(height + 1);
    case 'ArrowDown':
      return nearest(height - 1);
    case 'PageUp':
      return nearest(extentOf(heights).most);
    case 'PageDown':
      return nearest(extentOf(heights).least);
    default:
      return null;
  }
}
