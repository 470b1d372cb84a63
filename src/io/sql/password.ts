import { readFile, stat } from 'node:fs/promises';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { InputError } from '../../base/errors.js';

/**
 * The password for ClickHouse where the address has none: `CLICKHOUSE_PASSWORD`, else the first line of the file that
 * `CLICKHOUSE_PASSWORD_FILE` names, else none.
 *
 * @throws InputError PASSWORD_FILE when the file cannot be read
 */
export async function clickHousePassword(): Promise<string> {
  const { CLICKHOUSE_PASSWORD: password, CLICKHOUSE_PASSWORD_FILE: file } = process.env;
  if (password !== undefined && password !== '') return password;
  if (file === undefined || file === '') return '';
  try {
    return (await readFile(file, 'utf8')).split(/\r?\n/, 1)[0];
  } catch (error) {
    const why = (error as NodeJS.ErrnoException).code ?? 'unreadable';
    throw new InputError(
      'PASSWORD_FILE',
      `the file that CLICKHOUSE_PASSWORD_FILE names cannot be read (${why})`,
      {},
      { cause: error },
    );
  }
}

/** Server and database that a PostgreSQL client connects to. */
interface PostgresPlace {
  readonly host?: string;
  readonly port?: number;
  readonly database?: string;
  readonly user?: string;
}

/**
 * The password that the file of `PGPASSFILE`, or `~/.pgpass`, has for a connection: that of the first line that fits, as libpq reads
 * them. Undefined without one, and where others may read the file.
 */
export async function filedPassword({ host, port, database, user }: PostgresPlace): Promise<string | undefined> {
  const { PGPASSFILE: named } = process.env;
  const file = named === undefined || named === '' ? join(homedir(), '.pgpass') : named;
  try {
    const { mode } = await stat(file);
    if (process.platform !== 'win32' && (mode & 0o077) !== 0) return undefined;
    const place = [host?.startsWith('/') === true ? 'localhost' : host, port, database, user].map(String);
    for (const line of (await readFile(file, 'utf8')).split(/\r?\n/)) {
      if (line.startsWith('#')) continue;
      const fields = Array.from(line.matchAll(/((?:[^:\\]|\\.)*)(?::|$)/gs), ([, field]) =>
        field.replace(/\\(.)/gs, '$1'),
      );
      if (fields.length > 4 && place.every((part, i) => fields[i] === '*' || fields[i] === part)) return fields[4];
    }
  } catch {
    // No such file: then there is no password.
  }
  return undefined;
}
