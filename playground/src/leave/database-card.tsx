import type { SqlDialect } from 'kohort/sources';
import { useEffect, useState } from 'preact/hooks';
import { useOnDemand } from '../assess/use-assess.js';
import type { Opened } from '../choices.js';
import type { Finished } from '../finished.js';
import { ErrorText } from '../parts/error-text.js';
import { Select, plain } from '../parts/fields.js';
import { baseOf, releaseBase, save } from './names.js';
import { dialects, sqlCommandOf } from './repeat.js';
import { Snippet } from './snippet.js';

interface Props {
  readonly opened: Opened;
  readonly finished: Finished;
}

/** The release of a table that lies in a database: its statements, and the command that reads them off the file. */
export function DatabaseCard({ opened, finished }: Props) {
  const { name } = opened.file;
  const [dialect, setDialect] = useState<SqlDialect>(dialects[0]);
  const [table, setTable] = useState(baseOf(name));
  const writing = useOnDemand(finished, 'statements');
  useEffect(() => {
    if (writing.answer !== null) save(writing.answer, `${releaseBase(name)}.sql`);
  }, [writing.answer]);
  const command = sqlCommandOf(name, dialect);
  return (
    <>
      <section class="card" aria-labelledby="database-title">
        <h3 id="database-title">In a database</h3>
        <p class="facts">
          SQL that makes this release where the same rows lie in a table. It compares cells as text: numbers and dates
          as this page shows them, missing cells as NULL; rows that this file does not have are left out. It holds
          values of the original: keep it where you keep the data.
        </p>
        <p class="fields">
          <Select
            label="Database"
            value={dialect}
            options={plain(dialects)}
            onChange={(chosen) => setDialect(chosen as SqlDialect)}
          />
          <label>
            <span>Table there</span>{' '}
            <input type="text" value={table} onInput={(event) => setTable(event.currentTarget.value)} />
          </label>
        </p>
        <p class="buttons">
          <button
            type="button"
            disabled={writing.isAsking || table.trim() === ''}
            onClick={() => writing.start({ dialect, table: table.trim() })}
          >
            Save the statements
          </button>
          {writing.isAsking && (
            <>
              <progress aria-label="Statements are written" value={writing.share ?? undefined} max={1} />
              <button type="button" onClick={writing.cancel}>
                Cancel
              </button>
            </>
          )}
        </p>
        {writing.error !== null && <ErrorText text={writing.error} />}
      </section>
      {command !== null && (
        <Snippet
          title="SQL for the file as DuckDB reads it"
          about="Prints such statements for values as DuckDB reads them from the file. Jobs that need single rows are refused."
          text={command}
          isCommand
        />
      )}
    </>
  );
}
