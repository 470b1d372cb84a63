import { expect } from 'vitest';
import { readFileSync } from 'node:fs';
import { censusColumns, censusRows } from '../../../scripts/census.mjs';
import { demoJob } from '../../../scripts/demo-job.mjs';
import type { Job, RunResult } from '../../../src/index.js';

/** The job of the demo with an insensitive column and an identifier beside it. */
export const peopleJob: Job = {
  ...(demoJob as Job),
  attributes: {
    ...(demoJob as Job).attributes,
    note: { role: 'insensitive' },
    id: { role: 'identifier' },
  },
};

/** Rows of the census with a number and a note; some workclasses are missing. */
export function peopleRows(rows: number): (string | null)[][] {
  const people = [...censusRows(rows, 3)] as (string | number)[][];
  return people.map((row, i) => [
    `id-${i}`,
    ...row.map((cell, c) => (c === 1 && i % 50 === 0 ? null : String(cell))),
    `it's "${i % 3}" \\ ${i % 3 === 0 ? '\t' : ''}`,
  ]);
}

export const peopleColumns: readonly string[] = ['id', ...(censusColumns as string[]), 'note'];

/** Results that must be equal for every engine that held the rows. */
export function comparable(json: string): unknown {
  const { metrics, ...result } = JSON.parse(json) as RunResult;
  return {
    metrics: Object.fromEntries(
      Object.entries(metrics).map(([key, value]) => [key, typeof value === 'number' ? value.toPrecision(11) : value]),
    ),
    rows: result.rows,
    released: result.released,
    suppressed: result.suppressed,
    classes: result.classes,
    privacy: result.privacy,
    solution: result.solution,
  };
}

/** JSON with numbers up to what sums in another order of the rows change. */
export const rounded = (json: string): unknown =>
  JSON.parse(json, (_, value: unknown) => (typeof value === 'number' ? value.toPrecision(11) : value));

/** The lines of a CSV file after its header, sorted. */
export const sortedLines = (path: string): string[] => readFileSync(path, 'utf8').trimEnd().split('\n').slice(1).sort();

/** Rows of texts as lines of CSV without quotes, sorted. */
export const linesOf = (rows: readonly (readonly unknown[])[]): string[] => {
  expect(rows.length).toBeGreaterThan(0);
  return rows.map((row) => row.map((cell) => String(cell ?? '')).join('|')).sort();
};
