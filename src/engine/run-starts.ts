/** Starts of runs from the end of the run that begins at every row; row 0 begins one. */
export function startsOfRuns(endOf: ArrayLike<number>, rows: number): Uint32Array {
  const starts: number[] = [];
  for (let s = 0; s < rows; s = endOf[s]) starts.push(s);
  return Uint32Array.from(starts);
}
