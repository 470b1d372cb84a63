import { inspect, toJson } from '../../index.js';
import { stdoutWidth, writeResult } from './console.js';
import type { InputFlags } from './input-options.js';
import { inputWith } from './input-options.js';
import { describeInspection } from './format.js';
import { withOptionNames } from './proposal.js';
import { readJob, refuseTwoStdins } from './read-job.js';
import { readRows } from './read-rows.js';
import type { CommonOptions } from './run-options.js';
import { runOptionsOf } from './run-options.js';
import type { UnitOptions } from './unit-options.js';
import { withUnit } from './unit-options.js';
import { withTerminal } from './with-terminal.js';
import { reportReading } from './reading-progress.js';

/** Options of `kohort inspect`. */
export interface InspectOptions extends CommonOptions, InputFlags, UnitOptions {
  /** A job whose `input` says how the file is read, and to which the warnings apply. */
  readonly job?: string;
  /** Further CSV files with the same header, read after INPUT as if they were one. */
  readonly more?: readonly string[];
}

/** `kohort inspect`. Rows with missing values are kept: they are what is looked at. */
export async function inspectCommand(input: string, options: InspectOptions): Promise<void> {
  const { json = false, more = [] } = options;
  return withTerminal(options, async ({ interrupts, signal, terminal }) => {
    if (options.job !== undefined) refuseTwoStdins(input, options.job);
    const job = options.job === undefined ? undefined : withUnit((await readJob(options.job, signal)).job, options);
    const table = await readRows([input, ...more], 'input', {
      ...inputWith(job?.input, options),
      onMissing: 'keep',
      signal,
      onProgress: reportReading([input, ...more], terminal),
    });
    const { engine, onProgress } = runOptionsOf(options, interrupts, terminal);
    const { person: persons, rowsArePeople = job?.unit === 'row' } = options;
    const asked = { engine, signal, onProgress, persons, rowsArePeople, ...(job === undefined ? {} : { job }) };
    const found = await withOptionNames(async () => inspect(table, asked));
    terminal.clear();
    if (!json) terminal.warn(found.warnings);
    await writeResult(
      json ? toJson(found, 2) : describeInspection(found, { width: stdoutWidth(), rowsArePeople }).join('\n'),
      { json },
    );
  });
}
