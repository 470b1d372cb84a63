import { listAlgorithms, toJson } from '../../index.js';
import { writeStdout } from './console.js';
import { describeCatalogue } from './format.js';

/** `kohort algorithms`. */
export async function algorithmsCommand(options: { readonly json?: boolean }): Promise<void> {
  const catalogue = listAlgorithms();
  await writeStdout([`${options.json === true ? toJson(catalogue, 2) : describeCatalogue(catalogue).join('\n')}\n`]);
}
