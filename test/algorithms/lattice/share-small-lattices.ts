import { afterAll, beforeAll } from 'vitest';
import { pieceSizes } from '../../../src/algorithms/lattice/piece-sizes.js';

/** Has lattices shared, during the tests of a file, on whose tables no thread would be started. */
export function shareSmallLattices(): void {
  const usual = { ...pieceSizes };
  beforeAll(() => void Object.assign(pieceSizes, { piece: 1, worth: 1e-9 }));
  afterAll(() => void Object.assign(pieceSizes, usual));
}
