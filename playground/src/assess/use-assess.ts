import { useEffect, useMemo, useState } from 'preact/hooks';
import type { RunResult } from 'kohort/js';
import type { Finished } from '../finished.js';
import type { Assessed } from './assess-client.js';
import { ask } from './assess-client.js';
import type { Answer, Given, Question } from '../worker-functions.js';
import type { AssessedRun } from './answers.js';

/** State of a question. */
export interface Asked<Found> {
  /** The last answer; of another question while `isOld`. */
  readonly answer: Found | null;
  readonly error: string | null;
  /** An answer is on its way. */
  readonly isAsking: boolean;
  /** Finished share, where the question reports it. */
  readonly share: number | null;
}

const nothing = { answer: null, error: null, isAsking: false, share: null } as const;

const assessedRuns = new WeakMap<RunResult, Assessed>();

/** A finished run as the worker is asked about it: the same object each time. */
export function assessedOf(finished: Finished): Assessed {
  const known = assessedRuns.get(finished.result);
  if (known !== undefined) return known;
  const { job, result, audit, original, release, apart, id } = finished;
  const { personsAlike = null } = audit;
  const { suppressed, recoding } = result;
  const made = {
    id,
    original,
    release,
    apart,
    run: { job, suppressed, recoding, groups: groupsOf(finished), personsAlike },
  };
  assessedRuns.set(result, made);
  return made;
}

/** Columns that a permuted release kept together; null of others. */
export function groupsOf({ result: { solution } }: Pick<Finished, 'result'>): AssessedRun['groups'] {
  return solution.kind === 'permutation' && Array.isArray(solution.columns)
    ? (solution.columns as AssessedRun['groups'])
    : null;
}

const messageOf = (reason: unknown): string => (reason instanceof Error ? reason.message : String(reason));
const isAbort = (reason: unknown): boolean => reason instanceof Error && reason.name === 'AbortError';

/** Asks at once, and again whenever the question changes; null asks nothing. A superseded question is dropped. */
export function useAnswer<Name extends Question>(
  finished: Finished,
  question: Name,
  given: Given<Name> | undefined,
): Asked<Answer<Name>> {
  const [state, setState] = useState<Asked<Answer<Name>>>(nothing);
  const of = assessedOf(finished);
  const key = given === undefined ? null : JSON.stringify(given);
  useEffect(() => {
    if (key === null) return setState(nothing);
    const ended = new AbortController();
    setState((last) => ({ ...last, error: null, isAsking: true, share: null }));
    ask(of, question, given as Given<Name>, {
      signal: ended.signal,
      onProgress: (share) => setState((last) => ({ ...last, share })),
    }).then(
      (answer) => setState({ ...nothing, answer }),
      (reason: unknown) => {
        if (!isAbort(reason)) setState({ ...nothing, error: messageOf(reason) });
      },
    );
    return () => ended.abort();
  }, [of, question, key]);
  return state;
}

/** A question that starts on demand, since it takes long. */
export interface OnDemand<Name extends Question> extends Asked<Answer<Name>> {
  readonly start: (given: Given<Name>) => void;
  readonly cancel: () => void;
}

/** A question that a button asks; dropped when its place is left. */
export function useOnDemand<Name extends Question>(finished: Finished, question: Name): OnDemand<Name> {
  const [state, setState] = useState<Asked<Answer<Name>>>(nothing);
  const of = assessedOf(finished);
  const current = useMemo(() => ({ ended: new AbortController() }), []);
  useEffect(() => () => current.ended.abort(), [current]);
  return {
    ...state,
    start(given) {
      current.ended.abort();
      const ended = (current.ended = new AbortController());
      const show = (next: Asked<Answer<Name>>): void => {
        if (!ended.signal.aborted) setState(next);
      };
      setState({ ...nothing, isAsking: true });
      ask(of, question, given, {
        signal: ended.signal,
        onProgress: (share) => show({ ...nothing, isAsking: true, share }),
      }).then(
        (answer) => show({ ...nothing, answer }),
        (reason: unknown) => show({ ...nothing, error: isAbort(reason) ? null : messageOf(reason) }),
      );
    },
    cancel() {
      current.ended.abort();
      setState(nothing);
    },
  };
}
