import { useRef, useState } from 'preact/hooks';
import type { ColumnChoice, Opened } from './choices.js';
import { DataTable } from './data-table.js';

interface Props {
  readonly opened: Opened | null;
  readonly header: boolean;
  readonly busy: boolean;
  readonly onOpen: (file: File, header: boolean, columns?: readonly ColumnChoice[]) => Promise<void>;
}

/** Step 1: a file is dropped or chosen, or the sample taken. */
export function DataSection({ opened, header, busy, onOpen }: Props) {
  const [over, setOver] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  const file = useRef<File | null>(null);
  const open = (given: File | undefined, withHeader: boolean): void => {
    if (given === undefined || busy) return;
    file.current = given;
    void onOpen(given, withHeader);
  };
  const sample = async (): Promise<void> => {
    const { sampleColumns, sampleFile } = await import('./sample.js');
    file.current = sampleFile();
    await onOpen(file.current, true, sampleColumns());
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
          <button type="button" disabled={busy} onClick={() => input.current?.click()}>
            Choose a file
          </button>
          <button type="button" disabled={busy} onClick={() => void sample()}>
            Take the sample
          </button>
        </p>
        <input
          ref={input}
          type="file"
          accept=".csv,.tsv,.txt,text/csv"
          class="hidden"
          aria-label="CSV file"
          tabIndex={-1}
          onChange={(event) => {
            open(event.currentTarget.files?.[0], true);
            event.currentTarget.value = '';
          }}
        />
      </div>
      {opened !== null && (
        <>
          <p>
            <strong>{opened.name}</strong>: {opened.table.rows.toLocaleString('en-US')} rows,{' '}
            {opened.table.columns.length} columns.{' '}
            <label class="inline">
              <input
                type="checkbox"
                checked={header}
                disabled={busy}
                onChange={(event) => open(file.current ?? undefined, event.currentTarget.checked)}
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
