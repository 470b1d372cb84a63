export const censusColumns: readonly string[];
export function censusRows(rows: number, seed: number): Generator<(string | number)[]>;
export function makeCensus(rows: number, seed: number): string;
