import { CapacityError, EngineError, InvalidArgumentError } from '../../errors.js';

/** memory.grow was refused (assembly/status.ts). */
export const OUT_OF_MEMORY = -1;
/** A code lies outside of its code space. */
export const CODE_OUT_OF_RANGE = -2;

/**
 * Turns the negative status of a kernel into the typed error it stands for; the only place that knows what a status
 * means. `what` names the argument or the operation. Returns statuses >= 0 as they are.
 */
export function checkStatus(status: number, what: string): number {
  if (status >= 0) return status;
  if (status === OUT_OF_MEMORY) throw new CapacityError(`${what}: memory of the engine`, 0, 0);
  if (status === CODE_OUT_OF_RANGE) {
    throw new InvalidArgumentError(what, 'codes below the size of their column', 'a code outside of it');
  }
  throw new EngineError(status, what);
}

/**
 * Wraps what a kernel threw. A trap (unreachable, an access out of bounds, a failed assert of the debug build) leaves an
 * instance in an unknown state: it becomes an EngineError. Everything else passes unchanged.
 */
export function isTrap(error: unknown): error is WebAssembly.RuntimeError {
  return error instanceof WebAssembly.RuntimeError;
}
