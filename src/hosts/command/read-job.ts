import { appendAll } from '../../base/sequences.js';
import { createReadStream } from 'node:fs';
import { isPlainObject } from '../../base/plain-object.js';
import { stat } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { abortErrorOf, InvalidArgumentError, KohortError, throwIfAborted } from '../../base/errors.js';
import { joinErrors } from '../../base/problems.js';
import { formatPath } from '../../base/describe.js';
import { readHierarchies } from '../../job/hierarchy-files.js';
import type { HierarchySpec, CheckedJob } from '../../job/job.js';
import { removeComments } from '../../job/json-text.js';
import { planColumns } from '../../job/plan.js';
import { requireColumns } from '../../job/roles.js';
import type { InputSpec } from '../../table/input-spec.js';
import { publicTableOf } from '../../pipeline/plan-run.js';
import { hideSecret, isSourceAddress, parseSourceAddress } from '../../table/source-address.js';
import { foreignFormatOf } from '../../io/foreign-format.js';
import { parseJobText } from '../../pipeline/parse-job-text.js';
import type { Warning } from '../../table/table.js';
import { isStdinDirectory } from '../node/open-input.js';
import { isFewDescriptors, systemCode } from '../node/system-error.js';
import type { InputFlags } from './input-options.js';
import { inputWith } from './input-options.js';
import { readLevels } from './read-levels.js';
import { readColumnNames } from './read-table.js';

/** A job with its hierarchies read, and the files it came from. */
export interface JobFiles {
  readonly job: CheckedJob;
  readonly files: readonly string[];
  /** The public table that models name; null without one. */
  readonly publicFile: PublicFile | null;
  /** Repairs in the files of hierarchies. */
  readonly warnings: readonly Warning[];
}

/** The public table of a job. */
export interface PublicFile {
  /** Name in the models. */
  readonly name: string;
  /** Its file, or its address in an SQL engine. */
  readonly path: string;
  /** Path in the job, for errors. */
  readonly argument: string;
  /** False where views of its DuckDB file may ask no server: the job that names it may be somebody else's. */
  readonly network: boolean;
}

const largestBytes = 256 * 1024 * 1024;

/**
 * Reads a job file (`-`: stdin) and the hierarchy files it names, which are relative to it (for stdin: to the working
 * directory), as its `input` says and what the command line says over it. Where the job is wrong, the errors say of columns that `input` does not have too. Throws InvalidArgumentError: `JOB_UNREADABLE`, `HIERARCHY_UNREADABLE`, and what `parseJobText` throws; AbortError.
 */
export async function readJob(
  path: string,
  signal: AbortSignal,
  flags: InputFlags = {},
  input?: string,
  option = '--job',
): Promise<JobFiles> {
  const stdin = path === '-';
  const bytes = stdin ? await readStdin(signal) : await readBytes(path, option, 'JOB_UNREADABLE', signal);
  const format = foreignFormatOf(bytes);
  if (format !== null && !format.name.startsWith('JSON')) {
    throw new InvalidArgumentError(option, 'a job (JSON)', format.name, 'JOB_UNREADABLE');
  }
  const text = decode(bytes, option, 'JOB_UNREADABLE');
  try {
    return await readFilesOf(parseJobText(text, stdin ? 'job on stdin' : path), path, flags, signal);
  } catch (error) {
    if (input === undefined || !(error instanceof KohortError)) throw error;
    const unknown = await unknownColumns(text, input, flags, signal);
    throw unknown === null ? error : joinErrors([error, unknown]);
  }
}

/** A job with the files that it names. */
async function readFilesOf(job: CheckedJob, path: string, flags: InputFlags, signal: AbortSignal): Promise<JobFiles> {
  const stdin = path === '-';
  const files = stdin ? [] : [path];
  const folder = stdin ? process.cwd() : dirname(resolve(path));
  const publicFile = publicFileOf(job, folder, flags);
  if (publicFile !== null) {
    requireAllowed(publicFile, flags);
    files.push(publicFile.path);
  }
  const warnings: Warning[] = [];
  const named = { folder, files, warnings, flags, signal };
  const { input } = job;
  const whole = await readHierarchies(job, (name, spec) => readHierarchy(name, spec, input, named));
  return { job: whole, files, publicFile, warnings };
}

/** Error of unknown names of attributes, for a job that may be wrong elsewhere; null where all are known, or that cannot be found out. */
async function unknownColumns(
  text: string,
  input: string,
  flags: InputFlags,
  signal: AbortSignal,
): Promise<KohortError | null> {
  const job = looseJob(text);
  if (job === null) return null;
  const { attributes, input: said } = job;
  const found = await readColumnNames(input, { ...inputWith(said, flags), signal });
  try {
    if (found !== null) requireColumns(planColumns({ attributes }), found, input);
  } catch (error) {
    if (error instanceof KohortError) return error;
    throw error;
  }
  return null;
}

/** The keys of the attributes and the input in a text of a job, of which nothing is checked; null where it is no object. */
function looseJob(text: string): Pick<CheckedJob, 'attributes' | 'input'> | null {
  let job: unknown;
  try {
    job = JSON.parse(removeComments(text.replace(/^\ufeff/, '')).json);
  } catch {
    return null;
  }
  if (!isPlainObject(job)) return null;
  const { attributes, input } = job;
  if (!isPlainObject(attributes)) return null;
  const keys = Object.fromEntries(Object.keys(attributes).map((key) => [key, {}]));
  return { attributes: keys, input: isPlainObject(input) ? (input as InputSpec) : undefined };
}

