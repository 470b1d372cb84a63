import { CommanderError } from 'commander';
import type { ErrorInfo } from '../../base/errors.js';
import { KohortError } from '../../base/errors.js';
import { cureOf, jobCures, runCures } from '../../base/cures.js';
import { listErrors } from '../../base/list-errors.js';
import { hideSecrets } from '../../table/source-address.js';
import { isFewDescriptors, systemCode } from '../node/system-error.js';
import { oneLine, writeStdout } from './console.js';

/**
 * Prints an error to stderr, one line for everything that is wrong, and returns its exit code. With `json` an object `{ "errors": [...] }` goes to
 * stdout as well.
 *
 * @param args - the command line, whose addresses may hold secrets
 */
export async function failWith(
  error: unknown,
  { json, args = [] }: { readonly json: boolean; readonly args?: readonly string[] },
): Promise<number> {
  const { errors, exitCode } = describeError(error);
  const listed = errors.map(({ code, path, message, cure }) => ({
    code,
    path: path === null ? null : hideSecrets(oneLine(path), args),
    message: hideSecrets(oneLine(message), args),
    cure: hideSecrets(oneLine(cure), args),
  }));
  const most = listed.length > MOST_LINES + 1 ? MOST_LINES : listed.length;
  for (const { code, message } of listed.slice(0, most)) printError(code, message);
  if (most < listed.length) process.stderr.write(`kohort: ${listed.length - most} further errors (--json lists all)\n`);
  if (process.env.KOHORT_DEBUG === '1' && error instanceof Error && !isOurs(error)) {
    process.stderr.write(`${hideSecrets(String(error.stack), args)}\n`);
  }
  // An interruption leaves nothing, not even that.
  if (json && exitCode !== 130) {
    try {
      await writeStdout([`${JSON.stringify({ errors: listed }, null, 2)}\n`]);
    } catch (unwritten) {
      // The exit code stays that of what went wrong first.
      for (const { code, message } of describeError(unwritten).errors) printError(code, message);
    }
  }
  return exitCode;
}

/** Errors that are printed one by one. */
const MOST_LINES = 20;

const printError = (code: string, message: string): boolean => process.stderr.write(`kohort: ${message} [${code}]\n`);

/** True where the command line was asked for JSON, also when it cannot be understood otherwise. */
export function asksForJson(args: readonly string[]): boolean {
  const end = args.indexOf('--');
  return (end < 0 ? args : args.slice(0, end)).includes('--json');
}

const isOurs = (error: unknown): boolean => error instanceof KohortError || error instanceof CommanderError;

function describeError(error: unknown): { readonly errors: readonly ErrorInfo[]; readonly exitCode: number } {
  if (error instanceof CommanderError) return { errors: [usageInfo(error)], exitCode: 2 };
  const few = fewDescriptorsCode(error);
  if (few !== null) {
    const path = error instanceof KohortError ? listErrors(error)[0].path : null;
    const message = error instanceof KohortError ? error.message : `a file cannot be opened (${few})`;
    const own = 'TOO_FEW_DESCRIPTORS';
    return { errors: [{ code: own, path, message, cure: cure(own) }], exitCode: 4 };
  }
  if (error instanceof KohortError) return { errors: listErrors(error), exitCode: error.exitCode };
  const info = (code: string, message: string): ErrorInfo => ({ code, path: null, message, cure: cure(code) });
  if (error instanceof RangeError) {
    const message = `out of memory or of what the host can hold: ${error.message}`;
    return { errors: [info('OUT_OF_MEMORY', message)], exitCode: 4 };
  }
  // A defect of ours: its message may hold anything, so only its kind is printed.
  const kind = error instanceof Error ? error.name : typeof error;
  const code = (error as NodeJS.ErrnoException | null)?.code;
  const message = `unexpected ${kind}${code === undefined ? '' : ` (${code})`}; KOHORT_DEBUG=1 shows where`;
  return { errors: [info('UNEXPECTED', message)], exitCode: 4 };
}

/** The code by which the system said that the process, or the machine, has too many files open; null where that was not it. */
function fewDescriptorsCode(error: unknown): string | null {
  for (let each: unknown = error; each instanceof Error; each = each.cause) {
    if (isFewDescriptors(each)) return systemCode(each);
    // A thread could not be started.
    if (/^Worker initialization failure: EMFILE/.test(each.message)) return 'EMFILE';
  }
  return null;
}

const cure = (code: string): string => cureOf(code, jobCures, runCures);

/** The codes of what the command line itself gets wrong. */
const usageCodes: Readonly<Record<string, string>> = {
  'commander.unknownOption': 'UNKNOWN_OPTION',
  'commander.unknownCommand': 'UNKNOWN_COMMAND',
  'commander.missingArgument': 'MISSING_OPTION',
  'commander.missingMandatoryOptionValue': 'MISSING_OPTION',
  'commander.optionMissingArgument': 'MISSING_OPTION',
  'commander.invalidArgument': 'UNKNOWN_VALUE',
};

function usageInfo({ code, message }: CommanderError): ErrorInfo {
  const own = usageCodes[code] ?? 'USAGE';
  const near = /\(Did you mean (.+?)\?\)/.exec(message)?.[1];
  return {
    code: own,
    path: /'(--[\w-]+)/.exec(message)?.[1] ?? null,
    message: message === '(outputHelp)' ? 'a command of the list has to be named' : message.replace(/^error: /, ''),
    cure: near === undefined ? cure(own) : `write ${near}`,
  };
}
