import * as errors from './errors.js';
import { KohortError } from './errors.js';

/** An error as plain data: it keeps its name, code, message and fields on the way between worker and page. */
export interface PlainError {
  readonly name: string;
  readonly message: string;
  readonly stack?: string;
  /** Own fields of a KohortError, such as `code`, `exitCode`, `argument`; empty for other errors. */
  readonly fields: Readonly<Record<string, unknown>>;
}

/** Name -> class of an error of this package. */
const classes = new Map(
  Object.entries(errors).flatMap(([name, each]) =>
    typeof each === 'function' && each.prototype instanceof KohortError
      ? [[name, each as { readonly prototype: KohortError }] as const]
      : [],
  ),
);

/** Takes an error apart. The prototype of a KohortError gives its class, so that minified names do not matter. */
export function toPlainError(error: unknown): PlainError {
  if (error instanceof KohortError) {
    for (const [name, { prototype }] of classes) {
      if (Object.getPrototypeOf(error) !== prototype) continue;
      const fields: Record<string, unknown> = {};
      for (const [key, value] of Object.entries(error)) if (key !== 'name' && key !== 'cause') fields[key] = value;
      return { name, message: error.message, stack: error.stack, fields };
    }
  }
  if (error instanceof Error) return { name: error.name, message: error.message, stack: error.stack, fields: {} };
  return { name: 'Error', message: String(error), fields: {} };
}

/** The error again: an instance of its class when it is one of this package's, else an Error with its name. */
export function fromPlainError({ name, message, stack, fields }: PlainError): Error {
  const error = new Error(message);
  const known = classes.get(name);
  if (known !== undefined) Object.setPrototypeOf(error, known.prototype);
  Object.defineProperty(error, 'name', { value: name, configurable: true, writable: true });
  if (stack !== undefined) Object.defineProperty(error, 'stack', { value: stack, configurable: true, writable: true });
  return Object.assign(error, fields);
}
