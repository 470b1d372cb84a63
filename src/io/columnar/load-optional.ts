import { InvalidArgumentError } from '../../base/errors.js';

/** Loads a package that need not be installed. Throws InvalidArgumentError PACKAGE_MISSING. */
export async function loadOptional<Module>(name: string, load: () => Promise<Module>): Promise<Module> {
  try {
    return await load();
  } catch (error) {
    const code = (error as { code?: unknown }).code;
    if (code !== 'ERR_MODULE_NOT_FOUND' && code !== 'MODULE_NOT_FOUND') throw error;
    throw new InvalidArgumentError(name, `the package, installed by "npm install ${name}"`, 'none', 'PACKAGE_MISSING');
  }
}
