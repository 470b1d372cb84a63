import type { KeptTable, WorkerPreviewOptions } from 'kohort/client';
import { useEffect, useRef, useState } from 'preact/hooks';
import type { CheckedJob, Preview } from 'kohort/js';
import { type Refusal, refusalOf } from './explain-refusal.js';
import { messageOf } from './tasks.js';

/** Preview of the choices. */
export interface Live {
  /** The preview of the choices at the time of the question. */
  readonly preview: Preview | null;
  /** The job that it is of, and the table. */
  readonly job: CheckedJob | null;
  readonly kept: KeptTable | null;
  /** Reason why there is none. */
  readonly error: string | null;
  /** Set where that is because something counts rows, and people have several. */
  readonly refusal?: Refusal | null;
  /** The choices have changed since. */
  readonly isOld: boolean;
  /** Milliseconds from the last change to the answer. */
  readonly milliseconds: number | null;
}

/** Choices that change within this time are one. */
const SETTLE_MILLISECONDS = 15;
/** A search that goes on gives its best so far. */
const SECONDS = 0.5;

const nothing: Live = { preview: null, job: null, kept: null, error: null, isOld: false, milliseconds: null };

/** Preview of a job, with the loss as its only metric. The same job for other rows is answered without a search. */
export const askPreview = (
  kept: KeptTable,
  job: CheckedJob,
  options: Pick<WorkerPreviewOptions, 'signal' | 'sample'>,
): Promise<Preview> => kept.preview(job, { ...options, metrics: ['loss'], timeLimit: SECONDS, threads: 1 });

/** Preview of a job with every metric. */
export const askMetrics = (kept: KeptTable, job: CheckedJob, signal: AbortSignal): Promise<Preview> =>
  kept.preview(job, { signal, timeLimit: SECONDS, threads: 1 });

/** Asks, after every change, what the job would come to; what was asked before is dropped. */
export function useLive(kept: KeptTable | null, job: CheckedJob | null, isOn: boolean): Live {
  const [live, setLive] = useState<Live>(nothing);
  /** Table and job of the shown figures. */
  const answered = useRef<{ readonly kept: KeptTable; readonly asked: string } | null>(null);
  const asked = job === null ? '' : JSON.stringify(job);
  useEffect(() => {
    if (kept === null || asked === '' || !isOn) return;
    // Choices that were taken back, or a page that comes back to them: nothing is searched for again.
    if (answered.current?.kept === kept && answered.current.asked === asked) {
      return setLive((last) => ({ ...last, isOld: false }));
    }
    const changed = performance.now();
    const ended = new AbortController();
    setLive((last) => ({ ...last, isOld: true }));
    const show = (update: Pick<Live, 'preview' | 'job' | 'kept' | 'error' | 'refusal'>): void => {
      if (ended.signal.aborted) return;
      answered.current = update.error === null ? { kept, asked } : null;
      setLive({ ...update, isOld: false, milliseconds: performance.now() - changed });
    };
    const timer = setTimeout(() => {
      const next = JSON.parse(asked) as CheckedJob;
      askPreview(kept, next, { signal: ended.signal })
        .then((preview) => show({ preview, job: next, kept, error: null }))
        .catch((reason: unknown) =>
          show({ preview: null, job: null, kept, error: messageOf(reason), refusal: refusalOf(reason) }),
        );
    }, SETTLE_MILLISECONDS);
    return () => {
      clearTimeout(timer);
      ended.abort();
    };
  }, [kept, asked, isOn]);
  return live;
}
