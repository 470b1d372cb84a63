/** Risks of rows, or persons, when the file is a sample of a larger population. */
import { individualRisk, type Table } from 'kohort';
import { countAlikeRows } from 'kohort/assess';
import type { PopulationEstimate, PopulationQuestion, PopulationRisks } from './answers.js';
import type { HeldRun } from './read-release.js';

/** Estimates, for the original and the release, how likely rows are those of a given person of the population. */
export function estimatePopulation(held: HeldRun, asked: PopulationQuestion): PopulationEstimate {
  const { original, release, permutation, quasiIdentifiers } = held;
  const released = permutation === undefined ? quasiIdentifiers : [permutation.bucketColumn];
  const { personsAlike } = held.run;
  const before = personsAlike ? new Map(personsAlike.before) : rowsByFrequency(original, quasiIdentifiers);
  const after = personsAlike ? new Map(personsAlike.after) : rowsByFrequency(release, released);
  return {
    before: risksOf(before, asked),
    after: risksOf(after, asked),
    unique: [before.get(1) ?? 0, after.get(1) ?? 0],
  };
}

const counted = new WeakMap<Table, ReadonlyMap<number, number>>();

/** Rows by how many rows are like them, counted once. */
function rowsByFrequency(table: Table, columns: readonly string[]): ReadonlyMap<number, number> {
  let rows = counted.get(table);
  if (rows === undefined) counted.set(table, (rows = countAlikeRows(table, columns)));
  return rows;
}

function risksOf(
  frequencies: ReadonlyMap<number, number>,
  { fraction, method, limit }: PopulationQuestion,
): PopulationRisks {
  const sample = [...frequencies.keys()];
  const population = sample.map((alike) => alike / fraction);
  const risks = individualRisk(sample, population, method);
  let [largest, sum, rows, above] = [0, 0, 0, 0];
  sample.forEach((alike, at) => {
    const own = frequencies.get(alike) ?? 0;
    largest = Math.max(largest, risks[at]);
    sum += own * risks[at];
    rows += own;
    if (risks[at] > limit) above += own;
  });
  return { largest, average: rows === 0 ? 0 : sum / rows, above };
}
