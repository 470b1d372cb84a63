import type { RandomSource } from '../../base/random.js';
import { cryptographicRandom } from '../../base/random.js';
import { drawRows } from '../../table/draw-rows.js';
import type { Table } from '../../table/table.js';

/** In which order the rows of a counted table leave: one that is given, [rows] entries, else one drawn at random. */
export interface OrderOptions {
  readonly random?: RandomSource | undefined;
  readonly order?: Uint32Array | undefined;
}

/** [rows] entry of every row in the order in which rows leave: their own, or for a counted table see {@link OrderOptions}. */
export function rowOrder(table: Table, { random = cryptographicRandom(), order: given }: OrderOptions): Uint32Array {
  if (given !== undefined) return given;
  const order = new Uint32Array(table.rows);
  if (table.weights === null) return order.map((_, row) => row);
  let at = 0;
  for (const block of drawRows(table.weights, random)) {
    order.set(block, at);
    at += block.length;
  }
  return order;
}
