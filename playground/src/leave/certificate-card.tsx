import { useState } from 'preact/hooks';
import type { Opened } from '../choices.js';
import type { Finished } from '../finished.js';
import { ErrorText } from '../parts/error-text.js';
import { messageOf } from '../shell/tasks.js';
import { releaseBase, save } from './names.js';

interface Props {
  readonly opened: Opened;
  readonly finished: Finished;
}

/** The findings on the release, bound to the bytes of its file. */
export function CertificateCard({ opened, finished }: Props) {
  const [error, setError] = useState<string | null>(null);
  const base = releaseBase(opened.file.name);
  const make = async (): Promise<void> => {
    setError(null);
    try {
      const { certificateOf } = await import('./certificate.js');
      save(await certificateOf(opened, finished), `${base}.certificate.json`);
    } catch (reason) {
      setError(messageOf(reason));
    }
  };
  return (
    <section class="card" aria-labelledby="certificate-title">
      <h3 id="certificate-title">A certificate of the release</h3>
      <p class="facts">
        It says what the audit found of <code>{base}.csv</code>, and <code>kohort verify</code> shows later that neither
        that file nor the job is another one. It holds names, counts and hashes, no cell. It is not signed: the command
        signs one by a key.
      </p>
      {isSecureContext ? (
        <p class="buttons">
          <button type="button" onClick={() => void make()}>
            Save the certificate
          </button>
        </p>
      ) : (
        <p>Browsers make hashes on pages with https only: open this page by https, or use the command.</p>
      )}
      {error !== null && <ErrorText text={error} />}
    </section>
  );
}
