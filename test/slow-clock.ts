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
