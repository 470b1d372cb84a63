import type { KeptTable } from 'kohort/client';
import { useEffect, useState } from 'preact/hooks';
import type { CheckedJob, Preview } from 'kohort/js';
import { messageOf } from './tasks.js';

/** What the choices would come to. */
export interface Live {
  /** Of the choices as they were when it was asked for. */
  readonly preview: Preview | null;
  /** Why there is none. */
  readonly error: string | null;
  /** The choices have changed since. */
  readonly isOld: boolean;
  /** Milliseconds from the last change to the answer. */
  readonly milliseconds: number | null;
}

/** Choices that change within this time are one. */
const SETTLE_MILLISECONDS = 15;
/** A search that goes on gives its best so far. */
const SECONDS = 0.5;

const nothing: Live = { preview: null, error: null, isOld: false, milliseconds: null };

/** Asks, after every change, what the job would come to; what was asked before is dropped. */
export function useLive(kept: KeptTable | null, job: CheckedJob | null, isOn: boolean): Live {
  const [live, setLive] = useState<Live>(nothing);
  const asked = job === null ? '' : JSON.stringify(job);
  useEffect(() => {
    if (kept === null || asked === '' || !isOn) return;
    const changed = performance.now();
    const ended = new AbortController();
    setLive((last) => ({ ...last, isOld: true }));
    const tell = (told: Pick<Live, 'preview' | 'error'>): void => {
      if (!ended.signal.aborted) setLive({ ...told, isOld: false, milliseconds: performance.now() - changed });
    };
    const timer = setTimeout(() => {
      kept
        .preview(JSON.parse(asked) as CheckedJob, { signal: ended.signal, timeLimit: SECONDS, threads: 1 })
        .then((preview) => tell({ preview, error: null }))
        .catch((reason: unknown) => tell({ preview: null, error: messageOf(reason) }));
    }, SETTLE_MILLISECONDS);
    return () => {
      clearTimeout(timer);
      ended.abort();
    };
  }, [kept, asked, isOn]);
  return live;
}
