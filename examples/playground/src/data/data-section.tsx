import { useState } from 'preact/hooks';
import type { CheckedJob } from 'kohort/js';
import type { Opened, Reading } from '../choices.js';
import { initialReading } from '../choices.js';
import { ErrorText } from '../parts/error-text.js';
import { FileButton } from '../parts/fields.js';
import { Progress } from '../shell/progress.js';
import type { Running } from '../shell/tasks.js';
import { counted, warningLines } from '../parts/words.js';

interface Props {
  readonly opened: Opened | null;
  readonly reading: Reading;
  /** Something runs: no other file can be opened. */
  readonly busy: boolean;
  /** The reading of a file, and why the last one failed. */
  readonly running: Running | null;
  readonly error: string | null;
  readonly onOpen: (file: File, reading: Reading, job?: CheckedJob) => Promise<void>;
}

/** A file is dropped or chosen, or the sample taken. */
export function DataSection({ opened, reading, busy, running, error, onOpen }: Props) {
  const [over, setOver] = useState(false);
  // While a file is read in another way, the boxes show what was chosen.
  const [asked, setAsked] = useState<Reading | null>(null);
  const shown = asked ?? reading;
  const open = (file: File | undefined, how: Reading): void => {
    if (file === undefined || busy) return;
    setAsked(how);
    void onOpen(file, how).finally(() => setAsked(null));
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
        <p>Drop a file here (CSV, Excel, JSON), or</p>
        <p class="buttons">
          <FileButton
            text="Choose a file"
            name="CSV file"
            accept=".csv,.tsv,.txt,.xlsx,.ndjson,.jsonl,.json,text/csv"
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
          <p>
            <strong>{opened.file.name}</strong>: {counted(opened.table.rows, 'row')},{' '}
            {counted(opened.table.columns.length, 'column')}.{' '}
            <label class="inline">
              <input
                type="checkbox"
                checked={shown.header}
                disabled={busy}
                onChange={(event) => open(opened.file, { ...shown, header: event.currentTarget.checked })}
              />{' '}
              the first line names the columns
            </label>
          </p>
          <QuestionMarks opened={opened} reading={shown} disabled={busy} onChange={(next) => open(opened.file, next)} />
          {opened.table.warnings.length > 0 && (
            <ul class="warnings">
              {warningLines(opened.table.warnings).map(({ code, text }) => (
                <li key={code + text}>{text}</li>
              ))}
            </ul>
          )}
        </>
      )}
    </section>
  );
}

/** What this page is for, before there is a file. */
const Welcome = () => (
  <div class="welcome">
    <h2 id="data-title">Share a table without giving its people away</h2>
    <p>
      Open a file. You see at once who in it stands out, what each choice costs, and what the release would look like.
      Every release is checked again by an independent audit before you get it.
    </p>
  </div>
);

interface QuestionMarksProps {
  readonly opened: Opened;
  readonly reading: Reading;
  readonly disabled: boolean;
  readonly onChange: (reading: Reading) => void;
}

/** Cells `?`, where there are any: values, as on the command line, until the user calls them missing. */
function QuestionMarks({ opened, reading, disabled, onChange }: QuestionMarksProps) {
  const marked = opened.inspection.warnings.flatMap(({ code, attribute }) =>
    code === 'MAYBE_MISSING' && attribute !== undefined ? [attribute] : [],
  );
  if (marked.length === 0 && !reading.questionMarks) return null;
  return (
    <p>
      <label class="inline">
        <input
          type="checkbox"
          checked={reading.questionMarks}
          disabled={disabled}
          onChange={(event) => onChange({ ...reading, questionMarks: event.currentTarget.checked })}
        />{' '}
        cells “?” stand for missing values
      </label>
      {marked.length > 0 && (
        <span class="facts"> Found in {marked.join(', ')}: they count as values until this is chosen.</span>
      )}
    </p>
  );
}
