/** The code of a system error, such as `ENOENT`, or `UNKNOWN`. */
export function systemCode(error: unknown): string {
  if (typeof error === 'object' && error !== null && 'code' in error && typeof error.code === 'string') {
    return error.code;
  }
  return 'UNKNOWN';
}

/** Returns what is found at a path, null where nothing is: any other failure to look is thrown on, for it does not show that. */
export async function orNullIfAbsent<T>(found: Promise<T>): Promise<T | null> {
  try {
    return await found;
  } catch (error) {
    if (['ENOENT', 'ENOTDIR'].includes(systemCode(error))) return null;
    throw error;
  }
}

/** True where the process, or the machine, has too many files open for a further one. */
export const isFewDescriptors = (error: unknown): boolean => ['EMFILE', 'ENFILE'].includes(systemCode(error));
