import type { Released } from '../release/released.js';

/** Rows of the largest released class; 0 when nothing was released. */
export function measureLargestClass({ sizes }: Released): number {
  let largest = 0;
  for (let j = 0; j < sizes.length; j++) if (sizes[j] > largest) largest = sizes[j];
  return largest;
}
