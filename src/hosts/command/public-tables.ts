import type { CheckedJob, Table } from '../../index.js';
import { isKeyOfUnit, planColumns, plannedColumn, plannedRole } from '../../job/plan.js';
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
  const plan = planColumns(job);
  const types = (name: string): DeclaredKind | undefined => {
    const declared = plannedColumn(plan, name)?.kind ?? null;
    const kind = original?.column(name) ?? declared;
    const { odd, missing } = declared ?? {};
    if (kind === null) return undefined;
    return { ...kindOf(kind), ...(odd === undefined ? {} : { odd }), ...(missing === undefined ? {} : { missing }) };
  };
  const select = (name: string): boolean => plannedRole(plan, name) === 'quasi-identifier' || isKeyOfUnit(plan, name);
  const format = formatBeside(file.path, plan.input);
  const options = { ...plan.input, format, types, select, signal };
  tables[file.name] = await readRows([file.path], file.argument, options, { open, network: file.network });
  return tables;
}
