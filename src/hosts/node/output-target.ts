import { constants } from 'node:fs';
import { access, realpath, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { InvalidArgumentError, OutputError } from '../../base/errors.js';
import { orNullIfAbsent, systemCode } from './system-error.js';

/**
 * Checks before any work that `output` can be written and is not one of the inputs, also through a symbolic or hard link. `-` among the inputs is
 * stdin and is passed over.
 *
 * @param option what the output was given as, such as `--out`; an error names it
 *
 * @throws InvalidArgumentError SAME_FILE, OUTPUT_NO_DIRECTORY, OUTPUT_NOT_WRITABLE, OUTPUT_NOT_A_FILE; OutputError OUTPUT_FAILED where the system
 * gives no answer
 */
export async function checkOutputTarget(option: string, output: string, ...inputs: readonly string[]): Promise<void> {
  const folder = dirname(output);
  const look = async <T>(action: () => Promise<T>): Promise<T> => action().catch(refuse(option, output));
  const parent = await look(() => orNullIfAbsent(stat(folder)));
  if (parent === null || !parent.isDirectory()) {
    throw new InvalidArgumentError(
      option,
      'a file in a folder that exists',
      JSON.stringify(output),
      'OUTPUT_NO_DIRECTORY',
    );
  }
  await look(() => access(folder, constants.W_OK | constants.X_OK));
  const target = await look(() => orNullIfAbsent(stat(output, { bigint: true })));
  if (target === null) return look(() => refuseSameName(option, output, inputs));
  if (!target.isFile()) {
    throw new InvalidArgumentError(option, 'a regular file or a new name', JSON.stringify(output), 'OUTPUT_NOT_A_FILE');
  }
  // Renaming would replace it all the same.
  if ((target.mode & 0o222n) === 0n) {
    const received = `${JSON.stringify(output)}, which may not be written`;
    throw new InvalidArgumentError(
      option,
      'a file that may be replaced, or a new name',
      received,
      'OUTPUT_NOT_WRITABLE',
    );
  }
  for (const input of inputs) {
    if (input === '-') continue;
    const source = await look(() => orNullIfAbsent(stat(input, { bigint: true })));
    if (source === null) continue;
    const linked = source.dev === target.dev && source.ino === target.ino && target.ino !== 0n;
    if (linked || (await look(async () => (await realpath(input)) === (await realpath(output))))) {
      throw new InvalidArgumentError(option, 'another file than the input', JSON.stringify(output), 'SAME_FILE');
    }
  }
}

/** Makes an error of what the system says: of permissions one of the option, else one of the machine. */
const refuse =
  (option: string, output: string) =>
  (error: unknown): never => {
    if (error instanceof InvalidArgumentError) throw error;
    const code = systemCode(error);
    if (!['EACCES', 'EPERM', 'EROFS'].includes(code)) {
      throw new OutputError('OUTPUT_FAILED', `${output}: cannot be written (${code})`, { cause: error });
    }
    const received = `${JSON.stringify(output)} (${code})`;
    throw new InvalidArgumentError(option, 'a file in a folder that can be written', received, 'OUTPUT_NOT_WRITABLE');
  };

/** Throws InvalidArgumentError SAME_FILE when a file that is not there yet is to be written twice. */
async function refuseSameName(option: string, output: string, others: readonly string[]): Promise<void> {
  const placeOf = async (path: string): Promise<string | null> => {
    const folder = await orNullIfAbsent(realpath(dirname(path)));
    return folder === null ? null : join(folder, basename(path));
  };
  const place = await placeOf(output);
  for (const other of others) {
    if (other === '-' || (await placeOf(other)) !== place) continue;
    throw new InvalidArgumentError(option, 'a file of its own', JSON.stringify(output), 'SAME_FILE');
  }
}
