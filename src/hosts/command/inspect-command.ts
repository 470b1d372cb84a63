import { inspect, toJson } from '../../index.js';
import { counted } from '../../base/numbers.js';
import { stdoutWidth, writeResult } from './console.js';
import type { InputFlags } from './input-options.js';
import { inputWith } from './input-options.js';
import { describeInspection } from './format.js';
import { readJob, refuseTwoStdins } from './read-job.js';
import { readRows } from './read-rows.js';
import type { CommonOptions } from './run-options.js';
import { runOptionsOf } from './run-options.js';
import { withTerminal } from './with-terminal.js';

/** Options of `kohort inspect`. */
export interface InspectOptions extends CommonOptions, InputFlags {
  /** A job whose `input` says how the file is read, and of which warnings tell what applies. */
  readonly job?: string;
  /** Further CSV files with the same header, read after INPUT as if they were one. */
  readonly more?: readonly string[];
}

/** `kohort inspect`. Rows with missing values are kept: they are what is looked at. */
export async function inspectCommand(input: string, options: InspectOptions): Promise<void> {
  const { json = false, more = [] } = options;
  return withTerminal(options, async ({ interrupts, signal, terminal }) => {
    if (options.job !== undefined) refuseTwoStdins(input, options.job);
    const job = options.job === undefined ? undefined : (await readJob(options.job, signal)).job;
    const table = await readRows([input, ...more], 'input', {
      ...inputWith(job?.input, options),
      onMissing: 'keep',
      signal,
      onProgress: ({ rows }) => terminal.progress(`read ${counted(rows, 'row')}`),
    });
    const { engine, onProgress } = runOptionsOf(options, interrupts, terminal);
    const found = await inspect(table, { engine, signal, onProgress, ...(job === undefined ? {} : { job }) });
    terminal.clear();
    if (!json) terminal.warn(found.warnings);
    await writeResult(json ? toJson(found, 2) : describeInspection(found, stdoutWidth()).join('\n'), { json });
  });
}
