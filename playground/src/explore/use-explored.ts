import type { KeptTable } from 'kohort/client';
import type { Preview } from 'kohort/js';
import { useEffect, useRef, useState } from 'preact/hooks';
import type { Choices } from '../choices.js';
import { jobOf } from '../choices.js';
import { messageOf } from '../shell/tasks.js';
import type { Planned } from './compare-plan.js';
import { figuresOfPreview, type Point } from './points.js';

/** Reason why some runs of a comparison gave nothing. */
export interface Failure {
  readonly algorithm: string;
  readonly sizes: readonly number[];
  readonly text: string;
}

/** Progress of a comparison. */
export interface Comparing {
  readonly done: number;
  readonly all: number;
  readonly now: Planned;
}

/** Findings beside releases, for as long as the file is open. */
export interface Explored {
  /** Pinned settings, then what comparing found. */
  readonly points: readonly Point[];
  readonly failures: readonly Failure[];
  readonly comparing: Comparing | null;
  readonly pin: (choices: Choices, preview: Preview) => void;
  /** Keeps a point that comparing found among the pinned ones. */
  readonly keep: (point: Point) => void;
  readonly rename: (point: Point, name: string) => void;
  readonly remove: (point: Point) => void;
  readonly compare: (plan: readonly Planned[], secondsEach: number) => void;
  readonly cancel: () => void;
  /** Forgets everything. */
  readonly clear: () => void;
}

/** Seconds that a search which cannot end early is given beyond its limit. */
const GRACE_SECONDS = 1;

/**
 * Pinned settings and comparisons.
 *
 * @param isBusy - the worker is asked for something more urgent: a comparison waits as long
 */
export function useExplored(kept: KeptTable | null, isBusy: boolean): Explored {
  const [points, setPoints] = useState<readonly Point[]>([]);
  const [failures, setFailures] = useState<readonly Failure[]>([]);
  const [comparing, setComparing] = useState<Comparing | null>(null);
  const last = useRef(0);
  const ended = useRef<AbortController | null>(null);
  const gate = useGate(isBusy);
  const cancel = (): void => ended.current?.abort();
  useEffect(() => cancel, []);

  const add = (kind: 'pin' | 'compared', name: string, choices: Choices, figures: Point['figures']): void => {
    const point = { id: `${kind}-${++last.current}`, kind, name, choices, figures };
    setPoints((before) => [...before, point]);
  };
  const pinned = points.filter(({ kind }) => kind === 'pin').length;

  async function compare(plan: readonly Planned[], secondsEach: number): Promise<void> {
    if (kept === null) return;
    cancel();
    const stop = new AbortController();
    ended.current = stop;
    setFailures([]);
    setPoints((before) => before.filter(({ kind }) => kind !== 'compared'));
    for (const [done, now] of plan.entries()) {
      setComparing({ done, all: plan.length, now });
      const found = await runOne(kept, now, secondsEach, { stop: stop.signal, gate });
      if (stop.signal.aborted) break;
      const { algorithm, k, choices } = now;
      if (typeof found === 'string') setFailures((before) => withFailure(before, algorithm, k, found));
      else add('compared', `${algorithm}, k ${k}`, choices, figuresOfPreview(found, choices));
    }
    if (ended.current === stop) setComparing(null);
  }

  return {
    points,
    failures,
    comparing,
    pin: (choices, preview) => add('pin', `Pin ${pinned + 1}`, choices, figuresOfPreview(preview, choices)),
    keep: ({ name, choices, figures }) => add('pin', name, choices, figures),
    rename: ({ id }, name) =>
      setPoints((before) => before.map((point) => (point.id === id ? { ...point, name } : point))),
    remove: ({ id }) => setPoints((before) => before.filter((point) => point.id !== id)),
    compare: (plan, secondsEach) => void compare(plan, secondsEach),
    cancel,
    clear: () => {
      cancel();
      setPoints([]);
      setFailures([]);
    },
  };
}

/** Gate that stops a comparison while something urgent runs. */
interface Gate {
  /** Resolves when nothing urgent is asked of the worker. */
  readonly opened: () => Promise<void>;
  /** Called when something urgent is. */
  readonly onClose: (listener: (() => void) | null) => void;
}

function useGate(isClosed: boolean): Gate {
  const state = useRef({ isClosed, waiting: [] as (() => void)[], listener: null as (() => void) | null });
  const gate = useRef<Gate>({
    opened: () =>
      state.current.isClosed ? new Promise((resolve) => state.current.waiting.push(resolve)) : Promise.resolve(),
    onClose: (listener) => void (state.current.listener = listener),
  });
  useEffect(() => {
    state.current.isClosed = isClosed;
    if (isClosed) state.current.listener?.();
    else for (const resolve of state.current.waiting.splice(0)) resolve();
  }, [isClosed]);
  return gate.current;
}

/** One preview of a comparison, restarted after something urgent; a text where there is none. */
async function runOne(
  kept: KeptTable,
  { choices }: Planned,
  seconds: number,
  { stop, gate }: { readonly stop: AbortSignal; readonly gate: Gate },
): Promise<Preview | string> {
  for (;;) {
    await gate.opened();
    if (stop.aborted) return '';
    const own = new AbortController();
    let why: 'late' | 'interrupted' | null = null;
    const end = (reason: typeof why): void => {
      why ??= reason;
      own.abort();
    };
    const late = setTimeout(() => end('late'), 1000 * (seconds + GRACE_SECONDS));
    const stopped = (): void => own.abort();
    stop.addEventListener('abort', stopped, { once: true });
    gate.onClose(() => end('interrupted'));
    try {
      return await kept.preview(jobOf(choices), { signal: own.signal, timeLimit: seconds, threads: 1 });
    } catch (reason) {
      if (stop.aborted) return '';
      const cause = why as 'late' | 'interrupted' | null;
      if (cause === 'late') return `not done within ${seconds} s`;
      if (cause === null) return messageOf(reason);
    } finally {
      clearTimeout(late);
      stop.removeEventListener('abort', stopped);
      gate.onClose(null);
    }
  }
}

/** Equal reasons of an algorithm are one, with their sizes. */
function withFailure(failures: readonly Failure[], algorithm: string, k: number, text: string): Failure[] {
  const same = failures.find((each) => each.algorithm === algorithm && each.text === text);
  if (same === undefined) return [...failures, { algorithm, sizes: [k], text }];
  return failures.map((each) => (each === same ? { ...each, sizes: [...each.sizes, k] } : each));
}
