import { describe, expect, it } from 'vitest';
import { readColumnar } from '../../../src/hosts/sources/index.js';
import { writeArrow } from '../../../src/io/columnar/arrow.js';
import { AbortError } from '../../../src/base/errors.js';
import { readCsv } from '../../../src/index.js';
import { openDuckDb } from '../../../src/io/sql/duckdb.js';
import { readFailure, writeFailure } from '../../../src/io/sql/failures.js';
import { sql } from '../../../src/io/sql/sql.js';

describe('an interruption ends with exit code 130', () => {
  const signal = AbortSignal.abort();

  it('while DuckDB counts', async () => {
    const connection = await openDuckDb(':memory:', { write: false });
    const reading = connection
      .query(sql`SELECT 1`, signal)
      [Symbol.asyncIterator]()
      .next();
    await expect(reading).rejects.toBeInstanceOf(AbortError);
    await connection.close();
  });

  it('while a columnar file is read', async () => {
    const bytes = await writeArrow(await readCsv('a\n1\n2\n'));
    await expect(readColumnar(bytes, 'arrow', { signal })).rejects.toBeInstanceOf(AbortError);
  });

  it('whatever a client makes of the signal', () => {
    for (const error of [signal.reason, new Error('The user aborted a request.')]) {
      for (const failure of [readFailure, writeFailure]) {
        expect(failure('clickhouse', 'http://host', error)).toMatchObject({ code: 'ABORTED', exitCode: 130 });
      }
    }
  });
});
