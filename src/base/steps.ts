import { throwIfAborted } from './errors.js';

/** Work that yields between stretches of a few milliseconds: the caller handles events there, reports progress, or ends the work. */
export type Steps<Result> = Generator<void, Result>;

/** The result of work in steps, all at once. */
export function runToCompletion<Result>(steps: Steps<Result>): Result {
  for (;;) {
    const step = steps.next();
    if (step.done === true) return step.value;
  }
}

/** Runs work in steps, and pauses between two of them when that is due. */
export async function driveSteps<Result>(
  steps: Steps<Result>,
  isDue: () => boolean,
  pause: () => Promise<void>,
): Promise<Result> {
  try {
    for (;;) {
      const step = steps.next();
      if (step.done === true) return step.value;
      if (isDue()) await pause();
    }
  } finally {
    // Unfinished steps free what they hold.
    steps.return(undefined as never);
  }
}

/** Milliseconds between two looks at events. */
export const BREATH = 20;

/** A pause that lets events in, of none where the last one was less than 20 ms ago. */
export function pauser(): () => Promise<void> {
  let last = performance.now();
  return async () => {
    if (performance.now() - last < BREATH) return;
    await new Promise((resolve) => setTimeout(resolve, 0));
    last = performance.now();
  };
}

/** Runs work in steps and lets events in about every 20 ms. Throws AbortError once the signal is aborted. */
export async function runWithEvents<Result>(steps: Steps<Result>, signal?: AbortSignal): Promise<Result> {
  let last = performance.now();
  const isDue = (): boolean => performance.now() - last > BREATH;
  return driveSteps(steps, isDue, async () => {
    await new Promise((resolve) => setTimeout(resolve, 0));
    throwIfAborted(signal);
    last = performance.now();
  });
}

/** The result of work in steps, or 'over' when `isOver` is true before the end. */
export function* untilOver<Result>(steps: Steps<Result>, isOver: () => boolean): Steps<Result | 'over'> {
  let step = steps.next();
  while (step.done !== true) {
    yield;
    if (isOver()) return 'over';
    step = steps.next();
  }
  return step.value;
}

/** Numbers sorted, or merged, between two yields. */
const YIELD_NUMBERS = 1 << 13;
/** Calls between two yields. */
const YIELD_CALLS = 1 << 10;

/** Calls `act` with every number from 0 to before `count`. Yields between stretches of them. */
export function* eachInSteps(count: number, act: (index: number) => void): Steps<void> {
  for (let from = 0; from < count; from += YIELD_CALLS) {
    if (from > 0) yield;
    const to = Math.min(count, from + YIELD_CALLS);
    for (let index = from; index < to; index++) act(index);
  }
}

/** The numbers from 0 to before `count` in the order of `compare`, those that it calls equal ascending. Yields between stretches of the work. */
export function* sortInSteps(count: number, compare: (a: number, b: number) => number): Steps<Uint32Array> {
  let sorted = Uint32Array.from({ length: count }, (_, number) => number);
  for (let from = 0; from < count; from += YIELD_NUMBERS) {
    if (from > 0) yield;
    sorted.subarray(from, from + YIELD_NUMBERS).sort(compare);
  }
  let merged = new Uint32Array(count);
  for (let run = YIELD_NUMBERS; run < count; run *= 2) {
    for (let from = 0; from < count; from += 2 * run) {
      const middle = Math.min(count, from + run);
      const end = Math.min(count, from + 2 * run);
      let left = from;
      let right = middle;
      for (let at = from; at < end; at++) {
        if (at % YIELD_NUMBERS === 0) yield;
        const isLeft = right >= end || (left < middle && compare(sorted[left], sorted[right]) <= 0);
        merged[at] = isLeft ? sorted[left++] : sorted[right++];
      }
    }
    [sorted, merged] = [merged, sorted];
  }
  return sorted;
}
