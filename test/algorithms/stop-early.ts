import { expect } from 'vitest';
import { anonymize, type Job, type RunOptions, type RunResult, type Table } from '../../src/index.js';

/** Runs until the first checkpoint of a search that is under way, then finishes. */
export async function stopEarly(
  table: Table,
  job: Job,
  options: RunOptions = {},
): Promise<{ state: Uint8Array; search: RunResult['search'] }> {
  let state: Uint8Array | null = null;
  const finish = new AbortController();
  const { result } = await anonymize(table, job, {
    ...options,
    finish: finish.signal,
    onProgress: ({ anytime, share }) => void (anytime && share > 0 && finish.abort()),
    onCheckpoint: (given) => void (state = given),
  });
  expect(result.search.optimal).toBe(false);
  expect(state).not.toBeNull();
  return { state: state!, search: result.search };
}
