import type { Anonymize, Job, listAlgorithms, tableFromRows } from '../src/index.js';

export const people: readonly {
  readonly age: number;
  readonly zip: string;
  readonly disease: string;
  readonly items: string;
}[];
export const everybody: readonly { readonly age: number; readonly zip: string }[];
/** The job by which an algorithm is shown. */
export function jobOf(name: string): Job;
/** Name, what is to be seen in words, and SVG text, for every algorithm that `kohort` lists. */
export function drawAlgorithms(kohort: {
  readonly anonymize: Anonymize;
  readonly listAlgorithms: typeof listAlgorithms;
  readonly tableFromRows: typeof tableFromRows;
}): Promise<readonly { readonly name: string; readonly caption: string; readonly svg: string }[]>;
