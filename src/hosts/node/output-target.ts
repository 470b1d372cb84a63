import { constants } from 'node:fs';
import { access, realpath, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { InvalidArgumentError } from '../../base/errors.js';
import { systemCode } from './system-error.js';

/**
 * Checks before any work that `output` can be written and is not one of the inputs, also through a symbolic or hard
 * link. `-` among the inputs is stdin and is passed over.
 *
 * @param option what the output was given as, such as `--out`; an error names it
 *
 * @throws InvalidArgumentError SAME_FILE, OUTPUT_NO_DIRECTORY, OUTPUT_NOT_WRITABLE, OUTPUT_NOT_A_FILE
 */
export async function checkOutputTarget(option: string, output: string, ...inputs: readonly string[]): Promise<void> {
  const folder = dirname(output);
  const parent = await stat(folder).catch(() => null);
  if (parent === null || !parent.isDirectory()) {
    throw new InvalidArgumentError(
      option,
      'a file in a folder that exists',
      JSON.stringify(output),
      'OUTPUT_NO_DIRECTORY',
    );
  }
  try {
    await access(folder, constants.W_OK | constants.X_OK);
  } catch (error) {
    const received = `${JSON.stringify(output)} (${systemCode(error)})`;
    throw new InvalidArgumentError(option, 'a file in a folder that can be written', received, 'OUTPUT_NOT_WRITABLE');
  }
  const target = await stat(output, { bigint: true }).catch(() => null);
  if (target === null) return refuseSameName(option, output, inputs);
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
    const source = await stat(input, { bigint: true }).catch(() => null);
    if (source === null) continue;
    const linked = source.dev === target.dev && source.ino === target.ino && target.ino !== 0n;
    if (linked || (await realpath(input)) === (await realpath(output))) {
      throw new InvalidArgumentError(option, 'another file than the input', JSON.stringify(output), 'SAME_FILE');
    }
  }
}

/** Throws InvalidArgumentError SAME_FILE when a file that is not there yet is to be written twice. */
async function refuseSameName(option: string, output: string, others: readonly string[]): Promise<void> {
  const placeOf = async (path: string): Promise<string | null> =>
    realpath(dirname(path)).then(
      (folder) => join(folder, basename(path)),
      () => null,
    );
  const place = await placeOf(output);
  for (const other of others) {
    if (other === '-' || (await placeOf(other)) !== place) continue;
    throw new InvalidArgumentError(option, 'a file of its own', JSON.stringify(output), 'SAME_FILE');
  }
}
