/** Suppressed rows by the values of columns. */
import { anonymize } from 'kohort';
import { findSuppressedRows } from 'kohort/assess';
import type { Bins } from './bins.js';
import { binsOf } from './bins.js';
import type { Suppressed, SuppressedColumn } from './answers.js';
import type { HeldRun, ReadColumn, Tell } from './read-release.js';

/** Most values of a column. */
const MOST = 40;

/**
 * Rows of the original that were not released, by the values of every released column.
 */
export async function traceSuppressed(held: HeldRun, tell: Tell): Promise<Suppressed> {
  const { suppressed, recoding, job } = held.run;
  if (job.rowsPerPerson !== undefined) {
    return {
      columns: null,
      reason: 'Only some rows of every person were used, so the others are not suppressed rows.',
    };
  }
  const isSuppressed = await findSuppressedRows(held, recoding, { anonymize, onProgress: (share) => void tell(share) });
  if (isSuppressed.reduce((sum, each) => sum + each, 0) !== suppressed) {
    const reason =
      'The search was made again, and suppressed other rows: it was ended early, or by a time limit, so the suppressed rows of this release are unknown.';
    return { columns: null, reason };
  }
  return { columns: held.names.map((name) => countColumn(held.column(name), isSuppressed, held.k)), reason: null };
}

function countColumn(seen: ReadColumn, isSuppressed: Uint8Array, k: number): SuppressedColumn {
  const bins = binsOf(seen, MOST, k);
  const { codes } = seen.source;
  const binOf = seen.leafOf.map((leaf) => (leaf < 0 ? -1 : bins.binOf[leaf]));
  const rows = new Array<number>(bins.labels.length).fill(0);
  const suppressed = new Array<number>(bins.labels.length).fill(0);
  for (let row = 0; row < codes.length; row++) {
    const bin = binOf[codes[row]];
    if (bin < 0) continue;
    rows[bin]++;
    suppressed[bin] += isSuppressed[row];
  }
  return { name: seen.name, ...joinRare(bins, rows, suppressed, k) };
}

/** Groups of fewer than k rows become one. */
function joinRare({ labels }: Bins, rows: readonly number[], suppressed: readonly number[], k: number) {
  const isRare = (at: number): boolean => rows[at] < k;
  const kept = Array.from(labels.keys()).filter((at) => !isRare(at));
  const rare = Array.from(labels.keys()).filter((at) => isRare(at) && rows[at] > 0);
  const total = (counts: readonly number[]): number[] =>
    rare.length === 0 ? [] : [rare.reduce((sum, at) => sum + counts[at], 0)];
  return {
    labels: [...kept.map((at) => labels[at]), ...(rare.length === 0 ? [] : ['rare values, together'])],
    rows: [...kept.map((at) => rows[at]), ...total(rows)],
    suppressed: [...kept.map((at) => suppressed[at]), ...total(suppressed)],
  };
}
