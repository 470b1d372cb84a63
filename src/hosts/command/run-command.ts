import { prepareStreams } from './console.js';
import { keepExitCode } from './interrupts.js';
import { runProgram } from './program.js';
import { hideSecrets } from '../../table/source-address.js';

/** Runs the command line of a process of its own, and gives its exit code. */
export async function runCommand(args: readonly string[]): Promise<number> {
  prepareStreams();
  // The list of processes shows the arguments of a program, until it gives itself another name.
  if (process.argv.some((arg) => hideSecrets(arg, [arg]) !== arg)) process.title = 'kohort';
  const code = await runProgram(args);
  keepExitCode(code);
  return code;
}
