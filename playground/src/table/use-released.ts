import type { KeptTable } from 'kohort/client';
import { useCallback, useEffect, useReducer, useRef } from 'preact/hooks';
import { STILL_MILLISECONDS } from './use-grid-window.js';
import { askPreview, type Live } from '../shell/use-live.js';

/** Release of a row. */
export interface ReleasedRow {
  /** Label of every quasi-identifier; null where the row is suppressed. */
  readonly labels: readonly (string | null)[];
  /** Loss of each, 0 .. 1. */
  readonly losses: readonly number[];
}

/** Released rows, as far as they are known. */
export interface Released {
  /** Place of each column among the labels. */
  readonly at: ReadonlyMap<string, number>;
  readonly rows: ReadonlyMap<number, ReleasedRow>;
}

/** Rows that are asked for beyond those in sight, on each side. */
const SPARE = 40;
/** Rows that are remembered. */
const MOST = 4_000;

interface State {
  /** Job of the answer that the rows are from. */
  of: Live['job'];
  at: Map<string, number>;
  rows: Map<number, ReleasedRow>;
  isPermuted: boolean;
  first: number;
  end: number;
  isAsking: boolean;
}

/** Asks what the rows in sight would be released as, after the figures are known; one question at a time. */
export function useReleased(kept: KeptTable, rows: number, live: Live) {
  const [, draw] = useReducer<number, void>((times) => times + 1, 0);
  const state = useRef<State>({
    of: null, at: new Map(), rows: new Map(), isPermuted: false, first: 0, end: 0, isAsking: false,
  }); // prettier-ignore
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  const latest = useRef(live);
  latest.current = live;

  const ask = useCallback((): void => {
    const { job, isOld, kept: of } = latest.current;
    const known = state.current;
    // An answer that is about to change is not extended: it would need a second search.
    if (known.isAsking || isOld || job === null || of !== kept) return;
    const isNew = known.of !== job;
    const sample: number[] = [];
    for (let row = Math.max(0, known.first - SPARE); row < Math.min(rows, known.end + SPARE); row++) {
      if (isNew || !known.rows.has(row)) sample.push(row);
    }
    if (sample.length === 0 || (!isNew && known.isPermuted)) return;
    known.isAsking = true;
    askPreview(kept, job, { sample })
      .then(({ sample: columns }) => {
        if (latest.current.job !== job) return;
        const isFirst = known.of !== job || known.rows.size > MOST;
        known.of = job;
        known.isPermuted = columns === null;
        const names = (columns ?? []).map(({ attribute }) => attribute);
        if (names.join('\n') !== [...known.at.keys()].join('\n')) known.at = new Map(names.map((name, i) => [name, i]));
        known.rows = new Map(isFirst ? [] : known.rows);
        sample.forEach((row, i) => {
          const labels = (columns ?? []).map((column) => column.labels[i]);
          known.rows.set(row, { labels, losses: (columns ?? []).map(({ losses }) => losses[i]) });
        });
        draw();
      })
      .catch(() => undefined)
      .finally(() => {
        known.isAsking = false;
        ask();
      });
  }, [kept, rows]);

  useEffect(ask, [ask, live.job, live.isOld]);
  const onSee = useCallback(
    (first: number, end: number): void => {
      const known = state.current;
      const isFirst = known.end === 0;
      Object.assign(known, { first, end });
      clearTimeout(timer.current);
      // Rows that are scrolled past are not asked for.
      if (isFirst) ask();
      else timer.current = setTimeout(ask, STILL_MILLISECONDS);
    },
    [ask],
  );
  useEffect(() => () => clearTimeout(timer.current), []);
  const { at, rows: knownRows, isPermuted, of } = state.current;
  const isKnown = of !== null && live.kept === kept && live.error === null && !isPermuted;
  return { released: isKnown ? { at, rows: knownRows } : null, isPermuted: of !== null && isPermuted, onSee };
}
