import { useState } from 'preact/hooks';
import type { CheckedJob } from 'kohort/js';
import { FileButton } from '../../parts/fields.js';
import { listed, someOf } from '../../parts/listed.js';
import { client } from '../../client.js';
import { messageOf } from '../../shell/tasks.js';
import { columnsWithValues, uncommonMarks, withoutValues } from './kept-job.js';
import { packText } from './packed-text.js';
import type { Kept } from './use-kept.js';
import { fragment } from './use-kept.js';

interface Props {
  readonly kept: Kept;
  /** The present choices; null before a file is open. */
  readonly job: CheckedJob | null;
  readonly disabled: boolean;
  readonly onJob: (job: CheckedJob) => void;
}

/** Choices for later: a job file, a link, or this machine's memory. Nothing is kept unless it is asked for, and never a row. */
export function KeepSection({ kept, job, disabled, onJob }: Props) {
  return (
    <section class="keep" aria-labelledby="keep-title">
      <h2 id="keep-title">Choices</h2>
      {job === null && (
        <p class="facts">A job file of an earlier release holds its choices; a link to choices does too.</p>
      )}
      <p class="buttons">
        <FileButton
          text="Open a job file"
          name="Job file"
          accept=".json,.jsonc,application/json"
          disabled={disabled}
          onChoose={(file) => void kept.readFile(file).then((found) => found !== null && onJob(found))}
        />
      </p>
      <div role="status">
        {kept.notes.length > 0 && (
          <ul class="notes">
            {kept.notes.map((text) => (
              <li key={text} class="note">
                {text}
              </li>
            ))}
          </ul>
        )}
      </div>
      {job === null ? (
        kept.isRemembering && (
          <p class="buttons">
            <button type="button" onClick={() => forget(kept)}>
              Forget the remembered choices
            </button>
          </p>
        )
      ) : (
        <KeepFields kept={kept} job={job} />
      )}
    </section>
  );
}

function forget(kept: Kept): void {
  kept.setRemembering(false);
  kept.want(null);
}

/** Names the choices that hold values, as the subject of a sentence. */
function valuesIn(job: CheckedJob): string {
  const columns = columnsWithValues(job);
  const marks = uncommonMarks(job);
  const parts = [
    ...(columns.length === 0 ? [] : [`the hierarchies of ${someOf(columns)}`]),
    ...(marks.length === 0 ? [] : [`the words for missing values (${someOf(marks)})`]),
  ];
  const text = listed(parts);
  return text.slice(0, 1).toUpperCase() + text.slice(1);
}

/** Options for keeping the present choices. */
function KeepFields({ kept, job }: { readonly kept: Kept; readonly job: CheckedJob }) {
  const [said, setSaid] = useState('');
  const valued = valuesIn(job);
  const copy = async (): Promise<void> => {
    const text = JSON.stringify(kept.withValues ? job : withoutValues(job));
    try {
      await client.call('readJob', { text, name: 'choices' });
      await navigator.clipboard.writeText(`${location.href.replace(/#.*$/s, '')}${fragment}${await packText(text)}`);
      setSaid('Copied.');
      setTimeout(() => setSaid(''), 4000);
    } catch (error) {
      setSaid(`No link to these choices: ${messageOf(error)}.`);
    }
  };
  return (
    <>
      <p class="facts">
        Kept are names of columns, how the file is read, roles, hierarchies, models and the algorithm. No row is ever
        kept, and no server is sent anything: the choices stand behind the # of the link. Remembered choices can be read
        by every page of this address ({location.host === '' ? 'files of this machine' : location.host}).
      </p>
      {valued !== '' && (
        <>
          <p>
            <label class="inline">
              <input
                type="checkbox"
                checked={kept.withValues}
                onChange={(event) => kept.setWithValues(event.currentTarget.checked)}
              />{' '}
              with what is made of values
            </label>
          </p>
          <p class="facts">
            {`${valued} hold values of your table, such as places or diagnoses. Everybody who gets the link reads them. They are left out unless you choose otherwise.`}
          </p>
        </>
      )}
      <p class="buttons">
        <button type="button" onClick={() => void copy()}>
          Copy a link to these choices
        </button>
        <span role="status">{said}</span>
      </p>
      <p>
        <label class="inline">
          <input
            type="checkbox"
            checked={kept.isRemembering}
            onChange={(event) => kept.setRemembering(event.currentTarget.checked)}
          />{' '}
          remember my choices on this machine
        </label>
      </p>
      {kept.isRemembering && (
        <p class="buttons">
          <button type="button" onClick={() => forget(kept)}>
            Forget
          </button>
        </p>
      )}
    </>
  );
}
