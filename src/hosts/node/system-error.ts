/** The code of a system error, such as `ENOENT`, or `UNKNOWN`. */
export function systemCode(error: unknown): string {
  if (typeof error === 'object' && error !== null && 'code' in error && typeof error.code === 'string') {
    return error.code;
  }
  return 'UNKNOWN';
}
