import { CapacityError } from './errors.js';

/** True for what the host throws where it has no memory for an array. */
const isRefused = (error: unknown): boolean =>
  error instanceof RangeError && /allocation|array length|out of memory/i.test(error.message);

/** A refusal of memory by the host as a CapacityError, which says `what` did not fit and how much that is; any other error as it is. */
export const asCapacityError = (error: unknown, what: string, needed: number): unknown =>
  isRefused(error) ? new CapacityError(`memory of this machine (${what})`, needed, 0) : error;
