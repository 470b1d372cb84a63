import { Frame, Heap } from './views.generated.js';

/** The memory of one search by K-OPTIMIZE, and one open node in it. Addresses are indices of the view that they are used with. */
export { Frame, Heap };

/** The frame that begins at a word. */
export function frameAt({ I, F }: Heap, at: number): Frame {
  return new Frame(I, F, at);
}
