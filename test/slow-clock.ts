import { vi } from 'vitest';

const MILLISECONDS_A_LOOK = 0.002;

/**
 * Time that goes on by being looked at alone, until `vi.restoreAllMocks`: the moment past its end in which a search may make
 * something lasts long enough at any load of the machine, and a time limit still ends.
 */
export function slowClock(): void {
  let milliseconds = 1;
  vi.spyOn(performance, 'now').mockImplementation(() => (milliseconds += MILLISECONDS_A_LOOK));
}

/** A clock on which every pause is due, until `vi.restoreAllMocks`: each look at it takes 25 ms. */
export function eagerClock(): void {
  let milliseconds = 0;
  vi.spyOn(performance, 'now').mockImplementation(() => (milliseconds += 25));
}

/** A clock that stands still until `work(milliseconds)`; `vi.restoreAllMocks` ends it. */
export function handClock(): (milliseconds: number) => void {
  let now = 1000;
  vi.spyOn(performance, 'now').mockImplementation(() => now);
  return (milliseconds) => void (now += milliseconds);
}
