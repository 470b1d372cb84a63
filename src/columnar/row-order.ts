import type { RandomSource } from '../random.js';
import { cryptographicRandom } from '../random.js';
import { drawRows } from '../table/draw-rows.js';
import type { Table } from '../table/table.js';

/** [rows] entry of every row in the order in which rows leave: their own, or for a counted table one drawn at random. */
export function rowOrder(table: Table, random: RandomSource = cryptographicRandom()): Uint32Array {
  const order = new Uint32Array(table.rows);
  if (table.weights === null) return order.map((_, row) => row);
  let at = 0;
  for (const block of drawRows(table.weights, random)) {
    order.set(block, at);
    at += block.length;
  }
  return order;
}
