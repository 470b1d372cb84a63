import type { Opened, Reading } from '../choices.js';
import { inputOf } from '../choices.js';
import { client } from '../client.js';
import type { Watch } from '../shell/tasks.js';

/** Reads a CSV file and looks at it, in the worker. Columns of a file without a header are called column 1, column 2, ... */
export async function openFile(file: File, reading: Reading, { signal, onProgress }: Watch): Promise<Opened> {
  const input = inputOf(reading, reading.header ? [] : await namesWithoutHeader(file));
  const table = await client.read(file, { ...input, signal, onProgress });
  const kept = await client.keep(table);
  return { file, table, kept, inspection: await kept.inspect({ signal, onProgress }) };
}

/** As many names as the first line has fields. */
async function namesWithoutHeader(file: File): Promise<string[]> {
  const start = await file.slice(0, 1 << 16).text();
  const line = start.split(/\r?\n/, 1)[0];
  const counts = [',', ';', '\t', '|'].map((delimiter) => line.split(delimiter).length);
  return Array.from({ length: Math.max(...counts) }, (_, i) => `column ${i + 1}`);
}
