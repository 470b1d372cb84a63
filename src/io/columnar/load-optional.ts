import { InvalidArgumentError } from '../../base/errors.js';

/** Tests whether an error means a missing package: Node gives a code, browsers and Vite give words. */
const isMissing = (error: unknown): boolean => {
  const { code, message } = error as { code?: unknown; message?: unknown };
  if (code === 'ERR_MODULE_NOT_FOUND' || code === 'MODULE_NOT_FOUND') return true;
  return /module specifier|bare specifier|does not resolve to a valid URL|Could not resolve "/.test(String(message));
};

/**
 * Loads a package that need not be installed.
 *
 * @param load - such as `() => import('pg').catch(rethrow)`; by the `catch` bundlers see that it may be missing, and go on
 * @throws InvalidArgumentError PACKAGE_MISSING
 */
export async function loadOptional<Module>(name: string, load: () => Promise<Module>): Promise<Module> {
  try {
    return await load();
  } catch (error) {
    if (!isMissing(error)) throw error;
    const expected = `the package, installed by "npm install ${togetherWith(name)}" (with --global, if kohort was)`;
    throw new InvalidArgumentError(name, expected, 'none', 'PACKAGE_MISSING');
  }
}

/** Packages that are of no use without each other are installed together. */
function togetherWith(name: string): string {
  return name.startsWith('hyparquet') ? 'hyparquet hyparquet-compressors hyparquet-writer' : name;
}

/** Handler for the `catch` of an import that {@link loadOptional} is given. */
export const rethrow = (error: unknown): never => {
  throw error;
};
