import { fileFormats } from 'kohort/sources';
import { useState } from 'preact/hooks';
import type { CheckedJob } from 'kohort/js';
import type { Opened, Reading } from '../choices.js';
import { initialReading } from '../choices.js';
import { ErrorText } from '../parts/error-text.js';
import type { TakenOut } from '../column/refit.js';
import { FileButton } from '../parts/fields.js';
import { Later } from '../parts/later.js';
import { Progress } from '../shell/progress.js';
import type { Running } from '../shell/tasks.js';
import { Notes } from '../parts/notes.js';
import { counted } from '../parts/words.js';

interface Props {
  readonly opened: Opened | null;
  readonly reading: Reading;
  /** `2,012 rows of 400 people`, of the file that is open. */
  readonly rowsText: string;
  /** Hierarchies that did not fit when it was read in another way. */
  readonly takenOut: readonly TakenOut[];
  /** Something runs: no other file can be opened. */
  readonly busy: boolean;
  /** The reading of a file, and why the last one failed. */
  readonly running: Running | null;
  readonly error: string | null;
  readonly onOpen: (file: File, reading: Reading, job?: CheckedJob) => Promise<void>;
}

const loadFileReading = async () => (await import('./file-reading.js')).FileReading;

/** Endings of files that are read. */
const ENDINGS = `${Object.values(fileFormats)
  .flatMap(({ endings }) => endings.map((ending) => `.${ending},`))
  .join('')}text/csv`;

/** A file is dropped or chosen, or the sample taken. */
export function DataSection({ opened, reading, rowsText, takenOut, busy, running, error, onOpen }: Props) {
  const [over, setOver] = useState(false);
  // While a file is read in another way, the boxes show what was chosen.
  const [asked, setAsked] = useState<Reading | null>(null);
  const shown = asked ?? reading;
  // A file that is being read can be read another way, or replaced by another file: the last one counts.
  const isOther = busy && running === null;
  const open = (file: File | undefined, how: Reading): void => {
    if (file === undefined || isOther) return;
    setAsked(how);
    void onOpen(file, how).finally(() => setAsked((last) => (last === how ? null : last)));
  };
  const sample = async (): Promise<void> => {
    const { sampleFile, sampleJob } = await import('./sample.js');
    await onOpen(sampleFile(), initialReading, sampleJob());
  };
  return (
    <section aria-labelledby="data-title">
      {opened !== null && <h2 id="data-title">Data</h2>}
      {opened === null && <Welcome />}
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
          open(event.dataTransfer?.files[0], initialReading);
        }}
      >
        <p>Drop a file here (CSV, Excel, JSON, Parquet, Arrow), or</p>
        <p class="buttons">
          <FileButton
            text="Choose a file"
            name="Table file"
            accept={ENDINGS}
            disabled={busy}
            onChoose={(file) => open(file, initialReading)}
          />
          <button type="button" disabled={busy} onClick={() => void sample()}>
            Try sample data
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
          {opened.note !== null && <p class="note">{opened.note}</p>}
          <p class="file-facts">
            <strong>{opened.file.name}</strong>: {rowsText}, {counted(opened.table.columns.length, 'column')}
          </p>
          <Later
            load={loadFileReading}
            given={{
              opened,
              reading: shown,
              disabled: isOther,
              onChange: (next: Reading) => open(opened.file, next),
            }}
          />
          {takenOut.length > 0 && (
            <ul class="notes" role="status">
              {takenOut.map(({ name, text }) => (
                <li key={name} class="note">
                  {text}
                </li>
              ))}
            </ul>
          )}
          <Notes warnings={opened.table.warnings} table={opened.table} kind="warnings" />
        </>
      )}
    </section>
  );
}

/** Purpose of this page, before there is a file. */
const Welcome = () => (
  <div class="welcome">
    <h2 id="data-title">Share a table without giving its people away</h2>
    <p>
      Open a file. You see at once who in it stands out, what each choice costs, and what the release would look like.
      Every release is checked again by an independent audit before you get it.
    </p>
  </div>
);
