import { throwIfAborted } from '../base/errors.js';
import { BREATH, runWithEvents } from '../base/steps.js';
import type { Table } from '../table/table.js';
import type { ReadCsvOptions } from './csv/read-options.js';
import { RowCollector } from './from-rows.js';

/** Makes a table of rows that come in batches. */
export async function collectRows(
  batches: Iterable<readonly unknown[]> | AsyncIterable<readonly unknown[]>,
  { signal, onProgress, ...options }: ReadCsvOptions,
): Promise<Table> {
  const { columns, types, missing, onMissing, missingMatters, select, sourceName, decimal, thousands, onDescribed } =
    options;
  const rules = { types, missing, onMissing, missingMatters, select, sourceName, decimal, thousands, onDescribed };
  const collector = new RowCollector({ columns, ...rules });
  let lastBreath = performance.now();
  for await (const batch of batches) {
    throwIfAborted(signal);
    collector.take(batch);
    onProgress?.({ bytes: 0, rows: collector.rows });
    if (performance.now() - lastBreath < BREATH) continue;
    await new Promise((resolve) => setTimeout(resolve, 0));
    lastBreath = performance.now();
  }
  throwIfAborted(signal);
  return runWithEvents(collector.finishInSteps(), signal);
}
