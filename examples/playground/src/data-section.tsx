import { useState } from 'preact/hooks';
import type { ColumnChoice, Opened } from './choices.js';
import { DataTable } from './data-table.js';
import { ErrorText } from './error-text.js';
import { FileButton } from './fields.js';
import { Progress } from './progress.js';
import type { Running } from './tasks.js';
import { count } from './words.js';

interface Props {
  readonly opened: Opened | null;
  readonly header: boolean;
  /** Something runs: no other file can be opened. */
  readonly busy: boolean;
  /** The reading of a file, and why the last one failed. */
  readonly running: Running | null;
  readonly error: string | null;
  readonly onOpen: (file: File, header: boolean, columns?: readonly ColumnChoice[]) => Promise<void>;
}

/** Step 1: a file is dropped or chosen, or the sample taken. */
export function DataSection({ opened, header, busy, running, error, onOpen }: Props) {
  const [over, setOver] = useState(false);
  const open = (file: File | undefined, withHeader: boolean): void => {
    if (file !== undefined && !busy) void onOpen(file, withHeader);
  };
  const sample = async (): Promise<void> => {
    const { sampleColumns, sampleFile } = await import('./sample.js');
    await onOpen(sampleFile(), true, sampleColumns());
  };
  return (
    <section aria-labelledby="data-title">
      <h2 id="data-title">1. Data</h2>
      <div
        class={over ? 'drop over' : 'drop'}
        onDragOver={(event) => {
          event.preventDefault();
          setOver(true);
        }}
        onDragLeave={() => setOver(false)}
        onDrop={(event) => {
          event.preventDefault();
          setOver(false);
          open(event.dataTransfer?.files[0], true);
        }}
      >
        <p>Drop a CSV file here, or</p>
        <p class="buttons">
          <FileButton
            text="Choose a file"
            name="CSV file"
            accept=".csv,.tsv,.txt,text/csv"
            disabled={busy}
            onChoose={(file) => open(file, true)}
          />
          <button type="button" disabled={busy} onClick={() => void sample()}>
            Take the sample
          </button>
        </p>
      </div>
      {running !== null && (
        <>
          <Progress running={running} />
          <p class="buttons">
            <button type="button" onClick={running.cancel}>
              Cancel
            </button>
          </p>
        </>
      )}
      {error !== null && <ErrorText text={error} />}
      {opened !== null && (
        <>
          <p>
            <strong>{opened.file.name}</strong>: {count(opened.table.rows)} rows, {opened.table.columns.length} columns.{' '}
            <label class="inline">
              <input
                type="checkbox"
                checked={header}
                disabled={busy}
                onChange={(event) => open(opened.file, event.currentTarget.checked)}
              />{' '}
              the first line names the columns
            </label>
          </p>
          {opened.table.warnings.length > 0 && (
            <ul class="warnings">
              {opened.table.warnings.map(({ code, message }) => (
                <li key={code + message}>{message}</li>
              ))}
            </ul>
          )}
          <details>
            <summary>Look at the rows</summary>
            <DataTable table={opened.table} label="Original" />
          </details>
        </>
      )}
    </section>
  );
}
