/**
 * Work that yields between stretches of a few milliseconds: who drives it lets events in there, tells progress, or ends it.
 */
export type Steps<Result> = Generator<void, Result>;

/** The result of work in steps, all at once. */
export function runToCompletion<Result>(steps: Steps<Result>): Result {
  for (;;) {
    const step = steps.next();
    if (step.done === true) return step.value;
  }
}
