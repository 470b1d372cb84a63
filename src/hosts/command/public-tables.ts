import type { CheckedJob, Table } from '../../index.js';
import { planColumns } from '../../job/plan.js';
import type { DeclaredKind } from '../../table/table.js';
import { kindOf } from '../../table/spelling.js';
import type { PublicFile } from './read-job.js';
import type { OpenSource } from './read-rows.js';
import { readRows } from './read-rows.js';
import { formatBeside } from '../../table/file-formats.js';

/**
 * Reads the public table that a job's models name, as `input` says, its columns with the types of the input's: quasi-identifiers, and the
 * key of persons where it has it. None when no model names one.
 *
 * @param open the engine that the input is read from, which is not opened a second time
 */
export async function readPublicTables(
  file: PublicFile | null,
  job: CheckedJob,
  original: Table | undefined,
  signal: AbortSignal,
  open: OpenSource | null = null,
): Promise<Record<string, Table>> {
  const tables = Object.create(null) as Record<string, Table>;
  if (file === null) return tables;
  const types = Object.create(null) as Record<string, DeclaredKind>;
  const wanted = new Set<string>();
  const plan = planColumns(job);
  for (const { name: attribute, role, kind: declared } of plan.columns) {
    if (role !== 'quasi-identifier' && role !== 'person') continue;
    wanted.add(attribute);
    const kind = original?.column(attribute) ?? declared;
    const { odd, missing } = declared ?? {};
    if (kind === null) continue;
    types[attribute] = {
      ...kindOf(kind),
      ...(odd === undefined ? {} : { odd }),
      ...(missing === undefined ? {} : { missing }),
    };
  }
  const format = formatBeside(file.path, plan.input);
  const options = { ...plan.input, format, types, select: (column: string) => wanted.has(column), signal };
  tables[file.name] = await readRows([file.path], file.argument, options, { open, network: file.network });
  return tables;
}
