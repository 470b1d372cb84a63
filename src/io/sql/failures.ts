import { causeWithoutData } from '../../base/cause-without-data.js';
import { AbortError, InputError, KohortError, OutputError } from '../../base/errors.js';
import { hideSecret } from '../../table/source-address.js';

/** Error for a failed read. The engine's message may hold a cell, so only its kind is reported. */
export function readFailure(engine: string, database: string, error: unknown): Error {
  if (error instanceof KohortError) return error;
  if (isAbort(error)) return new AbortError(undefined, { cause: error });
  const missing = /does not exist|UNKNOWN_TABLE|doesn't exist|42P01|no such/i.test(describe(error));
  return new InputError(
    missing ? 'INPUT_NOT_FOUND' : 'ENGINE_READ',
    missing
      ? `there is no such table or file: expected ${engine}:${engine === 'duckdb' ? 'FILE' : 'URL'}#TABLE with a table of that name (a schema stands before it: #SCHEMA.TABLE)`
      : `the engine could not answer (${kindOf(error)})`,
    { source: `${engine} ${hideSecret(database)}` },
    { cause: causeWithoutData(error) },
  );
}

/** A failure of an engine while it was written. */
export function writeFailure(engine: string, database: string, error: unknown): Error {
  if (error instanceof KohortError) return error;
  if (isAbort(error)) return new AbortError(undefined, { cause: error });
  return new OutputError(
    'ENGINE_WRITE',
    `${engine} ${hideSecret(database)}: the engine could not write (${kindOf(error)})`,
    { cause: causeWithoutData(error) },
  );
}

/** Tests whether a signal ended a request, the platform's own or a client's. */
const isAbort = (error: unknown): boolean =>
  error instanceof Error && (error.name === 'AbortError' || error.message === 'The user aborted a request.');

function describe(error: unknown): string {
  const { code, type, message } = error as { code?: unknown; type?: unknown; message?: unknown };
  return `${String(code)} ${String(type)} ${String(message)}`;
}

/** The code of an error, or the kind that its message begins with: never what comes after, which may be data. */
function kindOf(error: unknown): string {
  const { code, type, message } = error as { code?: unknown; type?: unknown; message?: unknown };
  if (typeof type === 'string' && type !== '') return type;
  if (typeof code === 'string' && code !== '') return code;
  const number = /\bCode: (\d+)/.exec(String(message));
  if (number !== null) return `code ${number[1]}`;
  const kind = /^([A-Z][A-Za-z ]{2,40} Error|[A-Za-z]+Error):/.exec(String(message));
  return kind?.[1] ?? (error instanceof Error ? error.name : 'an error');
}
