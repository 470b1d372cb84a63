import { EngineError, type InvalidArgumentError } from '../../base/errors.js';
import { codeOutOfRange } from '../validate.js';

/** memory.grow was refused (assembly/status.ts); EngineMemory answers it with a smaller wish, then a CapacityError. */
export const OUT_OF_MEMORY = -1;
const CODE_OUT_OF_RANGE = -2;

/**
 * Throws the typed error that a negative status of a kernel stands for; statuses >= 0 pass. `argument` names what the
 * kernel read, `limit` is the size of its code space.
 */
export function checkStatus(status: number, argument: string, limit: number): void {
  if (status < 0) throw errorOf(status, argument, limit);
}

function errorOf(status: number, argument: string, limit: number): InvalidArgumentError | EngineError {
  return status === CODE_OUT_OF_RANGE ? codeOutOfRange(argument, limit) : new EngineError(status, argument);
}

/**
 * True for what a kernel throws when it traps (unreachable, an access out of bounds) or when an assert of the debug
 * build fails: the instance is in an unknown state then.
 */
export function isTrap(error: unknown): error is Error {
  return error instanceof WebAssembly.RuntimeError || (error instanceof Error && /^abort: /.test(error.message));
}
