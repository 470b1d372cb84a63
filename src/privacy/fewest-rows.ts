import { TOLERANCE } from './tolerance.js';

/** The fewest rows of a class whose risk 1 / rows is at most `risk` (0 < risk <= 1), with the tolerance of all models. */
export function fewestRows(risk: number): number {
  const bound = risk * (1 + TOLERANCE);
  let rows = Math.max(1, Math.floor(1 / bound));
  while (1 / rows > bound) rows++;
  return rows;
}
