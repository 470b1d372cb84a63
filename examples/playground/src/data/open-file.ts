import type { Opened, Reading } from '../choices.js';
import { inputOf } from '../choices.js';
import { client } from '../client.js';
import type { KeptTable } from 'kohort/client';
import type { ProposedJob } from 'kohort/js';
import type { Watch } from '../shell/tasks.js';
import { messageOf } from '../shell/tasks.js';

/** Reads a CSV file and looks at it, in the worker. Columns of a file without a header are called column 1, column 2, ... */
export async function openFile(file: File, reading: Reading, { signal, onProgress }: Watch): Promise<Opened> {
  const input = inputOf(reading, reading.header ? [] : await namesWithoutHeader(file));
  const { table, kept } = await client.open(file, { ...input, signal, onProgress });
  const inspection = await kept.inspect({ signal, onProgress });
  const { proposal, note } = await propose(kept, signal);
  if (proposal === null) return { file, table, kept, inspection, proposal, note };
  const reasons = new Map(proposal.columns.map((column) => [column.name, column]));
  const columns = inspection.columns.map((column) => {
    const { role = column.suggestedRole, reason = column.reason } = reasons.get(column.name) ?? {};
    return { ...column, suggestedRole: role, reason };
  });
  return { file, table, kept, inspection: { ...inspection, columns }, proposal: proposal.job, note };
}

/** k of a release before somebody chooses another one. */
const FIRST_K = 10;

/** A job made from the table, or why none can be. */
async function propose(
  kept: KeptTable,
  signal: AbortSignal,
): Promise<{ readonly proposal: ProposedJob | null; readonly note: string | null }> {
  try {
    return { proposal: await kept.propose({ k: FIRST_K }, { signal }), note: null };
  } catch (reason) {
    if (signal.aborted) throw reason;
    return { proposal: null, note: messageOf(reason) };
  }
}

/** As many names as the first line has fields. */
async function namesWithoutHeader(file: File): Promise<string[]> {
  const start = await file.slice(0, 1 << 16).text();
  const line = start.split(/\r?\n/, 1)[0];
  const counts = [',', ';', '\t', '|'].map((delimiter) => line.split(delimiter).length);
  return Array.from({ length: Math.max(...counts) }, (_, i) => `column ${i + 1}`);
}
