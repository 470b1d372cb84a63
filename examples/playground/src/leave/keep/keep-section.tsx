import { useState } from 'preact/hooks';
import type { CheckedJob } from 'kohort/js';
import { FileButton } from '../../parts/fields.js';
import { columnsWithValues, packJob, withoutValues } from './kept-job.js';
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

/** How the present choices are kept. */
function KeepFields({ kept, job }: { readonly kept: Kept; readonly job: CheckedJob }) {
  const [isCopied, setCopied] = useState(false);
  const valued = columnsWithValues(job);
  const copy = async (): Promise<void> => {
    const text = await packJob(kept.withValues ? job : withoutValues(job));
    await navigator.clipboard.writeText(`${location.href.replace(/#.*$/s, '')}${fragment}${text}`);
    setCopied(true);
    setTimeout(() => setCopied(false), 4000);
  };
  return (
    <>
      <p class="facts">
        Kept are names of columns, roles, hierarchies, models and the algorithm. No row is ever kept, and no server is
        sent anything: the choices stand behind the # of the link.
      </p>
      {valued.length > 0 && (
        <>
          <p>
            <label class="inline">
              <input
                type="checkbox"
                checked={kept.withValues}
                onChange={(event) => kept.setWithValues(event.currentTarget.checked)}
              />{' '}
              with hierarchies that are made of values
            </label>
          </p>
          <p class="facts">
            {`Those of ${valued.join(', ')} hold values of your table, such as places or diagnoses. Whoever gets the link reads them. They are left out unless you choose otherwise.`}
          </p>
        </>
      )}
      <p class="buttons">
        <button type="button" onClick={() => void copy()}>
          Copy a link to these choices
        </button>
        <span role="status">{isCopied && 'Copied.'}</span>
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
