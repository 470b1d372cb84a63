import type { Finished } from '../finished.js';
import type { Opened } from '../choices.js';
import { releaseBase, save } from './names.js';

interface Props {
  readonly opened: Opened;
  readonly finished: Finished;
}

/** The recoding, which releases later rows in the same way. */
export function RecodingCard({ opened, finished: { result } }: Props) {
  const { recoding } = result;
  const name = `${releaseBase(opened.file.name)}.recoding.json`;
  return (
    <section class="card" aria-labelledby="recoding-title">
      <h3 id="recoding-title">The recoding, for rows that come later</h3>
      <p class="facts">
        With it <code>kohort apply</code> releases new rows of the same kind in the same classes. It holds labels and
        sizes of the classes: keep it where you keep the data.
      </p>
      {recoding.applicable ? (
        <p class="buttons">
          <button
            type="button"
            onClick={() => save(new Blob([JSON.stringify(recoding), '\n'], { type: 'application/json' }), name)}
          >
            Save the recoding
          </button>
        </p>
      ) : (
        <p>{`This release has none: ${recoding.reason}.`}</p>
      )}
    </section>
  );
}
