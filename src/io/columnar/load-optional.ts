import { InvalidArgumentError } from '../../base/errors.js';

/** What hosts and bundles say of a package that is not there: Node by a code, browsers and Vite in words. */
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
    throw new InvalidArgumentError(name, `the package, installed by "npm install ${name}"`, 'none', 'PACKAGE_MISSING');
  }
}

/** For the `catch` of an import that {@link loadOptional} is given. */
export const rethrow = (error: unknown): never => {
  throw error;
};
