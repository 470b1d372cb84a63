/**
 * Every error that kohort throws on purpose. A message says where, what was expected and what came; it never holds a
 * cell of a sensitive, identifying or quasi-identifying column.
 */

/** The exit code that the command line gives an error: 1 no release, 2 wrong job, 3 unreadable input, 4 a limit of the machine, 130 interrupted. */
export type ExitCode = 1 | 2 | 3 | 4 | 130;

/** One thing that is wrong, as data. */
export interface ErrorInfo {
  /** Stable name, such as `OPTION_RANGE`; docs/errors.md lists them. */
  readonly code: string;
  /** A path in the job such as `privacy[0].k`, an option or a file; null where there is no such place. */
  readonly path: string | null;
  /** The problem, in one sentence for people. */
  readonly message: string;
  /** The cure, in one sentence. */
  readonly cure: string;
}

/** The parent of all errors of this package. `code` is stable and meant for programs, `message` for people. */
export abstract class KohortError extends Error {
  /** The exit code with which the command ends at this error. */
  abstract readonly exitCode: ExitCode;
  /** All problems of a job, this one first; absent for other errors. `listErrors` gives the list for any error. */
  declare readonly errors?: readonly ErrorInfo[];
  constructor(
    /** Stable name for programs, such as `UNKNOWN_COLUMN`; docs/errors.md lists them. */
    readonly code: string,
    message: string,
    options?: ErrorOptions,
  ) {
    super(message, options);
    this.name = new.target.name;
  }
}

/** A parameter, an option or a key of the job is wrong (exit 2). */
export class InvalidArgumentError extends KohortError {
  readonly exitCode = 2;
  constructor(
    /** Path of the argument, such as `privacy[0].k`. */
    readonly argument: string,
    /** Allowed values. */
    readonly expected: string,
    /** The received value of the job or an option, never a cell. */
    readonly received: string,
    code = 'INVALID_ARGUMENT',
    /** The cure, where it says more than that of the code. */
    readonly cure?: string,
  ) {
    super(code, `${argument}: expected ${expected}, received ${received}`);
  }
}

/** The input cannot be read as what the job says it is (exit 3). `line` and `column` count from 1. */
export class InputError extends KohortError {
  readonly exitCode = 3;
  constructor(
    code: string,
    /** The problem, without the place. */
    readonly problem: string,
    /** The place, as far as it is known: name of the source, line and column from 1, byte from 0, attribute. */
    readonly where: {
      readonly source?: string;
      readonly line?: number;
      readonly column?: number;
      readonly byte?: number;
      readonly attribute?: string;
    } = {},
    options?: ErrorOptions,
  ) {
    super(code, describePlace(where) + problem, options);
  }
}

function describePlace(where: InputError['where']): string {
  const parts: string[] = [];
  if (where.source !== undefined) parts.push(where.source);
  if (where.line !== undefined) parts.push(`line ${where.line}`);
  if (where.column !== undefined) parts.push(`column ${where.column}`);
  if (where.byte !== undefined) parts.push(`byte ${where.byte}`);
  if (where.attribute !== undefined) parts.push(`attribute ${JSON.stringify(where.attribute)}`);
  return parts.length === 0 ? '' : `${parts.join(', ')}: `;
}

/** A hierarchy is malformed or does not fit its attribute (exit 2). */
export class HierarchyError extends KohortError {
  readonly exitCode = 2;
  constructor(
    code: string,
    /** The column whose hierarchy it is. */
    readonly attribute: string,
    /** The problem, without the place. */
    readonly problem: string,
    /** Level the problem is at, 0 = leaves. */
    readonly level?: number,
    /** Number of distinct values of the column that no leaf covers. */
    readonly uncovered?: number,
  ) {
    super(
      code,
      `hierarchy of attribute ${JSON.stringify(attribute)}${level === undefined ? '' : `, level ${level}`}: ${problem}`,
    );
  }
}

/** No release satisfies the job within its limits (exit 1). */
export class InfeasibleError extends KohortError {
  readonly exitCode = 1;
  constructor(code: string, problem: string) {
    super(code, problem);
  }
}

/** A release was made, but the independent audit does not confirm it; nothing was released (exit 1). */
export class AuditError extends KohortError {
  readonly exitCode = 1;
  constructor(problem: string) {
    super('AUDIT_FAILED', problem);
  }
}

/** A release would disclose, together with earlier ones, what none of them discloses alone; nothing was released (exit 1). */
export class CompositionError extends KohortError {
  readonly exitCode = 1;
  constructor(problem: string) {
    super('COMPOSITION', problem);
  }
}

/** A certificate is not one of the file, the job or the key at hand, or was changed (exit 1). */
export class CertificateError extends KohortError {
  readonly exitCode = 1;
  constructor(problem: string) {
    super('CERTIFICATE_DIFFERS', problem);
  }
}

/** A limit of the machine or of the engine was reached (exit 4). Sizes in bytes unless the message says otherwise. */
export class CapacityError extends KohortError {
  readonly exitCode = 4;
  constructor(
    /** The name of the thing that did not fit. */
    readonly what: string,
    /** How much it needs, in bytes unless `what` says otherwise. */
    readonly needed: number,
    /** How much there may be, in the same unit. */
    readonly limit: number,
    /** False when the engine instance must be thrown away; a new one works. */
    readonly engineUsable = true,
  ) {
    super(
      'OUT_OF_MEMORY',
      `${what}: needs ${needed}, the limit is ${limit}${engineUsable ? '' : '; this engine cannot be used any more, create a new one'}`,
    );
  }
}

/** The output cannot be written (exit 4; exit 2 when the target itself is wrong is an InvalidArgumentError). */
export class OutputError extends KohortError {
  readonly exitCode = 4;
  constructor(code: string, problem: string, options?: ErrorOptions) {
    super(code, problem, options);
  }
}

/** A thread of a search could not be started, or died (exit 4); nothing was released. */
export class ThreadError extends KohortError {
  readonly exitCode = 4;
  constructor(problem: string, options?: ErrorOptions) {
    super('THREAD_FAILED', problem, options);
  }
}

/** The engine returned a status that no caller's mistake explains (exit 4): a defect of kohort. */
export class EngineError extends KohortError {
  readonly exitCode = 4;
  constructor(
    /** The status that the engine returned, below 0. */
    readonly status: number,
    problem: string,
  ) {
    super('ENGINE', `${problem} (engine status ${status})`);
  }
}

/** The caller's AbortSignal, or Ctrl-C, ended the work; nothing was written (exit 130). `cause` is the signal's reason. */
export class AbortError extends KohortError {
  readonly exitCode = 130;
  constructor(problem = 'interrupted, nothing was written', options?: ErrorOptions) {
    super('ABORTED', problem, options);
    this.name = 'AbortError';
  }
}

/** The error of work that a signal ended: the signal's reason where it is an error of ours, else an AbortError with it as its cause. */
export function abortErrorOf(signal: AbortSignal | undefined, problem?: string): KohortError {
  if (signal?.aborted === true && signal.reason instanceof KohortError) return signal.reason;
  return new AbortError(problem, signal?.aborted === true ? { cause: signal.reason } : undefined);
}

/** Throws {@link AbortError}, or the signal's own error of ours, when the signal is aborted. */
export function throwIfAborted(signal: AbortSignal | undefined): void {
  if (signal?.aborted) throw abortErrorOf(signal);
}
