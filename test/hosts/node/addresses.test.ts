import { describe, expect, it } from 'vitest';
import { openInput } from '../../../src/hosts/node/open-input.js';
import { readFailure } from '../../../src/io/sql/failures.js';

describe('the address of something that is not read', () => {
  it.each([
    ['mysql://user@host/db', /expected duckdb:FILE#TABLE, clickhouse:URL#TABLE or postgres:URL#TABLE.*as CSV first/],
    ['jdbc:mysql://host/db', /expected duckdb:FILE#TABLE/],
    [
      'file:///data/people.csv',
      /: there is no such file, and addresses of files are not read: give the path of the file$/,
    ],
    ['sqlite:people.db', /SQLite is not read: .*sqlite3 -header -csv/],
    ['https://example.org/people.csv', /download it first, .*curl/],
    ['s3://bucket/people.csv', /download it first/],
    ['people.csv', /there is no such file$/],
    ['data//people.csv', /there is no such file$/],
  ])('%s is refused with the way to read it', async (address, message) => {
    await expect(openInput(address)).rejects.toMatchObject({
      code: 'INPUT_NOT_FOUND',
      message: expect.stringMatching(message) as string,
    });
  });

  it('of a table that an engine does not have names how a table is written', () => {
    const error = readFailure('duckdb', 'h.db', new Error('Table with name nope does not exist'));
    expect(error.message).toMatch(/no such table or file: expected duckdb:FILE#TABLE with a table of that name/);
  });
});
