/** Work that the worker does for the page: at most one piece at a time, watched and ended. */
import type { WorkerProgress } from 'kohort/client';
import { useRef, useState } from 'preact/hooks';

/** Kind of task: a file is opened, or a table anonymized. */
export type TaskKind = 'open' | 'anonymize';

/** A running task, to be cancelled or finished. */
export interface Running {
  readonly kind: TaskKind;
  readonly progress: WorkerProgress | null;
  /** `performance.now()` of its start. */
  readonly since: number;
  readonly cancel: () => void;
  readonly finish: () => void;
}

/** Signals and callback with which a task is watched and ended. */
export interface Watch {
  readonly signal: AbortSignal;
  readonly finish: AbortSignal;
  readonly onProgress: (progress: WorkerProgress) => void;
}

export interface Tasks {
  readonly running: Running | null;
  /** Reason why the last task gave nothing. */
  readonly error: { readonly kind: TaskKind; readonly text: string } | null;
  /** Does a task and gives its answer; null when it was cancelled, failed, or another one was asked for in its place. */
  readonly perform: <Answer>(kind: TaskKind, task: (watch: Watch) => Promise<Answer>) => Promise<Answer | null>;
}

const cancelled: Readonly<Record<TaskKind, string>> = {
  open: 'Cancelled. The file was not opened.',
  anonymize: 'Cancelled. Nothing was released.',
};

/** Message of an error for the page; one that names an option of the API has words of its own. */
export function messageOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if ((error as { readonly code?: unknown }).code === 'PUBLIC_NOT_READ')
    return 'A promise compares with a table of everybody, and none of its name is open. Under Privacy, choose “Membership hidden” and open it, or remove the promise';
  return error.message;
}

const isAbort = (error: unknown): boolean => error instanceof Error && error.name === 'AbortError';

export function useTasks(): Tasks {
  const [running, setRunning] = useState<Running | null>(null);
  const [error, setError] = useState<Tasks['error']>(null);
  const current = useRef<AbortController | null>(null);

  async function perform<Answer>(kind: TaskKind, task: (watch: Watch) => Promise<Answer>): Promise<Answer | null> {
    const cancel = new AbortController();
    const finish = new AbortController();
    // The task before is ended, and reports nothing any more.
    current.current?.abort();
    current.current = cancel;
    const isCurrent = (): boolean => current.current === cancel;
    const state = { kind, since: performance.now(), cancel: () => cancel.abort(), finish: () => finish.abort() };
    let known: WorkerProgress | null = null;
    /** A message that says nothing of cost or bound leaves them as they were in the same phase. */
    const follow = (progress: WorkerProgress): void => {
      known = known?.phase === progress.phase ? { ...known, ...progress } : progress;
      if (isCurrent()) setRunning({ ...state, progress: known });
    };
    setError(null);
    setRunning({ ...state, progress: null });
    try {
      const answer = await task({
        signal: cancel.signal,
        finish: finish.signal,
        onProgress: follow,
      });
      return isCurrent() ? answer : null;
    } catch (reason) {
      if (isCurrent()) setError({ kind, text: isAbort(reason) ? cancelled[kind] : messageOf(reason) });
      return null;
    } finally {
      if (isCurrent()) {
        current.current = null;
        setRunning(null);
      }
    }
  }

  return { running, error, perform };
}
