import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { jobOf } from './scale-jobs.js';
import { tableFile, type TableName } from './scale-tables.js';

/** The start of the command line that runs an algorithm on a table; makes its job and its tables in the folder. */
export function commandLine(folder: string, name: string, table: TableName, rows: number): string[] {
  const input = tableFile(folder, table, rows);
  const job = join(folder, `${name}-${table}.json`);
  const { spec, needsPeople } = jobOf(name, table);
  if (needsPeople) tableFile(folder, table, 2 * rows);
  writeFileSync(job, JSON.stringify(spec(rows), null, 1));
  return ['anonymize', input, '--job', job, '--json', '--quiet', '--seed', '1'];
}

/** All that a stream gives, as text. */
export async function collect(stream: NodeJS.ReadableStream): Promise<string> {
  let text = '';
  for await (const piece of stream) text += String(piece);
  return text;
}
