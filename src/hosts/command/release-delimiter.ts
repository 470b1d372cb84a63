import { stat } from 'node:fs/promises';
import type { CheckedJob, CsvSource, Table } from '../../index.js';
import { isWithheld, namedColumns, planColumns } from '../../job/plan.js';
import { DELIMITERS, divide } from '../../io/csv/detect-delimiter.js';

const headerBytes = 65_536;

/**
 * The delimiter of a finished release by its header: the one that gives the most names of columns that the release may have.
 * That is the one of `output.delimiter`, as `anonymize` writes it, unless another program has saved the file since. What `input` or the command
 * line says is of the original, which may have another one.
 *
 * @param read - gives the bytes of the file to what it is given; called for regular files only, which can be opened again
 */
export async function findReleaseDelimiter(
  path: string,
  job: CheckedJob,
  original: Table | undefined,
  read: (use: (source: CsvSource) => Promise<string>) => Promise<string>,
): Promise<string> {
  const plan = planColumns(job);
  const own = plan.output.delimiter ?? ',';
  const found = path === '-' ? null : await stat(path).catch(() => null);
  if (found?.isFile() !== true) return own;
  const text = await read(async (source) => {
    let bytes = new Uint8Array(0);
    for await (const piece of source as AsyncIterable<Uint8Array>) {
      bytes = Buffer.concat([bytes, piece]);
      if (bytes.length >= headerBytes) break;
    }
    return new TextDecoder().decode(bytes.subarray(0, headerBytes));
  });
  const separator = /^sep=([,;|\t])\r?\n/i.exec(text)?.[1];
  if (separator !== undefined) return separator;
  const names = new Set(original?.columns.map(({ name }) => name));
  for (const name of namedColumns(plan)) if (!isWithheld(plan, name)) names.add(name);
  let best = { delimiter: own, known: 0 };
  for (const delimiter of [own, ...DELIMITERS]) {
    const [header = []] = divide(text, delimiter, { complete: true }).records;
    const known = header.filter((name) => names.has(name.trim())).length;
    if (known > best.known) best = { delimiter, known };
  }
  return best.delimiter;
}
