import { appendAll } from './sequences.js';
import { cureOf, jobCures } from './cures.js';
import type { ErrorInfo } from './errors.js';
import { HierarchyError, InputError, InvalidArgumentError, KohortError } from './errors.js';
import { formatPath } from './describe.js';

/** An error as data: where, what, and what to do about it; `tables` say what to do where the error does not. */
export function infoOf(error: KohortError, ...tables: readonly Readonly<Record<string, string>>[]): ErrorInfo {
  const { code, message } = error;
  const own = error instanceof InvalidArgumentError ? error.cure : undefined;
  return { code, path: pathOf(error), message, cure: own ?? cureOf(code, ...tables) };
}

function pathOf(error: KohortError): string | null {
  if (error instanceof InvalidArgumentError) return error.argument;
  if (error instanceof HierarchyError) return formatPath(['attributes', error.attribute, 'hierarchy']);
  if (!(error instanceof InputError)) return null;
  const { attribute, source } = error.where;
  return attribute === undefined ? (source ?? null) : formatPath(['attributes', attribute]);
}

/** Collects all problems of a job, to report them together. */
export class Problems {
  readonly #found: KohortError[] = [];

  add(...errors: readonly KohortError[]): void {
    appendAll(this.#found, errors);
  }

  /** Returns the result of `run`, or undefined where it throws an error of ours, which is kept. */
  attempt<Result>(run: () => Result): Result | undefined {
    try {
      return run();
    } catch (error) {
      if (!(error instanceof KohortError)) throw error;
      this.#found.push(error);
      return undefined;
    }
  }

  /** Throws what {@link joinErrors} makes of all errors, if there is one. */
  throwAll(): void {
    if (this.#found.length > 0) throw joinErrors(this.#found);
  }
}

/**
 * The first of some errors: its `errors` hold all, and where there are several so does its message, in one line; code and other
 * fields stay its own.
 */
export function joinErrors(all: readonly KohortError[]): KohortError {
  const [first] = all;
  const errors = all.flatMap((error) => error.errors ?? [infoOf(error, jobCures)]);
  if (errors.length > 1) first.message = errors.map(({ message }) => message).join('; ');
  return Object.assign(first, { errors });
}