/** The public table that the models of a job name, which is relative to the folder of the job. */
export function publicFileOf(
  job: CheckedJob,
  folder: string,
  { allowNetwork: network = false }: InputFlags = {},
): PublicFile | null {
  const publicTable = publicTableOf(job.privacy);
  if (publicTable === null) return null;
  const { name, path: argument } = publicTable;
  if (!isSourceAddress(name)) return { name, path: resolve(folder, name), argument, network };
  const { engine, database, table } = parseSourceAddress(name, argument);
  if (engine !== 'duckdb') return { name, path: name, argument, network };
  const path = `duckdb:${resolve(folder, database)}${table === null ? '' : `#${table}`}`;
  return { name, path, argument, network };
}

/** Throws InvalidArgumentError NETWORK_NOT_ALLOWED for a server that only the job names, which may be somebody else's job. */
function requireAllowed({ path, argument }: PublicFile, { allowNetwork = false }: InputFlags): void {
  if (allowNetwork || !isSourceAddress(path) || path.startsWith('duckdb:')) return;
  const expected = 'a file, or --allow-network beside a job that names a server';
  throw new InvalidArgumentError(argument, expected, hideSecret(path), 'NETWORK_NOT_ALLOWED');
}

/** Throws InvalidArgumentError when input and job are both to come from stdin. */
export function refuseTwoStdins(input: string, job: string): void {
  if (input === '-' && job === '-') {
    throw new InvalidArgumentError('--job', 'a file, since INPUT is stdin', '-', 'SAME_FILE');
  }
}

/** Files that a job names, and what was repaired in them. */
interface NamedFiles {
  /** Folder of the job. */
  readonly folder: string;
  readonly files: string[];
  readonly warnings: Warning[];
  readonly flags: InputFlags;
  readonly signal: AbortSignal;
}

async function readHierarchy(
  name: string,
  spec: HierarchySpec,
  input: InputSpec | undefined,
  { folder, files, warnings, flags, signal }: NamedFiles,
): Promise<HierarchySpec> {
  if (spec.type !== 'levels' || spec.file === undefined) return spec;
  const argument = formatPath(['attributes', name, 'hierarchy', 'file']);
  const path = resolve(folder, spec.file);
  files.push(path);
  const bytes = await readBytes(path, argument, 'HIERARCHY_UNREADABLE', signal);
  const format = foreignFormatOf(bytes);
  if (format !== null) {
    throw new InvalidArgumentError(argument, `CSV (${format.cure})`, format.name, 'HIERARCHY_UNREADABLE');
  }
  const read = readLevels(
    bytes,
    { attribute: name, argument, path, delimiter: spec.delimiter },
    inputWith(input, flags),
  );
  appendAll(warnings, read.warnings);
  return { type: 'levels', rows: read.rows };
}

/** Reads a file as a whole, at most `largestBytes` of it. A FIFO is read where a shell has opened it: `<(...)`. */
async function readBytes(path: string, argument: string, code: string, signal: AbortSignal): Promise<Uint8Array> {
  const wrong = (expected: string, received: string): InvalidArgumentError =>
    new InvalidArgumentError(argument, expected, received, code);
  try {
    const found = await stat(path);
    if (found.isDirectory()) throw wrong('a file', `a directory, ${path}`);
    const isOfShell = found.isFIFO() && /^\/(?:dev|proc)\//.test(path);
    // Opening a FIFO would wait for a writer, and a device has no end.
    if (!found.isFile() && !isOfShell) {
      throw wrong('a regular file', `${found.isFIFO() ? 'a FIFO' : 'a device or socket'}, ${path}`);
    }
    // A stream that is made with a signal that is aborted never closes its file.
    throwIfAborted(signal);
    const chunks: Uint8Array[] = [];
    let bytes = 0;
    for await (const chunk of createReadStream(path, { signal }) as AsyncIterable<Uint8Array>) {
      bytes += chunk.length;
      if (bytes > largestBytes) throw wrong(`at most ${largestBytes} bytes`, 'more');
      chunks.push(chunk);
    }
    return Buffer.concat(chunks);
  } catch (error) {
    throwIfAborted(signal);
    if (error instanceof InvalidArgumentError) throw error;
    // A change of the job would not mend that.
    if (isFewDescriptors(error)) throw error;
    throw wrong('a file that can be read', `${path}, ${whyUnreadable(error)}`);
  }
}

/** The reason of a system error, in words where they say more than its code. */
function whyUnreadable(error: unknown): string {
  const code = systemCode(error);
  if (code === 'ENOENT' || code === 'ENOTDIR') return 'but there is no such file';
  return code === 'EACCES' || code === 'EPERM' ? 'which this user may not read' : `which cannot be read (${code})`;
}

async function readStdin(signal: AbortSignal): Promise<Uint8Array> {
  if (isStdinDirectory()) throw new InvalidArgumentError('--job', 'a job on stdin', 'a directory', 'JOB_UNREADABLE');
  signal.addEventListener('abort', () => process.stdin.destroy(abortErrorOf(signal)), { once: true });
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of process.stdin as AsyncIterable<Uint8Array>) {
    bytes += chunk.length;
    if (bytes > largestBytes) {
      throw new InvalidArgumentError('--job', `at most ${largestBytes} bytes on stdin`, 'more', 'JOB_UNREADABLE');
    }
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

function decode(bytes: Uint8Array, argument: string, code: string): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw new InvalidArgumentError(argument, 'UTF-8 text', 'other bytes', code);
  }
}
