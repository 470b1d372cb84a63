/** Suppressed rows by the values of columns. */
import type { ReleasePlan } from 'kohort/inside/pipeline/options';
import type { Pieces } from 'kohort/inside/release/pieces';
import { suppressedRow } from 'kohort/inside/release/pieces';
import { anonymize, applyRecoding } from 'kohort/inside/index';
import { countRowsPerCode, Table } from 'kohort/inside/table/table';
import type { Tell } from './assessor.js';
import type { Bins } from './bins.js';
import { binsOf } from './bins.js';
import type { Suppressed, SuppressedColumn } from './protocol.js';
import type { HeldRun, SeenColumn } from './read-release.js';

/** Most values of a column. */
const MOST = 40;

/**
 * Rows of the original that were not released, by the values of every released column. The release is shuffled: the rows are found by the recoding
 * where it can be applied, else by another search.
 */
export async function traceSuppressed(held: HeldRun, tell: Tell): Promise<Suppressed> {
  const { suppressed, recoding, job } = held.run;
  if (job.rowsPerPerson !== undefined) {
    return {
      columns: null,
      reason: 'Only some rows of every person were taken, so the others are no suppressed rows.',
    };
  }
  const isSuppressed = recoding.applicable ? await byRecoding(held) : await bySearch(held, tell);
  if (isSuppressed.reduce((sum, each) => sum + each, 0) !== suppressed) {
    const reason =
      'The search was made again, and suppressed other rows: it was ended early, or by a time limit, so the suppressed rows of this release are unknown.';
    return { columns: null, reason };
  }
  return { columns: held.names.map((name) => countColumn(held.column(name), isSuppressed, held.k)), reason: null };
}

/** [rows] 1 for those that no class of the recoding takes. */
async function byRecoding({ run, original, quasiIdentifiers }: HeldRun): Promise<Uint8Array> {
  const { release } = await applyRecoding(run.recoding, original, { order: 'input', suppressed: 'star', seed: 0 });
  const stars = quasiIdentifiers.map((name) => {
    const column = release.column(name);
    if (column === undefined) throw new Error('The recoding lacks a column.');
    return { codes: column.codes, star: column.texts.indexOf('*') };
  });
  return Uint8Array.from({ length: original.rows }, (_, row) =>
    Number(stars.every(({ codes, star }) => codes[row] === star)),
  );
}

/** Ends a run as soon as the fate of every row is known. */
class Planned extends Error {}

async function bySearch({ original, job }: HeldRun, tell: Tell): Promise<Uint8Array> {
  const columns = original.columns.map((column) => ({ ...column, rowsPerCode: countRowsPerCode(column) }));
  const counted = new Table(original.rows, columns, [], new Uint32Array(original.rows).fill(1));
  let pieces: Pieces | null = null;
  try {
    await anonymize(counted, job, {
      recoding: false,
      onPlan: (plan: ReleasePlan) => {
        ({ pieces } = plan);
        throw new Planned();
      },
      onProgress: ({ phase, share }) => void tell(phase === 'search' ? share : 0),
    });
  } catch (error) {
    if (!(error instanceof Planned)) throw error;
  }
  const isSuppressed = new Uint8Array(original.rows);
  const found = pieces as Pieces | null;
  found?.entry.forEach((entry, piece) => {
    if (found.classId[piece] === suppressedRow) isSuppressed[entry] = 1;
  });
  return isSuppressed;
}

function countColumn(seen: SeenColumn, isSuppressed: Uint8Array, k: number): SuppressedColumn {
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
